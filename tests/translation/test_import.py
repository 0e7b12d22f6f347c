"""Imports: only changed fields are written, every other byte stays, doubtful units are findings, and no file is ever half-written."""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from nachschlag.generator import load
from nachschlag.generator.cli import main
from nachschlag.generator.commands._shared import desk
from nachschlag.generator.exchange.file_edit import edited
from nachschlag.generator.exchange.incoming import Change, Incoming
from nachschlag.generator.exchange.new_files import new_files
from nachschlag.generator.exchange.table import COLUMNS
from nachschlag.generator.exchange.units import Unit, normal, units
from nachschlag.generator.files.lock import locked
from nachschlag.generator.files.transaction import is_unfinished
from nachschlag.generator.files.yaml_edit import CannotEdit, scalar
from nachschlag.generator.model.values import Location

from tests.projects import ONE_SYSTEM, command, environment, lay_over, mini_project, repository_copy, tree
from tests.running import Run, killed, whole
from tests.tries import tries

from .conftest import OVERLAY, SPRUNG, SPRUNG_PATH

FORMS = ["po", "xliff"]
SUFFIX = {"po": "po", "xliff": "xlf"}


def exported(run: Run, project: Path, form: str = "po", *more: str) -> Path:
    """Export the project to a file outside it."""
    file = project.parent / f"export.{SUFFIX[form]}"
    assert run("--project", project, "export", "--format", form, "--out", file, *more).status == 0
    return file


def translated(file: Path, changes: dict[str, str]) -> None:
    """Put new German into an exported file, as a translator would."""
    if file.suffix == ".po":
        po = polib.pofile(str(file), wrapwidth=-1)
        for entry in po:
            if entry.msgctxt in changes:
                entry.msgstr = changes[entry.msgctxt]
        po.save()
        return
    text = file.read_text("utf-8")
    for context, new in changes.items():
        escaped = new.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
        start = text.index(f'name="{context}"')
        end = text.index("</unit>", start)
        unit = re.sub(r"(?s)<target>.*?</target>", "", text[start:end])
        text = text[:start] + unit.replace("</segment>", f"<target>{escaped}</target></segment>") + text[end:]
    file.write_text(text, "utf-8")


def differing(before: dict[str, bytes], after: dict[str, bytes]) -> dict[str, tuple[bytes, bytes]]:
    return {path: (before.get(path, b""), after.get(path, b"")) for path in before | after if before.get(path) != after.get(path)}


def _sprung_units() -> dict[str, Unit]:
    with tempfile.TemporaryDirectory() as folder:
        project = mini_project(Path(folder) / "projekt", OVERLAY)
        return {u.field: u for u in units(load(project)[0]) if u.id == "wuerfelkrieg/sprung"}


SPRUNG_UNITS = _sprung_units()


def importing(run: Run, project: Path, file: Path, *more: str) -> tuple[int, str, str, dict[str, tuple[bytes, bytes]]]:
    before = texts(project)
    said = run("--project", project, "import", file, *more)
    return said.status, said.out, said.err, differing(before, texts(project))


def texts(project: Path) -> dict[str, bytes]:
    """The project without what is kept in its build folder."""
    return {path: raw for path, raw in tree(project).items() if not path.startswith("build/")}


# -- nothing changed ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_without_edits_our_own_content_keeps_every_byte(run: Run, own: Path, form: str) -> None:
    before = tree(own)
    said = run("--project", own, "import", exported(run, own, form), "--fuzzy")
    assert (said.status, said.out) == (0, "")
    assert re.fullmatch(r"0 Felder in 0 Dateien geändert, \d{3,5} gleich\.\n", said.err)
    assert tree(own) == before


ODD = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\n\r\t:#\"'-[]{}|>\\ \xa0\x07"), max_size=60)


def odd_project(folder: Path, title: str, short: str, body: str, english: str) -> Path:
    project = mini_project(folder / "projekt")
    head = f"title: {scalar(title)}\ntitle_en: X\nkind: rule\nshort: {scalar(short)}\nshort_en: Y\n"
    (project / SPRUNG_PATH).write_bytes(f"---\n{head}---\n{body}".encode())
    (project / SPRUNG_PATH.replace(".md", ".en.md")).write_bytes(english.encode())
    return project


