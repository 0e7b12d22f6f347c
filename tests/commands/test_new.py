"""`nachschlag new`: a file that loads as it was asked for, and never one in another's place."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from nachschlag.generator.cli import main
from nachschlag.generator.model.slug import slugify
from nachschlag.generator.reading.load import load

from tests.projects import command, environment, lay_over, mini_project, tree
from tests.running import Run
from tests.tries import tries

PLACE = "wuerfelkrieg/grundregeln"


def test_the_new_entry_loads(run: Run, mini: Path) -> None:
    said = run("--project", mini, "new", PLACE, "Große Wut (X)", "--kind", "special-rule", "--en", "Fury (X)", "--number", "18.0")
    assert (said.status, said.out) == (0, "content/wuerfelkrieg/grundregeln/grosse-wut.md\n")
    library, findings = load(mini)
    assert findings == []
    entry = library.entries["wuerfelkrieg/grosse-wut"]
    assert (entry.title, entry.title_en, entry.kind, str(entry.number)) == ("Große Wut (X)", "Fury (X)", "special-rule", "18.0")
    assert (entry.order, entry.status, entry.short, entry.text) == (180, "entwurf", "", "")
    assert run("--project", mini, "fmt", "--check", mini / said.out.strip()).status == 0


@pytest.mark.parametrize(
    ("place", "title", "expected"),
    [
        (PLACE, "Kämpfen", "grundregeln-kaempfen"),  # taken in the same part
        (PLACE, "Schleichen", "schleichen"),
        ("wuerfelkrieg/zauberei", "Zielen", "zauberei-zielen"),  # taken in the other part
        ("wuerfelkrieg/zauberei", "Kämpfen", "zauberei-kaempfen-2"),  # and the part's own is taken too
        (PLACE, "Pfeilregen", "grundregeln-pfeilregen"),  # moved away, but given once
        (PLACE, "Mogeln", "grundregeln-mogeln"),  # removed, but given once
        (PLACE, "Teil", "grundregeln-teil"),  # reserved
        (PLACE, "A–Z", "grundregeln-a-z"),
        (PLACE, "Kaputt", "grundregeln-kaputt"),  # a file too broken to load, in the other part
        (PLACE, "Verschollen", "grundregeln-verschollen"),  # published once
        ("murmeln/regeln", "Kämpfen", "kaempfen"),  # another system
    ],
)
def test_slugs(run: Run, mini: Path, place: str, title: str, expected: str) -> None:
    """A new entry's slug is free and was never published; a taken one is preceded by its part."""
    lay_over(
        mini,
        {
            "content/wuerfelkrieg/zauberei/kaputt.md": "---\ntitle: [\n---\n",
            "content/wuerfelkrieg/published.txt": "# Liste\nwuerfelkrieg/verschollen\n",
        },
    )
    said = run("--project", mini, "new", place, title)
    assert (said.status, said.out) == (0, f"content/{place}/{expected}.md\n")


def test_nothing_is_overwritten(run: Run, mini: Path) -> None:
    before = tree(mini)
    for _ in range(3):
        assert run("--project", mini, "new", PLACE, "Kämpfen").status == 0
    after = tree(mini)
    assert {path: after[path] for path in before} == before
    assert len(after) == len(before) + 3


def test_nothing_is_overwritten_by_several_at_once(mini: Path) -> None:
    calls = [command("--project", mini, "new", PLACE, "Neu", "--en", f"New {n}") for n in range(6)]
    running = [subprocess.Popen(c, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) for c in calls]
    ended = [(*process.communicate(timeout=60), process.returncode) for process in running]
    made = [out.strip() for out, _, status in ended if status == 0]
    assert made
    assert len(set(made)) == len(made)
    for _, err, status in ended:
        assert status == 0 or (status == 2 and "gibt es schon" in err)
    for n, (out, _, status) in enumerate(ended):
        if status == 0:
            assert f"New {n}\n" in (mini / out.strip()).read_text("utf-8")


def test_a_refused_call_leaves_no_file(run: Run, mini: Path) -> None:
    before = tree(mini)
    for arguments in (
        ["new", PLACE, "Neu", "--number", "v1.5"],
        ["new", PLACE, "x" * 121],
        ["new", PLACE, "Neu", "--en", "y" * 121],
        ["new", PLACE, "Glocke\x07"],
        ["new", PLACE, "Neu\udcff"],
        ["new", "../content/wuerfelkrieg/grundregeln", "Neu"],
    ):
        said = run("--project", mini, *arguments)
        assert said.status == 2
        assert said.line
    assert tree(mini) == before


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one system and no entries: quick to load."""
    root = mini_project(tmp_path_factory.mktemp("neu") / "projekt")
    shutil.rmtree(root / "content" / "wuerfelkrieg")
    for name in ("concepts.yaml", "wuerfelkrieg.yaml", "murmeln.yaml"):
        (root / "glossary" / name).unlink()
    (root / "content/murmeln/regeln/schnipsen.md").unlink()
    return root


#: Letters, and what YAML reads as something else: indicators, numbers, dates, booleans, quotes.
AWKWARD = st.sampled_from(
    [*"-?:,[]{}#&*!|>'\"%@`~=\\ 0123456789.", ": ", " #", "on", "null", "ä", "ß", "(X)", "---", "2026-01-31"]
)
TITLES = st.lists(AWKWARD | st.characters(exclude_categories=["Cs"]), max_size=20).map("".join)


@given(title=TITLES, english=TITLES)
@settings(max_examples=tries(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_accepted_title_is_read_back_as_it_is(empty: Path, title: str, english: str) -> None:
    assume(not english.strip() or slugify(english))
    folder = empty / "content" / "murmeln" / "regeln"
    try:
        try:
            status = main(["--project", str(empty), "new", f"--en={english}", "murmeln/regeln", "--", title])
        except SystemExit as end:
            status = int(str(end.code))
        assert status == (0 if list(folder.glob("*.md")) else 2)
        library, findings = load(empty)
        assert findings == []
        for entry in library.entries.values():
            assert (entry.title, entry.title_en) == (" ".join(title.split()), " ".join(english.split()))
    finally:
        for path in folder.glob("*.md"):
            path.unlink()
