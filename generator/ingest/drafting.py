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
    return _unique(drafts)


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
        text=body(source, _shown_heading(source, start), start.quotes or spans),
        card=start.card,
        data=start.data,
        certainty=start.certainty,
        reasons=start.reasons,
    )


def _shown_heading(source: Source, start: Start) -> Span:
    """The name, which is left out of the text, unless it stands within its sentence."""
    begin = start.quotes[0].start if start.quotes else start.begins
    return Span(begin, begin) if start.in_sentence else start.heading


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
    """Each start's parent: the last one before it with a smaller level that owns characters."""
    parents: list[int | None] = []
    above: list[int] = []
    for index, start in enumerate(starts):
        while above and starts[above[-1]].level >= start.level:
            above.pop()
        parents.append(above[-1] if above else None)
        if not start.quotes:
            above.append(index)
    return parents


def _with_kind(draft: Draft, before: Sequence[Draft], profile: Profile) -> Draft:
    parent = before[draft.parent].title if draft.parent is not None else ""
    fields = {"part": draft.part, "parent": parent, "title": draft.title, "number": draft.number}
    fields |= {"recogniser": draft.recogniser, "text": draft.text, "keywords": " ".join((draft.card or {}).get("keywords", ()))}
    for rule in profile.kinds:
        if all(pattern.search(fields.get(name, "")) for name, pattern in rule.when.items()):
            return replace(draft, kind=rule.kind or draft.kind or "rule", term=draft.term or rule.term)
    return replace(draft, kind=draft.kind or "rule")


def _unique(drafts: list[Draft]) -> list[Draft]:
    """Where rules of one part share a title, those with a parent of another title get that in front."""
    seen: dict[tuple[str, str, bool], int] = {}
    for draft in drafts:
        key = (draft.part, draft.title.casefold(), draft.term)
        seen[key] = seen.get(key, 0) + 1
    return [
        _with_parent(draft, drafts) if seen[draft.part, draft.title.casefold(), draft.term] > 1 else draft for draft in drafts
    ]


def _with_parent(draft: Draft, drafts: Sequence[Draft]) -> Draft:
    parent = drafts[draft.parent].title if draft.parent is not None else ""
    if not parent or parent.casefold() == draft.title.casefold():
        return draft
    return replace(draft, title=f"{parent}: {draft.title}", aliases=(draft.title, *draft.aliases))


def parts_of(source: Source, drafts: Sequence[Draft], starts: Sequence[Start]) -> list[FoundPart]:
    """The parts of a book, with the pages that its text names for them: "WALD (Seite 3–5)"."""
    found = []
    for draft, start in zip(drafts, starts, strict=True):
        if start.part:
            found.append(FoundPart(draft.part, start.title_en, start.number, _pages(source, start.title), start.abbreviations))
    return found


def _pages(source: Source, title: str) -> str:
    words = r"\s+".join(re.escape(word) for word in title.split())
    match = re.search(
        rf"^[#* ]*{words}[* ]*\((?:Seiten?|S\.)\s*(\d+(?:\s*[-–]\s*\d+)?)\)", source.text, re.MULTILINE | re.IGNORECASE
    )
    return match[1] if match else ""


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
