"""Set phrases with „nach“ and „vor“, and what a slip makes of them: „vor Wahl“, „je vor Größe“, „nach Schüssen sicher“.

>>> [text[start:end] for text in ["Wirf je vor Art 2 ab.", "Es reicht nach oben."] for start, end in turned(text)]
['vor']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .bounds import PLACES

_WISHES = "Wahl|Wunsch|Belieben|Bedarf|Absprache|Möglichkeit|Art|Größe|Zahl|Alter"
_TO_THE_END = r"(?:[^.;:]|\.(?=\d)){0,120}"
_LOOK = rf"(?:schlagt?|lest?|lies|sieh|seht)\b{_TO_THE_END}"
_TURNED = re.compile(
    rf"""\b(?:
      (?:je|getrennt|sortiert|geordnet|der\sReihe|richte[nt]?\ssich)\s(?P<depends>vor)(?!\sallem)
    | (?P<place>vor)\s(?:{PLACES}|der\sZahl)\b
    | (?P<wish>vor)\s(?:{_WISHES})(?=\s(?!de[rsm]\b)|[,.;:)])
    | {_LOOK}\s(?P<look>vor)(?=\s*[,.;:])
    | (?P<rule>vor)\s\d+\.\d+\.\d
    | im\sZweifel\s(?:geht|gehen)\b{_TO_THE_END}\s(?P<first>nach)(?=\s*[,.;:])
    | gi?e?b(?:t|en)\b{_TO_THE_END}\s(?P<given>nach)(?=,\s(?:was|wie|wer|welche[rsnm]?|wo|ob)\b)
    | (?P<all>nach)\sallem\b(?!,)
    | (?P<safe>nach)\s[^,.;]{{0,120}}\b(?:sicher|schützt|geschützt)\b
    | sicher\s(?P<from>nach)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def turned(text: str) -> Iterator[tuple[int, int]]:
    """The places of „vor“ and „nach“ that stand one for the other in a set phrase."""
    for match in _TURNED.finditer(text):
        yield match.span(match.lastgroup or 0)
