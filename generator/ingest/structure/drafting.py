"""Starts with their characters → drafts: titles in normal case, kinds, parts and parents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...german.casing import Cased, Casing, casing_of, shouts
from ...german.lists import alternatives
from ..drafts import Draft, Source, Span
from .body_text import text_of
from .contents import plain
from .originals import glosses
from .profile import GENERAL, KindRule, Profile, general_kinds
from .recognisers import Start
from .settling import HEADINGS, NAMING
from .titles import Titles, capitals_throughout

#: (German name, English original, its source) from a term base.
Known = tuple[str, str, str]

_SUMMARY = re.compile(rf"(?i)(?:{alternatives('summary_titles')})")

#: "(Grundregeln, 17.0)"
_CITED = re.compile(r"\(?([A-ZÄÖÜ][\w ]{1,60}), (\d+(?:\.\d+)*)\)")

#: The share of the drafts of other recognisers that is right; for rows it is their certainty.
_RIGHT = {
    "captions": 0.6,
    "defined_terms": 0.8,
    "inline_terms": 0.8,
    "mentions": 0.8,
    "running_text": 0.93,
    "tables": 0.95,
}

#: The share of kinds that are right, by what they rest on: words that speak for one; the shape that a recogniser reads; nothing, in a
#: book with a profile of its own, and in any other (below a heading, or before or in a text).
_SHOWN, _SHAPED, _KNOWN_BOOK, _ASSUMED, _ASSUMED_WITHIN = 0.98, 0.8, 0.98, 0.91, 0.8

#: Field of a rule about kinds → its German name.
_GROUNDS = {"title": "Titel", "number": "Nummer", "text": "Text", "keywords": "Schlüsselwörtern"}

#: Fields that a draft has from its start.
_KEPT = ("recogniser", "heading", "number", "kind", "term", "aliases", "abbreviations", "quotes", "card", "data", "reasons")

Owned = Mapping[int, Sequence[Span]]


def in_normal_case(source: Source, starts: Iterable[Start]) -> list[Start]:
    """The starts with their titles and aliases as the book would write them in a sentence."""
    casing, titles = casing_of(source.text), Titles(source)
    return [start if start.in_sentence else _in_normal_case(start, casing, titles) for start in starts]


def _in_normal_case(start: Start, casing: Casing, titles: Titles) -> Start:
    printed = capitals_throughout(start.title)
    read = casing.read(titles.mended(printed)) if shouts(printed) else Cased(printed)
    title = read.title[:1].upper() + read.title[1:] if read.slips else read.title
    return replace(
        start,
        title=title,
        aliases=tuple(name for alias in start.aliases if (name := casing.running(alias)) != title),
        reasons=(*start.reasons, *(f"„{one}“ als „{word}“ gelesen" for one, word in read.slips)),
    )


def drafts_of(source: Source, profile: Profile, starts: Sequence[Start], owned: Owned, known: Iterable[Known]) -> list[Draft]:
    """A draft for each start, in the same order; levels determine parents and parts."""
    originals = glosses(source)
    names = {plain(title): (title_en, where) for title, title_en, where in known}
    drafts: list[Draft] = []
    part = ""
    for index, (start, parent) in enumerate(zip(starts, _parents(starts), strict=True)):
        title = start.title
        part = (start.part_title or title) if start.part else part
        key = plain(title)
        original = start.title_en or originals.get(key, "")
        title_en, where = (original, "book") if original else names.get(key, ("", "book"))
        draft = _draft(source, start, title, tuple(owned.get(index, ())))
        placed = replace(draft, part=start.part_title or part, parent=parent, title_en=title_en, title_en_source=where)
        drafts.append(_with_kind(_with_certainty(placed, drafts), drafts, profile))
    return _with_entries(_unique(_summed_up(drafts)))


def _with_certainty(draft: Draft, before: Sequence[Draft]) -> Draft:
    """A draft with the certainty that nothing about it needs correcting; a name in a text lies right if the heading above it is one."""
    section = draft.section_certainty
    if draft.recogniser in NAMING and draft.parent is not None:
        section = before[draft.parent].title_certainty
    return replace(draft, section_certainty=section, certainty=round(draft.title_certainty * section, 2))


def _summed_up(drafts: list[Draft]) -> list[Draft]:
    """In a part that sums up, distinguish rules that are also elsewhere by their title: "Marsch (Kurzform)"."""
    told = {plain(draft.title) for draft in drafts if not _SUMMARY.fullmatch(draft.part)}
    return [
        replace(draft, title=f"{draft.title} (Kurzform)")
        if plain(draft.title) in told and _SUMMARY.fullmatch(draft.part)
        else draft
        for draft in drafts
    ]


def _draft(source: Source, start: Start, title: str, spans: tuple[Span, ...]) -> Draft:
    right = _RIGHT.get(start.recogniser, start.certainty) if start.title_certainty is None else start.title_certainty
    page, line, text = start.page or source.page(start.begins), source.line(start.heading.start), text_of(source, start, spans)
    kept: dict[str, Any] = {name: getattr(start, name) for name in _KEPT}
    place = start.section_certainty
    return Draft(title, spans=spans, page=page, line=line, text=text, title_certainty=right, section_certainty=place, **kept)


def _parents(starts: Sequence[Start]) -> list[int | None]:
    """Each start's parent: the last earlier one with a smaller level that owns characters and has not ended."""
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
    fields["under"] = "\n".join([draft.part, *(one.title for one in _around(draft, before))])
    fields |= {"recogniser": draft.recogniser, "text": draft.text, "keywords": " ".join((draft.card or {}).get("keywords", ()))}
    for rule in (*profile.kinds, *(() if draft.kind or draft.term else general_kinds())):
        if all(pattern.search(fields.get(name, "")) for name, pattern in rule.when.items()):
            reasons = (*draft.reasons, *_grounds(rule, fields))
            return replace(draft, kind=rule.kind, term=draft.term or rule.term, reasons=reasons, kind_certainty=_SHOWN)
    sure = _SHAPED if draft.kind or draft.term else _assumed(draft, profile)
    return replace(draft, kind=draft.kind or "rule", kind_certainty=sure)


