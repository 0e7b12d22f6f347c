"""`nachschlag ingest`: a rulebook's text becomes draft entries of a private system."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from ..files.atomic import write_atomic
from ..ingest.drafts import Reading
from ..ingest.editions.books import record_folder, refuse_name
from ..ingest.editions.bringing_back import bring_back
from ..ingest.editions.rereading import Outcome, read_over
from ..ingest.editions.taking_away import KEPT
from ..ingest.repairs.repairs import SURE, repaired, repairs_of
from ..ingest.report.report import UNSURE, refused_record, report_record
from ..ingest.report.report_page import report_html
from ..ingest.report.report_text import report_lines
from ..ingest.source.language import language_of
from ..ingest.source.read_book import read_book
from ..ingest.storing import alone, store
from ..ingest.structure.drafting import Known
from ..ingest.structure.profile import choose_profile, load_profile
from ..ingest.structure.recognise import read_rules
from ..ingest.structure.spans import faults
from ..ingest.writing.draft_files import as_yaml
from ..model.command import Exit
from ..model.slug import SLUG
from ..model.unusable import Malformed, NothingToDo, NotThere, Unfit, Unusable, WrongOptions
from ..model.values import RESERVED_SYSTEMS, TITLE_EN_SOURCES
from ..prose.wording import counted
from ..reading.overlay import FOLDER, refuse_public
from ._shared import progress_bar, stderr
from .arguments import AUTO


def run(args: argparse.Namespace) -> int:
    out = Path(args.out) if args.out else args.project / FOLDER
    refuse_name_of(args.system)
    refuse_public(out, args.project)
    if args.restore is not None:
        return _restore(args, out)
    if not args.files:
        raise WrongOptions("es fehlt: DATEI, das Regelbuch, oder --restore. Alle Angaben: nachschlag ingest --help")
    if args.report:
        refuse_public(Path(args.report).parent, args.project)
    if args.book:
        refuse_name(args.book)
    return Exit.FINDINGS if read_in(args, out)[1].conflicts else Exit.FINE


def read_in(args: argparse.Namespace, out: Path, names: Mapping[str, str] | None = None) -> tuple[Reading, Outcome]:
    """Read the book into `out` and print a summary; `names` (name, short) replace those of the book, as if written by hand."""
    reading, why = _read(args)
    folder = record_folder(args.system, args.book)
    why = [*why, *_other_profile(out / folder / "report.json", reading.profile)] if why else why
    with alone(out) as left:
        outcome = read_over(out, reading, args.system, datetime.date.today(), args.book)
        record = report_record(reading, outcome, args.system, why, repaired=args.repair)
        if outcome.same:
            record["edition"] = _last_edition(out / folder / "report.json", record["edition"])
        if (outcome.removal.loss.much or outcome.other_book) and not args.replace:
            _print_json(refused_record(record, outcome) if args.json else None)
            raise Unusable(" ".join([_too_much(args, out, outcome), *why[1:]]))
        if names:
            place = f"content/{args.system}/system.yaml"
            outcome.texts[place] = as_yaml({**yaml.safe_load(outcome.texts[place] or "{}"), **names})
        html = report_html(record)
        outcome.texts[f"{folder}/report.json"] = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        outcome.texts[f"{folder}/report.html"] = html
        written = store(out, args.system, outcome)
    if args.report:
        write_atomic(Path(args.report), html)
    if args.json:
        _print_json(record)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _summary(reading, outcome, why, repairs=args.repair))
        sys.stdout.writelines(f"{line}\n" for line in _kept(args, out, outcome))
        sys.stdout.writelines(f"{line}\n" for line in (report_lines(record) if args.report == "" else ()))
    _tell(args, out, folder, written, left, reading.profile)
    return reading, outcome


def _restore(args: argparse.Namespace, out: Path) -> int:
    """Bring back what a reading took away."""
    if given := [name for name, there in _of_reading(args).items() if there]:
        raise WrongOptions(
            f"--restore geht ohne {', '.join(given)}: Es holt zurück, was ein Einlesen des Spiels entfernt hat, aus welchem Buch auch "
            "immer, und liest keins. Welches Einlesen, sagt die NUMMER."
        )
    if not out.is_dir():
        raise NotThere(out, "Nenne mit --out den Ordner, in den du eingelesen hast.")
    with alone(out):
        back = bring_back(out, args.system, args.restore or None)
        written = store(out, args.system, back.outcome)
    if args.json:
        _print_json({"restored": back.ids, "left": back.left})
    else:
        sys.stdout.write(f"{_listed('Zurückgeholt', back.ids)}\n")
        sys.stdout.write(f"{_listed('Schon da und darum gelassen', back.left)}\n" if back.left else "")
    stderr().print(f"{counted(written, 'Datei', 'Dateien')} geschrieben → {out}.", markup=False)
    return Exit.FINE


def _of_reading(args: argparse.Namespace) -> dict[str, object]:
    """The options that only a reading takes, and those of them that were given."""
    switches = {f"--{name}": getattr(args, name) for name in ("book", "terms", "language", "ocr", "replace")}
    named = {"--profile": args.profile != AUTO, "--no-repair": not args.repair, "--report": args.report is not None}
    return {"DATEI": args.files, **switches, **named}


def _print_json(record: dict[str, Any] | None) -> None:
    if record is not None:
        json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")


def _too_much(args: argparse.Namespace, out: Path, outcome: Outcome) -> str:
    """Why a reading that would take away too much, or has nothing in common with the last, is refused, and the remedy."""
    loss = outcome.removal.loss
    what = "Einträgen und Begriffen" if loss.terms else "Einträgen"
    return (
        f"Von „{args.system}“ gingen {loss.gone} von {loss.of} {what} ({_first(outcome.removal.ids)}), {len(outcome.new)} kämen neu: "
        f"Ist „{Path(args.files[0]).name}“ ein weiteres Buch des Spiels? Dann nenne seinen Namen (--book). Ist es das eines anderen "
        "Spiels, gib ihm eine andere Kennung (--system). Ist es so gewollt, nimm --replace; "
        f"was geht, bleibt dann unter „{out / KEPT / args.system}“. Nichts wurde geschrieben."
    )


def _kept(args: argparse.Namespace, out: Path, outcome: Outcome) -> Iterator[str]:
    """Notes on the place of the book's side of conflicts, and on that of removed text with the command that brings it back."""
    if outcome.conflicts:
        beside = out / record_folder(args.system, args.book) / "conflicts"
        yield f"Die Fassung des Buchs liegt unter {beside}: Übernimm daraus, was gelten soll; danach nachschlag accept."
    if kept_in := outcome.removal.kept_in:
        where = f" --out {args.out}" if args.out else ""
        number = kept_in.rpartition("/")[2]
        yield f"Aufgehoben unter {out / kept_in}; zurück: nachschlag ingest --system {args.system}{where} --restore {number}"


