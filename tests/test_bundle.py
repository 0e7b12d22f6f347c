"""Bundles: the same bytes each time, whole or refused, read by `load` and by the two programs on the help page."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from nachschlag.generator import link, load, resolve
from nachschlag.generator.reading.archive import MOST_BYTES, BadArchive, read_archive, write_archive

from tests.projects import REPOSITORY, lay_over, mini_project, nachschlag

HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe"
PRIVATE = {
    "content/murmeln/system.yaml": "id: murmeln\nname: Murmeln\nshort: M\nlicence: {status: private}\nparts: [{id: regeln, title: R}]\n"
}


def bundle(project: Path, name: str, *arguments: str) -> Path:
    done = nachschlag("--project", project, "export", "--format", "bundle", "--out", project / name, *arguments)
    assert done.returncode == 0, done.stderr
    return project / name


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mini_project(tmp_path_factory.mktemp("buendel") / "projekt", {"LICENSE": "Nimm es."})


@pytest.fixture(scope="module")
def whole(project: Path) -> Path:
    return bundle(project, "alles.zip")


def content(path: Path) -> dict[str, Any]:
    """The files of a bundle; JSON as values."""
    with zipfile.ZipFile(path) as archive:
        raw = {name: archive.read(name) for name in archive.namelist()}
    return {name: json.loads(data) if name.endswith(".json") else data for name, data in raw.items()}


# -- what is in it ------------------------------------------------------------------------------------------------------------


def test_the_same_content_gives_the_same_bytes(project: Path, whole: Path) -> None:
    again = bundle(project, "nochmal.zip")
    assert again.read_bytes() == whole.read_bytes()


def test_every_file_is_listed_with_its_hash_and_size(whole: Path) -> None:
    with zipfile.ZipFile(whole) as archive:
        listed = json.loads(archive.read("manifest.json"))["files"]
        assert [file["path"] for file in listed] == sorted(set(archive.namelist()) - {"manifest.json"})
        for file in listed:
            raw = archive.read(file["path"])
            assert (file["bytes"], file["sha256"]) == (len(raw), hashlib.sha256(raw).hexdigest())


def test_the_fingerprint_changes_with_the_content_only(project: Path, whole: Path, tmp_path: Path) -> None:
    other = shutil.copytree(project, tmp_path / "anders")
    (other / "mkdocs.yml").write_text("site_name: Anders\n", "utf-8")
    lay_over(
        other, {"content/wuerfelkrieg/grundregeln/rueckzug.md": "---\ntitle: Rückzug\nkind: rule\nshort: Anders.\n---\nAnders.\n"}
    )
    before, after = (content(path)["manifest.json"]["content"] for path in (whole, bundle(other, "alles.zip")))
    assert before != after


def test_its_files_fit_the_schemas_it_brings(whole: Path) -> None:
    files = content(whole)
    fits = {"manifest.json": "bundle-manifest", "rules.json": "export"}
    fits |= {name: "names" for name in files if name.startswith("names/")}
    assert len(fits) == 4
    for name, schema in fits.items():
        errors = Draft202012Validator(files[f"schema/{schema}.schema.json"]).iter_errors(files[name])
        assert [f"{name} {error.json_path}: {error.message}" for error in errors] == []


def test_terms_have_their_html_too(whole: Path) -> None:
    assert "Woraus du" in content(whole)["html/wuerfelkrieg/glossar/becher.html"].decode()


def test_every_rule_has_its_html_its_names_its_licence(whole: Path) -> None:
    files = content(whole)
    entries = {entry["id"]: entry for entry in files["rules.json"]["entries"]}
    assert len(entries) > 5
    indexes = {system["id"]: files[f"names/{system['id']}.json"] for system in files["systems.json"]["systems"]}
    for id_, entry in entries.items():
        assert f"html/{id_}.html" in files
        index = indexes[entry["system"]]
        assert entry["licence_id"] == "CC-BY-SA-4.0"
        assert entry["attribution"].encode() in files["LIZENZ.md"]
        assert [name for name, place, *_ in index["names"] if index["ids"][place] == id_], id_
    assert files["LICENSE"] == b"Nimm es."


def test_numbers_lead_to_the_rule_of_their_part(whole: Path) -> None:
    index = content(whole)["names/wuerfelkrieg.json"]
    found = {
        f"{name} {number}": index["ids"][place]
        for part in index["parts"]
        for name in part["names"]
        for number, place in part["numbers"].items()
    }
    assert found["GR 17.0"] == "wuerfelkrieg/kaempfen"
    assert found["ZB 17.0"] == "wuerfelkrieg/zaubern"
    assert found["Grundregeln Tabelle 6.2"] == "wuerfelkrieg/trefferliste"


def test_one_system_is_alone_in_its_bundle(project: Path) -> None:
    files = content(bundle(project, "murmeln.zip", "--system", "murmeln"))
    assert [system["id"] for system in files["manifest.json"]["systems"]] == ["murmeln"]
    assert {entry["system"] for entry in files["rules.json"]["entries"]} == {"murmeln"}
    assert not [name for name in files if "wuerfelkrieg" in name]


def test_a_folder_gets_one_bundle_per_system_and_one_of_all(project: Path, whole: Path, tmp_path: Path) -> None:
    done = nachschlag("--project", project, "export", "--format", "bundle", "--out", f"{tmp_path}/fertig/")
    assert done.returncode == 0, done.stderr
    made = {path.name: path.read_bytes() for path in sorted((tmp_path / "fertig").iterdir())}
    release = f"nachschlag-{version('nachschlag')}"
    assert list(made) == [f"{release}-murmeln.zip", f"{release}-wuerfelkrieg.zip", f"{release}.zip"]
    assert made[f"{release}.zip"] == whole.read_bytes()
    assert made[f"{release}-murmeln.zip"] == bundle(project, "murmeln.zip", "--system", "murmeln").read_bytes()


def test_english_rule_text_stays_at_home(project: Path, tmp_path: Path) -> None:
    other = shutil.copytree(project, tmp_path / "englisch")
    lay_over(other, {"content/wuerfelkrieg/grundregeln/rueckzug.en.md": "The printed words of a book.\n"})
    raw = content(bundle(other, "alles.zip"))
    assert not [
        name for name, data in raw.items() if name.endswith(".en.md") or b"printed words" in json.dumps(str(data)).encode()
    ]


# -- private systems ------------------------------------------------------------------------------------------------------------


def test_private_systems_are_refused(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt", PRIVATE)
    done = nachschlag("--project", project, "export", "--format", "bundle", "--out", tmp_path / "alles.zip")
    assert (done.returncode, "privat" in done.stderr) == (2, True)
    assert not (tmp_path / "alles.zip").exists()


def test_a_public_system_says_nothing_of_a_private_one(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt", PRIVATE)
    files = content(bundle(project, "offen.zip", "--system", "wuerfelkrieg"))
    assert [concept["entries"].keys() | concept["notes"].keys() for concept in files["rules.json"]["concepts"]] == [
        {"wuerfelkrieg"},
        {"wuerfelkrieg"},
    ]
    assert b"murmeln:" not in files["source/glossary/concepts.yaml"]


def test_a_bundle_needs_a_file(project: Path) -> None:
    done = nachschlag("--project", project, "export", "--format", "bundle")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--out" in done.stderr


# -- reading ------------------------------------------------------------------------------------------------------------------


def test_load_makes_the_same_library_of_it(project: Path, whole: Path) -> None:
    ours, _ = load(project)
    theirs, findings = load(whole)
    assert findings == []
    assert dict(theirs.entries) == dict(ours.entries)
    assert dict(theirs.terms) == dict(ours.terms)
    assert dict(theirs.concepts) == dict(ours.concepts)
    assert (theirs.moves, theirs.drawings) == (ours.moves, ours.drawings)
    assert [found.target for found in resolve(theirs, "GR 17")] == ["wuerfelkrieg/kaempfen"]
    assert [found.target for found in link(theirs, "Nach dem Rückzug.", "wuerfelkrieg")] == ["wuerfelkrieg/rueckzug"]


def _with(path: Path, change: dict[str, bytes | None], to: Path) -> Path:
    """Copy a bundle with some files replaced and some left out."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as new:
        files = {name: old.read(name) for name in old.namelist()} | change
        for name, raw in files.items():
            if raw is not None:
                new.writestr(name, raw)
    return to


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rules.json": b"{}"}, "rules.json"),
        ({"rules.json": None}, "rules.json"),
        ({"source/content/wuerfelkrieg/neu.md": b"x"}, "neu.md"),
        ({"../../etwas": b"x"}, "etwas"),
        ({"manifest.json": b"[]"}, "kein Bündel"),
        ({"manifest.json": b'{"format": "nachschlag-bundle", "files": 3}'}, "kein Bündel"),
        ({"manifest.json": None}, "kein Bündel"),
    ],
)
def test_incomplete_bundles_are_refused(whole: Path, tmp_path: Path, change: dict[str, bytes | None], expected: str) -> None:
    with pytest.raises(BadArchive, match=re.escape(expected)):
        load(_with(whole, change, tmp_path / "kaputt.zip"))


