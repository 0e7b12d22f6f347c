"""Paragraphs and items that begin with the name of what they explain: "**Dicht:** Text", "- **Nass** Text", "Barfuß. Text", "- Wut:
Text". In a glossary, any words before a colon are a term.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ....german.lists import alternatives, word_list
from ...drafts import Block, Source, Span
from ..blocks import in_capitals
from ..originals import Named, split_original
from ..recognisers import Start
from .candidates import key_of
from .titles import shown
from .weighing import REMARK, VERB
from .weights import certainty_of, reasons_of, score_of, title_certainty

NAME = "leads"
LEVEL, GLOSSARY_LEVEL = 7, 5
THRESHOLD = 1.0
#: The most words of a bold name, and of any other; the fewest words of a text that is no mere value; the distance of neighbouring
#: items.
MOST_WORDS, MOST_PLAIN, FEWEST_WORDS, NEAR = 8, 4, 4, 1500
#: The fewest neighbours in a row that are a list.
MANY = 3
#: A name repeated this often is a label; a numbered item with more words than this is an instruction.
MOST_ALIKE, MOST_STEP = 5, 2
#: The most characters before the end of a name.
REACH = 120

_ITEM = r"(?P<item>[ \t]*(?:[-*+•◆▪●○■□►➤–][ \t]+|\(?\d{1,2}[.)][ \t]+|[a-z]\)[ \t]+)?)"
_BOLD = re.compile(
    rf"{_ITEM}(?P<open>\*\*\*?|__)(?P<name>(?!\s)[^*\n]{{1,90}}(?:\n[^*\n]{{1,60}})?)(?P=open)"
    rf"(?P<more>[ ]?[*_]?(?:\([^()\n]{{1,60}}\)|\[[^\[\]\n]{{1,60}}\])[*_]?)?[ ]?(?P<point>[:.–—]?)(?=[ \t\n])"
)
_PLAIN = re.compile(
    rf"{_ITEM}(?P<name>(?:[^\W\d_]|\[(?=[^\[\]\n]{{2,40}}\]))(?:[^.:;!?*|\n\t]|\.(?=[ ]\()){{1,60}}?"
    r"(?:[ ][*_]?\[[^\[\]\n]{2,40}\][*_]?)?)(?P<point>[ ]?:|\.(?=[ ][A-ZÄÖÜ]))(?:[ \t\n]+(?=\S)|\s*$)"
)
#: A term in a glossary, and the heading of one.
_TERM = re.compile(
    rf"{_ITEM}[*_]*(?:(?P<name>[^\W_][^:*_\n]{{0,90}}?)[*_]{{0,3}}:[*_]{{0,3}}(?=\s|$)|(?P<above>[A-ZÄÖÜ]\S*(?: \w+){{0,2}})\n(?=[A-ZÄÖÜ]))"
)
_GLOSSARY = re.compile(rf"(?i)[#*\s\d.]*(?:{alternatives('glossary_titles')})\b(?!.*\d)")
_REMARKS = re.compile(rf"(?i)(?:{alternatives('remark_openers')})")
#: A name that is counted rather than named: "Runde 2".
_WORD = re.compile(r"[^\W\d_]{2,}+")
_COUNTED = re.compile(r"[^\W\d_] \d{1,3}$|\A\d+ [^\W\d_]{2}")
#: A source, by its year: "Haien, H. (1888): Der Deich".
_SOURCE = re.compile(r"\((?:1[6-9]|20)\d\d\)$")
_EXAMPLE = re.compile(rf"(?i)(?:{alternatives('example_above')}):?")
#: A number that is as bold as its name: "**2. Würfeln:** Text".
_NUMBER = re.compile(r"(\d{1,2}|[A-Z])[.)][ ]+(?=[^\W\d_])")
#: The text of an item below its name.
_BELOW = re.compile(r"[ \t]*\n[ \t]+(?![-*+•]|\d{1,2}[.)])\S")
#: The next line: its indent, and its marker if it is an item without a number.
_NEXT = re.compile(r"[ \t]*\n(?P<indent>[ \t]*)(?P<mark>[-*+•◆▪●○■□►➤–][ \t])?(?=\S)")
_FLAVOUR = re.compile(r"[*_:. ]*[*_][^*_\n]{1,300}[*_]")
#: Bold lines that go on below a bold one.
_BOLD_ON = re.compile(r"[ \t]*\n[ \t]*(?:\*\*|__)\S")
#: What may end a line above a name.
_ENDS = '.!?:;)]|“”"'
_SPLIT = re.compile(r"(?m)^")


@dataclass(slots=True)
class _Lead:
    begin: int
    name: Span
    end: int
    words: str
    form: str
    item: str
    named: Named
    lost: str
    told: str = ""
    alone: bool = False
    term: bool = False
    number: str = ""
    depth: int = 0
    indent: int = 0
    evidence: dict[str, str] = field(default_factory=dict)


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each such paragraph or item, with its own end."""
    terms = _glossaries(source, blocks)
    leads = [
        lead
        for at, block in enumerate(blocks)
        if block.kind in ("paragraph", "list", "heading") and not _exemplifies(source, blocks, at)
        for lead in _leads(source, blocks, at, terms=at in terms)
    ]
    _nest(source, leads)
    _weigh(leads, options.get("again"))
    for lead in (lead for lead in leads if score_of(lead.evidence) > THRESHOLD):
        yield Start(
            lead.name,
            lead.named.german,
            NAME,
            GLOSSARY_LEVEL if lead.term else LEVEL + lead.depth,
            start=lead.begin,
            number=lead.number,
            end=None if _reaches_on(lead) else lead.end,
            title_en=lead.named.english,
            kind="glossary-term" if lead.term else "",
            term=lead.term,
            aliases=(lead.lost,) if lead.lost else (),
            certainty=certainty_of(lead.evidence),
            title_certainty=title_certainty(lead.evidence, lead=not lead.term),
            reasons=reasons_of(lead.evidence, "Name vor seinem Text"),
        )


