"""Ability cards: a timing line, sometimes the cost, "NAME: flavour", then labelled lines, and finally the keywords.

"NAME: *flavour*" with text after it is a rule too, without labels. A card in an example counts only if no other card has its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from ..blocks import in_capitals
from . import Start
from .lines import solid, words

LEVEL = 7

#: The longest timing line, and the most capitals in a name.
TIMING_LIMIT = 90
NAME_LIMIT = 70

_COLON_NAME = re.compile(r"[*_]{0,3}(?P<name>[^\W\d_][^:*\n]*?)[*_]{0,3}:[*_]{0,3}\s+(?P<flavour>\S)")
_NAMES = (
    _COLON_NAME,
    re.compile(r"[*_]{0,3}(?P<name>[^\W\d_][^:*\n]*?)[*_]{0,3}:?[*_]{0,3}\s*$"),
    re.compile(r"(?P<name>[^\W\d_a-zäöüß]{2}[^\n:a-zäöüß]*[^\s\Wa-zäöüß][!?]?)\s+(?=[A-ZÄÖÜ][a-zäöüß])"),
)
#: Field of `card` → the label before its colon; a timing line; the words before a reaction's trigger.
_LABELS = {
    field: re.compile(rf"[*_]{{0,3}}(?:{alternatives('card_labels', field)})[*_]{{0,3}}:[*_]{{0,3}}\s*")
    for field in ("declare", "used_by", "effect")
}
_KEYWORDS = re.compile(rf"\s*[*_]{{0,3}}(?:{alternatives('card_labels', 'keywords')})[*_]{{0,3}}:?[*_]{{0,3}}\s*(?=$|[*A-ZÄÖÜ])")
_TIMING = re.compile(rf"(?i){alternatives('card_timing')}")
_REACTION = re.compile(rf"(?:{alternatives('card_reaction')}):?\s*")
_EXAMPLE = re.compile(rf"(?i)\W*(?:{alternatives('card_example')})")
_AFTER_NAME = re.compile(r"\A[*_]{0,3}:?[*_]{0,3}")
_COST = re.compile(r"\s*(\d{1,2})\s*$")
#: A drawn sign, which a scan may turn into a letter or a number.
_SYMBOL = re.compile(r"[^\w„(]*(?:\b(?P<sign>[A-Z]|\d{1,2})\s++(?=\W*[A-ZÄÖÜ]))?[^\w„(]*")


class _Reader:
    """Reads the cards of one book's blocks."""

    def __init__(self, source: Source, blocks: list[Block]) -> None:
        self.source = source
        self.blocks = solid(blocks)
        self.texts = [source.text[block.start : block.end] for block in self.blocks]

    def card_at(self, at: int) -> tuple[Start, int] | None:
        """The card whose name is in a block, and the block after it."""
        name = self._name(at)
        if name is None or self._label(self.texts[at]):
            return None
        labelled = self._has_label(at)
        if not labelled and not self._has_flavour(at):
            return None
        begin, card = self._head(at)
        end = self._end(at + 1, bounded=not labelled)
        fields, rest = self._body(at + 1, end)
        card |= fields
        why = ("Karte mit Ansage, Effekt oder Schlüsselwörtern",) if labelled else ("Name mit Vorspann",)
        shown: dict[str, Any] = {"card": card, "text": self._text(at, name, rest)} if card.get("effect") else {}
        shown |= {"signs": self._signs(begin, card), "reasons": why}
        first, last = self.blocks[begin].start, self.blocks[end - 1].end
        return Start(name, words(self.source, name), "cards", LEVEL, first, last, **shown), end

    def _has_label(self, at: int) -> bool:
        """Whether a label follows a name, right below it or below one more block that names no other card."""
        below = range(at + 1, min(at + 3, len(self.blocks)))
        found = next((next_ for next_ in below if self._label(self.texts[next_])), None)
        return found is not None and not any(self._begins_other(next_, at) for next_ in range(at + 1, found))

    def _label(self, text: str) -> str:
        return next((name for name, found in _LABELS.items() if found.match(text)), "")

    def _name(self, at: int) -> Span | None:
        """The name in capitals at the start of a block."""
        text, skipped = self._named(at)
        if _KEYWORDS.match(text):
            return None
        found = next((found for looks in _NAMES if (found := looks.match(text)) and _is_name(found["name"])), None)
        begin = self.blocks[at].start + skipped
        return Span(begin + found.start("name"), begin + found.end("name")) if found else None

    def _named(self, at: int) -> tuple[str, int]:
        """A block's text from the name on, and its offset: the timing line may be right before the name."""
        text = self.texts[at]
        first, newline, rest = text.partition("\n")
        if rest and len(first) <= TIMING_LIMIT and _TIMING.search(first):
            return rest, len(first) + len(newline)
        return text, 0

    def _has_flavour(self, at: int) -> bool:
        found = _COLON_NAME.match(self._named(at)[0])
        return bool(found and found["flavour"] in "*_<")

    def _head(self, at: int) -> tuple[int, dict[str, Any]]:
        """A card's first block, and the fields from its lines before the name."""
        card: dict[str, Any] = {}
        begin = at
        if skipped := self._named(at)[1]:
            return at, self._when(self.texts[at][:skipped])
        if begin and (cost := _COST.fullmatch(self.texts[begin - 1])) and self._says_when(begin - 2):
            card["cost"] = cost[1]
            begin -= 1
        if begin and self._says_when(begin - 1):
            begin -= 1
            card = self._when(self.texts[begin], alone="cost" in card) | card
        return begin, card

    def _signs(self, begin: int, card: Mapping[str, Any]) -> tuple[Span, ...]:
        """The sign before the timing line, which the card omits."""
        found = _SYMBOL.match(self.texts[begin])
        at = self.blocks[begin].start
        return (Span(at + found.start("sign"), at + found.end("sign")),) if "timing" in card and found and found["sign"] else ()

    def _says_when(self, at: int) -> bool:
        text = self.texts[at] if at >= 0 else ""
        return 0 < len(text) <= TIMING_LIMIT and bool(_TIMING.search(text)) and not self._label(text)

    def _when(self, text: str, *, alone: bool = False) -> dict[str, Any]:
        """The fields of a timing line; a number at its end is the cost, unless the cost is on a line `alone`."""
        line = " ".join(text.replace("*", "").split())
        line = line[match.end() :] if (match := _SYMBOL.match(line)) else line
        cost = None if alone else re.search(r"\s(\d{1,2})$", line)
        line = line[: cost.start()] if cost else line
        card: dict[str, Any] = {"cost": cost[1]} if cost else {}
        if found := _REACTION.match(line):
            return {"timing": found[0].rstrip(" :"), "reaction": line[found.end() :].strip(" :"), **card}
        return {"timing": line, **card}

    def _end(self, at: int, bounded: bool) -> int:
        """The block after a card's last one: after its keywords, otherwise before the next card or where its text is complete."""
        stop = at
        while stop < len(self.blocks) and not self._begins_other(stop, at):
            if found := _KEYWORDS.match(self.texts[stop]):
                alone = not self.texts[stop][found.end() :].strip()
                return min(stop + 1 + alone, len(self.blocks))
            stop += 1
        if bounded or (stop < len(self.blocks) and self._says_when(stop)):
            return max(at, stop)
        return self._complete(at, stop)

    def _begins_other(self, stop: int, at: int) -> bool:
        """Whether something else begins: a heading, a timing line, the name of a card."""
        if _KEYWORDS.match(self.texts[stop]):
            return False
        heading = self.blocks[stop].kind == "heading"
        return heading or self._says_when(stop) or (self._name(stop) is not None and self._has_flavour(stop))

    def _complete(self, at: int, stop: int) -> int:
        """The block after the last label's text and the list that it announces."""
        last = at
        for end in range(at, stop):
            announced = self.blocks[end].kind == "list" and end == last and self.texts[end - 1].rstrip().endswith(":")
            last = end + 1 if self._label(self.texts[end]) or announced else last
        return last

    def _text(self, at: int, name: Span, rest: str) -> str:
        """A card's text besides its fields: the flavour after its name, paragraphs before the first label."""
        flavour = _AFTER_NAME.sub("", self.source.text[name.end : self.blocks[at].end], count=1)
        return f"{flavour.strip()}\n\n{rest}".strip()

    def _body(self, at: int, end: int) -> tuple[dict[str, Any], str]:
        """The labelled texts of a card's blocks and its keywords; and the text before the first label."""
        card: dict[str, Any] = {}
        label = ""
        for text in self.texts[at:end]:
            if found := _KEYWORDS.match(text):
                label = "keywords"
                text = text[found.end() :]
            elif name := self._label(text):
                label = name
                text = _LABELS[name].sub("", text, count=1)
            card[label] = f"{card[label]}\n\n{text.strip()}".strip() if label in card else text.strip()
        rest = card.pop("", "")
        if "keywords" in card:
            card["keywords"] = [
                word for word in re.split(r"(?<![,*\s])[,*\s]*[,\n][,*\s]*|\*+", card["keywords"]) if word.strip()
            ]
        return card, rest


def _is_name(name: str) -> bool:
    return len(name) <= NAME_LIMIT and in_capitals(name)


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield each card, except repetitions in examples."""
    cards = list(_cards(_Reader(source, blocks)))
    known = {_key(card) for card, example in cards if not example}
    for card, example in cards:
        if not example or _key(card) not in known:
            known.add(_key(card))
            yield card


def _cards(reader: _Reader) -> Iterator[tuple[Start, bool]]:
    """Each card, and whether it is in an example."""
    at, example = 0, False
    while at < len(reader.blocks):
        if found := reader.card_at(at):
            yield found[0], example
            at = found[1]
            continue
        if reader.blocks[at].kind == "heading":
            example = bool(_EXAMPLE.match(reader.texts[at]))
        at += 1


def _key(start: Start) -> str:
    return re.sub(r"\W", "", start.title).casefold()
