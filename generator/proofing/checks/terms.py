"""The term base in translations: the glossary's word for each English term, no forbidden words, one name for one thing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from ...german.name_forms import spellings
from ...model.findings import Finding
from ...model.library import Library, name_key
from ...model.places import place
from ...model.values import Entry, Term
from ...references.graph import fields_of
from ..english_left import NamesLeft, sentences_left
from ..english_names import EnglishNames, english_key
from ..renderings import own_prose, sides, term_base_of
from ..structure import beside
from ..term_base import Rendering, TermBase
from ..term_match import GermanNames
from .pieces import About, Piece, Thing

_BRACKETS = re.compile(r"(?:(?<!\s)\s++)?\([^()]*\)")


def terms_are_kept(library: Library, about: About) -> Iterator[Piece]:
    """B001, B002: if an entry's English names a term, its German uses the glossary's word; no text uses a forbidden one."""
    for thing in about.texts:
        base = term_base_of(library, thing.system)
        kept = partial(terms_of, base, thing) if isinstance(thing, Entry) else partial(_none_forbidden, base, thing)
        yield Piece((base.mark, thing), kept)
    for concept in about.concepts:
        for system, note in concept.notes.items():
            base = term_base_of(library, system)
            yield Piece((base.mark, concept), partial(_forbidden, base, concept, f"notes.{system}", note))


def terms_of(base: TermBase, entry: Entry) -> Iterator[Finding]:
    """The findings on one entry's words."""
    for field, german in (("title", entry.title), *fields_of(entry)):
        yield from _forbidden(base, entry, field, german)
    for field, english, german, context in sides(entry):
        if english and german and field != "title":
            strange = field == "short" and any(german[match.start].isupper() for _, match in base.foreign(english, german))
            yield from _missing(base, entry, field, english, german, "" if strange else context)


def _none_forbidden(base: TermBase, term: Term) -> Iterator[Finding]:
    for field, german in fields_of(term):
        yield from _forbidden(base, term, field, german)


def _missing(base: TermBase, entry: Entry, field: str, english: str, german: str, context: str) -> Iterator[Finding]:
    for verdict in base.verdicts(english, german, context):
        if verdict.kind == "missing":
            name = verdict.rendering.german[0]
            message = f"„{verdict.written}“ im Englischen heißt im Glossar „{name}“; im Deutschen fehlt das ({field})."
            at = place(entry, field, german, beside(german, english, verdict.written))
            yield Finding("B001", at, message, "Nimm das Wort des Glossars, oder nenne unter „allow“ ein weiteres.")


def _forbidden(base: TermBase, thing: Thing, field: str, german: str) -> Iterator[Finding]:
    for rendering, match in base.forbidden(own_prose(german)):
        message = f"„{german[match.start : match.end]}“ soll nicht benutzt werden ({_says(rendering)})."
        yield Finding("B002", place(thing, field, german, match.start), message, f"Schreibe „{rendering.german[0]}“.")


def german_is_german(library: Library, about: About) -> Iterator[Piece]:
    """B006: no sentence of a German text is English, and no term in it."""
    for system in {*(it.system for it in about.texts), *(system for one in about.concepts for system in one.notes)}:
        base = term_base_of(library, system)
        named = partial(_named, base)
        for thing in (it for it in about.texts if it.system == system):
            yield Piece((base.mark, thing), partial(_left_in, named, thing))
        for concept in (one for one in about.concepts if system in one.notes):
            notes = [(f"notes.{system}", concept.notes[system])]
            yield Piece((base.mark, concept), partial(_english_in, named, concept, notes))
    for concept in about.concepts:
        fields = [one for one in fields_of(concept) if not one[0].startswith("notes.")]
        yield Piece((concept,), partial(_english_in, lambda: NamesLeft({}), concept, fields))


@lru_cache(maxsize=16)
def _named(base: TermBase) -> NamesLeft:
    """The English names for which the glossary has German ones."""
    bound = (one for one in base.renderings if one.binding and one.german and one.english)
    return NamesLeft({one.english: one.german[0] for one in bound if not _is_german_too(one)})


def _is_german_too(rendering: Rendering) -> bool:
    """Whether the glossary also allows the English name in German."""
    return rendering.english.casefold() in (name.casefold() for name in rendering.german)


def _names_in_english(thing: Entry | Term, field: str) -> bool:
    """Whether a cell is in the column with the English names of a table's rows."""
    data = (thing.data or {}) if isinstance(thing, Entry) else {}
    columns, titles = list(data.get("columns") or []), list(data.get("row_titles") or [])
    return len(titles) > 1 and titles[-1] in columns and field.endswith(f"][{columns.index(titles[-1])}]")


def _left_in(named: Callable[[], NamesLeft], thing: Entry | Term) -> Iterator[Finding]:
    return _english_in(named, thing, (one for one in fields_of(thing) if not _names_in_english(thing, one[0])))


