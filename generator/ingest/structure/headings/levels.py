"""The level of each heading: from bookmarks, marks and numbers; other looks nest in the order of their first occurrence.

>>> from .candidates import Candidate
>>> found = [Candidate(Span(0, 1), "", "mark", 1), Candidate(Span(1, 2), "", "mark", 3), Candidate(Span(2, 3), "", "bold")]
>>> give_levels(found)
>>> [candidate.level for candidate in found]
[1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Sequence

from ....german.casing import shouts
from ...drafts import Span as Span
from .candidates import Candidate

#: Items of lists lie deeper than any heading.
DEEPEST = 6


def give_levels(found: Sequence[Candidate]) -> None:
    """Set the level of each heading, from 1."""
    around: list[Candidate] = []
    for candidate in found:
        if (place := _counted_place(around, candidate)) is not None:
            del around[place:]
        while around and not _holds(around, candidate):
            around.pop()
        candidate.level = min(len(around) + 1, DEEPEST)
        around.append(candidate)


def _holds(around: Sequence[Candidate], inner: Candidate) -> bool:
    """Whether the innermost open heading holds the next one: the first row that applies says so."""
    outer = around[-1]
    alike, dotted = _same_look(outer, inner), inner.form == "dotted"
    stem = _parts(outer.number.removesuffix(".0"))
    below = _parts(inner.number)[: len(stem)] == stem and inner.number != outer.number
    counted = _below_numbers(around) if _is_weak(inner) else around
    rows = (
        (outer.aside and "contents" in inner.evidence, False),
        (outer.aside and not (outer.marks and outer.marks < inner.marks), False),
        (inner.form == "part" and not inner.marks, False),
        (outer.form == "dotted" and dotted and not (outer.bookmark and inner.bookmark), below),
        (outer.bookmark and inner.bookmark, outer.bookmark < inner.bookmark),
        (outer.marks and inner.marks, outer.marks < inner.marks),
        (inner.form == "label" and alike and not outer.form and any(other.form == "part" for other in around), False),
        (alike and _is_uncounted(outer) and _is_uncounted(inner) and _rank(outer) != _rank(inner), _rank(outer) < _rank(inner)),
        (outer.form == "plain" and dotted, _parts(inner.number)[:1] == _parts(outer.number)),
        (inner.marks and not outer.marks, outer.form == "part" and not any(other.marks >= inner.marks for other in around)),
        (_is_weak(outer) and inner.look in ("capitals", "bold"), False),
        (_is_weak(inner) and outer.form in ("dotted", "plain"), True),
        (True, not any(_same(other, inner) for other in counted)),
    )
    return next(holds for applies, holds in rows if applies)


def _counted_place(around: Sequence[Candidate], candidate: Candidate) -> int | None:
    """The index of the open chapter that a numbered one follows, such as 2 (with its 2.4) before 3; prefers one of the same look."""
    if candidate.form != "plain" or candidate.marks or not candidate.number.isdecimal():
        return None
    before = str(int(candidate.number) - 1)
    places = [at for at, other in enumerate(around) if other.form in ("dotted", "plain") and _parts(other.number)[0] == before]
    return next((at for at in reversed(places) if _same(around[at], candidate)), places[0] if places else None)


def _is_weak(candidate: Candidate) -> bool:
    """Whether a line is a heading by little but its place, so that it opens no chapter in a book with numbered ones."""
    return candidate.look in ("line", "italic") and not candidate.form and not candidate.marks


def _rank(candidate: Candidate) -> int:
    """The rank that the table of contents gives: its lines in capitals, its other lines, headings that it leaves out."""
    return 2 if candidate.listed is None else 0 if shouts(candidate.listed.title) else 1


def _is_uncounted(candidate: Candidate) -> bool:
    return not candidate.form or candidate.step


def _same_look(one: Candidate, other: Candidate) -> bool:
    return one.look == other.look and not one.marks and not other.marks


def _below_numbers(around: Sequence[Candidate]) -> Sequence[Candidate]:
    """The open headings below the innermost numbered one."""
    counted = [at for at, other in enumerate(around) if other.form in ("dotted", "plain")]
    return around[counted[-1] + 1 :] if counted else around


def _parts(number: str) -> list[str]:
    return number.strip(".").split(".")


def _same(one: Candidate, other: Candidate) -> bool:
    dots = one.number.count("."), other.number.count(".")
    return (one.look, one.form, one.marks, _rank(one)) == (other.look, other.form, other.marks, _rank(other)) and (
        one.form != "dotted" or dots[0] == dots[1]
    )
