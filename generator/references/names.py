"""Finding names of rules in a text, in any of their German forms: one pass, however many names there are.

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

from ..german.context import is_set_off, is_shown_as_term, is_within_english, stands_alone, value_after
from ..german.lists import listed, word_list
from ..german.name_forms import spellings, word_forms
from ..german.tokens import Word, seams, spans, word_key, words
from ..model.library import Name, name_key, without_parameter
from ..model.reference import Reference

_PARAMETER = re.compile(r"[ \u00a0]?\([ \u00a0]?(?:[+\-–−]?\s?(?:\d*[WwDd]\d+|[XxNn]|\d+)\+?|\d+/\d+)[ \u00a0]?\)")
_JOINT = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“]*")
_PUNCTUATED = re.compile(r"[ \u00a0\t\n\u00ad*_\-‐–„“”,.:&/+()!']*")
#: "Abbildung 2.1" is a number, not a name.
_NUMBERED = re.compile(r"[^\W\d_]+\.? \d[\d.]*")
_UNKNOWN = "\x00"
_MOST_WORDS_KEPT = 200_000


@dataclass(frozen=True, slots=True)
class KnownName:
    """One spelling of a name, ready to be compared: the forms of each word, which words are nouns, the punctuation between them."""

    name: Name
    text: str
    rank: int
    key: str
    words: list[str]
    forms: tuple[frozenset[str], ...]
    nouns: tuple[bool, ...]
    gaps: tuple[str, ...]
    everyday: bool
    abbreviation: bool
    english: bool


class NameMatcher:
    """Finds names by the classes of their words: `class_of` a form, `patterns` of classes with the names that have them, longest `most`."""

    def __init__(
        self, class_of: Mapping[str, str], patterns: Mapping[str, Sequence[KnownName]], systems: frozenset[str], most: int
    ) -> None:
        self.class_of, self.patterns, self.systems, self.most = class_of, patterns, systems, most
        self._seen: dict[str, tuple[tuple[str, str], ...]] = {}

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
        for names, first, after in self._places("".join(read.classes)):
            for known in names:
                rank = _fits(text, read, first, after, known)
                if rank is not None:
                    found.setdefault((first, after), []).append((rank, known))
        for (first, after), ranked in found.items():
            best = min(rank for rank, _ in ranked)
            start, end = read.starts[first], read.ends[after - 1]
            whole = _with_article(text, start, end, [known for _, known in ranked])
            meant = [known for rank, known in ranked if rank == best]
            yield _reference(text, whole, end, meant, sort=read.before(text, first), compound=best >= _COMPOUND)

    def _read(self, text: str) -> _Read:
        read = _Read([], [], [], [])
        starts, ends, keys, classes = read.starts, read.ends, read.keys, read.classes
        seen = self._seen
        if len(seen) > _MOST_WORDS_KEPT:
            seen.clear()
        for match in spans(text):
            written = match[0]
            known = seen.get(written)
            if known is None:
                known = seen[written] = self._classify(written)
            if len(known) == 1:
                start, end = match.span()
                starts.append(start)
                ends.append(end)
                key, class_ = known[0]
                keys.append(key)
                classes.append(class_)
                continue
            cuts = [0, *seams(written), len(written)]  # words that lost the space between them
            for i, (key, class_) in enumerate(known):
                starts.append(match.start() + cuts[i])
                ends.append(match.start() + cuts[i + 1])
                keys.append(key)
                classes.append(class_)
        return read

    def _classify(self, written: str) -> tuple[tuple[str, str], ...]:
        """Key and class of a word; of each of the words it should have been, if that makes any of them known."""
        key = word_key(written)
        if key in self.systems:
            return ((key, _UNKNOWN),)
        for known in (key, *without_head(key)):
            if class_ := self.class_of.get(known):
                return ((key, class_),)
        if cuts := seams(written):
            cuts = [0, *cuts, len(written)]
            pieces = [word_key(written[a:b]) for a, b in pairwise(cuts)]
            if any(piece in self.class_of for piece in pieces):
                return tuple((piece, self.class_of.get(piece, _UNKNOWN)) for piece in pieces)
        return ((key, _UNKNOWN),)


class NameFinder(NameMatcher):
    """Finds the names of one system. Making it is linear in the names; make it once per system."""

    def __init__(self, names: Iterable[Name], everyday: Iterable[str] = (), systems: Iterable[str] = ()) -> None:
        """`everyday` words count only in context; the names of `systems` are nobody's ("die Nebelmark" is no Nebelmarke)."""
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
    """The words of a text: where they stand, their keys and their classes."""

    starts: list[int]
    ends: list[int]
    keys: list[str]
    classes: list[str]

    def before(self, text: str, i: int) -> str:
        """The word right before a word, quotes and emphasis passed over; "" where there is none."""
        if i == 0 or self.starts[i] - self.ends[i - 1] > 5:
            return ""
        return "" if text[self.ends[i - 1] : self.starts[i]].strip(_SET_OFF) else self.keys[i - 1]


