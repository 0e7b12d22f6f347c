"""Spelling, with a dictionary of a few words that hunspell's format describes, as a real one does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.proofing.spelling import Speller, dictionary, words_are_known
from nachschlag.generator.reading.load import load

from tests.projects import lay_over
from tests.running import Run

AFFIXES = "SET UTF-8\nSFX A Y 2\nSFX A 0 s .\nSFX A 0 en .\n"
WORDS = (
    "wirf die der einen und auf ist nicht ab mit wiegt würfeln Würfel/A Wurf/A Kampf/A Reichweite Einheit/A schiebe verwundung/A"
)
MINI = Path(__file__).parents[1] / "data/mini"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A dictionary where one's own are looked for, below a home of its own."""
    folder = tmp_path / "home/.local/share/hunspell"
    folder.mkdir(parents=True)
    (folder / "de_DE.aff").write_text(AFFIXES, encoding="utf-8")
    (folder / "de_DE.dic").write_text(f"{len(WORDS.split())} {WORDS} ".replace(" ", "\n"), encoding="utf-8")
    return folder


@pytest.fixture
def german(folder: Path) -> Callable[[str], bool]:
    return dictionary([str(folder)])


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Wirf die Würfel.", []),
        ("Wirf die Würfell.", ["Würfell"]),
        ("WIRF DIE EINHEITEN", []),
        ("Die Verbundbasis und die Verbundbasen.", []),
        ("Die Kampfreichweite, die Verbundbasisreichweite", []),
        ("Die Kampfreichweitte", ["Kampfreichweitte"]),
        ("Kampf- und Wurfreichweite", []),
        ("Die Würfel schieben, hindurchwürfeln, übereinanderwürfeln, wirfmit", ["schieben", "wirfmit"]),
        ("Schieb die Einheit", []),
        ("Die Einheit ist abzuwürfeln, mitzuwürfeln", []),
        ("„Würfell“ und `Würfell` [[wuerfell|Würfel]]", []),
        ("wuerfell.txt, wer@wuerfell.example", []),
        ("Auf 4+ und ab ½ mit W6er", []),
        ("::: regeltext\nWürfell\n:::", []),
    ],
)
def test_unknown_words(german: Callable[[str], bool], text: str, unknown: list[str]) -> None:
    """A word is unknown if it is none of the dictionary, the system, or made of these."""
    found = Speller(german, ["Verbundbasis", "Verbundbasen"]).unknown(text)
    assert [word for _, word in found] == unknown
    assert all(text[start:].startswith(word) for start, word in found)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Wrufs", "Wurfs"),
        ("wuerfeln", "würfeln"),
        ("Einhheit", "Einheit"),
        ("Verbundbassis", "Verbundbasis"),
        ("Verbundbasi", "Verbundbasis"),
        ("Verbundbosis", "Verbundbasis"),
        ("Xyzzyquux", ""),
    ],
)
def test_what_was_meant(german: Callable[[str], bool], word: str, meant: str) -> None:
    assert Speller(german, ["Verbundbasis"]).meant(word) == meant


def test_definitions_are_read_too(german: Callable[[str], bool], mini: Path) -> None:
    lay_over(mini, {"glossary/wuerfelkrieg.yaml": "- title: Wurf\n  definition: Die Einhiet\n"})
    found = [one for one in words_are_known(load(mini)[0], german) if one.location.path == "glossary/wuerfelkrieg.yaml"]
    assert [(one.location.line, one.hint.partition("?")[0]) for one in found] == [(2, "Meintest du „Einheit“")]


def test_a_word_is_reported_once_per_entry(german: Callable[[str], bool]) -> None:
    library = load(MINI)[0]
    findings = list(words_are_known(library, german))
    assert {finding.code for finding in findings} == {"S006"}
    assert len({(finding.location.path, finding.message.split("“")[0]) for finding in findings}) == len(findings)


def test_what_is_missing_is_reported_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, mini: Path
) -> None:
    with pytest.raises(Unusable, match="apt install hunspell-de-de"):
        dictionary([str(tmp_path)])
    monkeypatch.setitem(sys.modules, "spylls", None)
    result = run("check", "--spelling", "--project", mini)
    assert result.status == 2
    assert 'pip install ".[spelling]"' in result.err


def test_check_tells_unknown_words_and_does_not_fail(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run, mini: Path) -> None:
    monkeypatch.setenv("HOME", str(folder.parents[2]))
    result = run("check", "--spelling", "--project", mini)
    assert "S006" in result.out
    assert result.status == 0
    assert "S006" not in run("check", "--project", mini).out