def _assumed(draft: Draft, profile: Profile) -> float:
    """The chance that what nothing speaks against is a rule."""
    return _KNOWN_BOOK if profile.name != GENERAL else _ASSUMED if draft.recogniser == HEADINGS else _ASSUMED_WITHIN


def _grounds(rule: KindRule, fields: Mapping[str, str]) -> Iterator[str]:
    """What a kind follows from, in German: "Art nach Titel"."""
    told = [_ground(name, pattern, fields.get(name, "")) for name, pattern in rule.when.items() if pattern.pattern != "^$"]
    if any(told):
        yield f"Art nach {' und '.join(filter(None, dict.fromkeys(told)))}"


def _ground(name: str, pattern: re.Pattern[str], text: str) -> str:
    """One of them: the name of a field, or the heading around the draft that fits."""
    if name not in ("parent", "under", "part"):
        return _GROUNDS.get(name, "")
    return f"Überschrift „{next((line for line in text.splitlines() if pattern.search(line)), '')}“"


def _around(draft: Draft, before: Sequence[Draft]) -> Iterator[Draft]:
    """The rules around a draft, from the inside out."""
    while draft.parent is not None:
        draft = before[draft.parent]
        yield draft


def _unique(drafts: list[Draft]) -> list[Draft]:
    """If rules of one part share a title, the only one of the highest rank keeps it, the others are prefixed with their
    parent's."""
    ranks: dict[tuple[str, str, bool], Counter[tuple[bool, bool]]] = {}
    for draft in drafts:
        ranks.setdefault(_name(draft), Counter())[_rank(draft)] += 1
    return [_with_parent(draft, drafts) if _yields(draft, ranks[_name(draft)]) else draft for draft in drafts]


def _rank(draft: Draft) -> tuple[bool, bool]:
    """The rank of a draft for its title: numbered rules first, terms explained in passing last."""
    return not draft.spans, not draft.number


def _yields(draft: Draft, ranks: Mapping[tuple[bool, bool], int]) -> bool:
    rank = _rank(draft)
    return min(ranks) < rank or ranks[rank] > 1


def _name(draft: Draft) -> tuple[str, str, bool]:
    return draft.part, draft.title.casefold(), draft.term


def _with_parent(draft: Draft, drafts: Sequence[Draft]) -> Draft:
    parent = drafts[draft.parent].title if draft.parent is not None else ""
    if not parent or parent.casefold() == draft.title.casefold():
        return draft
    return replace(draft, title=f"{parent}: {draft.title}", aliases=(draft.title, *draft.aliases))


def _with_entries(drafts: list[Draft]) -> list[Draft]:
    """Give terms the rule of the same name: the one in the part that the term cites, or else the only one."""
    rules: dict[str, list[int]] = {}
    for index, draft in enumerate(drafts):
        for name in () if draft.term else {plain(name) for name in (draft.title, *draft.aliases)}:
            rules.setdefault(name, []).append(index)
    return [
        replace(draft, entry=_entry(drafts, rules.get(plain(draft.title), []), draft)) if draft.term else draft
        for draft in drafts
    ]


def _entry(drafts: Sequence[Draft], rules: list[int], term: Draft) -> int | None:
    cites = _CITED.findall(term.text)
    if cites:
        part, number = cites[-1]
        rules = [index for index in rules if plain(drafts[index].part) == plain(part)]
        counted = [index for index in rules if number in {one.number for one in (drafts[index], *_around(drafts[index], drafts))}]
        rules = counted or rules
    return rules[0] if len(rules) == 1 or (rules and cites) else None
