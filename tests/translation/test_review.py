"""Reviews hold for the words that were read, however these change; commands set, withdraw and list them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.exchange.accepting import marked, marked_records
from nachschlag.generator.exchange.units import State, units
from nachschlag.generator.files.yaml_edit import CannotEdit
from nachschlag.generator.history.compare import compare
from nachschlag.generator.history.progress import Stage, stage_of, to_review
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.prose.review import german_fingerprint, standing
from nachschlag.generator.prose.wording import state_words
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.bundle import bundle
from nachschlag.generator.records.entry import entry_hash
from nachschlag.generator.records.export import exported
from nachschlag.generator.references.graph import link_library

from tests.made import made_pages
from tests.projects import lay_over, mini_project, tree
from tests.running import Run

PATH = "content/wuerfelkrieg/grundregeln/probe.md"
ID = "wuerfelkrieg/probe"
PROBE = """---
# yaml-language-server: $schema=../../../build/schema/entry.schema.json
title: Probe
title_en: Trial
kind: rule
order: 300
short: Wirf alle Würfel.
short_en: Roll all dice.
see: [kaempfen]
card:
  effect: Du würfelst.
---
Wirf alle Würfel, wie beim [[kaempfen|Kämpfen]] oder [[zielen]].

## Ablauf

Sag erst die Probe an.

## Danach

Zähl.
"""
BY = ("--by", "leser", "--against", "2.0")

Edit = Callable[[str], str]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The mini project with an entry to review."""
    return mini_project(tmp_path / "projekt", {PATH: PROBE})


def edit(project: Path, change: Edit, path: str = PATH) -> None:
    file = project / path
    before = file.read_text("utf-8")
    file.write_text(change(before), "utf-8")
    assert file.read_text("utf-8") != before


def state(project: Path, name: str = ID, of: str = "") -> str:
    library, _ = load(project)
    it = library.target(name)
    assert it is not None
    return standing(library, it, of).state


def codes(run: Run, project: Path) -> list[str]:
    found = json.loads(run("--project", project, "check", "--format", "json").out)["findings"]
    return [one["code"] for one in found if one["code"].startswith("G") and one["code"] != "G004"]


@pytest.mark.parametrize(("by", "expected"), [("leser", "gegengelesen"), ("spieler", "geprüft"), ("verlag", "geprüft")])
def test_a_review_sets_the_state_and_is_taken_back(game: Path, run: Run, by: str, expected: str) -> None:
    before = tree(game / "content")
    done = run("--project", game, "review", ID, "--by", by, "--against", "2.0")
    assert (done.status, done.out) == (0, f"{ID}\n")
    assert (state(game), codes(run, game)) == (expected, [])
    text = (game / PATH).read_text("utf-8")
    assert f"status: {expected}\n" in text
    assert re.search(
        r'^reviewed: \{date: \d{4}-\d\d-\d\d, against: "2.0", by: \w+, text: "[0-9a-f]{12}", english: "\w{12}"\}$', text, re.M
    )
    assert run("--project", game, "fmt", "--check", game / PATH).status == 0
    again = run("--project", game, "review", ID, "--by", by, "--against", "2.0")
    assert (again.status, again.out, "1 schon so" in again.err) == (0, "", True)
    assert run("--project", game, "review", ID, "--undo").status == 0
    assert state(game) == "entwurf"
    now = tree(game / "content")
    assert [name for name in before if before[name] != now[name]] == [PATH.removeprefix("content/")]
    assert (game / PATH).read_text("utf-8") == PROBE.replace("card:", "status: entwurf\ncard:")


