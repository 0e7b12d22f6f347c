"""Building again: a result after any history of edits is that of a first build, and what stayed the same is not written again."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.files.memo import Memo
from nachschlag.generator.files.output import Batch, Output
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.search import open_index
from nachschlag.search.browser.browser_index import BrowserIndex, to_bytes
from nachschlag.search.build import FOLDER, build_step
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus, Document, corpus_of
from nachschlag.search.index import generations
from nachschlag.search.index.writing import write_index

from tests.tools.bench import made_up_documents
from tests.tries import tries

#: So many that one changed text leaves the average lengths as they are.
MADE_UP = made_up_documents.corpus(160)
QUERIES = [asked.query for asked in made_up_documents.queries(MADE_UP.documents)][:12]
MORE_QUERIES = ["Ganz anders", "umgerannte Sonderwortung", "art:spell", '"noch ein Satz"', "rennt -satz", "phase:ende sonderwort"]

#: Edits of a corpus: what is done, to which document, and with what words (new ones, parts of compounds, verbs, known ones).
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["text", "title", "queries", "questions", "short", "rows", "kind", "add", "remove", "move", "back"]),
        st.integers(0, 159),
        st.sampled_from(
            ["Sonderwort", "Sonderwortung", "rennt", "rennen", "und der", "Angriff 2W6", "anderes-ganz", "Regel (2)"]
        ),
    ),
    min_size=1,
    max_size=6,
)
Edit = tuple[str, int, str]


def edited(documents: Sequence[Document], edit: Edit) -> tuple[Document, ...]:
    """The documents after an edit."""
    what, at, words = edit
    at %= len(documents)
    one, rest = documents[at], (*documents[:at], *documents[at + 1 :])
    changes: dict[str, dict[str, Any]] = {
        "text": {"body": f"{one.body}\nNoch ein Satz: {words}."},
        "title": {"title": words},
        "queries": {"queries": (*one.queries, f"was macht {words}")},
        "questions": {"questions": (*one.questions, f"darf ich {words} haben")},
        "short": {"short": f"{words}."},
        "rows": {"rows": (words, "zwei"), "sections": (("eins", words),)},
        "kind": {"kind": "spell", "phases": ("anfang", "ende")},
    }
    if what in changes:
        return (*documents[:at], replace(one, **changes[what]), *documents[at + 1 :])
    if what == "add":
        return (*documents[:at], replace(one, id=f"{one.id}-{len(documents)}", title=words), *documents[at:])
    if what == "back":
        return MADE_UP.documents
    return rest if what == "remove" else (*rest, one)


def answers(path: Path) -> list[Any]:
    """Everything that an index answers to the queries."""
    with open_index(path) as index:
        found = [[hit.to_json() for hit in index.search(query, limit=20)] for query in (*QUERIES, *MORE_QUERIES)]
        near = [[hit.to_json() for hit in index.nearest(query)] for query in QUERIES[:5]]
        mended = [index.corrected(query, hits[0]) for query in QUERIES if (hits := index.search(query))]
        narrowed = [[hit.id for hit in index.search("sonderwort", system=one.id, kind="spell")] for one in index.lexicon.systems]
    return [found, near, mended, narrowed]


@settings(max_examples=tries(3), deadline=None)
@given(EDITS)
def test_an_index_after_any_edits_answers_as_a_new_one(edits: list[Edit]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus, memo = MADE_UP, Memo(Path(folder) / "words", "1")
        write_index(corpus, Path(folder) / "again")
        for edit in edits:
            corpus = Corpus(corpus.systems, edited(corpus.documents, edit))
            words = analyse(corpus, memo)
            write_index(corpus, Path(folder) / "again", lambda words=words: words)  # type: ignore[misc]
            made = contents(BrowserIndex(corpus, lambda memo=memo: memo))  # type: ignore[misc]
            memo = Memo(Path(folder) / "words", "1")
        assert made == contents(BrowserIndex(corpus))
        write_index(corpus, Path(folder) / "new")
        assert answers(Path(folder) / "again") == answers(Path(folder) / "new")


def contents(index: BrowserIndex) -> dict[str, bytes]:
    return {name: to_bytes(make()) for name, make in index.files().items()}


def postings(path: Path) -> str:
    """The file of Whoosh's in the current generation."""
    generation = generations.current(path)
    assert generation is not None
    return next(generation.glob("*.seg")).name


def test_one_changed_text_leaves_the_files_of_whoosh(tmp_path: Path) -> None:
    write_index(MADE_UP, tmp_path)
    before = postings(tmp_path)
    assert write_index(Corpus(MADE_UP.systems, edited(MADE_UP.documents, ("text", 7, "Sonderwort"))), tmp_path)
    assert postings(tmp_path) == before
    with open_index(tmp_path) as index:
        assert index.search("sonderwort")[0].id == MADE_UP.documents[7].id