@given(title=ODD, short=ODD, body=ODD, english=ODD, form=st.sampled_from(FORMS))
@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_without_edits_any_text_keeps_every_byte(
    tmp_path_factory: pytest.TempPathFactory, title: str, short: str, body: str, english: str, form: str
) -> None:
    project = odd_project(tmp_path_factory.mktemp("beliebig"), title, short, body, english)
    file = project.parent / f"x.{SUFFIX[form]}"
    before = tree(project)
    assert main(["--project", str(project), "export", "--format", form, "--out", str(file)]) == 0
    assert main(["--project", str(project), "import", str(file)]) == 0
    assert tree(project) == before


@given(title=ODD, short=ODD, body=ODD, english=ODD)
@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_goes_out_well_formed(
    tmp_path_factory: pytest.TempPathFactory, title: str, short: str, body: str, english: str
) -> None:
    """Formats that are only exported hold any text, too."""
    project = odd_project(tmp_path_factory.mktemp("hinaus"), title, short, body, english)
    for form in ("tbx", "tmx", "csv"):
        file = project.parent / f"x.{form}"
        assert main(["--project", str(project), "export", "--format", form, "--out", str(file)]) == 0
        if form == "csv":
            with file.open(encoding="utf-8", newline="") as stream:
                assert {len(row) for row in csv.reader(stream)} == {len(COLUMNS)}
        else:
            assert len(etree.parse(file).getroot())


# -- one thing changed ----------------------------------------------------------------------------------------------------------------

SHORT = "wuerfelkrieg/sprung#short"

#: The old text, the translator's, and the expected text, all within the head of `sprung.md`.
STYLES = [
    ("short: Alt", "Neu", "short: Neu"),
    ("short: Alt  # warum", "Neu", "short: Neu  # warum"),
    ("short: 'Alt'", "Neu's", "short: 'Neu''s'"),
    ('short: "Alt"', 'Neu "x" \\', 'short: "Neu \\"x\\" \\\\"'),
    ("short: Alt", "Schritt 1: Neu", 'short: "Schritt 1: Neu"'),
    ("short: Alt", "Neu #1", 'short: "Neu #1"'),
    ("short: Alt", "- Neu", 'short: "- Neu"'),
    ("short: Alt", "12:30", 'short: "12:30"'),
    ("short: Alt", "no", 'short: "no"'),
    ("short: Alt", "null", 'short: "null"'),
    ("short: Alt", "~", 'short: "~"'),
    ("short: Alt", "2026-01-01", 'short: "2026-01-01"'),
    ("short: Alt", "0x1F", 'short: "0x1F"'),
    ("short: Alt", "[X]", 'short: "[X]"'),
    ("short: Alt", "„Neu“ – 2 W6", "short: „Neu“ – 2 W6"),
    ("short: Alt\n  und weiter", "Neu", "short: Neu"),
    ('short: "Alt\n  und weiter"', "Neu", 'short: "Neu"'),
    ("short: >-\n  Alt\n  und weiter", "Neu: #x", "short: >-\n  Neu: #x"),
    ("short: >-  # warum\n    Alt", "Neu", "short: >-  # warum\n    Neu"),
    ("short: |\n  Alt\n\n# danach", "Neu", "short: |\n  Neu\n\n# danach"),
    ("short: |+\n  Alt\n\n", "Neu", "short: |+\n  Neu\n\n"),
    ("short: >1-\n Alt", "Neu", 'short: "Neu"'),
    ("short:\n  Alt", "Neu", "short:\n  Neu"),
    ("short:", "Neu", "short: Neu"),
    ("short:  # warum", "Neu", "short: Neu  # warum"),
    ("short: ~", "Neu", "short: Neu"),
    ("short: ''", "Neu", "short: 'Neu'"),
    ("# Kommentar", "Neu", "# Kommentar"),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("before", "new", "after"), STYLES)
def test_values_keep_their_style(newline: str, before: str, new: str, after: str) -> None:
    frame = SPRUNG.replace("short: 'Springe in der Rollphase 3 Zoll weit.'   # noch ein Kommentar\n", "{}\n").replace(
        "\n", newline
    )
    insert = f"short: Neu{newline}" if before.startswith("#") else ""
    made = edited(frame.format(before.replace("\n", newline)), {SHORT: (SPRUNG_UNITS["short"], new)})
    assert made == frame.format(insert + after.replace("\n", newline))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("new", ["Neu: „x“ <&>", "12:30", "- Neu", "Neu # weit"])
