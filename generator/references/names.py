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

from ..german.context import is_fought, is_governed, is_set_off, is_shown_as_term, value_after
from ..german.lists import word_map
from ..german.tokens import cut, seams, word_key
from ..model.library import Name, name_key, without_parameter
from ..model.reference import Reference
from .known_names import AS_VERB, KnownName, known_names, word_classes
from .name_fits import COMPOUND, DOUBT, PARAMETER, depends_on_surroundings, fits, is_plain, is_shouted, without_head

#: What may stand between a name and the word before it: quotes and emphasis.
_SET_OFF = re.compile(r"[ \u00a0\n*_„‚\"'»›“‘«‹]{0,5}")
_UNKNOWN = "\x00"
_MOST_WORDS_KEPT = 200_000
#: The sort of a name for something fought, if it is a form of several names.
COUNTED = "counted"


class NameMatcher:
    """Finds names by the classes of their words: `class_of` maps forms to classes, `patterns` sequences of classes to names; the
    longest has `most`.
    """

    def __init__(
        self, class_of: Mapping[str, str], patterns: Mapping[str, Sequence[KnownName]], systems: frozenset[str], most: int
    ) -> None:
        self.class_of, self.patterns, self.systems, self.most = class_of, patterns, systems, most
        self._seen: dict[str, tuple[str, str] | tuple[()]] = {}  # a written word → its key and class; () if it is several words
        self._last: tuple[str, _Read, list[tuple[Sequence[KnownName], int, int]]] | None = None
        self._plain: dict[tuple[str, str, bool], tuple[int, Reference | None]] = {}  # the meaning of words between plain spaces

    def _places(self, classes: str) -> Iterator[tuple[Sequence[KnownName], int, int]]:
        """The places where names may stand, by their ends, longest first; quick for a text of a few words."""
        for after in range(1, len(classes) + 1):
            for first in range(max(0, after - self.most), after):
                if _UNKNOWN not in classes[first:after] and (names := self.patterns.get(classes[first:after])):
                    yield names, first, after

    def places(self, text: str) -> list[int]:
        """The offset of every place in the text where a name may stand."""
        read, places = self._read_places(text)
        return [read.ends[2 * first] for _, first, _ in places]

    def _read_places(self, text: str) -> tuple[_Read, list[tuple[Sequence[KnownName], int, int]]]:
        """The words of a text, and the places where names may stand; the last text stays cached."""
        last = self._last
        if last is None or last[0] is not text:
            read = self._read(text)
            self._last = last = text, read, list(self._places(read.classes))
        return last[1:]

    def find(self, text: str) -> Iterator[Reference]:
        """Every name in the text, even if they overlap; the caller chooses between those."""
        read, places = self._read_places(text)
        self._last = None
        for names, first, after in places:
            start, end = read.span(first, after)
            key = self._same_beside(text, read, first, after, names)
            known = self._plain.get(key) if key else None
            at, meant = known or (start, self._meant(text, read, first, after, names))
            if key and known is None:
                if len(self._plain) > _MOST_WORDS_KEPT:
                    self._plain.clear()
                self._plain[key] = at, meant
            if meant:
                yield _with_sort(text, start, end, meant.moved(start - at), read.kind_word(text, first, after))

    def _same_beside(
        self, text: str, read: _Read, first: int, after: int, names: Sequence[KnownName]
    ) -> tuple[str, str, bool] | None:
        """A key of everything that decides the meaning of these words, if wider surroundings do not; such words need no second
        look.
        """
        start, end = read.span(first, after)
        if not is_plain(text, start, end) or any(map(depends_on_surroundings, names)):
            return None
        shown = False
        if any(known.everyday for known in names):
            if value_after(text, end):
                return None
            shown = is_shown_as_term(text, start, end)
        return read.classes[first:after], text[start:end], shown

    def _meant(self, text: str, read: _Read, first: int, after: int, names: Sequence[KnownName]) -> Reference | None:
        """The name that these words form, if any, before wider surroundings decide its kind; between plain spaces the words alone
        decide."""
        keys, places = read.keys[first:after], [read.span(at, at + 1) for at in range(first, after)]
        ranks = ((fits(text, keys, places, known), known) for known in names)
        ranked = [(rank, known) for rank, known in ranks if rank is not None]
        if not ranked:
            return None
        best = min(rank for rank, _ in ranked)
        start, end = _with_article(text, *read.span(first, after), [known for _, known in ranked]), places[-1][1]
        meant = [known for rank, known in ranked if rank == best]
        if len(meant) > 1:  # "Charakteren" is nearer to "Charaktere" than to "Charakter"
            begun = [len(last) if keys[-1].startswith(last := known.words[-1]) else 0 for known in meant]
            meant = [known for known, letters in zip(meant, begun, strict=True) if letters == max(begun)]
        akin = [k for rank, k in ranked if rank > best and rank % DOUBT < best % DOUBT + COMPOUND and k.rank in (0, AS_VERB)]
        return _reference(text, start, end, meant, akin, compound=best >= COMPOUND, doubtful=best >= DOUBT)

    def _read(self, text: str) -> _Read:
        seen = self._seen
        written, ends = cut(text)
        known = list(map(seen.get, written))
        if None in known:
            self._learn(written)
            known = [seen[word] for word in written]
        if () in known:  # several words that lost the space between them
            split = [(at, self._classify(word)) for at, word in zip(ends[::2], written, strict=False)]
            ends = [at + edge for at, pieces in split for a, b, _, _ in pieces for edge in (a, b)]
            known = [(key, class_) for _, pieces in split for _, _, key, class_ in pieces]
        return _Read(ends, [one[0] for one in known if one], "".join([one[1] for one in known if one]))

    def _learn(self, written: Iterable[str]) -> None:
        if len(self._seen) > _MOST_WORDS_KEPT:
            self._seen.clear()
        for word in written:
            if word not in self._seen:
                pieces = self._classify(word)
                self._seen[word] = pieces[0][2:] if len(pieces) == 1 else ()

    def _classify(self, written: str) -> list[tuple[int, int, str, str]]:
        """Place, key and class of a word, or of each of its parts if it is words without the space between them and one is known."""
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
        from ahocorasick_rs import AhoCorasick  # imported here, because stored names do without it

        self._numbered = list(patterns.values())
        self._automaton = AhoCorasick(list(patterns), store_patterns=False) if patterns else None

    def _places(self, classes: str) -> Iterator[tuple[Sequence[KnownName], int, int]]:
        """The same in one pass, for a text of any length."""
        if self._automaton is not None:
            for pattern, first, after in self._automaton.find_matches_as_indexes(classes, overlapping=True):
                yield self._numbered[pattern], first, after


