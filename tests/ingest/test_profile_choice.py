"""A book is read by its system's profile, or else by the general one; bare text by the one for it."""

from __future__ import annotations

import pytest
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.structure.profile import choose_profile

SENTENCE = "Ein Biber schwimmt durch den See und sammelt Holz. "
MARKED = "DAMM\n\nEr hält.\n\n" * 3


@pytest.mark.parametrize(
    ("system", "text", "name"),
    [
        ("hdd", MARKED, "hdd"),
        ("moos", MARKED, "allgemein"),
        ("moos", "", "allgemein"),
        ("moos", f"Damm {SENTENCE * 9}\nBau {SENTENCE * 9}\n", "t9a"),
        ("moos", f"# Damm\n\n{SENTENCE * 9}\n", "allgemein"),
    ],
)
def test_the_profile_follows_the_system_and_the_lack_of_lines(system: str, text: str, name: str) -> None:
    profile, why = choose_profile(system, Source("buch.txt", "text", text))
    assert profile.name == name
    assert why
