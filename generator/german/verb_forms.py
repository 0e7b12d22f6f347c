"""A German infinitive → every form of the verb, joined ("vorgerückt") and separated ("rückt … vor").

Generates forms instead of stripping endings, as `inflection.py` does: a form that is no German word matches nothing.

>>> forms = verb_forms("vorrücken")
>>> "vorzurücken" in forms.joined, "rückt" in forms.finite, forms.particle
(True, True, 'vor')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .lists import alternatives, listed, word_list, word_map

_ENDINGS = ("", "e", "en", "n", "t", "et", "st", "est", "te", "ten", "tet", "test", "ete", "eten")
_STRONG_ENDINGS = ("", "e", "en", "t", "et", "st", "est")
_ADJECTIVE = ("", "e", "en", "em", "er", "es")
_COMBINED = f"(?:{alternatives('before_particles')})?(?:{alternatives('prepositions')}|{alternatives('short_particles')})"
_BARE = f"{_COMBINED}|{alternatives('bare_particles')}"
_SIMPLE = (one for one in (*listed("separable"), *listed("seldom_separable")) if not re.fullmatch(_BARE, one))
#: What precedes a verb, with the "zu" of an infinitive: "hindurchziehen", "auszuwürfeln".
PARTICLE = re.compile(
    rf"([^\W\d_]*(?:{alternatives('after_particles')})|{'|'.join(sorted(_SIMPLE, key=len, reverse=True))}|{_BARE})"
    r"(?:zu(?=[^\W\d_]+n$))?(?=[^\W\d_]{3})"
)
_PLURALS = ("ungen", "heiten", "keiten", "schaften", "ionen", "täten")


@dataclass(frozen=True, slots=True)
class VerbForms:
    """Forms of a verb, case folded: `joined` ones count alone, `finite` ones only with the `particle` (if any) later in the
    clause."""

    joined: frozenset[str]
    finite: frozenset[str] = frozenset()
    particle: str = ""


@lru_cache(maxsize=16384)
def split_particle(infinitive: str) -> tuple[str, str]:
    """The separable particle of a verb and its base: "nachsetzen" gives ("nach", "setzen"); ("", verb) if none separates."""
    for particle in sorted(word_list("separable"), key=len, reverse=True):
        base = infinitive.removeprefix(particle)
        if base != infinitive and (is_base(base) or (len(base) >= 6 and base.endswith("ieren"))):
            return particle, base
    return "", infinitive


def is_base(verb: str) -> bool:
    """Whether a verb is listed, alone or behind an inseparable prefix."""
    if verb in word_map("strong") or verb in word_list("weak"):
        return True
    return any(
        is_base(verb.removeprefix(prefix)) for prefix in word_list("inseparable") if verb.startswith(prefix) and len(verb) > 6
    )


@lru_cache(maxsize=16384)
def is_infinitive(word: str) -> bool:
    """Whether a word, ignoring case, is an infinitive: "Nachsetzen", "Verfolgen", "Platzieren"; not "Schaden", "Einheiten".

    >>> is_infinitive("Nachsetzen"), is_infinitive("Schaden"), is_infinitive("Verwundungen")
    (True, False, False)
    """
    small = word.casefold()
    if " " in small or not small.endswith("n") or small.endswith(_PLURALS):
        return False
    foreign = small.endswith("ieren") and len(small) > 6 and not small.endswith(listed("plural_in_ieren"))
    return foreign or is_base(small) or bool(split_particle(small)[0])


@lru_cache(maxsize=16384)
def verb_forms(infinitive: str) -> VerbForms:
    """Every form of a verb."""
    particle, base = split_particle(infinitive.casefold())
    finite, participles = _conjugated(base)
    infinite = frozenset({base, base + "s", *(base + "d" + ending for ending in _ADJECTIVE)})
    if not particle:
        return VerbForms(finite | participles | infinite, finite - participles - infinite)
    joined = {particle + form for form in (*finite, *participles, *infinite)} | {f"{particle}zu{base}"}
    return VerbForms(frozenset(joined), finite, particle)


def _conjugated(base: str) -> tuple[frozenset[str], frozenset[str]]:
    """Finite forms and participles of a verb without its separable particle."""
    prefix, plain = _without_prefix(base)
    stem = plain[:-1] if plain.endswith(("eln", "ern")) else plain[:-2]
    shortened = {stem[:-2] + stem[-1] + "e"} if plain.endswith(("eln", "ern")) else set()
    finite = {stem + ending for ending in _ENDINGS} | shortened
    participles = {stem + "t", stem + "et"}
    if strong := word_map("strong").get(plain):
        *tenses, participle = strong
        finite |= {tense + ending for tense in tenses for ending in _STRONG_ENDINGS}
        participles = {participle.removeprefix("ge") if prefix and participle.startswith("ge") else participle}
    elif not prefix and not plain.endswith("ieren"):
        participles = {"ge" + participle for participle in participles}
    return (
        frozenset(prefix + form for form in finite),
        frozenset(prefix + participle + ending for participle in participles for ending in _ADJECTIVE),
    )


def _without_prefix(verb: str) -> tuple[str, str]:
    """Split off a verb's inseparable prefix: "beschwören" gives ("be", "schwören"), "verlieren", itself listed, ("",
    "verlieren")."""
    if verb in word_map("strong"):
        return "", verb
    for prefix in sorted(word_list("inseparable"), key=len, reverse=True):
        rest = verb.removeprefix(prefix)
        if rest != verb and (rest in word_map("strong") or (len(rest) >= 5 and not (prefix == "er" and verb.startswith("ern")))):
            return prefix, rest
    return "", verb


def verb_of(noun: str) -> tuple[str, ...]:
    """Verbs equivalent to a noun derived from one: "Bewegung" bewegen, "Angriff" angreifen, "Attacke" attackieren.

    >>> verb_of("Angriff"), verb_of("Deckung")
    (('angreifen',), ('decken',))
    """
    small = noun.casefold()
    if small.endswith(("ungswurf", "ungswürfe")):
        return verb_of(small[: small.rindex("sw")])  # "wiederhole" may replace "Wiederholungswurf"
    if small.endswith("ierung"):
        return (small[:-3] + "en",)
    if small.endswith("ung"):
        return (small[:-3] + "en", small[:-3] + "n") if small.endswith(("lung", "rung")) else (small[:-3] + "en",)
    if small.endswith("er") and is_infinitive(small[:-2] + "en"):
        return (small[:-2] + "en",)
    for ending, verb in word_map("nouns_of_verbs").items():
        before = small.removesuffix(ending)
        if before != small and (before in word_list("separable") or before in ("", "rück", "ver", "be")):
            return (("zurück" if before == "rück" else before) + verb,)
    return (small[:-1] + "ieren",) if small.endswith("e") and len(small) > 5 else ()


@lru_cache(maxsize=4096)
def nouns_of(infinitive: str) -> tuple[str, ...]:
    """Nouns equivalent to a verb, in their written case: the inverse of `verb_of`.

    >>> nouns_of("Angreifen"), nouns_of("Bewegen")
    (('Angriff', 'Angreifung'), ('Bewegung',))
    """
    particle, base = split_particle(infinitive.casefold())
    strong = [particle + noun for noun, verb in word_map("nouns_of_verbs").items() if verb == base]
    weak = [particle + base[:-2] + "ung"] if base.endswith("en") else []
    return tuple(noun.capitalize() for noun in (*strong, *weak))


@lru_cache(maxsize=4096)
def verbs_of_participle(word: str) -> tuple[str, ...]:
    """Verbs whose participle the word may be: "eingesetzt" of einsetzen, "zerstört" of zerstören.

    >>> verbs_of_participle("eingesetzt"), verbs_of_participle("geschossen"), verbs_of_participle("Gelände")
    (('einsetzen',), ('schiessen',), ())
    """
    small = word.casefold()
    if not small.endswith(("t", "en")):
        return ()
    particles = ["", *(particle for particle in word_list("separable") if small.startswith(particle + "ge"))]
    cores = [(particle, small.removeprefix(particle).removeprefix("ge")) for particle in particles]
    bases = [(particle, base) for particle, core in cores for base in _bases(core)]
    verbs = (particle + base for particle, base in bases if is_base(base))
    return tuple(verb for verb in sorted(set(verbs)) if verb != small and small in _participles(verb))


def _bases(core: str) -> list[str]:
    """Infinitives of a participle that has lost its "ge"."""
    strong = [verb for verb, tenses in word_map("strong").items() if core and tenses[-1].removeprefix("ge") == core]
    return [*strong, core.removesuffix("t") + "en", core.removesuffix("et") + "en", core.removesuffix("t") + "n"]


def _participles(infinitive: str) -> frozenset[str]:
    particle, base = split_particle(infinitive)
    return frozenset(particle + form for form in _conjugated(base)[1])
