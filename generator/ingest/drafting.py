"""Starts with their characters → drafts: titles in running text, kinds, parts, parents, pages, and the body as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from .casing import casing_of, shouts
from .listed import plain
from .model import Draft, FoundPart, Remainder, Source, Span
from .originals import glosses
from .profile import Profile
from .recognisers import Start
from .titles import Titles

#: (German name, English original) of a term base.
Known = tuple[str, str]

Owned = Mapping[int, Sequence[Span]]

EMPTY_PART = "Titel eines Teils ohne eigenen Text"

#: A shorter line without a full stop may be a heading or an item; a longer one was interrupted.
_SHORT_LINE = 40

#: What may still stand between a name and its text: "**Name:** Text".
_AFTER_NAME = re.compile(r"[*_]{0,3}(?:[:.]|\s[–—])?[*_]{0,3}")

#: After a bold name that begins a sentence.
_MARKED_SUBJECT = re.compile(r"[*_]+ [a-zäöü]")

#: "WALD (Seite 3–5)"
_PAGES = re.compile(
    r"^[#* ]*(?P<title>[^\n(]{1,80}?)[* ]*\((?:Seiten?|S\.)\s*(?P<pages>\d+(?:[ ]?[-–][ ]?\d+)?)\)[* ]*$", re.MULTILINE
)


def drafts_of(source: Source, profile: Profile, starts: Sequence[Start], owned: Owned, known: Mapping[str, str]) -> list[Draft]:
    """A draft for each start, in the same order; parents and parts as the levels say."""
    casing, titles = casing_of(source), Titles(source)
    originals = glosses(source)
    drafts: list[Draft] = []
    part = ""
    for index, (start, parent) in enumerate(zip(starts, _parents(starts), strict=True)):
        title = casing.running(titles.mended(start.title)) if shouts(start.title) and not start.in_sentence else start.title
        part = (start.part_title or title) if start.part else part
        draft = _draft(source, start, title, tuple(owned.get(index, ())))
        draft = replace(
            draft,
            part=start.part_title or part,
            parent=parent,
            title_en=start.title_en or known.get(title) or originals.get(plain(title), ""),
        )
        drafts.append(_with_kind(draft, drafts, profile))
    return with_entries(_unique(drafts), starts)


def _draft(source: Source, start: Start, title: str, spans: tuple[Span, ...]) -> Draft:
    return Draft(
        title=title,
        recogniser=start.recogniser,
        spans=spans,
        heading=start.heading,
        number=start.number,
        kind=start.kind,
        term=start.term,
        page=start.page or source.page(start.begins),
        line=source.line(start.heading.start),
        aliases=start.aliases,
        abbreviations=start.abbreviations,
        quotes=start.quotes,
        text=_text(source, start, spans),
        card=start.card,
        data=start.data,
        certainty=start.certainty,
        reasons=start.reasons,
    )


def _text(source: Source, start: Start, spans: tuple[Span, ...]) -> str:
    if start.text is not None:
        return start.text
    return body(source, _shown_heading(source, start), start.quotes or spans)


def _shown_heading(source: Source, start: Start) -> Span:
    """The name, which is left out of the text, unless it stands within its sentence or begins it: "**Marker** sind keine Modelle"."""
    begin = start.quotes[0].start if start.quotes else start.begins
    before = source.text[begin : start.heading.start]
    within = start.quotes and any(c.isalpha() for c in before) and "\n" not in before
    begins = start.quotes and _MARKED_SUBJECT.match(source.text, start.heading.end)
    return Span(begin, begin) if start.in_sentence or within or begins else start.heading


def body(source: Source, heading: Span, spans: Sequence[Span]) -> str:
    """What the spans hold after the heading, without the marks around that.

    >>> body(Source("", "text", "**Wald:** Er brennt.\\n"), Span(2, 6), [Span(0, 21)])
    'Er brennt.'
    """
    pieces = [source.text[max(span.start, heading.end) : span.end] for span in spans if span.end > heading.end]
    text = reduce(_put_together, pieces, "")
    return text[_AFTER_NAME.match(text).end() :].strip()  # type: ignore[union-attr]


def _put_together(before: str, after: str) -> str:
    """Two pieces that something stood between: a sentence that a figure interrupted reads on, paragraphs stay apart.

    >>> _put_together("Er geht\\n\\n", "\\nweiter.\\n"), _put_together("Er geht.\\n", "\\n\\nEr steht.")
    ('Er geht weiter.\\n', 'Er geht.\\n\\nEr steht.')
    """
    left, right = before.rstrip(), after.lstrip()
    if not left or not right or left == before or "\n" not in before[len(left) :] + after[: len(after) - len(right)]:
        return before + after
    line = left[left.rfind("\n") + 1 :]
    goes_on = left[-1].isalnum() or left[-1] in ",-–"
    return f"{left} {right}" if goes_on and (right[0].islower() or len(line) > _SHORT_LINE) else f"{left}\n\n{right}"


def _parents(starts: Sequence[Start]) -> list[int | None]:
    """Each start's parent: the last one before it with a smaller level that owns characters and has not ended."""
    parents: list[int | None] = []
    above: list[int] = []
    for index, start in enumerate(starts):
        while above and not _holds(starts[above[-1]], start):
            above.pop()
        parents.append(above[-1] if above else None)
        if not start.quotes:
            above.append(index)
    return parents


