"""Short rules, definitions and notes say no more than the rule: numbers, limits, order, terms, each against the sentence nearest to
it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from ...german.negation import may_deny
from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Entry, Location
from ...prose.plain import texts_in
from ..bearing import Bearing, Source
from ..borne_terms import unborne_terms
from ..denial_match import affirmed_in_rule, denied_in_rule
from ..facts import NUMBER, Fact, facts
from ..renderings import term_base_of
from ..short_match import Widening, widenings
from ..structure import divided, rows
from ..term_base import TermBase
from .pieces import About, Piece, quoted

_CODES = {"number": "Z003", "bound": "Z006", "term": "Z008", "negation": "Z009", "denial": "Z009"}
_HINTS = {
    "Z003": "Was in der Kurzregel steht, gehört auch in den Text; oder es ist falsch.",
    "Z006": "Sieh nach, was gilt, und gleiche beide an.",
    "Z008": "Ist der Begriff verwechselt? Sonst gehört er auch in den Text.",
    "Z009": "Fehlt in der Kurzregel ein „nicht“ oder „kein“?",
}
#: The most characters of a rule's sentence that a finding quotes.
_QUOTED = 90


_ITEM = re.compile(r"^[^\S\n]*[-*] ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry with its parent and children, which may also bear out its short rule."""

    entry: Entry
    above: Entry | None
    below: tuple[Entry, ...]

    @property
    def values(self) -> tuple[Entry | None, ...]:
        return (self.entry, self.above, *self.below)

    def bearing(self) -> Bearing:
        return Bearing(ruling(self.entry), [*shown(self.entry), *self.nearby()])

    def nearby(self) -> Iterator[Source]:
        """The texts of its parent and its children."""
        for one in (*self.below, self.above):
            if one:
                yield from (Source(one.short, one.id, "short"), *ruling(one), *shown(one))

    def counts(self) -> tuple[Fact, ...]:
        """Counts of list items, table rows and children ("21 Begriffe" is right if 21 are listed), and the title's numbers."""
        entry = self.entry
        items = len(_ITEM.findall(entry.text))
        table = len((entry.data or {}).get("rows") or rows(entry.text)[1:])
        return tuple(Fact(NUMBER, str(count), 0, 0) for count in (items, table, len(self.below)))


def rule_of(library: Library, entry: Entry) -> Rule:
    """An entry with its neighbours."""
    return Rule(entry, library.entries.get(entry.parent), tuple(library.children(entry.id)))


def short_rules_follow_the_rule(library: Library, about: About) -> Iterator[Piece]:
    """Z003, Z006, Z008, Z009: the short rule's numbers, limits, terms and negations are the rule's."""
    for rule in (rule_of(library, entry) for entry in about.entries):
        base = term_base_of(library, rule.entry.system)
        yield Piece((base.mark, *rule.values), partial(of_rule, base, rule))


def of_rule(base: TermBase, rule: Rule) -> Iterator[Finding]:
    """The findings on one short rule."""
    entry = rule.entry
    if not entry.short or not any(text.strip() for _, text in full(entry)):
        return
    bearing = rule.bearing()
    found = list(widenings(entry.short, bearing, [*rule.counts(), *facts(entry.title, "de")]))
    agrees = bool(entry.short_en) and not may_deny(entry.short_en)  # then the surplus negation is the rule's
    found += denied_in_rule(entry.short, bearing, backed=bool(entry.short_en) and not agrees, surely=agrees)
    found += affirmed_in_rule(entry.short, bearing)
    if entry.short_en and (foreign := base.foreign(entry.short_en, entry.short)):
        found += unborne_terms(entry.short, foreign, bearing, base.loses(entry.short_en, entry.short))
    yield from _findings(found, entry.short, entry, partial(place, entry, "short", entry.short), "Die Kurzregel")


