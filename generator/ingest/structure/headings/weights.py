"""The evidence for and against a heading: one table of weights gives the score, the certainty and the reasons.

Weights add up like log odds: 0 is even, 2 about nine to one.

>>> certainty_of({"mark": "#", "blanks": ""}) > 0.9, certainty_of({"blanks": "", "sentence": ""}) < 0.5
(True, True)
>>> reasons_of({"mark": "##", "short": ""})
('Überschrift, weil: Auszeichnung ##; kurz',)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

#: Evidence → (weight, its German name).
WEIGHTS: Mapping[str, tuple[float, str]] = {
    "bookmark": (5.0, "Lesezeichen Ebene"),
    "mark": (4.5, "Auszeichnung"),
    "size": (3.5, "Schrift größer als der Text, Stufe"),
    "contents": (3.0, "steht im Inhaltsverzeichnis"),
    "lost": (-1.5, "im Text fehlt der Titel"),
    "label": (2.5, "Zählwort"),
    "number": (1.5, "Nummer"),
    "ordered": (1.5, "Nummern in Folge"),
    "bold": (2.0, "ganz fett"),
    "capitals": (2.0, "in Großbuchstaben"),
    "blanks": (1.0, "steht allein"),
    "early": (0.5, "bricht vor dem Rand um"),
    "short": (0.5, "kurz"),
    "name": (0.5, "wie ein Name"),
    "followed": (0.5, "Text folgt"),
    "alike": (1.0, "gesetzt wie andere Überschriften"),
    "unlike": (-2.0, "gesetzt wie vieles, was keine ist"),
    "sentence": (-3.5, "endet wie ein Satz"),
    "colon": (-1.0, "endet mit Doppelpunkt"),
    "announces": (-2.5, "kündigt an"),
    "cut": (-3.0, "der Satz geht weiter"),
    "long": (-2.5, "lang"),
    "bullet": (-2.5, "Punkt einer Liste"),
    "listed": (-4.0, "zwischen anderen Nummern"),
    "small": (-2.5, "beginnt klein"),
    "figures": (-3.0, "mehr Zahlen als Wörter"),
    "repeated": (-4.0, "kehrt oft wieder"),
    "cell": (-2.5, "neben den Spalten einer Tabelle"),
    "amid": (-1.0, "mitten im Absatz"),
    "bare": (-4.5, "ohne Auszeichnung"),
    "uncounted": (-4.0, "ohne Nummer"),
    "plain": (-2.5, "weder fett noch in Großbuchstaben"),
    "free": (1.75, "Name zwischen zwei Absätzen"),
    "crowd": (-4.0, "eine von mehreren Zeilen in Großbuchstaben"),
    "value": (-4.0, "darunter nur ein Wert"),
    "counts": (-4.0, "eine Anzahl"),
    "beneath": (-4.0, "Punkt eines Paragraphen"),
    "field": (-4.0, "Angabe mit Wert"),
    "remark": (-3.0, "Beispiel oder Anmerkung"),
    "lead-bold": (1.0, "fett am Anfang"),
    "lead-plain": (-1.0, "Name am Anfang"),
    "lead-point": (0.75, "mit Doppelpunkt oder Punkt"),
    "lead-item": (0.5, "in einer Aufzählung"),
    "lead-nested": (-1.5, "unter einem anderen Punkt"),
    "lead-sentence": (-1.5, "der Satz geht weiter"),
    "lead-step": (-2.5, "Schritt"),
    "lead-question": (-4.0, "eine Frage"),
    "lead-count": (-1.5, "gezählt statt benannt"),
    "lead-company": (1.0, "andere daneben genauso"),
    "lead-row": (1.0, "Reihe von"),
    "lead-original": (2.5, "englisches Original"),
    "again": (2.25, "kehrt wieder, jedes Mal eine eigene Regel"),
    "lead-term": (6.0, "in einem Glossar"),
    "lead-value": (-6.0, "nur ein Wert dahinter"),
}
_SUREST = 0.99
#: Log odds that a line is the title of a rule: per point of its score, and without any; for headings, and for names before their text.
#: A logistic regression's, rounded: of 20 public books in eleven shapes each, and of all names in 17 public books and the five with
#: profiles.
_HEADING, _LEAD, _HIGHEST = (1.1, -2.3), (0.28, 0.0), 8.0


def score_of(evidence: Mapping[str, str]) -> float:
    return sum(WEIGHTS[name][0] for name in evidence)


def certainty_of(evidence: Mapping[str, str]) -> float:
    """How sure a line with this evidence is a heading, compared with what others take it for."""
    return chance(score_of(evidence))


def title_certainty(evidence: Mapping[str, str], *, lead: bool = False) -> float:
    """The chance that a heading with this evidence, or a name before its text, is the title of a rule.

    >>> title_certainty({"mark": "#", "blanks": ""}) > 0.9 > title_certainty({"lead-bold": "", "lead-point": ""}, lead=True)
    True
    """
    each, without = _LEAD if lead else _HEADING
    return chance(each * min(score_of(evidence), _HIGHEST) + without)


def chance(odds: float) -> float:
    return round(min(_SUREST, 1 / (1 + exp(-odds))), 2)


def reasons_of(evidence: Mapping[str, str], what: str = "Überschrift") -> tuple[str, ...]:
    """One German line: the evidence for it, strongest first, then the evidence against it."""
    ranked = sorted(evidence, key=lambda name: -WEIGHTS[name][0])
    told = {sign: "; ".join(_told(name, evidence[name]) for name in ranked if WEIGHTS[name][0] * sign > 0) for sign in (1, -1)}
    return (f"{what}, weil: {told[1]}" + (f"; dagegen: {told[-1]}" if told[-1] else ""),)


def _told(name: str, detail: str) -> str:
    return f"{WEIGHTS[name][1]} {detail}".strip()
