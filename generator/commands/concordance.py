"""`nachschlag concordance`: every sentence with a term in any form, German beside English."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from ..files.json_text import to_json
from ..model.command import Exit
from ..model.unusable import WrongValue
from ..proofing.concordance import Line, concordance
from ._shared import load_library


def run(args: argparse.Namespace) -> int:
    if not any(letter.isalnum() for letter in args.term):
        raise WrongValue(f"„{args.term}“ ist kein Begriff. Beispiel: nachschlag concordance „rücken vor“")
    lines = list(concordance(load_library(args), args.term, args.system))
    sys.stdout.write(to_json([_record(line) for line in lines]) if args.json else _text(args.term, lines))
    return Exit.FINE if lines else Exit.FINDINGS


def _record(line: Line) -> dict[str, Any]:
    return {
        "entry": line.entry,
        "field": line.field,
        "path": line.place.path,
        "line": line.place.line,
        "column": line.place.column,
        "language": line.language,
        "text": line.text,
        "spans": [list(span) for span in line.spans],
        "beside": line.beside,
    }


def _text(term: str, lines: Sequence[Line]) -> str:
    if not lines:
        return f"„{term}“ kommt nirgends vor.\n"
    return "".join(f"{line.place} {line.title} ({line.field})\n    {line.marked()}\n{_beside(line)}" for line in lines)


def _beside(line: Line) -> str:
    other = "en" if line.language == "de" else "de"
    beside = line.beside if len(line.beside) <= 200 else line.beside[:199] + "…"
    return f"    {other}: {beside}\n" if beside else ""
