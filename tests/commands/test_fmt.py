"""`nachschlag fmt`: the agreed order of fields; meaning, comments and body untouched; twice is once."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.generator.cli import main
from nachschlag.generator.model.fields import ENTRY
from nachschlag.generator.reading.canonical import canonical_entry
from nachschlag.generator.reading.editor_schemas import schema_line
from nachschlag.generator.reading.parse import parse_entry
from nachschlag.generator.reading.source import SourceFile

from tests.projects import REPOSITORY, lay_over, tree
from tests.running import Run
from tests.tries import tries

SCHEMA_LINE = schema_line(REPOSITORY / "content" / "t9a" / "sonderregeln" / "x.md", "entry").rstrip()

#: Fields as people write them, more than one line each where YAML allows.
FIELDS = [
    "title: Spalten (X)",
    'title_en: "Cleave (X)"  # so im Buch',
    "title_en_source: book",
    "kind: special-rule",
    'number: "17.0"',
    "order: 120",
    "page: 97",
    "short: >-\n  Treffer senken die\n  Verteidigung.",
    "short_en: 'Hits lower: the defence.'",
    "phases: [rollphase,\n  ladephase]",
    "aliases:\n  - Spalter\n  # ein Kommentar in der Liste\n  - Hauen",
    "see:\n- zielen\n- wurf",
    "status: geprüft",
    "translated_from: 1f0c9a7be2d4",
    "card:\n  effect: |\n    Eine Zeile.\n\n    title: keine Zeile des Kopfs\n  keywords: [ZAUBERER]",
    "data:\n  columns: [A, B]\n  rows:\n    - [\"1\", '2']",
]
REQUIRED = {"title: Spalten (X)", "kind: special-rule"}
COMMENTS = ["# Achtung: Kommentar", "#", "# title: auskommentiert", ""]

HEADS = st.permutations(FIELDS).flatmap(
    lambda fields: st.lists(st.booleans(), min_size=len(fields), max_size=len(fields)).map(
        lambda kept: [field for field, keep in zip(fields, kept, strict=True) if keep or field in REQUIRED]
    )
)


@st.composite
def entry_files(draw: st.DrawFn) -> str:
    """An entry file with its fields in any order, comments between them, blanks at line ends, either kind of line end."""
    lines: list[str] = []
    for field in draw(HEADS):
        lines += draw(st.lists(st.sampled_from(COMMENTS), max_size=2))
        if "|" not in field and ">" not in field:
            field += draw(st.sampled_from(["", "  ", "\t"])) if "\n" not in field else ""
        lines.append(field)
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), SCHEMA_LINE)
    body = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    head = "\n".join(["---", *lines, "---", ""]).replace("\n", end)
    return draw(st.sampled_from(["", "\ufeff"])) + head + body


def meaning(text: str) -> object:
    """Everything an entry holds but where it stands."""
    file = SourceFile("x.md", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    entry, findings = parse_entry(file, "go", "regeln", "x")
    assert entry is not None, findings
    return [getattr(entry, name) for name in entry.__dataclass_fields__ if name not in ("lines", "body_line")]


def body_of(text: str) -> str:
    return text.split("---", 2)[2].lstrip(" \t").removeprefix("\r").removeprefix("\n")


@given(entry_files())
@settings(max_examples=tries(200), deadline=None)
def test_canonical_form(text: str) -> None:
    """Formatting twice equals formatting once, and keeps values, body, line ends and comments."""
    once = canonical_entry(text, SCHEMA_LINE)
    assert canonical_entry(once, SCHEMA_LINE) == once
    assert meaning(once) == meaning(text)
    assert body_of(once) == body_of(text)
    assert ("\r\n" in once.split("---")[1]) == ("\r\n" in text.split("---")[1])
    for comment in COMMENTS[:3]:
        assert once.count(comment + "\n") + once.count(comment + "\r\n") >= text.count(comment + "\n") or comment == "#"


@given(HEADS)
@settings(max_examples=tries(60), deadline=None)
def test_fields_come_in_the_agreed_order(fields: list[str]) -> None:
    once = canonical_entry("---\n" + "\n".join(fields) + "\n---\n", SCHEMA_LINE)
    order = [field.name for field in ENTRY]
    names = [line.partition(":")[0] for line in once.splitlines()[2:-1] if line.partition(":")[0] in order]
    found = [name for name in names if not name.startswith(" ")]
    assert found == sorted(found, key=order.index)
    assert once.splitlines()[1] == SCHEMA_LINE


@given(st.text(max_size=80))
@settings(max_examples=tries(200), deadline=None)
def test_any_text_is_survived(text: str) -> None:
    once = canonical_entry(text, SCHEMA_LINE)
    assert canonical_entry(once, SCHEMA_LINE) == once


@given(text=entry_files())
@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_command_twice_changes_once(tmp_path: Path, text: str) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n", "utf-8")
    path = tmp_path / "content" / "go" / "regeln" / "x.md"
    lay_over(tmp_path, {"content/go/regeln/x.md": text})
    changes = main(["--project", str(tmp_path), "fmt", "--check"])
    assert path.read_bytes() == text.encode()
    assert main(["--project", str(tmp_path), "fmt"]) == 0
    once = path.read_bytes()
    assert (once != text.encode()) == bool(changes)
    assert main(["--project", str(tmp_path), "fmt", "--check"]) == 0
    assert path.read_bytes() == once
    assert body_of(once.decode()) == body_of(text)


def test_our_own_entries_are_in_canonical_form(run: Run) -> None:
    assert run("fmt", "--check").status == 0


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_our_own_entries_come_back_from_any_order(end: str) -> None:
    """Shuffle the fields of every entry and drop its schema line: formatting restores its bytes."""
    chance = random.Random(7)
    files = sorted((REPOSITORY / "content").glob("*/*/*.md"))
    files = [path for path in files if not path.name.endswith(".en.md")]
    assert len(files) > 1000
    for path in files:
        text = path.read_bytes().decode("utf-8").replace("\n", end)
        _, head, body = text.split(f"---{end}", 2)
        fields = re.split(r"^(?=(?:#[^\n]*\n)*[a-z_]+:(?!//))", head.partition(end)[2], flags=re.MULTILINE)
        chance.shuffle(fields)
        assert canonical_entry(f"---{end}{''.join(fields)}---{end}{body}", SCHEMA_LINE) == text, path


@pytest.mark.parametrize(
    "content",
    [
        b"---\ntitle: K\xe4se\nkind: rule\n---\n",
        b"---\nkind: [\ntitle: x\n---\n",
        b"---\nkind: rule\ntitle: ohne Ende\n",
        b"Gar kein Kopf\n",
        b"",
        b"---\n---\n",
        b"---\ntitle: |\n  a  \n  b\nkind: rule\n---\nText  \n",  # trailing blanks mean something here
    ],
)
def test_what_cannot_be_read_stays(run: Run, mini: Path, content: bytes) -> None:
    lay_over(mini, {"content/murmeln/regeln/x.md": content})
    before = tree(mini)
    said = run("--project", mini, "fmt", mini / "content/murmeln/regeln/x.md")
    assert said.status == 0
    assert "Traceback" not in said.err
    assert tree(mini) == before


def test_english_texts_and_other_files_are_left_alone(run: Run, mini: Path) -> None:
    lay_over(mini, {"content/murmeln/regeln/schnipsen.en.md": "---\nkind: x\ntitle: y\n---\n"})
    before = tree(mini)
    run("--project", mini, "fmt")
    after = tree(mini)
    changed = {path for path in after if before.get(path) != after[path]}
    assert changed
    assert all(path.endswith(".md") and not path.endswith(".en.md") for path in changed)
