"""`nachschlag fmt`: entry heads in canonical form. Refuses to write if the meaning would change."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.yaml_source import Yaml, plain_values
from ..model.command import Exit
from ..model.places import is_english_path
from ..reading.canonical import canonical_entry
from ..reading.editor_schemas import schema_line
from ..reading.parse import front_matter
from ..reading.source import SourceFile, file_bytes
from ._shared import check_path


def run(args: argparse.Namespace) -> int:
    changed = 0
    for path in _files(args):
        try:
            before = file_bytes(path).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            print(f"{path}: nicht lesbar oder nicht UTF-8, bleibt wie sie ist (siehe: nachschlag check)", file=sys.stderr)
            continue
        after = canonical_entry(before, schema_line(path, "entry"))
        if after == before or _meaning(before) is None:
            continue
        if _meaning(before) != _meaning(after):
            print(f"{path}: bleibt wie sie ist, weil sich ihr Sinn ändern würde", file=sys.stderr)
            continue
        changed += 1
        print(path)
        if not args.check:
            write_atomic(path, after)
    print(f"{changed} {'Datei' if changed == 1 else 'Dateien'} {'zu ändern' if args.check else 'geändert'}.", file=sys.stderr)
    return Exit.FINDINGS if args.check and changed else Exit.FINE


def _files(args: argparse.Namespace) -> list[Path]:
    roots = [Path(p) for p in args.paths] or [args.project / "content"]
    found: list[Path] = []
    for root in roots:
        check_path(root, args.project)
        found += sorted(root.rglob("*.md")) if root.is_dir() else [root]
    return [path for path in found if path.suffix == ".md" and not is_english_path(path.name)]


def _meaning(text: str) -> object:
    """Head values (in any order) and body of an entry file; None if it is unreadable."""
    split = front_matter(SourceFile("", text.replace("\r\n", "\n").removeprefix("\ufeff")))
    if split is None:
        return None
    source = Yaml(split[0], "")
    if source.findings or source.root is None:
        return None
    return plain_values(source.root), split[1]
