"""Tables made from fields of other entries: `::: tabelle quelle=… spalten="…"` gets its rows when the library is loaded.

    ::: tabelle quelle=deckung,instabil spalten="Fähigkeit=title, Folge=short"
    :::

Each entry of the source gives a row; a column shows a field of the entry (`title`, `short`, `number`, a field of its card, or one
that the system declares under `data`), or the first filled one of several ("a/b"). `satz` keeps only the rows whose field of that
name contains a word of `nennt`, and only the sentences that contain it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..model.fields import CARD_LABELS
from ..model.findings import Finding, did_you_mean
from ..model.library import sort_key
from ..model.values import KINDS, Entry, Location, System
from ..prose.body import MADE, Line, body_lines

#: Fields of every entry that a column may show; a title leads to its entry.
FIELDS = ("title", "title_en", "number", "short")
_OPTIONS = ("quelle", "spalten", "ohne", "satz", "nennt", "geordnet")
_OPTION = re.compile(r'(?<![\w-])([\w-]+)=(?:"([^"]*)"|(\S+))')
#: The borders between the cases in a cell: "Gegen Magier: Flucht; gegen Helden: zerstört. Unentschieden: …"
_SENTENCE = re.compile(r"(?<=;)\s+|(?<=\.)\s+(?=[A-ZÄÖÜ])")


@dataclass(frozen=True, slots=True)
class _Column:
    heading: str
    fields: tuple[str, ...]


class _Unmakable(Exception):
    """Why a table cannot be made: message and remedy, in German."""


def with_made_tables(entries: Mapping[str, Entry], systems: Sequence[System]) -> tuple[dict[str, Entry], list[Finding]]:
    """The entries with the rows of their made tables, and a finding (T011) for every table that cannot be made."""
    maker = _Maker(entries, {system.id: system for system in systems})
    return {id_: maker.filled(entry) if f"::: {MADE} " in entry.text else entry for id_, entry in entries.items()}, maker.findings


class _Maker:
    def __init__(self, entries: Mapping[str, Entry], systems: Mapping[str, System]) -> None:
        self.entries, self.systems = entries, systems
        self.findings: list[Finding] = []

    def filled(self, entry: Entry) -> Entry:
        """The entry with its tables' rows in place."""
        lines: list[str] = []
        made: list[tuple[int, int]] = []
        is_inside = False
        for line in body_lines(entry.text):
            if is_inside and line.kind != "close" and line.text.strip():
                self._find(entry, line, "Was in einem Block mit „quelle“ steht, wird gemacht.", "Streiche die Zeile.")
            lines.append(line.text)
            is_inside = is_inside and not line.text.strip()  # one finding a block
            if line.kind == "open" and line.value.startswith(f"{MADE} ") and "quelle=" in line.value:
                is_inside = True
                if rows := self._rows(entry, line):
                    made.append((len(lines), len(rows)))
                    lines += rows
        return replace(entry, text="\n".join(lines), made=tuple(made)) if made else entry

    def _rows(self, entry: Entry, line: Line) -> list[str]:
        try:
            return self._made(entry, line.value)
        except _Unmakable as problem:
            self._find(entry, line, *map(str, problem.args))
            return []

    def _find(self, entry: Entry, line: Line, message: str, hint: str) -> None:
        self.findings.append(Finding("T011", Location(entry.location.path, entry.body_line + line.number), message, hint))

    def _made(self, entry: Entry, block: str) -> list[str]:
        options = {name: quoted or bare for name, quoted, bare in _OPTION.findall(block)}
        if unknown := next((name for name in options if name not in _OPTIONS), None):
            raise _Unmakable(f"„{unknown}“ kennt eine Tabelle nicht.", did_you_mean(unknown, _OPTIONS))
        columns = [_column(text) for text in options.get("spalten", "").split(",") if text.strip()]
        if not columns:
            raise _Unmakable("Der Tabelle fehlen die Spalten.", 'Beispiel: spalten="Fähigkeit=title, Folge=short"')
        for field in {field for column in columns for field in column.fields} | {options.get("satz", "title")}:
            self._check_field(entry.system, field)
        left_out = _ids(entry.system, options.get("ohne", ""))
        for name in left_out:
            self._known(name)
        source = options.get("quelle", "")
        sources = [one for one in self._sources(entry, source) if one.id not in left_out]
        rows = [row for one in sources if (row := self._row(one, columns, options)) is not None]
        if not rows:
            raise _Unmakable(f"Für die Tabelle aus „{source}“ gibt es keine Zeile.", "Prüfe „quelle“ und „nennt“.")
        if options.get("geordnet"):
            rows.sort(key=lambda row: sort_key(_shown(row[0])))
        return [_line([column.heading for column in columns]), _line(["---"] * len(columns)), *map(_line, rows)]

    def _check_field(self, system: str, field: str) -> None:
        known = [*FIELDS, *CARD_LABELS, *(own.name for own in self.systems[system].data)] if system in self.systems else []
        if known and field not in known:
            raise _Unmakable(
                f"Das Feld „{field}“ gibt es hier nicht.", did_you_mean(field, known) or "Ergänze es in system.yaml unter data."
            )

    def _sources(self, entry: Entry, source: str) -> list[Entry]:
        sort, _, name = source.rpartition(":")
        own = sorted((one for one in self.entries.values() if one.system == entry.system), key=self._in_book)
        if sort == "art":
            if name not in KINDS:
                raise _Unmakable(f"Die Art „{name}“ gibt es nicht.", did_you_mean(name, KINDS))
            return [one for one in own if one.kind == name]
        if sort == "feld":
            self._check_field(entry.system, name)
            return [one for one in own if _value(one, name)]
        if sort == "unter":
            above = {self._known(id_).id for id_ in _ids(entry.system, name)}
            return [one for one in own if one.parent in above]
        if sort:
            raise _Unmakable(f"Die Quelle „{source}“ gibt es nicht.", "Erlaubt: Kennungen, art:…, feld:… und unter:…")
        return [self._known(id_) for id_ in _ids(entry.system, name)]

    def _in_book(self, entry: Entry) -> tuple[int, int, str]:
        parts = [part.id for part in self.systems[entry.system].parts] if entry.system in self.systems else []
        return (parts.index(entry.part) if entry.part in parts else len(parts), entry.order, entry.id)

    def _known(self, id_: str) -> Entry:
        found = self.entries.get(id_)
        if found is None:
            raise _Unmakable(
                f"Die Quelle „{id_}“ einer Tabelle gibt es nicht.",
                did_you_mean(id_, self.entries) or "Streiche sie aus „quelle“.",
            )
        return found

    def _row(self, entry: Entry, columns: Sequence[_Column], options: Mapping[str, str]) -> list[str] | None:
        field, words = options.get("satz", ""), options.get("nennt", "")
        naming = _naming(_value(entry, field), words) if field else ""
        if field and not naming:
            return None
        return [self._cell(entry, column, field, naming) for column in columns]

    def _cell(self, entry: Entry, column: _Column, field: str, naming: str) -> str:
        for name in column.fields:
            if value := naming if name == field else _value(entry, name):
                return f"[[{entry.slug}\\|{value}]]" if _is_name(column, name) else value.replace("|", "\\|")
        return ""


def _is_name(column: _Column, field: str) -> bool:
    """Whether a cell names its entry: its title, or what stands in the title's place."""
    return field == "title" or column.fields[-1] == "title"


def _column(text: str) -> _Column:
    heading, _, fields = text.strip().rpartition("=")
    return _Column(heading or fields, tuple(fields.split("/")))


def _ids(system: str, names: str) -> list[str]:
    return [name if "/" in name else f"{system}/{name}" for name in (one.strip() for one in names.split(",")) if name]


def _value(entry: Entry, field: str) -> str:
    found = getattr(entry, field) if field in FIELDS else (entry.data or {}).get(field) or (entry.card or {}).get(field)
    return " ".join(str(found or "").split())


def _naming(text: str, words: str) -> str:
    """The sentences of a text that name one of the words."""
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, words.split('|')))})\b")
    found = " ".join(one for one in _SENTENCE.split(text) if pattern.search(one)).rstrip(";")
    return re.sub(r";(?= [A-ZÄÖÜ])", ".", found[:1].upper() + found[1:])


def _shown(cell: str) -> str:
    return cell.rpartition("|")[2].rstrip("]")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