_SET_OFF = " \u00a0\n*_„‚\"'»›“‘«‹"
_HOMOGRAPHS = frozenset(listed("english_homographs"))
_HEADS = sorted(word_list("compound_heads"), key=len, reverse=True)
_LINKS = sorted(word_list("links"))


def without_head(key: str) -> list[str]:
    """What a compound may be without a last word that changes nothing about what is meant; [] where it has none.

    >>> without_head("sturmangriffsaktion")
    ['sturmangriffs', 'sturmangriff']
    """
    for head in _HEADS:
        if key.endswith(head) and len(key) - len(head) > 3:
            stem = key[: -len(head)]
            return [stem.removesuffix(link) for link in _LINKS if stem.endswith(link)]
    return []


def known_names(names: list[Name], everyday: frozenset[str]) -> Iterator[KnownName]:
    """Every spelling under which these names are looked for; `everyday` words as name keys."""
    printed = {name_key(name.text) for name in names}
    shortened: dict[str, set[str]] = defaultdict(set)
    for name in names:
        for spelling in spellings(name.text):
            if spelling.rank == 2:
                shortened[name_key(spelling.text)].add(name.target)
    common = {name.target for name in names if name.type != "english" and name_key(name.text) in everyday}
    for name in names:
        if _NUMBERED.fullmatch(name.text):
            continue
        for spelling in spellings(name.text):
            key = name_key(spelling.text)
            if spelling.rank == 2 and (key in printed or len(shortened[key]) > 1):
                continue
            is_common = key in everyday or (name.type == "english" and name.target in common)
            for found in dict.fromkeys((tuple(words(spelling.text)), tuple(words(spelling.text.replace("-", " "))))):
                if found and sum(len(word.key) for word in found) > 1:
                    yield _known_name(name, spelling.text, spelling.rank, found, is_common)


def _known_name(name: Name, text: str, rank: int, found: tuple[Word, ...], everyday: bool) -> KnownName:
    written = tuple(text[word.start : word.end] for word in found)
    return KnownName(
        name,
        text,
        rank,
        name_key(name.text),
        [word.key for word in found],
        tuple(word_forms(tuple(word if word != "&" else "und" for word in written), name.type, fixed=text.endswith(("?", "!")))),
        tuple(word[0].isupper() for word in written),
        tuple(text[a.end : b.start].strip(" \u00a0-‐–*_") for a, b in pairwise(found)),
        everyday,
        text.isupper() and len(text) <= 5,
        name.type == "english",
    )


def word_classes(known: list[KnownName]) -> dict[str, str]:
    """Every form of every word → its class, one character; forms that two words share make one class of both."""
    parent: dict[str, str] = {}

    def root(word: str) -> str:
        while parent[word] != word:
            parent[word] = parent[parent[word]]
            word = parent[word]
        return word

    for k in known:
        for word, forms in zip(k.words, k.forms, strict=True):
            for form in (word, *forms):
                parent.setdefault(form, form)
            top = root(word)
            for form in forms:
                other = root(form)
                if other != top:
                    parent[other] = top
    numbers: dict[str, str] = {}
    for word in parent:
        numbers.setdefault(root(word), chr(0x10000 + len(numbers)))
    return {word: numbers[root(word)] for word in parent}


#: Ranks add up: a name with an ending counts less than one to the letter, one in another form less, a shortened or English one less
#: again, a compound least.
_WITH_ENDING, _OTHER_FORM, _SPELLING, _ENGLISH, _COMPOUND = 1, 2, 3, 5, 20


