"""Compares the drafts read from a book with a list of what a player could look up in it.

A row and a draft may be the same if number and part are equal, or the title (without case, marks and parameter; an alias also counts, also
with the parent's title in front). Where several rows share a title, part or parent must agree, too. Rows and drafts are then matched one
to one, as many as possible, better fits first.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nachschlag.generator.ingest.drafts import Draft, Reading

#: Figures count neither for nor against.
FIGURES = "Abbildungen"

COARSE = {
    "term": ("glossary-term", "keyword", "characteristic", "state", "token"),
    "rule": ("rule", "phase", "action", "scenario", "objective", "unit-type"),
    "ability": ("special-rule", "ability", "command", "spell", "weapon-ability", "draw-event"),
    "terrain": ("terrain-keyword", "terrain-type", "terrain-piece"),
    "table": ("table",),
}
_COARSE = {kind: coarse for coarse, kinds in COARSE.items() for kind in kinds}

_PARAMETER = re.compile(r"\s*\(\s*(?:[+\-–−]?\s*(?:\d*[WwDd]\d+|[XxNn\d]+)\+?|\d+/\d+)\s*\)")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a coverage list."""

    kind: str
    part: str
    number: str
    title: str
    title_en: str
    en_source: str
    line: int


@dataclass(frozen=True, slots=True)
class Score:
    """How well a reading covers its list; `pairs` are (row, draft) by index, `names` the possible names of each draft."""

    rows: tuple[Row, ...]
    drafts: tuple[Draft, ...]
    names: tuple[frozenset[str], ...]
    pairs: tuple[tuple[int, int], ...]

    def _agrees(self, row: int, draft: int, what: str) -> bool:
        if what == "title":
            return plain(self.rows[row].title) in self.names[draft]
        return _agrees(self.rows[row], self.drafts[draft], what)

    def _right(self, *wanted: str) -> int:
        return sum(all(self._agrees(row, draft, what) for what in wanted) for row, draft in self.pairs)

    def recall(self, *wanted: str) -> float:
        """The share of rows with a draft of their own in which everything required is right: title, number, english, kind."""
        return self._right(*wanted) / len(self.rows) if self.rows else 1.0

    @property
    def precision(self) -> float:
        """The share of drafts that match a row."""
        return len(self.pairs) / len(self.drafts) if self.drafts else 1.0

    @property
    def judged(self) -> list[tuple[float, bool]]:
        """Each draft's certainty, and whether it matches a row."""
        found = {draft for _, draft in self.pairs}
        return [(draft.certainty, index in found) for index, draft in enumerate(self.drafts)]

    @property
    def missing(self) -> list[Row]:
        found = {row for row, _ in self.pairs}
        return [row for index, row in enumerate(self.rows) if index not in found]

    @property
    def surplus(self) -> list[Draft]:
        found = {draft for _, draft in self.pairs}
        return [draft for index, draft in enumerate(self.drafts) if index not in found]

    def differing(self) -> list[tuple[str, Row, Draft]]:
        """The pairs that differ from the list, each with the difference."""
        return [
            (what, self.rows[row], self.drafts[draft])
            for row, draft in self.pairs
            for what in WANTED
            if not self._agrees(row, draft, what)
        ]


WANTED = ("title", "number", "english", "kind")


def read_rows(path: Path) -> list[Row]:
    """The rows of a coverage list, without its figures."""
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle, delimiter="\t"))
    return [
        Row(r["kind"], r["part"], r["number"], r["title_de"], r["title_en"], r["en_source"], int(r["line"] or 0))
        for r in rows
        if r["part"] != FIGURES
    ]


def score(rows: Sequence[Row], reading: Reading, figures: Sequence[str] = ()) -> Score:
    """Match a reading's drafts with a list's rows; drafts whose plain title is one of `figures` count neither for nor against."""
    drafts = [draft for draft in reading.drafts if draft.part != FIGURES and plain(draft.title) not in figures]
    parents = [reading.drafts[draft.parent].title if draft.parent is not None else "" for draft in drafts]
    names = tuple(_names(draft, parent) for draft, parent in zip(drafts, parents, strict=True))
    pairs = _match(_options(rows, drafts, parents, names))
    return Score(tuple(rows), tuple(drafts), names, tuple(sorted(pairs.items())))


def plain(title: str) -> str:
    """Normalise a title for comparison: no case, no parameter, no marks.

    >>> plain("Spalten (X)") == plain("SPALTEN"), plain("Wut & Mut!")
    (True, 'wut und mut')
    """
    text = unicodedata.normalize("NFC", title).replace("\u00ad", "")
    text = _PARAMETER.sub("", text).replace("&", " und ").casefold()
    return re.sub(r"[^0-9a-zäöü]+", " ", text).strip()


def plain_number(number: str) -> str:
    return re.sub(r"(\.0)?$", "", number.strip().rstrip(".)"))