def _glossaries(source: Source, blocks: Sequence[Block]) -> set[int]:
    """The indices of the blocks below the heading of a glossary, up to the next heading."""
    inside, found = False, set()
    for at, block in enumerate(blocks):
        if block.kind == "heading":
            inside = bool(_GLOSSARY.match(source.text, block.start, block.end))
        elif inside:
            found.add(at)
    return found


def _exemplifies(source: Source, blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is a list below the word "Beispiel"."""
    before = next((block for block in reversed(blocks[max(0, at - 2) : at]) if block.kind != "blank"), None)
    if before is None or blocks[at].kind != "list":
        return False
    return bool(_EXAMPLE.fullmatch(shown(source.text[before.start : before.end].rstrip().rpartition("\n")[2])))


def _leads(source: Source, blocks: Sequence[Block], at: int, *, terms: bool) -> list[_Lead]:
    """The leads of a block: at its beginning, at each item, at each line that begins bold."""
    block = blocks[at]
    lines = _SPLIT.finditer(source.text, block.start, max(block.start, block.end - 1))
    found = [lead for line in lines if (lead := _lead(source, block, line.start(), terms=terms))]
    for one, after in pairwise(found):
        one.end = after.begin
    if found:
        found[-1].end = _last(source, blocks, at, found[-1])
    for lead in found:
        told = source.text[lead.name.end : lead.end].strip(":. \n\t")
        lead.told = "" if _FLAVOUR.fullmatch(told) else told.strip("*_:. \n\t")
    return found


def _nest(source: Source, leads: Sequence[_Lead]) -> None:
    """Let bold items that have only further items below them hold these."""
    for at, one in enumerate(leads[:-1]):
        if one.alone and not source.text[one.name.end : leads[at + 1].begin].strip("*_ \n"):
            inner = list(_deeper(leads, at))
            one.end, one.told = (inner[-1].end, inner[0].told) if inner else (one.end, one.told)
            for other in inner:
                other.depth += 1


def _deeper(leads: Sequence[_Lead], at: int) -> Iterator[_Lead]:
    """The leads below one, set deeper."""
    indent = leads[at].indent
    while (at := at + 1) < len(leads) and leads[at].indent > indent:
        yield leads[at]


def _lead(source: Source, block: Block, start: int, *, terms: bool) -> _Lead | None:
    if terms and (found := _TERM.match(source.text, start, block.end)) and (found["item"].strip() or start == block.start):
        span = Span(*found.span("name" if found["name"] else "above"))
        words = shown(source.text[span.start : span.end])
        told, lost = split_original(source, words)
        return None if _REMARKS.match(words) else _Lead(start, span, block.end, words, ":", "", told, lost, term=True)
    begins = source.text[start : start + REACH]
    bold = _BOLD.match(source.text, start, block.end) if "**" in begins or "__" in begins else None
    match = bold or (_PLAIN.match(source.text, start, block.end) if ":" in begins or "." in begins else None)
    if not match or (not match["item"].strip() and start != block.start and not (bold and _opens(source, block, start))):
        return None
    if bold and _BOLD_ON.match(source.text, match.end()):
        return None
    name = f"{match['name']}{match['more'] or ''}" if bold else match["name"]
    words = shown(name).rstrip(":.").strip()
    counted = _NUMBER.match(words) if bold else None
    words = words[counted.end() :] if counted else words
    inner = bool(bold and name.rstrip()[-1:] in ":.")
    told, lost = split_original(source, words)
    if not words or len(told.german.split()) > (MOST_WORDS if bold or told.english else MOST_PLAIN) or not _begins_name(words):
        return None
    if not told.english and (
        REMARK.fullmatch(words)
        or _SOURCE.search(words)
        or VERB.search(words)
        or words.endswith(",")
        or key_of(words).isdigit()
        or (not bold and "\n" in source.text[match.end("point") : match.end()])
    ):
        return None
    if not bold and match["point"] == "." and (match["item"].strip() or not _runs_in(words)):
        return None
    item = match["item"].strip()
    indent = len(match["item"]) - len(match["item"].lstrip())
    alone = bool(bold and item and _is_alone(_NEXT.match(source.text, match.end()), item, indent))
    form = ("bold" if bold else "plain") + (":" if inner or match["point"] or alone else "")
    span = Span(match.start("name"), match.end("more") if bold and match["more"] else match.end("name"))
    sign = "1" if item[:1].isdigit() else item[:1]
    number = counted[1] if counted else ""
    return _Lead(start, span, block.end, words, form, sign, told, lost, alone=alone, number=number, indent=indent)


def _is_alone(below: re.Match[str] | None, item: str, indent: int) -> bool:
    """Whether a name has its item to itself: what is below is set deeper, or is an item of another kind."""
    return below is not None and (len(below["indent"]) > indent or (bool(below["mark"]) and item[:1].isalnum()))


def _opens(source: Source, block: Block, start: int) -> bool:
    """Whether a line within a block may open with a name: the line above does not end amid a sentence."""
    above = source.text[block.start : start - 1].rpartition("\n")[2].rstrip(" \t*_")
    return not above or above[-1] in _ENDS


def _reaches_on(lead: _Lead) -> bool:
    """Whether a lead's text continues up to the next rule, as a term's or after a name with an English original or in capitals."""
    return lead.term or (not lead.item and bool(lead.named.english or in_capitals(lead.words)))


def _begins_name(words: str) -> bool:
    return (words[0].isalnum() and not words[0].islower()) or words[0] == "["


def _runs_in(words: str) -> bool:
    """Whether words before a full stop are a name, not a short sentence: "Der lange Arm", not "Alle schwimmen schlecht"."""
    bare = words.replace("[", "(").partition("(")[0].split()
    first = bare[0].casefold() if bare else ""
    return (
        bool(bare)
        and (first in word_list("nominative_articles") or first not in word_list("small_in_headings"))
        and (len(bare) == 1 or bare[-1][0].isupper())
    )


def _last(source: Source, blocks: Sequence[Block], at: int, lead: _Lead) -> int:
    """The end of a block's last lead: an item ends with the block or the text right below its name, a paragraph includes the list
    right below it.
    """
    if lead.item and at + 1 < len(blocks) and blocks[at + 1].kind == "paragraph" and _BELOW.match(source.text, lead.name.end + 2):
        return blocks[at + 1].end
    if not lead.item and at + 2 < len(blocks) and blocks[at + 1].kind == "blank" and blocks[at + 2].kind in ("list", "table"):
        if not source.text[blocks[at].start : blocks[at].end].rstrip().endswith(":"):
            return blocks[at].end
        return blocks[at + 2].end
    return blocks[at].end


def _weigh(leads: Sequence[_Lead], again: re.Pattern[str] | None = None) -> None:
    names = Counter((lead.number, key_of(lead.words)) for lead in leads)
    for at, lead in enumerate(leads):
        words, bold, times = lead.words.split(), lead.form.startswith("bold"), names[lead.number, key_of(lead.words)]
        company = _row(leads, at, -1) + _row(leads, at, 1)
        named = lead.alone and words[-1][:1].isupper()
        step = lead.item[:1] in tuple("(123456789") and len(words) > MOST_STEP and not named
        returns = bool(again and again.search(lead.words))
        mere = len(lead.told.split()) < FEWEST_WORDS or len(_WORD.findall(lead.told)) < 2
        holds = {
            "lead-bold": bold,
            "lead-plain": not bold,
            "lead-point": lead.form.endswith(":"),
            "lead-sentence": not lead.form.endswith(":") and lead.told[:1].islower(),
            "lead-step": step,
            "lead-item": bool(lead.item) and not step,
            "lead-nested": bool(lead.item) and lead.indent > 1 and not bold,
            "lead-question": lead.words.endswith("?"),
            "lead-count": _COUNTED.search(lead.words),
            "capitals": in_capitals(lead.words),
            "lead-company": company > 0,
            "lead-row": company >= MANY,
            "lead-original": lead.named.english,
            "again": returns,
            "repeated": not returns and times >= MOST_ALIKE,
            "lead-value": mere and not lead.named.english,
        }
        details = {"lead-row": str(company + 1), "lead-original": lead.named.english, "repeated": f"{times}-mal"}
        told = ["lead-term"] if lead.term else [name for name, held in holds.items() if held]
        lead.evidence = {name: details.get(name, "") for name in told}


def _row(leads: Sequence[_Lead], at: int, step: int) -> int:
    """The number of consecutive leads of the same form on one side of a lead, up to the number that matters."""
    count = 0
    while count < MANY and 0 <= at + step < len(leads):
        one, other = leads[at], leads[at + step]
        if (one.form, one.item) != (other.form, other.item) or abs(one.begin - other.begin) > NEAR:
            break
        at, count = at + step, count + 1
    return count
