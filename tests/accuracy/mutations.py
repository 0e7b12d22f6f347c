"""Change each short rule as a slip would, one word at a time, and count the changes that `check` notices; or bodies, by samples.

python -m tests.accuracy.mutations [--kind KIND] [--missed N] [--without-english] [--bodies N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from nachschlag.generator import load
from nachschlag.generator.model.findings import Finding
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.generator.proofing.checks import CHECKS
from nachschlag.generator.proofing.checks.facts import languages_agree
from nachschlag.generator.proofing.checks.language import slips_of
from nachschlag.generator.proofing.checks.pieces import About, Piece
from nachschlag.generator.proofing.checks.short_rules import Rule, of_rule, rule_of
from nachschlag.generator.proofing.checks.terms import terms_of
from nachschlag.generator.proofing.facts import facts
from nachschlag.generator.proofing.renderings import give_term_base, renderings, term_base_of
from nachschlag.generator.proofing.term_base import TermBase
from nachschlag.generator.proofing.term_match import GermanNames


def of_entry(base: TermBase, rule: Rule) -> Iterator[Finding]:
    """What `check` says about one entry's texts."""
    yield from languages_agree(rule.entry)
    yield from terms_of(base, rule.entry)
    yield from of_rule(base, rule)
    yield from (finding for finding in slips_of(rule.entry) if finding.code == "S007")


ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Mutation:
    """An entry's short rule or body (`field`) with one slip: its kind, the new text, and the old words, the new ones, and their
    place.
    """

    kind: str
    entry: Entry
    text: str
    before: str
    after: str
    start: int
    field: str = "short"

    @property
    def changed(self) -> Entry:
        return replace(self.entry, **{self.field: self.text})


def _swaps(kind: str, entry: Entry, pairs: dict[str, str]) -> Iterator[Mutation]:
    both = pairs | {after: before for before, after in pairs.items()}
    for match in re.finditer(rf"\b(?:{'|'.join(both)})\b", entry.short, re.IGNORECASE):
        other = both[match[0].lower()]
        yield _at(kind, entry, match.span(), other.capitalize() if match[0][0].isupper() else other)


def _at(kind: str, entry: Entry, span: tuple[int, int], after: str) -> Mutation:
    start, end = span
    return Mutation(kind, entry, entry.short[:start] + after + entry.short[end:], entry.short[start:end], after, start)


#: Facts that are rules of the system, not citations.
_DIGITS = re.compile(r"\d+(?:[.,]\d+)?")
_WORDS = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn")


def numbers(entry: Entry) -> Iterator[Mutation]:
    """Every number one up and one down, in digits and in words; no numbers of rules and chapters."""
    for fact in facts(entry.short, "de"):
        written = entry.short[fact.start : fact.end]
        if fact.kind in ("citation", "parameter"):
            continue
        if (
            fact.exact
            and (digits := list(_DIGITS.finditer(written)))
            and (fact.kind != "number" or fact.needed or written == "1")
        ):
            number = digits[-1] if fact.kind in ("modifier", "dice") else digits[0]
            if re.fullmatch(r"\d+", number[0]):
                for value in (int(number[0]) + 1, int(number[0]) - 1):
                    if value >= 0:
                        at = (fact.start + number.start(), fact.start + number.end())
                        yield _at("number ±1", entry, at, str(value))
        elif written.lower() in _WORDS[1:12]:
            at_word = _WORDS.index(written.lower())
            for other in (at_word + 1, at_word - 1) if at_word > 1 else (2,):
                word = _WORDS[other]
                yield _at("number ±1", entry, (fact.start, fact.end), word.capitalize() if written[0].isupper() else word)


_UNIT = re.compile(r"(?<=\d)(\"| cm\b| mm\b| Zoll\b|°| %)")
_OTHER_UNIT = {'"': " cm", " cm": '"', " mm": " cm", " Zoll": " cm"}


def units(entry: Entry) -> Iterator[Mutation]:
    """Every unit dropped; every unit of length exchanged for another."""
    for match in _UNIT.finditer(entry.short):
        yield _at("unit dropped", entry, match.span(), "")
        if other := _OTHER_UNIT.get(match[1]):
            yield _at("unit swapped", entry, match.span(), other)


