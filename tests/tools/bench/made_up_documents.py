"""Any number of made-up search documents, and queries for them. The same number always gives the same documents.

Real German rules repeat a few words again and again, use most words hardly ever, and half of their words are compounds. Here, too, the
frequency of a word falls with its rank after Zipf's law, and the vocabulary grows with the library (1,500 entries of our own content
have 10,000 words, 20,000 made-up ones about 45,000).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from nachschlag.search.core.documents import Corpus, Document, PartNames, SystemNames

from .made_up import _FIRST, _KINDS, _PARTS, _SECOND, _SYSTEMS, _THINGS, _VERBS, _words

CLASSES = ("genau", "Anfang", "Vertipper", "zwei Wörter", "Wortteil", "nichts")

_COMMON = _words("""
der die das und ist in den von zu mit sich des auf für nicht ein eine als auch es an werden aus er sie nach wird bei einer um am sind
noch wie einem über so zum kann nur ihr seine oder wenn muss darf jede alle dieser bis
""")
_ONSETS = _words("b bl br d dr f fl fr g gl gr h k kl kn kr l m n p pf pl r s sch schl schw sp st str t tr v w z")
_VOWELS = _words("a a e e e i i o o u u ä ö ü au ei ie")
_CODAS = _words("b ck cht ff ft g ld lk lt m nd ng nk nn p r rb rd rg rk rt s ss st t tt tz z")
_ENDINGS = ("", "", "e", "en", "er", "es", "t", "ung", "ungen", "ig", "lich")
_LINKS = ("", "", "", "s", "en")
_ENGLISH_FIRST = _words("""
ancient arcane battle blazing blood bold broken burning cold crimson dark deadly dire divine dread eternal fierce final frozen golden
grim hidden holy iron killing last living lost mighty mystic night noble poisoned primal raging relentless rune sacred savage shadow
shattered silent silver stone storm swift thunder unbound vengeful vigilant wild wise
""")
_ENGLISH_SECOND = _words("""
advance aegis ambush arrow assault aura banner barrage blade blessing bond breath brotherhood burst call chant charge command courage
cunning curse dance defence discipline doom edge fate fire flight focus formation fortitude fury gaze gift grasp guard hammer hand
hatred heart herald hex horn hunger hunt impact instinct judgement leap legion line lore march mark mastery might oath path pledge
power precision pride protection rage raid rally rebuke resolve retreat ritual roar shield shot skirmish slaughter song spear speed
spirit stand standard step strike surge tactics terror toughness trap valour volley vow wall ward wave will wind wings wrath zeal
""")


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, its class, the system searched (None: all), and the right documents; none means that nothing should be found."""

    query: str
    kind: str
    system: str | None
    wants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Title:
    """A title, and the parts of its compounds."""

    text: str
    parts: tuple[str, ...]


class Zipf:
    """Draws words, the first most often."""

    def __init__(self, words: Sequence[str], draw: random.Random, flat: float = 3.0) -> None:
        self.words = words
        self._draw = draw
        self._sums = list(accumulate(1 / (rank + flat) for rank in range(len(words))))

    def take(self, count: int) -> list[str]:
        """Draw a number of words, with repetitions."""
        return self._draw.choices(self.words, cum_weights=self._sums, k=count)


# -- documents ----------------------------------------------------------------------------------------------------------------


def corpus(entries: int) -> Corpus:
    """A corpus of five systems with three parts each, and a number of documents."""
    return Corpus(tuple(_system(system) for system in _SYSTEMS), tuple(_documents(entries)))


def _system(system: str) -> SystemNames:
    parts = tuple(PartNames(id_, title, (title, short), id_ == "grundregeln") for id_, title, short in _PARTS)
    phases = (("anfang", "Anfangsphase"), ("ende", "Endphase"))
    return SystemNames(system, f"Spiel {system.title()}", system.title(), (system, f"Spiel {system.title()}"), parts, (), phases)