def test_an_edited_value_is_the_only_change(run: Run, project: Path, form: str, new: str) -> None:
    file, written = exported(run, project, form), " ".join(new.split())
    translated(file, {SHORT: new})
    status, out, _, changed = importing(run, project, file)
    assert (status, out, list(changed)) == (0, f"{SPRUNG_PATH}: short\n", [SPRUNG_PATH])
    assert changed[SPRUNG_PATH][1].decode() == SPRUNG.replace("Springe in der Rollphase 3 Zoll weit.", written)
    assert load(project)[0].entries["wuerfelkrieg/sprung"].short == written


def test_a_long_text_is_folded_as_before(run: Run, project: Path) -> None:
    draft = re.sub(r"(?s)status: .*?(?=---)", "", SPRUNG)
    lay_over(
        project, {SPRUNG_PATH: draft.replace("'Springe in der Rollphase 3 Zoll weit.'   # noch ein Kommentar", ">-\n    Alt")}
    )
    new = " ".join(f"wort{n}" for n in range(22))
    file = exported(run, project)
    translated(file, {SHORT: new})
    assert run("--project", project, "import", file).status == 0
    lines = (project / SPRUNG_PATH).read_text("utf-8").partition("short: >-\n")[2].partition("\nshort_en")[0].split("\n")
    assert [len(line) <= 134 for line in lines] == [True, True]
    assert load(project)[0].entries["wuerfelkrieg/sprung"].short == new


#: The old body, the translator's, and the expected body.
BODIES = [
    ("Du springst.\n", "Du hüpfst.", "Du hüpfst.\n"),
    ("\n\nDu springst.\n\n\n", "Du hüpfst.", "\n\nDu hüpfst.\n\n\n"),
    ("Du springst.", "Du hüpfst.", "Du hüpfst."),
    ("a\r\nb\r\nc", "a\nx\nc", "a\r\nx\r\nc"),
    ("a\nb\r\nc\n", "a\nb\nx", "a\nb\r\nx\n"),
    ("a  \nu\u0308\nc\n", "a  \nü\nd", "a  \nu\u0308\nd\n"),
    ("a\nb\n", "a\n\n---\ntitle: x\n---\nb", "a\n\n---\ntitle: x\n---\nb\n"),
    ("a", "a\nb", "a\nb"),
    ("", "Neu.", "Neu.\n"),
    ("\n", "Neu.\nZwei.", "\nNeu.\nZwei.\n"),
    ("::: hinweis\nalt\n:::\n", "::: hinweis\nneu\n:::", "::: hinweis\nneu\n:::\n"),
]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("before", "new", "after"), BODIES)
def test_bodies_keep_what_stays(mark: str, before: str, new: str, after: str) -> None:
    head = mark + SPRUNG.partition("---\n\nDu")[0] + "---\n"
    unit = SPRUNG_UNITS["text"]
    assert edited(head + before, {unit.context: (unit, new)}) == head + after


@pytest.mark.parametrize("form", FORMS)
def test_an_edited_line_is_the_only_change(run: Run, project: Path, form: str) -> None:
    new = 'Du hüpfst.\n\n- weit\\hoch\n- "tief"\n\nEnde\tmit Tab'
    file = exported(run, project, form)
    translated(file, {"wuerfelkrieg/sprung#text": new})
    status, out, _, changed = importing(run, project, file)
    assert (status, out, list(changed)) == (0, f"{SPRUNG_PATH}: text\n", [SPRUNG_PATH])
    assert changed[SPRUNG_PATH][1].decode() == SPRUNG.replace("Du springst.", "Du hüpfst.")


def test_a_head_without_an_end_of_line_gets_a_body(run: Run, project: Path) -> None:
    path = project / SPRUNG_PATH
    path.write_bytes((SPRUNG.partition("---\n\nDu")[0] + "---").encode())
    file = exported(run, project)
    translated(file, {"wuerfelkrieg/sprung#text": "Neu."})
    assert run("--project", project, "import", file).status == 0
    assert path.read_text("utf-8").endswith("\n---\nNeu.\n")