def comparators(entry: Entry) -> Iterator[Mutation]:
    """höchstens for mindestens, vor for nach, über for unter, and back."""
    yield from _swaps("höchstens↔mindestens", entry, {"höchstens": "mindestens"})
    yield from _swaps("vor↔nach", entry, {"vor": "nach", "bevor": "nachdem", "vorher": "nachher"})
    yield from _swaps("über↔unter", entry, {"über": "unter"})


def signs(entry: Entry) -> Iterator[Mutation]:
    """Every sign of a modifier turned."""
    for match in re.finditer(r"(?<![\w)\]\"])[+–−-](?=\d)(?!\d+\s?[+–])", entry.short):
        yield _at("sign", entry, match.span(), "–" if match[0] == "+" else "+")


_LOST = {"nicht": "", "nie": "immer", "niemals": "immer", "nichts": "etwas", "ohne": "mit", "weder": "sowohl"}


def negations_lost(entry: Entry) -> Iterator[Mutation]:
    """Every negation taken out: "nicht" and its like, "kein" made "ein"."""
    for match in re.finditer(
        r"\b(?:nicht|nie|niemals|nichts|ohne|weder|(k)ein(?:e[rnms]?)?)\b(?!-) ?", entry.short, re.IGNORECASE
    ):
        word = match[0].strip()
        other = word[1:] if match[1] else _LOST[word.lower()]
        other = other.capitalize() if word[0].isupper() else other
        start, end = match.span()
        if not other and not match[0].endswith(" ") and entry.short[start - 1 : start] == " ":
            start -= 1  # no space before a full stop, which `check` would see
        yield _at("negation lost", entry, (start, end), f"{other} " if other and match[0].endswith(" ") else other)


_FINITE = re.compile(
    r"\b(?:darf|dürfen|kann|können|muss|müssen|ist|sind|wird|werden|hat|haben|gilt|gelten|zählt|zählen|bleibt|bleiben|erhält|erhalten"
    r"|verliert|verlieren|kommt|kommen|steht|stehen|macht|machen|bekommt|bekommen"
    r"|trifft|treffen|endet|enden|kostet|bewegt|nimmt)\b(?! nicht| kein)",
    re.IGNORECASE,
)


def negations_put_in(entry: Entry) -> Iterator[Mutation]:
    """ "nicht" after a verb, "kein" for "ein"."""
    for match in _FINITE.finditer(entry.short):
        yield _at("negation put in", entry, match.span(), f"{match[0]} nicht")
    for match in re.finditer(r"\b[Ee]in(?:e[rnms]?)?\b(?= \w)(?! (?:anderes?r?n?|Teil|weiter|oder|und))", entry.short):
        yield _at("negation put in", entry, match.span(), ("K" if match[0][0] == "E" else "k") + match[0].lower())


def terms(library: Library, seed: int) -> Callable[[Entry], Iterator[Mutation]]:
    """Every term of the glossary exchanged for another of the same system, chosen by chance."""
    names = {system: _names(library, system) for system in library.systems}

    def exchanged(entry: Entry) -> Iterator[Mutation]:
        chance = random.Random(f"{seed} {entry.id}")
        finder = names[entry.system]
        for match in finder.find(entry.short):
            if match.kind == "form" and len(match.spans) == 1:
                written = entry.short[match.start : match.end]
                others = [name for name in finder.names if name.casefold()[:4] != finder.names[match.name].casefold()[:4]]
                other = chance.choice(others)
                yield _at("term", entry, (match.start, match.end), other.upper() if written.isupper() else other)

    return exchanged


def _names(library: Library, system: str) -> GermanNames:
    titles = (re.sub(r"\s*\([^)]*\)", "", term.title) for term in library.system_terms(system))
    return GermanNames(sorted({title for title in titles if re.fullmatch(r"[\w -]{3,}", title)}))


def mutations(library: Library, seed: int = 1) -> Iterator[Mutation]:
    """All slips in all short rules."""
    exchanged = terms(library, seed)
    for entry in library.entries.values():
        for make in (numbers, units, comparators, signs, negations_lost, negations_put_in, exchanged):
            yield from (one for one in make(entry) if one.text != entry.short)


def in_bodies(library: Library, each: int, seed: int) -> Iterator[Mutation]:
    """The same number of slips of each kind in the bodies of each system, chosen by chance."""
    kinds: dict[tuple[str, str], list[Mutation]] = defaultdict(list)
    as_short = [replace(entry, short=entry.text, text="") for entry in library.entries.values()]
    for one in mutations(Library(library.systems.values(), as_short, library.terms.values()), seed):
        kinds[one.kind, one.entry.system].append(replace(one, entry=library.entries[one.entry.id], field="text"))
    for (kind, system), ones in sorted(kinds.items()):
        yield from random.Random(f"{seed} {kind} {system}").sample(ones, min(each, len(ones)))


