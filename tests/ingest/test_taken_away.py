"""Entries that a reading would remove: stopped if they are many, kept in a place to restore from, and restored."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.files.transaction import is_unfinished
from nachschlag.generator.ingest.editions.bringing_back import bring_back
from nachschlag.generator.ingest.storing import alone, store

from tests.projects import build, lay_over, mini_project, tree
from tests.running import Run, killed

from .edition import edit, loaded, moved, read, rule, term
from .test_storing import survives

PROFILE = """recognisers: [headings, leads]
parts: [{heading: ^GELÄNDE$}, {heading: ^WASSER$}, {heading: ^HÖHE$}]
"""
ANIMALS = ("Ameise", "Biber", "Dachs", "Eule", "Fuchs", "Gams", "Hase", "Igel", "Luchs", "Marder")
PLANTS = ("Ahorn", "Birke", "Distel", "Esche", "Farn", "Ginster")


def book(*names: str, words: tuple[str, ...] = (), part: str = "") -> str:
    """A book with a numbered rule for each name, and a glossary."""
    rules = "".join(f"{number}.0 {name.upper()}\n\n{_said(name)}\n\n" for number, name in enumerate(names, 1))
    terms = "".join(f"{word}: Das Wort {word} meint viel.\n\n" for word in words)
    return (f"{part}\n\n" if part else "") + rules + ("WÖRTER\n\n" + terms if words else "")


def _said(name: str) -> str:
    """The text of a rule with unique words, so that no rule is mistaken for another one renamed."""
    return f"{name} würfelt: {' '.join(f'{name[at:]}{name[:at]}'.lower() for at in range(len(name)))}."


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with books on different subjects beside it, the first of them read."""
    books = {
        "tiere.txt": book(*ANIMALS),
        "pflanzen.txt": book(*PLANTS),
        "ohne-zwei.txt": book(*ANIMALS[:-2]),
        "ohne-drei.txt": book(*ANIMALS[:-3]),
        "worte.txt": book("Wolf", words=("Mut", "Zoll", "Kraft", "Zeit")),
        "wortarm.txt": book("Wolf", words=("Mut", "Zoll")),
    }
    lay_over(tmp_path, {**books, "profil.yaml": PROFILE})
    return mini_project(tmp_path / "projekt")


def words_of(project: Path, book: str, *more: str | Path) -> tuple[str | Path, ...]:
    """The words of the command that reads a book as the system "moos"."""
    above = project.parent
    return ("--project", project, "ingest", above / book, "--system", "moos", "--profile", above / "profil.yaml", *more)


def restoring(project: Path, *more: str) -> tuple[str | Path, ...]:
    """The words of the command that restores what a reading removed."""
    return ("--project", project, "ingest", "--system", "moos", "--restore", *more)


