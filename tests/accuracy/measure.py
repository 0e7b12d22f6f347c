"""Measure found references against labels: precision, recall and F1, exact (span and target) and overlapping."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from nachschlag.generator.model.library import Library
from nachschlag.generator.references.references import Vocabulary, find, vocabulary
from nachschlag.generator.references.resolve import Place, resolve_reference

from .marked import Label, Passage

try:
    from nachschlag.generator import link
except ImportError:  # an earlier revision without `link`, measured for comparison
    link = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Found:
    """A reference as found: span and target (a slug, None where unresolved)."""

    start: int
    end: int
    target: str | None


@dataclass(slots=True)
class Score:
    """Counts of one group of passages: right, found, labelled, and the same for overlapping spans."""

    right: int = 0
    found: int = 0
    labelled: int = 0
    overlapping: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.labelled if self.labelled else 1.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.labelled) if self.found + self.labelled else 1.0

    @property
    def overlap_f1(self) -> float:
        return 2 * self.overlapping / (self.found + self.labelled) if self.found + self.labelled else 1.0


class Finder:
    """Finds references in passages as in the library's own texts, with one vocabulary per system."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._vocabularies: dict[str, Vocabulary] = {}

    def find(self, passage: Passage) -> list[Found]:
        """Find the references of a passage: of a made-up case as in an entry's text, of a book's passage as in any plain text.

        Leaves out relative ones ("siehe oben"): they are not labelled; `independent --relative` measures them.
        """
        prefix = f"{passage.system}/"
        if not passage.markdown and link is not None:
            found = link(self.library, passage.text, passage.system, part=passage.part)
            return [
                Found(one.start, one.end, one.target.removeprefix(prefix) if one.target else None)
                for one in found
                if one.type != "relative"
            ]
        if passage.system not in self._vocabularies:
            self._vocabularies[passage.system] = vocabulary(self.library, self.library.systems[passage.system])
        place = Place(passage.system, passage.part or _default_part(self.library, passage.system))
        references = [r for r in find(passage.text, self._vocabularies[passage.system]) if r.type != "relative"]
        targets = [resolve_reference(reference, self.library, place).target for reference in references]
        pairs = zip(references, targets, strict=True)
        return [Found(r.start, r.end, target.removeprefix(prefix) if target else None) for r, target in pairs]


def _default_part(library: Library, system: str) -> str:
    return next((part.id for part in library.systems[system].parts if part.default), "")


def kind(words: str) -> str:
    """Classify the words of a reference for the figures: number, page, parametrised or name."""
    if words[:1].isdigit() or words[-1:].isdigit():
        return "page" if words.startswith(("S.", "Seite")) else "number"
    return "parametrised" if words.endswith(")") else "name"


def compare(passage: Passage, found: list[Found]) -> Iterable[tuple[str, str, Label | None, Found | None]]:
    """Pair labels and findings, each once, as (outcome, words, label, finding); outcome is right, overlap, missed or extra.

    A finding without a target counts only where a label says that it must stay unresolved: elsewhere it makes no link and no claim.
    """
    left = {(f.start, f.end): f for f in found}
    for label in passage.labels:
        words = passage.text[label.start : label.end]
        same = left.get((label.start, label.end))
        if same and (same.target or "?") in label.targets:
            del left[label.start, label.end]
            yield "right", words, label, same
            continue
        over = next((f for f in left.values() if f.start < label.end and label.start < f.end), None)
        if over is None or over.target is None:
            yield "missed", words, label, over
        else:
            del left[over.start, over.end]
            yield ("overlap" if over.target in label.targets else "wrong"), words, label, over
    for f in left.values():
        if f.target is not None:
            yield "extra", passage.text[f.start : f.end], None, f


def add(scores: dict[str, Score], passage: Passage, found: list[Found]) -> None:
    """Add one passage to the scores of its system and of each kind of reference."""
    for outcome, words, label, f in compare(passage, found):
        for group in (passage.system, kind(words), "all"):
            score = scores.setdefault(group, Score())
            score.labelled += label is not None
            score.found += (f is not None and f.target is not None) or outcome == "right"
            score.right += outcome == "right"
            score.overlapping += outcome in ("right", "overlap")
        if outcome != "right":
            scores["all"].wrong.append(_line(outcome, words, passage, label, f))


def _line(outcome: str, words: str, passage: Passage, label: Label | None, f: Found | None) -> str:
    at = label.start if label else f.start if f else 0
    around = " ".join(passage.text[max(0, at - 45) : at + len(words) + 30].split())
    got = f"{passage.text[f.start : f.end]!r} → {f.target}" if f else "nothing"
    want = "|".join(label.targets) if label else "nothing"
    return f"{outcome:8} {passage.id} {' '.join(words.split())!r}: want {want}, got {got}   … {around} …"