def noticed_in_bodies(library: Library, found: Iterable[Mutation]) -> Iterator[tuple[Mutation, list[Finding]]]:
    """Each slip in a body with the findings that it causes: on the entry, and on texts elsewhere that say the same."""
    known: dict[str, set[tuple[str, str]]] = {}
    for one in found:
        if one.entry.id not in known:
            known[one.entry.id] = {(f.code, f.message) for f in _findings_about(library, one.entry)}
        entries = {**library.entries, one.entry.id: one.changed}.values()
        now = Library(library.systems.values(), entries, library.terms.values(), library.concepts.values())
        give_term_base(now, one.entry.system, renderings(library, one.entry.system))
        found_now = _findings_about(now, now.entries[one.entry.id])
        yield one, [f for f in found_now if (f.code, f.message) not in known[one.entry.id]]


def _findings_about(library: Library, entry: Entry) -> Iterator[Finding]:
    """The findings that an entry's values decide, even on others, without those on outdated reviews."""
    of_system = (library.system_entries(entry.system), library.system_terms(entry.system))
    about = About(*of_system, library.concepts.values())
    for piece in (piece for check in CHECKS for piece in check(library, about) if isinstance(piece, Piece)):
        if any(value is entry for value in piece.of):
            yield from (finding for finding in piece.find() if finding.code[0] != "G")


def noticed(library: Library, found: Iterator[Mutation]) -> Iterator[tuple[Mutation, list[Finding]]]:
    """Each slip with the findings that the entry did not have before."""
    known: dict[str, set[tuple[str, str]]] = {}
    for one in found:
        base, rule = term_base_of(library, one.entry.system), rule_of(library, one.entry)
        if one.entry.id not in known:
            known[one.entry.id] = {(f.code, f.message) for f in of_entry(base, rule)}
        changed = replace(rule, entry=one.changed)
        yield one, [f for f in of_entry(base, changed) if (f.code, f.message) not in known[one.entry.id]]


def _about(one: Mutation) -> str:
    """The line with the slip."""
    start, end = one.text.rfind("\n", 0, one.start) + 1, one.text.find("\n", one.start)
    return one.text[start : end if end >= 0 else None]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy.mutations", description=__doc__.splitlines()[0])
    parser.add_argument("--project", type=Path, default=ROOT)
    parser.add_argument("--kind", help="only kinds that begin so")
    parser.add_argument("--missed", type=int, default=0, metavar="N", help="list N missed slips of each kind")
    parser.add_argument("--without-english", action="store_true", help="leave the rules' English out: what the body alone shows")
    parser.add_argument(
        "--bodies", type=int, default=0, metavar="N", help="in bodies instead, N slips of each kind and game by chance"
    )
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    library, _ = load(args.project)
    if args.without_english:
        entries = [replace(entry, short_en="", text_en="") for entry in library.entries.values()]
        library = Library(library.systems.values(), entries, library.terms.values(), library.concepts.values())
    made, seen, codes = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    missed: dict[str, list[Mutation]] = {}
    every = in_bodies(library, args.bodies, args.seed) if args.bodies else mutations(library, args.seed)
    slips = (one for one in every if one.kind.startswith(args.kind or ""))
    for one, findings in (noticed_in_bodies if args.bodies else noticed)(library, slips):
        made[one.kind] += 1
        seen[one.kind] += bool(findings)
        codes.update((one.kind, code) for code in {f.code for f in findings})
        if not findings:
            missed.setdefault(one.kind, []).append(one)
    print(f"{'':24}{'slips':>8}{'noticed':>9}{'':>8}  by code")
    for kind in made:
        by = ", ".join(f"{code} {n}" for (of, code), n in sorted(codes.items()) if of == kind)
        print(f"{kind:24}{made[kind]:8}{seen[kind]:9}{seen[kind] / made[kind]:8.3f}  {by}")
    chance = random.Random(args.seed)
    for kind, ones in missed.items():
        for one in chance.sample(ones, min(args.missed, len(ones))):
            print(f"{kind}: {one.entry.id}: „{one.before}“ → „{one.after}“\n    {_about(one)}\n    {one.entry.short_en}")


if __name__ == "__main__":
    main()