#: Context, new German, file, old piece, new piece.
PLACES = [
    ("wuerfelkrieg#parts.zauberei.title", "Magie", "content/wuerfelkrieg/system.yaml", "title: Zauberei\n", "title: Magie\n"),
    (
        "wuerfelkrieg#phases.rollphase.title",
        "Rollen",
        "content/wuerfelkrieg/system.yaml",
        "title: Rollphase\n",
        "title: Rollen\n",
    ),
    ("wuerfelkrieg/glossar/becher#title", "BECHER", "glossary/wuerfelkrieg.yaml", "{title: Becher,", "{title: BECHER,"),
    ("wuerfelkrieg/glossar/wuerfel#title", "Wuerfel", "glossary/wuerfelkrieg.yaml", "- title: Würfel\n", "- title: Wuerfel\n"),
    ("begriffe/angriff#title", "Attacke, die", "glossary/concepts.yaml", "title: Angriff\n", "title: Attacke, die\n"),
    (
        "wuerfelkrieg/kaempfen#title",
        "Prügeln",
        "content/wuerfelkrieg/grundregeln/kaempfen.md",
        "title: Kämpfen\n",
        "title: Prügeln\n",
    ),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("context", "new", "path", "old", "made"), PLACES)
def test_every_kind_of_file(run: Run, project: Path, form: str, context: str, new: str, path: str, old: str, made: str) -> None:
    before = texts(project)
    file = exported(run, project, form)
    translated(file, {context: new})
    assert run("--project", project, "import", file).status == 0
    changed = differing(before, texts(project))
    assert list(changed) == [path]
    assert changed[path][1].decode() == changed[path][0].decode().replace(old, made, 1)


def test_a_comma_in_braces_is_quoted(project: Path) -> None:
    unit = next(u for u in units(load(project)[0]) if u.context == "wuerfelkrieg/glossar/becher#title")
    text = (project / "glossary/wuerfelkrieg.yaml").read_text("utf-8")
    assert edited(text, {unit.context: (unit, "Becher, der")}) == text.replace(
        "title: Becher,", 'id: becher, title: "Becher, der",'
    )


VALUES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Co"]) | st.sampled_from(":#\"'-[]{}|>\\ ,&*!%@`?~\xa0"), max_size=30
)
FRAMES = [
    "short: {}",
    "short: '{}'",
    'short: "{}"',
    "short: >-\n  {}",
    "short: |\n   {}\n\n",
    "short: alt\n  {}",
    "{{short: {}, x: y}}",
]


@given(VALUES.filter(lambda text: normal("short", text)), st.sampled_from(FRAMES), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=tries(400), deadline=None)
def test_any_value_in_any_style(value: str, style: str, newline: str) -> None:
    unit = SPRUNG_UNITS["short"]
    before = (
        f"---\n# Kommentar\n{style.format('alt')}\n{'kind: rule' if not style.startswith('{') else ''}\n---\nKörper\n".replace(
            "\n", newline
        )
    )
    try:
        after = edited(before, {unit.context: (unit, " ".join(value.split()))})
    except CannotEdit:
        assert re.search("[\ufffe\uffff]|\\S\\s*\ufeff", value) or "{" in style or not value.isprintable()
        return
    head, _, rest = after.partition("---" + newline + "Körper")
    assert rest == newline
    assert head.startswith(f"---{newline}# Kommentar{newline}")


@given(
    st.lists(st.sampled_from(["a", "b", "", "- c", "::: x"]), max_size=8),
    st.lists(st.sampled_from(["a", "b", "", "- c"]), max_size=8),
)
@settings(max_examples=tries(300), deadline=None)
def test_any_body_to_any_body(old: list[str], new: list[str]) -> None:
    unit = SPRUNG_UNITS["text"]
    wanted = normal("text", "\n".join(new))
    head = "---\ntitle: x\n---\n"
    if wanted:
        after = edited(head + "\n".join(old), {unit.context: (unit, wanted)})
        assert after.startswith(head)
        assert normal("text", after.removeprefix(head)) == wanted


