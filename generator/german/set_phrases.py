"""Set phrases with „nach“ and „vor“, „über“ and „unter“, and what a slip makes of them: „vor Wahl“, „die Runde unter“.

>>> [text[start:end] for text in ["Wirf je vor Art 2 ab.", "Es reicht nach oben."] for start, end in turned(text)]
['vor']
>>> [text[start:end] for text in ["Es hält die Runde unter.", "Misch sie unter."] for start, end in turned(text)]
['unter']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .bounds import PLACES
from .lists import alternatives

_WISHES = "Wahl|Wunsch|Belieben|Bedarf|Absprache|Möglichkeit|Art|Größe|Zahl|Alter"
_TO_THE_END = r"(?:[^.;:]|\.(?=\d)){0,120}"
_LOOK = rf"(?:schlagt?|lest?|lies|sieh|seht)\b{_TO_THE_END}"
_TURNED = re.compile(
    rf"""(?=[dfghijlmnrsvwz])\b(?:  # what no other letter begins need not be tried
      (?:je|getrennt|sortiert|geordnet|der\sReihe|richte[nt]?\ssich)\s(?P<depends>vor)(?!\sallem)
    | (?P<place>vor)\s(?:{PLACES}|der\sZahl)\b
    | (?P<wish>vor)\s(?:{_WISHES})(?=\s(?!de[rsm]\b)|[,.;:)])
    | {_LOOK}\s(?P<look>vor)(?=\s*[,.;:])
    | (?P<rule>vor)\s\d+\.\d+\.\d
    | im\sZweifel\s(?:geht|gehen)\b{_TO_THE_END}\s(?P<first>nach)(?=\s*[,.;:])
    | gi?e?b(?:t|en)\b{_TO_THE_END}\s(?P<given>nach)(?=,\s(?:was|wie|wer|welche[rsnm]?|wo|ob)\b)
    | (?P<all>nach)\sallem\b(?!,\s(?:was|wo))
    | (?P<safe>nach)\s[^,.;]{{0,120}}\b(?:sicher|schützt|geschützt)\b
    | sicher\s(?P<from>nach)
    | weiter\s(?P<on>nach)(?=\s*[,.;:)])
    | (?:höchstens|mindestens|genau)\s[\d½¼¾]+(?:"|\s(?:cm|Zoll))\s(?P<distance>nach)\s(?:eine|de)[rmn]\b
    | (?:zieh|zog)\w{{0,4}}\b[^,.;:]{{0,120}}\s(?P<brings>vor)\ssich\b
    | (?:steht|stehen|findest|findet|sieh|siehe)\b[^,.;:]{{0,120}}\s(?P<cited>über)\s\d+\.\d
    | misch\w{{0,4}}\b(?!\s*über\b)[^.;:]{{0,120}}\s(?P<mixed>über)\s(?:die|das|den)\b
    | geh(?:t|en)\b[^,.;:]{{0,120}}\sauf\s[^,.;:]{{0,120}}\s(?P<passes>unter)(?=\s*[,.;:)])
    )""",
    re.VERBOSE | re.IGNORECASE,
)
#: A clause that ends in „unter“, a quick test for one, and the verbs that can end so; any other clause means „die Runde über“.
_LAST = re.compile(r"[^,.;:()\n]{1,200}(?<!oder)(?<!und)\s(unter)(?=\s*[,.;:)])")
_ENDING = re.compile(r"\sunter(?=\s*[,.;:)])")
_UNDER = re.compile(rf"\b(?:ge|unterzu)?(?:{alternatives('verbs_with_unter')})", re.IGNORECASE)


def turned(text: str) -> Iterator[tuple[int, int]]:
    """The places of „vor“ and „nach“, „über“ and „unter“ that stand one for the other in a set phrase."""
    for match in _TURNED.finditer(text):
        yield match.span(match.lastgroup or 0)
    if _ENDING.search(text):
        yield from (match.span(1) for match in _LAST.finditer(text) if not _UNDER.search(match[0]))
