"""Find mentions of names from a team's existing term base: in any form; names of several words in any case."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...german.name_forms import SPACED_BRACKET, word_forms
from ..drafts import Block, Source, Span
from .recognisers import Start, quoting
from .recognisers.mentions import LEVEL, NAME, nameless
from .vocabulary import Vocabulary

_WORD = re.compile(r"\w[\w&-]*")
_WHY = "steht im Glossar und wird hier erwähnt"

Name = tuple[str, list[frozenset[str]]]


def known_mentions(source: Source, blocks: list[Block], titles: Iterable[str]) -> Iterator[Start]:
    """A term for each known name at its first mention."""
    by_first = _by_first_word(titles)
    told: set[str] = set()
    for sentence in nameless(source, blocks, Vocabulary(source.text)):
        for span, title in _in_sentence(source.text, sentence, by_first):
            if title not in told:
                told.add(title)
                yield quoting(span, title, NAME, LEVEL, (sentence,), _WHY, new=False, term=True)


def _by_first_word(titles: Iterable[str]) -> Mapping[str, list[Name]]:
    """Names by each form of their first word; text in brackets is a separate name: "MW (Moralwert)"."""
    index: dict[str, list[Name]] = defaultdict(list)
    for title in titles:
        for name in (SPACED_BRACKET.sub("", title), *SPACED_BRACKET.findall(title)):
            words = tuple(_WORD.findall(name))
            if words and len(name) > 1 and not name.rstrip("+").isdigit():
                forms = word_forms(words, "title")
                for form in forms[0]:
                    index[form].append((title, forms))
    return index


def _in_sentence(text: str, sentence: Span, by_first: Mapping[str, Sequence[Name]]) -> Iterator[tuple[Span, str]]:
    words = list(_WORD.finditer(text, sentence.start, sentence.end))
    for at, word in enumerate(words):
        for title, forms in by_first.get(word[0].casefold(), ()):
            rest = words[at : at + len(forms)]
            named = len(rest) == len(forms) and all(w[0].casefold() in form for w, form in zip(rest, forms, strict=True))
            if named and (len(forms) > 1 or word[0][0].isupper()):
                yield Span(word.start(), rest[-1].end()), title
