"""The tables of fields: every type is one that parser and schemas know, and values hold what files do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import get_args

import pytest
from nachschlag.generator.model.content import FieldType, content
from nachschlag.generator.model.fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM, Field, fields_of
from nachschlag.generator.model.profile_fields import PROFILE
from nachschlag.generator.model.rule_number import RuleNumber


def _within(table: tuple[Field, ...]) -> Iterator[Field]:
    for one in table:
        yield one
        yield from _within(one.fields)


@pytest.mark.parametrize("table", [ENTRY, TERM, CONCEPT, QUERIES, MOVE, SYSTEM, PROFILE])
def test_every_field_has_a_known_type_and_words(table: tuple[Field, ...]) -> None:
    for one in _within(table):
        assert one.type in get_args(FieldType), one
        assert one.about, one
        assert bool(one.fields) <= (one.type in ("map", "records")), one


@dataclass(frozen=True)
class Cup:
    colour: str = field(metadata=content("Farbe", "colour", required=True))


@dataclass(frozen=True)
class Shelf:
    path: str
    number: RuleNumber | None = field(default=None, metadata=content("Nummer"))
    late: str = field(default="", metadata=content("Danach", after="cups"))
    cups: tuple[Cup, ...] = field(default=(), metadata=content("Becher", of="Wovon"))
    best: Cup | None = field(default=None, metadata=content("Der beste", name="favourite"))
    levels: int = field(default=0, metadata=content("Bretter", since="0.2.0"))
    own: bool = False


def test_a_class_declares_the_fields_of_files() -> None:
    cup = (Field("colour", "colour", "Farbe", required=True),)
    assert fields_of(Shelf) == (
        Field("number", "number", "Nummer"),
        Field("cups", "records", "Becher", fields=(Field("of", "text", "Wovon", required=True), *cup)),
        Field("late", "text", "Danach"),
        Field("favourite", "map", "Der beste", fields=cup),
        Field("levels", "integer", "Bretter", since="0.2.0"),
    )
