"""YAML as text: values that other readers turn into numbers, dates and booleans stay as typed."""

import os
import subprocess
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.files.yaml_source import Yaml


def scalar(text: str) -> str:
    """The value of `a` in a one-line map."""
    source = Yaml(f"a: {text}\n", "x.yaml")
    assert source.findings == []
    assert isinstance(source.root, yaml.MappingNode)
    return str(source.root.value[0][1].value)


@pytest.mark.parametrize(
    "value",
    ["12:30", "on", "off", "yes", "NO", "0120", "0x1F", "0o17", "1_000", "1e3", "17.0", "2.10", "~", "null", "true", ".inf", ".nan",
     "2026-05-01", "2026-05-01 12:00:00", "=", "<<", "KÄMPFEN", "8\"", "2+", "3W6"],
)  # fmt: skip
def test_scalars_stay_text(value: str) -> None:
    assert scalar(value) == value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("'on'", "on"),
        ('"a\\tb"', "a\tb"),
        ("wut # Anmerkung", "wut"),
        (">-\n  eins\n  zwei", "eins zwei"),
        ("|\n  eins\n  zwei", "eins\nzwei\n"),
        ("!!int 5", "5"),
        ("!!python/object/apply:os.system [ls]", "[]"),
        ("Kern & Elite", "Kern & Elite"),
        ("", ""),
    ],
)
def test_styles_and_tags(written: str, value: str) -> None:
    if value == "[]":
        source = Yaml(f"a: {written}", "x.yaml")
        assert isinstance(source.root, yaml.MappingNode)  # the tag is ignored, nothing is built from it
        assert isinstance(source.root.value[0][1], yaml.SequenceNode)
    else:
        assert scalar(written) == value


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: [offen", "F001", "3:1"),
        ("a: b: c", "F001", "2:5"),
        ("a:\n\tb: 1", "F001", "3:1"),
        ("a: 'offen", "F001", "2:"),
        ("a: \x07", "F001", "2:1"),
        ("a: 1\n---\nb: 2", "F001", "3:1"),
        ("a: *nirgends", "F001", "2:4"),
        ("a: @b", "F001", "2:4"),
        ("[" * 31, "F001", "2:31"),
        ("[" * 200_000 + "]" * 200_000, "F001", "2:"),  # newer libyaml refuses it by itself, further on
        ("- " * 1_000_000, "F001", "2:61"),
        ("{a: " * 200_000, "F001", "2:121"),
        ("a: &x 1", "F009", "2:4"),
        ("a: &x [1]\nb: *x", "F009", "2:4"),
        ("&x a: 1", "F009", "2:1"),
        ("a: &x [*x]", "F009", "2:4"),
        ("a: {<<: &x {b: 1}}", "F009", "2:9"),
    ],
)
def test_trouble_is_a_finding_with_its_place(text: str, code: str, place: str) -> None:
    source = Yaml(text, "x.md", first_line=2)
    assert source.root is None
    assert [f.code for f in source.findings] == [code]
    assert str(source.findings[0].location).startswith(f"x.md:{place}")
    assert source.findings[0].hint


@pytest.mark.parametrize("text", ["", "\n", "# nur eine Anmerkung", "---\n"])
def test_empty_text_has_no_finding(text: str) -> None:
    source = Yaml(text, "x.yaml")
    assert source.findings == []


def test_sensible_nesting_is_fine() -> None:
    source = Yaml("[" * 30 + "]" * 30, "x.yaml")
    assert source.root is not None
    assert source.findings == []


def test_places_count_from_the_first_line() -> None:
    source = Yaml("a: 1\nb:\n  - Würfel\n", "x.md", first_line=2)
    assert isinstance(source.root, yaml.MappingNode)
    assert [str(source.place(value)) for _, value in source.root.value] == ["x.md:2:4", "x.md:4:3"]


BOMB = """
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.files.yaml_source import Yaml
lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]" for i in range(1, 60)]
source = Yaml("\\n".join(lines), "bombe.yaml")
print(source.root, [f.code for f in source.findings])
"""


def test_a_bomb_of_nested_aliases_is_refused_at_once() -> None:
    """Run in a process of its own, so that a failure hits its limit instead of exhausting the machine."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", BOMB], capture_output=True, text=True, timeout=20, check=True, env=env)
    assert done.stdout.strip() == "None ['F009']"


WORDS = st.lists(
    st.sampled_from(["a", "Maß", '"b"', "'c'", "d:", "#e", "ü", "\\n", "- f", "|", "lang " * 20]), min_size=1, max_size=12
)


@pytest.mark.parametrize("style", ["", '"', "'", "|", ">"])
@given(words=WORDS)
def test_each_character_of_a_value_has_its_place(style: str, words: list[str]) -> None:
    value = " ".join(words)
    text = yaml.safe_dump({"kopf": "x", "wert": value}, default_style=style or None, width=40, allow_unicode=True)
    source = Yaml(text, "x.yaml")
    assert isinstance(source.root, yaml.MappingNode)
    node = source.root.value[1][1]
    lines = text.split("\n")
    place = source.value_place(node)
    for offset, letter in enumerate(node.value):
        at = place.within(offset)
        assert letter.isspace() or lines[at.line - 1][at.column - 1] == letter


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("a: 1\n\tb: 2\n", "Am Anfang der Zeile steht ein Tabulator: Rücke mit Leerzeichen ein."),
        ('a: "offen\nb: "zu"\n', 'Darüber fehlt ein Anführungszeichen am Ende: „a: "offen…“.'),
        ("a: 'offen\nb: 'zu'\n", "Darüber fehlt ein Anführungszeichen am Ende: „a: 'offen…“."),
        ("a: b: c\n", "Setze Werte mit Doppelpunkt, Klammer oder Raute in Anführungszeichen und prüfe die Einrückung."),
    ],
)
def test_the_remedy_names_the_cause(text: str, remedy: str) -> None:
    (finding,) = Yaml(text, "x.yaml").findings
    assert finding.hint == remedy