# -- doubt ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_conflict_is_reported_and_skipped_and_the_rest_goes_in(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    translated(file, {SHORT: "Von der Übersetzerin.", "wuerfelkrieg/sprung#title": "Hüpfer"})
    lay_over(project, {SPRUNG_PATH: SPRUNG.replace("Springe in der Rollphase", "Hüpfe in der Rollphase")})
    status, out, err, changed = importing(run, project, file)
    assert status == 1
    assert re.search(rf"{file.name}:\d+:1: Fehler U003: „{SHORT}“ .*„Von der Übersetzerin\.“", out)
    assert f"Vergleiche mit {SPRUNG_PATH}:9:8" in out
    ((_, after),) = changed.values()
    assert "Hüpfe in der Rollphase" in after.decode()
    assert "title: Hüpfer\n" in after.decode()
    assert "1 Feld in 1 Datei geändert" in err


def test_the_same_change_on_both_sides_is_no_conflict(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {SHORT: "Springe weit."})
    lay_over(project, {SPRUNG_PATH: SPRUNG.replace("Springe in der Rollphase 3 Zoll weit.", "Springe weit.")})
    assert importing(run, project, file)[0] == 0


@pytest.mark.parametrize("form", FORMS)
def test_twice_is_once(run: Run, project: Path, form: str) -> None:
    """Importing a file again changes nothing."""
    file = exported(run, project, form)
    translated(file, {SHORT: "Springe\xa0weit.", "wuerfelkrieg/sprung#text": "Kurz."})
    assert len(importing(run, project, file)[3]) == 1
    assert "Springe\xa0weit." in (project / SPRUNG_PATH).read_text("utf-8")
    assert importing(run, project, file)[::3] == (0, {})


def test_two_files_of_one_export_that_contradict_are_told(run: Run, project: Path) -> None:
    """The second replaces what the first wrote, and says what that was."""
    first = exported(run, project)
    second = project.parent / "anders.po"
    second.write_bytes(first.read_bytes())
    translated(first, {SHORT: "Springe weit."})
    translated(second, {SHORT: "Spring hoch."})
    assert "früherer Import" not in importing(run, project, first)[1]
    assert "short ersetzt, was ein früherer Import schrieb: Springe weit." in importing(run, project, second)[1]


def test_an_error_that_the_import_brings_is_its_status(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {"wuerfelkrieg/sprung#text": "::: beispiel\nKurz."})
    status, _, err, changed = importing(run, project, file)
    assert (status, list(changed)) == (1, [SPRUNG_PATH])
    assert "Fehler T003" in err


def test_renamed_ids_follow(run: Run, project: Path) -> None:
    file = exported(run, project)
    file.write_text(file.read_text("utf-8").replace("wuerfelkrieg/wuerfelsturm#", "wuerfelkrieg/hagel#"), "utf-8")
    translated(file, {"wuerfelkrieg/hagel#title": "Hagelsturm (X)"})
    status, _, _, changed = importing(run, project, file)
    assert status == 0
    assert list(changed) == ["content/wuerfelkrieg/grundregeln/wuerfelsturm.md"]


#: The change to the PO file, the resulting code, and words of its message.
DOUBTS = [
    (f'"{SHORT}"', '"wuerfelkrieg/sprungg#short"', "U002", "sprungg#short“ gibt es hier nicht"),
    (f'"{SHORT}"', '"wuerfelkrieg/sprung#shorts"', "U002", "Meintest du „wuerfelkrieg/sprung#short“"),
    (f'"{SHORT}"', '"wuerfelkrieg/mogeln#short"', "U002", "gibt es hier nicht"),
    (f'"{SHORT}"', '"wuerfelkrieg/patt#short"', "U002", "gibt es hier nicht"),  # a section has no short rule of its own
    (f'"{SHORT}"', '"wuerfelkrieg/sprung#title"', "U004", "zweimal"),
    ("Springe in der Rollphase 3 Zoll weit.", "x" * 161, "U006", "161 Zeichen, erlaubt sind 160"),
    ("Springe in der Rollphase 3 Zoll weit.", "x\\x07", "U006", "U+0007"),
    ("Springe in der Rollphase 3 Zoll weit.", "x\uffff", "U006", "bleibt, wie es ist"),
    ('msgstr "Becher"', 'msgstr "…"', "U006", "Buchstaben oder Ziffern"),
    ("Springe in der Rollphase 3 Zoll weit.", "<<<<<<< HEAD\\nWeit.\\n=======\\nNah.\\n", "U006", "Konfliktmarke „<<<<<<< HEAD“"),
    ("Springe in der Rollphase 3 Zoll weit.", "Weit.\\n>>>>>>> zweig", "U006", "Konfliktmarke „>>>>>>> zweig“"),
    ("Springe in der Rollphase 3 Zoll weit.", "Springe <b>weit</b>.", "U006", "„<b>“"),
    ("Springe in der Rollphase 3 Zoll weit.", "Springe [weit](javascript:alert(1)).", "U006", "„javascript:alert(1“"),
    ('msgstr "Becher"', 'msgstr "<i>Becher</i>"', "U006", "„<i>“"),
]


