"""Files → entries and systems. A broken file yields findings and what is still readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..files.yaml_source import Yaml, conflict_finding
from ..model.fields import SYSTEM, entry_with
from ..model.findings import Finding
from ..model.places import english_path
from ..model.slug import SLUG, slugify
from ..model.values import (
    Collection,
    DataField,
    Entry,
    Licence,
    Lines,
    Location,
    Original,
    OtherPlace,
    Part,
    Phase,
    Publisher,
    Review,
    RuleChange,
    Series,
    System,
    Waiver,
)
from ..prose.body import row_sections, sections
from .parse_fields import FieldReader, Values, clean, control_characters
from .source import SourceFile

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)

Findings = list[Finding]


def front_matter(file: SourceFile) -> tuple[str, str, int] | None:
    """An entry file's YAML, its body, and the number of the body's first line; None without an opening or closing "---"."""
    match = _FRONT_MATTER.match(file.text)
    if not match:
        return None
    return match[1], file.text[match.end() :], file.text.count("\n", 0, match.end()) + 1


def parse_entry(
    file: SourceFile, system: str, part: str, slug: str, text_en: str = "", data: tuple[DataField, ...] = ()
) -> tuple[Entry | None, Findings]:
    """One entry file → the entry (None if it lacks a required field) and findings. `data` declares the system's own data
    fields."""
    split = front_matter(file)
    if split is None:
        if conflict := conflict_finding(file.text, file.path):
            return None, [conflict]
        hint = "Beginne die Datei mit „---“, dann die Felder, dann wieder „---“."
        return None, [
            Finding("F002", Location(file.path), f"„{file.path}“ beginnt nicht mit einem Kopf zwischen zwei „---“.", hint)
        ]
    head, body, body_line = split
    source = Yaml(head, file.path, 2)
    if source.findings:
        return None, source.findings
    fields = entry_with({own.name: own.label for own in data})
    values = FieldReader(source).read(source.root, fields, "im Kopf des Eintrags", at=Location(file.path, 2))
    conflicts = (
        conflict_finding(body, file.path, body_line),
        conflict_finding(text_en, english_path(file.path)),
    )
    findings = [
        *values.findings,
        *(
            Finding(
                "T005",
                Location(file.path, body_line + body.count("\n", 0, m.start()), m.start() - body.rfind("\n", 0, m.start())),
                f"Der Text enthält das Steuerzeichen U+{ord(m[0]):04X}.",
                "Lösche das Zeichen.",
            )
            for m in control_characters(body)[:20]
        ),
        *filter(None, conflicts),
    ]
    if not values.complete:
        return None, findings
    return _entry(values, file, system, part, slug, clean(body), body_line, text_en), findings


def _entry(v: Values, file: SourceFile, system: str, part: str, slug: str, body: str, body_line: int, text_en: str) -> Entry:
    more = {
        "parent": _full(system, v.text("parent")),
        "places": tuple(OtherPlace(**p.plain()) for p in v.values.get("places") or () if p.complete),
        "short": " ".join(v.text("short").split()),
        "short_en": " ".join(v.text("short_en").split()),
        "see": tuple(_full(system, name) for name in v.texts("see")),
        "see_en": original(v),
        "reviewed": reviewed(v),
        "reviewed_sections": reviews(v, "reviewed_sections"),
        "card": _inner(v.values.get("card")),
        "data": _inner(v.values.get("data")),
        "changes": tuple(
            RuleChange(**{**c.plain(), "text": " ".join(c.text("text").split())}, location=c.places["date"])
            for c in v.values.get("changes") or ()
            if c.complete
        ),
        "waivers": waivers(v),
    }
    headings = sections(body)
    return Entry(
        **{**v.plain(), **more},
        id=f"{system}/{slug}",
        system=system,
        part=part,
        text=body.strip("\n"),
        text_en=clean(text_en),
        sections=(*headings, *row_sections(_inner(v.values.get("data")), headings)),
        location=Location(file.path),
        body_line=body_line + len(body) - len(body.lstrip("\n")),
        lines=Lines.of(file.path, v.places),
    )


def _full(system: str, name: str) -> str:
    return name if "/" in name or not name else f"{system}/{name}"


def waivers(v: Values) -> tuple[Waiver, ...]:
    return tuple(
        Waiver(**{**w.plain(), "reason": " ".join(w.text("reason").split())}, location=w.places["code"])
        for w in v.values.get("waivers") or ()
        if w.complete
    )


def original(v: Values) -> Original | None:
    """The place of the English original; None if the file gives none, or no address."""
    found = v.values.get("see_en")
    return Original(**found.plain()) if found and found.text("url") else None


def reviewed(v: Values) -> Review | None:
    """The review of the whole; None without one, or if it lacks a required field."""
    found = v.values.get("reviewed")
    return Review(**found.plain()) if found and found.complete else None


def reviews(v: Values, name: str) -> tuple[Review, ...]:
    """The reviews of parts."""
    return tuple(Review(**found.plain()) for found in v.values.get(name) or ())


def _inner(values: Values | None) -> MappingProxyType[str, Any] | None:
    return MappingProxyType(dict(values.values)) if values is not None else None


def parse_system(file: SourceFile, folder: str) -> tuple[System | None, Findings]:
    """`content/<folder>/system.yaml` → the system and findings."""
    source = Yaml(file.text, file.path)
    if source.findings:
        return None, source.findings
    v = FieldReader(source).read(source.root, SYSTEM, "in system.yaml")
    if not v.complete:
        return None, v.findings
    if v.text("id") != folder:
        v.find("D003", v.places["id"], f"„id: {v.text('id')}“ passt nicht zum Ordner „{folder}“.", f"Schreibe id: {folder}")
    licence, publisher = v.values["licence"], v.values.get("publisher") or Values()
    if not licence.complete:
        return None, v.findings
    more = {
        "id": folder,
        "licence": Licence(**licence.plain()),
        "publisher": Publisher(**publisher.plain()),
        "see_en": original(v),
        "parts": tuple(Part(**p.plain()) for p in v.values["parts"] if _is_name(p)),
        "series": tuple(Series(**s.plain()) for s in v.values.get("series") or ()),
        "phases": tuple(Phase(**p.plain()) for p in v.values.get("phases") or () if _is_name(p)),
        "sheets": tuple(
            Collection(
                **s.plain() | {"rules": tuple(_full(folder, name) for name in s.texts("rules"))}, location=s.places["rules"]
            )
            for s in v.values.get("sheets") or ()
            if _is_name(s)
        ),
        "data": tuple(DataField(**d.plain()) for d in v.values.get("data") or ()),
    }
    system = System(**{**v.plain(), **more}, location=Location(file.path))
    return system, v.findings + list(_system_ids(system, v))


def _is_name(record: Values) -> bool:
    """Whether a part's or phase's id may become an address; drops "../../etc" with a finding."""
    return SLUG.fullmatch(record.text("id")) is not None


def _system_ids(system: System, v: Values) -> Iterator[Finding]:
    if system.licence.status == "permitted" and not system.licence.evidence:
        yield Finding(
            "R001",
            v.places["licence"],
            "Die Erlaubnis („permitted“) hat keinen Nachweis.",
            "Ergänze „evidence: …“ mit Datum und Beleg.",
        )
    for field_name in ("parts", "phases", "sheets"):
        ids = [record.text("id") for record in v.values.get(field_name) or ()]
        place = v.places.get(field_name, system.location)
        for name in ids:
            if not SLUG.fullmatch(name):
                yield Finding(
                    "D003", place, f"„{name}“ taugt nicht als Kennung (in „{field_name}“).", f"Etwa: {slugify(name) or 'teil-1'}"
                )
        for name in sorted({n for n in ids if ids.count(n) > 1}):
            yield Finding(
                "K015", place, f"„{name}“ steht zweimal in „{field_name}“.", "Gib einer der Stellen eine andere Kennung."
            )


def with_edition(entry: Entry, edition: str) -> Entry:
    """The entry with its system's edition, unless it names its own."""
    return entry if entry.edition else replace(entry, edition=edition)
