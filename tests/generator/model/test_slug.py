"""Slugs: German titles as addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.model.slug import SLUG, slugify


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Große Wut (X)", "grosse-wut"),
        ("Große Wut (+2)", "grosse-wut"),
        ("Zauberer (W3)", "zauberer"),
        ("Reichweite (8–12)", "reichweite-8-12"),
        ("Wut (Magie)", "wut-magie"),
        ("ÜBERMÄSSIG", "uebermaessig"),
        ("A\u0308rger", "aerger"),
        ("MAẞE", "masse"),
        ("Crème brûlée", "creme-brulee"),
        ("Ægir & Søn", "aegir-soen"),
        ("  Tod – oder Ehre!  ", "tod-oder-ehre"),
        ("3W6", "3w6"),
        ("17.0 Kämpfen", "17-0-kaempfen"),
        ("snake_case", "snake-case"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("a\x00b", "a-b"),
        ("Ｗｕｔ", "wut"),
        ("Война", ""),
        ("龍", ""),
        ("!?", ""),
        ("", ""),
    ],
)
def test_slugs(title: str, slug: str) -> None:
    assert slugify(title) == slug


@given(st.text())
def test_a_slug_is_its_own_slug_and_safe_in_a_path(title: str) -> None:
    slug = slugify(title)
    assert slugify(slug) == slug
    assert slug == "" or SLUG.fullmatch(slug)


@pytest.mark.parametrize("name", ["", "-", "a-", "-a", "a--b", "Wut", "wüt", "a/b", "..", "a.md", "a b", "wut\n", "a_b", "²"])
def test_no_slugs(name: str) -> None:
    assert not SLUG.fullmatch(name)
