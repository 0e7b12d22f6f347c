"""How exactly words of a text match a name: form, case, spelling, what joins them, and whether they mean it at all."""

from __future__ import annotations

import re
from functools import lru_cache

from ..german.context import DENIAL, is_denied, is_modal, is_set_off, is_shown_as_term, is_within_english, stands_alone
from ..german.lists import listed, word_list
from .known_names import AS_VERB, KnownName

PARAMETER = re.compile(r"[ \u00a0]?\([ \u00a0]?(?:[+\-–−]?\s?(?:\d*[WwDd]\d+|[XxNn]|\d+)\+?|\d+/\d+)[ \u00a0]?\)")
#: Between two words of a name, and where it is printed with punctuation there.
_JOINT = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“]{0,8}")
_PUNCTUATED = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“”,.:&/+()!'°]{0,8}")
#: The characters before and behind words whose surroundings decide nothing.
_PLAIN_BEFORE = frozenset((" ", "\n", "\t", "\u00a0", "(", "|"))
_PLAIN_AFTER = re.compile(r"(?![-‐@\\)]|[ \u00a0]?\()")

#: The fewest letters of a first word in a compound.
SHORTEST_FIRST = 4
_COMPOUND = re.compile(rf"(.{{{SHORTEST_FIRST},}}?)(?:{'|'.join(sorted(word_list('compound_heads')))})\Z")
_HOMOGRAPHS = frozenset(listed("english_homographs"))
_LINKS = sorted(word_list("links"))


@lru_cache(maxsize=16384)
def without_head(key: str) -> tuple[str, ...]:
    """A compound without a last word that does not alter its meaning, in each spelling; empty without such a word.

    >>> without_head("sturmangriffsaktion")
    ('sturmangriffs', 'sturmangriff')
    """
    stem = match[1] if (match := _COMPOUND.match(key)) else ""
    stems = [stem.removesuffix(link) for link in _LINKS if stem.endswith(link)]
    return tuple(stem for stem in stems if len(stem) >= SHORTEST_FIRST)


#: Ranks, which add up. The exact name is 0; then come a name with an ending, one in another form, a shortened one, an English one,
#: a compound, an everyday word that nothing beside it shows to be the name.
WITH_ENDING, OTHER_FORM, SPELLING, ENGLISH, COMPOUND, DOUBT = 1, 2, 3, 5, 20, 100


def fits(text: str, keys: list[str], places: list[tuple[int, int]], known: KnownName) -> int | None:
    """How exactly these words match a name, 0 best; None if they do not."""
    rank = known.rank * SPELLING + (ENGLISH if known.english else 0)
    if keys != known.words:
        rank += WITH_ENDING if all(map(str.startswith, keys, known.words)) else OTHER_FORM
        for i, key in enumerate(keys):
            if key not in known.forms[i]:
                if i + 1 < len(keys) or known.words[-1] not in without_head(key):
                    return None
                rank += COMPOUND
    for i, own in enumerate(known.gaps):
        if not _joins(text, *places[i], *places[i + 1], own):
            return None
    if not _is_meant(text, places, known, compound=rank >= COMPOUND):
        return None
    return rank + (DOUBT if _is_doubtful(text, places[0][0], places[-1][1], known, compound=rank >= COMPOUND) else 0)


def _joins(text: str, start: int, end: int, next_start: int, next_end: int, own: str) -> bool:
    """Whether the text between two words may stand within the name.

    A hyphen does not join them where only the first is set off: "**KÄMPFEN**-Fähigkeit" is about KÄMPFEN.
    """
    gap = text[end:next_start]
    if gap == " " and not own:
        return True
    if gap.count("\n") > 1 or not (_PUNCTUATED if own else _JOINT).fullmatch(gap):
        return False
    if "(" in own and "(" not in gap:
        return False
    if "-" not in gap:
        return True
    return "*-" not in gap and not (end - start > 1 and text[start:end].isupper() and not text[next_start:next_end].isupper())


def _is_meant(text: str, places: list[tuple[int, int]], known: KnownName, *, compound: bool) -> bool:
    """Whether the words are written as the name is, and stand alone."""
    start, end = places[0][0], places[-1][1]
    written = text[start:end]
    if known.abbreviation:
        return written in (known.text, known.text + "s") and stands_alone(text, start, end, capitals=True)
    capitals = is_shouted(written)
    several = len(places) > 1
    if not stands_alone(text, start, end, capitals or (several and is_denied(text, start, end))):
        return False
    if several and known.words[0] == DENIAL and is_modal(text, start):
        return False
    if known.rank == AS_VERB:  # "heile (1)", "**angreift**"
        if PARAMETER.match(text, end):
            return True
        return is_set_off(text, start, end) and (written[0].islower() or is_shown_as_term(text, start, end))
    if known.english and is_within_english(text, start, end):
        return False
    set_off = capitals or is_set_off(text, start, end) or (not compound and PARAMETER.match(text, end) is not None)
    return set_off or _has_case(text, places, known)


def _is_doubtful(text: str, start: int, end: int, known: KnownName, *, compound: bool) -> bool:
    """Whether the words are an everyday word that nothing beside it shows to be the name."""
    if not known.everyday or is_set_off(text, start, end) or is_shown_as_term(text, start, end):
        return False
    if known.abbreviation:
        return True
    return not (compound or is_shouted(text[start:end]) or PARAMETER.match(text, end))


def is_shouted(written: str) -> bool:
    return len(written) > 2 and written.isupper()


def _has_case(text: str, places: list[tuple[int, int]], known: KnownName) -> bool:
    """Whether the words have the name's case: nouns need their capital; an English name may be small unless a German word is
    spelled like it.
    """
    first = text[places[0][0]]
    if known.english:
        return len(places) > 1 or may_be_english(known, is_capital=first.isupper())
    if len(places) == 1:
        return first.isupper() == known.nouns[0] or not first.isalpha()
    return all(not noun or text[at].isupper() for (at, _), noun in zip(places[1:], known.nouns[1:], strict=True))


def may_be_english(known: KnownName, *, is_capital: bool) -> bool:
    """Whether one word may be an English name: no German word is spelled like it, and a small one is no short word."""
    small = known.words[0]
    written = small[:1].upper() + small[1:] if is_capital else small
    return not {written, small} & _HOMOGRAPHS and (is_capital or len(small) > 3)


def is_plain(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] stands between plain spaces and marks, which say nothing about its meaning."""
    return (
        (not start or text[start - 1] in _PLAIN_BEFORE)
        and _PLAIN_AFTER.match(text, end) is not None
        and "-" not in text[max(0, start - 9) : start]
    )


def depends_on_surroundings(known: KnownName) -> bool:
    """Whether it depends on wider surroundings than the characters beside the words, or a word that marks a term, if they are the
    name.
    """
    return known.english or known.words[0] == DENIAL or known.article != ""


#: The values that finders in other languages share (see `finder_index`).
PATTERNS = {"compound": _COMPOUND, "parameter": PARAMETER, "joint": _JOINT, "punctuated": _PUNCTUATED}
