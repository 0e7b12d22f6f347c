"""Which texts each word occurs in, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, where every document kept its position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from typing import NamedTuple, TypedDict

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import AllWords, Words
from .numbers import decoded, gaps, numbers

#: What the browser knows of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


class _Blank(NamedTuple):
    """The place of a word that no text has: its number is this one plus its rank, less the rank of such a word before it, if any."""

    number: int
    word: str
    before: str


class _Columns(TypedDict):
    """The columns as they are kept. What depends on the ranks of words that no text has is left blank in `queries` and `questions`.

    frequent    the words of texts, the most frequent first; `counts` the number of texts with each
    queries     for each document the encoded words of its queries, in pieces around its `blanks`
    questions   for each document the encoded words of its questions, "" where they are blank
    only_asked  for each of these documents its position, the known ranks of its words, and its other words
    rest        columns without blanks
    """

    frequent: str
    counts: list[int]
    queries: list[list[str]]
    blanks: list[list[_Blank]]
    questions: list[str]
    only_asked: list[tuple[int, list[int], list[str]]]
    rest: dict[str, str]


class _Occurrences(TypedDict):
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""

    words: dict[str, str]
    marks: list[str]


class Forms:
    """The words of a vocabulary: `of` gives each the first one that has the same terms, a stop word itself, since only names have it;
    `all` are also the stop words that it has not. Both give each word its place.
    """

    def __init__(self, surfaces: Mapping[str, Sequence[str]]) -> None:
        first: dict[Sequence[str], str] = {}
        is_stop_word = search_words.STOP_WORDS.__contains__
        self.of = {word: word if is_stop_word(word) else first.setdefault(terms, word) for word, terms in surfaces.items()}
        self.firsts = {word: at for at, word in enumerate(word for word, one in self.of.items() if word == one)}
        self.all = {word: at for at, word in enumerate((*surfaces, *more_stop_words(surfaces)))}

    def ranks_without(self, texts: Collection[str]) -> Callable[[str], int]:
        """Ranks the words that no text has behind those that the texts have, in the order of `all`."""
        taken = sorted(map(self.all.__getitem__, texts))
        return lambda word: len(taken) + self.all[word] - bisect_left(taken, self.all[word])


def text_columns(forms: Forms, marks: Sequence[str], documents: AllWords, memo: Memo, system: str) -> dict[str, str]:
    """The columns `texts`, `sizes`, `gaps`, `repeats`, `times`, `lengths`, `queries` and `questions` for the documents of a system, with
    these marks.

    They depend on a vocabulary only by which of the system's own words are alike, and by the places of words that none of its texts has.
    """
    same = digest("\n".join(marks))
    own = memo.grown(f"own-{system}", same, lambda _: _own_words(occurrences(system, marks, documents, memo)["words"], documents))

    def made(_: _Columns | None) -> _Columns:
        return _columns(forms, occurrences(system, marks, documents, memo)["words"], documents)

    alike = " ".join([forms.of.get(word, "-") for word in own.split()])
    columns: _Columns = memo.grown(f"columns-{system}", digest(same, alike), made)
    memo.keep(f"texts-{system} {same}")
    texts = dict(zip(columns["frequent"].split(), columns["counts"], strict=True))
    rank = forms.ranks_without(texts)
    present = dict(sorted((forms.firsts[word], count) for word, count in texts.items() if word in forms.firsts))
    queries = (_filled(pieces, blanks, rank) for pieces, blanks in zip(columns["queries"], columns["blanks"], strict=True))
    questions = list(columns["questions"])
    for at, known, words in columns["only_asked"]:
        questions[at] = _ranks([*known, *map(rank, words)])
    return {
        "texts": numbers(gaps(present)),
        "sizes": numbers([count - 1 for count in present.values()]),
        "queries": "".join(queries),
        "questions": "".join(questions),
        **columns["rest"],
    }


def keep_columns(memo: Memo, system: str) -> None:
    """Keep the inputs of a system's columns, which were not made in this run."""
    for name in ("own", "columns", "texts"):
        memo.keep_named(f"{name}-{system}")


def _filled(pieces: Iterable[str], blanks: Iterable[_Blank], rank: Callable[[str], int]) -> str:
    filled = (numbers([number + rank(word) - (rank(before) if before else 0)]) for number, word, before in blanks)
    return "".join(chain.from_iterable(zip_longest(pieces, filled, fillvalue="")))


def _own_words(rows: Mapping[str, str], documents: AllWords) -> str:
    """The words of a system's texts, names, queries and questions."""
    found = set(rows)
    for document in documents:
        found.update(*(document.fields[name] for name in (*SHOWN_FIELDS, "questions")), *(words for _, words in document.asked))
    return " ".join(sorted(found))


