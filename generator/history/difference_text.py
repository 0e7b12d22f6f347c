"""A comparison as text for a terminal, as Markdown for a review, and as JSON. Compares texts word by word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from rich.text import Text

from ..files.json_text import SCHEMA_VERSION
from ..files.word_diff import Piece, as_html, as_text, tokens, word_diff
from ..model.library import Library
from ..prose.wording import citation
from .compare import Difference, FieldChange
from .moved_citations import MovedCitation

#: Unchanged words shown on either side of a change, and the number of words from which the rest is omitted.
_AROUND, _LONG = 6, 16

#: Fields with a list of their own, so that a new edition's numbers show at a glance.
_LISTED = frozenset({"title", "number"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states and their differences; `old_name` and `new_name` are the user's names for them."""

    old_name: str
    new_name: str
    old: Library
    new: Library
    differences: tuple[Difference, ...]
    citations: tuple[MovedCitation, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a list: its id, a description, and its fields (name, pieces)."""

    id: str
    said: str
    fields: tuple[tuple[str, list[Piece]], ...] = ()


def text(comparison: Comparison) -> Iterator[Text]:
    """Lines for a terminal."""
    yield Text(f"{comparison.old_name} → {comparison.new_name}", "bold")
    lists = list(_lists(comparison))
    for heading, lines in lists:
        yield Text(f"\n{heading} ({len(lines)})", "bold")
        for line in lines:
            yield Text(f"  {line.id}  {line.said}")
            for name, pieces in line.fields:
                yield Text(f"    {name}: ").append_text(as_text(pieces))
    if not lists:
        yield Text("Kein Unterschied.")


def markdown(comparison: Comparison) -> Iterator[str]:
    """Lines of Markdown, with <del> and <ins>."""
    yield f"# {_plain(comparison.old_name)} → {_plain(comparison.new_name)}\n"
    lists = list(_lists(comparison))
    for heading, lines in lists:
        yield f"\n## {heading} ({len(lines)})\n\n"
        for line in lines:
            yield f"- `{line.id}` {_plain(line.said)}\n"
            yield from (f"  - `{name}`: {as_html(pieces, _plain).replace(chr(10), ' ')}\n" for name, pieces in line.fields)
    if not lists:
        yield "\nKein Unterschied.\n"


def record(comparison: Comparison) -> dict[str, Any]:
    """The output of `--format json`: every difference with complete fields, prose with its pieces, and the moved citations."""
    return {
        "schema_version": SCHEMA_VERSION,
        "old": comparison.old_name,
        "new": comparison.new_name,
        "differences": [
            {
                "what": difference.what,
                "type": difference.sort,
                "id": difference.id,
                "old_id": difference.old_id or None,
                "title": difference.title,
                "file": difference.file,
                "why": difference.why or None,
                "renamed": difference.renamed,
                "renumbered": difference.renumbered,
                "fields": [_field_record(change) for change in difference.fields],
            }
            for difference in comparison.differences
        ],
        "citations": [
            {
                "id": found.owner,
                "field": found.field,
                "text": found.text,
                "file": found.place.path,
                "line": found.place.line,
                "column": found.place.column,
                "meant": list(found.meant),
                "leads": found.leads or None,
            }
            for found in comparison.citations
        ],
    }


def _field_record(change: FieldChange) -> dict[str, Any]:
    """A field's two values; prose with its pieces, each [old, new], with white space collapsed."""
    pieces = {"pieces": [[p.old, p.new] for p in word_diff(change.old, change.new)]} if change.is_prose else {}
    return {"name": change.name, "old": change.old, "new": change.new, **pieces}


_Kind = tuple[str, Callable[[Difference], bool], Callable[[Difference], Line]]


def _lists(comparison: Comparison) -> Iterator[tuple[str, list[Line]]]:
    """The lists as (heading, lines), without empty ones."""
    for heading, fits, line in _KINDS:
        if lines := [line(difference) for difference in comparison.differences if fits(difference)]:
            yield heading, lines
    if comparison.citations:
        yield "Verweise, die nicht mehr passen", [_citation_line(comparison, found) for found in comparison.citations]


def _is(what: str) -> Callable[[Difference], bool]:
    return lambda it: it.what == what and it.sort != "system"


def _titled(it: Difference) -> Line:
    """A line with a thing's title, and why it was removed or moved."""
    why = it.why or ("ohne Zeile in moved.yaml" if it.what == "removed" and it.sort == "entry" else "")
    sort = {"term": "Begriff", "concept": "Konzept"}.get(it.sort, "")
    return Line(it.id, ", ".join(text for text in (it.title, sort) if text) + (f" ({why})" if why else ""))


def _changed(it: Difference) -> Line:
    return Line(f"{it.old_id} → {it.id}" if it.old_id else it.id, _titled(it).said, _fields(it, without=_LISTED))


def _switched(name: str) -> Callable[[Difference], Line]:
    """A function for the line of a thing whose title or number changed."""

    def line(it: Difference) -> Line:
        change = it.field(name)
        assert change is not None
        title = "" if name == "title" else f"{it.title}: "
        return Line(it.id, f"{title}{change.old or '–'} → {change.new or '–'}")

    return line


def _system(it: Difference) -> Line:
    what = {"new": " (neu)", "removed": " (entfernt)"}.get(it.what, "")
    return Line(it.id, f"{it.title}{what}", _fields(it, without=frozenset()))


_KINDS: tuple[_Kind, ...] = (
    ("Spiele", lambda it: it.sort == "system", _system),
    ("Neu", _is("new"), _titled),
    ("Entfernt", _is("removed"), _titled),
    ("Umgezogen", _is("moved"), _changed),
    ("Zusammengelegt", _is("merged"), _changed),
    ("Umbenannt", lambda it: it.sort != "system" and it.renamed, _switched("title")),
    ("Andere Nummer", lambda it: it.renumbered, _switched("number")),
    ("Geändert", lambda it: _is("changed")(it) and any(f.name not in _LISTED for f in it.fields), _changed),
)


def _fields(it: Difference, without: frozenset[str]) -> tuple[tuple[str, list[Piece]], ...]:
    return tuple((change.name, _pieces(change)) for change in it.fields if change.name not in without)


def _pieces(change: FieldChange) -> list[Piece]:
    if not (change.is_prose or (" " in change.old and " " in change.new)):  # compare lists word by word too
        return [Piece(change.old, change.new)]
    pieces = word_diff(change.old, change.new)
    if not any(piece.changed for piece in pieces):
        return [Piece("nur Leerraum und Zeilenumbrüche", "nur Leerraum und Zeilenumbrüche")]
    return list(_shortened(pieces))


def _shortened(pieces: list[Piece]) -> Iterator[Piece]:
    """Shorten unchanged pieces: a rule may have a thousand words, of which three changed."""
    for at, piece in enumerate(pieces):
        words = tokens(piece.new)
        if piece.changed or len(words) <= 2 * _LONG:
            yield piece
            continue
        begin = f"{_edge(piece.new[:1])}{''.join(words[: 2 * _AROUND]).strip()} " if at else ""
        end = f" {''.join(words[-2 * _AROUND :]).strip()}{_edge(piece.new[-1:])}" if at < len(pieces) - 1 else ""
        yield Piece(f"{begin}…{end}", f"{begin}…{end}")


def _edge(letter: str) -> str:
    return " " if letter == " " else ""


def _citation_line(comparison: Comparison, found: MovedCitation) -> Line:
    meant = " und ".join(_meant(comparison, name) for name in found.meant)
    target = comparison.new.entry(found.leads.partition("#")[0])
    if target is not None and target.id not in [name.partition("#")[0] for name in found.meant]:
        leads = f", führt jetzt zu „{target.title}“"
    else:
        leads = "" if found.leads else ", führt ins Leere"
    return Line(found.owner, f"„{found.text}“ meinte {meant}{leads} ({found.field}, {found.place})")


def _meant(comparison: Comparison, target: str) -> str:
    """The former target of a citation, with its current place."""
    name = target.partition("#")[0]
    if entry := comparison.new.entries.get(name):
        return f"„{entry.title}“ (heute {citation(entry, comparison.new.systems[entry.system])})"
    gone = comparison.old.target(name)
    return f"„{gone.title if gone else name}“ (gibt es nicht mehr)"


def _plain(words: str) -> str:
    """Escape text so that Markdown shows it literally."""
    return re.sub(r"([\\`*_{}\[\]#|~])", r"\\\1", escape(words, quote=False))
