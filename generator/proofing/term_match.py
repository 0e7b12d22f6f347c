"""Find terms in German sentences, in any form. (English: `english_names.py`)

A match is, from strict to lenient, a form of the term ("Sturmangriffs", "rückt … vor"), a compound with it ("Reiterangriff",
"Angriffswurf"), or a word derived from it ("bewegt" for "Bewegung"). Forbidden words count only as forms and in compounds.

>>> [m.kind for m in GermanNames(["Vorrücken"]).find("Die Einheit rückt 2 Zoll vor und schießt.")]
['form']
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..german.clauses import FAR, all_words, clauses, is_noun, particle_after, runs
from ..german.inflection import adjective_forms, noun_forms
from ..german.lists import listed, word_list, word_map
from ..german.name_forms import spellings, word_forms
from ..german.tokens import Word, words
from ..german.verb_forms import is_infinitive, nouns_of, split_particle, verb_forms, verb_of, verbs_of_participle
from ..german.word_shapes import WHOLE_ADJECTIVE, WHOLE_SUFFIX

_VOWEL = re.compile(r"[aeiouyäöü]")
_GLUE = re.compile("[\u00ad\u200b*-]+")
#: The greatest distance between the words of a name.
_NEAR = 4


@dataclass(frozen=True, slots=True)
class Match:
    """A name (its index in the list) found in a text: `spans` are the matched words, `kind` is form, compound or derived."""

    name: int
    kind: str
    spans: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        return self.spans[0][0]

    @property
    def end(self) -> int:
        return self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of a word form: as a name, or as word `at` of one `way` to write it; `apart` is the particle that must follow.

    A `noun` has a capital, a `finite` form does not: "das Feuer" is not the verb feuern.
    """

    name: int
    at: int
    kind: str
    noun: bool = False
    apart: str = ""
    way: str = ""
    finite: bool = False