def _listed(label: str, ids: Sequence[str]) -> str:
    return f"{label}: {len(ids)}" + (f" ({_first(ids)})" if ids else "")


def _first(ids: Sequence[str]) -> str:
    return f"{', '.join(ids[:5])}{' …' if len(ids) > 5 else ''}"


def _last_edition(path: Path, now: dict[str, Any]) -> dict[str, Any]:
    """The edition in the last report, if the book is the same; drops conflicts resolved since."""
    try:
        return {**now, **json.loads(path.read_text("utf-8"))["edition"], "conflicts": now["conflicts"]}
    except (OSError, ValueError, KeyError, TypeError):
        return now


def _other_profile(path: Path, now: str) -> list[str]:
    """A note that the last reading used another profile."""
    try:
        last = json.loads(path.read_text("utf-8"))["profile"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [f"Zuletzt las es das Profil „{last}“: Soll das wieder gelten, nenne es mit --profile."] if last != now else []


def refuse_name_of(system: str) -> None:
    """Raise Unusable for an id that no system may have."""
    if system in RESERVED_SYSTEMS:
        raise Unfit(system, "Kennung eines Spiels", ": Die Seite braucht sie selbst. Nimm eine andere (--system).")
    if not SLUG.fullmatch(system):
        raise Unfit(system, "Kennung eines Spiels", ". Erlaubt: kleine Buchstaben, Ziffern, Bindestriche.")


def _read(args: argparse.Namespace) -> tuple[Reading, Sequence[str]]:
    """The book as drafts, with its repairs, and why its profile was chosen. Raises Unusable."""
    console = stderr()
    with progress_bar(console) as progress:
        task = progress.add_task("Buch lesen", total=1)
        files = [Path(file) for file in args.files]
        source = read_book(files, progress=lambda done, of: progress.update(task, completed=done, total=of), ocr=args.ocr)
        progress.update(task, completed=1, total=1)
        source = replace(source, language=args.language or language_of(source.text))
        profile, why = (load_profile(args.profile), "") if args.profile != AUTO else choose_profile(args.system, source)
        task = progress.add_task("Regeln erkennen", total=2)
        reading = read_rules(source, profile, known=_known(args.terms))
        progress.advance(task)
        reading = replace(reading, repairs=repairs_of(source))
        reading = repaired(reading) if args.repair else reading
        progress.advance(task)
    if wrong := faults(reading):
        raise Unusable(f"Beim Lesen ging etwas verloren, darum wurde nichts geschrieben: {wrong[0]} Bitte melden.")
    if not reading.drafts:
        raise NothingToDo(f"In „{source.name}“ ist keine Regel zu erkennen. Beschreibe seinen Stil mit einem Profil (--profile).")
    return reading, [why] if why else []


def _known(path: str | None) -> Iterator[Known]:
    """The names of a term base."""
    if path is None:
        return
    try:
        rows = yaml.load(Path(path).read_text("utf-8"), Loader=yaml.BaseLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        raise Malformed(
            f"„{path}“ lässt sich nicht als Glossar lesen. Erwartet wird eine Liste von Begriffen mit title."
        ) from None
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and isinstance(row.get("title"), str):
            where = str(row.get("title_en_source") or "")
            yield row["title"], str(row.get("title_en") or ""), where if where in TITLE_EN_SOURCES else "published"


def _summary(reading: Reading, outcome: Outcome, why: Sequence[str], *, repairs: bool) -> Iterator[str]:
    """A summary of the reading in a few German lines."""
    yield f"Profil {reading.profile}" + (f": {' '.join(why)}" if why else "")
    entries = [draft for draft in reading.drafts if not draft.term]
    unsure = sum(draft.certainty < UNSURE for draft in reading.drafts)
    yield (
        f"{counted(len(entries), 'Eintrag', 'Einträge')}, {counted(len(reading.drafts) - len(entries), 'Begriff', 'Begriffe')}, "
        + (f"davon unsicher: {unsure}")
    )
    left = sum(one.span.end - one.span.start for one in reading.remainder)
    yield f"Nicht zugeordnet: {left} von {len(reading.source.text)} Zeichen"
    sure = sum(repair.certainty >= SURE for repair in reading.repairs)
    done = "ausgeführt (mit --no-repair nicht)" if repairs else "davon sicher"
    yield f"Reparaturen: {len(reading.repairs)} vorgeschlagen, {sure} {done}"
    if not outcome.first:
        for label, ids in (
            ("Neu", outcome.new),
            ("Geändert (veraltet, bis du sie annimmst)", [one.id for one in outcome.changed]),
            ("Verschwunden", outcome.gone),
            ("Verschwunden, aber von Hand bearbeitet und darum behalten", outcome.kept_by_hand),
            ("Widerspruch, deine Fassung bleibt", outcome.conflicts),
        ):
            yield _listed(label, ids)


def _tell(args: argparse.Namespace, out: Path, folder: str, written: int, left: Sequence[str], profile: str) -> None:
    console = stderr()
    for path in left:
        console.print(f"„{path}“ wurde inzwischen geändert und bleibt, wie es ist.", markup=False)
    console.print(
        f"{counted(written, 'Datei', 'Dateien')} geschrieben → {out}. Bericht: {out / folder / 'report.html'}", markup=False
    )
    if (args.project / "content" / args.system).is_dir():
        style = profile if args.profile == AUTO else args.profile  # because another id would not choose it
        hint = f"Ansehen kannst du es hier unter einer anderen Kennung, etwa --system {args.system}-buch --profile {style}."
        console.print(f"Das Spiel „{args.system}“ hat das Projekt schon selbst. {hint}", markup=False)
    elif out.resolve() != (args.project / FOLDER).resolve():
        console.print(f"Ansehen: nachschlag serve --overlay {out}", markup=False)
