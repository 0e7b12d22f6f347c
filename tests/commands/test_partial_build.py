"""A build after the texts of a few entries changed makes what a first build makes, findings and kept answers included, without reading the
rest."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nachschlag.generator import partial_build
from nachschlag.generator.cli import main
from nachschlag.generator.commands import whole_build
from nachschlag.generator.files.rows import open_rows
from nachschlag.generator.model.library import Library
from nachschlag.generator.proofing.kept_checks import FORM
from nachschlag.generator.reading import state
from nachschlag.generator.reading.state import state_of
from nachschlag.generator.reading.stored_library import library_tables
from nachschlag.generator.site.site_source import SiteSource
from nachschlag.search.index import generations

from tests.commands.test_build_edits import built, made
from tests.generator.proofing.test_partial_check import EDITS, MORE, RULES, grow, reword
from tests.projects import MINI, mini_project
from tests.running import Run, killed
from tests.tries import FUZZ


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "_UNSETTLED", 0)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return project_at(tmp_path / "projekt")


def project_at(root: Path) -> Path:
    rule = "---\ntitle: {}\nkind: rule\nsee: [naehe]\nshort: Dunkel.\n---\n{}\n"
    glossary, concepts = ((MINI / f"glossary/{name}.yaml").read_text("utf-8") for name in ("wuerfelkrieg", "concepts"))
    more = {
        f"{RULES}/nacht.md": rule.format("Nacht", "Bei Sonnenfinsternis ist Nacht."),
        f"{RULES}/wolke.md": rule.format("Wolkenschatten", "Es regnet."),
        f"{RULES}/regen.md": rule.format("Regen", "Wie [[wolke]]."),
        "glossary/wuerfelkrieg.yaml": f"{glossary}- title: Schluck\n  title_en: Gulp\n  definition: Eine Becherfüllung.\n",
        "glossary/concepts.yaml": f"{concepts}- id: wir\n  title: Gemeinsamkeit\n  description: Wir.\n  entries: {{}}\n",
    }
    return mini_project(root, {**MORE, **more})


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[Any, Any]]:
    """The project after its first build, and what that made. A test that changes a text puts it back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "_UNSETTLED", 0)
        project = project_at(tmp_path_factory.mktemp("einmal") / "projekt")
        assert main(["--project", str(project), "build"]) == 0
        return project, (made(project), kept(project))


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each build was one of a few entries."""
    found: list[bool] = []

    def generate_few(*arguments: Any) -> Any:
        made = partial_build.generate_few(*arguments)
        found.append(made is not None)
        return made

    monkeypatch.setattr(whole_build, "generate_few", generate_few)
    return found


def kept(project: Path) -> dict[str, Any]:
    """What a build keeps for the commands and builds after it, but for times of files, with what the search has of the words."""
    rows = open_rows(project / "build/answers/library", state_of(project).mark, FORM)
    index = generations.current(project / "build/index")
    assert rows
    assert index
    names = open_rows(project / "build/answers/names", rows.value("names", ""), FORM)
    assert names
    of_names = [f"{table} {system}" for table in ("vocabulary", "forms", "names") for system, _ in rows.rows("systems")]
    tables = [*library_tables(Library()), "backlinks", "mentions", "read", "told", "telling", "renderings", "build", "outdated"]
    found = {name: {key: value for key, value in rows.rows(name) if value} for name in tables}
    found |= {name: dict(names.rows(name)) for name in of_names}
    return {**found, "common": rows.value("about", "common"), "words": (index / "lexicon.json").read_bytes()}


def told(run: Run, project: Path) -> list[str]:
    """The findings that a build tells."""
    done = run("--project", project, "build")
    assert done.status == 0
    return [line for line in str(done.err).splitlines() if not line.startswith(("Gebaut", "Seiten", "Nichts"))]


def both(run: Run, project: Path, copy: Path) -> Iterator[tuple[Any, Any]]:
    """What a build makes, and what a first build makes."""
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("build", "site"))
    yield told(run, project), told(run, copy)
    yield made(project), made(copy)
    yield kept(project), kept(copy)
    shutil.rmtree(copy)


#: File, what is replaced in it and by what, and whether a build of a few entries does.
CHANGES = {
    "a word": ("zielen.md", "Miss von", "Nun miss von", True),
    "a mention": ("zielen.md", "Miss von", "Sturmwurf und [[naehe]]: Miss von", True),
    "a term": ("zielen.md", "Miss von", "Nimm den Becher: Miss von", True),
    "a finding": ("zielen.md", "Miss von", "[[nirgends]]: Miss von", True),
    "what was read": ("gelesen.md", "Wie [[naehe]]", "So wie [[naehe]]", True),
    "parts of a compound": ("zielen.md", "Miss von", "Sonnen, Finsternis: Miss von", True),
    "parts of one in a title": ("zielen.md", "Miss von", "Wolken, Schatten: Miss von", True),
    "parts of one in a definition": ("zielen.md", "Miss von", "Becher, Füllung: Miss von", True),
    "parts of one in a concept's title": ("zielen.md", "Miss von", "Gemein, Samkeit: Miss von", False),
    "what an overview says": ("uebersicht.md", "höchstens 8 Zoll", "höchstens 9 Zoll", True),
    "what an overview lists": ("zielen.md", "8 Zoll Ent", "7 Zoll Ent", False),
    "the English": ("anders.en.md", "Take 2", "Take 3", False),
    "a short rule": ("kaempfen.md", "short: ", "short: Nun ", True),
    "what a short rule mentions": ("nacht.md", "short: Dunkel.", "short: Wie [[zielen]] und **Nähe**, Becher.", True),
    "a short rule that is gone": ("nacht.md", "short: Dunkel.\n", "", False),
    "a short rule with parts of a compound": ("nacht.md", "short: Dunkel", "short: Sonnen, Wolken, Schatten", True),
    "a short rule and a text": ("nacht.md", "short: Dunkel.\n---\n", "short: Hell.\n---\nNoch [[zielen]]. ", True),
    "a short rule in a made table": ("naehe.md", "short: Höchstens 3 Felder", "short: Nur 3 Felder", False),
    "a title": ("zielen.md", "title: Zielen", "title: Peilen", False),
    "a table's rows": ("zielen.md", "Miss von", "| a | b |\n|---|---|\n| c | d |\n\nMiss von", False),
    "a made table": ("gemacht.md", "Alles", "Nichts", False),
}


@pytest.mark.parametrize("name", CHANGES)
def test_one_change(run: Run, first: tuple[Path, tuple[Any, Any]], tmp_path: Path, taken: list[bool], name: str) -> None:
    """A build after one changed text writes what a first build writes, and so does one after the change is undone."""
    (project, was), (file, old, new, expected) = first, CHANGES[name]
    text, before = (project / RULES / file).read_text("utf-8"), told(run, project)
    assert old in text
    try:
        (project / RULES / file).write_text(text.replace(old, new), "utf-8")
        for few, cold in both(run, project, tmp_path / "erst"):
            assert few == cold
        assert "Nichts geändert" in run("--project", project, "build").err
    finally:
        (project / RULES / file).write_text(text, "utf-8")
    assert told(run, project) == before
    assert (made(project), kept(project)) == was
    assert taken == [expected, expected]


def test_a_short_rule_whose_words_a_finding_uses(run: Run, project: Path, tmp_path: Path, taken: list[bool]) -> None:
    """The finding on an entry without links names entries with words of its short rule."""
    lonely = "---\ntitle: Einsam\nkind: rule\nshort: Dunkelheit.\n---\nNichts.\n"
    (project / RULES / "einsam.md").write_text(lonely, "utf-8")
    built(run, project)
    night = project / RULES / "nacht.md"
    night.write_text(night.read_text("utf-8").replace("Dunkel.", "Dunkelheit, immer."), "utf-8")
    for few, first in both(run, project, tmp_path / "erst"):
        assert few == first
    assert taken == [True]


def test_of_files_written_just_before_the_first_build(
    run: Run, project: Path, tmp_path: Path, taken: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build of a few entries follows a first one of files too new for their times to tell, however many."""
    monkeypatch.setattr(state, "_UNSETTLED", 10**13)
    built(run, project)
    monkeypatch.setattr(state, "_UNSETTLED", 0)
    rule = project / RULES / "zielen.md"
    rule.write_text(rule.read_text("utf-8").replace("Miss von", "Nun miss von"), "utf-8")
    for few, first in both(run, project, tmp_path / "erst"):
        assert few == first
    assert taken == [True]


