"""Which texts each word occurs in, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, where every document kept its position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, chain, pairwise
from typing import Any, TypedDict

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import MOST_SAID, SHOWN_FIELDS, AllWords, Words, told
from .numbers import LETTERS, decoded, gaps, numbers

#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


class _Occurrences(TypedDict):
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""

    words: dict[str, str]
    marks: list[str]


class Forms:
    """The words of a system: `of` gives each the first one that has the same terms, a stop word itself, since only names have it; `all`
    are also the stop words that it has not, each with its place; `firsts` are the places among those that are the first; `stems` are those
    of all but stop words.
    """

    def __init__(self, surfaces: Mapping[str, Sequence[str]]) -> None:
        first: dict[Sequence[str], str] = {}
        is_stop_word = search_words.STOP_WORDS.__contains__
        self.of = {word: word if is_stop_word(word) else first.setdefault(terms, word) for word, terms in surfaces.items()}
        self.firsts = {word: at for at, word in enumerate(word for word, one in self.of.items() if word == one)}
        self.all = {word: at for at, word in enumerate((*surfaces, *sorted(search_words.STOP_WORDS - surfaces.keys())))}
        self.stems = {word: stem for word, (stem, *_) in surfaces.items() if not is_stop_word(word)}

    def stems_of(self, words: Iterable[str]) -> dict[str, None]:
        """The stems of words, each once, in order; of stop words none."""
        return dict.fromkeys(self.stems[word] for word in words if word in self.stems)


def text_columns(
    surfaces: Mapping[str, Sequence[str]], marks: Sequence[str], documents: AllWords, memo: Memo, system: str
) -> dict[str, str]:
    """The columns from `texts` on (packed.py) for the documents of a system, which have these marks and words."""

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
    asked = [_asked(document, forms, ranks) for document in documents]
    return {
        "texts": numbers(gaps(forms.firsts[word] for word in present)),
        "sizes": numbers([count - 1 for count in present.values()]),
        "gaps": "".join([rows[word][1] for word in frequent]),
        **_more_than_once("".join([rows[word][2] for word in frequent])),
        **{name: "".join([one[name] for one in asked]) for name in ("lengths", "queries", "said", "quoted")},
        "stops": _stops(documents),
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


def _asked(document: Words, forms: Forms, ranks: Mapping[str, int]) -> dict[str, str]:
    """The sizes of a document's queries, the shortest first; their words: the place among its own words, or how many those are plus the
    word's rank; how often its questions have the stems of all these words, and which other stems of its text they have.
    """
    codes = _Codes(document, forms.of, ranks)
    queries = sorted(document.asked, key=_size)
    coded = [numbers(codes.of_long(tokens) if is_long else codes.of_short(tokens)) for is_long, tokens in queries]
    own = forms.stems_of(codes.words)
    quoted = [*_quoted(document, own, forms, ranks)]
    return {
        "lengths": numbers(_lengths(queries)),
        "queries": "".join(coded),
        "said": _digits([document.said.count(stem) for stem in own]),
        "quoted": numbers([len(quoted), *gaps(quoted)]),
    }


def _quoted(document: Words, own: Collection[str], forms: Forms, ranks: Mapping[str, int]) -> Iterator[int]:
    """The places, among the words of a document's text that are not told, of those that its questions have; each stem once."""
    text = {forms.of[word] for word in set(document.fields["body"]).difference(told(document.fields))}
    wanted = set(document.said).difference(own)
    for place, word in enumerate(sorted(text, key=ranks.__getitem__)):
        if (stem := forms.stems.get(word)) in wanted:
            wanted.remove(stem)
            yield place


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

    @property
    def words(self) -> Iterable[str]:
        """The words so far."""
        return self._places

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


#: How many digits up to `MOST_SAID` are one letter.
DIGITS = 3


def _digits(values: Sequence[int]) -> str:
    """Small numbers as letters, several in each.

    >>> _digits([1, 0, 3, 2])
    '6C'
    """
    padded = [*values, *[0] * (-len(values) % DIGITS)]
    chunks = (padded[at : at + DIGITS] for at in range(0, len(padded), DIGITS))
    return "".join([LETTERS[reduce(lambda number, digit: number * (MOST_SAID + 1) + digit, chunk)] for chunk in chunks])


def _stops(documents: AllWords) -> str:
    """For each stop word the number of documents whose queries or questions have it, and the gaps between these."""
    having: dict[str, list[int]] = {word: [] for word in sorted(search_words.STOP_WORDS)}
    for at, document in enumerate(documents):
        for word in document.stops:
            having[word].append(at)
    return "".join([numbers([len(places), *gaps(places)]) for places in having.values()])