def test_truncated_and_foreign_files_are_refused(whole: Path, tmp_path: Path) -> None:
    broken = tmp_path / "kaputt.zip"
    for raw in (b"", b"PK", whole.read_bytes()[:2000], b"%PDF-1.7"):
        broken.write_bytes(raw)
        with pytest.raises(BadArchive):
            read_archive(broken)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_damage_is_more_than_a_bad_archive(tmp_path: Path, method: int) -> None:
    """Any byte may be wrong: names, places, compressed contents."""
    broken = tmp_path / "kaputt.zip"
    with zipfile.ZipFile(broken, "w", method) as archive:
        archive.writestr("würfel.json", b"[1, 2, 3]" * 9)
    whole = broken.read_bytes()
    for place in range(2, len(whole)):
        broken.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])
        with pytest.raises(BadArchive):
            read_archive(broken)


def test_bombs_are_refused_unread(tmp_path: Path) -> None:
    bomb = tmp_path / "bombe.zip"
    bomb.write_bytes(write_archive({"a": b"0"}, {}))
    raw = bytearray(bomb.read_bytes())
    central = raw.index(b"PK\x01\x02")
    raw[central + 24 : central + 28] = struct.pack("<I", MOST_BYTES + 1)  # the claimed size
    bomb.write_bytes(raw)
    with pytest.raises(BadArchive, match="mehr, als"):
        read_archive(bomb)


