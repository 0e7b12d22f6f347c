"""Find names of rules in a text, in any German form, in one pass for any number of names.

Every word of every name and all its forms fall into a class; a name is a sequence of classes, a text one long sequence of them, and an
Aho-Corasick automaton over classes finds every place where a name may stand. Each such place is then checked to the letter: forms, case,
gaps, everyday words. So the automaton decides only where to look, and the cost is linear in the text, whatever the number of names.

Source of the automaton: A. V. Aho, M. J. Corasick, "Efficient string matching", CACM 18 (1975); the library is ahocorasick_rs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..german.context import (
    is_denied,
    is_fought,
    is_governed,
    is_modal,
    is_set_off,
    is_shown_as_term,
    is_within_english,
    stands_alone,
    value_after,
)
from ..german.lists import listed, word_list, word_map
from ..german.tokens import seams, spans, word_key
from ..model.library import Name, name_key, without_parameter
from ..model.reference import Reference
from .known_names import AS_VERB, KnownName, known_names, word_classes

_PARAMETER = re.compile(r"[ \u00a0]?\([ \u00a0]?(?:[+\-–−]?\s?(?:\d*[WwDd]\d+|[XxNn]|\d+)\+?|\d+/\d+)[ \u00a0]?\)")
#: Between two words of a name, and where it is printed with punctuation there.
_JOINT = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“]{0,8}")
_PUNCTUATED = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“”,.:&/+()!'°]{0,8}")
#: Between a name and the word before it: quotes and emphasis.
_SET_OFF = re.compile(r"[ \u00a0\n*_„‚\"'»›“‘«‹]{0,5}")
_UNKNOWN = "\x00"
_MOST_WORDS_KEPT = 200_000


class NameMatcher:
    """Finds names by the classes of their words: `class_of` a form, `patterns` of classes with the names that have them, longest `most`."""

    def __init__(
        self, class_of: Mapping[str, str], patterns: Mapping[str, Sequence[KnownName]], systems: frozenset[str], most: int
    ) -> None:
        self.class_of, self.patterns, self.systems, self.most = class_of, patterns, systems, most
        self._seen: dict[str, tuple[str, str] | tuple[()]] = {}  # a word as written → its key and class; () if it is several

    def _places(self, classes: str) -> Iterator[tuple[Sequence[KnownName], int, int]]:
        """Where names may stand, by where they end, the longest first: what suits a text of a few words."""
        for after in range(1, len(classes) + 1):
            for first in range(max(0, after - self.most), after):
                if _UNKNOWN not in classes[first:after] and (names := self.patterns.get(classes[first:after])):
                    yield names, first, after

    def find(self, text: str) -> Iterator[Reference]:
        """Every name in the text that stands as one, also where they overlap; the caller settles which stay."""
        read = self._read(text)
        found: dict[tuple[int, int], list[tuple[int, KnownName]]] = {}
        for names, first, after in self._places(read.classes):
            for known in names:
                rank = _fits(text, read, first, after, known)
                if rank is not None:
                    found.setdefault((first, after), []).append((rank, known))
        for (first, after), ranked in found.items():
            best = min(rank for rank, _ in ranked)
            start, end = read.places[first][0], read.places[after - 1][1]
            whole = _with_article(text, start, end, [known for _, known in ranked])
            meant = [known for rank, known in ranked if rank == best]
            sort = read.kind_word(text, first, after)
            akin = [k for rank, k in ranked if rank > best and rank % DOUBT < best % DOUBT + COMPOUND and k.rank in (0, AS_VERB)]
            if akin and not sort and (is_set_off(text, start, end) or is_governed(text, start)):
                akin = []  # who cites writes exactly
            if akin and not sort and is_fought(text, start):
                sort = COUNTED
            yield _reference(text, whole, end, meant, akin, sort=sort, compound=best >= COMPOUND, doubtful=best >= DOUBT)

    def _read(self, text: str) -> _Read:
        seen = self._seen
        matches = list(spans(text))
        written = [match[0] for match in matches]
        known = [seen.get(word) for word in written]
        if None in known:
            self._learn(written)
            known = [seen[word] for word in written]
        places = [match.span() for match in matches]
        if () in known:  # several words that lost the space between them
            split = [(at, self._classify(word)) for (at, _), word in zip(places, written, strict=True)]
            places = [(at + a, at + b) for at, pieces in split for a, b, _, _ in pieces]
            known = [(key, class_) for _, pieces in split for _, _, key, class_ in pieces]
        return _Read(places, [one[0] for one in known if one], "".join([one[1] for one in known if one]))

    def _learn(self, written: Iterable[str]) -> None:
        if len(self._seen) > _MOST_WORDS_KEPT:
            self._seen.clear()
        for word in written:
            if word not in self._seen:
                pieces = self._classify(word)
                self._seen[word] = pieces[0][2:] if len(pieces) == 1 else ()

    def _classify(self, written: str) -> list[tuple[int, int, str, str]]:
        """Place, key and class of a word; of each of the words it should have been, if that makes any of them known."""
        key = word_key(written)
        if key in self.systems:
            return [(0, len(written), key, _UNKNOWN)]
        for known in (key, *without_head(key)):
            if class_ := self.class_of.get(known):
                return [(0, len(written), key, class_)]
        if cuts := seams(written):
            pieces = [(a, b, word_key(written[a:b])) for a, b in pairwise([0, *cuts, len(written)])]
            if any(piece in self.class_of for _, _, piece in pieces):
                return [(a, b, piece, self.class_of.get(piece, _UNKNOWN)) for a, b, piece in pieces]
        return [(0, len(written), key, _UNKNOWN)]


class NameFinder(NameMatcher):
    """Finds the names of one system. Making it is linear in the names; make it once per system."""

    def __init__(self, names: Iterable[Name], everyday: Iterable[str] = (), systems: Iterable[str] = ()) -> None:
        """`everyday` words count only in context; the names of `systems` never match ("die Nebelmark" is no Nebelmarke)."""
        self.known = known = list(known_names(list(names), frozenset(name_key(word) for word in everyday)))
        class_of = word_classes(known)
        patterns: dict[str, list[KnownName]] = defaultdict(list)
        for k in known:
            patterns["".join(class_of[word] for word in k.words)].append(k)
        super().__init__(
            class_of, patterns, frozenset(word_key(system) for system in systems), max(map(len, patterns), default=0)
        )
        from ahocorasick_rs import AhoCorasick  # here, because names that were kept do without

        self._numbered = list(patterns.values())
        self._automaton = AhoCorasick(list(patterns), store_patterns=False) if patterns else None

    def _places(self, classes: str) -> Iterator[tuple[Sequence[KnownName], int, int]]:
        """The same for any text, in one pass."""
        if self._automaton is not None:
            for pattern, first, after in self._automaton.find_matches_as_indexes(classes, overlapping=True):
                yield self._numbered[pattern], first, after


@dataclass(frozen=True, slots=True)
class _Read:
    """The words of a text: where they stand, their keys, and their classes as one text."""

    places: list[tuple[int, int]]
    keys: list[str]
    classes: str

    def kind_word(self, text: str, first: int, after: int) -> str:
        """The word right before or after these that tells the kind of a rule, skipping quotes and emphasis; "" if there is none."""
        kinds, keys, places = word_map("kind_words"), self.keys, self.places
        if first and keys[first - 1] in kinds and _SET_OFF.fullmatch(text, places[first - 1][1], places[first][0]):
            return keys[first - 1]
        if after < len(keys) and keys[after] in kinds and _SET_OFF.fullmatch(text, places[after - 1][1], places[after][0]):
            return keys[after]
        return ""


#: A word that stands before another in a compound has as many letters, or more.
SHORTEST_FIRST = 4
_COMPOUND = re.compile(rf"(.{{{SHORTEST_FIRST},}}?)(?:{'|'.join(sorted(word_list('compound_heads')))})\Z")
_HOMOGRAPHS = frozenset(listed("english_homographs"))
_LINKS = sorted(word_list("links"))


def without_head(key: str) -> list[str]:
    """What a compound may be without a last word that changes nothing about what is meant; [] where it has none.

    >>> without_head("sturmangriffsaktion")
    ['sturmangriffs', 'sturmangriff']
    """
    stem = match[1] if (match := _COMPOUND.match(key)) else ""
    stems = [stem.removesuffix(link) for link in _LINKS if stem.endswith(link)]
    return [stem for stem in stems if len(stem) >= SHORTEST_FIRST]


#: The sort of a name that is fought, where it is a form of several.
COUNTED = "counted"

#: Ranks add up: a name with an ending counts less than one to the letter, one in another form less, a shortened or English one less
#: again, a compound less than those, an everyday word that nothing beside it shows to be the name least.
WITH_ENDING, OTHER_FORM, SPELLING, ENGLISH, COMPOUND, DOUBT = 1, 2, 3, 5, 20, 100


def _fits(text: str, read: _Read, first: int, after: int, known: KnownName) -> int | None:
    """How exactly these words match a name, 0 best; None if they do not."""
    rank = known.rank * SPELLING + (ENGLISH if known.english else 0)
    keys, places = read.keys[first:after], read.places[first:after]
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
    """Whether the text between two words is the name's.

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
    capitals = _is_shouted(written)
    several = len(places) > 1
    if not stands_alone(text, start, end, capitals or (several and is_denied(text, start, end))):
        return False
    if several and known.words[0] == "nicht" and is_modal(text, start):
        return False
    if known.rank == AS_VERB:  # "heile (1)", "**angreift**"
        if _PARAMETER.match(text, end):
            return True
        return is_set_off(text, start, end) and (written[0].islower() or is_shown_as_term(text, start, end))
    if known.english and is_within_english(text, start, end):
        return False
    set_off = capitals or is_set_off(text, start, end) or (not compound and _PARAMETER.match(text, end) is not None)
    return set_off or _has_case(text, places, known)


