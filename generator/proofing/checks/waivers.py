"""Waivers: findings that a writer accepts, with the reason. A waiver that waives nothing is a finding itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.findings import Finding, Severity, catalogue, did_you_mean
from ...model.places import is_in
from ...model.values import Entry, Term, Waiver
from .pieces import About


def without_waived(about: About, findings: Iterable[Finding]) -> list[Finding]:
    """Drop the findings that their entry or term waives; add A001, A002 for waivers that waive nothing."""
    left = list(findings)
    told: list[Finding] = []
    for owner in about.texts:
        for waiver in owner.waivers:
            if problem := _problem(waiver):
                told.append(problem)
                continue
            waived = {finding for finding in left if _waives(owner, waiver, finding)}
            left = [finding for finding in left if finding not in waived]
            if not waived:
                to = f" zu „{waiver.about}“" if waiver.about else ""
                message = f"Die Ausnahme für {waiver.code}{to} wird nicht gebraucht: Den Befund gibt es hier nicht."
                told.append(Finding("A002", waiver.location, message, "Streiche sie."))
    return left + told


def waivable() -> Iterator[str]:
    """Codes that may be waived: warnings. An error must be mended, information may stay, and a review or confirmation (G) is made or
    taken back."""
    return (code for code, about in catalogue().items() if about.severity == Severity.WARNING and code[0] not in "AG")


def _problem(waiver: Waiver) -> Finding | None:
    if waiver.code in waivable():
        message, hint = f"Die Ausnahme für {waiver.code} nennt keinen Grund.", "Schreibe ihn unter „reason“."
        return None if waiver.reason else Finding("A001", waiver.location, message, hint)
    if waiver.code in catalogue():
        stays = catalogue()[waiver.code].severity == Severity.INFO
        hint = "Streiche sie: Ein Hinweis darf stehen bleiben." if stays else "Behebe den Befund und streiche die Ausnahme."
        message = f"{waiver.code} lässt keine Ausnahme zu."
    else:
        message, hint = f"Einen Befund „{waiver.code}“ gibt es nicht.", did_you_mean(waiver.code, waivable())
    return Finding("A001", waiver.location, message, hint)


def _waives(owner: Entry | Term, waiver: Waiver, finding: Finding) -> bool:
    if finding.code != waiver.code or waiver.about.casefold() not in finding.message.casefold():
        return False
    return is_in(owner, finding.location)