CHANGES: list[tuple[str, Edit, bool]] = [
    ("a word of the body", lambda text: text.replace("Zähl.", "Zähl nicht."), False),
    ("a word of the short rule", lambda text: text.replace("short: Wirf alle", "short: Wirf zwei"), False),
    ("a word of the card", lambda text: text.replace("Du würfelst", "Du zielst"), False),
    ("the title", lambda text: text.replace("title: Probe", "title: Große Probe"), False),
    ("the English", lambda text: text.replace("Roll all dice", "Roll two dice"), False),
    ("where a bare link leads", lambda text: text.replace("[[zielen]]", "[[wurf]]"), False),
    ("the marks of a link", lambda text: text.replace("[[kaempfen|Kämpfen]]", "Kämpfen"), True),
    ("lines and spaces", lambda text: text.replace("Wirf alle Würfel, wie", "Wirf  alle\nWürfel,\nwie"), True),
    ("decomposed umlauts", lambda text: text.replace("würfelst.", "wu\u0308rfelst."), True),
    ("a field that one does not read", lambda text: text.replace("order: 300", "order: 310\naliases: [Test]"), True),
]


@pytest.mark.parametrize(("change", "stays"), [pytest.param(*row[1:], id=row[0]) for row in CHANGES])
def test_it_holds_while_the_words_are_those_that_were_read(game: Path, run: Run, change: Edit, stays: bool) -> None:
    run("--project", game, "review", ID, *BY)
    edit(game, change)
    raw = (game / PATH).read_bytes()
    assert (state(game), codes(run, game)) == (("gegengelesen", []) if stays else ("entwurf", ["G002"]))
    assert (game / PATH).read_bytes() == raw


def test_an_import_makes_it_a_draft_again(game: Path, run: Run, tmp_path: Path) -> None:
    run("--project", game, "review", ID, *BY)
    file = tmp_path / "a.po"
    run("--project", game, "export", "--format", "po", "--system", "wuerfelkrieg", "--out", file)
    text = file.read_text("utf-8")
    assert "#. Durchsicht: gegengelesen " in text
    file.write_text(text.replace('msgstr "Wirf alle Würfel."', 'msgstr "Wirf jeden Würfel."'), "utf-8")
    assert run("--project", game, "import", file).status == 0
    assert (state(game), codes(run, game)) == ("entwurf", ["G002"])
    run("--project", game, "export", "--format", "po", "--system", "wuerfelkrieg", "--out", file)
    assert re.search(
        r'#\. Durchsicht: Entwurf, seit dem Gegenlesen [^#]*#\. Original[^#]*#\. Stand[^#]*#: [^#]*#, fuzzy\nmsgctxt "wuerfelkrieg/probe#',
        file.read_text("utf-8"),
    )


def test_accepting_new_english_makes_it_a_draft_again(game: Path, run: Run) -> None:
    run("--project", game, "accept", ID)
    run("--project", game, "review", ID, *BY)
    edit(game, lambda text: text.replace("Roll all dice", "Roll two dice"))
    assert codes(run, game) == ["G002", "G003"]
    refused = run("--project", game, "review", ID, *BY)
    assert (refused.status, "nachschlag accept wuerfelkrieg/probe" in refused.line) == (2, True)
    run("--project", game, "accept", ID)
    assert (state(game), codes(run, game)) == ("entwurf", ["G002"])
    run("--project", game, "review", ID, *BY)
    assert (state(game), codes(run, game)) == ("gegengelesen", [])


def test_a_move_of_what_it_links_changes_nothing(game: Path, run: Run) -> None:
    run("--project", game, "review", ID, *BY)
    moved = run("--project", game, "move", "wuerfelkrieg/zielen", "wuerfelkrieg/anvisieren", "--why", "Neuer Name.")
    assert moved.status == 0, moved.err
    assert "[[anvisieren]]" in (game / PATH).read_text("utf-8")
    assert (state(game), codes(run, game)) == ("gegengelesen", [])


def test_a_claim_needs_a_review_that_allows_it(game: Path, run: Run) -> None:
    edit(game, lambda text: text.replace("card:", "status: geprüft\ncard:"))
    assert (state(game), codes(run, game)) == ("entwurf", ["G001"])
    run("--project", game, "review", ID, *BY)
    edit(game, lambda text: text.replace("status: gegengelesen", "status: geprüft"))
    assert (state(game), codes(run, game)) == ("gegengelesen", ["G001"])