def test_another_book_under_a_used_id_is_stopped(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    before = tree(project)
    done = run(*words_of(project, "pflanzen.txt"))
    assert done.status == 2
    for said in ("10 von 10 Einträgen", "moos/ameise", "6 kämen", "pflanzen.txt", "--book", "--system", "--replace"):
        assert said in done.line
    assert tree(project) == before


@pytest.mark.parametrize(("later", "status"), [("ohne-zwei.txt", 0), ("ohne-drei.txt", 2)])
def test_a_fifth_may_be_removed_without_asking(run: Run, project: Path, later: str, status: int) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    assert run(*words_of(project, later)).status == status


def test_only_what_is_there_now_counts(run: Run, project: Path) -> None:
    """Of ten rules five were deleted by hand, so two of the other five are more than a fifth."""
    assert run(*words_of(project, "tiere.txt")).status == 0
    for name in ANIMALS[:5]:
        next(project.glob(f"privat/content/moos/*/{name.lower()}.md")).unlink()
    assert "2 von 5 Einträgen" in run(*words_of(project, "ohne-zwei.txt")).line


def test_entries_with_edits_are_not_removed(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    for name in ANIMALS[-3:]:
        edit(next(project.glob(f"privat/content/moos/*/{name.lower()}.md")), "würfelt", "bechert")
    assert run(*words_of(project, "ohne-drei.txt")).status == 0
    assert not (project / "privat/.entfernt").exists()


def test_another_book_is_stopped_even_if_nothing_would_go(run: Run, project: Path) -> None:
    """All entries were edited by hand, so they would stay, with those of the other book among them."""
    assert run(*words_of(project, "tiere.txt")).status == 0
    for name in ANIMALS:
        edit(next(project.glob(f"privat/content/moos/*/{name.lower()}.md")), "würfelt", "bechert")
    before = tree(project)
    done = run(*words_of(project, "pflanzen.txt"))
    assert done.status == 2
    for said in ("--book", "6 kämen", "--replace"):
        assert said in done.line
    assert tree(project) == before
    assert run(*words_of(project, "pflanzen.txt", "--replace")).status == 0


def test_a_term_base_without_its_entries_is_not_replaced(run: Run, project: Path) -> None:
    assert run(*words_of(project, "worte.txt")).status == 0
    shutil.rmtree(project / "privat/content/moos")
    assert run(*words_of(project, "worte.txt")).status == 0
    shutil.rmtree(project / "privat/content/moos")
    edit(project / "privat/glossary/moos.yaml", "meint viel", "meint wenig")
    before = tree(project)
    assert "steht Bearbeitetes" in run(*words_of(project, "worte.txt")).line
    assert tree(project) == before


def test_terms_count_too(run: Run, project: Path) -> None:
    """Removed terms count towards the limit, and are kept."""
    assert run(*words_of(project, "worte.txt")).status == 0
    done = run(*words_of(project, "wortarm.txt"))
    assert done.status == 2
    assert "2 von 6 Einträgen und Begriffen" in done.line
    assert run(*words_of(project, "wortarm.txt", "--replace")).status == 0
    kept = project / "privat/.entfernt/moos/1/glossary/moos.yaml"
    assert [row["title"] for row in yaml.safe_load(kept.read_text("utf-8"))] == ["Kraft", "Zeit"]
    assert run(*restoring(project)).status == 0
    terms = yaml.safe_load((project / "privat/glossary/moos.yaml").read_text("utf-8"))
    assert sorted(row["title"] for row in terms) == ["Kraft", "Mut", "Zeit", "Zoll"]
    loaded(project / "privat")


def test_json_says_why_it_was_stopped(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt", "--json")).status == 0
    done = run(*words_of(project, "pflanzen.txt", "--json"))
    assert done.status == 2
    edition = json.loads(done.out)["edition"]
    assert edition["refused"] == {"gone": 10, "of": 10, "new": 6}
    assert (len(edition["gone"]), edition["kept_in"]) == (10, "")
    record = json.loads(run(*words_of(project, "pflanzen.txt", "--json", "--replace")).out)["edition"]
    assert (record["refused"], record["kept_in"]) == ({}, ".entfernt/moos/1")


def test_replace_confirms_and_removed_entries_are_kept(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    before = entries(project)
    done = run(*words_of(project, "pflanzen.txt", "--replace"))
    assert done.status == 0
    assert "--restore 1" in done.out
    assert {name.lower() for name in PLANTS} == {Path(path).stem for path in entries(project)}
    assert {path: raw for path, raw in tree(project / "privat/.entfernt/moos/1").items() if path.endswith(".md")} == before
    page = (project / "privat/ingest/moos/report.html").read_text("utf-8")
    assert ".entfernt/moos/1" in page
    assert "--restore 1" in page
    site = build(project)
    assert "Ahorn würfelt" in (site / "moos/ahorn/index.html").read_text("utf-8")
    assert not [path for path in site.rglob("*.html") if "Ameise würfelt" in path.read_text("utf-8")]


def entries(project: Path) -> dict[str, bytes]:
    return {path: raw for path, raw in tree(project / "privat").items() if path.startswith("content/") and path.endswith(".md")}


def test_a_second_removal_leaves_the_first_as_it_is(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    assert run(*words_of(project, "ohne-zwei.txt")).status == 0
    first = tree(project / "privat/.entfernt/moos/1")
    assert {Path(path).stem for path in first if path.endswith(".md")} == {"luchs", "marder"}
    assert run(*words_of(project, "tiere.txt")).status == 0
    assert not (project / "privat/.entfernt/moos/2").exists()
    assert run(*words_of(project, "ohne-drei.txt", "--replace")).status == 0
    assert tree(project / "privat/.entfernt/moos/1") == first
    assert len([path for path in tree(project / "privat/.entfernt/moos/2") if path.endswith(".md")]) == 3


def test_removed_entries_come_back(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    before = entries(project)
    assert run(*words_of(project, "ohne-zwei.txt")).status == 0
    assert moved(project / "privat") == {"moos/luchs": "", "moos/marder": ""}
    done = run(*restoring(project))
    assert done.status == 0
    assert done.out.splitlines() == ["Zurückgeholt: 2 (moos/luchs, moos/marder)"]
    assert {path: entries(project)[path] for path in before if "luchs" in path or "marder" in path} == {
        path: raw for path, raw in before.items() if "luchs" in path or "marder" in path
    }
    assert set(entries(project)) == set(before)
    assert not (project / "privat/content/moos/moved.yaml").read_text("utf-8").count("old:")
    loaded(project / "privat")
    state = tree(project / "privat")
    assert run(*words_of(project, "ohne-zwei.txt")).status == 0
    assert tree(project / "privat") == state
    again = run(*restoring(project, "1"))
    assert (again.status, again.out) == (0, "Zurückgeholt: 0\nSchon da und darum gelassen: 2 (moos/luchs, moos/marder)\n")


def test_restored_entries_have_their_part(tmp_path: Path, run: Run) -> None:
    project = mini_project(tmp_path / "projekt")
    out = project / "privat"
    read(out, rule("Wald", "Im Wald.", "1.0"), rule("Berg", "Auf dem Berg.", "2.0", "Höhen"), term("Mut", "Tapferkeit."))
    edit(out / "content/moos/system.yaml", "name: Moos", "# Mein Spiel\nname: Moosmoor")
    read(out, rule("Wald", "Im Wald.", "1.0"), term("Mut", "Tapferkeit."))
    assert not (out / "content/moos/hoehen").exists()
    assert run(*restoring(project)).status == 0
    library = loaded(out)
    assert "moos/berg" in library.entries
    assert "# Mein Spiel\nname: Moosmoor" in (out / "content/moos/system.yaml").read_text("utf-8")
    read(out, rule("Wald", "Im Wald brennt es.", "1.0"), term("Mut", "Tapferkeit."))
    assert "moos/berg" in loaded(out).entries


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--restore", "7"), "Aufgehoben ist: 1"),
        (("--restore", "--system", "andere"), "nichts aufgehoben"),
        (("--restore", "eins"), "ganze Zahl"),
        (("BUCH", "--restore"), "ohne DATEI"),
        (("--restore", "--book", "Moorheer", "--ocr"), "ohne --book, --ocr"),
        ((), "DATEI"),
    ],
)
def test_failing_to_restore_is_one_line(run: Run, project: Path, more: tuple[str, ...], said: str) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    assert run(*words_of(project, "ohne-zwei.txt")).status == 0
    before = tree(project)
    done = run("--project", project, "ingest", "--system", "moos", *more)
    assert done.status == 2
    assert said in done.line
    assert tree(project) == before


def test_json_lists_restored_entries(run: Run, project: Path) -> None:
    assert run(*words_of(project, "tiere.txt")).status == 0
    assert run(*words_of(project, "ohne-zwei.txt")).status == 0
    assert json.loads(run(*restoring(project, "--json")).out) == {"restored": ["moos/luchs", "moos/marder"], "left": []}


def test_a_removal_that_is_killed_keeps_all_or_nothing(run: Run, project: Path) -> None:
    """Kill the real command before each of its files: everything removed is kept, and nothing is kept that was not removed."""
    assert run(*words_of(project, "tiere.txt")).status == 0
    out, first = project / "privat", project.parent / "erste"
    shutil.copytree(out, first)
    before = tree(out)
    assert run(*words_of(project, "pflanzen.txt", "--replace")).status == 0
    after = tree(out)
    for count in range(1, 400, 4):
        shutil.rmtree(out)
        shutil.copytree(first, out)
        done = killed("before", count, *words_of(project, "pflanzen.txt", "--replace"))
        with alone(out) as left:
            assert left == []
        assert {path: raw for path, raw in tree(out).items() if not path.endswith(".part")} in (before, after)
        if done.returncode == 0:
            break
    assert (done.returncode, tree(out), count > 20) == (0, after, True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes as Unix has them")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.audit)])
def test_a_killed_restore_is_complete_or_undone(tmp_path: Path, every: int) -> None:
    def back(out: Path) -> None:
        with alone(out):
            store(out, "moos", bring_back(out, "moos", 1).outcome)

    first = tmp_path / "erste"
    read(
        first,
        rule("Wald", "Im Wald.", "1.0"),
        rule("Berg", "Auf dem Berg.", "2.0", "Höhen"),
        term("Mut", "M."),
        term("Zug", "Z."),
    )
    read(first, rule("Wald", "Im Wald.", "1.0"), term("Zug", "Z."))
    whole = tmp_path / "ganz"
    shutil.copytree(first, whole)
    back(whole)
    before, after = tree(first), tree(whole)
    assert before != after
    seen = set()
    for step in range(1, 200, every):
        out = tmp_path / f"mal-{step}"
        shutil.copytree(first, out)
        done = survives(step, lambda out=out: back(out))  # type: ignore[misc]
        seen.add(is_unfinished(out))
        with alone(out):
            pass
        assert tree(out) in (before, after)
        if done:
            break
    assert (seen, tree(out)) == ({True, False}, after)
