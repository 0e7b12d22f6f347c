"""Private systems lie in an overlay: shown to its owner, marked, and absent from everything published."""

from __future__ import annotations

import json
import re
import shutil
import threading
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.reading.overlay import MARK, overlay_folders

from tests.projects import build, lay_over, mini_project, nachschlag, tree
from tests.running import Run
from tests.serving import get, serving, until

LEGAL = "site_name: Probe\nsite_url: https://example.org/\nextra:\n  nachschlag:\n    impressum: Ich.\n    datenschutz: Nichts.\n"
SYSTEM = "id: buch\nname: Geheimbuch\nshort: Geheimbuch\nlicence: {status: private}\nparts: [{id: kern, title: Kernkapitel}]\n"
OVERLAY = {
    "privat/content/buch/system.yaml": SYSTEM,
    "privat/content/buch/kern/wisperwort.md": (
        "---\ntitle: Wisperwort\ntitle_en: Hushword\ntitle_en_source: book\nshort_en: Say Xyzzy.\nkind: rule\npage: 3\n"
        "see: [raunpakt]\n---\n"
        "Sprich Simsalabim.\n\n::: bild zeichen.svg\nZaubersiegel\n:::\n"
    ),
    "privat/content/buch/kern/zeichen.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>Simsalabim</title></svg>",
    "privat/content/buch/kern/raunpakt.md": "---\ntitle: Raunpakt\nkind: rule\nsee: [wisperwort]\n---\nSimsalabim, siehe Wisperwort.\n",
    "privat/content/buch/moved.yaml": "- {old: buch/altwisper, new: buch/wisperwort, date: 2026-01-02, why: umbenannt}\n",
    "privat/glossary/buch.yaml": "- title: Raunen\n  definition: Simsalabim, leise.\n",
    "privat/glossary/queries/buch.yaml": "- entry: wisperwort\n  queries: [simsalabim sagen]\n",
    "privat/ingest/buch/source.txt": "Simsalabim",
}
#: Words of the private system: text, titles, ids, names. None may occur in published files.
SECRET = re.compile(
    rb"simsalabim|xyzzy|hushword|wisper|raunpakt|raunen|geheimbuch|kernkapitel|zaubersiegel|\bbuch/", re.IGNORECASE
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own for each test that changes something."""
    return with_private(tmp_path / "projekt")


def with_private(root: Path) -> Path:
    """The mini project with a private system beside it, which its concepts name."""
    project = mini_project(root, OVERLAY, LEGAL)
    concepts = project / "glossary" / "concepts.yaml"
    rows = yaml.safe_load(concepts.read_text("utf-8"))
    rows[0]["entries"]["buch"] = ["wisperwort"]
    rows[0].setdefault("notes", {})["buch"] = "Hier mit Simsalabim."
    concepts.write_text(yaml.safe_dump(rows, allow_unicode=True), "utf-8")
    return project


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project, built for oneself. Read only."""
    made = with_private(tmp_path_factory.mktemp("privat") / "projekt")
    build(made)
    return made


def found(path: Path) -> list[str]:
    """The files below a path that contain words of the private system, looking into archives."""
    files = tree(path) if path.is_dir() else {path.name: path.read_bytes()}
    return [name for name, raw in _opened(files) if SECRET.search(raw) or SECRET.search(name.encode())]


def _opened(files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, raw in files.items():
        yield name, raw
        if name.endswith(".zip"):
            with zipfile.ZipFile(_held(raw)) as archive:
                yield from ((f"{name}/{inner}", archive.read(inner)) for inner in archive.namelist())


def _held(raw: bytes):
    from io import BytesIO

    return BytesIO(raw)


# -- for oneself --------------------------------------------------------------------------------------------------------------


def test_every_page_of_a_private_system_says_so_and_only_those(built: Path) -> None:
    site = built / "site"
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("index.html")}
    private = {path for path in pages if path.startswith("buch/")}
    assert {"buch/index.html", "buch/wisperwort/index.html", "buch/glossar/raunen/index.html"} <= private
    shown = {path for path in private if 'http-equiv="refresh"' not in pages[path]}
    assert {path for path in pages if f'<p class="n-privat">{MARK}</p>' in pages[path]} == shown
    assert [path for path in shown if '<meta name="robots" content="noindex">' not in pages[path]] == []


def test_a_build_warns_against_uploading_it(project: Path) -> None:
    said = nachschlag("--project", project, "build")
    assert "Nicht hochladen: Darin steht Geheimbuch, privat." in said.stderr


def test_pages_of_a_private_system_lead_to_no_public_host(tmp_path: Path) -> None:
    hosts = "    edit_base: https://example.org/edit/\n    report: mailto:a@example.org?subject={title}\n"
    site = build(mini_project(tmp_path / "p", OVERLAY, LEGAL + hosts))
    private, public = ((site / page / "index.html").read_text("utf-8") for page in ("buch/wisperwort", "wuerfelkrieg/kaempfen"))
    assert ("example.org/edit" in public, "mailto:a@" in public) == (True, True)
    assert ("example.org/edit" in private, "mailto:a@" in private) == (False, False)


def test_lookups_know_private_systems(run: Run, built: Path) -> None:
    for arguments in (["search", "simsalabim"], ["show", "buch/wisperwort"], ["resolve", "Hushword", "--system", "buch"]):
        said = run("--project", built, *arguments)
        assert (said.status, "Wisperwort" in said.out) == (0, True)


def test_hits_of_private_systems_say_so(run: Run, built: Path) -> None:
    assert "privat" in run("--project", built, "search", "simsalabim").out
    assert "privat" not in run("--project", built, "search", "murmel").out
    (private, *_), (public, *_) = (
        json.loads(run("--project", built, "search", query, "--json").out)["hits"] for query in ("simsalabim", "kämpfen")
    )
    assert (private["system"], private["private"]) == ("buch", True)
    assert "private" not in public


def test_serving_shows_and_watches_the_overlay(project: Path) -> None:
    with serving(project) as (_, url):
        assert MARK in get(f"{url}/buch/wisperwort/").text
        rule = project / "privat/content/buch/kern/wisperwort.md"
        rule.write_text(rule.read_text("utf-8").replace("Sprich", "Flüstere"), "utf-8")
        until(lambda: "Flüstere" in get(f"{url}/buch/wisperwort/").text)


def test_serving_to_the_network_says_what_is_private(project: Path) -> None:
    with serving(project, "--host", "0.0.0.0") as (process, _):
        assert process.stdout is not None
        patience = threading.Timer(20, process.kill)  # ends the reading if it says nothing
        patience.start()
        assert "Netz zu sehen: buch." in process.stdout.readline()
        patience.cancel()


def test_overlays_are_named_in_the_settings_or_the_call(run: Run, project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "regal"
    lay_over(project, {"privat/content/buch/kern/kaputt.md": "---\ntitle: Kaputt\nkind: rule\n---\n[[nichts]]\n"})
    (project / "privat").rename(elsewhere)
    assert run("--project", project, "show", "buch/wisperwort").status == 1
    assert run("--project", project, "show", "buch/wisperwort", "--overlay", elsewhere).status == 0
    assert run("--overlay", elsewhere, "--project", project, "show", "buch/wisperwort").status == 0
    assert "kein Ordner mit privaten Spielen" in run("--project", project, "check", "--overlay", tmp_path).line
    (project / "mkdocs.yml").write_text(LEGAL + "    overlays: [../regal, ../nicht-da]\n", "utf-8")
    assert run("--project", project, "show", "buch/wisperwort").status == 0
    assert f"{elsewhere}/content/buch/kern/kaputt.md:5:1: Fehler V001" in run("--project", project, "check", elsewhere).out


# -- findings -----------------------------------------------------------------------------------------------------------------


def test_an_overlay_changes_no_finding_of_the_project(project: Path) -> None:
    """[[buch/wisperwort]] leads nowhere for everyone else, so it stays a finding for the owner of the book."""
    rule = project / "content/wuerfelkrieg/grundregeln/neu.md"
    rule.write_text("---\ntitle: Neu\nkind: rule\nshort: Neu.\n---\nWie [[buch/wisperwort|dort]].\n", "utf-8")
    lay_over(project, {"privat/content/buch/kern/kaputt.md": "---\ntitle: Kaputt\nkind: rule\n---\n[[nichts]]\n"})
    alone = load_project(project).findings
    both = load_project(project, overlays=overlay_folders(project)).findings
    assert "V001" in {finding.code for finding in alone}
    assert [finding for finding in both if not finding.location.path.startswith("privat/")] == alone
    assert ("privat/content/buch/kern/kaputt.md", "V001") in {(f.location.path, f.code) for f in both}


def test_check_counts_what_it_finds_in_an_overlay_and_says_so(run: Run, project: Path) -> None:
    lay_over(project, {"privat/content/buch/kern/kaputt.md": "---\ntitle: Kaputt\nkind: rule\n---\n[[nichts]]\n"})
    assert "Davon in privaten Spielen: 1 Fehler" in run("--project", project, "check").err
    said = run("--project", project, "check", project / "privat")
    assert (said.status, "privat/content/buch/kern/kaputt.md:5:1: Fehler V001" in said.out) == (1, True)


def test_a_build_only_counts_what_is_found_in_private_systems(project: Path) -> None:
    lay_over(project, {"privat/content/buch/kern/kaputt.md": "---\ntitle: Kaputt\nkind: rule\n---\n[[nichts]]\n"})
    said = nachschlag("--project", project, "build").stderr
    assert "In privaten Spielen: 1 Fehler" in said
    assert "kaputt.md" not in said


# -- for others ---------------------------------------------------------------------------------------------------------------


def test_nothing_private_is_published(project: Path) -> None:
    said = nachschlag("--project", project, "build", "--publish", "--folder")
    assert (said.returncode, "Weggelassen, weil privat: buch" in said.stderr) == (0, True)
    assert found(project / "site") == []
    assert found(project / "site-ordner") == []
    assert found(project / "site-ordner.zip") == []
    assert not (project / "content" / "buch").exists()
    assert "wuerfelkrieg/kaempfen" in (project / "content/wuerfelkrieg/published.txt").read_text("utf-8")


def test_publishing_after_a_private_build_leaves_nothing_behind(project: Path) -> None:
    build(project)
    assert found(project / "site") != []
    build(project, "--publish")
    assert found(project / "site") == []
    assert found(project / "build" / "pages") == []
    assert nachschlag("--project", project, "search", "simsalabim").returncode == 1


def test_plain_mkdocs_knows_nothing_private(project: Path) -> None:
    """`mkdocs gh-deploy` uploads the output of `mkdocs build`."""
    assert load_project(project).library.systems.keys() == {"murmeln", "wuerfelkrieg"}


FORMATS = ("json", "ndjson", "csv", "po", "xliff", "tbx", "tmx", "anki")


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_leaves_private_systems_out_and_says_so(run: Run, project: Path, form: str, tmp_path: Path) -> None:
    out = tmp_path / "alles"
    said = run("--project", project, "export", "--format", form, "--out", out)
    assert (said.status, said.line) == (0, "Weggelassen, weil privat: buch")
    assert found(out) == []
    named = run("--project", project, "export", "--format", form, "--system", "buch", "--out", tmp_path / "buch.txt")
    assert (named.status, "Geheimbuch ist privat" in named.line) == (2, True)
    own = run("--project", project, "export", "--format", form, "--private", "--out", tmp_path / "eigen.txt")
    assert (own.status, found(tmp_path / "eigen.txt")) == (0, ["eigen.txt"])


@pytest.mark.parametrize("form", ["bundle", "obsidian"])
def test_bundles_and_notes_leave_private_systems_out(run: Run, project: Path, form: str, tmp_path: Path) -> None:
    for folder in ("alles", "eines", "eigen"):
        (tmp_path / folder).mkdir()
    export = ("--project", project, "export", "--format", form, "--out")
    assert run(*export, tmp_path / "alles").status == 0
    assert run(*export, tmp_path / "eines", "--system", "wuerfelkrieg").status == 0
    assert [*found(tmp_path / "alles"), *found(tmp_path / "eines")] == []
    assert run(*export, tmp_path / "buch", "--system", "buch").status == 2
    assert run(*export, project / "privat" / "buch.zip", "--private").status == 2
    assert run(*export, tmp_path / "eigen", "--private").status == 0
    assert len(found(tmp_path / "eigen")) > 3


def test_a_bundle_for_oneself_loads_as_the_project_does(run: Run, project: Path, tmp_path: Path) -> None:
    run("--project", project, "export", "--format", "bundle", "--private", "--out", tmp_path / "eigen.zip")
    library = load_project(project, overlays=overlay_folders(project)).library
    from nachschlag.generator import load

    again, findings = load(tmp_path / "eigen.zip")
    assert findings == []
    assert again.entries.keys() == library.entries.keys()
    assert again.entries["buch/wisperwort"].text == library.entries["buch/wisperwort"].text


def test_a_copy_to_hand_on_has_nothing_private_unless_requested(run: Run, project: Path, tmp_path: Path) -> None:
    assert "Geheimbuch: privat" in run("--project", project, "build", "--folder").line
    assert "außerhalb des Projekts" in run("--project", project, "build", "--folder", "--private").line
    assert run("--project", project, "build", "--folder", "--private", "--out", tmp_path / "mein").status == 0
    assert (tmp_path / "mein-ordner" / "buch" / "wisperwort" / "index.html").is_file()


def test_an_index_to_hand_on_has_nothing_private_unless_requested(run: Run, project: Path, tmp_path: Path) -> None:
    index = ("--project", project, "index", "--pack")
    assert run(*index, tmp_path / "suche").status == 0
    assert not SECRET.search(unpacked(tmp_path / "suche"))
    (project / "site").mkdir()
    refused = run(*index, project / "site" / "suche", "--private")
    assert (refused.status, "außerhalb des Projekts" in refused.line) == (2, True)
    assert run(*index, tmp_path / "eigen", "--private").status == 0
    assert SECRET.search(unpacked(tmp_path / "eigen"))


def unpacked(file: Path) -> bytes:
    """The body of an index in one file."""
    return zlib.decompress(file.read_bytes().split(b"\n", 2)[2])


def test_a_site_with_private_systems_is_not_served_to_the_public(project: Path, built: Path) -> None:
    build(project)
    refused = nachschlag("--project", project, "serve", "--production", "--port", "0")
    assert (refused.returncode, "private Spiele: buch" in refused.stderr) == (2, True)
    with serving(project, "--production", "--private") as (_, url):
        assert get(f"{url}/buch/wisperwort/").status_code == 200
    build(project, "--publish")
    with serving(project, "--production") as (_, url):
        assert get(f"{url}/api/v1/resolve", params={"text": "Wisperwort"}).json()["target"] is None
        before = tree(project / "site")
        refused = nachschlag("--project", project, "build")
        assert (refused.returncode, "öffentlicher Dienst" in refused.stderr, "--publish" in refused.stderr) == (2, True, True)
        assert (get(f"{url}/").status_code, tree(project / "site")) == (200, before)
        shutil.copytree(built / "site", project / "neu")  # past our commands
        (project / "site").rename(project / "alt")
        (project / "neu").rename(project / "site")
        paths = ("/", "/buch/wisperwort/", "/api/v1/search?q=simsalabim", "/assets/suche/names.json", "/healthz")
        assert {path: get(url + path).status_code for path in paths} == dict.fromkeys(paths, 503)


def test_the_status_of_all_is_that_of_the_project(run: Run, project: Path) -> None:
    said = run("--project", project, "status", "--json")
    assert [system["id"] for system in json.loads(said.out)["systems"]] == ["murmeln", "wuerfelkrieg"]
    assert said.line == "Weggelassen, weil privat: buch"
    named = run("--project", project, "status", "--json", "--system", "buch")
    assert [system["id"] for system in json.loads(named.out)["systems"]] == ["buch"]


@pytest.mark.parametrize(
    ("licence", "published"),
    [
        ("{status: permitted, evidence: Mail vom 3. Mai 2026}", True),
        ("{status: permitted}", False),
        ("{status: own-words}", False),
    ],
)
def test_a_recorded_permission_makes_a_system_public(run: Run, project: Path, licence: str, published: bool) -> None:
    lay_over(project, {"privat/content/buch/system.yaml": SYSTEM.replace("{status: private}", licence)})
    said = run("--project", project, "export")
    assert said.status == 0
    assert ("buch/wisperwort" in said.out) is published


def test_careful_edits_work_in_an_overlay(run: Run, project: Path) -> None:
    assert run("--project", project, "move", "buch/raunpakt", "buch/raunbund", "--why", "so heißt er").status == 0
    assert (project / "privat/content/buch/kern/raunbund.md").is_file()
    assert "buch/raunbund" in (project / "privat/content/buch/moved.yaml").read_text("utf-8")
    assert "raunbund" in (project / "privat/content/buch/kern/wisperwort.md").read_text("utf-8")
    said = run("--project", project, "new", "buch/kern", "Murmelei")
    assert (said.status, said.out.strip()) == (0, "privat/content/buch/kern/murmelei.md")
    assert not (project / "content" / "buch").exists()
