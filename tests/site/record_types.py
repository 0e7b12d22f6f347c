"""Make the Python types of the published records from their JSON Schemas: generator/records/types.py."""

from __future__ import annotations

import keyword
import subprocess
import sys
from typing import Any

from nachschlag.generator.records.schema import API_SCHEMAS

from tests.projects import REPOSITORY

FILE = REPOSITORY / "generator" / "records" / "types.py"
FIRST_LINES = '''"""The records of the static API as Python types, for programs that read its files. Made from the tables of records:
`python -m tests.site.test_schemas` writes this file; do not edit it.

>>> entry: EntryFile = json.load(open("api/v1/entries/t9a/angst.json"))
"""

# ruff: noqa: UP013  (a field named "list" hides the type)

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict'''
_SIMPLE = {"string": "str", "integer": "int", "boolean": "bool", "null": "None", "object": "dict[str, Any]", "array": "list[Any]"}

#: Names that no attribute of such a class may have.
_NO_NAMES = frozenset({*keyword.kwlist, "list", "dict"})

#: Longer lists of values have a name of their own.
_FEW = 5


def record_types() -> str:
    """The module's text."""
    made = _Types()
    for schema in API_SCHEMAS.values():
        made.type_of(schema())
    whole = "\n\n".join(
        [
            FIRST_LINES,
            *(f"{name} = {values}" for name, values in made.choices.items()),
            *(made.text(name) for name in made.classes),
        ]
    )
    formatted = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(formatted, input=whole, text=True, capture_output=True, check=True).stdout


class _Types:
    """The classes by name, inner ones before those that hold them; each maps its fields to their types."""

    def __init__(self) -> None:
        self.classes: dict[str, dict[str, str]] = {}
        #: Long lists of values, by the name of their field.
        self.choices: dict[str, str] = {}

    def text(self, name: str) -> str:
        fields = self.classes[name]
        if not _NO_NAMES.isdisjoint(fields):
            pairs = ", ".join(f'"{field}": {held}' for field, held in fields.items())
            return f'{name} = TypedDict("{name}", {{{pairs}}})'
        return "\n    ".join([f"class {name}(TypedDict):", *(f"{field}: {held}" for field, held in fields.items())])

    def type_of(self, schema: dict[str, Any], within: str = "", field: str = "") -> str:
        """The type of a schema's values, as it is written."""
        if "enum" in schema or "const" in schema:
            return self._choices(schema.get("enum", [schema.get("const")]), field)
        if not all(map(str.isidentifier, schema.get("properties", ()))):
            return f"dict[str, {self.type_of(next(iter(schema['properties'].values())))}]"
        if "properties" in schema:
            made = self._class(schema, within)
            return f"{made} | None" if "null" in schema["type"] else made
        for word, form in (("items", "list[{}]"), ("additionalProperties", "dict[str, {}]")):
            if isinstance(schema.get(word), dict):
                return form.format(self.type_of(schema[word], within))
        types = schema.get("type", [])
        return " | ".join(_SIMPLE[one] for one in ([types] if isinstance(types, str) else types)) or "Any"

    def _choices(self, values: list[Any], field: str) -> str:
        written = f"Literal[{', '.join(map(repr, values))}]"
        if len(values) <= _FEW:
            return written
        assert self.choices.setdefault(field.capitalize(), written) == written, f"two lists of choices for {field}"
        return field.capitalize()

    def _class(self, schema: dict[str, Any], within: str) -> str:
        """The name of a record's class: its title; where another class has that, also the name of the class it stands in."""
        own = "".join(word[0].upper() + word[1:] for word in schema["title"].split())
        fields = {name: self._field(name, one, schema["required"], own) for name, one in schema["properties"].items()}
        same = (name for name, one in self.classes.items() if name.endswith(own) and one == fields)
        name = next(same, None) or next(name for name in (own, within + own) if name not in self.classes)
        self.classes[name] = fields
        return name

    def _field(self, name: str, schema: dict[str, Any], required: list[str], within: str) -> str:
        made = self.type_of(schema, within, name)
        return made if name in required else f"NotRequired[{made}]"
