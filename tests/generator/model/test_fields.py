"""The tables of fields: every type is one that parser and schemas know."""

from collections.abc import Iterator
from typing import get_args

import pytest
from nachschlag.generator.model import fields, profile_fields
from nachschlag.generator.model.fields import Field, FieldType


def _within(table: tuple[Field, ...]) -> Iterator[Field]:
    for field in table:
        yield field
        yield from _within(field.fields)


@pytest.mark.parametrize("name", ["fields.yaml", "profile_fields.yaml"])
def test_every_field_has_a_known_type_and_words(name: str) -> None:
    choices = {**fields.CHOICES, "profile_kinds": profile_fields.PROFILE_KINDS, "recognisers": profile_fields.RECOGNISERS}
    for table in fields.read_tables(name, choices).values():
        for field in _within(table):
            assert field.type in get_args(FieldType), field
            assert field.about, field
            assert "{choices}" not in field.about, field
            assert bool(field.fields) <= (field.type in ("map", "records")), field
