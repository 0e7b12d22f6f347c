"""List files → terms, concepts, moves, players' queries. A broken record yields findings; the others count."""

from __future__ import annotations

import re
from types import MappingProxyType

import yaml

from ..files.yaml_source import Node, Yaml
from ..model.fields import CONCEPT, MOVE, QUERIES, TERM, Field
from ..model.findings import Finding
from ..model.slug import SLUG, slugify
from ..model.values import Concept, Location, Move, PlayerQueries, Term
from .parse import Findings, original, reviewed, reviews, waivers
from .parse_fields import FieldReader, Values
from .source import SourceFile

#: A full id: "aos/wut", "aos/glossar/wut". Redirect pages are written under it; they may lead to a section.
_ID = re.compile(rf"(?<![a-z0-9-]){SLUG.pattern}/(?:glossar/)?{SLUG.pattern}")
_PLACE = re.compile(rf"{_ID.pattern}(?:#{SLUG.pattern})?")


def _records(
    file: SourceFile, fields: tuple[Field, ...], what: str, *, locating: bool = True
) -> tuple[list[tuple[Values, Location]], Findings]:
    """Read a YAML list of maps: the complete ones with their places, and findings about all."""
    source = Yaml(file.text, file.path)
    findings = list(source.findings)
    root: Node | None = source.root
    if root is None:
        return [], findings
    if not isinstance(root, yaml.SequenceNode):
        findings.append(
            Finding("F005", source.place(root), f"„{file.path}“ soll eine Liste sein ({what}).", "Beginne jeden Punkt mit „- “.")
        )
        return [], findings
    reader = FieldReader(source, locating=locating)
    found = [(reader.read(node, fields, what), source.place(node)) for node in root.value]
    return [(v, place) for v, place in found if v.complete], findings + [f for v, _ in found for f in v.findings]


def parse_glossary(file: SourceFile, system: str) -> tuple[list[Term], Findings]:
    """`glossary/<system>.yaml` → terms and findings."""
    records, findings = _records(file, TERM, "in einem Begriff")
    terms = []
    for v, place in records:
        slug = v.text("id") or slugify(v.text("title"))
        if not SLUG.fullmatch(slug) or slug == "index":
            findings.append(
                Finding(
                    "D003",
                    place,
                    f"„{slug}“ taugt nicht als Kennung." if slug else f"Aus „{v.text('title')}“ lässt sich keine Kennung bilden.",
                    f"Etwa: id: {slugify(slug) or 'becher'}" if slug else "Der Titel braucht Buchstaben oder Ziffern.",
                )
            )
            continue
        more = {
            "mentioned": tuple(f"{system}/{name}" for name in v.texts("mentioned")),
            "see_en": original(v),
            "reviewed": reviewed(v),
            "waivers": waivers(v),
            "lines": MappingProxyType(v.places),
        }
        terms.append(Term(**{**v.plain(), **more, "id": f"{system}/glossar/{slug}"}, system=system, location=place))
    return terms, findings


def parse_queries(file: SourceFile, system: str) -> tuple[list[PlayerQueries], Findings]:
    """`glossary/queries/<system>.yaml` → players' queries per entry or term, and findings."""
    records, findings = _records(file, QUERIES, "bei den Suchanfragen", locating=False)  # 20,000, in which nothing is found
    found: dict[str, PlayerQueries] = {}
    for v, place in records:
        target = f"{system}/{v.text('entry')}"
        if other := found.get(target):
            message = f"Suchanfragen für „{v.text('entry')}“ stehen schon in Zeile {other.location.line}."
            findings.append(Finding("K012", place, message, "Führe beide zusammen."))
        else:
            found[target] = PlayerQueries(target, v.texts("queries"), v.texts("questions"), place)
    return list(found.values()), findings


def parse_concepts(file: SourceFile) -> tuple[list[Concept], Findings]:
    """`glossary/concepts.yaml` → concepts and findings."""
    records, findings = _records(file, CONCEPT, "in einem Konzept")
    concepts: dict[str, Concept] = {}
    for v, place in records:
        if other := concepts.get(v.text("id")):
            message = f"Das Konzept „{other.id}“ gibt es schon (Zeile {other.location.line})."
            findings.append(Finding("K012", place, message, "Führe beide zusammen."))
            continue
        if not SLUG.fullmatch(v.text("id")):
            findings.append(
                Finding(
                    "D003",
                    v.places["id"],
                    f"„{v.text('id')}“ taugt nicht als Kennung.",
                    f"Etwa: {slugify(v.text('id')) or 'deckung'}",
                )
            )
            continue
        entries = {system: tuple(f"{system}/{name}" for name in names) for system, names in v.values["entries"].items()}
        notes = MappingProxyType(dict(v.values.get("notes") or {}))
        more = {"entries": MappingProxyType(entries), "notes": notes, "reviewed_notes": reviews(v, "reviewed_notes")}
        more["lines"] = MappingProxyType(v.places)
        concepts[v.text("id")] = Concept(**{**v.plain(), **more}, location=place)
    return list(concepts.values()), findings


def parse_moves(file: SourceFile, system: str) -> tuple[list[Move], Findings]:
    """`content/<system>/moved.yaml` → moves and findings."""
    records, findings = _records(file, MOVE, "in einem Umzug")
    moves = []
    for v, place in records:
        forms = {"old": _ID, "new": _PLACE}
        wrong = [name for name, form in forms.items() if v.text(name) and not form.fullmatch(v.text(name))]
        for name in wrong:
            message = f"„{v.text(name)}“ taugt nicht als Kennung mit Spiel (in „{name}“)."
            findings.append(Finding("D003", v.places[name], message, "Beispiel: old: aos/alte-wut"))
        if not wrong and not v.text("old").startswith(f"{system}/"):
            wrong.append("old")
            message = f"„{v.text('old')}“ gehört nicht zu „{system}“."
            findings.append(Finding("D003", v.places["old"], message, f"Beispiel: old: {system}/alte-wut"))
        if not wrong:
            moves.append(Move(**{"new": "", **v.plain()}, location=place))
    return moves, findings