@dataclass(frozen=True, slots=True)
class Title:
    """A line of a list of titles, "name=other name|number"; one with "-" in front is nothing that a reader would look up."""

    names: tuple[str, ...]
    number: str = ""
    no_rule: bool = False


def read_titles(path: Path) -> list[Title]:
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    fields = [(line.startswith("-"), [*line.removeprefix("-").split("|"), ""]) for line in lines]
    return [Title(tuple(map(plain, cells[0].split("="))), cells[1], no_rule) for no_rule, cells in fields]


def found_titles(titles: Sequence[Title], reading: Reading) -> dict[Title, Draft]:
    """The titles that a draft bears, as title, alias, or number alone; one with the right number, if there is any."""
    found: dict[str, list[Draft]] = {}
    for draft in reading.drafts:
        for name in {plain(name) for name in (draft.title, *draft.aliases, draft.number)} - {""}:
            found.setdefault(name, []).append(draft)
    return {
        title: min(drafts, key=lambda draft: plain_number(draft.number) != plain_number(title.number))
        for title in titles
        if (drafts := [draft for name in title.names for draft in found.get(name, ())])
    }


def judged(titles: Sequence[Title], reading: Reading) -> list[tuple[float, bool]]:
    """Each draft's certainty, and whether it is right, by a list that also names all drafts that are no rules."""
    wrong = {name for title in titles if title.no_rule for name in title.names}
    return [(draft.certainty, plain(draft.title) not in wrong) for draft in reading.drafts] if wrong else []


def calibration(judgements: Sequence[tuple[float, bool]]) -> list[str]:
    """A line for each tenth of certainty: how many drafts, how certain and how many of them right on average."""
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for one in judgements:
        tenths.setdefault(min(9, int(one[0] * 10 + 1e-9)), []).append(one)
    return [
        f"{tenth / 10:.1f}–{(tenth + 1) / 10:.1f}  {len(some):7}  {sum(sure for sure, _ in some) / len(some):7.3f}"
        f"  {sum(right for _, right in some) / len(some):.3f}"
        for tenth, some in sorted(tenths.items())
    ]


def _agrees(row: Row, draft: Draft, what: str) -> bool:
    if what == "number":
        return plain_number(row.number) == plain_number(draft.number)
    if what == "english":
        return row.en_source != "book" or plain(row.title_en) == plain(draft.title_en)
    return _coarse(row.kind) == ("term" if draft.term else _coarse(draft.kind))


def _coarse(kind: str) -> str:
    return _COARSE.get(kind, kind)


def _names(draft: Draft, parent: str) -> frozenset[str]:
    names = {plain(name) for name in (draft.title, *draft.aliases)} - {""}
    return frozenset(names | {f"{plain(parent)} {name}" for name in names if parent})


def _options(
    rows: Sequence[Row], drafts: Sequence[Draft], parents: Sequence[str], names: Sequence[frozenset[str]]
) -> list[list[int]]:
    """For each row the drafts that may match it, best first."""
    titles = Counter(plain(row.title) for row in rows)
    named: dict[str, list[int]] = {}
    numbered: dict[str, list[int]] = {}
    for index, draft in enumerate(drafts):
        for name in names[index]:
            named.setdefault(name, []).append(index)
        numbered.setdefault(plain_number(draft.number), []).append(index)
    return [
        _candidates(row, titles[plain(row.title)] > 1, named, numbered if row.number else {}, drafts, parents) for row in rows
    ]


def _candidates(
    row: Row,
    repeated: bool,
    named: dict[str, list[int]],
    numbered: dict[str, list[int]],
    drafts: Sequence[Draft],
    parents: Sequence[str],
) -> list[int]:
    weighed: dict[int, int] = {}
    for index in numbered.get(plain_number(row.number), []):
        if _same_part(row.part, drafts[index].part):
            weighed[index] = 4
    for index in named.get(plain(row.title), []):
        draft = drafts[index]
        placed = _same_part(row.part, draft.part) or _same_part(row.part, parents[index])
        if repeated and not (placed or draft.term):
            continue
        wrong = 4 * (not placed) + 2 * (not _agrees(row, draft, "kind")) + (not _agrees(row, draft, "number"))
        weighed[index] = min(wrong, weighed.get(index, 9))
    return sorted(weighed, key=lambda index: (weighed[index], abs(drafts[index].line - row.line)))


def _same_part(wanted: str, found: str) -> bool:
    a, b = plain(wanted), plain(found)
    return a == b or (bool(a and b) and (a.endswith(b) or b.endswith(a) or a.startswith(b) or b.startswith(a)))


def _match(options: list[list[int]]) -> dict[int, int]:
    """Match as many pairs as possible, row → draft; rows with few candidates choose first."""
    taken: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for draft in options[row]:
            if draft in seen:
                continue
            seen.add(draft)
            if draft not in taken or place(taken[draft], seen):
                taken[draft] = row
                return True
        return False

    for row in sorted(range(len(options)), key=lambda index: len(options[index])):
        place(row, set())
    return {row: draft for draft, row in taken.items()}
