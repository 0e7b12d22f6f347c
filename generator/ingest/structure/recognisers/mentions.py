"""Terms that a text uses without explaining them: nouns that are neither everyday words nor words of all systems, names of adjective
and noun with capital letters, names with a parameter, abbreviations, names in quotation marks.

Each becomes a term that quotes the sentence of its first mention, unless the name has a rule of its own (`untold`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....german.inflection import adjective_forms, noun_forms
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

_BRACKETS = re.compile(r"(?:(?<!\s)\s++)?\(.{0,200}\)$")


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term for each name at its first mention."""
    vocabulary = Vocabulary(source.text)
    for mention in mentions_of(source.text, nameless(source, blocks, vocabulary), vocabulary):
        yield _start(mention)


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
        if start.recogniser != NAME:
            left.append(start)
        elif not _is_told(start, told):
            left.append(start)
            told |= _forms(start.title)
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