def test_terms_have_it_too(game: Path, run: Run) -> None:
    """Terms are accepted and reviewed as entries are."""
    lay_over(
        game,
        {
            "glossary/murmeln.yaml": "# oben\n- title: Feldherr # so\n  title_en: General\n  definition: Er führt.\n- title: Murmel\n"
        },
    )
    name = "murmeln/glossar/feldherr"
    assert run("--project", game, "accept", name).status == 0
    assert run("--project", game, "review", name, *BY).status == 0
    assert (state(game, name), codes(run, game)) == ("gegengelesen", [])
    edit(game, lambda text: text.replace("General", "Warlord"), "glossary/murmeln.yaml")
    assert (state(game, name), codes(run, game)) == ("entwurf", ["G003", "G002"])
    library, _ = load(game)
    assert stage_of(library, library.terms[name]) is Stage.OUTDATED
    assert run("--project", game, "accept", "--system", "murmeln", "--all").out == f"{name}\n"


def test_sections_and_notes_have_it_too(game: Path, run: Run) -> None:
    done = run("--project", game, "review", f"{ID}#ablauf", f"{ID}#danach", "begriffe/angriff#murmeln", *BY)
    assert (done.status, done.out.split()) == (0, [f"{ID}#ablauf", f"{ID}#danach", "begriffe/angriff#murmeln"])
    assert [state(game, ID, of) for of in ("ablauf", "danach")] == ["gegengelesen"] * 2
    assert state(game, "begriffe/angriff", "murmeln") == "gegengelesen"
    library, _ = load(game)
    assert state_words(library, library.entries[ID]) == "Entwurf, davon gegengelesen: 2 von 2 Abschnitten"
    edit(game, lambda text: text.replace("Zähl.", "Zähl zwei."))
    edit(game, lambda text: text.replace("ein Schnipser", "zwei Schnipser"), "glossary/concepts.yaml")
    assert [state(game, ID, of) for of in ("ablauf", "danach")] == ["gegengelesen", "entwurf"]
    assert (state(game, "begriffe/angriff", "murmeln"), codes(run, game)) == ("entwurf", ["G002", "G002"])
    assert run("--project", game, "review", f"{ID}#danach", f"{ID}#ablauf", "begriffe/angriff#murmeln", "--undo").status == 0
    assert codes(run, game) == []
    assert "reviewed" not in (game / PATH).read_text("utf-8") + (game / "glossary/concepts.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([ID], "--by leser --against 2.0"),
        ([ID, "--by", "leser", "--against", " "], "nach welcher Ausgabe"),
        ([ID, "--undo", "--by", "leser"], "braucht weder"),
        ([*BY], "Nenne, was gelesen ist"),
        (["--system", "murmeln", *BY], "Nenne, was gelesen ist"),
        ([ID, "wuerfelkrieg/prope", *BY], "Meintest du"),
        ([f"{ID}#ablauv", *BY], "Meintest du „ablauf“"),
        (["begriffe/angriff", *BY], "begriffe/angriff#murmeln"),
        (["begriffe/angriff#wuerfelkrieg", *BY], "gibt es nicht"),
        (["wuerfelkrieg/pfeilregen", *BY], "heißt jetzt"),
    ],
)
def test_all_or_none(game: Path, run: Run, arguments: list[str], said: str) -> None:
    """If one of the named texts cannot be reviewed, none is."""
    before = tree(game)
    done = run("--project", game, "review", *arguments)
    assert (done.status, said in done.line) == (2, True), done.err
    assert tree(game) == before


