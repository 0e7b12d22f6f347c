"""A heading's words without mark-up, split into number and title.

>>> [numbered(words) for words in ("§ 4a Kähne", "2.1.1. Wälder", "b) Bewegen", "12 Boote")]
[('§ 4a', 'Kähne', 'label'), ('2.1.1', 'Wälder', 'dotted'), ('b', 'Bewegen', 'letter'), ('12', 'Boote', 'plain')]
>>> numbered("§ 9. a Torf"), numbered("§ 9 a Torf"), numbered("§ 9. a. D. Torf")
(('§ 9a', 'Torf', 'label'), ('§ 9a', 'Torf', 'label'), ('§ 9', 'a. D. Torf', 'label'))
>>> numbered("Kapitel 3: Kampf"), numbered("Anlage (zu § 5)"), numbered("§ 7"), numbered("Wald")
(('Kapitel 3', 'Kampf', 'part'), ('Anlage', 'Anlage (zu § 5)', 'label'), ('§ 7', '', 'label'), ('', 'Wald', ''))
>>> shown("[Sicht](#sicht){.rot} \\\\& *Ziel*\\\\index{Sicht} ##"), shown("## ⚔️ Kampf 🔸")
('Sicht & Ziel', 'Kampf')
"""

from __future__ import annotations

import re
from html import unescape

from ....german.lists import alternatives, listed
from ....german.number_words import ORDINALS
from ....german.rule_numbers import NUMERALS

_COUNT = r"(?:\d{1,4}(?:\.\d{1,3}){0,5}[a-z]?|[IVXLC]{1,7}|[A-Z])(?![\w])"
_NTH = rf"(?:{'|'.join([*ORDINALS, *listed('older_ordinals')])})(?:e|er|es)|\d{{1,2}}\."
_PART = re.compile(
    rf"(?i:(?P<number>(?:{_NTH}) (?:{alternatives('parts_after_number')})|(?:{alternatives('parts_before_number')})[ ]"
    rf"(?:{_COUNT}|(?:{'|'.join(NUMERALS)})\b))(?:[ ]\((?:{alternatives('part_remarks')})\))?(?![\w]))"
)
_LABELS = rf"{alternatives('numbered_short')}|(?i:{alternatives('numbered_words')})\b"
#: A letter set apart from its number: "§ 9. a Torf".
_APART = r"(?:(?<=\d)\.?[ ][a-z](?=\)?(?:[ ][A-ZÄÖÜ(]|$)))?"
_LABEL = re.compile(rf"(?P<number>(?:{_LABELS})[ \t]?(?:{_COUNT}|(?i:{'|'.join(NUMERALS)})\b){_APART})")
_GAP = re.compile(r"(?<=\d)\.? (?=[a-z]$)")
_ANNEX = re.compile(rf"(?P<number>{alternatives('annexes')})(?=[ \t]*\({alternatives('annexed_to')}\b)")
_DOTTED = re.compile(r"(?P<number>[A-Z]?(?:(?<=[A-Z])\.)?\d{1,3}(?:\.\d{1,3}){1,5}[a-z]?|[A-Z]\.\d{1,3})(?!\w|\.\w)")
_PLAIN = re.compile(rf"(?P<number>\d{{1,3}}[a-wyz]?)(?=[.):]{{0,2}}(?:[ \t](?!(?:{alternatives('coordinators')}) \d)|$))")
_LETTER = re.compile(r"(?P<number>[a-zA-Z]|[IVX]{1,5})(?=[.)]{1,2}[ \t]+\S)|\((?P<inside>\d{1,3}[a-z]?|[a-z])(?=\)[ \t]+\S)")
_AFTER = re.compile(r"[.):]{0,2}(?:[ \t]*[–—:-])?[ \t]+|[.):]?$")
_FORMS = (("part", _PART), ("label", _LABEL), ("label", _ANNEX), ("dotted", _DOTTED), ("plain", _PLAIN), ("letter", _LETTER))

