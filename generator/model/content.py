"""Declare an attribute of a value as a field of content files: once, beside its Python type. `fields` makes the tables from it.

>>> @dataclass(frozen=True)
... class Phase:
...     id: str = field(metadata=content("Kennung", required=True))
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from .choices import TITLE_EN_SOURCES

FieldType = Literal[
    "text",
    "integer",
    "boolean",
    "date",
    "url",
    "colour",
    "list",
    "map",
    "records",
    "lists",
    "texts",
    "table",
    "number",
    "pattern",
]


class Content(NamedTuple):
    """The field of content files that an attribute holds.

    about     the meaning, in German         form     the field's type, if the attribute's does not say it (a date is a text)
    name      if files name it otherwise     choices  the allowed values
    longest   the most characters            fields   the inner fields, if the attribute's type does not declare them
    open      whether the map holds others   of       what one of several reviews is of, as their first field
    after     the field that it follows in files, if not the one above it
    since     the version since which the published record has it as it is; "" if not, or if the record's table has its row
    """

    about: str
    form: FieldType | None = None
    required: bool = False
    choices: tuple[str, ...] = ()
    longest: int | None = None
    name: str = ""
    fields: Mapping[str, Any] | None = None
    open: bool = False
    of: str = ""
    after: str = ""
    since: str = ""


#: The key of `Content` in the metadata of an attribute.
CONTENT = "content"


def content(about: str, form: FieldType | None = None, **more: Any) -> dict[str, Content]:
    """The metadata of an attribute that content files hold; `more` are fields of `Content`."""
    return {CONTENT: Content(about, form, **more)}


TITLE = content("Titel, wie ihn das deutsche Buch druckt", required=True, longest=120)
TITLE_EN = content("Englischer Originaltitel", longest=120)
TITLE_EN_SOURCE = content("Woher der englische Titel stammt", choices=tuple(TITLE_EN_SOURCES))
