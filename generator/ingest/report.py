"""What was read out of a book, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .again import Outcome
from .model import Reading


def report_record(reading: Reading, outcome: Outcome, system: str, why: Sequence[str], *, repaired: bool) -> dict[str, Any]:
    """report.json."""
    return {
        "version": 1,
        "system": system,
        "profile": reading.profile,
        "why": list(why),
        "repaired": repaired,
        "new": outcome.new,
    }


def report_html(record: dict[str, Any]) -> str:
    """The report as a page."""
    return f"<!doctype html><meta charset=utf-8><title>{escape(record['system'])}</title>"
