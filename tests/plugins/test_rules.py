"""The text in double brackets, and the sources of rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.plugins.rules import NoRules, RuleLink, Rules, Unknown, open_rules

from tests.projects import mini_project

from .conftest import SITE

#: The text before and after the bar → target and words to show.
WRITTEN = [
    ("wuerfelkrieg:Würfelsturm", "", "wuerfelkrieg/wuerfelsturm", "Würfelsturm"),
    ("wuerfelkrieg: Würfelsturm (2)", "", "wuerfelkrieg/wuerfelsturm", "Würfelsturm (2)"),
    ("wuerfelkrieg:Würfelsturm", " viele Würfel ", "wuerfelkrieg/wuerfelsturm", "viele Würfel"),
    ("wuerfelkrieg:Grundregeln 17.0", "", "wuerfelkrieg/kaempfen", "Grundregeln 17.0"),
    ("wuerfelkrieg:GR 17", "so", "wuerfelkrieg/kaempfen", "so"),
    ("wuerfelkrieg:Kämpfen", "", "wuerfelkrieg/kaempfen", "Kämpfen"),  # two rules have this name: the default part's
    ("wuerfelkrieg:rueckzug", "", "wuerfelkrieg/rueckzug", "rueckzug"),
    ("wuerfelkrieg/rueckzug", "", "wuerfelkrieg/rueckzug", "Rückzug"),
    ("wuerfelkrieg/pfeilregen", "", "wuerfelkrieg/wuerfelsturm", "Würfelsturm (X)"),  # moved
    ("wuerfelkrieg:des Rückzugs", "", "wuerfelkrieg/rueckzug", "des Rückzugs"),
    ("wuerfelkrieg:Dice Storm", "", "wuerfelkrieg/wuerfelsturm", "Dice Storm"),
    ("wuerfelkrieg:Becher", "", "wuerfelkrieg/glossar/becher", "Becher"),
]


@pytest.mark.parametrize(("what", "shown", "target", "words"), WRITTEN)
def test_written(rules: Rules, what: str, shown: str, target: str, words: str) -> None:
    """A written reference leads to the rule's page, with its words and short rule."""
    found = rules.written(what, shown)
    assert isinstance(found, RuleLink)
    assert (found.target, found.shown, found.href) == (target, words, f"{SITE}/{target}/")
    assert found.short


@pytest.mark.parametrize(
    ("what", "shown", "expected"),
    [
        ("wuerfelkrieg:Rückzuk", "Rückzuk", "Am nächsten: wuerfelkrieg/rueckzug"),
        ("wuerfelkrieg:Murmel", "Murmel", "gibt es in Würfelkrieg nicht"),
        ("wuerfelkrieg/glossar/kelch", "", "gibt es in Würfelkrieg nicht"),
        ("würfelkrieg:Wurf", "Wurf", "Meintest du „wuerfelkrieg“?"),
    ],
)
def test_unknown(rules: Rules, what: str, shown: str, expected: str) -> None:
    """An unknown rule stays text, with a message."""
    found = rules.written(what)
    assert isinstance(found, Unknown)
    assert expected in found.message
    assert found.shown == (shown or what)


#: With the bundle of one system only, whose concepts name the other.
ABSENT = [
    ("murmeln:Grundregeln 17.0", "", "Grundregeln 17.0"),
    ("murmeln: Wurf", "jener Wurf", "jener Wurf"),
    ("murmeln/wurf", "", "murmeln/wurf"),
]


@pytest.mark.parametrize(("what", "shown", "words"), ABSENT)
def test_a_missing_system(one_system: Rules, what: str, shown: str, words: str) -> None:
    """A rule of a system without a bundle stays text, with a message that names the system."""
    found = one_system.written(what, shown)
    assert isinstance(found, Unknown)
    assert found.shown == words
    assert "Das Spiel „murmeln“ fehlt" in found.message
    assert "wuerfelkrieg" in found.message


@pytest.mark.parametrize("what", ["Startseite", "unterseite/kapitel", "wikipedia:Würfel", "Note: this", "wuerfelkrieg", ""])
def test_not_ours(rules: Rules, what: str) -> None:
    """Words that name no system of ours are none of our references."""
    assert rules.written(what) is None


def test_a_project_serves_as_well(tmp_path: Path, rules: Rules) -> None:
    project = mini_project(tmp_path / "projekt")
    assert open_rules(project, SITE).written("wuerfelkrieg:Wurf") == rules.written("wuerfelkrieg:Wurf")


@pytest.mark.parametrize("site", ["", "regeln.example.org", "javascript:alert(1)", 'https://x/"onclick="y'])
def test_rules_without_an_address_are_refused(tmp_path: Path, site: str) -> None:
    with pytest.raises(NoRules, match="site"):
        open_rules(mini_project(tmp_path / "projekt"), site)


def test_rules_that_are_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "leer").mkdir()
    (tmp_path / "kaputt.zip").write_bytes(b"PK")
    for name in ("fehlt.zip", "leer", "kaputt.zip"):
        with pytest.raises(NoRules):
            open_rules(tmp_path / name, SITE)
