"""Which profile is nearest to a book."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Source
from .profile import Profile, load_profile


@dataclass(frozen=True, slots=True)
class Guess:
    """The nearest profile, and why (German)."""

    profile: Profile
    reasons: tuple[str, ...] = ()


def guess(source: Source) -> Guess:
    """The nearest profile to a source."""
    return Guess(load_profile("aos"))