def _holds(outer: Start, start: Start) -> bool:
    return outer.level < start.level and (outer.end is None or start.begins < outer.end)


def _with_kind(draft: Draft, before: Sequence[Draft], profile: Profile) -> Draft:
    parent = before[draft.parent].title if draft.parent is not None else ""
    fields = {"part": draft.part, "parent": parent, "title": draft.title, "number": draft.number}
    fields |= {"recogniser": draft.recogniser, "text": draft.text, "keywords": " ".join((draft.card or {}).get("keywords", ()))}
    for rule in profile.kinds:
        if all(pattern.search(fields.get(name, "")) for name, pattern in rule.when.items()):
            return replace(draft, kind=rule.kind or draft.kind or "rule", term=draft.term or rule.term)
    return replace(draft, kind=draft.kind or "rule")


def _unique(drafts: list[Draft]) -> list[Draft]:
    """Where rules of one part share a title, the only one of the highest rank keeps it, the others get their parent's in front."""
    ranks: dict[tuple[str, str, bool], list[tuple[bool, bool]]] = {}
    for draft in drafts:
        ranks.setdefault(_name(draft), []).append(_rank(draft))
    return [_with_parent(draft, drafts) if _yields(draft, ranks[_name(draft)]) else draft for draft in drafts]


def _rank(draft: Draft) -> tuple[bool, bool]:
    """Numbered rules come first, terms explained in passing last."""
    return not draft.spans, not draft.number


def _yields(draft: Draft, ranks: list[tuple[bool, bool]]) -> bool:
    rank = _rank(draft)
    return min(ranks) < rank or ranks.count(rank) > 1


def _name(draft: Draft) -> tuple[str, str, bool]:
    return draft.part, draft.title.casefold(), draft.term


def _with_parent(draft: Draft, drafts: Sequence[Draft]) -> Draft:
    parent = drafts[draft.parent].title if draft.parent is not None else ""
    if not parent or parent.casefold() == draft.title.casefold():
        return draft
    return replace(draft, title=f"{parent}: {draft.title}", aliases=(draft.title, *draft.aliases))


def with_entries(drafts: list[Draft], starts: Sequence[Start]) -> list[Draft]:
    """Terms with the rule of the same name: the one in the part that the term cites, else the only one."""
    rules: dict[str, list[int]] = {}
    for index, draft in enumerate(drafts):
        for name in () if draft.term else {plain(name) for name in (draft.title, *draft.aliases)}:
            rules.setdefault(name, []).append(index)
    return [
        replace(draft, entry=_entry(drafts, rules.get(plain(draft.title), []), start.cites)) if draft.term else draft
        for draft, start in zip(drafts, starts, strict=True)
    ]


def _entry(drafts: Sequence[Draft], rules: list[int], cites: tuple[str, str] | None) -> int | None:
    if cites:
        part, number = cites
        rules = [index for index in rules if plain(drafts[index].part) == plain(part)]
        rules = [index for index in rules if number in _numbers(drafts, index)] or rules
    return rules[0] if len(rules) == 1 or (rules and cites) else None


def _numbers(drafts: Sequence[Draft], index: int) -> set[str]:
    """A draft's number and those of the ones around it."""
    numbers = set()
    at: int | None = index
    while at is not None:
        numbers.add(drafts[at].number)
        at = drafts[at].parent
    return numbers


def parts_of(source: Source, drafts: Sequence[Draft], starts: Sequence[Start]) -> list[FoundPart]:
    """The parts of a book, with the pages that its text names for them: "WALD (Seite 3–5)"."""
    pages = {plain(found["title"]): found["pages"] for found in _PAGES.finditer(source.text)}
    return [
        FoundPart(draft.part, start.title_en, start.number, _pages_of(draft, pages), start.abbreviations)
        for draft, start in zip(drafts, starts, strict=True)
        if start.part
    ]


def _pages_of(draft: Draft, pages: Mapping[str, str]) -> str:
    return pages.get(plain(draft.part)) or pages.get(plain(draft.title), "")


def with_pages(drafts: list[Draft], parts: Sequence[FoundPart]) -> list[Draft]:
    """Drafts of parts with the page on which those begin, as far as the text says so."""
    first = {part.title: int(found[0]) for part in parts if (found := re.match(r"\d+", part.pages))}
    return [replace(draft, page=draft.page or first.get(draft.part)) if draft.parent is None else draft for draft in drafts]


def without_empty_parts(drafts: list[Draft], starts: Sequence[Start]) -> tuple[list[Draft], list[Remainder]]:
    """Drafts without parts that have no text of their own; their titles become remainder, their children move up."""
    gone = {index for index, (draft, start) in enumerate(zip(drafts, starts, strict=True)) if start.part and not draft.text}
    place = {index: new for new, index in enumerate(i for i in range(len(drafts)) if i not in gone)}
    kept = [
        replace(draft, parent=place.get(_above(drafts, draft.parent, gone)))  # type: ignore[arg-type]
        for index, draft in enumerate(drafts)
        if index not in gone
    ]
    return kept, [Remainder(span, EMPTY_PART) for index in sorted(gone) for span in drafts[index].spans]


def _above(drafts: Sequence[Draft], parent: int | None, gone: set[int]) -> int | None:
    while parent in gone:
        parent = drafts[parent].parent
    return parent
