"""Terms that a text uses without explaining them: nouns that are neither everyday words nor words of all systems, names of adjective
and noun with capital letters, names with a parameter, abbreviations, names in quotation marks.

Each becomes a term that quotes the sentence of its first mention, unless the name has a rule of its own (`untold`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....german.inflection import adjective_forms, noun_forms
from ....german.name_forms import SPACED_BRACKET, word_forms
from ...drafts import Block, Source, Span
from ..mentioned import Mention, mentions_of
from ..run_in import names_run_in
from ..running_tables import amount_tables, result_tables
from ..vocabulary import Vocabulary
from . import Start, quoting
from .running_text import beginning_in, sentences_beside, text_lines

NAME = "mentions"
#: Below everything with text.
LEVEL = 9

_WORD = re.compile(r"\w[\w&-]*")
#: A known name, and the forms of its words.
_Known = tuple[str, list[frozenset[str]]]
_BRACKETS = re.compile(r"(?:(?<!\s)\s++)?\(.{0,200}\)$")


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term for each name at its first mention."""
    vocabulary = Vocabulary(source.text)
    for mention in mentions_of(source.text, nameless(source, blocks, vocabulary), vocabulary):
        yield _start(mention)


def known_mentions(source: Source, blocks: list[Block], titles: Iterable[str]) -> Iterator[Start]:
    """A term for each name of a team's existing term base at its first mention, in any form; names of several words in any case."""
    by_first = _by_first_word(titles)
    told: set[str] = set()
    for sentence in nameless(source, blocks, Vocabulary(source.text)):
        for span, title in _known_in(source.text, sentence, by_first):
            if title not in told:
                told.add(title)
                yield quoting(
                    span, title, NAME, LEVEL, (sentence,), "steht im Glossar und wird hier erwähnt", new=False, term=True
                )


def _by_first_word(titles: Iterable[str]) -> Mapping[str, list[_Known]]:
    """Names by each form of their first word; text in brackets is a separate name: "MW (Moralwert)"."""
    index: dict[str, list[_Known]] = defaultdict(list)
    for title in titles:
        for name in (SPACED_BRACKET.sub("", title), *SPACED_BRACKET.findall(title)):
            words = tuple(_WORD.findall(name))
            if words and len(name) > 1 and not name.rstrip("+").isdigit():
                forms = word_forms(words, "title")
                for form in forms[0]:
                    index[form].append((title, forms))
    return index


def _known_in(text: str, sentence: Span, by_first: Mapping[str, Sequence[_Known]]) -> Iterator[tuple[Span, str]]:
    words = list(_WORD.finditer(text, sentence.start, sentence.end))
    for at, word in enumerate(words):
        for title, forms in by_first.get(word[0].casefold(), ()):
            rest = words[at : at + len(forms)]
            named = len(rest) == len(forms) and all(w[0].casefold() in form for w, form in zip(rest, forms, strict=True))
            if named and (len(forms) > 1 or word[0][0].isupper()):
                yield Span(word.start(), rest[-1].end()), title


def nameless(source: Source, blocks: list[Block], vocabulary: Vocabulary) -> list[Span]:
    """The sentences of a text, without names that ran into them."""
    return [span for line in text_lines(source, blocks) for span in _nameless(source.text, line, vocabulary)]


def _nameless(text: str, line: Span, vocabulary: Vocabulary) -> Iterator[Span]:
    rows = sorted(result_tables(text, line, vocabulary), key=lambda row: row.begins)
    amounts = sorted(amount_tables(text, line), key=lambda amount: amount.begins)
    for sentence in sentences_beside(text, line, amounts):
        names = [name.end for name in names_run_in(text, sentence, vocabulary)]
        names += [row.heading.end for row in beginning_in(sentence, rows)]
        yield Span(max([sentence.start, *names]), sentence.end)


def _start(mention: Mention) -> Start:
    more = {"aliases": mention.aliases, "abbreviations": mention.abbreviations}
    quotes = (mention.sentence,)
    return quoting(mention.span, mention.title, NAME, LEVEL, quotes, "nur erwähnt", new=False, term=True, certainty=0.4, **more)


def untold(starts: Iterable[Start]) -> list[Start]:
    """Drop mentions of names that another start has, in any form; of two mentions keep the first.

    >>> rule, term = Start(Span(0, 4), "Wald", "numbered"), Start(Span(9, 13), "Wälder", "mentions", quotes=(Span(5, 20),))
    >>> untold([rule, term]) == [rule]
    True
    """
    kept = list(starts)
    told = {form for start in kept if start.recogniser != NAME for form in _forms(start.title)}
    left = []
    for start in kept:
        if start.recogniser == NAME:
            if _is_told(start, told):
                continue
            told |= _forms(start.title)
        left.append(start)
    return left


def _is_told(mention: Start, told: set[str]) -> bool:
    """Whether a mention is one of the names, or has one as its adjective: "Untote Modelle" of "Untot"."""
    adjective, _, noun = mention.title.partition(" ")
    return any(_forms(name) & told for name in (mention.title, *mention.aliases)) or (
        bool(noun) and any(form.casefold() in told for form in adjective_forms(adjective) | {adjective.rstrip("e")})
    )


def _forms(name: str) -> frozenset[str]:
    """All forms of a name by its last word, in lower case, without its parameter."""
    head, space, last = _BRACKETS.sub("", name).rpartition(" ")
    return frozenset((head + space + form).casefold() for form in noun_forms(last))
