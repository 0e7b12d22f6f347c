"""A book in several files or a folder: one source, its files in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.ingest.source import read_book as module
from nachschlag.generator.ingest.source.decode import UnreadableBook
from nachschlag.generator.ingest.source.read_book import read_book
from nachschlag.generator.model.unusable import Unusable

from tests.projects import lay_over, mini_project
from tests.running import Run

FILES = {
    "kapitel/10 Meer.md": "Es rauscht.\n",
    "kapitel/2 Wald.md": "# Wald\n\nEr brennt.\n\n",
    "kapitel/anhang/1.html": "<html><h1>Anhang</h1><p>Ende.</p>",
    "kapitel/bild.png": "kein Text",
    "kapitel/.obsidian/leer.md": "# Nie\n",
    "kapitel/.notiz.md": "# Nie\n",
}
TEXT = "# Wald\n\nEr brennt.\n\n# 10 Meer\n\nEs rauscht.\n\n# Anhang\n\nEnde.\n\n"


def test_a_folder_is_one_book_in_natural_order(tmp_path: Path) -> None:
    lay_over(tmp_path, FILES)
    source = read_book([tmp_path / "kapitel"])
    assert (source.name, source.format, source.text) == ("kapitel", "text", TEXT)


def test_files_are_one_book_in_the_order_named(tmp_path: Path) -> None:
    lay_over(tmp_path, {"b.txt": "eins\n7\n\fzwei\n8\n", "a.txt": b"d\xfcrr\n9\n\fvier\n10\n".decode("latin-1")})
    (tmp_path / "a.txt").write_bytes(b"d\xfcrr\n9\n\fvier\n10\n")
    source = read_book([tmp_path / "b.txt", tmp_path / "a.txt"])
    assert (source.name, source.text) == ("b.txt + a.txt", "eins\n7\n\fzwei\n8\n\ndürr\n9\n\fvier\n10\n\n")
    assert [(source.text[mark.start :][:4], mark.page) for mark in source.pages] == [
        ("eins", 7),
        ("zwei", 8),
        ("dürr", 9),
        ("vier", 10),
    ]
    assert [source.text[span.start : span.end] for span in source.furniture] == ["7\n", "8\n", "9\n", "10\n"]
    assert all(note.startswith("a.txt: ") for note in source.notes)
    assert source.notes
    assert read_book([tmp_path / "a.txt", tmp_path / "b.txt"]).pages == ()


def test_the_missing_file_is_named(tmp_path: Path) -> None:
    lay_over(tmp_path, {"a.md": "# Wald\n"})
    with pytest.raises(Unusable, match=r"fehlt\.md"):
        read_book([tmp_path / "a.md", tmp_path / "fehlt.md"])


def test_a_folder_leads_nowhere_else(tmp_path: Path) -> None:
    lay_over(tmp_path, {"fern/geheim.md": "# Geheim\n", "buch/a.md": "# Wald\n"})
    (tmp_path / "buch/b.md").symlink_to(tmp_path / "fern/geheim.md")
    (tmp_path / "buch/c").symlink_to(tmp_path / "fern")
    (tmp_path / "buch/kreis").symlink_to(tmp_path / "buch")
    assert read_book([tmp_path / "buch"]).text == "# Wald\n\n"


@pytest.mark.parametrize(
    ("most_files", "most_bytes", "says"), [(1, 100, "mehr als 1"), (9, 5, "größer"), (9, 100, "nichts, was")]
)
def test_a_folder_that_is_no_book_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_files: int, most_bytes: int, says: str
) -> None:
    lay_over(tmp_path, {"buch/a.md": "# Wald\n", "buch/b.md": "# Moor\n", "leer/bild.png": ""})
    monkeypatch.setattr(module, "MOST_FILES", most_files)
    monkeypatch.setattr(module, "MOST_BYTES", most_bytes)
    with pytest.raises(UnreadableBook, match=says):
        read_book([tmp_path / ("leer" if "nichts" in says else "buch")])


def test_a_folder_is_read_into_a_system(run: Run, tmp_path: Path) -> None:
    lay_over(tmp_path, FILES)
    project = mini_project(tmp_path / "projekt")
    done = run("--project", project, "ingest", tmp_path / "kapitel", "--system", "moos")
    assert done.status == 0, done.err
    assert {path.stem for path in project.glob("privat/content/moos/*/*.md")} >= {"wald", "anhang"}
    assert "name: Kapitel" in (project / "privat/content/moos/system.yaml").read_text("utf-8")
