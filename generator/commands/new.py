"""`nachschlag new`: a new entry file with a free id, ready to be filled in. Never overwrites anything."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from ..files.yaml_edit import scalar
from ..german.rule_numbers import MalformedNumber, parse_number
from ..model.command import Exit
from ..model.english import english_fingerprint
from ..model.fields import TITLE_LIMIT
from ..model.library import Library
from ..model.slug import slugify
from ..model.unusable import Taken, Unfit, UnknownPart, WrongValue
from ..model.values import RESERVED_SLUGS, Entry, System
from ..proofing.project import Loaded
from ..reading.editor_schemas import schema_line
from ..reading.published import published_ids
from ._shared import check_system, load_for


def run(args: argparse.Namespace) -> int:
    loaded = load_for(args)
    system_id, _, part_id = args.place.partition("/")
    check_system(loaded, system_id)
    system = loaded.library.systems[system_id]
    if system.part(part_id) is None:
        raise UnknownPart(part_id, system)
    title = title_of(args.title)
    args.en = title_of(args.en) if args.en.strip() else ""
    if args.number:
        try:
            parse_number(args.number)
        except MalformedNumber:
            raise WrongValue(f"„{args.number}“ ist keine Regelnummer. Beispiele: 17.0, 2.1.1, „Tabelle 6.2“.") from None
    slug = free_slug(loaded.library, system, part_id, title, _names_on_disk(loaded, system))
    path = loaded.project / f"{system.overlay}content" / system_id / part_id / f"{slug}.md"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(_draft(path, title, loaded.library.part_entries(system_id, part_id), args))
    except FileExistsError:
        raise Taken(path) from None
    print(path.relative_to(loaded.project) if path.is_relative_to(loaded.project) else path)
    return Exit.FINE


def title_of(text: str) -> str:
    """A title from the command line on one line. Raises Unusable for a text that cannot be one."""
    title = " ".join(text.split())
    if not slugify(title) or len(title) > TITLE_LIMIT or not title.isprintable():
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in title[:40])
        raise Unfit(
            shown, "Titel", f": Er braucht Buchstaben oder Ziffern, höchstens {TITLE_LIMIT} Zeichen und keine Steuerzeichen."
        )
    return title


def _names_on_disk(loaded: Loaded, system: System) -> set[str]:
    """Slugs unknown to the library: of files too broken to load, and of formerly published ids."""
    files = {path.stem for path in (loaded.project / f"{system.overlay}content" / system.id).glob("*/*.md")}
    return files | {i.partition("/")[2] for i in published_ids(loaded.project) if i.startswith(f"{system.id}/")}


def free_slug(library: Library, system: System, part: str, title: str, taken_too: Iterable[str] = ()) -> str:
    """A slug that no id has or ever had: the title's, or prefixed with the part, or numbered."""
    taken = {entry.slug for entry in library.system_entries(system.id)} | RESERVED_SLUGS | set(taken_too)
    taken |= {move.old.partition("/")[2] for move in library.moves if move.old.startswith(f"{system.id}/")}
    base = slugify(title)
    candidates = [base, f"{part}-{base}", *(f"{part}-{base}-{n}" for n in range(2, 1000))]
    return next(slug for slug in candidates if slug not in taken)


def _draft(path: Path, title: str, siblings: Iterable[Entry], args: argparse.Namespace) -> str:
    last = max((entry.order for entry in siblings), default=0)
    lines = [
        "---",
        *schema_line(path, "entry").splitlines(),
        f"title: {scalar(title)}",
        *([f"title_en: {scalar(args.en)}", "title_en_source: inferred"] if args.en else []),
        f"kind: {args.kind}",
        *([f"number: {json.dumps(' '.join(args.number.split()), ensure_ascii=False)}"] if args.number else []),
        f"order: {last + 10}",
        "short:",
        "short_en:",
        "status: entwurf",
        *([f'translated_from: "{english_fingerprint(args.en, "")}"'] if args.en else []),
        "---",
    ]
    return "\n".join(lines) + "\n"
