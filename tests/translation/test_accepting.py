"""`nachschlag accept`: one line of the file changes, every other byte stays; all named entries or none."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.exchange.accepting import accepted, accepted_terms
from nachschlag.generator.files.yaml_edit import CannotEdit
from nachschlag.generator.model.english import english_fingerprint, outdated
from nachschlag.generator.reading.load import load

from tests.projects import lay_over, tree
from tests.running import Run

FOLDER = "content/wuerfelkrieg/grundregeln"
MARK = english_fingerprint("Probe", "Do it.")
HEAD = "title: Probe\ntitle_en: Probe\nkind: rule\nshort: Tu es.\nshort_en: Do it.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("translated_from: 0123456789ab\n", 'translated_from: "{}"\n'),
        ('translated_from: "0123456789ab"\n', 'translated_from: "{}"\n'),
        ("translated_from: '0123456789ab'\n", "translated_from: '{}'\n"),
        ("translated_from:   0123456789ab   # geprüft von A.\n", 'translated_from:   "{}"   # geprüft von A.\n'),
        ("translated_from:\n", 'translated_from: "{}"\n'),
        ("translated_from: # noch nie\n", 'translated_from: "{}" # noch nie\n'),
        ("status: geprüft\n", 'status: geprüft\ntranslated_from: "{}"\n'),
        (
            "status: geprüft # ja\n# Karte\ncard:\n  cost: 1\n",
            'status: geprüft # ja\ntranslated_from: "{}"\n# Karte\ncard:\n  cost: 1\n',
        ),
        ("see:\n  - zielen\n\n", 'see:\n  - zielen\ntranslated_from: "{}"\n\n'),
        ("aliases: [\n  A,\n  B]\n", 'aliases: [\n  A,\n  B]\ntranslated_from: "{}"\n'),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_only_that_line_changes(before: str, after: str, newline: str, mark: str) -> None:
    body = "---\nText mit translated_from: x\n\n\tund Schluss"
    old = f"{mark}---\n# oben\n{HEAD}{before}{body}".replace("\n", newline)
    new = f"{mark}---\n# oben\n{HEAD}{after.format('1f0c9a7be2d4')}{body}".replace("\n", newline)
    assert accepted(old, "1f0c9a7be2d4") == new
    assert accepted(new, "1f0c9a7be2d4") == new


@given(st.from_regex(r"[0-9a-f]{12}", fullmatch=True))
def test_every_mark_is_read_as_text(mark: str) -> None:
    """Marks such as 123456789012 and 12e456789012 are numbers to most readers of YAML."""
    assert f'translated_from: "{mark}"\n' in accepted(f"---\n{HEAD}translated_from: 0123456789ab\n---\n", mark)


@pytest.mark.parametrize(
    "text",
    [
        "ohne Kopf",
        f"---\n{HEAD}translated_from: >-\n  0123456789ab\n---\n",
        f"---\n{HEAD}translated_from: [a]\n---\n",
        f"---\n<<<<<<< HEAD\n{HEAD}=======\n>>>>>>> anderer\n---\n",
    ],
)
def test_uneditable_files_are_reported(text: str) -> None:
    with pytest.raises(CannotEdit):
        accepted(text, "1f0c9a7be2d4")


TERMS = """# oben
- title: Mut # so
  status: entwurf
  note: |
    Zwei
    Zeilen.

# zu Zoll
- title: Zoll
  translated_from: 0123456789ab  # alt
  title_en: Inch
- {title: Elle}
-   title: Fuß"""
ACCEPTED = """# oben
- title: Mut # so
  status: entwurf
  note: |
    Zwei
    Zeilen.
  translated_from: "1f0c9a7be2d4"

# zu Zoll
- title: Zoll
  translated_from: "aaaaaaaaaaaa"  # alt
  title_en: Inch
- {title: Elle, translated_from: "123456789012"}
-   title: Fuß
    translated_from: "bbbbbbbbbbbb\""""
MARKS = {"mut": "1f0c9a7be2d4", "zoll": "a" * 12, "elle": "123456789012", "fuss": "b" * 12}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_only_those_lines_of_terms_change(newline: str, mark: str) -> None:
    old, new = ((mark + text).replace("\n", newline) for text in (TERMS, ACCEPTED))
    assert accepted_terms(old, MARKS) == new
    assert accepted_terms(new, MARKS) == new


