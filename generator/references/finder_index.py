"""A system's names as one compact file, by which a finder in a browser links texts with the same rules as `nachschlag link`.

Everything that German needs is done here: each word has all its forms, each name its possible meanings. The finder's patterns and
word lists travel along, translated from Python's regular expressions to JavaScript's, so that both finders decide by the same ones.

    entries   [slug, part, kind, number, parent?]: what names and numbers lead to; part and parent are positions, -1 is none
    words     a word's forms as "stem,ending,ending", the name's own first
    names     [words, flags, targets, gaps?, article?, text?]: positions in `words`; targets are positions in `entries` with what kind of
              name it is (see `TARGET`); gaps is the punctuation between the words, if there is any; article is what it is printed
              with; text is an abbreviation as it has to be written
    elsewhere [part, number, entry]: the numbers of other places where the book states an entry's rule
    parts     names of parts → their positions; `default` is the part meant without one
    pages     the pages of the book with rules
    reach     how many letters back a pattern looks that ends at a place

Whatever is the same for all systems is in the script itself (see `TABLES`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from itertools import chain
from typing import Any

from ..german import between, context, tokens
from ..german.before import Before
from ..german.citation_patterns import part_forms
from ..german.lists import word_list, word_map
from ..german.rule_numbers import NUMERALS
from ..german.tokens import word_key
from ..model.library import Library, Name, pages_of, parameter, without_parameter
from ..model.values import Entry, OtherPlace, System
from . import name_fits, names
from .known_names import KnownName
from .markup_html import CLOSED, EMPHASIS, INLINE
from .name_fits import may_be_english
from .numbered import series_of
from .references import Vocabulary, known_names_of, vocabulary_of
from .resolve import MAY_BE, is_part, is_titled, part_of

#: Flags of a name, added up: its rank, its kind, which words are nouns; for an English name whether a single word, with or without
#: a capital, may be it.
RANK, EVERYDAY, ABBREVIATION, ENGLISH, BRACKET, NOUNS = 3, 4, 8, 16, 32, 64
#: A name's target: its position times this, and flags (see `_facts`).
TARGET = 64

#: The uses of patterns: `all` on a whole text, the others at a place, or before one if they say how far they look back.
_ALL = frozenset(["plain", "glue", "seam", "number", "spelled", "item"])
_BETWEEN = ["join", "range", "toPage", "onPage", "toTitle", "below", "toGloss", "toCited", "within", "and", "nextCell"]
_WHOLE = frozenset(["joint", "punctuated", "setOff", "zero", *_BETWEEN])
_LISTS = "indicators_before indicators_after side_of page_before citing_before not_citing placing before_loose"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


def finder_index(library: Library, system: System) -> dict[str, Any]:
    """The index of a system. The same content gives the same index.

    >>> finder_index(library, library.systems["t9a"])["system"]
    't9a'
    """
    vocabulary = vocabulary_of(library, system.id)
    known = known_names_of(library, system.id)
    entries = library.system_entries(system.id)
    terms = {
        n.target for k in known for n in library.named(system.id, without_parameter(k.name.text)) if not library.entry(n.target)
    }
    ids = {target: at for at, target in enumerate([*(entry.id for entry in entries), *sorted(terms)])}
    parts = {part.id: at for at, part in enumerate(system.parts)}
    written = [[_forms(k, i) for i in range(len(k.words))] for k in known]
    forms = {word: at for at, word in enumerate(sorted({*chain.from_iterable(written)}))}
    records = (_record(library, system, k, [forms[word] for word in words], ids) for k, words in zip(known, written, strict=True))
    return {
        "system": system.id,
        "name": system.name,
        "entries": [_target(library, system, target, parts, ids) for target in ids],
        "elsewhere": [
            [parts[place.part], _number(system, place), at]
            for at, entry in enumerate(entries)
            for place in entry.places
            if place.number and place.part in parts
        ],
        "parts": {
            form: at
            for at, part in enumerate(system.parts)
            for form in (part.id, *sorted(part_forms(part.title)), *part.abbreviations)
        },
        "default": next((parts[part.id] for part in system.parts if part.default), -1),
        "pages": sorted({page for entry in entries for page in pages_of(entry)}),
        "words": list(forms),
        "names": sorted({repr(record): record for record in records}.values(), key=repr),
        **_rules(library, system, vocabulary),
    }


def _target(library: Library, system: System, target: str, parts: Mapping[str, int], ids: Mapping[str, int]) -> list[Any]:
    entry = library.entry(target)
    slug = target.removeprefix(f"{system.id}/")
    if entry is None:
        return [slug, parts.get(part_of(target, library), -1), "term", ""]
    record: list[Any] = [slug, parts.get(entry.part, -1), entry.kind, _number(system, entry)]
    return [*record, ids[entry.parent]] if entry.parent in ids else record


def _number(system: System, place: Entry | OtherPlace) -> str:
    """Series and figures of a rule's number in this place of the book ("table 6.2"); "" without one."""
    return f"{series_of(system, place.number.word)} {place.number.key}" if place.number else ""