def test_ids_come_from_a_whole_system_or_the_queue(game: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = run("--project", game, "status", "--to-review", "--system", "wuerfelkrieg").out
    first = queue.splitlines()[0]
    monkeypatch.setattr(sys, "stdin", StringIO(f"{first}\n\n"))
    assert run("--project", game, "review", "-", *BY).out.split() == first.split()[:1]
    assert run("--project", game, "review", "--system", "wuerfelkrieg", "--all", *BY).status == 0
    library, _ = load(game)
    every = [*library.system_entries("wuerfelkrieg"), *library.system_terms("wuerfelkrieg")]
    assert {standing(library, it).state for it in every} == {"gegengelesen"}
    assert codes(run, game) == []
    done = run("--project", game, "status", "--to-review", "--system", "wuerfelkrieg")
    assert (done.out, done.err) == ("", "Alles ist gegengelesen.\n")


def test_the_queue_begins_with_what_is_linked_and_looked_up_most(game: Path, run: Run) -> None:
    lay_over(game, {"glossary/queries/wuerfelkrieg.yaml": "- entry: probe\n  queries: [a, b, c, d, e, f, g, h, i]\n"})
    library, _ = load(game)
    graph = link_library(library)
    found = to_review(library, graph)
    texts, notes = [one for one in found if not one.of], [one for one in found if one.of]
    assert found == [*texts, *notes]
    weights = [one.links + one.queries for one in texts]
    assert weights == sorted(weights, reverse=True)
    assert (found[0].target.id, found[0].queries) == (ID, 9)
    shown = json.loads(run("--project", game, "status", "--to-review", "--json").out)["to_review"]
    assert [one["id"] for one in shown] == [one.name for one in found]
    assert [one.name for one in notes] == ["begriffe/angriff#murmeln", "begriffe/rueckzug#murmeln"]
    assert run("--project", game, "review", notes[0].name, *BY).status == 0
    queue = run("--project", game, "status", "--to-review").out
    assert (notes[0].name in queue, f"{notes[1].name}  glossary/concepts.yaml  (0 Regeln," in queue) == (False, True)
    assert run("--project", game, "status", "--to-review", ID).status == 2


def views(project: Path) -> tuple[Library, dict[str, str], dict[str, Any]]:
    library, _ = load(project)
    rendering = Rendering(library, link_library(library))
    return library, made_pages(library), {one["id"]: one for one in bundle(rendering, library.systems["wuerfelkrieg"])["entries"]}


def test_pages_and_records_say_how_far_a_text_is(game: Path, run: Run) -> None:
    library, pages, records = views(game)
    assert '<p class="n-textstand">Entwurf, noch nicht gegengelesen</p>' in pages["wuerfelkrieg/probe.md"]
    assert "state" not in records[ID]
    before = exported(library, library.entries[ID], link_library(library))
    assert (before["status"], before["reviewed"]) == ("entwurf", None)
    run("--project", game, "review", ID, "--by", "verlag", "--against", "2.0")
    day = re.search(r"date: (\d{4})-(\d\d)", (game / PATH).read_text("utf-8"))
    assert day
    month = f"geprüft {day[2]}/{day[1]}"
    said = f"{month} nach dem Regelbuch 2.0"
    library, pages, records = views(game)
    assert f'<p class="n-textstand">{month}</p>' in pages["wuerfelkrieg/probe.md"]
    assert f"<dd>{said}" in pages["wuerfelkrieg/probe.md"]
    assert records[ID]["state"] == said
    after = exported(library, library.entries[ID], link_library(library))
    assert (after["status"], after["reviewed"]["against"], after["hash"]) == ("geprüft", "2.0", before["hash"])
    edit(game, lambda text: text.replace("Zähl.", "Zähl nicht."))
    library, pages, _ = views(game)
    assert f"Entwurf, seit dem Gegenlesen {day[2]}/{day[1]} geändert" in pages["wuerfelkrieg/probe.md"]
    assert (
        "seit dem Gegenlesen geändert" in pages["wuerfelkrieg/stand.md"].partition('id="eintrag-probe"')[2].partition("</li>")[0]
    )


def test_a_concepts_page_shows_the_state_of_its_notes(game: Path, run: Run) -> None:
    assert "gegengelesen nach" not in views(game)[1]["begriffe/angriff.md"]
    run("--project", game, "review", "begriffe/angriff#murmeln", "--by", "leser", "--against", "2.0")
    section = views(game)[1]["begriffe/angriff.md"].partition('id="murmeln"')[2].partition("</section>")[0]
    assert re.search(r'<p class="n-textstand">gegengelesen \d+/\d{4} nach dem Regelbuch 2.0</p>', section)


def test_a_review_alone_is_no_change(game: Path, run: Run) -> None:
    old, _ = load(game)
    run("--project", game, "review", ID, f"{ID}#ablauf", "wuerfelkrieg/glossar/sturmwurf", "begriffe/angriff#murmeln", *BY)
    new, _ = load(game)
    assert new.entries[ID].reviewed
    assert compare(old, new) == []
    assert entry_hash(old.entries[ID]) == entry_hash(new.entries[ID])


@pytest.mark.parametrize(("by", "expected"), [("leser", State.REVIEWED), ("spieler", State.FINAL)])
def test_units_carry_it(game: Path, run: Run, by: str, expected: State) -> None:
    """A reviewed text exports as reviewed or final, and a change takes that back."""

    def of(field: str) -> State:
        return {unit.context: unit.state for unit in units(load(game)[0])}[f"{ID}#{field}"]

    assert of("short") is State.TRANSLATED
    run("--project", game, "review", ID, "--by", by, "--against", "2.0")
    assert (of("short"), of("title")) == (expected, expected)
    edit(game, lambda text: text.replace("Zähl.", "Zähl nicht."))
    assert of("short") is State.CHANGED
    xliff = run("--project", game, "export", "--format", "xliff", "--system", "wuerfelkrieg").out
    assert 'state="translated" subState="nachschlag:geaendert"' in xliff


@given(st.text("[]|a \n\u00e4", max_size=40), st.text("[]|a \n\u00e4", max_size=40))
def test_link_marks_and_spaces_never_matter(one: str, two: str) -> None:
    def mark(text: str) -> str | None:
        return german_fingerprint(Library(), Entry("s/e", "s", "p", "rule", "T", text=text))

    words = one.replace("[", "").replace("]", "").replace("|", "").replace("\n", " ")
    assert mark(f"{two} [[ziel|{words}x]]") == mark(f"{two}  {words}x") == mark(f"{two}\n{words}x\n")
    assert mark(f"{two} [[ziel|{words}x]]") != mark(f"{two} {words}y")


MARKS = {"status": "gegengelesen", "reviewed": {"date": "2026-11-23", "text": "123456789012"}}
DONE = 'status: gegengelesen\nreviewed: {date: 2026-11-23, text: "123456789012"}\n'
BLOCK = "reviewed:\n  date: 2026-01-01\n  # ein Kommentar\n  text: abc\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("status: entwurf # so\nsee: [a]\n", DONE.replace("\n", " # so\n", 1) + "see: [a]\n"),
        ("see: [a]\n# Karte\n", "see: [a]\n" + DONE + "# Karte\n"),
        (f"{BLOCK}see: [a]\n", "see: [a]\n"),
        (DONE, DONE),
    ],
)
def test_only_those_lines_of_an_entry_change(before: str, after: str, newline: str) -> None:
    old = f"---\n# oben\ntitle: Wut\n{before}---\nText.".replace("\n", newline)
    if before.startswith(BLOCK):
        assert marked(old, {"reviewed": None}) == f"---\n# oben\ntitle: Wut\n{after}---\nText.".replace("\n", newline)
    else:
        assert marked(old, MARKS) == f"---\n# oben\ntitle: Wut\n{after}---\nText.".replace("\n", newline)


def test_terms_in_braces_are_marked_too() -> None:
    after = '- {title: Wut, note: a, status: gegengelesen, reviewed: {date: 2026-11-23, text: "123456789012"}}\n'
    assert marked_records("- {title: Wut, note: a}\n", {"wut": MARKS}) == after
    assert marked_records(after, {"wut": {"reviewed": {"date": "2026-11-24"}}}) == after.replace('23, text: "123456789012"', "24")
    with pytest.raises(CannotEdit):
        marked_records(after, {"wut": {"reviewed": None}})


@pytest.mark.parametrize("text", ["- reviewed: {date: x}\n  title: Wut\n", "- title: Mut\n"])
def test_uneditable_terms_are_reported(text: str) -> None:
    with pytest.raises(CannotEdit):
        marked_records(text, {"wut": MARKS})
