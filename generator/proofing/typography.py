"""Typographical errors in German text: quotation marks, dashes, doubled words, spaces, unclosed brackets and quotes; set phrases.

>>> [(slip.code, slip.written, slip.better) for slip in slips('Wirf "zwei" Würfel Würfel .')]
[('S001', '"zwei"', '„zwei“'), ('S003', 'Würfel Würfel', 'Würfel'), ('S004', 'Würfel .', 'Würfel.')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..german.bounds import OPPOSITE
from ..german.lists import alternatives, word_list
from ..german.set_phrases import turned
from ..prose.body import body_lines


@dataclass(frozen=True, slots=True)
class Slip:
    """A typographical error: its code, its offset, the words as written, and better ones ("" if unknown)."""

    code: str
    start: int
    written: str
    better: str = ""


@lru_cache(maxsize=20000)
def slips(text: str) -> tuple[Slip, ...]:
    """The errors in a German Markdown text, by place. Ignores code, addresses and ids of links."""
    view = readable(text)
    found = [slip for find in _FINDERS for slip in find(view)]
    found += _half_references(text, view)
    if any(slip.code == "S001" for slip in found):  # wrong marks have no partner: one mistake, not two
        found = [slip for slip in found if slip.code != "S005" or slip.written[0] in "()"]
    return tuple(sorted(found, key=lambda slip: (slip.start, slip.code)))


#: Placeholder for what is not prose; neither a letter nor a space.
_HIDDEN, HIDDEN_LINE = "\ufffc", "\ufffb"
_NO_PROSE = re.compile(
    r"`[^`\n]*`|\[\[(?:[^\[\]|\n]*\|)?|\]\]|\]\((?:[^()\n]|\([^()\n]*\))*\)|<[A-Za-z][\w+.-]*:[^>\n]{0,300}>|https?://\S+"
)


def readable(text: str) -> str:
    """Hide everything but prose in a Markdown text, keeping all offsets."""
    hidden = (line.kind in ("code", "open", "close") for line in body_lines(text))
    lines = (
        HIDDEN_LINE * len(line) if hide else _NO_PROSE.sub(lambda m: _HIDDEN * len(m[0]), line)
        for line, hide in zip(text.split("\n"), hidden, strict=True)
    )
    return "\n".join(lines)


#: Straight quotation marks around words (not the inches of 6"), and English and French ones.
_QUOTES = re.compile(
    r"(?=[\"“”„»«'])(?:"  # what no other character begins need not be tried
    r"(?<![\w½¼¾)\"])\"(?=[^\W\d])(?P<straight>[^\"\n]*?)(?<=[\w.!?…)])\"(?!\w)"
    r"|(?<![\w„])[“”](?P<english>\w[^“”„\n]*?)[“”]"
    r"|„(?P<half>[^“”\"„\n]*?[^“”\"„\n\d½¼¾X])[”\"](?![“])"
    r"|[»«](?P<french>[^»«\n]*)[»«]"
    r"|(?<!\w)'(?P<single>\w[^'\n]*?)'(?!\w))"
)


def _quotes(view: str) -> Iterator[Slip]:
    for match in _QUOTES.finditer(view):
        inner = next(group for group in match.groups() if group is not None)
        yield Slip("S001", match.start(), match[0], f"‚{inner}‘" if match["single"] is not None else f"„{inner}“")


#: Makeshift characters, with the right ones; „0-3 Auswahl“ is how lists of armies name a limit.
_SIGNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"[-−](?<![\w)\]\-–|/.].)\d+(?!-?\d)"), lambda m: f"–{m[0][1:]}"),
    (re.compile(r"(?=\d)\b(?<![.,\-])(?!0-\d+ [A-ZÄÖÜ])\d+-\d+(?![\w\-]|[.,]\d)"), lambda m: m[0].replace("-", "–")),
    (re.compile(r" (?<=\w )(?:-|--|—) (?=\w)|—"), lambda _: " – "),
    (re.compile(r"\.\.\.(?<![(\[]...)(?![)\]])"), lambda _: "…"),
    (re.compile(r"[″”'](?<=\d.)(?:(?<!')|')(?!\w)"), lambda _: '"'),
)


def _signs(view: str) -> Iterator[Slip]:
    for pattern, right in _SIGNS:
        yield from (Slip("S002", match.start(), match[0].strip(), right(match).strip()) for match in pattern.finditer(view))


_TWICE = re.compile(r"(?<![\w\-*])([^\W\d_]{2,}+)(?:[ \t]+|[ \t]*\n[ \t]*)\1(?![\w\-])")

#: The start of a clause, where correct German may double some words.
_CLAUSE = re.compile(rf"(?:[,;:–(„|]|\b(?:{alternatives('before_doubled')}))\s+(?:[\w\ufffc]+\s+)?$")


def _doubled(view: str) -> Iterator[Slip]:
    for match in _TWICE.finditer(view):
        if match[1].casefold() not in word_list("doubled") or not _CLAUSE.search(view, max(0, match.start() - 40), match.start()):
            yield Slip("S003", match.start(), " ".join(match[0].split()), match[1])


#: Spaces before a mark, or two of them within a line; a comma without one. Exceptions are sorted out afterwards, because a
#: pattern that begins with a character is ten times as fast as one that begins with a lookbehind.
_SPACES = re.compile(r"[ \t](?<![ \t]{2})[ \t]*+(?:[,;.!?:](?=\s|$)|(?<=[ \t]{2})(?=[^\s|]))|[,;](?=[^\W\d_])")


def _spaces(view: str) -> Iterator[Slip]:
    for match in _SPACES.finditer(view):
        before, mark = view[match.start() - 1 : match.start()], match[0].strip()
        word = _LAST_WORD.search(view, max(0, match.start() - 40), match.start())
        start, written = (word.start(), word[0]) if word else (match.start(), "")
        if match[0] == mark:
            if before.isalpha():
                yield Slip("S004", start, f"{written}{mark}", f"{written}{mark} …")
        elif before not in ("", "\n", "|") and not (mark == ":" and before.isdigit()):  # 9 : 2
            yield Slip("S004", start, f"{written}{match[0]}", f"{written}{mark or ' …'}")


_LAST_WORD = re.compile(r"(?<![\w*])[\w*]++$")

#: A sentence right after the last one: „weit.Danach“, not „z.B.“, „Regeln.pdf“ or „www.Spiel.de“.
_STUCK = re.compile(r"\b[a-zäöüß]{3,}[.!?](?=[A-ZÄÖÜ][a-zäöüß]*+(?:[ ,;:)]|$))(?<!\.[a-zäöüß]{3}\.)")


def _stuck(view: str) -> Iterator[Slip]:
    for match in _STUCK.finditer(view):
        yield Slip("S004", match.start(), match[0], f"{match[0]} …")


_NEW_BLOCK = re.compile(r"[ \t]*(?:$|[-*+] |\d+[.)] |\||#|\ufffb)")


def _paragraphs(view: str) -> Iterator[tuple[int, str]]:
    """Offset and text of each paragraph, list item, heading or table row."""
    start = at = 0
    for line in view.split("\n"):
        if at and _NEW_BLOCK.match(line):
            yield start, view[start:at]
            start = at
        at += len(line) + 1
    yield start, view[start:]


#: Text before a bracket without a partner: "1)", "a)", "IV)".
_LABEL = re.compile(r"(?:^|[\s|*_])(?:\d{1,2}|[a-z]|[ivxIVX]{1,4})$")
_PAIRS = {"(": re.compile("[()]"), "„": re.compile("[„“]")}


def _unclosed(view: str) -> Iterator[Slip]:
    for start, text in _paragraphs(view):
        for opening, either in _PAIRS.items():
            if (at := _unmatched(text, opening, either)) is not None:
                yield Slip("S005", start + at, text[at : at + 25].partition("\n")[0])


def _unmatched(text: str, opening: str, either: re.Pattern[str]) -> int | None:
    """Offset of the first mark without a partner."""
    opened: list[int] = []
    for match in either.finditer(text):
        if match[0] == opening:
            opened.append(match.start())
        elif opened:
            opened.pop()
        elif not _LABEL.search(text[max(0, match.start() - 6) : match.start()]):
            return match.start()
    return opened[0] if opened else None


#: A reference, code, or (as `half`) a reference that lacks one of its brackets: pages would show its id.
_REFERENCES = re.compile(
    r"\\\[\[|`[^`\n]*`|\[\[[^\[\]]*+\]\]|(?P<half>\[\[[\w/#-]++(?:\|[^\[\]`\n]*+)?\]?|\[[\w/#-]++\|[^\[\]`\n]*+\]\])"
)


def _half_references(text: str, view: str) -> Iterator[Slip]:
    for match in _REFERENCES.finditer(text):
        if match["half"] and view[match.start()] != HIDDEN_LINE:
            yield Slip("S005", match.start(), match[0])


_NEXT_WORD = re.compile(r" [^\W_]+")


def _turned(view: str) -> Iterator[Slip]:
    for start, end in turned(view):
        written = view[start:end]
        other = OPPOSITE[written.casefold()]
        rest = match[0] if (match := _NEXT_WORD.match(view, end)) else ""
        yield Slip("S007", start, f"{written}{rest}", f"{other.capitalize() if written[0].isupper() else other}{rest}")


_FINDERS: tuple[Callable[[str], Iterator[Slip]], ...] = (_quotes, _signs, _doubled, _spaces, _stuck, _unclosed, _turned)