_UNSHOWN = re.compile(
    r"\\(?:index|label)\{[^{}\n]{0,99}\}|!\[[^\[\]\n]{0,200}\]\([^()\n]{0,300}\)|<[^<>\n]{1,200}>|\{[#.:][^{}\n]{0,99}\}|\{[^{}\n=]{0,40}=[^{}\n]{0,99}\}|\[\^[^\[\]\n]{0,40}\]|(?:(?<=\s)|^)#{1,6}$"
)
_LINK = re.compile(r"\[\[(?P<wiki>[^\[\]|\n]*)(?:\|(?P<shown>[^\[\]\n]*))?\]\]|\[(?P<text>[^\[\]\n]*)\]\([^()\n]*\)")
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`|~~")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BOX = r"^(?:!!!|\?\?\?\+?|:::+)[ ]*\{?[.\w-]+|^>[ ]*\[!\w+\]"
_HIDDEN = re.compile(rf"{_UNSHOWN.pattern}|(?<=\])\([^()\n]{{0,300}}\)|{_BOX}")
_MARKED = re.compile(r"\s{0,3}#{1,6}\s+")
_WITHIN = re.compile(r"(?<=[^\W_])\*(?=[^\W_])|\\\*")
_STAR = "\x00"
_ICON = "(?:[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0e\ufe0f\u200d]{0,2})+"
_ICONS = re.compile(rf"^(?:{_ICON}\s+)+(?=\S)|(?<=[^\s,])\s+{_ICON}$")


def shown(line: str) -> str:
    """The words of a line as a reader sees them, without icons before and after; a star within a word is no mark-up: "Spieler*innen"."""
    text = _WITHIN.sub(_STAR, _MARKED.sub("", line.rstrip()))
    text = _EMPHASIS.sub("", _LINK.sub(lambda link: link["shown"] or link["text"] or link["wiki"] or "", _UNSHOWN.sub("", text)))
    return _ICONS.sub("", " ".join(unescape(_ESCAPE.sub(r"\1", text).replace(_STAR, "*")).split()))


def unshown(line: str) -> list[tuple[int, int]]:
    """The places of mark-up in a line that has words of its own, which no reader sees.

    >>> unshown("# Torf {#torf}")
    [(7, 14)]
    """
    places = [match.span() for match in _HIDDEN.finditer(line.rstrip())]
    return [(start, end) for start, end in places if re.search(r"\w", line[start:end])]


def numbered(words: str) -> tuple[str, str, str]:
    """Number, title, and form of the number: part, label, dotted, plain, letter, or "" without one."""
    for form, pattern in _FORMS:
        if found := pattern.match(words):
            number = found["number"] or found["inside"]
            after = _AFTER.match(words, found.end())
            if pattern is _ANNEX:
                return number, words, form
            if after:
                return _GAP.sub("", " ".join(number.split())), words[after.end() :].strip(), form
    return "", words, ""


def counted(number: str) -> tuple[str, str]:
    """A number as others cite it and as a title shows it: chapters that are counted in words have figures, scenarios keep theirs.

    >>> counted("KAPITEL ZWÖLF"), counted("SZENARIO EINS"), counted("ANHANG A"), counted("§ 4a")
    (('Kapitel 12', 'Kapitel Zwölf'), ('Szenario Eins', 'Szenario Eins'), ('Anhang A', 'Anhang A'), ('§ 4a', '§ 4a'))
    """
    word, _, count = number.rpartition(" ")
    spelled = count.casefold() in NUMERALS
    word = word.capitalize() if spelled or word.isupper() else word
    told = f"{word} {count.capitalize() if spelled else count}".strip()
    cited = f"{word} {NUMERALS.index(count.casefold()) + 1}" if spelled and _PART.fullmatch(number) else told
    return cited, told


def unquoted(title: str) -> str:
    """A title without the quotes around the whole of it."""
    inside = title[1:-1]
    return inside if title[:1] in '„“"»' and title[-1:] in '“”"«' and not re.search('[„“”"]', inside) else title