# -- the programs of the help page --------------------------------------------------------------------------------------------


def program(language: str, page: str = "einbauen.md") -> str:
    return str(re.findall(rf"^```{language}\n(.*?)^```$", (HELP / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)[0])


def runner(language: str, folder: Path) -> list[str]:
    file = folder / ("nachsehen.py" if language == "python" else "nachsehen.mjs")
    file.write_text(program(language), "utf-8")
    program_of = {"python": sys.executable, "js": shutil.which("node")}[language]
    if program_of is None:
        pytest.skip("needs Node")
    return [program_of, *(["-I"] if language == "python" else []), str(file)]


#: Query → the ids printed.
ASKED = [
    ("Kämpfen", ["wuerfelkrieg/kaempfen", "wuerfelkrieg/zauberei-kaempfen"]),
    ("eines Rückzuges", []),
    ("Rückzuges", ["wuerfelkrieg/rueckzug"]),
    ("WÜRFELSTURM (2)", ["wuerfelkrieg/wuerfelsturm"]),
    ("dice storm", ["wuerfelkrieg/wuerfelsturm"]),
    ("Murmeln", ["murmeln/glossar/murmel"]),
    ("gibt es nicht", []),
]


@pytest.mark.parametrize("language", ["python", "js"])
def test_the_programs_of_the_help_page_find_rules(whole: Path, tmp_path: Path, language: str) -> None:
    command = runner(language, tmp_path)
    for asked, ids in ASKED:
        done = subprocess.run(
            [*command, str(whole), asked], capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        expected = [line.split(" | ") for line in done.stdout.splitlines()]
        assert sorted(id_ for id_, _, _ in expected) == ids, asked
        assert all(short and html in content(whole) for _, short, html in expected)
    assert program(language).count("\n") <= 40


@pytest.mark.parametrize("language", ["python", "js"])
def test_the_programs_of_the_help_page_notice_damage(whole: Path, tmp_path: Path, language: str) -> None:
    command = runner(language, tmp_path)
    with zipfile.ZipFile(whole) as archive:
        rules = archive.read("rules.json")
    broken = _with(whole, {"rules.json": rules + b" "}, tmp_path / "kaputt.zip")
    done = subprocess.run([*command, str(broken), "Kämpfen"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "rules.json is damaged" in done.stderr