def _fits(text: str, read: _Read, first: int, after: int, known: KnownName) -> int | None:
    """How exactly a name stands at these words, 0 best; None where it does not."""
    rank = known.rank * _SPELLING + (_ENGLISH if known.english else 0)
    keys, starts, ends = read.keys[first:after], read.starts[first:after], read.ends[first:after]
    if keys != known.words:
        rank += _WITH_ENDING if all(map(str.startswith, keys, known.words)) else _OTHER_FORM
        for i, key in enumerate(keys):
            if key not in known.forms[i]:
                if i + 1 < len(keys) or len(known.words[-1]) < 4 or known.words[-1] not in without_head(key):
                    return None
                rank += _COMPOUND
    for i in range(len(keys) - 1):
        gap, own = text[ends[i] : starts[i + 1]], known.gaps[i]
        if len(gap) > 8 or gap.count("\n") > 1 or not (_PUNCTUATED if own else _JOINT).fullmatch(gap):
            return None
        if ("(" in own and "(" not in gap) or (
            "-" in gap and _cut(text[starts[i] : ends[i]], gap, text[starts[i + 1] : ends[i + 1]])
        ):
            return None
    return rank if _is_meant(text, starts, ends, known, compound=rank >= _COMPOUND) else None


def _cut(first: str, gap: str, second: str) -> bool:
    """Whether a hyphenated word is set off in its first part only: "**KÄMPFEN**-Fähigkeit" is about KÄMPFEN."""
    return "*-" in gap or (len(first) > 1 and first.isupper() and not second.isupper())


def _is_meant(text: str, starts: list[int], ends: list[int], known: KnownName, *, compound: bool) -> bool:
    """Whether what is written there is the name and no everyday word."""
    start, end = starts[0], ends[-1]
    written = text[start:end]
    if known.abbreviation:
        exact = written in (known.text, known.text + "s") and stands_alone(text, start, end, capitals=True)
        return exact and (not known.everyday or is_set_off(text, start, end) or is_shown_as_term(text, start, end))
    capitals = len(written) > 2 and written.isupper()
    if not stands_alone(text, start, end, capitals):
        return False
    if known.english and is_within_english(text, start, end):
        return False
    set_off = capitals or is_set_off(text, start, end) or (not compound and _PARAMETER.match(text, end) is not None)
    if not set_off and not _has_case(text, starts, known):
        return False
    return not known.everyday or set_off or compound or is_shown_as_term(text, start, end)


def _has_case(text: str, starts: list[int], known: KnownName) -> bool:
    """Nouns need their capital; an English name may be small where no German word is spelled like it."""
    if known.english:
        if len(starts) > 1:
            return True
        written = text[starts[0]] + known.words[0][1:]
        return not {written, written.lower()} & _HOMOGRAPHS and (text[starts[0]].isupper() or len(written) > 3)
    if len(starts) == 1:
        return text[starts[0]].isupper() == known.nouns[0] or not text[starts[0]].isalpha()
    return all(not noun or text[at].isupper() for at, noun in zip(starts[1:], known.nouns[1:], strict=True))


def _reference(text: str, start: int, end: int, known: list[KnownName], *, sort: str, compound: bool) -> Reference:
    first = known[0]
    if text[end : end + 1] == ")" and "(" in text[start:end] and first.text.endswith(")"):
        end += 1
    written = text[start:end]
    parameter = None if compound else _PARAMETER.match(text, end) or (value_after(text, end) if first.everyday else None)
    marked = (len(written) > 2 and written.isupper()) or parameter is not None or is_set_off(text, start, end)
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
    )


def _with_article(text: str, start: int, end: int, names: list[KnownName]) -> int:
    """Where a name that is printed with its article begins if all of it is set off: „Die Attackenabfolge“."""
    for known in names:
        article = known.name.text.partition(" ")[0]
        before = start - len(article) - 1
        if known.rank == 1 and before >= 0 and text[before:start].casefold() == f"{article} ".casefold():
            cell = text[max(0, before - 2) : before] == "| " and text[end : end + 2] == " |"
            return before if cell or is_set_off(text, before, end) else start
    return start


#: What finders elsewhere need to decide as this one does (see `finder_index`).
PATTERNS = {"parameter": _PARAMETER, "joint": _JOINT, "punctuated": _PUNCTUATED}
