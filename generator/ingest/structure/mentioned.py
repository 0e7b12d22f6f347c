"""Names in sentences of bare text, each at its first mention. German shows names by capitals on words that are not everyday
nouns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

from ...german.citation_form import everyday_forms, plain_form
from ...german.inflection import bare_adjective
from ...german.lists import word_list
from ...german.noun_phrases import is_made_noun, may_be_command, nominative, nominative_noun
from ...german.verb_forms import is_infinitive
from ...german.word_shapes import PARTICIPLE
from ..drafts import Span
from .vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in its plain form, its first place, and the sentence there."""

    span: Span
    title: str
    sentence: Span
    aliases: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()


class Token(NamedTuple):
    """A word or mark with its place."""

    word: str
    start: int
    end: int


_CAPITAL = r"[A-ZÄÖÜ][a-zäöüß][\w&-]*\w|[A-ZÄÖÜ]&[A-ZÄÖÜ]-\w+"
_TOKEN = re.compile(rf"{_CAPITAL}|\w[\w&-]*|\S")
_NAME = re.compile(rf"(?:{_CAPITAL})$")
_PARAMETER = re.compile(r"\s?\((?:X|\d+)(\+?)\)")
_ABBREVIATION = re.compile(r"(?<![\w&-])[A-ZÄÖÜ]{2,4}(?![\w&])")
_QUOTED = re.compile(rf"[“„\"]((?:{_CAPITAL})(?:[ -](?:{_CAPITAL}))*)[”“\"]")
_RUN_TOGETHER = re.compile(r"[a-zäöüß][A-ZÄÖÜ]")
_ROMAN = frozenset("IVXLC")


def mentions_of(text: str, spans: Sequence[Span], vocabulary: Vocabulary) -> list[Mention]:
    """Each name once, in the order of the text; `spans` are its sentences."""
    finders = (_quoted, _abbreviations, partial(_in_sentence, vocabulary=vocabulary))
    found = [mention for span in spans for finder in finders for mention in finder(text, span)]
    return sorted(_gathered(_outermost(found)), key=lambda mention: mention.span)


def _outermost(found: Sequence[Mention]) -> list[Mention]:
    """Drop mentions within longer ones."""
    kept: list[Mention] = []
    for mention in sorted(found, key=lambda m: (m.span.start, -m.span.end)):
        if not kept or mention.span.end > kept[-1].span.end or mention.span == kept[-1].span:
            kept.append(mention)
    return kept


def _quoted(text: str, span: Span) -> Iterator[Mention]:
    for match in _QUOTED.finditer(text, span.start, span.end):
        yield Mention(Span(*match.span(1)), " ".join(match[1].split()), span)


def _abbreviations(text: str, span: Span) -> Iterator[Mention]:
    """Abbreviations, with their long form if it follows in quotation marks."""
    for match in _ABBREVIATION.finditer(text, span.start, span.end):
        if set(match[0]) <= _ROMAN:
            continue
        after = _QUOTED.search(text, match.end(), min(span.end, match.end() + 120))
        long = after[1] if after else ""
        yield Mention(Span(*match.span()), f"{match[0]} ({long})" if long else match[0], span, abbreviations=(match[0],))


def _in_sentence(text: str, span: Span, vocabulary: Vocabulary) -> Iterator[Mention]:
    """Names in a sentence, except at its first word, which always has a capital."""
    tokens = [Token(m[0], *m.span()) for m in _TOKEN.finditer(text, span.start, span.end)]
    at = next((i + 1 for i, token in enumerate(tokens) if token.word[0].isalpha()), len(tokens))
    while at < len(tokens):
        length = _length(tokens, at, vocabulary)
        if length:
            yield _mention(text, tokens, at, length, span)
        at += max(length, 1)


def _length(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> int:
    """Number of words in the name that begins here: "Leichte Deckung", "Immun gegen Gift", "Haltet die Stellung", "Moral"; 0 for
    none."""
    words_ = [token.word for token in tokens[at - 1 : at + 3]]
    before, word, after = words_[0], words_[1], [*words_[2:], "", ""][:2]
    if not _NAME.match(word) or word.casefold() in word_list("openers") or (len(tokens) > at + 1 and after[0] == "-"):
        return 0
    if not vocabulary.is_noun(word) and _is_name(after[0]):
        return 2
    if _is_name(after[1]) and _joined(before, word, after[0], vocabulary):
        return 3
    if _is_name(after[0]) and is_infinitive(after[0]) and before.lower() not in word_list("make_nouns"):
        return 2
    return 0 if _common(word, before) else 1


def _is_name(word: str) -> bool:
    return bool(_NAME.match(word)) and word.casefold() not in word_list("openers")


def _joined(before: str, word: str, joint: str, vocabulary: Vocabulary) -> bool:
    """Whether three words are a name: they begin with a capitalised adjective or verb, or with a noun right after another
    noun."""
    if joint not in word_list("joints") or before.lower() in word_list("make_nouns"):
        return False
    odd = word.lower() in vocabulary.small or is_infinitive(word)
    return odd or (_is_name(before) and may_be_command(word, joint))


def _common(word: str, before: str) -> bool:
    return (
        word.lower() in everyday_forms()
        or bool(PARTICIPLE.search(word))
        or bool(_RUN_TOGETHER.search(before))
        or is_made_noun(word, before)
    )


def _mention(text: str, tokens: Sequence[Token], at: int, length: int, span: Span) -> Mention:
    first, last, before = tokens[at], tokens[at + length - 1], tokens[at - 1].word.lower()
    if length == 2 and not is_infinitive(last.word):
        name = nominative(first.word, last.word, before)
    else:
        name = " ".join(text[first.start : last.end].split())
        name = nominative_noun(name, before) if length == 1 else name
    parameter = _PARAMETER.match(text, last.end)
    return Mention(Span(first.start, last.end), name + (f" (X{parameter[1]})" if parameter else ""), span)


def _gathered(found: Sequence[Mention]) -> Iterator[Mention]:
    nouns = frozenset(mention.title.partition(" (")[0] for mention in found)
    plain = cache(partial(plain_form, nouns=nouns))
    groups: dict[str, list[Mention]] = {}
    for mention in sorted(found, key=lambda m: m.span):
        groups.setdefault(_key(mention, plain), []).append(mention)
    long_forms = {mention.title.partition("(")[2].rstrip(")").casefold() for mention in found if mention.abbreviations}
    for key, group in groups.items():
        if key not in long_forms:
            yield _merged(group, plain)


def _key(mention: Mention, plain: Callable[[str], str]) -> str:
    """The key shared by all mentions of a name."""
    if mention.abbreviations:
        return mention.abbreviations[0]
    bare = mention.title.partition(" (")[0]
    head, space, last = bare.rpartition(" ")
    return bare_adjective(head).casefold() + space + plain(last).replace("-", "").casefold()


def _merged(group: Sequence[Mention], singular: Callable[[str], str]) -> Mention:
    """Merge the mentions of a name: the first one's place, the plain form, and any parameter and long form."""
    names = Counter(mention.title.partition(" (")[0] for mention in group)
    printed = min(names, key=lambda name: (-names[name], -name.count("-"), len(name)))
    plain = printed if " " in printed or group[0].abbreviations else singular(printed)
    bracket = max((mention.title.partition(" (")[2] for mention in group), key=len)
    title = f"{plain} ({bracket}" if bracket else plain
    return replace(group[0], title=title, aliases=(printed,) if printed != plain else ())
