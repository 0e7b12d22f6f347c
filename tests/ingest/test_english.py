"""An English book: English texts beside empty German ones, as a translator starts from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.history.progress import lacks
from nachschlag.generator.ingest.drafts import Draft
from nachschlag.generator.ingest.editions.bringing_back import bring_back
from nachschlag.generator.ingest.editions.rereading import Outcome, read_over
from nachschlag.generator.ingest.source.language import language_of
from nachschlag.generator.ingest.storing import alone, store
from nachschlag.generator.reading.load import load

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

from .edition import DAY, edit, edition, entry_file, loaded, rule, term

FOREST = rule("Forest", "A forest burns on a roll of 4+ and stops every unit.", "1.0", "Terrain")
LAKE = rule("Lake", "No unit may enter a lake unless it can swim.", "1.1", "Terrain")
COURAGE = term("Courage", "How brave a unit is.")
BOOK = (FOREST, LAKE, COURAGE)


def read(out: Path, *drafts: Draft) -> Outcome:
    reading = edition(drafts)
    with alone(out):
        outcome = read_over(out, replace(reading, source=replace(reading.source, language="en")), "moos", DAY)
        store(out, "moos", outcome)
    return outcome


@pytest.fixture
def out(tmp_path: Path) -> Path:
    read(tmp_path / "privat", *BOOK)
    return tmp_path / "privat"


def test_drafts_have_english_texts_and_empty_german(out: Path) -> None:
    library = loaded(out)
    entry, word = library.entries["moos/forest"], library.terms["moos/glossar/courage"]
    assert (entry.title_en, entry.text, entry.text_en.strip()) == ("Forest", "", FOREST.text)
    assert (word.title_en, word.definition, word.note) == ("Courage", "", f"Englisch: {COURAGE.text}")
    assert library.systems["moos"].source_language == "en"


def test_only_a_title_is_left_to_translate_of_a_heading_alone(out: Path) -> None:
    read(out, *BOOK, rule("Land", "", "2.0", "Terrain"))
    library = load(out.parent, overlays=[out])[0]
    assert [lacks(library, library.entries[f"moos/{slug}"]) for slug in ("forest", "land")] == [("title", "text"), ("title",)]


def test_the_same_book_again_changes_nothing(out: Path) -> None:
    before = tree(out)
    assert read(out, *BOOK).same
    assert tree(out) == before


def test_a_translation_survives_a_new_edition(out: Path) -> None:
    path = entry_file(out, "forest")
    path.write_text(path.read_text("utf-8").replace("title: Forest", "title: Wald") + "Der Wald brennt.\n", "utf-8")
    later = replace(FOREST, text="A forest burns on a roll of 5+ and stops every unit.", part="Ground")
    outcome = read(out, later, LAKE, COURAGE)
    entry = loaded(out).entries["moos/forest"]
    assert (entry.title, entry.text.strip(), entry.text_en.strip(), entry.part) == (
        "Wald",
        "Der Wald brennt.",
        later.text,
        "ground",
    )
    assert [(one.id, one.before.strip()) for one in outcome.changed] == [("moos/forest", FOREST.text)]
    assert outcome.conflicts == []


def test_what_goes_takes_its_english_along_and_both_come_back(out: Path) -> None:
    before = {path: raw for path, raw in tree(out).items() if "lake" in path and path.startswith("content")}
    assert len(before) == 2
    assert read(out, FOREST, COURAGE).gone == ["moos/lake"]
    assert not list(out.glob("content/moos/*/lake*"))
    with alone(out):
        back = bring_back(out, "moos")
        store(out, "moos", back.outcome)
    assert back.ids == ["moos/lake"]
    assert {path: raw for path, raw in tree(out).items() if path in before} == before


def test_english_edited_by_hand_stays(out: Path) -> None:
    edit(entry_file(out, "lake").with_name("lake.en.md"), "swim", "dive")
    assert read(out, FOREST, COURAGE).kept_by_hand == ["moos/lake"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", ""),
        ("de", "Fear, Terror, Rage"),
        ("de", "Der Wald (The Forest) ist tief."),
        ("de", "# Wald (The Forest of the Lost)\n\nKosten 4\n\n# Moor (The Moor that is not)\n\nKosten 2\n"),
        ("de", "# Fear of the Dark\n\nAngriff 3, Abwehr 2, Kosten 4\n"),
        ("de", "# Call of the Wild\n\nErhöht Schaden.\n\n# Rage of the Sea\n\nErhöht Abwehr. Würfle.\n"),
        (
            "en",
            "Roll a die. If the die shows a 6, the unit may die; another die is lost when its men die. Any man in it can die.",
        ),
        ("en", "The two ranks (der Rang und die Reihe, das Glied und der Stab) are moved by the player."),
    ],
)
def test_names_and_words_of_both_languages_do_not_decide_for_the_wrong_one(language: str, text: str) -> None:
    assert language_of(text) == language


def test_an_english_book_becomes_english_drafts(run: Run, tmp_path: Path) -> None:
    text = "".join(f"# {one.title}\n\n{one.text}\n\n" for one in (FOREST, LAKE))
    lay_over(tmp_path, {"book.md": text})
    project = mini_project(tmp_path / "projekt")
    assert run("--project", project, "ingest", tmp_path / "book.md", "--system", "moos").status == 0
    assert (
        run("--project", project, "export", "--system", "moos", "--format", "po", "--private", "--out", tmp_path / "a.po").status
        == 0
    )
    assert f'msgid "{FOREST.text}"\nmsgstr ""' in (tmp_path / "a.po").read_text("utf-8")