def definitions_follow_the_rule(library: Library, about: About) -> Iterator[Piece]:
    """Z003, Z006: a term's definition has only its entry's measures, limits and orders."""
    for term in about.terms:
        if (entry := library.entries.get(f"{term.system}/{term.entry}")) and term.definition:
            rule = rule_of(library, entry)
            at = partial(place, term, "definition", term.definition)
            yield Piece((term, *rule.values), partial(_of_text, term.definition, at, (rule,), "Die Definition"))


def notes_follow_the_rules(library: Library, about: About) -> Iterator[Piece]:
    """Z003, Z006: a concept's note on a system has only its entries' measures, limits and orders."""
    for concept in about.concepts:
        for system, note in concept.notes.items():
            told = [library.entries[one] for one in concept.entries.get(system, ()) if one in library.entries]
            if told:
                rules = tuple(rule_of(library, entry) for entry in told)
                values = (value for rule in rules for value in rule.values)
                at, what = partial(place, concept, f"notes.{system}", note), f"Die Notiz zu „{concept.title}“"
                find = partial(_of_text, note, at, rules, what, lenient=True)
                yield Piece((concept, system, *values), find)


def _of_text(
    text: str, at: Callable[..., Location], about: tuple[Rule, ...], what: str, *, lenient: bool = False
) -> Iterator[Finding]:
    """The findings on a text about these rules."""
    told = [one.entry for one in about]
    own = [source for one in told for source in (Source(one.short, one.id, "short"), *ruling(one))]
    near = [source for one in about for source in (*shown(one.entry), *one.nearby())]
    more = [fact for one in about for fact in (*one.counts(), *facts(one.entry.title, "de"))]
    found = widenings(text, Bearing(own, near, lenient=lenient), more, bare=False)
    yield from _findings(found, text, about[0].entry, at, what)


def _findings(found: Iterable[Widening], text: str, entry: Entry, at: Callable[..., Location], what: str) -> Iterator[Finding]:
    for one in {(widening.kind, text[widening.start : widening.end]): widening for widening in found}.values():
        code = _CODES[one.kind]
        words = text[one.start : one.end] if one.kind != "bound" else _with_object(text, one.end, text[one.start : one.end])
        hint = "Sagt die Regel das ohne „nicht“ oder „kein“?" if one.kind == "denial" else _HINTS[code]
        here = at(offset=one.start)
        yield Finding(code, here, f"{what} sagt „{words}“, {_beside(one, entry, here)}.", hint)


def _with_object(text: str, end: int, words: str) -> str:
    return f"{words} {' '.join(text[end:].split()[:2])}".rstrip(" ,.;:")


def _beside(one: Widening, entry: Entry, here: Location) -> str:
    if one.sentence is None:
        return "die Regel nirgends"
    source = one.sentence.source
    own = source.entry == entry.id and here.path == entry.location.path
    where = f"Zeile {place(entry, source.field, source.text, one.sentence.start).line}" if own else source.entry
    return f"die Regel nicht; am nächsten kommt ({where}): {quoted(one.sentence.text, _QUOTED).rstrip('.')}"


#: Blocks that illustrate or discuss the rules around them.
_SHOWN = ("beispiel", "bild", "hinweis", "regeltext")
_divided = lru_cache(maxsize=2048)(partial(divided, blocks=_SHOWN))


def ruling(entry: Entry) -> Iterator[Source]:
    """An entry's texts without examples, drawings, hints and remarks."""
    yield from (Source(_divided(text)[0] if field == "text" else text, entry.id, field) for field, text in full(entry))


def shown(entry: Entry) -> Iterator[Source]:
    """An entry's examples, drawings, hints and remarks."""
    yield Source(_divided(entry.text)[1], entry.id)


def full(entry: Entry) -> Iterator[tuple[str, str]]:
    """An entry's full texts with their fields."""
    yield "text", entry.text
    yield from (("card", text) for text in texts_in(entry.card))
    yield from (("data", text) for text in texts_in(entry.data))


CHECKS = (short_rules_follow_the_rule, definitions_follow_the_rule, notes_follow_the_rules)