@dataclass(frozen=True, slots=True)
class _Read:
    """The words of a text: their starts and ends in turn, their keys, and their classes as one text."""

    ends: list[int]
    keys: list[str]
    classes: str

    def span(self, first: int, after: int) -> tuple[int, int]:
        """The start and end of the words from `first` to before `after`."""
        return self.ends[2 * first], self.ends[2 * after - 1]

    def kind_word(self, text: str, first: int, after: int) -> str:
        """The word right before or after these that names the kind of a rule, skipping quotes and emphasis; "" if there is none."""
        kinds, keys, ends = word_map("kind_words"), self.keys, self.ends
        if first and keys[first - 1] in kinds and _SET_OFF.fullmatch(text, ends[2 * first - 1], ends[2 * first]):
            return keys[first - 1]
        if after < len(keys) and keys[after] in kinds and _SET_OFF.fullmatch(text, ends[2 * after - 1], ends[2 * after]):
            return keys[after]
        return ""


def _with_sort(text: str, start: int, end: int, meant: Reference, sort: str) -> Reference:
    """A name with the word beside it that names its kind; for a form of several names, with any other word before it that decides
    between them.
    """
    if meant.akin and not sort:
        if is_set_off(text, start, end) or is_governed(text, start):
            return meant._replace(akin=())  # a citation uses the exact form
        if is_fought(text, start, end):
            sort = COUNTED
    return meant._replace(sort=sort) if sort else meant


def _reference(
    text: str, start: int, end: int, known: list[KnownName], akin: list[KnownName], *, compound: bool, doubtful: bool
) -> Reference:
    first = known[0]
    if text[end : end + 1] == ")" and "(" in text[start:end] and first.text.endswith(")"):
        end += 1
    written = text[start:end]
    parameter = None if compound else PARAMETER.match(text, end) or (value_after(text, end) if first.everyday else None)
    marked = is_shouted(written) or parameter is not None or is_set_off(text, start, end)
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


#: The values that finders in other languages share (see `finder_index`).
PATTERNS = {"setOff": _SET_OFF}
