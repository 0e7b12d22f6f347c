"""Which texts each word occurs in, and the words of recorded queries, as columns of numbers (`packed.py` has the layout).

After a change, only the words of changed documents are counted again, where every document kept its position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.schema import FIELDS
from ..core.words import AllWords, Words
from .numbers import decoded, gaps, numbers

#: What the browser knows of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Position → how often a word occurs in the text there.
Times = Mapping[int, int]


def text_columns(
    surfaces: Mapping[str, Sequence[str]], marks: Sequence[str], documents: AllWords, memo: Memo, system: str
) -> dict[str, str]:
    """The columns `texts`, `gaps`, `times`, `lengths`, `queries` and `questions` for the documents of a system, with these marks."""
    words = list(surfaces)
    alike = _alike(surfaces)
    rows = _of_forms(occurrences(system, marks, documents, memo)["words"], alike)
    counts = {word: int(rows[word][0]) if word in rows else 0 for word in (*words, *more_stop_words(words))}
    frequent = sorted(counts, key=counts.__getitem__, reverse=True)
    ranks = {word: rank for rank, word in enumerate(frequent)}
    occurring = [rows[word] for word in frequent if word in rows]
    asked = [_asked(documents[at], alike, ranks) for at in range(len(marks))]
    return {
        "texts": numbers([counts[word] for word, one in alike.items() if word == one]),
        "gaps": "".join([row[1] for row in occurring]),
        "times": "".join([row[2] for row in occurring]),
        "lengths": "".join([lengths for lengths, _ in asked]),
        "queries": "".join([places for _, places in asked]),
        "questions": "".join([_only_asked(documents[at], alike, ranks) for at in range(len(marks))]),
    }


def _alike(surfaces: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Each word with the first one that has the same terms; a stop word with itself, since only names have it."""
    first: dict[Sequence[str], str] = {}
    return {word: word if search_words.is_stop_word(word) else first.setdefault(terms, word) for word, terms in surfaces.items()}


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


def _asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> tuple[str, str]:
    """The lengths of a document's queries, and their words: the place among its own words, or how many those are plus the word's rank.

    In a long query another form of a word, with the same terms, will do.
    """
    shown = dict.fromkeys(chain.from_iterable(document.fields[name] for name in SHOWN_FIELDS))
    own = {token: at for at, token in enumerate(shown)}
    forms = {alike[token]: at for token, at in reversed(own.items()) if token in alike}
    places = []
    for is_long, tokens in document.asked:
        for token in tokens:
            form = alike.get(token, token) if is_long else token
            place = own.get(token, forms.get(form) if is_long else None)
            if place is None:
                own[form] = place = len(own)
                forms.setdefault(alike.get(form, form), place)
                place += ranks[form]
            places.append(place)
    return numbers(_lengths(document)), numbers(places)


def _lengths(document: Words) -> Iterator[int]:
    yield len(document.asked)
    for is_long, tokens in document.asked:
        yield 2 * len(tokens) + is_long


def _only_asked(document: Words, alike: Mapping[str, str], ranks: Mapping[str, int]) -> str:
    """The number of the words that only a document's questions have, and the gaps between their ranks. Another form of a word will do."""
    places = sorted(ranks[alike[token]] for token in document.fields["questions"])
    return numbers([len(places), *gaps(places)])