def test_frames_are_kept_for_pages_that_are_not_made(
    run: Run, project: Path, taken: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """MkDocs starts for no text whose page has the frame of the first build, whichever pages changed before."""
    built(run, project)
    monkeypatch.setattr(SiteSource, "shown", lambda *_: pytest.fail("MkDocs has started"))
    for file in (f"{RULES}/zielen.md", "content/murmeln/regeln/schnipsen.md"):
        rule = project / file
        rule.write_text(f"{rule.read_text('utf-8')}\nNoch ein Satz.\n", "utf-8")
        assert run("--project", project, "build").status == 0
    assert taken == [True, True]


@pytest.mark.parametrize("seed", range(FUZZ // 20 or 1))
def test_any_changes(run: Run, project: Path, tmp_path: Path, taken: list[bool], seed: int) -> None:
    """Builds after random changes of a few texts write what first builds write."""
    choose = random.Random(seed)
    built(run, project)
    for _ in range(6 if FUZZ else 4):
        for _ in range(choose.choice((1, 1, 2))):
            files = sorted((project / "content").rglob("*[!n].md"))
            choose.choice((*EDITS, *(grow,) * 12, *(reword,) * 12))(choose.choice(files), choose)
        for few, first in both(run, project, tmp_path / "erst"):
            assert few == first
    assert any(taken)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process of its own")
@pytest.mark.parametrize("count", [1, 4, *(pytest.param(count, marks=pytest.mark.audit) for count in range(2, 30, 3))])
def test_after_a_killed_build(run: Run, project: Path, tmp_path: Path, taken: list[bool], count: int) -> None:
    """Kill a build while it writes pages, indexes, answers or the site; the next must not use its results for another text."""
    choose, rule = random.Random(count), project / RULES / "zielen.md"
    text = rule.read_text("utf-8")
    built(run, project)
    rule.write_text(text.replace("Miss von", "Sturmwurf und [[naehe]]: Miss von"), "utf-8")
    killed(choose.choice(("before", "after")), count, "--project", project, "build")
    rule.write_text(text, "utf-8")
    grow(project / RULES / "kaempfen.md", choose)
    for few, first in both(run, project, tmp_path / "erst"):
        assert few == first
    assert taken == [True] or count > 1  # nothing was made when the first build died