def _is_doubtful(text: str, start: int, end: int, known: KnownName, *, compound: bool) -> bool:
    """Whether they are an everyday word that nothing beside it shows to be the name."""
    if not known.everyday or is_set_off(text, start, end) or is_shown_as_term(text, start, end):
        return False
    if known.abbreviation:
        return True
    return not (compound or _is_shouted(text[start:end]) or _PARAMETER.match(text, end))


def _is_shouted(written: str) -> bool:
    return len(written) > 2 and written.isupper()


def _has_case(text: str, places: list[tuple[int, int]], known: KnownName) -> bool:
    """Nouns need their capital; an English name may be small where no German word is spelled like it."""
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


def _reference(
    text: str,
    start: int,
    end: int,
    known: list[KnownName],
    akin: list[KnownName],
    *,
    sort: str,
    compound: bool,
    doubtful: bool,
) -> Reference:
    first = known[0]
    if text[end : end + 1] == ")" and "(" in text[start:end] and first.text.endswith(")"):
        end += 1
    written = text[start:end]
    parameter = None if compound else _PARAMETER.match(text, end) or (value_after(text, end) if first.everyday else None)
    marked = _is_shouted(written) or parameter is not None or is_set_off(text, start, end)
    if parameter:
        end = parameter.end()
    also = tuple(dict.fromkeys(k.name.text for k in known if k.key != first.key)) if len(known) > 1 else ()
    return Reference(
        start,
        end,
        text[start:end],
        "parametrised" if parameter else first.name.type,
        without_parameter(first.name.text),
        parameter=parameter[0].strip(" \u00a0()") if parameter else "",
        shown=text[start:end],
        marked=marked,
        also=also,
        sort=sort,
        doubt="?" if doubtful else "",
        akin=tuple(dict.fromkeys(k.name.text for k in akin)) if akin else (),
    )


def _with_article(text: str, start: int, end: int, names: list[KnownName]) -> int:
    """The start of a name printed with its article, if all of it is set off: „Die Attackenabfolge“."""
    for known in names:
        if not (article := known.article):
            continue
        before = start - len(article) - 1
        if before >= 0 and text[before:start].casefold() == f"{article} ":
            cell = text[max(0, before - 2) : before] == "| " and text[end : end + 2] == " |"
            return before if cell or is_set_off(text, before, end) else start
    return start


#: What finders in other languages need in order to decide as this one does (see `finder_index`).
PATTERNS = {"compound": _COMPOUND, "parameter": _PARAMETER, "joint": _JOINT, "punctuated": _PUNCTUATED, "setOff": _SET_OFF}
