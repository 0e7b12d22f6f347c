"""Building, swapping and opening an index."""

from __future__ import annotations

import json
import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.search import IndexUnusable, build_index, open_index
from nachschlag.search.core.schema import SCHEMA_VERSION
from nachschlag.search.index import generations as g


def with_title(library: Library, title: str) -> Library:
    """The library with one more entry."""
    entry = Entry("teekrieg/neu", "teekrieg", "grundregeln", "rule", title, order=999)
    return Library(library.systems.values(), [*library.entries.values(), entry], library.terms.values())


@pytest.fixture
def copy(index_path: Path, tmp_path: Path) -> Path:
    """A copy of the library's index that tests may damage."""
    return shutil.copytree(index_path, tmp_path / "index")


def generation(path: Path) -> Path:
    found = g.current(path)
    assert found is not None
    return found


def test_the_same_documents_are_not_built_again(library: Library, copy: Path) -> None:
    before = generation(copy)
    assert not build_index(library, copy)
    assert generation(copy) == before


def test_changed_documents_are_built_and_swapped_in(library: Library, copy: Path) -> None:
    with open_index(copy) as old:
        assert build_index(with_title(library, "Löffel"), copy)
        assert not old.is_current
        assert old.search("löffel") == []  # it keeps seeing what it opened …
        assert old.search("kannen")[0].id == "teekrieg/kannen"  # … and still can
    with open_index(copy) as new:
        assert new.search("löffel")[0].id == "teekrieg/neu"


def test_only_the_previous_generation_is_kept(library: Library, copy: Path) -> None:
    kept = [generation(copy)]
    for title in ("Löffel", "Gabel", "Messer"):
        build_index(with_title(library, title), copy)
        kept.append(generation(copy))
    assert {folder for folder in copy.iterdir() if folder.is_dir()} == set(kept[-2:])


def test_an_abandoned_generation_is_removed_later(library: Library, copy: Path) -> None:
    wreck, busy = copy / ".building-alt", copy / ".building-jetzt"
    wreck.mkdir()
    busy.mkdir()
    os.utime(wreck, (0, 0))
    build_index(with_title(library, "Löffel"), copy)
    assert busy.exists()
    assert not wreck.exists()


def test_a_failed_build_leaves_everything_as_it_was(copy: Path) -> None:
    before = sorted(copy.iterdir())

    def fail(folder: Path) -> None:
        (folder / "halb").write_text("…")
        raise RuntimeError("Strom weg")

    with pytest.raises(RuntimeError):
        g.publish(copy, "0" * 64, fail)
    assert sorted(copy.iterdir()) == before


def test_a_reader_beside_the_builder_never_fails(library: Library, copy: Path) -> None:
    stop = threading.Event()
    failures: list[BaseException] = []

    def read() -> None:
        while not stop.is_set():
            try:
                with open_index(copy) as index:
                    assert index.search("kannen")[0].id == "teekrieg/kannen"
            except BaseException as failure:  # noqa: BLE001 - handed to the main thread
                failures.append(failure)
                return

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(6):
        build_index(with_title(library, f"Löffel {number}"), copy)
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []


def test_an_index_can_be_shared_between_threads(index_path: Path) -> None:
    found: list[str] = []
    with open_index(index_path) as index:

        def search() -> None:
            found.extend(index.search(query)[0].id for query in ("kannen", "sieden", "angst") * 20)

        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 240
    assert set(found) == {"teekrieg/kannen", "teekrieg/sieden", "zwergenball/angst"}


# -- unusable -----------------------------------------------------------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(IndexUnusable) as caught:
        open_index(path)
    sentence = str(caught.value.args[0])
    assert str(path) in sentence
    assert "neu bauen: nachschlag build" in sentence
    return sentence


def test_no_index(tmp_path: Path) -> None:
    """A folder without an index is refused."""
    assert "liegt kein Suchindex" in refused(tmp_path / "index")


@pytest.mark.parametrize("pointer", ["", "../index", "/etc", ".", "weg", "\x00", "a/b"])
def test_a_pointer_that_leads_elsewhere(copy: Path, pointer: str) -> None:
    (copy / g.POINTER).write_text(pointer)
    assert "liegt kein Suchindex" in refused(copy)


def test_a_pointer_that_is_no_text(copy: Path) -> None:
    (copy / g.POINTER).write_bytes(b"\xff\xfe")
    assert "liegt kein Suchindex" in refused(copy)


@pytest.mark.parametrize("schema", [0, 99, "1"])
def test_an_index_of_another_version(copy: Path, library: Library, schema: object) -> None:
    file = generation(copy) / g.VERSION
    file.write_text(json.dumps(json.loads(file.read_text()) | {"schema": schema}))
    assert "anderen Programmversion" in refused(copy)
    assert build_index(library, copy)
    assert open_index(copy).search("kannen")


NO_FILES = json.dumps({"schema": SCHEMA_VERSION, "documents": "", "files": {"weg": [0, 0]}})


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", NO_FILES])
def test_a_damaged_version_file(copy: Path, content: str) -> None:
    (generation(copy) / g.VERSION).write_text(content)
    assert "beschädigt" in refused(copy)


@pytest.mark.parametrize("pattern", ["*.seg", "*.toc", "lexicon.json"])
@pytest.mark.parametrize("harm", ["cut", "flip", "gone"])
def test_damaged_files(copy: Path, pattern: str, harm: str) -> None:
    """An index with a missing, shortened or altered file is refused."""
    file = next(generation(copy).glob(pattern))
    raw = bytearray(file.read_bytes())
    if harm == "gone":
        file.unlink()
    else:
        raw[len(raw) // 2] ^= 0xFF
        file.write_bytes(raw if harm == "flip" else raw[: len(raw) // 2])
    assert "beschädigt" in refused(copy)


def test_a_damaged_index_is_built_again(copy: Path, library: Library) -> None:
    next(generation(copy).glob("*.seg")).write_bytes(b"")
    assert build_index(library, copy)
    assert open_index(copy).search("kannen")


def test_a_changed_entry_changes_the_hash(library: Library, copy: Path) -> None:
    entries = [replace(entry, short="Anders.") if entry.id == "teekrieg/kannen" else entry for entry in library.entries.values()]
    assert build_index(Library(library.systems.values(), entries, library.terms.values()), copy)
