"""The texts with each word, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, provided that every document kept its position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import AllWords, Words
from .numbers import decoded, gaps, numbers

#: The fields that the browser has of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


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

    def made(_: Any) -> dict[str, Any]:
        return _columns(forms, occurrences(system, marks, documents, memo)["words"], documents)

    columns = memo.grown(f"columns-{system}", digest(same, " ".join([forms.of.get(word, "-") for word in own.split()])), made)
    memo.keep(f"texts-{system} {same}")
    texts = dict(zip(columns["frequent"].split(), columns["counts"], strict=True))
    silent = {word: rank for rank, word in enumerate((word for word in forms.all if word not in texts), len(texts))}
    queries = (one if isinstance(one, str) else numbers([one[0] + silent[one[1]]]) for one in columns["queries"])
    questions = (
        one if isinstance(one, str) else _ranks([*one[0], *(silent[word] for word in one[1])]) for one in columns["questions"]
    )
    return {
        "texts": numbers([texts.get(word, 0) for word in forms.firsts]),
        "queries": "".join(queries),
        "questions": "".join(questions),
        **columns["rest"],
    }


def _own_words(rows: Mapping[str, str], documents: AllWords) -> str:
    """The words of a system's texts, names, queries and questions."""
    found = set(rows)
    for document in documents:
        found.update(*(document.fields[name] for name in (*SHOWN_FIELDS, "questions")), *(words for _, words in document.asked))
    return " ".join(sorted(found))


def _columns(forms: Forms, words: Mapping[str, str], documents: AllWords) -> dict[str, Any]:
    """The columns; a word that no text has stands for its rank."""
    rows = _of_forms(words, forms.of)
    counts = {word: int(rows[word][0]) for word in forms.all if word in rows}
    frequent = sorted(counts, key=counts.__getitem__, reverse=True)
    ranks = {word: rank for rank, word in enumerate(frequent)}
    asked = [_asked(document, forms.of, ranks) for document in documents]
    return {
        "frequent": " ".join(frequent),
        "counts": [counts[word] for word in frequent],
        "queries": [*chain.from_iterable(places for _, places in asked)],
        "questions": [_only_asked(document, forms.of, ranks) for document in documents],
        "rest": {
            "gaps": "".join([rows[word][1] for word in frequent]),
            "times": "".join([rows[word][2] for word in frequent]),
            "lengths": "".join([lengths for lengths, _ in asked]),
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


def occurrences(system: str, marks: Sequence[str], documents: AllWords, memo: Memo) -> Any:
    """For each word of a system's texts the number of texts, then gaps and times, encoded; and the marks of these documents."""
    return memo.grown(f"texts-{system}", digest("\n".join(marks)), lambda before: _occurrences(marks, documents, memo, before))


def _occurrences(marks: Sequence[str], documents: AllWords, memo: Memo, before: Any) -> dict[str, Any]:
    changed = [at for at, (mark, old) in enumerate(zip(marks, before["marks"], strict=False)) if mark != old] if before else []
    old = {at: memo.before(before["marks"][at]) for at in changed}
    if not before or len(before["marks"]) != len(marks) or None in old.values() or 3 * len(changed) > len(marks):
        old, changed, before = {}, list(range(len(marks))), {"words": {}}
    words, edits = dict(before["words"]), defaultdict[str, dict[int, int]](dict)
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


def _asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[str, Iterator[Any]]:
    """The lengths of a document's queries, and their words: the place among its own words, or their number plus the word's rank;
    for a word without a rank, that number and the word.

    In a long query another form of a word, with the same terms, will do.
    """
    shown = dict.fromkeys(chain.from_iterable(document.fields[name] for name in SHOWN_FIELDS))
    own = {token: at for at, token in enumerate(shown)}
    forms = {alike[token]: at for token, at in reversed(own.items()) if token in alike}
    places: list[Any] = []
    for is_long, tokens in document.asked:
        for token in tokens:
            form = alike.get(token, token) if is_long else token
            place = own.get(token, forms.get(form) if is_long else None)
            if place is not None:
                places.append(numbers([place]))
            else:
                own[form] = place = len(own)
                forms.setdefault(alike.get(form, form), place)
                places.append(numbers([place + ranks[form]]) if form in ranks else [place, form])
    return numbers(_lengths(document)), _joined(places)


def _joined(places: Iterable[Any]) -> Iterator[Any]:
    for is_text, some in groupby(places, lambda place: isinstance(place, str)):
        if is_text:
            yield "".join(some)
        else:
            yield from some


def _lengths(document: Words) -> Iterator[int]:
    yield len(document.asked)
    for is_long, tokens in document.asked:
        yield 2 * len(tokens) + is_long


def _only_asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> Any:
    """The number of the words that only a document's questions have, and the gaps between their ranks; if some have no rank, the
    ranks of the others and these words. Another form of a word will do.
    """
    words = [alike[token] for token in document.fields["questions"]]
    found = [ranks[word] for word in words if word in ranks]
    return _ranks(found) if len(found) == len(words) else [found, [word for word in words if word not in ranks]]


def _ranks(found: Sequence[int]) -> str:
    return numbers([len(found), *gaps(sorted(found))])