@pytest.mark.parametrize(("old", "new", "code", "message"), DOUBTS)
def test_doubt_changes_nothing(run: Run, project: Path, old: str, new: str, code: str, message: str) -> None:
    file = exported(run, project)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    status, out, _, changed = importing(run, project, file)
    assert (status, changed) == (1, {})
    assert re.search(rf"{file.name}:\d+:1: Fehler {code}: ", out)
    assert message in out


@pytest.mark.parametrize("form", FORMS)
def test_the_marks_of_a_conflict_stay_out_and_the_rest_comes_in(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    conflict = "Erst.\n\n<<<<<<< HEAD\nWeit.\n||||||| vorher\nSo.\n=======\nNah.\n>>>>>>> zweig"
    translated(file, {"wuerfelkrieg/sprung#text": conflict, SHORT: "Springe weiter."})
    status, out, _, changed = importing(run, project, file)
    assert (status, list(changed)) == (1, [SPRUNG_PATH])
    assert "U006: „wuerfelkrieg/sprung#text“ bleibt, wie es ist" in out
    assert "Entscheide dich" in out
    written = (project / SPRUNG_PATH).read_text("utf-8")
    assert "Springe weiter." in written
    assert "<<<<<<<" not in written


@pytest.mark.parametrize("form", FORMS)
def test_a_file_with_a_conflict_of_its_own_is_refused(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    lines = file.read_text("utf-8").split("\n")
    file.write_text(
        "\n".join([*lines[:9], "<<<<<<< HEAD", *lines[9:12], "=======", *lines[9:12], ">>>>>>> zweig", *lines[12:]]), "utf-8"
    )
    status, out, err, changed = importing(run, project, file)
    assert (status, out, changed) == (2, "", {})
    assert f"{file.name}:10:1: " in err
    assert "Konfliktmarke „<<<<<<< HEAD“" in err
    assert "Entscheide dich" in err


def test_a_lost_stamp_is_doubtful(run: Run, project: Path) -> None:
    file = exported(run, project)
    file.write_text(re.sub(r"#\. Stand: .*\n", "", file.read_text("utf-8")), "utf-8")
    assert importing(run, project, file)[0] == 0
    translated(file, {SHORT: "Neu."})
    status, out, _, changed = importing(run, project, file)
    assert (status, changed) == (1, {})
    assert "U005" in out


def test_changed_english_is_reported(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {SHORT: "Neu."})
    lay_over(project, {SPRUNG_PATH: SPRUNG.replace("Leap 3 inches", "Leap 4 inches")})
    status, out, _, changed = importing(run, project, file)
    assert (status, list(changed)) == (1, [SPRUNG_PATH])
    assert "Warnung U007" in out


@pytest.mark.parametrize("form", FORMS)
def test_empty_and_unfinished_units_are_skipped_and_reported(run: Run, project: Path, form: str) -> None:
    file = exported(run, project, form)
    if form == "po":
        translated(file, {SHORT: "", "wuerfelkrieg/alt#short": "Jetzt so."})
    else:
        text = file.read_text("utf-8").replace("<target>Springe in der Rollphase 3 Zoll weit.</target>", "<target/>")
        file.write_text(text.replace("<target>Früher so.</target>", "<target>Jetzt so.</target>"), "utf-8")
    status, out, err, changed = importing(run, project, file)
    assert (status, out, changed) == (0, "", {})
    assert "3 ohne Übersetzung übergangen, 1 unfertige übergangen (--fuzzy nimmt sie)." in err
    assert list(importing(run, project, file, "--fuzzy")[3]) == ["content/wuerfelkrieg/grundregeln/alt.md"]


def test_marks_of_the_file_change_no_status(run: Run, project: Path) -> None:
    file = exported(run, project, "xliff")
    translated(file, {"wuerfelkrieg/zaubern#title": "Hexen"})
    file.write_text(file.read_text("utf-8").replace('state="translated"', 'state="final"'), "utf-8")
    before = load(project)[0].entries["wuerfelkrieg/zaubern"]
    assert importing(run, project, file)[0] == 0
    after = load(project)[0].entries["wuerfelkrieg/zaubern"]
    assert (before.status, before.title, after.status, after.title) == ("entwurf", "Zaubern", "entwurf", "Hexen")


def test_a_dry_run_shows_and_changes_nothing(run: Run, project: Path) -> None:
    file = exported(run, project)
    translated(file, {SHORT: "Neu."})
    status, out, err, changed = importing(run, project, file, "--dry-run")
    assert (status, changed) == (0, {})
    assert out == f"{SPRUNG_PATH}:9:8: short\n  - Springe in der Rollphase 3 Zoll weit.\n  + Neu.\n"
    assert err.startswith("1 Feld in 1 Datei zu ändern")


#: Name and content of an invalid file, and words of the resulting line.
UNUSABLE: list[tuple[str, bytes, str]] = [
    ("fremd.po", b'msgid ""\nmsgstr ""\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Auf"\n', "gehört zu diesem Projekt"),
    ("leer.po", b"", "leer.po:1:1: Die Datei enthält keinen einzigen PO-Eintrag"),
    (
        "latin.po",
        'msgctxt "a"\nmsgid "x"\nmsgstr "Käse"\n'.encode("latin-1"),
        "latin.po:3:1: Die Datei ist nicht UTF-8: Byte 0xe4 passt nicht. Speichere sie als UTF-8.",
    ),
    (
        "halb.xlf",
        b'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0">\n<file',
        "halb.xlf:2:1: Das XML ist fehlerhaft oder abgeschnitten",
    ),
    ("bombe.xlf", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "DOCTYPE"),
    ("x.txt", b"", "--format po oder --format xliff"),
    ("x.csv", b"", "kommt nichts zurück: Importieren lassen sich nur PO und XLIFF"),
]


@pytest.mark.parametrize(("name", "raw", "message"), UNUSABLE)
def test_unusable_files_are_one_line(run: Run, project: Path, name: str, raw: bytes, message: str) -> None:
    file = project.parent / name
    file.write_bytes(raw)
    status, out, err, changed = importing(run, project, file)
    assert (status, out, changed) == (2, "", {})
    assert message in err
    assert len(err.splitlines()) == 1
    assert run("--project", project, "import", project.parent / "nirgends.po").status == 2


@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("form", FORMS)
def test_a_truncated_export_changes_nothing(run: Run, project: Path, form: str, share: float) -> None:
    file = exported(run, project, form)
    translated(file, {"wuerfelkrieg#parts.grundregeln.title": "Neu"})
    raw = file.read_bytes()
    file.write_bytes(raw[: raw.rindex(b"msgid" if form == "po" else b"<segment", 0, int(len(raw) * share)) + 9])
    status, _, _, changed = importing(run, project, file)
    assert (status, changed) == (2, {})


@pytest.mark.parametrize("form", ["xliff", "tmx", "tbx"])
def test_a_system_without_english_has_nothing_to_translate(run: Run, project: Path, form: str) -> None:
    said = run("--project", project, "export", "--format", form, "--system", "murmeln")
    assert (said.status, said.out) == (2, "")
    assert "--format csv" in said.err
    for with_bodies in ("csv", "po"):
        said = run("--project", project, "export", "--format", with_bodies, "--system", "murmeln")
        assert said.status == 0
        assert "murmeln/schnipsen" in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "tbx", "--dialect", "excel"], "„excel“ gibt es für tbx nicht (möglich: martif, tbx2019)"),
        (["--format", "po", "--dialect", "excel"], "Lass --dialect weg"),
    ],
)
def test_wrong_dialects(run: Run, project: Path, arguments: list[str], message: str) -> None:
    """A dialect that a format does not have is refused."""
    said = run("--project", project, "export", *arguments)
    assert (said.status, said.out) == (2, "")
    assert message in said.err


