"""The cards in the real Anki: all of them, whole, in any language of Anki, and imported again without duplicates."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from anki.collection import Collection, ImportCsvRequest
from anki.import_export_pb2 import ImportResponse
from anki.lang import set_lang
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.takeaway.anki import anki_cards

from tests.projects import mini_project, repository_copy

#: The name of Anki's first note type in each language; French stands for languages that we do not list.
LANGUAGES = {"de": "Einfach", "en": "Basic", "fr": "Basique"}


@contextmanager
def collection(folder: Path, language: str) -> Iterator[Collection]:
    """A fresh collection, as Anki makes it in this language."""
    set_lang(language)
    opened = Collection(str(folder / f"{language}.anki2"))
    try:
        yield opened
    finally:
        opened.close()


def imported(anki: Collection, file: Path) -> ImportResponse.Log:
    """Import as Anki's window does when the user accepts its suggestions."""
    metadata = anki.get_csv_metadata(str(file), None)
    return anki.import_csv(ImportCsvRequest(path=str(file), metadata=metadata)).log


def written(project: Loaded, file: Path, *, names: str = "") -> Path:
    """The cards as a file; `names` puts the columns' names into its head, as earlier versions did."""
    text = "".join(anki_cards(Rendering(project.library, project.graph)))
    if names:
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#notetype"))
        text = text.replace("#tags column:5\n", f"#tags column:5\n#columns:{names}\n")
    file.write_text(text, "utf-8")
    return file


def contents(anki: Collection) -> dict[str, tuple[str, list[str], list[str], str]]:
    """Each note by its permanent id: note type, fields, tags, deck of its one card."""
    found = {}
    for note in map(anki.get_note, anki.find_notes("")):
        [card] = note.cards()
        found[note.guid] = (note.note_type()["name"], note.fields, note.tags, anki.decks.name(card.did))
    return found


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load_project(repository_copy(tmp_path_factory.mktemp("karten") / "projekt", systems=("hdd", "t9a")))


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load_project(mini_project(tmp_path_factory.mktemp("kleine") / "projekt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_arrives_whole(ours: Loaded, tmp_path: Path, language: str) -> None:
    library = ours.library
    wanted = [entry.id for entry in library.entries.values() if entry.short]
    wanted += [term.id for term in library.terms.values() if term.definition and not term.entry]
    with collection(tmp_path, language) as anki:
        imported(anki, written(ours, tmp_path / "karten.txt"))
        notes = contents(anki)
    assert sorted(notes) == sorted(f"nachschlag:{id_}" for id_ in wanted)
    for guid, (kind, [front, back], tags, deck) in notes.items():
        system = library.systems[guid.removeprefix("nachschlag:").partition("/")[0]]
        title = (library.target(guid.removeprefix("nachschlag:")) or pytest.fail(guid)).title
        assert kind == LANGUAGES[language]
        assert title.split()[0].partition("&")[0] in front
        assert back
        assert system.id in tags
        assert len(tags) == 2
        assert deck.startswith("Nachschlag::")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_simple_note_type_is_chosen_whatever_was_used_last(mini: Loaded, tmp_path: Path, language: str) -> None:
    with collection(tmp_path, language) as anki:
        cloze = next(kind for kind in anki.models.all() if kind["type"] == 1)
        anki.models.set_current(cloze)
        imported(anki, written(mini, tmp_path / "karten.txt"))
        assert {kind for kind, *_ in contents(anki).values()} == {LANGUAGES[language]}


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_newer_file_changes_the_cards_and_keeps_what_one_learnt(tmp_path: Path, language: str) -> None:
    project = mini_project(tmp_path / "projekt")
    with collection(tmp_path, language) as anki:
        imported(anki, written(load_project(project), tmp_path / "alt.txt"))
        before = contents(anki)
        [card] = anki.find_cards("front:*Brawling*" if language == "en" else "Vorderseite:*Brawling*")
        anki.sched.set_due_date([card], "7!")
        path = project / "content/wuerfelkrieg/grundregeln/kaempfen.md"
        text = path.read_text("utf-8")
        path.write_text(text.replace("Wer an der Reihe ist, wirft alle seine Würfel", "Alle werfen ihre Würfel"), "utf-8")
        log = imported(anki, written(load_project(project), tmp_path / "neu.txt"))
        after = contents(anki)
        assert (len(log.new), len(log.updated)) == (0, 1)
        assert after.keys() == before.keys()
        assert after["nachschlag:wuerfelkrieg/kaempfen"][1][1].startswith("Alle werfen ihre Würfel")
        assert anki.get_card(card).ivl == 7


def test_cards_that_an_older_file_left_empty_are_filled(mini: Loaded, tmp_path: Path) -> None:
    german = "Kennung\tStapel\tVorderseite\tRückseite\tSchlagwörter"
    with collection(tmp_path, "en") as anki:
        imported(anki, written(mini, tmp_path / "alt.txt", names=german))
        assert all(fields[1] == "" for _, fields, *_ in contents(anki).values())
        imported(anki, written(mini, tmp_path / "neu.txt"))
        assert all(fields[1] for _, fields, *_ in contents(anki).values())


def test_names_that_look_like_heads_or_markup_stay_names(tmp_path: Path) -> None:
    entry = f"---\ntitle: {json.dumps('#deck: <b>; „Zitat“ & Co.')}\nkind: rule\nshort: Wer sie liest, lacht.\n---\n"
    project = mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/raute.md": entry})
    with collection(tmp_path, "en") as anki:
        imported(anki, written(load_project(project), tmp_path / "karten.txt"))
        assert contents(anki)["nachschlag:wuerfelkrieg/raute"][1][0] == "#deck: &lt;b&gt;; „Zitat“ &amp; Co."
