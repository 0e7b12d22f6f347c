"""Which texts each word occurs in, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, where every document kept its position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, TypedDict

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import AllWords, Words, told
from .numbers import decoded, gaps, numbers

#: What the browser knows of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


class _Occurrences(TypedDict):
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""

    words: dict[str, str]
    marks: list[str]


class Forms:
    """The words of a system: `of` gives each the first one that has the same terms, a stop word itself, since only names have it; `all`
    are also the stop words that it has not, each with its place; `firsts` are the places among those that are the first.
    """

    def __init__(self, surfaces: Mapping[str, Sequence[str]]) -> None:
        first: dict[Sequence[str], str] = {}
        is_stop_word = search_words.STOP_WORDS.__contains__
        self.of = {word: word if is_stop_word(word) else first.setdefault(terms, word) for word, terms in surfaces.items()}
        self.firsts = {word: at for at, word in enumerate(word for word, one in self.of.items() if word == one)}
        self.all = {word: at for at, word in enumerate((*surfaces, *sorted(search_words.STOP_WORDS - surfaces.keys())))}


def text_columns(
    surfaces: Mapping[str, Sequence[str]], marks: Sequence[str], documents: AllWords, memo: Memo, system: str
) -> dict[str, str]:
    """The columns `texts`, `sizes`, `gaps`, `repeats`, `times`, `lengths`, `queries` and `questions` for the documents of a system, which
    have these marks and words.
    """

    def made(_: Any) -> dict[str, str]:
        return _columns(Forms(surfaces), occurrences(system, marks, documents, memo)["words"], documents)

    alike = "\n".join([f"{word} {' '.join(terms)}" for word, terms in surfaces.items()])
    columns: dict[str, str] = memo.grown(f"columns-{system}", digest(alike, *marks), made)
    return columns


def _columns(forms: Forms, words: Mapping[str, str], documents: AllWords) -> dict[str, str]:
    rows = _of_forms(words, forms.of)
    present = {word: int(rows[word][0]) for word in forms.all if word in rows}
    frequent = sorted(present, key=present.__getitem__, reverse=True)
    ranks = {word: rank for rank, word in enumerate((*frequent, *(word for word in forms.all if word not in present)))}
    asked = [_asked(document, forms.of, ranks) for document in documents]
    return {
        "texts": numbers(gaps(forms.firsts[word] for word in present)),
        "sizes": numbers([count - 1 for count in present.values()]),
        "gaps": "".join([rows[word][1] for word in frequent]),
        **_more_than_once("".join([rows[word][2] for word in frequent])),
        "lengths": "".join([lengths for lengths, _ in asked]),
        "queries": "".join([codes for _, codes in asked]),
        "questions": "".join([_only_asked(document, forms.of, ranks) for document in documents]),
    }


def _more_than_once(times: str) -> dict[str, str]:
    """Where a text has a word more than once, and how often."""
    repeated = {at: more - 1 for at, more in enumerate(decoded(times)) if more}
    return {"repeats": numbers(gaps(repeated)), "times": numbers(list(repeated.values()))}


def _of_forms(rows: Mapping[str, str], alike: Mapping[str, str]) -> dict[str, list[str]]:
    """The rows, one for all words with the same terms, which count alike wherever they stand."""
    forms = defaultdict[str, list[str]](list)
    for word, row in rows.items():
        forms[alike[word]].append(row)
    return {word: (own[0] if len(own) == 1 else _sum(own)).split(" ") for word, own in forms.items()}


def _sum(rows: Iterable[str]) -> str:
    times: Counter[int] = Counter()
    for row in rows:
        times.update(_times(row))
    return _row({at: times[at] for at in sorted(times)})


# -- texts --------------------------------------------------------------------------------------------------------------------


def occurrences(system: str, marks: Sequence[str], documents: AllWords, memo: Memo) -> _Occurrences:
    """The occurrences of words in a system's texts, without those that titles and short rules tell."""
    found: _Occurrences = memo.grown(
        f"texts-{system}", digest("\n".join(marks)), lambda before: _occurrences(marks, documents, memo, before)
    )
    return found