@pytest.mark.parametrize(
    ("written", "added", "asked"),
    [
        ("Nebelkrähe", "Nebel Krähe", "krähe"),  # another document has the parts of the compound
        ("zernebelt", "zernebeln", "zernebeln"),  # … the infinitive of the form
        ("Regel", "Nebelkrähe Nebel Krähe", "nk"),  # … the parts of the title's compound, hence its initials
        ("Regel", "verzwickt", "{title} verzwickt"),  # … a word that is only in a row with others
    ],
)
def test_a_word_in_one_document_changes_what_another_is_found_by(tmp_path: Path, written: str, added: str, asked: str) -> None:
    documents = list(MADE_UP.documents)
    title = "Nebelkrähe" if asked == "nk" else documents[3].title
    rows = ("ganz verzwickt",)
    asked = asked.format(title=title)
    documents[3] = replace(documents[3], title=title, body=f"{documents[3].body} {written}", rows=rows)
    write_index(Corpus(MADE_UP.systems, tuple(documents)), tmp_path / "again")
    before = postings(tmp_path / "again")
    documents[50] = replace(documents[50], body=f"{documents[50].body} {added}")
    corpus = Corpus(MADE_UP.systems, tuple(documents))
    write_index(corpus, tmp_path / "again")
    write_index(corpus, tmp_path / "new")
    assert postings(tmp_path / "again") == before
    with open_index(tmp_path / "again") as again, open_index(tmp_path / "new") as new:
        hits = [hit.to_json() for hit in new.search(asked)]
        assert documents[3].id in {hit["id"] for hit in hits}
        assert [hit.to_json() for hit in again.search(asked)] == hits


def test_many_changed_texts_are_written_into_the_files_of_whoosh(tmp_path: Path) -> None:
    write_index(MADE_UP, tmp_path)
    before = postings(tmp_path)
    write_index(Corpus(MADE_UP.systems, tuple(replace(one, short="Anders.") for one in MADE_UP.documents)), tmp_path)
    assert postings(tmp_path) != before


# -- the whole step -----------------------------------------------------------------------------------------------------------


def with_entries(library: Library, entries: Sequence[Entry]) -> Library:
    """The library with other entries."""
    rest = library.terms.values(), library.concepts.values(), library.moves
    return Library(library.systems.values(), entries, *rest, queries=library.queries.values())


def histories(library: Library) -> list[Library]:
    """The library, then others that an author makes of it, one after the other, and the library again."""
    first, second, *rest = library.entries.values()
    longer = replace(first, text=f"{first.text}\n\nNoch ein Aufgussgebräu, gebraute Kannen.")
    states = [
        [longer, second, *rest],
        [replace(longer, title="Würfelkanne", order=99), second, *rest],
        [replace(longer, title="Würfelkanne"), *rest],
        [replace(longer, data={"rows": [["Eins", "zwei"]]}), *rest, replace(second, id="teekrieg/neu", part="magie")],
    ]
    return [library, *(with_entries(library, entries) for entries in states), library]


def built(library: Library, folder: Path, output: type[Output] = Output) -> dict[str, bytes]:
    """The browser's files after a build into the folder."""
    made = output(folder / "pages", record=folder / "pages.kept", mark="1")
    build_step(library, made, folder)
    made.finish()
    return {path.name: path.read_bytes() for path in (folder / "pages" / FOLDER).iterdir()}


def found(folder: Path) -> list[Any]:
    with open_index(folder / "index") as index:
        queries = ("kannen", "angst", "bewegungsphase", "gebraut", "würfelkanne", "aufgussgebräu")
        return [[hit.to_json() for hit in index.search(query)] for query in queries]


def test_each_build_of_a_history_gives_what_a_first_build_gives(library: Library, tmp_path: Path) -> None:
    for number, state in enumerate(histories(library)):
        fresh = tmp_path / str(number)
        assert built(state, tmp_path / "again") == built(state, fresh)
        assert found(tmp_path / "again") == found(fresh)


def test_the_indexes_are_those_of_a_library_read_alone(library: Library, tmp_path: Path) -> None:
    built(histories(library)[1], tmp_path)
    files, corpus = built(library, tmp_path), corpus_of(library)
    expected = contents(BrowserIndex(corpus))
    assert {name: files[name] for name in expected} == expected


class Killed(Output):
    """An output on which the power goes when the second index is written."""

    def batch(self, batch: Batch) -> None:
        if batch.name.endswith("/index.json"):
            raise KeyboardInterrupt
        super().batch(batch)


def test_a_killed_build_leaves_nothing_that_the_next_one_believes(library: Library, tmp_path: Path) -> None:
    other = histories(library)[2]
    before = built(library, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        built(other, tmp_path, Killed)
    assert (tmp_path / "pages" / FOLDER / "names.json").read_bytes() != before["names.json"]
    assert built(library, tmp_path) == before
    assert built(other, tmp_path) == built(other, tmp_path / "new")


@pytest.mark.parametrize("name", ["index.json", "index-teekrieg.json", "suche.js", "texte-teekrieg.json"])
def test_a_file_that_is_gone_is_written_again(library: Library, tmp_path: Path, name: str) -> None:
    before = built(library, tmp_path)
    (tmp_path / "pages" / FOLDER / name).unlink()
    assert built(library, tmp_path) == before


def test_another_folder_of_pages_gets_all_files(library: Library, tmp_path: Path) -> None:
    before = built(library, tmp_path)
    output = Output(tmp_path / "elsewhere")
    build_step(library, output, tmp_path)
    assert {Path(name).name for name in output.changed} == before.keys()


def test_the_same_library_again_writes_nothing(library: Library, tmp_path: Path) -> None:
    built(library, tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != "pages.kept"}
    built(library, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.mark.parametrize("name", ["memo-suche", "memo-woerter"])
@pytest.mark.parametrize("harm", [b"", b"\xff\x00", b"[]\n{}"])
def test_damaged_notes_are_no_notes(library: Library, tmp_path: Path, name: str, harm: bytes) -> None:
    other = histories(library)[1]
    built(library, tmp_path)
    (tmp_path / name).write_bytes(harm)
    assert built(other, tmp_path) == built(other, tmp_path / "new")