class GermanNames:
    """Names to look for in German text: titles, listed forms ("rückt … vor"), forbidden words, queries.

    `near` is the greatest distance between the words of a name: 1 for adjacent words.

    >>> GermanNames(["Zug"]).find("Der Spielerzug endet.")[0].kind
    'compound'
    >>> GermanNames(["Stand"]).find("Der Widerstand und der Abstand")
    []
    """

    def __init__(self, names: Sequence[str], near: int = _NEAR) -> None:
        self.names = list(names)
        self._near = near
        self._quick: re.Pattern[str] | None = None
        self._uses: dict[str, list[_Use]] = defaultdict(list)
        self._ways: dict[tuple[int, str], tuple[int, int]] = {}  # number of words, and greatest distance
        self._known: dict[tuple[str, bool], tuple[_Use, ...]] = {}
        for at, name in enumerate(self.names):
            for spelling in dict.fromkeys(s.text for s in spellings(name) if s.rank < 2 or "/" in name):
                self._add(at, spelling)

    def _add(self, at: int, name: str) -> None:
        if "…" in name:
            finite, _, particle = (part.strip().casefold() for part in name.partition("…"))
            self._uses[finite].append(_Use(at, 0, "form", apart=particle))
            return
        parts = tuple(word.key for word in words(name))
        if len(parts) > 1:
            self._add_words(at, name)
        elif parts:
            self._add_word(at, name.strip())

    def _add_words(self, at: int, name: str) -> None:
        """Add a name of several words. Small words ("der", "in") must occur in the text exactly as written."""
        written = tuple(name[word.start : word.end] for word in words(name))
        forms = word_forms(written, "term")
        if not is_infinitive(written[-1]) or split_particle(written[-1].casefold())[0]:
            self._add_way(at, written, forms, self._near)
            return
        verb = forms[-1] | verb_forms(written[-1]).joined
        self._add_way(at, written, [*forms[:-1], verb], self._near)
        if self._near > 1:  # "neu würfeln": "würfelt alle Würfel neu"
            self._add_way(at, (written[-1], *written[:-1]), [verb, *forms[:-1]], FAR)

    def _add_way(self, at: int, written: tuple[str, ...], forms: Sequence[frozenset[str]], near: int) -> None:
        way = " ".join(written)  # each spelling of a name is a separate way
        self._ways[at, way] = len(written), near
        for place, of_word in enumerate(forms):
            use = _Use(at, place, "form", way=way)
            for form in of_word:
                self._uses[form].append(use)

    def _add_word(self, at: int, name: str) -> None:
        small = name.casefold()
        if is_infinitive(name):
            self._add_verb(at, small, "form")
            self._add_forms(at, {small, small + "s"}, "form", noun=False)
            self._add_forms(at, {small[:-2], small[:-1]}, "verb stem", noun=True)
            for noun in nouns_of(name):
                self._add_forms(at, _noun_forms(noun), "derived", noun=True)
            return
        for verb in verbs_of_participle(small):
            self._add_verb(at, verb, "derived")
        adjective = WHOLE_ADJECTIVE.fullmatch(small) is not None
        if adjective or name[0].islower():
            forms = adjective_forms(small + "e") | {small}
            self._add_forms(at, forms | {"un" + form for form in forms if adjective}, "form", noun=False)
        if name[0].isupper() or name[0].isdigit():
            self._add_forms(at, _noun_forms(name), "form", noun=True)
            for verb in verb_of(name):
                self._add_verb(at, verb, "derived")
            if len(name) > 4 and not adjective and small not in word_list("plural_in_s"):
                self._add_forms(at, adjective_forms(small + "e") | {small}, "derived", noun=False)

    def _add_forms(self, at: int, forms: Iterable[str], kind: str, *, noun: bool) -> None:
        use = _Use(at, 0, kind, noun)
        for form in forms:
            self._uses[form].append(use)

    def _add_verb(self, at: int, infinitive: str, kind: str) -> None:
        verb = verb_forms(infinitive)
        self._add_forms(at, verb.joined - verb.finite, kind, noun=False)
        use = _Use(at, 0, kind, apart=verb.particle, finite=True)
        for form in verb.finite:
            self._uses[form].append(use)

    def find(self, text: str) -> list[Match]:
        """All occurrences of all names, by place; those of one name never overlap."""
        if not any(self._uses_of(text, word) for word in all_words(text)):
            return []  # as in most texts, if the names are forbidden ones
        found: list[Match] = []
        for sentence in clauses(text):
            found += self._in_sentence(text, sentence)
        return _apart(found)

    def may_occur(self, text: str) -> bool:
        """Quick test: False if no name can occur in a text. Pays off for few names in many texts."""
        if self._quick is None:
            keys = sorted(self._uses, key=len)
            least = [key for i, key in enumerate(keys) if not any(short in key for short in keys[:i])]
            self._quick = re.compile("|".join(map(re.escape, least)) or r"(?!)")
        return self._quick.search(_GLUE.sub("", text.casefold())) is not None

    def _in_sentence(self, text: str, sentence: Sequence[Word]) -> Iterator[Match]:
        several: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
        for i, word in enumerate(sentence):
            for use in self._uses_of(text, word):
                kind = "derived" if use.finite and is_noun(text, word) else use.kind
                if use.way:
                    several[use.name, use.way].append((i, use.at))
                elif not use.apart:
                    yield Match(use.name, kind, ((word.start, word.end),))
                elif (particle := particle_after(text, sentence, i, use.apart)) is not None:
                    yield Match(use.name, kind, ((word.start, word.end), (particle.start, particle.end)))
        for (name, way), places in several.items():
            length, near = self._ways[name, way]
            for run in runs(places, length, near) if len(places) >= length else ():
                yield Match(name, "form", tuple((sentence[i].start, sentence[i].end) for i in run))

    def _uses_of(self, text: str, word: Word) -> tuple[_Use, ...]:
        key, begins = word.key, text[word.start]
        capital = begins.isupper() or begins.isdigit()
        known = self._known.get((key, capital))
        if known is None:
            uses = [use for use in self._uses.get(key, ()) if use.kind != "verb stem" and (capital or not use.noun)]
            exact = {use.name for use in uses if use.kind == "form" and not use.way}
            compounds = self._compounds(key) if capital else ()
            uses += [use for use in compounds if use.name not in exact]
            known = self._known[key, capital] = tuple(dict.fromkeys(uses))
        return known

    def _compounds(self, key: str) -> Iterator[_Use]:
        """The uses of a capitalised word's parts: as its last part, as its first, as one in the middle."""
        if key.startswith(tuple(word_list("lookalikes"))):
            return
        uses, length = self._uses, len(key)
        for i in range(3, length - 2):
            if key[i:] in uses and _may_be_first(key[:i]) and not _has_particle(key, i):
                yield from self._part(key[i:], first=False)
            for link in listed("links"):
                if key[: i - len(link)] in uses and key[:i].endswith(link) and _may_be_rest(key[i:]):
                    yield from self._part(key[: i - len(link)], first=True)
            for j in range(i + 5, length - 2):
                if key[i:j] in uses and _may_be_first(key[:i]) and _may_be_rest(key[j:]):
                    yield from self._part(key[i:j], first=False)

    def _part(self, part: str, *, first: bool) -> Iterator[_Use]:
        """The uses of a part of a compound: nouns, infinitives, and a verb's stem as its first part ("Rückzugsbewegung")."""
        for use in self._uses[part] if len(part) > 2 else ():
            if use.way or use.apart:
                continue
            if use.kind == "form" and (use.noun or is_infinitive(part)):
                yield _Use(use.name, 0, "compound", noun=True)
            elif first and use.kind == "verb stem" and len(part) > 3:
                yield _Use(use.name, 0, "derived", noun=True)


def _noun_forms(name: str) -> set[str]:
    """Forms of a noun, case folded; abbreviations do not change, foreign names have a plural in -s."""
    small = name.casefold()
    if name.isupper() and len(name) < 5:
        return {small, small + "s"}
    forms = noun_forms(name.capitalize() if name.isupper() else name)
    return {form.casefold() for form in forms if len(form) > 2} | {small, small + "s"}


def _may_be_first(part: str) -> bool:
    return part not in word_list("no_first_part") and len(part) > 2 and _VOWEL.search(part) is not None


def _has_particle(key: str, at: int) -> bool:
    """Whether a word ends in the noun of a verb with a particle: "Mindestabstand" ends in Abstand, not in Stand."""
    return key[at:].startswith(tuple(word_map("nouns_of_verbs"))) and key[:at].endswith(tuple(word_list("separable")))


def _may_be_rest(rest: str) -> bool:
    return len(rest) > 2 and _VOWEL.search(rest) is not None and not WHOLE_SUFFIX.fullmatch(rest)


_ORDER = {"form": 0, "compound": 1, "derived": 2}


def _apart(found: list[Match]) -> list[Match]:
    """The matches by place; if two of one name share a word, keeps the stricter."""
    taken: dict[int, set[tuple[int, int]]] = defaultdict(set)
    kept = []
    for match in sorted(found, key=lambda m: (_ORDER[m.kind], -len(m.spans), m.start)):
        if taken[match.name].isdisjoint(match.spans):
            taken[match.name].update(match.spans)
            kept.append(match)
    return sorted(kept, key=lambda m: (m.start, m.end, m.name))
