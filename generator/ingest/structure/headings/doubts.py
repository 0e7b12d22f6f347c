"""The certainty of a heading's place: that the right heading holds it, and that none below it was missed.

The weights are those of a logistic regression, rounded: it compared the drafts of 21 public books, printed with and without marks,
numbers and sizes, with the headings that their authors had marked. They add up as log odds.

>>> section_certainty({"mark": ""}) > 0.9 > section_certainty({"mark": "", "childless": ""}) > section_certainty({"line": ""})
True
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from .candidates import Candidate
from .weights import chance

#: The bases of a level, and the doubts about it → (weight, its German name).
DOUBTS: Mapping[str, tuple[float, str]] = {
    "mark": (3.25, "Ebene nach der Auszeichnung"),
    "dotted": (2.5, "Ebene nach der Nummer"),
    "size": (4.0, "Ebene nach der Schriftgröße"),
    "counted": (3.25, "Ebene nach der Zählung"),
    "label": (1.25, "Ebene nach dem Zählwort"),
    "capitals": (0.75, "Großbuchstaben ohne Ebene"),
    "bold": (-0.25, "Ebene nach dem Fettdruck"),
    "line": (0.0, "kein Zeichen der Ebene"),
    "childless": (-1.5, "Teil ohne Regeln darin"),
    "only": (-1.5, "als einzige unter ihrer Überschrift"),
    "elsewhere": (-1.25, "so Gezähltes liegt sonst auf anderer Ebene"),
    "gap": (-2.0, "danach fehlt eine Nummer"),
    "near": (-1.25, "darunter vielleicht noch eine:"),
}


#: The log odds below which a basis is told as a doubt.
_DOUBTFUL = 2.0


def section_certainty(doubts: Mapping[str, str]) -> float:
    """The chance that a heading lies where it belongs, and those below it, too."""
    return chance(sum(DOUBTS[name][0] for name in doubts))


def doubted(doubts: Mapping[str, str]) -> str:
    """The doubts about a heading's place, in German; "" if there are none."""
    return "; ".join(f"{DOUBTS[name][1]} {detail}".strip() for name, detail in doubts.items() if DOUBTS[name][0] < _DOUBTFUL)


def doubts_of(found: Sequence[Candidate], rejected: Iterable[Candidate], kind: str) -> list[dict[str, str]]:
    """For each heading the basis of its level and the doubts about it; `rejected` are lines that are nearly headings."""
    parents = _parents(found)
    siblings = Counter(parents)
    forms = Counter((candidate.form, candidate.level) for candidate in found)
    of_form = Counter(candidate.form for candidate in found)
    tops = [at for at, parent in enumerate(parents) if parent < 0]
    holding = sum(siblings[at] > 0 for at in tops) * 2 >= len(tops)
    gaps = _gaps(found, parents)
    starts = [one.span.start for one in found]
    near = {bisect_right(starts, one.span.start) - 1: f"„{one.words[:40]}“" for one in rejected}
    found_doubts = []
    for at, (one, base) in enumerate(zip(found, _bases(found, kind), strict=True)):
        present = {
            base: True,
            "childless": parents[at] < 0 and holding and not siblings[at],
            "only": parents[at] >= 0 and siblings[parents[at]] == 1,
            "elsewhere": one.form in ("label", "part", "plain") and forms[one.form, one.level] * 2 < of_form[one.form],
            "gap": at in gaps,
            "near": at in near,
        }
        found_doubts.append({name: near[at] if name == "near" else "" for name, holds in present.items() if holds})
    return found_doubts


def _bases(found: Sequence[Candidate], kind: str) -> Iterator[str]:
    """The basis of each heading's level; a chapter's number is as good as those of its sections."""
    forms = {"dotted": "dotted", "label": "label", "part": "label", "plain": "counted", "letter": "counted"}
    looks = {"bold": "bold", "capitals": "capitals", "line": "line", "italic": "line"}
    for one, after in zip_longest(found, found[1:]):
        holds = one.form == "plain" and after and after.form == "dotted" and after.level > one.level
        unmarked = "dotted" if holds else forms.get(one.form) or looks.get(one.look, "mark")
        yield unmarked if not one.marks else "size" if kind == "pdf" else "mark"


def _parents(found: Sequence[Candidate]) -> list[int]:
    """The index of each heading's parent, -1 at the top."""
    parents: list[int] = []
    around: list[int] = []
    for at, candidate in enumerate(found):
        while around and found[around[-1]].level >= candidate.level:
            around.pop()
        parents.append(around[-1] if around else -1)
        around.append(at)
    return parents


def _gaps(found: Sequence[Candidate], parents: Sequence[int]) -> set[int]:
    """The indices of headings after which a number is missing: 3.9 follows 3.7."""
    last: dict[int, int] = {}
    gaps: set[int] = set()
    for at, parent in enumerate(parents):
        before = last.get(parent)
        if before is not None and found[before].form == found[at].form and _leaves_out(found[before].number, found[at].number):
            gaps.add(before)
        last[parent] = at
    return gaps


def _leaves_out(one: str, other: str) -> bool:
    """Whether a number does not follow the one before.

    >>> _leaves_out("3.7", "3.9"), _leaves_out("3.7", "3.8"), _leaves_out("3.7", "4.9")
    (True, False, False)
    """
    (stem, _, first), (other_stem, _, second) = one.rpartition("."), other.rpartition(".")
    return stem == other_stem and first.isdecimal() and second.isdecimal() and int(second) > int(first) + 1