@pytest.mark.parametrize(("text", "slug"), [(TERMS, "wut"), ("title: Wut", "wut"), ("- title: [", "wut")])
def test_uneditable_terms_are_reported(text: str, slug: str) -> None:
    with pytest.raises(CannotEdit):
        accepted_terms(text, {slug: "1f0c9a7be2d4"})


@pytest.fixture
def stale(project: Path) -> Path:
    """A project with two outdated entries and one never accepted."""
    lay_over(
        project,
        {
            f"{FOLDER}/eins.md": f"---\n{HEAD}translated_from: 0123456789ab\n---\nEins.\n",
            f"{FOLDER}/zwei.md": f"---\r\n{HEAD}translated_from: 0123456789ab\r\n---\r\nZwei.\r\n",
            f"{FOLDER}/nie.md": f"---\n{HEAD}---\nNie.\n",
        },
    )
    return project


def changed(before: dict[str, bytes], project: Path) -> set[str]:
    after = tree(project / "content")
    return {path.rpartition("/")[2] for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def test_named_entries_are_accepted(stale: Path, run: Run) -> None:
    before = tree(stale / "content")
    done = run("--project", stale, "accept", "wuerfelkrieg/eins", f"{stale}/{FOLDER}/zwei.md", "wuerfelkrieg/nie")
    assert (done.status, done.out.split()) == (0, ["wuerfelkrieg/eins", "wuerfelkrieg/zwei", "wuerfelkrieg/nie"])
    assert changed(before, stale) == {"eins.md", "zwei.md", "nie.md"}
    library, findings = load(stale)
    assert all(library.entries[f"wuerfelkrieg/{name}"].translated_from == MARK for name in ("eins", "zwei", "nie"))
    assert not any(finding.location.path.endswith(("eins.md", "zwei.md", "nie.md")) for finding in findings)
    assert json.loads((stale / "build/english/wuerfelkrieg.json").read_text("utf-8"))[MARK] == ["Probe", "Do it.", ""]
    again = run("--project", stale, "accept", "wuerfelkrieg/eins")
    assert (again.status, again.out, "schon aktuell" in again.err) == (0, "", True)


def test_a_whole_system_is_accepted(stale: Path, run: Run) -> None:
    before = tree(stale / "content" / "murmeln")
    assert run("--project", stale, "accept", "--system", "wuerfelkrieg", "--all").status == 0
    library, _ = load(stale)
    assert not any(outdated(entry) for entry in library.system_entries("wuerfelkrieg"))
    assert tree(stale / "content" / "murmeln") == before


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["wuerfelkrieg/eins", "wuerfelkrieg/ains"], "Meintest du"),
        (["wuerfelkrieg/eins", "wuerfelkrieg/ohne"], "kein Englisch"),
        (["wuerfelkrieg/eins", "wuerfelkrieg/kaputt"], "kaputt.md"),
        (["wuerfelkrieg/eins", "wuerfelkrieg/block"], "nicht auf einer Zeile"),
        (["wuerfelkrieg/eins", "../../etc/passwd"], "gibt es nicht"),
        ([], "Nenne Einträge"),
        (["--all"], "Nenne Einträge"),
        (["--all", "--system", "gibtsnicht"], "gibtsnicht"),
        (["wuerfelkrieg/eins", "--all", "--system", "wuerfelkrieg"], "Nenne Einträge"),
    ],
)
def test_all_or_none(stale: Path, run: Run, names: list[str], said: str) -> None:
    """If one of the named texts cannot be marked, none is."""
    lay_over(
        stale,
        {
            f"{FOLDER}/ohne.md": "---\ntitle: Ohne\nkind: rule\n---\nO.\n",
            f"{FOLDER}/kaputt.md": f"---\n<<<<<<< HEAD\n{HEAD}=======\n>>>>>>> x\n---\nK.\n",
            f"{FOLDER}/block.md": f"---\n{HEAD}translated_from: >-\n  0123456789ab\n---\nB.\n",
        },
    )
    before = tree(stale / "content")
    done = run("--project", stale, "accept", *names)
    assert done.status == 2
    assert said in done.err
    assert tree(stale / "content") == before


@pytest.mark.skipif(os.name == "nt", reason="needs permissions as Unix has them")
def test_permissions_and_links_stay(stale: Path, run: Run) -> None:
    path = stale / FOLDER / "eins.md"
    path.chmod(0o640)
    assert run("--project", stale, "accept", "wuerfelkrieg/eins").status == 0
    assert path.stat().st_mode & 0o777 == 0o640
