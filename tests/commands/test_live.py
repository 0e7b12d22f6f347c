"""What `nachschlag serve` keeps up to date: a saved page at once, everything else in the end as a whole build would make it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.search.live.live import LiveSite, fingerprint

from tests.projects import lay_over, mini_project, tree

RULES = "content/wuerfelkrieg/grundregeln"
PAGE = "build/serve/wuerfelkrieg/kaempfen/index.html"

Edit = Callable[[Path], object]


def replaced(path: str, old: str, new: str) -> Edit:
    """An edit: `old` becomes `new`, and the other way round where that was done before."""

    def edit(project: Path) -> None:
        file = project / path
        text = file.read_text("utf-8")
        assert old in text or new in text
        file.write_text(text.replace(old, new) if old in text else text.replace(new, old), "utf-8")

    return edit


def toggled(path: str, text: str) -> Edit:
    """An edit: the file comes, or goes where it is there."""

    def edit(project: Path) -> None:
        (project / path).unlink() if (project / path).exists() else lay_over(project, {path: text})

    return edit


EDITS: dict[str, Edit] = {
    "text": replaced(f"{RULES}/kaempfen.md", "aus dem Becher", "aus dem Hut"),
    "reference": replaced(f"{RULES}/zielen.md", "\n---\n", "\n---\nNach dem Rückzug wirft niemand.\n\n"),
    "short rule": replaced(f"{RULES}/rueckzug.md", "short: ", "short: Sofort! "),
    "title": replaced(f"{RULES}/kaempfen.md", "title: Kämpfen", "title: Raufen"),
    "alias": replaced(f"{RULES}/kaempfen.md", "[Gerangel]", "[Gerangel, Prügelei]"),
    "order": replaced(f"{RULES}/kaempfen.md", "order: 170", "order: 1"),
    "new entry": toggled(f"{RULES}/neu.md", "---\ntitle: Neuling\nkind: rule\n---\nWer nach dem Wurf kommt, übt Kämpfen.\n"),
    "drawing": toggled(
        f"{RULES}/punkt.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'
    ),
    "definition": replaced("glossary/wuerfelkrieg.yaml", "Woraus du vor", "Womit du gleich vor"),
    "synonym": replaced("glossary/wuerfelkrieg.yaml", "[Extrawürfel]", "[Extrawürfel, Zugabe]"),
    "part": replaced("content/wuerfelkrieg/system.yaml", "title: Zauberei", "title: Zauberkram"),
    "settings": replaced("mkdocs.yml", "Probe", "Probelauf"),
    "redirect elsewhere": replaced("content/wuerfelkrieg/moved.yaml", "new: wuerfelkrieg/pfeilregen", "new: wuerfelkrieg/zielen"),
    "redirect": replaced("content/wuerfelkrieg/moved.yaml", "wuerfelkrieg/hagel", "wuerfelkrieg/graupel"),
}


def settled(live: LiveSite) -> LiveSite:
    """The live site once everything is built."""
    live.begin()
    if live._child:
        assert live._child.wait(60) == 0
        assert live.settle()
    return live


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project with its served site, built once. Read only."""
    root = mini_project(tmp_path_factory.mktemp("served") / "projekt")
    LiveSite(root).start()
    return root


@pytest.fixture
def live(served: Path, tmp_path: Path) -> LiveSite:
    """A copy of it as a live site, nothing watched."""
    project = shutil.copytree(served, tmp_path / "projekt")
    (project / "build" / "serve.stamp").write_text(fingerprint(project), "utf-8")
    live = LiveSite(project)
    live.start()
    live.warm_up()
    return live


def whole_build(live: LiveSite, folder: Path) -> dict[str, bytes]:
    """Every served file as a first build of the same project makes it."""
    shutil.copytree(live.project, folder, ignore=shutil.ignore_patterns("build"))
    other = LiveSite(folder)
    other.start()
    return tree(other.folder)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.audit)])
def test_any_series_of_edits_ends_in_the_bytes_of_a_whole_build(live: LiveSite, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    names = chance.sample(sorted(EDITS), len(EDITS))
    for at, name in enumerate(names):
        EDITS[name](live.project)
        live.stop()
        live.refresh()
        if at == 6:  # the others are interrupted by the next one
            settled(live)
        else:
            live.begin()
    assert tree(settled(live).folder) == whole_build(live, tmp_path / "ganz"), names


def test_a_text_alone_replaces_pages_in_place(live: LiveSite, tmp_path: Path) -> None:
    inode = live.folder.stat().st_ino
    for name in ("text", "reference", "short rule", "definition", "redirect elsewhere"):
        EDITS[name](live.project)
        live.refresh()
    settled(live)
    assert live.folder.stat().st_ino == inode
    assert tree(live.folder) == whole_build(live, tmp_path / "ganz")


def test_a_saved_page_is_shown_before_everything_is_built(live: LiveSite) -> None:
    version = live.version
    EDITS["text"](live.project)
    assert live.refresh() == ["/wuerfelkrieg/kaempfen/"]
    assert "aus dem Hut" in (live.project / PAGE).read_text("utf-8")
    assert live.changed_since(version) == ["/wuerfelkrieg/kaempfen/"]
    assert live.refresh() == []  # nothing was saved since
    EDITS["definition"](live.project)
    assert live.refresh() == ["/wuerfelkrieg/glossar/becher/"]
    EDITS["title"](live.project)
    assert live.refresh() == ["/wuerfelkrieg/kaempfen/"]


def test_pages_that_depend_on_it_follow_and_are_reported(live: LiveSite) -> None:
    EDITS["reference"](live.project)
    live.refresh()
    version = live.version
    settled(live)
    assert "/wuerfelkrieg/rueckzug/" in live.changed_since(version)  # "Erwähnt in"
    assert "/murmeln/schnipsen/" not in live.changed_since(version)


def test_a_broken_file_is_reported_and_its_page_stays(live: LiveSite, capfd: pytest.CaptureFixture[str]) -> None:
    before = tree(live.folder)
    file = live.project / RULES / "kaempfen.md"
    text = file.read_text("utf-8")
    for broken in ("---\ntitle: [\n---\n", "ohne Kopf", "---\nkind: rule\n---\nOhne Titel.\n"):
        file.write_text(broken, "utf-8")
        live.refresh()
        live.begin()
        assert live._child is None
        said = capfd.readouterr().err
        assert f"{RULES}/kaempfen.md:" in said
        assert "Die alten Seiten bleiben" in said
        assert tree(live.folder) == before
    file.write_bytes(b"\xff\xfe")
    live.refresh()
    assert tree(live.folder) == before
    file.write_text(text, "utf-8")
    live.refresh()
    assert tree(settled(live).folder) == before


def test_a_broken_glossary_keeps_its_terms(live: LiveSite) -> None:
    before = tree(live.folder)
    lay_over(live.project, {"glossary/wuerfelkrieg.yaml": "- title: [\n"})
    live.refresh()
    live.begin()
    assert live._child is None
    assert tree(live.folder) == before


def test_a_new_entry_is_shown_and_goes_again(live: LiveSite) -> None:
    EDITS["new entry"](live.project)
    assert live.refresh() == ["/wuerfelkrieg/neu/"]
    assert "Neuling" in (live.folder / "wuerfelkrieg/neu/index.html").read_text("utf-8")
    EDITS["new entry"](live.project)
    live.refresh()
    settled(live)
    assert not (live.folder / "wuerfelkrieg/neu").exists()
