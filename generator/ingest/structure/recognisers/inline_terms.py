"""Terms that a rule introduces in its sentences: "nennt man dies einen Eigenschaftstest (Characteristic Test)", "zählt als bedroht".

Only names without a rule of their own become terms; they quote the sentence that introduces them, whose characters stay with the
rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.casing import casing_of, english_title, shouts
from ....german.lists import alternatives, phrases, word_list
from ....german.name_forms import BRACKET
from ...drafts import Block, Source, Span
from ..contents import plain
from ..nouns import nouns_of
from ..originals import brackets_of_originals, is_english, remarks
from . import Start, quoting
from .lines import SENTENCE_LIMIT, sentence

NAME = "inline_terms"
LEVEL = 9

_INTRODUCTIONS = phrases("introductions")
#: Way of introducing a term → its patterns.
WAYS = {way: tuple(map(re.compile, one["patterns"])) for way, one in _INTRODUCTIONS.items()}
ENUMERATION, ITEM, DEFINED_ITEM = (
    re.compile(pattern, re.MULTILINE) for pattern in map(phrases("enumerations").get, ("before", "item", "defined"))
)
_NAMES_TWO = re.compile(rf"\([^()]+\)\s*(?:&|{alternatives('name_joints')})\s[^()]+\([^()]+\)\s*$")
_ADJECTIVE = re.compile(alternatives("ends_of_adjectives_alone"))
_DETERMINER = re.compile(alternatives("determiners_of_terms"), re.IGNORECASE)


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term for each sentence that introduces one."""
    terms = _Terms(source)
    named_above = {original for block in blocks if _is_heading(source, block) for original in _originals(source, block)}
    before: Block | None = None
    told = [block for block in blocks if block.kind != "blank"]
    for block in told:
        if not _is_heading(source, block) and block.kind in ("paragraph", "list"):
            found = terms.introduced(block)
            yield from (start for start in found if not start.title_en or plain(start.title_en) not in named_above)
            if block.kind == "list":
                yield from _items(source, block, before)
        before = block


def _is_heading(source: Source, block: Block) -> bool:
    return block.kind != "table" and shouts(source.text[block.start : block.end])


def _originals(source: Source, block: Block) -> Iterator[str]:
    """The names that brackets inside a heading translate, unless several are side by side."""
    text = source.text[block.start : block.end]
    if not _NAMES_TWO.search(text):
        yield from (plain(inside) for inside in BRACKET.findall(text))


class _Terms:
    """Finds the terms that a source's sentences introduce."""

    def __init__(self, source: Source) -> None:
        self.source = source
        needy = ("always", "printed") if brackets_of_originals(source) else ("always",)
        self.need_original = {way for way, one in _INTRODUCTIONS.items() if one.get("original") in needy}
        self.casing, self.nouns, self.remarks = casing_of(source.text), nouns_of(source), remarks(source)

    def introduced(self, block: Block) -> Iterator[Start]:
        """The terms of a block, one way of introducing after the other."""
        for way, patterns in WAYS.items():
            for pattern in patterns:
                for found in pattern.finditer(self.source.text, block.start, block.end):
                    yield from self._of_match(found, way, block)

    def _of_match(self, found: re.Match[str], way: str, block: Block) -> Iterator[Start]:
        original = self._original(found)
        for start, words in _named(found):
            if (way in self.need_original and not _fits(words, original, way)) or not self._is_term(words, way):
                continue
            yield self._term(block, start, words, original, way)

    def _original(self, found: re.Match[str]) -> str:
        """The English original in a match; "" if the brackets hold something else."""
        original = found.groupdict().get("original") or ""
        english = is_english(original, "", self.casing) and not original.isupper() and plain(original) not in self.remarks
        return re.sub(r"(?<=\w)\(", " (", original) if english else ""

    def _is_term(self, words: str, way: str) -> bool:
        """Whether words are a name: without words in capitals, not just an adjective."""
        parts = words.removesuffix(" (X)").split()
        if words.isupper() or parts[0].casefold() in word_list("small_in_headings"):
            return False
        last = parts[-1]
        if way == "state":
            return not _ADJECTIVE.search(last)
        return not (last[0].isupper() and _ADJECTIVE.search(last))

    def _term(self, block: Block, at: int, words: str, original: str, way: str) -> Start:
        title, english = self._title(words, way), english_title(original)
        aliases = [words[:1].upper() + words[1:]]
        if way == "initials" and words.endswith("s"):
            title, english = words.removesuffix("s"), english.removesuffix("s")
            aliases.append(f"{title} ({english})")
        if way == "glossed" and " " in words:
            aliases.append(words.split()[-1])
        term = way != "kinds" and "(X)" not in title
        quotes, why = (sentence(self.source, block, at),), f"im Satz eingeführt ({_INTRODUCTIONS[way]['why']})"
        more = {"title_en": english, "term": term, "kind": "glossary-term" if term else "keyword", "new": way != "role"}
        more |= {"aliases": tuple(alias for alias in aliases if alias != title), "certainty": 0.7 if original else 0.5}
        return quoting(Span(at, at + len(words)), title, NAME, LEVEL, quotes, why, **more)

    def _title(self, words: str, way: str) -> str:
        if way in ("bracketed", "initials"):
            return words[:1].upper() + words[1:]
        bare = words.removesuffix(" (X)")
        return self.nouns.term(bare) + words[len(bare) :]


def _named(found: re.Match[str]) -> Iterator[tuple[int, str]]:
    """The terms named in a match: their starts and words, without articles."""
    groups = found.groupdict()
    if noun := groups.get("noun"):
        for group in ("one", "other"):
            if adjective := groups.get(group):
                joint = groups.get("joint") or " "
                yield found.start(group), adjective + (" " if adjective.endswith("e") else joint) + noun
        return
    for group in ("term", "second"):
        words, at = groups.get(group) or "", found.start(group) if group in groups else 0
        while words and _DETERMINER.match(words):
            first, _, words = words.partition(" ")
            at += len(first) + 1
        if words:
            yield at, words


def _fits(words: str, original: str, way: str) -> bool:
    """Whether an original fits a term: at most one word longer, or the words of an abbreviation."""
    if way == "initials":
        return "".join(word[0] for word in original.split()) == words.removesuffix("s")
    return bool(original) and len(re.findall(r"\w+", original.replace("(x)", ""))) <= len(re.findall(r"\w+", words)) + 1


def _items(source: Source, block: Block, before: Block | None) -> Iterator[Start]:
    """Terms from lists of the kinds of something, and from items that define a name."""
    counted = before is not None and bool(
        ENUMERATION.search(source.text[max(before.start, before.end - SENTENCE_LIMIT) : before.end])
    )
    for found in (ITEM if counted else DEFINED_ITEM).finditer(source.text, block.start, block.end):
        end = source.text.find("\n", found.start(), block.end)
        quotes = (Span(found.start(), end if end >= 0 else block.end),)
        more = {"kind": "glossary-term", "in_sentence": source.text[found.end() : found.end() + 1] != ":", "certainty": 0.5}
        yield quoting(Span(*found.span("term")), found["term"], NAME, LEVEL, quotes, "Punkt einer Aufzählung", term=True, **more)
