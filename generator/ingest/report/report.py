"""The report on a book as a record: recognised rules with their certainty, remainder, possible repairs, changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ...model.values import KINDS
from ..drafts import Draft, FoundPart, Reading, Repair, Source, Span
from ..editions.rereading import Difference, Outcome
from ..repairs.repairs import KINDS as REPAIR_KINDS
from ..repairs.repairs import SURE
from ..writing.draft_files import OTHER_PART

#: The version of report.json.
VERSION = 1

#: The certainty below which a person should look at a draft; of the others, more than nine in ten are right.
UNSURE = 0.9

#: Characters shown of a remainder, and around a name or an error.
_LEFT_SHOWN, _AROUND, _BELOW = 300, 60, 120

#: Recogniser → its finds, in German.
FOUND_AS: Mapping[str, str] = {
    "captions": "Abbildung mit Unterschrift",
    "cards": "Fähigkeitskarte",
    "defined_terms": "im Satz erklärter Begriff",
    "inline_terms": "im Satz eingeführter Begriff",
    "mentions": "nur erwähnter Begriff",
    "headings": "Überschrift",
    "leads": "Absatz oder Punkt, der mit seinem Namen beginnt",
    "rows": "Zeile einer Tabelle",
    "running_text": "Name am Anfang eines Satzes",
    "table_names": "Name in einer Tabelle",
    "tables": "Tabelle",
}


def report_record(reading: Reading, outcome: Outcome, system: str, why: Sequence[str], *, repaired: bool) -> dict[str, Any]:
    """The content of report.json: in book order and without dates, so that the same source always gives the same bytes.

    source      name, format, characters, lines, sha256, notes (German)
    profile     its name; `why` (German sentences) if it was chosen
    repaired    whether the certain repairs were applied
    counts      entries, terms, unsure (certainty below `UNSURE`), remainder (characters), repairs, sure_repairs
    kinds       {kind, name, count}: number of drafts per kind; "term" for terms
    parts       {title, title_en, number, pages, abbreviations, certainty, reasons, entries, terms, unsure}
    drafts      {id, title, number, title_en, part, kind, term, recogniser, found_as, certainty, title_certainty, section_certainty,
                kind_certainty, reasons, line, page, left, name, right}: the last three are its name as printed, with the text around it
    remainder   {why, line, page, characters, text}: text is shortened to 300 characters
    repairs     {kind, name, before, after, why, certainty, sure, line, page, left, right}
    edition     compared with the last reading: new {id, title}, changed {id, title, before, after, fields}, gone [id],
                kept_by_hand [id], conflicts {path, read}, kept_in, refused; `fields` are those of the head, {name, before, after};
                `path` is the unchanged file, `read` what was read this time; `kept_in` is the overlay's folder with what was
                removed ("" if nothing was); `refused` {gone, of, new} if so much would be removed that nothing was written,
                otherwise {}
    """
    drafts = [_draft(draft, id_, reading.source) for draft, id_ in zip(reading.drafts, outcome.ids, strict=True)]
    return {
        "version": VERSION,
        "system": system,
        "source": _source(reading),
        "profile": reading.profile,
        "why": list(why),
        "repaired": repaired,
        "counts": _counts(reading),
        "kinds": list(_kinds(drafts)),
        "parts": list(_parts(reading, drafts)),
        "drafts": drafts,
        "remainder": [_left(left.span, left.why, reading.source) for left in reading.remainder],
        "repairs": [_repair(repair, reading.source) for repair in reading.repairs],
        "edition": _edition(outcome, system, {row["id"]: row["title"] for row in drafts}),
    }


def _source(reading: Reading) -> dict[str, Any]:
    source = reading.source
    notes = [*dict.fromkeys((*source.notes, *reading.notes))]
    size = {"characters": len(source.text), "lines": len(source.text.splitlines())}
    return {"name": source.name, "format": source.format, **size, "sha256": source.sha256, "notes": notes}


def _counts(reading: Reading) -> dict[str, int]:
    terms = sum(draft.term for draft in reading.drafts)
    return {
        "entries": len(reading.drafts) - terms,
        "terms": terms,
        "unsure": sum(draft.certainty < UNSURE for draft in reading.drafts),
        "remainder": sum(left.span.end - left.span.start for left in reading.remainder),
        "repairs": len(reading.repairs),
        "sure_repairs": sum(repair.certainty >= SURE for repair in reading.repairs),
    }


def _kinds(drafts: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The kinds found, in the site's order, terms last."""
    names = {kind: several for kind, (_, several) in KINDS.items()} | {"term": "Begriffe"}
    for kind, name in names.items():
        if count := sum(("term" if row["term"] else row["kind"]) == kind for row in drafts):
            yield {"kind": kind, "name": name, "count": count}


