"""What the files of a system say: heads and bodies of entries, terms, the rows of system.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ...model.places import is_english_path
from ...model.slug import slugify
from ...model.unusable import NotUtf8

#: The lists of a system.yaml that a book fills, and what identifies a row.
LISTS: Mapping[str, str] = {"parts": "id", "series": "id", "data": "name"}

Rows = dict[str, list[dict[str, Any]]]

#: Reads all values as texts ("no" too). Uses libyaml if available, because term bases are long.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def plain(text: str) -> str:
    """A text with our line ends and without a byte order mark, which some editors change."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def as_written(text: str, ours: str) -> str:
    """A text with the line ends and byte order mark of `ours`."""
    text = text.replace("\n", "\r\n") if "\r\n" in ours else text
    return f"\ufeff{text}" if ours.startswith("\ufeff") else text


def values_of(text: str) -> Mapping[str, Any]:
    """The fields of an entry's head, or of one item of a list; {} if they are not readable."""
    head = plain(text)
    try:
        read = yaml.load(head[4:].partition("\n---\n")[0] if head.startswith("---\n") else head, Loader=_LOADER)
    except yaml.YAMLError:
        return {}
    read = read[0] if isinstance(read, list) and len(read) == 1 else read
    return read if isinstance(read, dict) else {}


def body_of(text: str) -> str:
    """The body of an entry's file."""
    text = text.replace("\r\n", "\n")
    return text.partition("\n---\n")[2].strip() if text.startswith(("---\n", "\ufeff---\n")) else text


def terms_in(text: str) -> dict[str, Mapping[str, Any]]:
    """The terms of a term base by slug; {} if damaged."""
    try:
        return {row.get("id") or slugify(row["title"]): row for row in yaml.load(plain(text), Loader=_LOADER) or []}
    except (yaml.YAMLError, TypeError, KeyError, AttributeError):
        return {}


def rows_of(text: str) -> Rows:
    """The rows of the lists of a system.yaml; {} if damaged."""
    try:
        record = yaml.safe_load(plain(text)) or {}
        return {name: [row for row in record.get(name) or [] if row[key]] for name, key in LISTS.items()}
    except (yaml.YAMLError, KeyError, TypeError, AttributeError):
        return {}


def parts_in(text: str) -> list[dict[str, Any]]:
    """The rows of the parts in a system.yaml; [] if damaged."""
    rows = rows_of(text).get("parts", [])
    return rows if all(row.get("title") for row in rows) else []


def slug_of(path: str) -> str:
    """The slug in a path or id: "content/moor/wald/eiche.md" → "eiche"."""
    return path.rpartition("/")[2].removesuffix(".md")


def is_entry(path: str) -> bool:
    """Whether a path is that of an entry, not of its English text."""
    return path.endswith(".md") and not is_english_path(path)


def is_term(id_: str) -> bool:
    """Whether an id is that of a term."""
    return "/glossar/" in id_


def texts_below(folder: Path, *below: str) -> Iterator[tuple[str, str]]:
    """Path below the folder → text, for all text files except hidden ones, which stopped processes leave behind.

    Raises Unusable for an entry or list in another encoding, because treating it as missing would delete manual work.
    """
    for start in below or ("",):
        top = folder / start
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                try:
                    yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8")
                except UnicodeDecodeError:
                    if path.suffix in (".md", ".yaml"):
                        raise NotUtf8(f"„{path}“ ist nicht als UTF-8 gespeichert. Speichere die Datei als UTF-8.") from None
