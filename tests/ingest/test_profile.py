"""Profiles: a mistake in one is reported with place and remedy; the shipped ones have none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from nachschlag.generator.files.yaml_source import Yaml
from nachschlag.generator.ingest.structure.profile import (
    PROFILES,
    UnusableProfile,
    load_profile,
    parse_profile,
    profile_findings,
    shipped_profiles,
)
from nachschlag.generator.ingest.structure.profile_help import profile_page
from nachschlag.generator.ingest.structure.recognisers.registry import RECOGNISERS
from nachschlag.generator.model.profile_fields import PROFILE
from nachschlag.generator.model.profile_fields import RECOGNISERS as TOLD
from nachschlag.generator.records.schema import SCHEMAS

SLIPS = [
    ("titel: Meins\nrecognisers: []", 1, "Das Feld „titel“ gibt es nicht.", "Meintest du „title“?"),
    ("recognisers:\n  - captiosn", 2, "„captiosn“ ist für „recognisers“ nicht erlaubt.", "„captions“"),
    ("recognisers: {headings: }", 1, "„recognisers“ soll eine Liste sein", ""),
    ("recognisers: []\nskip: (Phase", 2, "„skip“ ist kein gültiges Muster: „(Phase“", "Rückstrich"),
    ("recognisers: []\nterms:\n  - {pattern: a, kind: token}\n  - {muster: b}", 4, "„muster“ gibt es nicht", ""),
    ("recognisers: []\nkinds:\n  - {kind: zauber}", 3, "„zauber“ ist für „kind“ nicht erlaubt.", "spell"),
    ("recognisers: []\nremainder:\n  - {begin: ^X}", 3, "Das Feld „why“ fehlt", "Titelei"),
    ("recognisers: []\nrecognisers: []", 2, "steht zweimal", "Streiche"),
    ("title: [offen", 2, "Das YAML ist fehlerhaft: Es endet zu früh.", ""),
    ("nur ein Satz", 1, "„feld: wert“ erwartet", "title"),
    ("", 1, "„feld: wert“ erwartet", ""),
]


@pytest.mark.parametrize(("text", "line", "message", "hint"), SLIPS)
def test_a_mistake_is_reported_at_its_place(text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(UnusableProfile) as raised:
        parse_profile(text, "meins", "meins.yaml")
    found = raised.value.findings
    assert any(message in f.message and hint in f.hint and f.location.line == line for f in found), found
    assert f"{line}:" in str(raised.value)


def test_all_mistakes_are_reported_at_once() -> None:
    with pytest.raises(UnusableProfile) as raised:
        parse_profile("titel: x\nrecognisers: [captials]\nwhole: (", "meins")
    assert [f.location.line for f in raised.value.findings] == [1, 2, 3]


@pytest.mark.parametrize("name", shipped_profiles())
def test_shipped_profiles_say_what_they_are_for(name: str) -> None:
    profile = load_profile(name)
    assert profile.title
    assert profile.about
    assert profile.recognisers


def test_an_unknown_name_suggests_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnusableProfile, match="„hdd“"):
        load_profile("hddd")
    with pytest.raises(UnusableProfile, match="allgemein"):
        load_profile(str(tmp_path / "fehlt.yaml"))
    (tmp_path / "latin.yaml").write_bytes("title: Größe".encode("latin-1"))
    with pytest.raises(UnusableProfile, match=r"latin\.yaml"):
        load_profile(str(tmp_path / "latin.yaml"))


def test_every_recogniser_has_its_fields_and_its_place_on_the_help_page() -> None:
    assert sorted(TOLD) == sorted(RECOGNISERS)
    page = profile_page()
    assert all(f"`{name}`" in page for name in (*TOLD, *(field.name for field in PROFILE)))


@pytest.mark.parametrize(
    ("profile", "fits"),
    [
        ({"title": "Meins", "recognisers": ["headings", "captions"]}, True),
        ({"recognisers": [], "terms": [{"pattern": "b", "kind": "token"}]}, True),
        ({"recognisers": ["captials"]}, False),
        ({"recognisers": {"headings": {}}}, False),
        ({"recognisers": [], "kinds": [{"kind": "zauber"}]}, False),
        ({"title": "Meins"}, False),
    ],
)
def test_editors_see_the_same_slips(profile: dict[str, Any], fits: bool) -> None:
    assert Draft202012Validator(SCHEMAS["profile"]()).is_valid(profile) is fits


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_profile_or_has_findings(text: str) -> None:
    found = profile_findings(Yaml(text, "meins.yaml"))
    if found:
        with pytest.raises(UnusableProfile):
            parse_profile(text, "meins")
    else:
        assert parse_profile(text, "meins").name == "meins"


@pytest.mark.parametrize("name", shipped_profiles())
def test_editors_accept_every_shipped_profile(name: str) -> None:
    """A standard YAML reader reads them as ours does."""
    values = yaml.safe_load((PROFILES / f"{name}.yaml").read_text("utf-8"))
    assert [error.message for error in Draft202012Validator(SCHEMAS["profile"]()).iter_errors(values)] == []
