"""A reference in a text, as it is written and as it was understood."""

from __future__ import annotations

from dataclasses import dataclass

#: Types of references that cite a printed number.
CITED = frozenset({"number", "part+number", "chapter", "table", "figure"})


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference (Verweis) as written: `text[start:end]`, offsets in code points.

    type    number, part+number, chapter, page, table, figure, title, parametrised, term, english or id ("[[id|Text]]")
    name    what is to be looked up: the id, the number with its word ("Tabelle 6.2"), or a name of the library
    part    for numbers: the part's title or abbreviation, written with it or in the words around it
    shown   what a reader sees of it (differs from `text` only for "[[id|Text]]")
    marked  True where the writer set it off or plainly cites: quotes, bold, capitals, a parameter, "siehe"
    also    further names that the same words may be a form of ("Attacken" of "Attacken" and "Attacke")
    sort    for names: the word before it, case folded ("wert", "schlüsselwort"), which may tell what kind of thing is meant
    beside  the reference next to it that says more closely what is meant: the title beside a page, the chapter before a title
    """

    start: int
    end: int
    text: str
    type: str
    name: str
    part: str = ""
    parameter: str = ""
    shown: str = ""
    marked: bool = False
    also: tuple[str, ...] = ()
    sort: str = ""
    beside: Reference | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """A reference and what it points to: `target` is an id or None; `candidates` are ids where several fit or nearly fit."""

    reference: Reference
    target: str | None
    candidates: tuple[str, ...] = ()
