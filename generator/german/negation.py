"""Negations that only one of two languages has.

>>> denied_only_in("Sie darf laufen.", "It cannot run.")
('en', 'cannot', 3)
"""

from __future__ import annotations

import re

_NOT = {
    "de": re.compile(r"\b(?:nicht|nichts|nie|niemals|niemand\w*|kein\w*|ohne|weder|nirgends|nein)\b", re.IGNORECASE),
    "en": re.compile(r"\b(?:not|no|never|cannot|none|nothing|nobody|nowhere|without|neither|nor|\w+n['’]t)\b", re.IGNORECASE),
}

#: Other words that negate or limit: „nur“ for "no more than", „verfällt“ for "is not used".
_LIMITS = {
    "de": re.compile(
        r"\b(?:un(?!d\b|ter|s\b|ser)\w+|\w+los\w*|\w*frei\w*|nur|außer\w*|statt\w*|anstelle|erst|kaum|sonst|allein|lediglich|bloß|ander\w+"
        r"|höchstens|mindestens|weniger|weg|fort|vorbei|leer\w*|gesperrt\w*|fehl\w+|verfehl\w+|miss\w+|scheiter\w*|schlägt|entf[aä]ll\w*"
        r"|verl(?:ier|or)\w+|verfällt|verpufft|verzicht\w*|verb[io][et]\w*|ignorier\w+|verhinder\w*|aufge?h[oöe]\w+|erlischt|end(?:et|en)"
        r"|schon|bereits|gar|trotz\w*|egal|gleich|übrig\w*|selbst|auch|Ausnahme\w*|ausgenommen|einzig\w*|vergeblich|entfern\w+|bleib\w*"
        r"|über(?:steig|schreit)\w*|null|0|be(?:grenz|schränk)\w*)\b",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"\b(?:un(?!it|its|der|til)\w+|\w+less|non\w*|only|sole\w*|except\w*|instead|unless|otherwise|other|rather|but|even|exempt\w*"
        r"|fail\w*|ignor\w+|los\w+|lost|lacks?|lacking|dis\w+|miss\w*|regardless|whatever|however|despite|outside|beyond|apart|elsewhere"
        r"|end|ends|forbid\w*|prevent\w*|stop\w*|exclud\w+|free\w*|ban|banned|deny|denie[sd]|spare\w*|skip\w*|avoid\w*|empty|refus\w*"
        r"|until|before|beats?|differs?|within|remove\w*|zero|0|limit\w*|at (?:most|least)|as if|too|still|already)\b",
        re.IGNORECASE,
    ),
}


def denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    """Find the language that negates while the other neither negates nor limits: language, word, and the word's offset; else
    None.

    >>> denied_only_in("Kein Modell darf laufen.", "No model may run.") is None
    True
    """
    texts = {"de": german, "en": english}
    for side, other in (("de", "en"), ("en", "de")):
        word = _NOT[side].search(texts[side])
        if word and not _NOT[other].search(texts[other]) and not _LIMITS[other].search(texts[other]):
            return side, word[0], word.start()
    return None
