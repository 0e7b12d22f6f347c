"""Guards: what comes in by an import, an edit or a rename is neither lost nor changed without notice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from nachschlag.generator.exchange.file_edit import with_term_id
from nachschlag.generator.history.previous import english_changes
from nachschlag.generator.model.english import english_fingerprint
from nachschlag.generator.model.slug import slugify
from nachschlag.generator.reading.load import load

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

from .history import commit, git
from .test_import import SHORT, exported, translated

FOLDER = "content/wuerfelkrieg/grundregeln"
LINKS = "wuerfelkrieg/glied"
LINKED = (
    "---\ntitle: Glied\ntitle_en: Link\nkind: rule\nshort: Wirf wie beim [[zielen|Zielen]].\nshort_en: Roll as in Aiming.\n---\n"
    "Wie [[kaempfen|beim Kämpfen]] und [[zielen]].\n"
)


def codes(run: Run, project: Path) -> list[str]:
    found = json.loads(run("--project", project, "check", "--format", "json").out)["findings"]
    return [one["code"] for one in found if one["code"] in ("Z005", "F017")]


@pytest.mark.parametrize("form", ["po", "xliff"])
def test_a_second_import_of_one_export_is_no_conflict(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    for new in ("Springe weit.", "Springe sehr weit.", "Springe sehr, sehr weit."):
        translated(file, {SHORT: new})
        done = run("--project", project, "import", file)
        assert (done.status, "1 Feld in 1 Datei geändert" in done.err) == (0, True), done.out
        assert load(project)[0].entries["wuerfelkrieg/sprung"].short == new


def test_a_change_by_hand_after_an_import_is_a_conflict(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {SHORT: "Springe weit."})
    run("--project", project, "import", file)
    path = project / FOLDER / "sprung.md"
    path.write_text(path.read_text("utf-8").replace("Springe weit.", "Spring weit."), "utf-8")
    translated(file, {SHORT: "Springe sehr weit."})
    done = run("--project", project, "import", file)
    assert (done.status, "U003" in done.out) == (1, True)
    assert "Spring weit." in path.read_text("utf-8")


def test_a_dry_run_remembers_nothing(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {SHORT: "Springe weit."})
    before = tree(project)
    assert run("--project", project, "import", file, "--dry-run").status == 0
    assert tree(project) == before


@pytest.mark.parametrize("form", ["po", "xliff"])
@pytest.mark.parametrize(
    ("context", "german"),
    [
        (SHORT, "Springe\nweit."),
        (SHORT, "Springe in der\nRollphase 3 Zoll weit."),  # nothing else is new
        (SHORT, "Springe in der\rRollphase 3 Zoll weit."),
        ("wuerfelkrieg/sprung#title", "Spr\nung"),
        ("wuerfelkrieg/glossar/becher#title", "Be\ncher"),
        ("wuerfelkrieg#parts.grundregeln.title", "Grund\nregeln"),
        ("begriffe/angriff#description", "Was man tut, um dem Nachbarn\netwas wegzunehmen."),
    ],
)
def test_a_line_break_in_a_line_is_refused(run: Run, project: Path, form: str, context: str, german: str) -> None:
    file = exported(run, project, form)
    translated(file, {context: german})
    before = tree(project / "content")
    done = run("--project", project, "import", file)
    assert (done.status, "U006" in done.out, "Zeilenumbruch" in done.out) == (1, True, True)
    assert re.search(rf"^{re.escape(str(file))}:\d+", done.out)
    assert "Berichtige den Text in der Übersetzungsdatei" in done.out
    assert tree(project / "content") == before


@pytest.mark.parametrize("form", ["po", "xliff"])
def test_a_line_break_around_a_line_says_nothing(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    translated(file, {SHORT: "\nSpringe weit.\n"})
    assert run("--project", project, "import", file).status == 0
    assert load(project)[0].entries["wuerfelkrieg/sprung"].short == "Springe weit."


@pytest.mark.parametrize(
    ("short", "found"),
    [
        ("|\n  Wirf.\n  Zähl.", ["F017"]),
        ('"Wirf.\\nZähl."', ["F017"]),
        ('"Wirf.\\rZähl."', ["F017"]),
        (">-\n  Wirf.\n  Zähl.", []),
        ("|\n  Wirf.", []),
        ("Wirf.", []),
    ],
)
def test_a_line_break_in_a_file_is_refused(run: Run, tmp_path: Path, short: str, found: list[str]) -> None:
    text = f"---\ntitle: Probe\nkind: rule\nshort: {short}\n---\nWirf.\n"
    assert codes(run, mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": text})) == found


@pytest.mark.parametrize(
    ("german", "english", "count"),
    [
        ("[[kaempfen|beim Kämpfen]], [[zielen]]", "[[kaempfen|Brawling]], [[zielen|Aiming]]", 0),
        ("[[kaempfen|beim Kämpfen]], Zielen", "[[kaempfen|Brawling]], [[zielen|Aiming]]", 1),
        ("[[kaempfen]], [[zielen]], [[wurf]]", "[[kaempfen|Brawling]], [[zielen|Aiming]]", 1),
        ("[[kaempfen]], [[wurf]]", "[[kaempfen|Brawling]], [[zielen|Aiming]]", 1),
        ("[[kaempfen]], [[kaempfen]]", "[[kaempfen|Brawling]]", 1),
        ("Kämpfen", "[[kaempfen|Brawling]]", 1),
        ("[[kaempfen]]", "Brawling", 0),
    ],
)
def test_links_of_both_languages_are_compared(run: Run, tmp_path: Path, german: str, english: str, count: int) -> None:
    text = f"---\ntitle: Probe\ntitle_en: Trial\nkind: rule\n---\n{german}\n"
    project = mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": text, f"{FOLDER}/probe.en.md": f"{english}\n"})
    assert codes(run, project).count("Z005") == count


@pytest.mark.parametrize(
    ("field", "new", "expected"),
    [
        ("short", "Wirf wie beim Zielen.", "[[zielen]] fehlt"),
        ("short", "Wirf wie beim [[kaempfen|Zielen]].", "[[zielen]] fehlt, [[kaempfen]] kommt dazu"),
        ("short", "Wirf zuerst wie beim [[zielen|Anvisieren]].", ""),
    ],
)
def test_an_import_tells_of_lost_and_added_links(run: Run, project: Path, field: str, new: str, expected: str) -> None:
    lay_over(project, {f"{FOLDER}/glied.md": LINKED})
    file = exported(run, project)
    translated(file, {f"{LINKS}#{field}": new})
    done = run("--project", project, "import", file)
    assert "1 Feld in 1 Datei geändert" in done.err
    assert ("U008" in done.out, expected in done.out) == (bool(expected), True)


def test_a_plain_git_mv_keeps_the_previous_english(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    mark = english_fingerprint("Probe", "Roll one die.", "Long text.\n")
    head = "title: Probe\ntitle_en: Probe\nkind: rule\nshort: Wirf.\nshort_en: {}\ntranslated_from: '{}'\n"
    text = f"---\n{head}---\nEin Satz.\nNoch einer.\n"
    old, new = f"{FOLDER}/probe.md", "content/wuerfelkrieg/zauberei/versuch.md"
    english = [path.replace(".md", ".en.md") for path in (old, new)]
    git(project, "init", "-q", "-b", "main")
    commit(project, "2026-01-01", {old: text.format("Roll one die.", mark), english[0]: "Long text.\n"})
    commit(project, "2026-01-02", {old: text.format("Roll two dice.", mark)})
    git(project, "mv", old, new)
    git(project, "mv", *english)
    commit(project, "2026-02-01")
    # another entry takes the old name: its history is its own
    commit(project, "2026-02-02", {old: text.format("Another.", english_fingerprint("Probe", "Other."))})
    library, _ = load(project)
    found = english_changes(project, library.entries.values(), library.moves)
    assert found["wuerfelkrieg/versuch"].english == ("Probe", "Roll one die.", "Long text.\n")
    assert found["wuerfelkrieg/versuch"].date == "2026-01-02"
    assert found["wuerfelkrieg/probe"].english is None


@pytest.mark.parametrize("form", ["po", "xliff"])
def test_a_term_keeps_its_id_when_its_title_changes(run: Run, project: Path, form: str) -> None:
    ids = {"wuerfelkrieg/glossar/becher": "Pokal", "wuerfelkrieg/glossar/wuerfel": "Klötzchen"}
    file = exported(run, project, form)
    translated(file, {f"{id_}#title": title for id_, title in ids.items()})
    assert "2 Felder in 1 Datei geändert" in run("--project", project, "import", file).err
    library, _ = load(project)
    assert {id_: library.terms[id_].title for id_ in ids} == ids
    text = (project / "glossary/wuerfelkrieg.yaml").read_text("utf-8")
    assert "- {id: becher, title: Pokal, title_en: Cup" in text
    assert "- id: wuerfel\n  title: Klötzchen\n  title_en: Die\n" in text
    assert run("--project", project, "accept", *ids).out.split() == [*ids]
    again = exported(run, project, form)
    translated(again, {"wuerfelkrieg/glossar/wuerfel#title": "Würfel"})
    run("--project", project, "import", again)
    assert load(project)[0].terms["wuerfelkrieg/glossar/wuerfel"].title == "Würfel"


def test_an_unusable_id_of_a_term_is_a_finding(tmp_path: Path) -> None:
    glossary = "- {id: Große Wut, title: Wut}\n- {id: mut, title: Wut}\n"
    library, findings = load(mini_project(tmp_path / "projekt", {"glossary/murmeln.yaml": glossary}))
    assert [finding.code for finding in findings] == ["D003"]
    assert library.terms["murmeln/glossar/mut"].title == "Wut"


@pytest.mark.parametrize(
    ("titles", "place", "named"),
    [
        ({"Becher": "Pokal"}, 2, "„Pokal“"),
        ({"Becher": "Trinkbecher", "Würfel": "Klotz"}, 2, "„Trinkbecher“"),
        ({"Becher": "Pokal", "Würfel": "Klotz"}, 3, "„Klotz“ oder „Pokal“"),
    ],
)
def test_a_term_that_was_retitled_by_hand_is_found_with_the_id_to_write(
    run: Run, project: Path, titles: dict[str, str], place: int, named: str
) -> None:
    glossary = project / "glossary/wuerfelkrieg.yaml"
    ids = sorted(load(project)[0].terms)
    (project / "content/wuerfelkrieg/published.txt").write_text("".join(f"{id_}\n" for id_ in ids), "utf-8")
    for old, new in titles.items():
        glossary.write_text(glossary.read_text("utf-8").replace(f"title: {old}", f"title: {new}"), "utf-8")
    found = json.loads(run("--project", project, "check", "--format", "json").out)["findings"]
    lost = [one for one in found if one["code"] == "K010" and "becher" in one["message"]]
    assert [(one["path"], one["line"], one["severity"]) for one in lost] == [("glossary/wuerfelkrieg.yaml", place, "error")]
    assert f"jetzt {named}? Dann schreib dort „id: becher“ dazu" in lost[0]["hint"]
    for old, new in titles.items():
        glossary.write_text(with_term_id(glossary.read_text("utf-8"), slugify(new), slugify(old)), "utf-8")
    assert sorted(load(project)[0].terms) == ids
    assert "K010" not in run("--project", project, "check").out
