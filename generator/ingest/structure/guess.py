"""Find the profile nearest to a book, by the structures of its lines (`looks.py`), with reasons.

>>> guess(Source("", "text", "Ein Satz.\\n\\nNoch einer.\\n")).profile.name
'allgemein'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...model.profile_fields import LOOKS
from ..drafts import Reading, Source
from .looks import looks_of
from .profile import GENERAL, Profile, load_profile, shipped_profiles

#: Below this likeness, a book matches no profile; even a half of a profile's own book is above it, and books of other styles below.
ALIKE = 0.65
#: The strength from which a look is reported.
CLEAR = 0.3


@dataclass(frozen=True, slots=True)
class Guess:
    """The nearest profile, its likeness to the book (0 to 1), and the reasons (German)."""

    profile: Profile
    score: float = 1.0
    reasons: tuple[str, ...] = ()


def guess(source: Source) -> Guess:
    """The nearest shipped profile; the general one if none is near."""
    looks = looks_of(source.text)
    profiles = [load_profile(name) for name in shipped_profiles() if name != GENERAL]
    ranked = sorted(((likeness(looks, profile.looks), profile) for profile in profiles), key=lambda found: -found[0])
    score, nearest = ranked[0]
    if score < ALIKE:
        return Guess(load_profile(GENERAL), score, tuple(_of_none(looks, nearest, score)))
    return Guess(nearest, score, tuple(_why(looks, nearest, score, ranked[1])))


def fit(source: Source, profile: Profile) -> float:
    """How well a profile fits a book, 0 to 1. A profile without looks fits: the general one weighs every book on its own evidence, and
    others are made for this book.
    """
    return min(1.0, likeness(looks_of(source.text), profile.looks) / ALIKE) if profile.looks else 1.0


def doubted(reading: Reading, fit: float) -> Reading:
    """Lower the certainty of all drafts by the profile's misfit, at most by half."""
    trust = 0.5 + fit / 2
    return replace(reading, drafts=tuple(replace(draft, certainty=draft.certainty * trust) for draft in reading.drafts))


def likeness(looks: Mapping[str, float], wanted: Mapping[str, float]) -> float:
    """The common share of all looks that either has, 0 to 1, ignoring those that neither has.

    >>> likeness({"numbers": 1.0, "tables": 0.5}, {"numbers": 1.0, "tables": 1.0})
    0.75
    """
    pairs = [(looks.get(name, 0.0), wanted.get(name, 0.0)) for name in LOOKS]
    both = sum(max(pair) for pair in pairs)
    return sum(min(pair) for pair in pairs) / both if both else 0.0


def _why(looks: Mapping[str, float], profile: Profile, score: float, second: tuple[float, Profile]) -> list[str]:
    reasons = [f"Das Buch ist zu {_percent(score)} so gesetzt, wie es das Profil „{profile.name}“ ({profile.title}) erwartet."]
    if common := _named(name for name in LOOKS if min(looks[name], profile.looks.get(name, 0)) > CLEAR):
        reasons.append(f"Gemeinsam: {common}.")
    if more := _named(name for name in LOOKS if looks[name] - profile.looks.get(name, 0) > CLEAR):
        reasons.append(f"Nur im Buch: {more}.")
    if less := _named(name for name in LOOKS if profile.looks.get(name, 0) - looks[name] > CLEAR):
        reasons.append(f"Nur im Profil: {less}.")
    return [*reasons, f"Das nächste wäre „{second[1].name}“ mit {_percent(second[0])}."]


def _of_none(looks: Mapping[str, float], nearest: Profile, score: float) -> list[str]:
    found = _named(name for name in LOOKS if looks[name] > CLEAR) or "nichts davon"
    return [
        f"Kein Profil passt gut, am ehesten „{nearest.name}“ mit {_percent(score)}; "
        f"darum wird mit „{GENERAL}“ gelesen: Jeder Entwurf sagt, was für ihn spricht.",
        f"Woran man Profile erkennt, im Buch: {found}.",
        "Ein eigenes Profil kann mehr: siehe Hilfe, „Eigenes Profil“.",
    ]


def _named(names: Iterable[str]) -> str:
    return ", ".join(LOOKS[name] for name in names)


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"
