"""A document's own words, which depend on no other document: tokens of its fields, words of its names and queries. Kept between
builds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import overload

from nachschlag.generator.files.memo import Memo
from nachschlag.generator.german import letters, search_words, stemming

from .documents import MOST_KEY_WORDS, Corpus, Document
from .lazy import Lazy
from .schema import FIELDS, NAME_FIELDS

#: A word up to this length counts only if several questions of a rule have it.
SHORT_WORD = 3

#: What the browser knows of a document before its text and queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")
#: Stands, among words that mean the same, before those that are names of concepts. It is no word itself.
FROM_CONCEPTS = "|"

#: A document's folded tokens, by field.
Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Words:
    """`fields` are the tokens of each field. `besides` are further words of its names and queries, which are part of its phrases if
    another document makes them surfaces. `asked` are its queries: whether each is long, and its words. `said` are stems of its
    questions, `stops` the stop words of these and of its queries. `alike` are the word of a one-word title, then the words of its other
    one-word names, those of its concepts after `FROM_CONCEPTS`.
    """

    fields: Fields
    besides: list[str]
    asked: list[tuple[bool, list[str]]]
    said: list[str]
    stops: list[str]
    alike: list[str]


#: The stored form of words: texts of the fields, then `besides`, `asked`, `said`, `stops` and `alike`.
Texts = list[str]


class _FieldTexts(Mapping[str, list[str]]):
    """Tokens of fields, split from their texts on each demand, because those of all documents at once would take ten times the
    memory.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __getitem__(self, name: str) -> list[str]:
        return self._texts[_PLACES[name]].split()

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


_PLACES = {name: place for place, name in enumerate(FIELDS)}


class AllWords(Sequence[Words]):
    """The words of all documents, read from their texts on demand."""

    def __init__(self, texts: Sequence[Texts]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, at: int) -> Words: ...

    @overload
    def __getitem__(self, at: slice) -> AllWords: ...

    def __getitem__(self, at: int | slice) -> Words | AllWords:
        return AllWords(self._texts[at]) if isinstance(at, slice) else words_in(self._texts[at])

    def among(self, places: Iterable[int]) -> AllWords:
        """The words of the documents at some places."""
        return AllWords([self._texts[at] for at in places])

    def having(self, words: Collection[str]) -> set[int]:
        """The positions of the documents that have one of the words in a field or besides."""
        if not words:
            return set()
        wanted = frozenset(words)
        has_any = re.compile("|".join(map(re.escape, wanted))).search  # most texts have none even as a part
        looked = ("\n".join(texts[: len(FIELDS) + 1]) for texts in self._texts)
        return {at for at, text in enumerate(looked) if has_any(text) and not wanted.isdisjoint(text.split())}

    def of_field(self, name: str) -> str:
        """The tokens of a field in all documents, as one text."""
        at = _PLACES[name]
        return " ".join([texts[at] for texts in self._texts])

    def distinct(self) -> list[str]:
        """All words of fields and queries, each once, sorted; queries have stop words, too."""
        found: set[str] = set()
        for texts in self._texts:
            *fields, _, asked, _, _, _ = texts
            found.update(*(text.split() for text in fields), *(query[1:].split() for query in asked.split("|")))
        return sorted(found)

    def of_names(self) -> frozenset[str]:
        """The words of all titles and names."""
        return frozenset(" ".join(map(self.of_field, ("title", "english", "names"))).split())

    def alike(self) -> Iterator[list[str]]:
        """The words that mean the same, of each document."""
        return (texts[-1].split() for texts in self._texts)


def all_words(corpus: Corpus, memo: Memo) -> AllWords:
    """The words of a corpus; takes texts from `memo` if it has them under the document's mark, when they are asked for."""
    for mark in corpus.marks:
        memo.keep(mark)

    def read(at: int) -> Texts:
        texts: Texts = memo.value(corpus.marks[at], lambda: _texts(corpus.documents[at]))
        return texts

    new = {at: read(at) for at, mark in enumerate(corpus.marks) if not memo.knows(mark)}
    return AllWords(Lazy(len(corpus.marks), read, new))


def words_in(texts: Texts) -> Words:
    """The words stored as these texts."""
    *fields, besides, asked, said, stops, alike = texts
    queries = [(query[0] == "+", query[1:].split()) for query in asked.split("|")] if asked else []
    return Words(_FieldTexts(fields), besides.split(), queries, said.split(), stops.split(), alike.split())


def _texts(document: Document) -> Texts:
    """The words as texts, which are much quicker to read than lists."""
    fields = field_tokens(document)
    own = set(chain.from_iterable(fields.values()))
    names = (document.title, document.title_en, *document.names)
    looked_up = search_words.words(" · ".join(_names(document))) + " ".join(map(search_words.key, names)).split()
    besides = set(looked_up) - own
    asked = "|".join("+-"[not is_long] + " ".join(words) for is_long, words in _asked(document))
    others = (_said(document, fields), _stops(document), _alike(document))
    return [*map(" ".join, fields.values()), " ".join(sorted(besides)), asked, *map(" ".join, others)]


