"""`nachschlag status`: each system's translation progress, open tasks, and changes in the English of outdated entries."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..files.json_text import SCHEMA_VERSION, to_json
from ..files.word_diff import as_text, word_diff
from ..history.previous import Change, english_changes
from ..history.progress import LACK_WORDS, STAGE_WORDS, Row, Stage, at_stage, lacks, rows, stage_of, to_review, total
from ..model.command import Exit
from ..model.english import english_fingerprint, outdated
from ..model.library import Library
from ..model.unusable import UnknownName, WrongOptions
from ..model.values import Entry, System, Term
from ..proofing.readability import Readability, rule_readability
from ..prose.review import standing
from ..prose.wording import counted, german_date, state_words
from ._shared import kept_answers, load_for, say_loaded, tell_left_out

#: The most lines of a list in the terminal; --json has all.
MOST = 20


def run(args: argparse.Namespace) -> int:
    if args.to_review:
        return _queue(args)
    kept = kept_answers(args) if args.ids else None
    library = kept.library if kept else _loaded(args)
    named = [_target(library, name) for name in args.ids]
    if named and kept is None:
        say_loaded()
    changes = english_changes(args.project, kept.outdated() if kept else library.entries.values(), library.moves)
    if args.json:
        sys.stdout.write(to_json(record(library, changes, args.system, named)))
        return Exit.FINE
    console = Console(highlight=False, soft_wrap=bool(named))
    for target in named:
        console.print(_detail(library, target, changes))
    systems = [] if named else [s for s in library.systems.values() if args.system in (None, s.id)]
    for system in systems:
        _print_system(console, library, system, changes)
    return Exit.FINE


def _queue(args: argparse.Namespace) -> int:
    """The texts to review, one line each, with the id first, as `review -` reads them."""
    if args.ids:
        raise WrongOptions("--to-review zeigt ein ganzes Spiel (--system) oder alle; nenne keine Kennung.")
    loaded = load_for(args)
    found = to_review(loaded.library, loaded.graph, args.system)
    if args.json:
        rows_ = [{"id": one.name, "file": one.target.location.path, "links": one.links, "queries": one.queries} for one in found]
        sys.stdout.write(to_json({"schema_version": SCHEMA_VERSION, "to_review": rows_}))
        return Exit.FINE
    for one in found:
        changed = ", seit dem Gegenlesen geändert" if standing(loaded.library, one.target, one.of).is_stale else ""
        links = counted(one.links, "Regel", "Regeln") if one.of else counted(one.links, "Verweis", "Verweise")
        remarks = f"{links}, {counted(one.queries, 'Suchanfrage', 'Suchanfragen')}{changed}"
        print(f"{one.name}  {one.target.location.path}  ({remarks})")
    if not found:
        print("Alles ist gegengelesen.", file=sys.stderr)
    return Exit.FINE


def _loaded(args: argparse.Namespace) -> Library:
    loaded = load_for(args)
    if not args.ids and args.system is None:  # a book read by machine lacks everything, and is not meant for translation
        loaded = loaded.for_others()
        tell_left_out(loaded)
    return loaded.library


def _target(library: Library, name: str) -> Entry | Term:
    found = library.entry(name) or library.term(name)
    if found is None:
        raise UnknownName(f"„{name}“ ist weder Eintrag noch Begriff.", name, [*library.entries, *library.terms])
    return found


def record(library: Library, changes: dict[str, Change], system: str | None, named: list[Entry | Term]) -> dict[str, Any]:
    """The output of `--json`: counts per system and part, and every entry and term (or only the named ones) with its stage."""
    systems = [s for s in library.systems.values() if system in (None, s.id)]
    targets = named or [target for every in (library.entries, library.terms) for target in every.values()]
    if not named:
        targets = [target for target in targets if system in (None, target.system)]
    return {
        "schema_version": SCHEMA_VERSION,
        "systems": [] if named else [_system_record(library, s) for s in systems],
        "texts": [_text_record(library, target, changes) for target in targets],
    }


def _system_record(library: Library, system: System) -> dict[str, Any]:
    found = rows(library, system)
    parts = [{"id": row.id, "title": row.title, **_counts(row)} for row in found]
    figures = _figures(rule_readability(library.system_entries(system.id)))
    counts = {**_counts(total(found)), "originals": originals(library, system)}
    return {"id": system.id, "name": system.name, **counts, "readability": figures, "parts": parts}


def originals(library: Library, system: System) -> dict[str, Any]:
    """How much of a system has an English original for comparison: texts of entries, here or in an overlay, and addresses."""
    entries = library.system_entries(system.id)
    named: list[Entry | Term] = [*entries, *library.system_terms(system.id)]
    return {
        "entries": len(entries),
        "texts": sum(bool(entry.text_en.strip()) for entry in entries),
        "private_texts": sum(entry.beside is not None for entry in entries),
        "addresses": sum(it.see_en is not None for it in named),
        "see_en": system.see_en.url if system.see_en else None,
    }


def _originals(library: Library, system: System) -> str:
    found = originals(library, system)
    private = f", dazu {found['private_texts']} privat" if found["private_texts"] else ""
    whole = f"; das Spiel: {found['see_en']}" if found["see_en"] else ""
    texts = f"{found['texts']} von {found['entries']} Einträgen haben einen englischen Regeltext{private}"
    return f"Englisches Original: {texts}; {counted(found['addresses'], 'Adresse', 'Adressen')} (see_en){whole}"


def _figures(found: Readability) -> dict[str, float]:
    return {**asdict(found), "words_per_sentence": found.words_per_sentence}


def _counts(row: Row) -> dict[str, int]:
    return {stage.value: number for stage, number in row.counts.items()}


def _text_record(library: Library, target: Entry | Term, changes: dict[str, Change]) -> dict[str, Any]:
    common = {
        "id": target.id,
        "stage": stage_of(library, target),
        "lacks": list(lacks(library, target)),
        "file": target.location.path,
    }
    if isinstance(target, Term):
        return common
    change = changes.get(target.id, Change())
    return {
        **common,
        "readability": _figures(rule_readability([target])),
        "translated_from": target.translated_from or None,
        "english": english_fingerprint(target.title_en, target.short_en, target.text_en),
        "changed": change.date or None,
        "previous": dict(zip(("title_en", "short_en", "text_en"), change.english, strict=True)) if change.english else None,
    }


def _print_system(console: Console, library: Library, system: System, changes: dict[str, Change]) -> None:
    table = Table(title=f"{system.name} ({system.id})", title_justify="left", box=SIMPLE, show_edge=False, padding=0)
    table.add_column("Teil", overflow="fold")
    for word in ("Texte", *STAGE_WORDS.values()):
        table.add_column(word, justify="right", overflow="fold")
    found = rows(library, system)
    for row in found:
        table.add_row(*_cells(row))
    table.add_section()
    table.add_row(*_cells(total(found)), style="bold")
    console.print(table)
    console.print(_originals(library, system), soft_wrap=True, markup=False)
    if (figures := rule_readability(library.system_entries(system.id))).sentences:
        console.print(f"Lesbarkeit: {figures.german}", soft_wrap=True)
    for stage in (Stage.OUTDATED, Stage.MISSING):
        for line in _list(library, at_stage(library, system.id, stage), stage, changes):
            console.print(line, soft_wrap=True, markup=False)
    console.print()


def _cells(row: Row) -> list[str]:
    return [row.title, str(row.total), *(str(row.counts[stage] or "–") for stage in Stage)]


def _list(library: Library, targets: list[Entry | Term], stage: Stage, changes: dict[str, Change]) -> Iterator[str]:
    if targets:
        yield f"{STAGE_WORDS[stage].capitalize()}:"
    for target in targets[:MOST]:
        date = german_date(changes.get(target.id, Change()).date)
        remarks = [f"seit {date}"] if date else []
        remarks += [", ".join(LACK_WORDS[name] for name in lacks(library, target))] if stage is Stage.MISSING else []
        yield f"  {target.id}  {target.location.path}" + "".join(f"  ({text})" for text in remarks)
    if len(targets) > MOST:
        yield f"  … und {len(targets) - MOST} weitere (alle: --json)"


def _detail(library: Library, target: Entry | Term, changes: dict[str, Change]) -> Text:
    """One entry: its stage, its missing fields, and its former and current English."""
    missing = [LACK_WORDS[name] for name in lacks(library, target)]
    change = changes.get(target.id, Change())
    remarks = [STAGE_WORDS[stage_of(library, target)], *([f"seit {german_date(change.date)}"] if change.date else [])]
    text = Text.assemble((f"{target.id}", "bold"), f"  {' '.join(remarks)}  {target.location.path}\n")
    text.append(f"  Fehlt: {', '.join(missing)}\n" if missing else "")
    text.append(f"  Stand: {state_words(library, target)}\n" if not missing else "")
    text.append(f"  Lesbarkeit: {rule_readability([target]).german}\n" if isinstance(target, Entry) and target.text else "")
    text.append(f"  Passt das Deutsche wieder: nachschlag accept {target.id}\n" if outdated(target) else "")
    if target.id in changes and change.english is None:
        text.append("  Das frühere Englische ist nicht bekannt: Weder die Git-Historie noch build/english hat es.\n")
    if isinstance(target, Entry) and change.english:
        now = (target.title_en, target.short_en, target.text_en)
        for name, old, new in zip(("title_en", "short_en", "text_en"), change.english, now, strict=True):
            pieces = word_diff(old, new)
            if any(piece.changed for piece in pieces):
                text.append(f"  {name}: ").append_text(as_text(pieces)).append("\n")
    return text