def test_private_systems_stay(run: Run, project: Path) -> None:
    system = project / "content/wuerfelkrieg/system.yaml"
    system.write_text(system.read_text("utf-8").replace("status: own-words", "status: private"), "utf-8")
    for form in ("po", "xliff", "tmx", "tbx", "csv", "ndjson"):
        said = run("--project", project, "export", "--format", form)
        assert (said.status, said.out) == (2, "")
        assert run("--project", project, "export", "--format", form, "--private", "--out", project / "x").status == 2


def test_ndjson_is_the_json_line_by_line(run: Run, project: Path) -> None:
    whole_ = json.loads(run("--project", project, "export").out)
    lines = [json.loads(line) for line in run("--project", project, "export", "--format", "ndjson").out.splitlines()]
    expected = [
        {"type": name[:-1].replace("entrie", "entry"), **one} for name in ("entries", "terms", "concepts") for one in whole_[name]
    ]
    assert lines == expected


# -- others, and interruptions --------------------------------------------------------------------------------------------------------


def test_a_changed_file_is_doubtful(project: Path) -> None:
    unit = SPRUNG_UNITS["short"]
    for broken in (b"kein Kopf", b"---\nshort: [offen\n---\n", b"---\nshort: [a, b]\n---\n", b"\xff", None):
        path = project / SPRUNG_PATH
        path.unlink() if broken is None else path.write_bytes(broken)
        incoming = Incoming(changes=[Change(unit, "Neu.", Location("x.po", 7))])
        assert new_files(project, incoming) == []
        assert [(f.code, str(f.location)) for f in incoming.findings] == [("U006", "x.po:7:1")]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], dict[str, bytes], Path]:
    """A project of a few dozen entries, its tree before and after an import that changes them all, and the file to import."""
    root = tmp_path_factory.mktemp("viele")
    project = repository_copy(root / "projekt", systems=ONE_SYSTEM)
    before = texts(project)
    file = root / "alle.po"
    assert main(["--project", str(project), "export", "--format", "po", "--out", str(file)]) == 0
    text = re.sub(r'(msgctxt "[^"]*#short"\nmsgid .*\nmsgstr ")', r"\1Neu! ", file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    main(["--project", str(project), "import", str(file)])
    after = texts(project)
    assert len(differing(before, after)) > 20
    return project, before, after, file


def reset(project: Path, before: dict[str, bytes]) -> None:
    for path in tree(project).keys() - before:
        (project / path).unlink()
    lay_over(project, dict(before))


@pytest.mark.parametrize(("when", "count", "waits"), [("before", 1, False), ("after", 1, False), ("before", 12, True)])
def test_killed_at_any_time_all_or_nothing_is_imported(
    run: Run, many: tuple[Path, dict[str, bytes], dict[str, bytes], Path], when: str, count: int, waits: bool
) -> None:
    project, before, after, file = many
    reset(project, before)
    assert killed(when, count, "--project", project, "import", file).returncode == -signal.SIGKILL
    assert is_unfinished(desk(project)) == waits
    assert waits or whole(texts(project)) == before
    assert run("--project", project, "move").status == (0 if waits else 2)
    assert whole(texts(project)) == (after if waits else before)
    run("--project", project, "import", file)
    assert whole(texts(project)) == after


def test_one_import_at_a_time(run: Run, project: Path) -> None:
    file = exported(run, project)
    with locked(desk(project), ""):
        assert "ändert gerade schon ein anderer Aufruf" in run("--project", project, "import", file).line
        assert run("--project", project, "import", "--dry-run", file).status == 0


def test_a_full_disk_imports_nothing(many: tuple[Path, dict[str, bytes], dict[str, bytes], Path]) -> None:
    """Files over a limit cannot be written: as on a full disk, one of many fails, and the command ends with one line."""
    project, before, after, file = many
    reset(project, before)
    limit = sorted(len(raw) for path, (_, raw) in differing(before, after).items())[-3]

    def small_files_only() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        command("--project", project, "import", file),
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),  # bytecode cut short would break every later run
        preexec_fn=small_files_only,
    )
    assert done.returncode == 2
    assert "Nichts wurde geändert." in done.stderr
    assert texts(project) == before
    assert os.path.commonpath([project, file]) == str(project.parent)
