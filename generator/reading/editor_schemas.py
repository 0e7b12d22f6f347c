"""The schemas by which editors complete and check files while they are written: which file names which, and where they lie."""

from __future__ import annotations

import os
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.own_files import ASSETS

#: The beginning of the line that names a file's schema.
SCHEMA_MARK = "# yaml-language-server:"

_SCHEMAS = ASSETS / "schema"


def schema_line(path: Path, name: str) -> str:
    """The line, with its end, that names the schema `name` for the file at `path`; "" for a file in no project.

    >>> schema_line(Path("content/t9a/moved.yaml"), "moved")
    '# yaml-language-server: $schema=../../generator/assets/schema/moved.schema.json\\n'
    """
    path = path.absolute()
    project = next((folder for folder in path.parents if (folder / "mkdocs.yml").is_file()), None)
    if project is None:
        return ""
    schema = os.path.relpath(_folder(project) / f"{name}.schema.json", path.parent)
    return f"{SCHEMA_MARK} $schema={Path(schema).as_posix()}\n"


def write_schemas(project: Path) -> None:
    """Write the schemas that files of the project name, where it has none of its own. Leaves those alone that are up to date."""
    if _own(project).is_dir():
        return
    for schema in _SCHEMAS.iterdir():
        target, text = _folder(project) / schema.name, schema.read_bytes()
        if not target.is_file() or target.read_bytes() != text:
            write_atomic(target, text)


def _folder(project: Path) -> Path:
    return _own(project) if _own(project).is_dir() else project / "build" / "schema"


def _own(project: Path) -> Path:
    """The program's schemas, in the project that has the program beside its content."""
    return project / "generator" / "assets" / "schema"
