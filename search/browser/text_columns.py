"""The texts with each word, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, provided that every document kept its position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, zip_longest
from typing import TypedDict

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import AllWords, Words
from .numbers import decoded, gaps, numbers

#: The fields that the browser has of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


class _Columns(TypedDict):
    """The columns as they are kept. What depends on the ranks of words that no text has is left blank in `queries` and `questions`.

    frequent    the words of texts, the most frequent first; `counts` the number of texts with each
    queries     for each document the encoded words of its queries, in pieces around blanks
    asked       for each document its blanks: the number to which to add a word's rank, and the word
    questions   for each document the encoded words of its questions, "" if they are blank
    only_asked  for each of these documents its position, the known ranks of its words, and its other words
    rest        columns without blanks
    """

    frequent: str
    counts: list[int]
    queries: list[list[str]]
    asked: list[list[tuple[int, str]]]
    questions: list[str]
    only_asked: list[tuple[int, list[int], list[str]]]
    rest: dict[str, str]


class _Occurrences(TypedDict):
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""

    words: dict[str, str]
    marks: list[str]


class Forms:
    """The words of a vocabulary: `of` maps each to the first word with the same terms, and a stop word, which only names have, to
    itself; `all` includes the stop words that the vocabulary lacks.
    """

    def __init__(self, surfaces: Mapping[str, Sequence[str]]) -> None:
        first: dict[Sequence[str], str] = {}
        is_stop_word = search_words.STOP_WORDS.__contains__
        self.of = {word: word if is_stop_word(word) else first.setdefault(terms, word) for word, terms in surfaces.items()}
        self.firsts = [word for word, one in self.of.items() if word == one]
        self.all = [*surfaces, *more_stop_words(surfaces)]


def text_columns(forms: Forms, marks: Sequence[str], documents: AllWords, memo: Memo, system: str) -> dict[str, str]:
    """The columns `texts`, `gaps`, `times`, `lengths`, `queries` and `questions` for the documents of a system, with these marks.

    They depend on the vocabulary only by which of the system's own words are alike, and by the places of words that its texts lack.
    """
    same = digest("\n".join(marks))
    own = memo.grown(f"own-{system}", same, lambda _: _own_words(occurrences(system, marks, documents, memo)["words"], documents))

    def made(_: _Columns | None) -> _Columns:
        return _columns(forms, occurrences(system, marks, documents, memo)["words"], documents)

    columns: _Columns = memo.grown(
        f"columns-{system}", digest(same, " ".join([forms.of.get(word, "-") for word in own.split()])), made
    )
    memo.keep(f"texts-{system} {same}")
    texts = dict(zip(columns["frequent"].split(), columns["counts"], strict=True))
    silent = {word: rank for rank, word in enumerate((word for word in forms.all if word not in texts), len(texts))}
    questions = list(columns["questions"])
    for at, known, words in columns["only_asked"]:
        questions[at] = _ranks([*known, *(silent[word] for word in words)])
    queries = (_filled(pieces, blanks, silent) for pieces, blanks in zip(columns["queries"], columns["asked"], strict=True))
    return {
        "texts": numbers([texts.get(word, 0) for word in forms.firsts]),
        "queries": "".join(queries),
        "questions": "".join(questions),
        **columns["rest"],
    }


def _filled(pieces: Iterable[str], blanks: Iterable[tuple[int, str]], silent: Mapping[str, int]) -> str:
    filled = (numbers([count + silent[word]]) for count, word in blanks)
    return "".join(chain.from_iterable(zip_longest(pieces, filled, fillvalue="")))


def keep_columns(memo: Memo, system: str) -> None:
    """Keep what the columns of a system are made from, which were not made again."""
    for name in ("own", "columns", "texts"):
        memo.keep_named(f"{name}-{system}")


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
        "queries": [pieces for _, pieces, _ in asked],
        "asked": [blanks for _, _, blanks in asked],
        "questions": ["" if unknown else _ranks(known) for known, unknown in questions],
        "only_asked": [(at, known, unknown) for at, (known, unknown) in enumerate(questions) if unknown],
        "rest": {
            "gaps": "".join([rows[word][1] for word in frequent]),
            "times": "".join([rows[word][2] for word in frequent]),
            "lengths": "".join([lengths for lengths, _, _ in asked]),
        },
    }


def _of_forms(rows: Mapping[str, str], alike: Mapping[str, str]) -> dict[str, list[str]]:
    """The rows, one for all words with the same terms, which count alike everywhere."""
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
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""
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


def _asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[str, list[str], list[tuple[int, str]]]:
    """The lengths of a document's queries; their words, encoded as the place among its own words, or their number plus the word's
    rank, in pieces around blanks; and the blanks, for words without a rank.

    In a long query another form of a word, with the same terms, will do.
    """
    shown = dict.fromkeys(chain.from_iterable(document.fields[name] for name in SHOWN_FIELDS))
    own = {token: at for at, token in enumerate(shown)}
    forms = {alike[token]: at for token, at in reversed(own.items()) if token in alike}
    pieces: list[list[str]] = [[]]
    blanks: list[tuple[int, str]] = []
    for is_long, tokens in document.asked:
        for token in tokens:
            form = alike.get(token, token) if is_long else token
            place = own.get(token, forms.get(form) if is_long else None)
            if place is not None:
                pieces[-1].append(numbers([place]))
                continue
            own[form] = place = len(own)
            forms.setdefault(alike.get(form, form), place)
            if form in ranks:
                pieces[-1].append(numbers([place + ranks[form]]))
            else:
                blanks.append((place, form))
                pieces.append([])
    return numbers(_lengths(document)), ["".join(piece) for piece in pieces], blanks


def _lengths(document: Words) -> Iterator[int]:
    yield len(document.asked)
    for is_long, tokens in document.asked:
        yield 2 * len(tokens) + is_long


def _only_asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[list[int], list[str]]:
    """The words that only a document's questions have: the ranks of those with one, and the others. Another form of a word will do."""
    words = [alike[token] for token in document.fields["questions"]]
    return [ranks[word] for word in words if word in ranks], [word for word in words if word not in ranks]


def _ranks(found: Sequence[int]) -> str:
    """The number of ranks, and the gaps between them."""
    return numbers([len(found), *gaps(sorted(found))])