def _documents(entries: int) -> Iterator[Document]:
    draw = random.Random(entries)
    roots = _roots(800, draw)
    words = Zipf(_vocabulary(roots, 10_000 + entries // 2, draw), draw)
    english_first, english_second = Zipf(_ENGLISH_FIRST, draw, flat=10), Zipf(_ENGLISH_SECOND, draw, flat=10)
    per_system = -(-entries // len(_SYSTEMS))
    per_part = -(-per_system // len(_PARTS))
    for at, title in enumerate(titles(entries, roots, draw)):
        system, within = _SYSTEMS[at // per_system], at % per_system
        part, part_title, abbreviation = _PARTS[within // per_part]
        number = f"{within % per_part // 10 + 1}.{within % 10}"
        yield Document(
            id=f"{system}/regel-{at}",
            system=system,
            kind=draw.choice(_KINDS),
            title=title.text,
            title_en=" ".join(english_first.take(draw.choice((1, 1, 2))) + english_second.take(1)).title(),
            number=number,
            number_key=number,
            part_id=part,
            part=part_title,
            part_abbreviations=(abbreviation,),
            main_part=part == "grundregeln",
            short=_text(words.take(draw.randint(8, 16)), title),
            phases=(draw.choice(("anfang", "ende")),),
            body=_text(words.take(draw.randint(40, 80)), title),
            url=f"/{system}/regel-{at}/",
        )


def titles(count: int, roots: Sequence[str], draw: random.Random) -> Iterator[Title]:
    """Distinct titles of one to three compounds."""
    first = Zipf([*_FIRST, *(root.title() for root in roots[-400:])], draw, flat=20)
    second = Zipf([*_SECOND, *roots[:400]], draw, flat=20)
    seen: set[str] = set()
    while len(seen) < count:
        size = draw.choice((1, 1, 1, 2, 2, 3))
        pairs = list(zip(first.take(size), second.take(size), strict=True))
        text = " ".join(one + other for one, other in pairs)
        if text not in seen:
            seen.add(text)
            yield Title(text, tuple(part for pair in pairs for part in pair))


def _roots(count: int, draw: random.Random) -> list[str]:
    """Distinct syllables, and twice as many words of two."""

    def syllable() -> str:
        return draw.choice(_ONSETS) + draw.choice(_VOWELS) + draw.choice(_CODAS)

    def two() -> str:
        return draw.choice(_ONSETS) + draw.choice(_VOWELS[:14]) + syllable()

    return [*_different(count, syllable), *_different(2 * count, two)]


def _vocabulary(roots: Sequence[str], size: int, draw: random.Random) -> list[str]:
    """A number of words, most frequent first: common words, words about rules, then roots and ever more compounds."""

    def inflected() -> str:
        return draw.choice(roots) + draw.choice(_ENDINGS)

    def compound() -> str:
        return draw.choice((*_FIRST, *roots)).casefold() + draw.choice(_LINKS) + draw.choice(roots) + draw.choice(_ENDINGS[:5])

    simple, compounds = _different(size // 3, inflected), _different(size - size // 3, compound)
    rest = simple[2000:] + compounds
    draw.shuffle(rest)
    frequent = [*simple[:2000], *(word.title() for word in _SECOND)]
    draw.shuffle(frequent)
    return [*_COMMON, *_THINGS, *_VERBS, *frequent, *rest]


def _different(count: int, make: Callable[[], str]) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[make()] = None
    return list(found)


def _text(words: list[str], title: Title) -> str:
    """The words as sentences of eleven words, with the rule's name in the first."""
    words = [*words[:3], title.text, *words[3:]]
    sentences = [" ".join(words[at : at + 11]) for at in range(0, len(words), 11)]
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)


# -- queries ------------------------------------------------------------------------------------------------------------------


def queries(documents: Sequence[Document], per_class: int = 150) -> list[Asked]:
    """A number of queries of every class, made from the documents' titles, in random order."""
    draw = random.Random(11)
    ends = _with_ends(documents)
    makers: tuple[Callable[[Document], Asked], ...] = (
        lambda one: Asked(one.title.lower(), CLASSES[0], None, (one.id,)),
        lambda one: _beginning(one, documents, draw),
        lambda one: Asked(slip(one.title.lower(), draw), CLASSES[2], None, (one.id,)),
        lambda one: Asked(_two_words(one, draw), CLASSES[3], None, (one.id,)),
        lambda one: _part(one, ends, draw),
        lambda one: Asked(_nonsense(draw), CLASSES[5], None, ()),
    )
    made = [make(draw.choice(documents)) for make in makers for _ in range(per_class)]
    draw.shuffle(made)
    return made


def _beginning(document: Document, documents: Sequence[Document], draw: random.Random) -> Asked:
    """A title as far as typed, four letters or more."""
    text = document.title[: draw.randint(4, max(4, len(document.title) - 2))].rstrip()
    return Asked(text.lower(), CLASSES[1], None, tuple(one.id for one in documents if one.title.startswith(text)))


def slip(text: str, draw: random.Random) -> str:
    """The text with one letter dropped, doubled, replaced, or swapped with the next."""
    at = draw.randrange(1, len(text) - 2)
    before, letter, following, after = text[:at], text[at], text[at + 1], text[at + 2 :]
    changed = (following, letter + letter + following, draw.choice("aeinrst") + following, following + letter)
    return before + draw.choice(changed) + after


def _two_words(document: Document, draw: random.Random) -> str:
    """A word of the title and a longer one of the body."""
    words = [word.strip(".") for word in document.body.split() if len(word) > 6 and word.strip(".") not in document.title]
    return f"{draw.choice(document.title.split())} {draw.choice(words or ['einheit'])}".lower()


def _with_ends(documents: Sequence[Document]) -> dict[str, tuple[str, ...]]:
    """The known second parts of compounds → the documents whose titles have them anywhere."""
    names = [(document.id, document.title.casefold()) for document in documents]
    found = {end: tuple(id_ for id_, name in names if end in name) for end in _SECOND if len(end) >= 4}
    return {end: ids for end, ids in found.items() if ids}


def _part(document: Document, ends: dict[str, tuple[str, ...]], draw: random.Random) -> Asked:
    """The second part of a compound in the title; if that is not a known one, of another document's title."""
    own = [end for end in ends if any(word.endswith(end) and word != end for word in document.title.split())]
    end = max(own, key=len) if own else draw.choice(list(ends))
    return Asked(end, CLASSES[4], None, ends[end])


def _nonsense(draw: random.Random) -> str:
    """One or two words of no language."""
    return " ".join("".join(draw.choices("bcfghjkmpqvwxyz", k=draw.randint(6, 11))) for _ in range(draw.choice((1, 1, 2))))