def _names(document: Document) -> Iterator[str]:
    """The texts from which a document's phrases are made."""
    yield from (document.title, document.title_en, *document.names, *document.related, *document.rows)
    yield from (title for _, title in document.sections)
    yield from map(search_words.key, document.queries)


def _asked(document: Document) -> Iterator[tuple[bool, list[str]]]:
    for query in document.queries:
        key = [token[:60] for token in search_words.key(query).split()]
        is_long = len(key) > MOST_KEY_WORDS
        yield is_long, search_words.meaningful(key) if is_long else key


#: How often what a document shows or is asked for is taken to stand in its questions at most.
MOST_SAID = 3


def _said(document: Document, fields: Fields) -> Iterator[str]:
    """The stems of the words of a document's questions: of those that it shows or is asked for, as often as they occur; once, of those that
    its text has, too, or nothing but its questions.
    """
    own = chain.from_iterable(fields[name] for name in (*SHOWN_FIELDS, "queries"))
    shown, in_text = set(map(stemming.stem, search_words.meaningful(own))), set(map(stemming.stem, fields["body"]))
    asked = [word for question in document.questions for word in search_words.key(question).split()]
    for stem, times in Counter(map(stemming.stem, search_words.meaningful(asked))).items():
        if stem in shown:
            yield from [stem] * min(times, MOST_SAID)
        elif stem in in_text:
            yield stem
    yield from map(stemming.stem, fields["questions"])


def _stops(document: Document) -> list[str]:
    """The stop words of a document's queries and questions."""
    asked = chain.from_iterable(search_words.key(one).split() for one in (*document.queries, *document.questions))
    return sorted(search_words.STOP_WORDS.intersection(asked))


def _alike(document: Document) -> Iterator[str]:
    if title := _single(document.title):
        yield title
        yield from filter(None, map(_single, (document.title_en, *document.names)))
        yield FROM_CONCEPTS
        yield from filter(None, map(_single, document.related))


def _single(name: str) -> str:
    """The word of a one-word name; else ""."""
    words = search_words.meaningful(search_words.key(name).split())
    return words[0] if len(words) == 1 and len(words[0]) > 1 else ""


def field_tokens(document: Document) -> dict[str, list[str]]:
    """The folded tokens of each field. Only names keep stop words: titles are compared whole."""
    texts = {
        "title": search_words.strip_parameters(letters.fold(document.title)),
        "names": letters.fold(" · ".join(document.names)),
        "related": letters.fold(" · ".join(document.related)),
        "queries": " · ".join(map(search_words.key, document.queries)),
        "questions": " · ".join(map(search_words.key, document.questions)),
        "english": search_words.strip_parameters(letters.fold(document.title_en)),
        "number": letters.fold(document.number),
        "part": letters.fold(" ".join((document.part, *document.part_abbreviations))),
        "short": letters.fold(document.short),
        "body": letters.fold(f"{document.body}\n{document.short_en}"),
    }
    found = {name: _tokens(text, keep_stop_words=name in NAME_FIELDS) for name, text in texts.items()}
    return found | {"questions": _only_asked(found), "body": _text(found)}


def _only_asked(found: Fields) -> list[str]:
    """The words of the questions whose stem is in no other field, each stem once: long ones, and those of several questions."""
    stems = {token: stemming.stem(token) for token in found["questions"]}
    times = Counter(stems[token] for token in found["questions"])
    asked = {stem: token for token, stem in stems.items() if len(token) > SHORT_WORD or times[stem] > 1}
    others = set(chain.from_iterable(tokens for name, tokens in found.items() if asked and name != "questions"))
    own = set(map(stemming.stem, others))
    return [token for stem, token in asked.items() if stem not in own]


#: How often a text is taken to have the words that the title or the short rule tell. It has others once: how often decides nothing.
TOLD_TIMES = 2
#: These fields: the browser knows their words without the text.
TOLD_FIELDS = ("title", "short")


def _text(found: Fields) -> list[str]:
    """The words of a text, as often as they count."""
    times = dict.fromkeys(found["body"], 1) | dict.fromkeys(told(found), TOLD_TIMES)
    return [token for token, count in times.items() for _ in range(count)]


def told(found: Fields) -> list[str]:
    """The words of a text that its title or short rule tell."""
    return search_words.meaningful(dict.fromkeys(chain.from_iterable(found[name] for name in TOLD_FIELDS)))


def _tokens(folded: str, keep_stop_words: bool) -> list[str]:
    found = [*search_words.tokens(folded), *search_words.joined(folded)]
    return [token[:60] for token in (found if keep_stop_words else search_words.meaningful(found))]
