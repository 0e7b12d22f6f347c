"""The tree of PO files for Weblate: its files, what its units tell the checks there, and the way back by paragraph."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.exchange.paragraphs import kept_numbers, paragraphs, with_paragraphs
from nachschlag.generator.exchange.weblate import placeholders
from translate.storage import po as toolkit

from tests.projects import lay_over, tree
from tests.running import Run

RULES = "content/wuerfelkrieg/grundregeln"
PATH = f"{RULES}/lauf.md"
HEAD = """\
---
title: Lauf
title_en: Run
kind: rule
order: 950
short: Lauf 6" weit, siehe [[wurf]].
short_en: Run 6", see [[wurf]].
---
"""
BODY = 'Eins bleibt hier.\n\n::: beispiel\nZwei läuft 6" weit.\nUnd zurück.\n:::\n\n## Weiter\n\n- drei\n- vier\n\nEins bleibt hier.\n'


@pytest.fixture
def game(project: Path) -> Path:
    lay_over(project, {PATH: HEAD + BODY})
    return project


def exported(run: Run, project: Path, name: str = "weblate") -> Path:
    folder = project.parent / name
    assert run("--project", project, "export", "--format", "po", "--layout", "weblate", "--out", folder).status == 0
    return folder


def rules(folder: Path) -> polib.POFile:
    return polib.pofile(str(folder / "wuerfelkrieg/grundregeln/de.po"), wrapwidth=-1)


def unit(folder: Path, context: str) -> polib.POEntry:
    (found,) = (one for one in rules(folder) if one.msgctxt == context)
    return found


def translated(folder: Path, changes: dict[str, str]) -> None:
    file = rules(folder)
    for one in file:
        one.msgstr = changes.pop(one.msgctxt, one.msgstr)
    assert not changes
    file.save()


def numbered(folder: Path, id_: str = "wuerfelkrieg/lauf") -> dict[str, str]:
    """The paragraphs of an entry: number → German."""
    start = f"{id_}#text."
    return {one.msgctxt.removeprefix(start): one.msgstr for one in rules(folder) if one.msgctxt.startswith(start)}


def body(project: Path) -> str:
    return (project / PATH).read_bytes().decode().removeprefix(HEAD)


# -- what is in it --------------------------------------------------------------------------------------------------------------------


def test_a_component_is_a_folder_with_german_and_a_template(run: Run, game: Path) -> None:
    files = tree(exported(run, game))
    assert {path.rpartition("/")[2] for path in files} == {"de.po", "vorlage.pot"}
    folders = {path.rpartition("/")[0] for path in files}
    assert {"wuerfelkrieg/grundregeln", "wuerfelkrieg/glossar", "wuerfelkrieg/teile-und-phasen", "alle/begriffe"} <= folders
    assert len(files) == 2 * len(folders)
    for folder in folders:
        german, template = (polib.pofile(files[f"{folder}/{name}"].decode()) for name in ("de.po", "vorlage.pot"))
        assert [(one.msgctxt, one.msgid, one.flags) for one in template] == [
            (one.msgctxt, one.msgid, [flag for flag in one.flags if flag != "fuzzy"]) for one in german
        ]
        assert not any(one.msgstr for one in template)


def test_a_paragraph_is_a_unit(run: Run, game: Path) -> None:
    expected = ["Eins bleibt hier.", 'Zwei läuft 6" weit.\nUnd zurück.', "## Weiter", "- drei\n- vier", "Eins bleibt hier."]
    assert numbered(exported(run, game)) == {str(at): text for at, text in enumerate(expected, 1)}


def test_units_tell_what_to_keep(run: Run, game: Path) -> None:
    folder = exported(run, game)
    short = unit(folder, "wuerfelkrieg/lauf#short")
    assert short.flags == ["max-length:160", r'placeholders:"[[wurf":"6\""']
    assert "Seite: /wuerfelkrieg/lauf/" in short.comment
    assert "Ort: Würfelkrieg · Grundregeln · Regel" in short.comment
    piece = unit(folder, "wuerfelkrieg/lauf#text.2")
    assert (piece.msgid, piece.flags) == (piece.msgstr, ["md-text", "ignore-same", r'placeholders:"6\""'])
    assert 'Kurzregel: Lauf 6" weit' in piece.comment
    assert "Original: Hier gibt es kein Englisch" in piece.comment
    assert piece.occurrences == [(PATH, "12")]


def test_paragraphs_stand_beside_their_english(run: Run, game: Path) -> None:
    lay_over(game, {f"{RULES}/lauf.en.md": "One.\n\n::: beispiel\nTwo.\n:::\n\n## On\n\n- three\n\nOne.\n"})
    folder = exported(run, game)
    assert [one.msgid for one in rules(folder) if "lauf#text" in one.msgctxt] == ["One.", "Two.", "## On", "- three", "One."]
    lay_over(game, {f"{RULES}/lauf.en.md": "One and two.\n"})
    assert numbered(exported(run, game, "anders")) == {}
    assert unit(exported(run, game, "anders"), "wuerfelkrieg/lauf#text").msgid == "One and two."


def test_the_toolkit_reads_and_saves_it_and_nothing_changes(run: Run, game: Path) -> None:
    folder, before = exported(run, game), tree(game)
    for file in folder.rglob("de.po"):
        store = toolkit.pofile.parsefile(str(file))
        assert all(one.source for one in store.units[1:])
        store.save()
    said = run("--project", game, "import", folder)
    assert (said.status, said.out) == (0, "")
    assert {path: raw for path, raw in tree(game).items() if not path.startswith("build/")} == before


@pytest.mark.parametrize(
    ("source", "target", "kept"),
    [
        ('Move 6".', 'Bewege 6".', ['6"']),
        ('Move 6".', "", ['6"']),
        ("Roll 2 dice on 4+.", "Wirf zwei Würfel auf 4+.", ["4+"]),
        ("1 or 10 or 1.5", "10 oder 1.5 oder 1", ["1.5", "10", "1"]),
        ("See [[angst|Fear]].", "Siehe [[angst|Angst]].", ["[[angst"]),
        ("5 cm und 50 % und 8 Zoll", "5 cm und 50 % und 8 Zoll", ["8 Zoll", "5 cm", "50 %"]),
        ("6 inches", "6 Zoll", ["6"]),
        ("None", "Keine 3", []),
    ],
)
def test_what_every_translation_keeps(source: str, target: str, kept: list[str]) -> None:
    assert placeholders(source, target) == kept


def seconds(work: Callable[[], object]) -> float:
    """The processor time of some work: the least of three runs."""

    def once() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(3))


def sentences(count: int, last: str) -> list[str]:
    return [f'Wort{n} und Wort{n * 7} ziehen {n}" weit, sagt [[regel-{n}]] {last}.' for n in range(count)]


@pytest.mark.parametrize(
    "work",
    [
        lambda n: placeholders(" ".join(sentences(n, "a")), " ".join(sentences(n, "b"))),
        lambda n: kept_numbers(
            [(one + 1, frozenset()) for one in range(n)],
            sentences(n, "jetzt"),
            [*sentences(n, "später")[n // 2 :], "Neu.", "Neuer."],
        ),
    ],
    ids=["placeholders", "numbers"],
)
def test_a_long_body_takes_no_more_than_its_length(work: Callable[[int], object]) -> None:
    assert seconds(lambda: work(800)) < 8 * seconds(lambda: work(200)) + 0.02


def test_what_is_no_more_leaves_the_tree(run: Run, game: Path) -> None:
    folder = exported(run, game)
    theirs = folder / "wuerfelkrieg/zauberei/de.po"
    lay_over(folder, {"wuerfelkrieg/weg/de.po": (folder / "wuerfelkrieg/grundregeln/de.po").read_bytes()})
    lay_over(folder, {"wuerfelkrieg/weg/vorlage.pot": b"", "wuerfelkrieg/weg/fr.po": b"", "aos/weg/de.po": b""})
    lay_over(
        folder, {"buch/regeln/de.po": (folder / "wuerfelkrieg/grundregeln/de.po").read_bytes()}
    )  # of a system not loaded today
    lay_over(folder, {"wuerfelkrieg/zauberei/de.po": b'msgid ""\nmsgstr "X-Generator: Poedit\\n"\n'})
    said = run("--project", game, "export", "--format", "po", "--layout", "weblate", "--system", "wuerfelkrieg", "--out", folder)
    assert "Gelöscht, weil nicht mehr gebraucht: 2 Dateien.\n" in said.err
    assert [path.name for path in (folder / "wuerfelkrieg/weg").iterdir()] == ["fr.po"]
    assert theirs.exists()
    assert (folder / "aos/weg/de.po").exists()
    assert "Gelöscht" not in run("--project", game, "export", "--format", "po", "--layout", "weblate", "--out", folder).err
    assert (folder / "buch/regeln/de.po").exists()


# -- and back -------------------------------------------------------------------------------------------------------------------------


def test_without_edits_our_own_content_keeps_every_byte(run: Run, own: Path) -> None:
    before = tree(own)
    said = run("--project", own, "import", exported(run, own), "--fuzzy")
    assert (said.status, said.out) == (0, "")
    assert re.fullmatch(r"0 Felder in 0 Dateien geändert, \d{3,5} gleich\.\n", said.err)
    assert tree(own) == before


LINES = st.sampled_from(
    ["", "a", "b", "- c", "## d", "::: beispiel", ":::", "```", "  ", "| x | y |", "  e", "a", "\xa0", "# ", "````", "::: bild x"]
)


@given(st.lists(LINES, max_size=14), st.lists(st.sampled_from(["neu", "neu\n\nnoch eins", "## neu"]), max_size=6))
@settings(max_examples=300, deadline=None)
def test_paragraphs_are_exactly_their_lines(lines: list[str], new: list[str]) -> None:
    text = "\n".join(lines)
    found = paragraphs(text)
    assert with_paragraphs(text, {at: one.text for at, one in enumerate(found)}) == text
    changes = dict(list(enumerate(new))[: len(found)])
    kept, at = text.split("\n"), with_paragraphs(text, changes).split("\n")
    for index, one in reversed(list(enumerate(found))):
        if index in changes:
            kept[one.start : one.end] = changes[index].split("\n")
    assert at == kept


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_changed_unit_changes_its_paragraph_alone(run: Run, game: Path, newline: str) -> None:
    (game / PATH).write_bytes((HEAD + BODY).replace("\n", newline).encode())
    folder = exported(run, game)
    translated(folder, {"wuerfelkrieg/lauf#text.2": 'Zwei rennt 6" weit.\nUnd zurück.', "wuerfelkrieg/lauf#text.5": "Ende."})
    said = run("--project", game, "import", folder)
    assert (said.status, said.out) == (0, f"{PATH}: text.2, text.5\n")
    expected = BODY.replace("läuft", "rennt").replace("- vier\n\nEins bleibt hier.", "- vier\n\nEnde.")
    assert (game / PATH).read_bytes().decode() == (HEAD + expected).replace("\n", newline)


def test_paragraphs_are_found_wherever_they_are_now(run: Run, game: Path) -> None:
    folder = exported(run, game)
    translated(folder, {"wuerfelkrieg/lauf#text.4": "- drei\n- fünf", "wuerfelkrieg/lauf#text.3": "## Anders"})
    lay_over(
        game,
        {
            PATH: HEAD
            + "- drei\n- vier\n\nNeu.\n\n## Später\n\n"
            + BODY.replace("\n- drei\n- vier\n", "").replace("## Weiter\n", "")
        },
    )
    said = run("--project", game, "import", folder)
    assert "- drei\n- fünf\n\nNeu.\n" in body(game)
    assert "„wuerfelkrieg/lauf#text.3“ hat sich hier seit dem Export geändert" in said.out
    assert "## Später" in body(game)
    assert said.status == 1


def test_an_import_again_is_no_conflict(run: Run, game: Path) -> None:
    folder = exported(run, game)
    translated(folder, {"wuerfelkrieg/lauf#text.1": "Eins.\n\nUnd noch eins.", "wuerfelkrieg/lauf#text.4": "- drei"})
    assert run("--project", game, "import", folder).status == 0
    after = body(game)
    assert after.startswith("Eins.\n\nUnd noch eins.\n\n::: beispiel")
    again = run("--project", game, "import", folder)
    assert (again.status, again.out, body(game)) == (0, "", after)
    translated(folder, {"wuerfelkrieg/lauf#text.4": "- vier"})
    assert run("--project", game, "import", folder).status == 0
    assert "- vier\n" in body(game)


def test_what_was_not_translated_is_no_conflict(run: Run, game: Path) -> None:
    folder = exported(run, game)
    lay_over(game, {PATH: HEAD.replace("weit", "fern") + BODY.replace("bleibt", "liegt")})
    said = run("--project", game, "import", folder)
    assert (said.status, said.out) == (0, "")


def test_numbers_stay_through_edits(run: Run, game: Path) -> None:
    folder = exported(run, game)
    edited = "Davor.\n\n" + BODY.replace("Und zurück.", "Und wieder zurück.").replace("## Weiter\n\n", "") + "\nDanach.\n"
    lay_over(game, {PATH: HEAD + edited})
    assert numbered(exported(run, game)) == {
        "6": "Davor.",
        "1": "Eins bleibt hier.",
        "2": 'Zwei läuft 6" weit.\nUnd wieder zurück.',
        "4": "- drei\n- vier",
        "5": "Eins bleibt hier.",
        "7": "Danach.",
    }
    translated(folder, {"wuerfelkrieg/lauf#text.4": "- acht", "wuerfelkrieg/lauf#text.6": "Vorher."})
    assert run("--project", game, "import", folder).status == 0
    kept = numbered(exported(run, game))
    assert (kept["4"], kept["6"], kept["2"]) == ("- acht", "Vorher.", 'Zwei läuft 6" weit.\nUnd wieder zurück.')


@pytest.mark.parametrize("highest", [1, 999_998, 999_999])
def test_every_paragraph_gets_a_number_of_its_own(highest: int) -> None:
    numbers = kept_numbers([(2, frozenset()), (highest, frozenset())], ["Alt.", "Älter."], ["A", "B", "C", "D"])
    assert len(set(numbers)) == 4
    assert max(numbers) < 1_000_000


def test_one_file_carries_whole_bodies(run: Run, game: Path) -> None:
    file = game.parent / "x.po"
    assert run("--project", game, "export", "--format", "po", "--out", file).status == 0
    text = file.read_text("utf-8")
    assert 'msgctxt "wuerfelkrieg/lauf#text"\n' in text
    file.write_text(text.replace('msgstr ""\n"Eins bleibt', 'msgstr ""\n"Nichts bleibt'), "utf-8")
    said = run("--project", game, "import", file)
    assert (said.status, said.out, body(game)) == (0, f"{PATH}: text\n", BODY.replace("Eins", "Nichts", 1))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export", "--format", "xliff", "--layout", "weblate", "--out", "x"], "--layout gibt es nur für --format po."),
        (["export", "--format", "po", "--layout", "weblate"], "weblate geht nicht auf den Bildschirm"),
        (["import", "leer"], "liegt keine de.po"),
    ],
)
def test_wrong_calls_are_one_line(run: Run, game: Path, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "leer").mkdir()
    monkeypatch.chdir(game)
    done = run("--project", game, *arguments)
    assert done.status == 2
    assert said in done.line


def test_a_broken_file_of_the_tree_is_named(run: Run, game: Path) -> None:
    folder = exported(run, game)
    (folder / "wuerfelkrieg/glossar/de.po").write_text("Kein PO.\n", "utf-8")
    done = run("--project", game, "import", folder)
    assert done.status == 2
    assert "glossar/de.po:1:1: " in done.line