def _occurrences(marks: Sequence[str], documents: AllWords, memo: Memo, before: _Occurrences | None) -> _Occurrences:
    kept: _Occurrences = before or {"words": {}, "marks": []}
    changed = [at for at, (mark, old) in enumerate(zip(marks, kept["marks"], strict=False)) if mark != old]
    old = {at: memo.before(kept["marks"][at]) for at in changed}
    if len(kept["marks"]) != len(marks) or None in old.values() or 3 * len(changed) > len(marks):
        old, changed, kept = {}, list(range(len(marks))), {"words": {}, "marks": []}
    words, edits = dict(kept["words"]), defaultdict[str, dict[int, int]](dict)
    for at in changed:
        for word in _body(old[at]) if at in old else ():
            edits[word][at] = 0
        fields = documents[at].fields
        for word, count in Counter(fields["body"]).items():
            edits[word][at] = count
        for word in told(fields):
            edits[word][at] = 0
    for word, found in edits.items():
        times = {**_times(words[word]), **found} if word in words else found
        if row := _row({at: times[at] for at in sorted(times) if times[at]}):
            words[word] = row
        else:
            words.pop(word, None)
    return {"marks": list(marks), "words": words}


def _body(texts: Sequence[str]) -> list[str]:
    return texts[list(FIELDS).index("body")].split()


def _row(times: Times) -> str:
    return f"{len(times)} {numbers(gaps(times))} {numbers([one - 1 for one in times.values()])}" if times else ""


def _times(row: str) -> Times:
    _, places, times = row.split(" ")
    positions = accumulate(decoded(places), lambda before, gap: before + gap + 1)
    return dict(zip(positions, (one + 1 for one in decoded(times)), strict=True))


# -- queries ------------------------------------------------------------------------------------------------------------------


def _asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[str, str]:
    """The sizes of a document's queries, the shortest first, and their words: the place among its own words, or how many those are plus the
    word's rank.
    """
    codes = _Codes(document, alike, ranks)
    queries = sorted(document.asked, key=_size)
    coded = [numbers(codes.of_long(tokens) if is_long else codes.of_short(tokens)) for is_long, tokens in queries]
    return numbers(_lengths(queries)), "".join(coded)


def _size(query: tuple[bool, list[str]]) -> int:
    is_long, tokens = query
    return 2 * len(tokens) + is_long


def _lengths(queries: Sequence[tuple[bool, list[str]]]) -> Iterator[int]:
    """The number of queries, and by how much each is larger than the one before."""
    yield len(queries)
    before = 0
    for size in map(_size, queries):
        yield size - before
        before = size


class _Codes:
    """Encodes the words of a document's queries. Counts the words that the document shows or is asked for, in the order in which they
    come.
    """

    def __init__(self, document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> None:
        shown = dict.fromkeys(chain.from_iterable(document.fields[name] for name in SHOWN_FIELDS))
        self._places = {token: at for at, token in enumerate(shown)}
        self._forms = {alike[token]: at for token, at in reversed(self._places.items()) if token in alike}
        self._alike, self._ranks, self._size = alike, ranks, len(shown)

    def of_short(self, tokens: Iterable[str]) -> list[int]:
        """The numbers of a query's words."""
        return [self._places[token] if token in self._places else self._new(token) for token in tokens]

    def of_long(self, tokens: Iterable[str]) -> Iterator[int]:
        """The numbers of a long query's words, lowest first, each less the one before: their order says nothing, and another form of a word
        will do."""
        words = [(token, self._alike.get(token, token)) for token in tokens]
        places = [(self._places.get(token, self._forms.get(form)), form) for token, form in words]
        known = sorted(place for place, _ in places if place is not None)
        new = sorted((form for place, form in places if place is None), key=self._ranks.__getitem__)
        return (number - before for before, number in pairwise([0, *known, *map(self._new, new)]))

    def _new(self, word: str) -> int:
        """The number of a word that the document did not have."""
        place = self._size
        self._size += 1
        self._places.setdefault(word, place)
        self._forms.setdefault(self._alike.get(word, word), place)
        return place + self._ranks[word]


def _only_asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> str:
    """The words that only a document's questions have: their number, and the gaps between their ranks. Another form of a word will do."""
    found = sorted(ranks[alike[token]] for token in document.fields["questions"])
    return numbers([len(found), *gaps(found)])