def _english_in(named: Callable[[], NamesLeft], thing: Thing, fields: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    for field, text in fields:
        prose = own_prose(text)
        for left in (*sentences_left(prose), *named().find(prose)):
            written = " ".join(left.written.split())
            hint = f"Im Glossar heißt es „{left.better}“." if left.better else "Übersetze den Satz."
            message = f"„{written[:60]}“ ist Englisch ({field})."
            yield Finding("B006", place(thing, field, text, left.start), message, hint)


def _says(rendering: Rendering) -> str:
    return f"Glossar: „{rendering.german[0]}“" + (f" für „{rendering.english}“" if rendering.english else "")


Named = Entry | Term


def names_are_one_to_one(library: Library) -> Iterator[Finding]:
    """B003, B004: one English term has one German name in a system, and one German name one English term."""
    for system in library.systems:
        named: list[Named] = [*library.system_terms(system), *library.system_entries(system)]
        pairs = [(english_key(one.title_en), name_key(one.title), one) for one in named if one.title_en]
        for same in _groups(((english, german), one) for english, german, one in pairs):
            other, one = _different(same, _one_name)
            if one:
                message = f"„{one.title_en}“ heißt hier „{one.title}“, in {_where(other)} „{other.title}“."
                hint = "Einigt euch auf ein Wort; meint der englische Begriff zweierlei, vermerkt das mit „waivers“."
                yield Finding("B003", place(one, "title"), message, hint)
        for same in _groups(((german, english), one) for english, german, one in pairs):
            other, one = _different(same, _one_english_name)
            if one:
                message = f"„{one.title}“ steht hier für „{one.title_en}“, in {_where(other)} für „{other.title_en}“."
                hint = "Gib einem der beiden einen eigenen Namen; sind sie dasselbe, dann dasselbe Englisch."
                yield Finding("B004", place(one, "title"), message, hint)


def _groups(keyed: Iterator[tuple[tuple[str, str], Named]]) -> Iterator[Sequence[tuple[str, Named]]]:
    """Group items by the first part of their key and keep groups that differ in the second."""
    groups: dict[str, list[tuple[str, Named]]] = defaultdict(list)
    for (shared, other), one in keyed:
        groups[shared].append((other, one))
    yield from (group for group in groups.values() if len({other for other, _ in group}) > 1)


def _different(group: Sequence[tuple[str, Named]], alike: Callable[[Named, Named], bool]) -> tuple[Named, Named | None]:
    """The first of a group, and the first other with neither a similar name nor the same entry."""
    key, first = group[0]
    own = _page(first)
    others = (one for other, one in group[1:] if other != key and _page(one) != own)
    return first, next((one for one in others if not alike(first, one)), None)


def _one_name(one: Named, other: Named) -> bool:
    """Whether two German names differ in number, article or brackets only: "Der Rettungswurf", "Rettungswürfe"."""
    plain = next(iter(spellings(_BRACKETS.sub("", other.title)))).text
    found = GermanNames([_BRACKETS.sub("", one.title)]).find(plain)
    return any(match.kind == "form" and match.end - match.start == len(plain) for match in found)


def _one_english_name(one: Named, other: Named) -> bool:
    """Whether two English names differ in their form or order only: "Move", "Moving"; "Hit Roll", "Roll to Hit"."""
    if _without_small_words(one) == _without_small_words(other):
        return True
    return any(match.end - match.start == len(other.title_en) for match in EnglishNames([one.title_en]).find(other.title_en))


def _without_small_words(one: Named) -> list[str]:
    return sorted(word for word in english_key(one.title_en).split() if word not in ("of", "to", "for", "in"))


def _page(one: Named) -> str:
    return f"{one.system}/{one.entry}" if isinstance(one, Term) and one.entry else one.id


def _where(one: Named) -> str:
    at = place(one, "title")
    return f"{at.path}:{at.line}"


def same_names_say_the_same(library: Library, about: About) -> Iterator[Finding]:
    """B005: entries of a system with the same German and English name have the same short rule.

    Skips entries of which one names the other under `see`: their writer knew of both.
    """
    for entry in about.entries:
        if entry.title_en and entry.short:
            same = [one for one in library.titled(entry.system, entry.title) if one.title_en and one.short]
            other = next(one for one in same if len(same) == 1 or english_key(one.title_en) == english_key(entry.title_en))
            if other.short != entry.short and other.id not in entry.see and entry.id not in other.see:
                message = f"„{entry.title}“ gibt es auch in {_where(other)}, mit anderer Kurzregel."
                hint = "Ist es dieselbe Regel, dann mit demselben Wortlaut; sonst nenne eine bei der anderen unter „see“."
                yield Finding("B005", entry.lines.get("short", entry.location), message, hint)


CHECKS = (terms_are_kept, german_is_german, same_names_say_the_same)