def _parts(reading: Reading, drafts: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    found = {part.title: part for part in reading.parts}
    rows: dict[str, list[Mapping[str, Any]]] = {title: [] for title in found}
    for row in drafts:
        rows.setdefault(row["part"], []).append(row)
    for title, within in rows.items():
        part = found.get(title, FoundPart(title))
        terms, unsure = sum(row["term"] for row in within), sum(row["certainty"] < UNSURE for row in within)
        yield {
            **asdict(part),
            "certainty": round(part.certainty, 2),
            "entries": len(within) - terms,
            "terms": terms,
            "unsure": unsure,
        }


def _draft(draft: Draft, id_: str, source: Source) -> dict[str, Any]:
    own = draft.heading or next((Span(span.start, span.start) for span in (*draft.spans, *draft.quotes)), Span(0, 0))
    return {
        "id": id_,
        **_same(draft, "title", "number", "title_en"),
        "part": draft.part or OTHER_PART,
        "kind": draft.kind if draft.kind in KINDS else "rule",
        **_same(draft, "term", "recogniser"),
        "found_as": FOUND_AS.get(draft.recogniser, draft.recogniser),
        "certainty": round(draft.certainty, 2),
        **_same(draft, "title_certainty", "section_certainty", "kind_certainty"),
        "reasons": list(draft.reasons),
        "line": draft.line,
        "page": draft.page if draft.page is not None else source.page(own.start),
        "left": before(source.text, own.start),
        "name": _shortened(source.text[own.start : own.end], _BELOW),
        "right": _shortened(source.text[own.end : own.end + 2 * _BELOW], _BELOW),
    }


def _left(span: Span, why: str, source: Source) -> dict[str, Any]:
    place = {"line": source.line(span.start), "page": source.page(span.start)}
    text = _shortened(source.text[span.start : min(span.end, span.start + 4 * _LEFT_SHOWN)], _LEFT_SHOWN)
    return {"why": why, **place, "characters": span.end - span.start, "text": text}


def _repair(repair: Repair, source: Source) -> dict[str, Any]:
    return {
        "kind": repair.kind,
        "name": REPAIR_KINDS.get(repair.kind, repair.kind),
        **_same(repair, "before", "after", "why"),
        "certainty": round(repair.certainty, 2),
        "sure": repair.certainty >= SURE,
        "line": source.line(repair.span.start),
        "page": source.page(repair.span.start),
        "left": before(source.text, repair.span.start),
        "right": after(source.text, repair.span.end),
    }


def _same(one: Any, *names: str) -> dict[str, Any]:
    """The fields that a record has as they are."""
    return {name: getattr(one, name) for name in names}


def before(text: str, at: int) -> str:
    """Up to a few words before a place in its line.

    >>> before("Zeile davor\\nDer Waldd brennt.", 16)
    'Der '
    """
    line = text[max(0, at - _AROUND - 1) : at].rpartition("\n")[2]
    return line if len(line) <= _AROUND else "… " + line[-_AROUND:].partition(" ")[2]


def after(text: str, at: int) -> str:
    """Up to a few words after a place in its line.

    >>> after("Der Waldd brennt.\\nZeile danach", 9)
    ' brennt.'
    """
    line = text[at : at + _AROUND + 1].partition("\n")[0]
    return line if len(line) <= _AROUND else line[:_AROUND].rpartition(" ")[0] + " …"


def _shortened(text: str, longest: int) -> str:
    """A text on one line, cut to a length."""
    text = re.sub(r"\s+", " ", text).rstrip()
    return text if len(text) <= longest else text[:longest].rpartition(" ")[0] + " …"


def _edition(outcome: Outcome, system: str, titles: Mapping[str, str]) -> dict[str, Any]:
    return {
        "new": [{"id": id_, "title": titles.get(id_, "")} for id_ in outcome.new],
        "changed": [_difference(one) for one in outcome.changed],
        "gone": list(outcome.gone),
        "kept_by_hand": list(outcome.kept_by_hand),
        "conflicts": [{"path": path, "read": _read_path(path, outcome, system)} for path in outcome.conflicts],
        "kept_in": outcome.removal.kept_in,
        "refused": {},
    }


def refused_record(record: Mapping[str, Any], outcome: Outcome) -> dict[str, Any]:
    """The record of a refused reading: its intended changes."""
    loss = outcome.removal.loss
    refused = {"gone": loss.gone, "of": loss.of, "new": len(outcome.new)}
    return {**record, "edition": {**record["edition"], "kept_in": "", "refused": refused}}


def _difference(one: Difference) -> dict[str, Any]:
    fields = [{"name": name, "before": old, "after": new} for name, old, new in one.fields]
    return {**_same(one, "id", "title", "before", "after"), "fields": fields}


def _read_path(path: str, outcome: Outcome, system: str) -> str:
    """The path of what was read for a file left unchanged; the book may have moved it to another part."""
    folder, name = f"ingest/{system}/", path.rpartition("/")[2]
    beside = (one for one in outcome.texts if one.startswith(folder) and "/conflicts/" in one and one.endswith(f"/{name}"))
    return next(beside, "")
