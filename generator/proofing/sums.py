"""Sums that a German text writes out: „4 + 2 = 6“, „2, 4 und 5: zusammen 11“, „5 Würfel, davon 3 Treffer“.

>>> [(found.written, found.right) for found in wrong_sums("Du wirfst 4 + 2 = 7.")]
[('4 + 2 = 7', '6')]
>>> [found.right for found in wrong_sums("5 : 2 = 3, aufgerundet. Die 2, 4 und 5 machen zusammen 12.")]
['11']
>>> [found.right for found in wrong_sums("Drei Reiter: 4 + 5 = 8.")]
['9']
>>> [found.right for found in wrong_sums("Es fallen 3 Würfel, davon 4 Treffer.")]
['höchstens 3']
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..german.lists import alternatives
from ..german.number_words import WORDS


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A wrong sum, its place in the text, and its right result."""

    start: int
    written: str
    right: str


#: A number, of limited length: Python refuses to read thousands of figures.
_NUMBER = r"\d{1,9}(?:,\d{1,9})?(?![\w+]|[.,]\d)"
_UNIT = rf"(?:\s?(?:{alternatives('sum_units')}))?"
_SIGNS = {"+": "+", "–": "-", "−": "-", "-": "-", "×": "*", "·": "*", "÷": "/", ":": "/"}
_MORE = rf"(?:\s[{re.escape(''.join(_SIGNS))}]\s{_NUMBER}{_UNIT})"
_EQUATION = re.compile(
    rf"(?=\d)(?<![\w.,(+])(?<![+–−×·÷=-]\s)(?<!\d:\s)(?<!\d\s:\s)(?P<left>{_NUMBER}{_UNIT}{_MORE}+)(?:\s[a-zäöüß][^.;:=()|\d]{{0,40}})?"
    rf"\s=\s(?P<right>{_NUMBER}{_UNIT}{_MORE}*|\d{{1,9}}(?:,\d{{1,9}})?)"
)
_MORE_BEFORE = re.compile(r"(?:[+–−×·÷=)/-]|\d\s?:)\s*$")
_PART = re.compile(rf"[{re.escape(''.join(_SIGNS))}]|\d+(?:,\d+)?")

_COUNT = rf"(?:\d{{1,9}}|{'|'.join(word for word in WORDS['de'] if WORDS['de'][word].needed and not word.endswith('mal'))})"
_LAST, _WHOLE, _SOME, _ALL = (alternatives("sum_words", one) for one in ("last", "whole", "some", "all"))
_TOGETHER = re.compile(
    rf"(?=\d)(?<![\w.,+–-])(?<!\d, )(?P<parts>\d{{1,9}}(?:, \d{{1,9}})* (?:{_LAST}) \d{{1,9}})(?:{alternatives('sum_joints')})?"
    rf" (?:{_WHOLE}) (?P<whole>\d{{1,9}})(?![\w+]|[.,]\d)"
)
_OF_THEM = re.compile(
    rf"\b(?:(?P<all>{_COUNT})\s[A-ZÄÖÜ][\w-]+(?:\s[a-zäöüß]+){{0,3}},\s(?:{_SOME})\s(?P<some>{_COUNT})"
    rf"|(?:{_ALL})\s(?P<of>{_COUNT})\s[A-ZÄÖÜ][\w-]+\s(?:{alternatives('some_do')})\s(?P<few>{_COUNT}))\b(?![+,]\d|\+)",
)


def wrong_sums(text: str) -> Iterator[WrongSum]:
    """The wrong sums of a text."""
    for match in _EQUATION.finditer(text):
        if not _MORE_BEFORE.search(text, max(0, match.start() - 4), match.start()):
            left, right = _value(match["left"]), _value(match["right"])
            if left is not None and right is not None and not _agree(match["left"], left, match["right"], right):
                yield WrongSum(match.start(), " ".join(match[0].split()), f"{round(left, 2):g}".replace(".", ","))
    for match in _TOGETHER.finditer(text):
        whole = sum(map(int, re.findall(r"\d+", match["parts"])))
        if whole != int(match["whole"]):
            yield WrongSum(match.start(), match[0], str(whole))
    for match in _OF_THEM.finditer(text):
        some, most = _count(match["some"] or match["few"]), _count(match["all"] or match["of"])
        if some > most:
            yield WrongSum(match.start(), match[0], f"höchstens {most}")


def _agree(left: str, value: float, right: str, other: float) -> bool:
    """Whether both sides are equal: a quotient may be rounded, and a chain continues from its first number („4 + 2 = 6 + 1 = 7“)."""
    first = _value(re.match(r"\d+(?:,\d+)?", right)[0])  # type: ignore[index]
    values = {other, first}
    rounded = {math.floor(value), math.ceil(value)} if re.search(r"[÷:]|\d,\d", left) else set()
    return bool(values & {value, *rounded}) or any(one is not None and abs(one - value) < 1e-9 for one in values)


def _value(written: str) -> float | None:
    """The value of a sum, products first; None for a division by zero, and for numbers too large for a float."""
    parts = _PART.findall(written)
    terms = [_number(parts[0])]
    for sign, number in zip(parts[1::2], map(_number, parts[2::2]), strict=True):
        match _SIGNS[sign]:
            case "+":
                terms.append(number)
            case "-":
                terms.append(-number)
            case "*":
                terms[-1] *= number
            case _:
                if not number:
                    return None
                terms[-1] /= number
    whole = sum(terms)
    return whole if math.isfinite(whole) else None


def _number(written: str) -> float:
    return float(written.replace(",", "."))


def _count(written: str) -> int:
    return int(written) if written.isdigit() else int(WORDS["de"][written].value)
