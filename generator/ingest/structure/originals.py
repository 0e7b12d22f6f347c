"""English originals in brackets: after a name ("WÜRFEL (DICE)"), and anywhere in a book's sentences.

>>> named("WÜRFEL (DICE)", casing := Casing.of("Wer einen Würfel wirft, hält an. Das ist ein Zug im Kampf."))
Named(german='WÜRFEL', english='Dice')
>>> named("ZUG (ZUG IM KAMPF)", casing)
Named(german='ZUG (ZUG IM KAMPF)', english='')
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise

from ...german.casing import Casing, casing_of, english_title
from ...german.letters import caseless
from ...german.lists import alternatives, word_list
from ..drafts import Source
from .contents import plain

_GROUP = re.compile(r"(?:(?<!\s)\s++)?\(((?:[^()]|\([^()]*\))*)\)?")
_BRACKET = re.compile(r"\((?P<inside>(?:[^()\n]|\([^()\n]*\)){2,60})\)")
_OWN_PARAMETER = re.compile(r"(?:(?<!\s)\s++)?\([Xx+\d]{1,3}\)\s*$")
#: A bracket after this many different words, compared by this many letters, is a remark.
_MANY, _STEM_LENGTH = 4, 6
#: Length of text before a bracket that may be the name it translates.
_NAME_REACH = 80
#: So many names with brackets are judged once: books repeat few, a file made to be slow repeats one.
_KEPT_BRACKETS = 4096
_PARAMETER = re.compile(rf"[+-]?(?:[A-Z]{{1,2}}|\d+)(?:\s?(?:{alternatives('short_units')}|\"|”|″))?|[+-]?[xX]")
_JOINT = re.compile(rf"\s*(?:,|&|\b(?:{alternatives('name_joints')})\b)\s*")
#: German function words that are also English words.
_BOTH = word_list("small_in_both")


@dataclass(frozen=True, slots=True)
class Named:
    """A name without its English original, and the original in title case ("" without one)."""

    german: str
    english: str = ""


def named(text: str, casing: Casing) -> Named:
    """Split a printed name into German and English. Brackets with a parameter or German words stay with the name."""
    groups = [found for found in _GROUP.finditer(text) if _is_original(text[: found.start()], found[1], casing)]
    gone = {found.start() for found in groups}
    german = _GROUP.sub(lambda found: "" if found.start() in gone else found[0], text)
    return Named(re.sub(r"\s+", " ", german).strip(), _english(text, groups))


def lost_of(text: str, name: Named) -> str:
    """The name as printed if its brackets contain more than its German and English parts; otherwise "".

    >>> lost_of("ZUG (MOVE - FIRST)", Named("ZUG", "Move")), lost_of("ZUG (MOVE)", Named("ZUG", "Move"))
    ('ZUG (MOVE - FIRST)', '')
    """
    said = {caseless(word) for word in re.findall(r"\w+", f"{name.german} {name.english}")}
    inside = (word for found in _GROUP.finditer(text) for word in re.findall(r"\w+", found[1]))
    return text if any(caseless(word) not in said for word in inside) else ""


#: A book prints originals if at least this many of its names end in different ones, and most brackets of that kind are originals;
#: where all are, fewer names suffice.
_FEWEST_ORIGINALS, _MOSTLY, _FEWEST_OF_ALL = 5, 0.6, 3
_SHOWN = re.compile(r"[^\W\d_]{4,}")
_LATIN = re.compile(
    r"(?:[A-Z]?[a-z]{2,}+|[A-Z]{4,}+|a)(?:[ '’&/-]++(?:[a-z]++|[A-Z](?:[a-z]++|[A-Z]++)))*(?: \(?[Xx+\d]{1,3}\)?)?"
)
_BRACKETED = re.compile(
    r"^[^\w\n]*+(?:(?:\d[\d.)]*+|[IVX]{1,5}\)) )?(?P<name>[^\W\d_][^\n()\[\]:.|]{1,60}?)(?: \([+X\d]{1,3}\))?[*_]*+(?:[ ][*_]*+)?"
    r"(?:\((?P<round>(?:[^()\n]|\([^()\n]*\)){2,60})\)|\[(?P<square>[^\[\]\n]{2,60})\](?!\())(?=[*_]*+(?:[.:][*_]*+)?(?:\s|$))",
    re.MULTILINE,
)


def _is_latin(inside: str) -> bool:
    return _LATIN.fullmatch(inside.strip()) is not None


def _is_foreign(inside: str, casing: Casing) -> bool:
    """Whether a book uses none of the words in round brackets outside of them, but for short ones."""
    return not any(caseless(word) in casing.forms for word in _SHOWN.findall(inside))


@lru_cache(maxsize=2)
def brackets_of_originals(source: Source) -> str:
    """The kinds of brackets, "(" and "[", in which a book prints English originals after its names as a habit.

    >>> sizes = ("big", "small", "long", "flat", "old", "new")
    >>> text = "".join(f"# Kahn {size} [{size} barge]\\n\\nEr schwimmt (meist).\\n" for size in sizes)
    >>> [brackets_of_originals(Source("", "text", each)) for each in (text, text.replace("barge", "Lastkähne"))]
    ['[', '']
    """
    casing = casing_of(source.text)
    found: dict[str, list[str]] = {"(": [], "[": []}
    for match in _BRACKETED.finditer(source.text):
        kind, inside = ("(", match["round"]) if match["round"] else ("[", match["square"])
        foreign = kind == "[" or _is_foreign(inside, casing)
        found[kind].append(plain(inside) if foreign and _is_latin(inside) and _is_original(match["name"], inside, casing) else "")
    return "".join(
        kind
        for kind, all_found in found.items()
        if len({*all_found} - {""}) >= (_FEWEST_OF_ALL if all(all_found) else _FEWEST_ORIGINALS)
        and sum(map(bool, all_found)) >= _MOSTLY * len(all_found)
    )


def split_original(source: Source, title: str) -> tuple[Named, str]:
    """A title without the original that the book prints in brackets after it, and the title as printed if anything else would be
    lost.
    """
    kinds = brackets_of_originals(source)
    if not any(kind in title for kind in kinds):
        return Named(title), ""
    printed = title.replace("[", "(").replace("]", ")") if "[" in kinds else title
    found = named(printed, casing_of(source.text))
    return (found, lost_of(printed, found)) if found.german != printed.strip() else (Named(title), "")


@lru_cache(maxsize=2)
def glosses(source: Source) -> Mapping[str, str]:
    """Plain German name → the book's most frequent original for it, "Aktionen im Kampf (in-combat actions)", if most of its brackets
    hold originals.
    """
    casing = casing_of(source.text)
    is_original = lru_cache(_KEPT_BRACKETS)(partial(_is_original, casing=casing))
    found: dict[str, Counter[str]] = defaultdict(Counter)
    places = ((match.start(), match["inside"]) for match in _BRACKET.finditer(source.text))
    brackets = Counter((source.text[max(0, at - _NAME_REACH) : at], inside) for at, inside in places)
    originals = 0
    for (before, inside), times in brackets.items():
        line = before.rpartition("\n")[2]
        name = re.split(r"[()|:;.,]", _OWN_PARAMETER.sub("", line))[-1].strip()
        if name and _is_latin(inside) and is_original(name, inside):
            originals += times * _is_foreign(inside, casing)
            english = english_title(_meant(inside))
            for tail in _tails(name, len(re.findall(r"\w+", english)), whole=before.endswith(f"\n{name} ")):
                found[tail][english] += times
    if originals < _MOSTLY * brackets.total():
        return {}
    return {name: english.most_common(1)[0][0] for name, english in found.items()}


@lru_cache(maxsize=2)
def remarks(source: Source) -> frozenset[str]:
    """Brackets after all sorts of words, which hence are no originals: "(aufgerundet)"."""
    behind: dict[str, Counter[str]] = defaultdict(Counter)
    for match in _BRACKET.finditer(source.text):
        before = re.findall(r"\w+", source.text[max(0, match.start() - 40) : match.start()])
        behind[plain(match["inside"])][caseless(before[-1])[:_STEM_LENGTH] if before else ""] += 1
    return frozenset(inside for inside, words in behind.items() if len(words) >= _MANY and len(words) * 2 > words.total())


def _tails(before: str, words: int, *, whole: bool) -> Iterator[str]:
    """Possible names for an original of this many words: those with at most one word less, or a whole heading."""
    parts = before.split()
    for count in range(1, min(len(parts), 6) + 1):
        name = plain(" ".join(parts[-count:]))
        if name and (len(name.split()) + 1 >= words or (whole and count == len(parts))):
            yield name


def _english(text: str, groups: list[re.Match[str]]) -> str:
    """The original of the whole name: from one bracket at its end, or from several that each follow a part."""
    if not groups or text[groups[-1].end() :].strip():
        return ""
    between = [text[before.end() : after.start()] for before, after in pairwise(groups)]
    if not all(_JOINT.match(piece) for piece in between):
        return ""
    joints = ["", *map(_joint, between)]
    return "".join(joint + english_title(_meant(group[1])) for joint, group in zip(joints, groups, strict=True))


def _joint(piece: str) -> str:
    found = _JOINT.match(piece)
    return {",": ", ", "&": " & "}.get(found[0].strip() if found else "", " and ")


def _meant(original: str) -> str:
    """Drop an original's addition after a dash: "DUEL - COMBAT ACTION" → "DUEL"."""
    return re.sub(r"(?<=\w)\(", " (", re.split(r"\s[-–—]\s", original, maxsplit=1)[0]).strip()


def _is_original(name: str, inside: str, casing: Casing) -> bool:
    return bool(inside.strip()) and not _PARAMETER.fullmatch(inside.strip()) and is_english(inside, name, casing)


def is_english(text: str, name: str, casing: Casing) -> bool:
    """Whether words in brackets after a name are its English original, not German that the book uses elsewhere.

    >>> is_english("roll to hit", "Trefferwurf", Casing.of("Es trifft."))
    True
    """
    words = [caseless(word) for word in re.findall(r"[^\W\d_]{2,}", text)]
    if not words or re.search(r"[äöüÄÖÜß;:?!„“]|\.\s?\w|\d{2}", text):
        return False
    if words == [caseless(word) for word in re.findall(r"[^\W\d_]{2,}", name)][-len(words) :]:
        return True
    if any(word in word_list("small_in_headings") and word not in _BOTH for word in words):
        return False
    return not all(word in _BOTH or casing.is_german(word) for word in words)