def _forms(known: KnownName, i: int) -> str:
    """A word of a name with its forms: "kart,e,en"."""
    key = known.words[i]
    forms = [key, *sorted(known.forms[i] - {key})]
    stem = _beginning(forms)
    return ",".join([stem, *(form[len(stem) :] for form in forms)])


def _beginning(forms: list[str]) -> str:
    """The common beginning of all forms."""
    first, last = min(forms), max(forms)
    alike = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:alike]


def _record(library: Library, system: System, known: KnownName, words: list[int], ids: Mapping[str, int]) -> list[Any]:
    named = library.named(system.id, without_parameter(known.name.text))
    targets = [ids[name.target] * TARGET + _facts(library, system, name, known) for name in named if name.target in ids]
    facts = (known.everyday, known.abbreviation, known.english, known.text.endswith(")"))
    flags = known.rank + sum(flag for flag, fact in zip((EVERYDAY, ABBREVIATION, ENGLISH, BRACKET), facts, strict=True) if fact)
    shown = (
        known.nouns if not known.english else [may_be_english(known, is_capital=True), may_be_english(known, is_capital=False)]
    )
    flags += sum(NOUNS << i for i, one in enumerate(shown) if one)
    record: list[Any] = [words, flags, targets]
    optional: list[Any] = [
        list(known.gaps) if any(known.gaps) else [],
        known.article,
        known.text if known.abbreviation else "",
    ]
    while optional and optional[-1] in ("", []):
        optional.pop()
    return record + optional


def _facts(library: Library, system: System, name: Name, known: KnownName) -> int:
    """The kinds of a name's target and of the name itself, as flags."""
    entry = library.entry(name.target)
    facts = (
        name.type == "title",
        is_titled(entry, known.name.text),
        bool(parameter(name.text)),
        name.type == "term",
        entry is not None,
        is_part(system, entry),
    )
    return sum(fact << i for i, fact in enumerate(facts))


# -- patterns and lists ---------------------------------------------------------------------------------------------------------


def _rules(library: Library, system: System, vocabulary: Vocabulary) -> dict[str, Any]:
    citations = vocabulary.citations
    own = context.PATTERNS | citations.patterns()
    before = {name: pattern for name, pattern in own.items() if isinstance(pattern, Before)}
    patterns = {"plain": re.compile(r"[^\W_]+|&")} | tokens.PATTERNS | names.PATTERNS | name_fits.PATTERNS | between.PATTERNS
    patterns |= {name: pattern for name, pattern in own.items() if not isinstance(pattern, Before)}
    lists: dict[str, Any] = {name: sorted(word_list(name)) for name in _LISTS.split()}
    systems = sorted({word_key(name) for s in library.systems.values() for name in (s.name, s.short) if len(name) > 2})
    used = {word.casefold() for entry in library.system_entries(system.id) if entry.number for word in [entry.number.word]}
    return {
        "patterns": {
            "at": _translated(patterns, patterns.keys() - {*_ALL, *_WHOLE} | {"toTitle"}),
            "before": {name: javascript(pattern.pattern) for name, pattern in before.items()},
            "all": _translated(patterns, _ALL),
            "whole": {name: f"^(?:{pattern})$" for name, pattern in _translated(patterns, _WHOLE).items()},
        },
        "reach": {name: pattern.reach for name, pattern in before.items()},
        "lists": {
            **lists,
            **{why: sorted(kinds) for why, kinds in MAY_BE.items()},
            "abbreviations": sorted(citations.abbreviations),
            "closing": list(context.CLOSING),
            "compound_links": sorted(word_list("links")),
            "games": systems,
            "numbered": sorted(citations.numbered),
            "opening": list(context.OPENING),
            "part_ends": sorted(citations.part_ends),
        },
        "citing": {word: [c.kind, c.word, int(c.plural)] for word, c in sorted(citations.words.items())},
        "series": {word: series_of(system, own) for word, own in sorted(citations.own_words.items())},
        "spelled": {word: at for words in (NUMERALS, _ROMAN) for at, word in enumerate(words, 1)} if used else {},
        "kinds": dict(word_map("kind_words")),
    }