def _columns(forms: Forms, words: Mapping[str, str], documents: AllWords) -> _Columns:
    rows = _of_forms(words, forms.of)
    counts = {word: int(rows[word][0]) for word in forms.all if word in rows}
    frequent = sorted(counts, key=counts.__getitem__, reverse=True)
    ranks = {word: rank for rank, word in enumerate(frequent)}
    asked = [_asked(document, forms.of, ranks) for document in documents]
    questions = [_only_asked(document, forms.of, ranks) for document in documents]
    return {
        "frequent": " ".join(frequent),
        "counts": [counts[word] for word in frequent],
        "queries": [codes.pieces for _, codes in asked],
        "blanks": [codes.blanks for _, codes in asked],
        "questions": ["" if silent else _ranks(known) for known, silent in questions],
        "only_asked": [(at, known, silent) for at, (known, silent) in enumerate(questions) if silent],
        "rest": {
            "gaps": "".join([rows[word][1] for word in frequent]),
            **_more_than_once("".join([rows[word][2] for word in frequent])),
            "lengths": "".join([lengths for lengths, _ in asked]),
        },
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


def more_stop_words(words: Iterable[str]) -> list[str]:
    """The stop words that are not among `words`; queries number them after those."""
    return sorted(search_words.STOP_WORDS - set(words))


# -- texts --------------------------------------------------------------------------------------------------------------------


def occurrences(system: str, marks: Sequence[str], documents: AllWords, memo: Memo) -> _Occurrences:
    """The occurrences of words in a system's texts."""
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
        for word, count in Counter(documents[at].fields["body"]).items():
            edits[word][at] = count
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


def _asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[str, _Codes]:
    """The sizes of a document's queries, the shortest first, and their words: the place among its own words, or how many those are plus the
    word's rank.
    """
    codes = _Codes(document, alike, ranks)
    queries = sorted(document.asked, key=_size)
    for is_long, tokens in queries:
        (codes.add_long if is_long else codes.add_short)(tokens)
    return numbers(_lengths(queries)), codes


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
    """The words of a document's queries, encoded in `pieces` around `blanks` for words without a rank.

    Counts the words that the document shows or is asked for, in the order in which they come.
    """

    def __init__(self, document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> None:
        shown = dict.fromkeys(chain.from_iterable(document.fields[name] for name in SHOWN_FIELDS))
        self._places = {token: at for at, token in enumerate(shown)}
        self._forms = {alike[token]: at for token, at in reversed(self._places.items()) if token in alike}
        self._alike, self._ranks, self._size = alike, ranks, len(shown)
        self.pieces, self.blanks = [""], list[_Blank]()

    def add_short(self, tokens: Iterable[str]) -> None:
        """Add a query's words."""
        for token in tokens:
            place = self._places.get(token)
            if place is None:
                self._add_new(token, 0, "")
            else:
                self.pieces[-1] += numbers([place])

    def add_long(self, tokens: Iterable[str]) -> None:
        """Add a long query's words, lowest first, each less the one before: their order says nothing, and another form of a word will
        do."""
        words = [(token, self._alike.get(token, token)) for token in tokens]
        places = [(self._places.get(token, self._forms.get(form)), form) for token, form in words]
        known = sorted(place for place, _ in places if place is not None)
        self.pieces[-1] += numbers(place - before for before, place in pairwise([0, *known]))
        number, word = known[-1] if known else 0, ""
        for form in sorted((form for place, form in places if place is None), key=self._rank):
            number, word = self._add_new(form, number, word)

    def _rank(self, word: str) -> tuple[bool, int, str]:
        return word not in self._ranks, self._ranks.get(word, 0), word

    def _add_new(self, word: str, number: int, before: str) -> tuple[int, str]:
        """Add a word that the document did not have. Returns its number, less its rank if it has none, and the word in that case."""
        place = self._size
        self._size += 1
        self._places.setdefault(word, place)
        self._forms.setdefault(self._alike.get(word, word), place)
        if word in self._ranks:
            self.pieces[-1] += numbers([place + self._ranks[word] - number])
            return place + self._ranks[word], ""
        self.blanks.append(_Blank(place - number, word, before))
        self.pieces.append("")
        return place, word


def _only_asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[list[int], list[str]]:
    """The words that only a document's questions have: the ranks of those with one, and the others. Another form of a word will do."""
    words = [alike[token] for token in document.fields["questions"]]
    return [ranks[word] for word in words if word in ranks], [word for word in words if word not in ranks]


def _ranks(found: Sequence[int]) -> str:
    """The number of ranks, and the gaps between them."""
    return numbers([len(found), *gaps(sorted(found))])
