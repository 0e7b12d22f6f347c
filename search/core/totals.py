"""Counts over all documents. After a change, removed documents are subtracted and new ones added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from nachschlag.generator.files.memo import Memo, digest

from .schema import ASKED_FIELDS, FIELDS, frequency
from .vocabulary import Vocabulary
from .words import AllWords, Words, words_in

#: German-only fields; names, concepts, players' words and the text, with its English rule, mix both languages.
GERMAN_FIELDS = ("title", "short")

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Totals:
    """The number of documents with each word in any field, in a German one, in an English title; the tokens and documents of each
    field.
    """

    words: Counts
    german: Counts
    english: Counts
    lengths: dict[str, list[int]]


def totals_of(marks: Sequence[str], words: AllWords, memo: Memo) -> Totals:
    """The totals of the documents with these marks and words."""
    kept = memo.grown("totals", digest("\n".join(marks)), lambda before: _totals(marks, words, memo, before))
    return Totals(**{name: kept[name] for name in Totals.__slots__})


def _totals(marks: Sequence[str], words: AllWords, memo: Memo, before: Any) -> dict[str, Any]:
    old = _old(before["marks"], marks, memo) if before else None
    if old is None:
        before, old = {"words": {}, "german": {}, "english": {}, "lengths": {name: [0, 0] for name in FIELDS}, "marks": ()}, []
    added = [words[at] for at in _apart(marks, before["marks"])]
    counts = {name: Counter[str](before[name]) for name in ("words", "german", "english")}
    lengths = {name: [*before["lengths"][name]] for name in FIELDS}
    for sign, documents in ((-1, old), (1, added)):
        for document in documents:
            fields = document.fields
            _add(counts["words"], chain.from_iterable(fields.values()), sign)
            _add(counts["german"], chain.from_iterable(fields[name] for name in GERMAN_FIELDS), sign)
            _add(counts["english"], fields["english"], sign)
            for name, tokens in fields.items():
                lengths[name][0] += sign * len(tokens)
                lengths[name][1] += sign * bool(tokens)
    return {"marks": list(marks), "lengths": lengths, **counts}


def _add(counts: Counter[str], found: Iterable[str], sign: int) -> None:
    """Count each of what was found once more, or once less; what is found nowhere has no count."""
    if sign > 0:
        counts.update(set(found))
        return
    for word in set(found):
        counts[word] -= 1
        if not counts[word]:
            del counts[word]


def _apart(marks: Sequence[str], others: Iterable[str]) -> list[int]:
    """The places of the marks that are not among the others."""
    known = set(others)
    return [at for at, mark in enumerate(marks) if mark not in known]


def _old(before: Sequence[str], marks: Sequence[str], memo: Memo) -> list[Words] | None:
    """The words of the removed documents; None if they are unknown, or counting all again is quicker."""
    texts = [memo.before(before[at]) for at in _apart(before, marks)]
    return None if None in texts or 3 * len(texts) > len(marks) else [words_in(one) for one in texts]


# -- terms --------------------------------------------------------------------------------------------------------------------


def frequency_of(
    marks: Sequence[str], words: AllWords, besides: Sequence[Sequence[str]], vocabulary: Vocabulary, memo: Memo
) -> Counts:
    """The number of documents in which each term counts as occurring (`schema.frequency`), sorted; `besides` are terms of a document that
    are not in its words."""
    own = [" ".join(terms) for terms in besides]
    key = digest(vocabulary.mark, "\n".join(marks), "\n".join(own))
    kept = memo.grown("frequency", key, lambda before: _frequency(marks, words, own, vocabulary, memo, before))
    return {term: frequency(kept["asked"].get(term, 0), count) for term, count in sorted(kept["terms"].items())}


#: What is counted → the fields it is counted in.
_COUNTED = {"terms": tuple(FIELDS), "asked": ASKED_FIELDS}


def _frequency(
    marks: Sequence[str], words: AllWords, own: Sequence[str], vocabulary: Vocabulary, memo: Memo, before: Any
) -> dict[str, Any]:
    surfaces, former = vocabulary.surfaces, vocabulary.former
    old = dict(zip(before["marks"], before["own"], strict=True)) if before and former is not None else {}
    concerned = words.having({word for word in former or () if word in surfaces}) if old else set()
    again = [at for at, mark in enumerate(marks) if old.get(mark) != own[at] or at in concerned]
    gone = [*(old.keys() - set(marks)), *(marks[at] for at in again if marks[at] in old)]
    texts = [memo.before(mark) for mark in gone]
    counts = {name: Counter[str]() for name in _COUNTED}
    if old and None not in texts and 3 * len(again) < len(marks):
        earlier = {**surfaces, **(former or {})} if former else surfaces
        for name, fields in _COUNTED.items():
            counts[name].update(before[name])
            for mark, one in zip(gone, texts, strict=True):
                _add(counts[name], _terms(words_in(one), old[mark], earlier, fields), -1)
    else:
        again = list(range(len(marks)))
    for at in again:
        document = words[at]
        for name, fields in _COUNTED.items():
            _add(counts[name], _terms(document, own[at], surfaces, fields), 1)
    return {"marks": list(marks), "own": list(own), **counts}


def _terms(words: Words, own: str, surfaces: Mapping[str, tuple[str, ...]], fields: Sequence[str]) -> set[str]:
    found = set(chain.from_iterable(words.fields[name] for name in fields))
    return {*chain.from_iterable(map(surfaces.__getitem__, found)), *own.split()}