def _translated(patterns: Mapping[str, re.Pattern[str]], wanted: Set[str]) -> dict[str, str]:
    return {name: javascript(pattern) for name, pattern in patterns.items() if name in wanted}


#: Letters and digits as ranges: JavaScript's own classes of all scripts need the flag u, and take three times as long.
LATIN, FIGURES = "A-Za-zªµºÀ-ÖØ-öø-ʯ", "²³¹¼-¾⁰-⁹₀-₉⅐-↉"
_LETTER = rf"{LATIN}\u0370-\u1fffﬀ-ﬆ{FIGURES}"
_LETTER_OR_DIGIT = rf"{_LETTER}\d"
_WORD = rf"{_LETTER_OR_DIGIT}_"
_PIECE = re.compile(r"\[\^\\W\\d_\]|\[\^\\W_\]|\(\?P<|\(\?P=(\w+)\)|\(\?i:|\\.|\[\^?|\]|\)|\(|.", re.DOTALL)
#: Characters to escape in a JavaScript pattern; "-" only between square brackets.
_ESCAPED = frozenset("^$\\.*+?()[]{}|/dDsSuntrfv0")


def javascript(pattern: re.Pattern[str]) -> str:
    r"""A pattern's source in JavaScript's syntax; "(?i)" in front if case does not matter.

    >>> javascript(re.compile(r"(?P<word>[^\W\d_]+)\Z"))
    '(?<word>[A-Za-zªµºÀ-ÖØ-öø-ʯ\\u0370-\\u1fffﬀ-ﬆ²³¹¼-¾⁰-⁹₀-₉⅐-↉]+)$'
    """
    out, in_class, small = [], False, 0
    for match in _PIECE.finditer(pattern.pattern):
        piece = match[0]
        if small:
            small += (piece == "(") - (piece == ")")
        if piece in (r"[^\W\d_]", r"[^\W_]"):
            out.append(f"[{_LETTER_OR_DIGIT}]" if piece == r"[^\W_]" else f"[{_LETTER}]")
        elif piece == "(?P<":
            out.append("(?<")
        elif match[1]:
            out.append(rf"\k<{match[1]}>")
        elif piece == "(?i:":  # few browsers know it
            small = 1
            out.append("(?:")
        elif piece.startswith("\\"):
            out.append(_escape(piece, in_class))
        elif piece.startswith("[") and not in_class:
            in_class = True
            out.append(piece)
        elif in_class:
            in_class = piece != "]"
            out.append("\\[" if piece.startswith("[") else piece)
        elif small and piece.isalpha():
            out.append(f"[{piece.lower()}{piece.upper()}]")
        else:
            out.append(piece)
    return ("(?i)" if pattern.flags & re.IGNORECASE else "") + "".join(out)


def _escape(piece: str, in_class: bool) -> str:
    letter = piece[1]
    if letter == "w":
        return _WORD if in_class else f"[{_WORD}]"
    if letter == "W":
        return f"[^{_WORD}]"
    if letter == "b":
        return rf"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
    if letter == "Z":
        return "$"
    return piece if letter in _ESCAPED or (letter == "-" and in_class) else letter


#: The values for finding references that are the same for every system; a build writes them as the browser's module `shared.js`.
TABLES: Mapping[str, object] = {
    "ALPHANUMERIC": rf"{LATIN}\d{FIGURES}",
    "COUNTED": names.COUNTED,
    "DENIAL": context.DENIAL,
    "CLOSED": sorted(CLOSED - {"a"}),
    "EMPHASIS": sorted(EMPHASIS),
    "FLAGS": [RANK, EVERYDAY, ABBREVIATION, ENGLISH, BRACKET, NOUNS],
    "INLINE": sorted(INLINE),
    "LATIN": LATIN,
    "RANKS": [
        name_fits.WITH_ENDING,
        name_fits.OTHER_FORM,
        name_fits.SPELLING,
        name_fits.ENGLISH,
        name_fits.COMPOUND,
        name_fits.DOUBT,
    ],
    "SHORTEST_FIRST": name_fits.SHORTEST_FIRST,
}
