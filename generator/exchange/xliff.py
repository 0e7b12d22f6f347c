"""XLIFF 2.0, the OASIS standard: one file element per system, one unit per field, one segment per unit; core states and notes."""

from __future__ import annotations

import xml.parsers.expat as expat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from ..files.xml_text import HEAD, context_of, escaped, quoted, xml_name
from .context import Context
from .received import BadFile, Received, conflict_in
from .units import SOURCE_LANGUAGE, TARGET_LANGUAGE, State, Unit

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"

#: State of a segment. An outdated one is "initial", because it needs a new translation whatever its target. A missing state also
#: means "initial"; a unit without German omits it, so that a simple tool may fill in the target without knowing about states.
_STATES = {
    State.MISSING: "",
    State.OUTDATED: ' state="initial" subState="nachschlag:veraltet"',
    State.CHANGED: ' state="translated" subState="nachschlag:geaendert"',
    State.TRANSLATED: ' state="translated"',
    State.REVIEWED: ' state="reviewed"',
    State.FINAL: ' state="final"',
}


def write_xliff(units: Iterable[Unit], notes: Context) -> Iterator[str]:
    """An XLIFF file, piece by piece."""
    yield f'{HEAD}<xliff xmlns="{NAMESPACE}" version="2.0" srcLang="{SOURCE_LANGUAGE}" trgLang="{TARGET_LANGUAGE}">\n'
    for owner, of_owner in groupby(units, key=lambda unit: unit.id.partition("/")[0]):
        yield f' <file id="{owner}" original={quoted(owner)} xml:space="preserve">\n'
        for unit in of_owner:
            yield _unit(unit, notes)
        yield " </file>\n"
    yield "</xliff>\n"


def _unit(unit: Unit, context: Context) -> str:
    labelled = [*context.notes(unit), *([("Früher", unit.previous)] if unit.previous else []), ("Stand", unit.stamp)]
    notes = "".join(f"    <note category={quoted(label)}>{escaped(about)}</note>\n" for label, about in labelled)
    target = f"<target>{escaped(unit.target)}</target>" if unit.target else ""
    return (
        f"  <unit id={quoted(xml_name(unit.context))} name={quoted(unit.context)}>\n   <notes>\n{notes}   </notes>\n"
        f"   <segment{_STATES[unit.state]}><source>{escaped(unit.source)}</source>{target}</segment>\n  </unit>\n"
    )


def read_xliff(raw: bytes) -> Iterator[Received]:
    """The file's units. Raises BadFile, with the line, if it is not XLIFF 2 or truncated, and for any DOCTYPE: entities can be bombs."""
    reader = _Reader()
    try:
        reader.parser.Parse(raw, True)
    except expat.ExpatError as problem:
        raise conflict_in(raw.decode("utf-8", "replace")) or BadFile(
            problem.lineno, f"Das XML ist fehlerhaft oder abgeschnitten ({_reason(problem.code)})."
        ) from None
    except (ValueError, LookupError):  # an encoding unknown to expat
        raise BadFile(1, "Die Kodierung der Datei ist unbekannt; gebraucht wird UTF-8.") from None
    yield from reader.received


_REASONS = {
    expat.errors.XML_ERROR_NO_ELEMENTS: "kein Inhalt",
    expat.errors.XML_ERROR_INVALID_TOKEN: "ein Zeichen, das hier nicht stehen darf, oder falsche Kodierung",
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: "endet mitten in einem Tag",
    expat.errors.XML_ERROR_TAG_MISMATCH: "ein schließendes Tag passt nicht",
    expat.errors.XML_ERROR_SYNTAX: "kein XML",
    expat.errors.XML_ERROR_UNKNOWN_ENCODING: "unbekannte Kodierung",
    expat.errors.XML_ERROR_UNDEFINED_ENTITY: "unbekannte Entität",
}


def _reason(code: int) -> str:
    return _REASONS.get(expat.ErrorString(code), "endet zu früh" if code == 3 else expat.ErrorString(code))


@dataclass(slots=True)
class _Segment:
    """A segment, or an ignorable: text between segments, with a target only if it differs."""

    ignorable: bool
    source: str = ""
    target: str | None = None


@dataclass(slots=True)
class _Reader:
    """Parser events → units. Takes the texts of `source`, `target` and `note` and ignores marks around text."""

    received: list[Received] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    unit: Received | None = None
    is_whole: bool = True
    segment: _Segment | None = None
    words: list[str] | None = None
    is_stamp: bool = False
    parser: expat.XMLParserType = field(init=False)

    def __post_init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.buffer_text = True

    def _refuse(self, *_: object) -> None:
        message = "Die Datei hat eine DOCTYPE-Angabe. XLIFF braucht keine, und sie könnte Schaden anrichten: Lösche sie."
        raise BadFile(self.parser.CurrentLineNumber, message)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, local = tag.rpartition(" ")
        if not self.path and (local != "xliff" or space != NAMESPACE):
            raise BadFile(self.parser.CurrentLineNumber, "Das ist kein XLIFF 2.0. Exportiere neu mit --format xliff.")
        self.path.append(local if space == NAMESPACE else "")
        line = self.parser.CurrentLineNumber
        if self.path[-1] == "unit":
            self.unit, self.is_whole = Received(context_of(attributes.get("id", "")), "", "", False, "", line), True
        elif self.path[-1] in ("segment", "ignorable") and self.unit:
            self.segment = _Segment(self.path[-1] == "ignorable")
            self.unit.unfinished |= attributes.get("state") == "initial"
        elif self.path[-1] in ("source", "target") and self.segment and self.unit:
            self.words = []
            if "order" in attributes:
                self.unit.trouble = "Die Abschnitte sind umgestellt (order); füge sie zu einem zusammen."
        elif self.path[-1] == "note":
            self.words, self.is_stamp = [], attributes.get("category") == "Stand"
        elif self.words is not None:
            self._inline()

    def _inline(self) -> None:
        """Handle markup within a text: ignore a mark around words; an entry can hold no other markup."""
        if self.unit and self.path[-1] not in ("mrk", "sm", "em"):
            self.unit.trouble = f"Der Text enthält das Element <{self.path[-1] or '?'}>, das Nachschlag nicht kennt."

    def _text(self, data: str) -> None:
        if self.words is not None:
            self.words.append(data)

    def _end(self, _: str) -> None:
        tag = self.path.pop()
        said = "".join(self.words) if self.words is not None else ""
        if tag in ("source", "target") and self.segment:
            setattr(self.segment, tag, said)
            self.words = None
        elif tag == "note":
            if self.is_stamp and self.unit:
                self.unit.stamp = said.strip()
            self.words = None
        elif tag in ("segment", "ignorable") and self.unit and self.segment:
            self._add(self.unit, self.segment)
            self.segment = None
        elif tag == "unit" and self.unit:
            self.unit.target = self.unit.target if self.is_whole else ""
            self.received.append(self.unit)
            self.unit = None

    def _add(self, unit: Received, segment: _Segment) -> None:
        unit.source += segment.source
        unit.target += (
            (segment.target if segment.target is not None else segment.source) if segment.ignorable else segment.target or ""
        )
        self.is_whole &= segment.ignorable or bool(segment.target)
