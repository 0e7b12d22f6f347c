"""A reference in a text, as written and as resolved."""

from __future__ import annotations

from typing import NamedTuple

#: Reference types that cite a printed number.
CITED = frozenset({"number", "part+number", "chapter", "table", "figure"})


class Reference(NamedTuple):
    """A reference (Verweis) as written: `text[start:end]`, offsets in code points.

    type    number, part+number, chapter, page, table, figure, title, parametrised, term, english, relative ("siehe oben") or
            id ("[[id|Text]]")
    name    what to look up: the id, the number with its word ("Tabelle 6.2"), a name in the library; oben or unten if relative
    part    for numbers: the part's title or abbreviation, written with it or in the words around it; if relative, its
            sentence, folded
    shown   what the reader sees (differs from `text` only for "[[id|Text]]")
    marked  whether the writer set it off or clearly cites: quotes, bold, capitals, a parameter, "siehe"
    also    further names of which the same words may be a form ("Attacken" of "Attacken" and "Attacke"); if relative, the names before
            it in its sentence
    sort    for names: the preceding word, case folded ("wert", "schlüsselwort"), which may tell the kind of target; if relative, the
            thing that it means (tabelle, schritt, abschnitt, kapitel, seite)
    beside  the neighbouring reference that narrows the target: the title beside a page, the chapter before a title, the name before
            "(siehe oben)", the number cited behind a name, the next member of a list or row (see `beside`)
    doubt   for an everyday word that only its surroundings may make the rule: what of them does (governed, counted, cell, listed);
            if relative and not cited: told ("oben genannt"), or wide, where it may be in any part ("was später erklärt wird")
    akin    names of which the same words are a less exact form, which only the surroundings can choose ("Festungen" for "Festung")

    A tuple, because a build makes tens of thousands of them.
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
    doubt: str = ""
    akin: tuple[str, ...] = ()

    def moved(self, by: int) -> Reference:
        """The same reference, `by` characters further on."""
        if not by:
            return self
        beside = self.beside and self.beside.moved(by)
        return Reference(self.start + by, self.end + by, *self[2:11], beside, *self[12:])

    @property
    def words(self) -> tuple[object, ...]:
        """Everything but its position."""
        return (*self[2:11], self.beside and self.beside.words, *self[12:])


class Resolution(NamedTuple):
    """A reference and its target: `target` is an id or None; `candidates` are the ids if several fit or nearly fit."""

    reference: Reference
    target: str | None
    candidates: tuple[str, ...] = ()
