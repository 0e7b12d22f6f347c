"""`nachschlag review`: records that texts were read against their source, and takes that back; all of the named ones or none."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..exchange.accepting import Mark, Marks, marked, marked_records
from ..model.command import Exit
from ..model.english import fingerprint_of, outdated
from ..model.library import Library
from ..model.unusable import NothingToDo, UnknownName, WrongOptions, WrongValue
from ..model.values import REVIEWERS, Concept, Entry, Location, Review, Term
from ..prose.review import DRAFT, Reviewable, fits, german_fingerprint, parts_reviewed, review_of
from ._marking import find, mark, refuse, unknown
from ._shared import alone, load_library


@dataclass(frozen=True, slots=True)
class _Named:
    """A named text: an entry, term or concept, and the part of it ("" for the whole)."""

    it: Reviewable
    of: str = ""

    @property
    def id(self) -> str:
        id_ = f"begriffe/{self.it.id}" if isinstance(self.it, Concept) else self.it.id
        return f"{id_}#{self.of}" if self.of else id_

    @property
    def location(self) -> Location:
        return self.it.location


def run(args: argparse.Namespace) -> int:
    _check(args)
    with alone(args):
        return _review_all(args)


def _review_all(args: argparse.Namespace) -> int:
    library = load_library(args)
    named = _whole_system(library, args) if args.all else _by_name(library, args, list(_ids(args.ids)))
    changed = [one for one in named if _differs(library, one, args)]
    mark(args.project, changed, lambda within: _edit(library, within, args))
    same = len(named) - len(changed)
    done = f"{len(changed)} zurückgenommen" if args.undo else f"{len(changed)} als {REVIEWERS[args.by]} vermerkt"
    print(done + (f", {same} schon so." if same else "."), file=sys.stderr)
    return Exit.FINE


def _check(args: argparse.Namespace) -> None:
    if bool(args.ids) == args.all or (args.all and not args.system) or (args.ids and args.system):
        raise WrongOptions(
            "Nenne, was gelesen ist, etwa „nachschlag review t9a/angst --by leser --against 2.0“, "
            "oder ein ganzes Spiel: --system t9a --all."
        )
    if args.undo and (args.by or args.against):
        raise WrongOptions("--undo nimmt den Vermerk zurück und braucht weder --by noch --against.")
    if not args.undo and not (args.by and args.against and args.against.strip()):
        raise WrongOptions("Sag, wer gelesen hat und nach welcher Ausgabe: --by leser --against 2.0")
    if not args.undo and not args.against.isprintable():
        raise WrongValue("--against enthält ein Zeichen, das nicht zu drucken ist.")


def _ids(names: Iterable[str]) -> Iterable[str]:
    """The named ids; "-" reads them from standard input, the first word of each line."""
    for name in names:
        yield from (line.split()[0] for line in sys.stdin if line.split()) if name == "-" else (name,)


def _whole_system(library: Library, args: argparse.Namespace) -> list[_Named]:
    every: list[Entry | Term] = [*library.system_entries(args.system), *library.system_terms(args.system)]
    left = [] if args.undo else [it.id for it in every if outdated(it)]
    if left:
        print(f"{len(left)} veraltete bleiben, wie sie sind: nachschlag status --system {args.system}", file=sys.stderr)
    return [_Named(it) for it in every if it.id not in left]


def _by_name(library: Library, args: argparse.Namespace, names: list[str]) -> list[_Named]:
    if not names:
        raise NothingToDo("Auf der Standardeingabe steht keine Kennung.")
    found: dict[str, _Named] = {}
    trouble = []
    for name in names:
        bare, _, of = name.partition("#")
        it = library.concepts.get(bare.removeprefix("begriffe/")) if bare.startswith("begriffe/") else None
        one = _Named(it or find(library, bare, args.project), of)  # type: ignore[arg-type]
        if one.it is None:
            trouble.append(unknown(library, bare, args.project))
        elif why := _why_not(library, one, undo=args.undo):
            trouble.append(why)
        else:
            found[one.id] = one
    refuse(trouble)
    return list(found.values())


def _why_not(library: Library, one: _Named, *, undo: bool) -> str:
    if isinstance(one.it, Concept) and not one.of:
        return f"Bei einem Konzept wird der Satz je Spiel gelesen: {one.id}#{next(iter(one.it.notes), 't9a')}"
    if undo:
        return ""
    if german_fingerprint(library, one.it, one.of) is None:
        known = (
            one.it.notes if isinstance(one.it, Concept) else [s.id for s in one.it.sections] if isinstance(one.it, Entry) else ()
        )
        return str(UnknownName(f"„{one.id}“ gibt es nicht.", one.of, known))
    if not isinstance(one.it, Concept) and outdated(one.it):
        return f"„{one.id}“ ist veraltet: Das Englische hat sich geändert. Sieh es an und bestätige erst: nachschlag accept {one.it.id}"
    return ""


def _differs(library: Library, one: _Named, args: argparse.Namespace) -> bool:
    """Whether there is something to write; a review of the same words against the same edition keeps its date."""
    review = review_of(one.it, one.of)
    if args.undo:
        return review is not None or (not one.of and not isinstance(one.it, Concept) and one.it.status != DRAFT)
    same = review is not None and (review.against, review.by) == (args.against.strip(), args.by) and fits(library, one.it, review)
    return not (same and (one.of or isinstance(one.it, Concept) or one.it.status == REVIEWERS[args.by]))


def _edit(library: Library, named: list[_Named], args: argparse.Namespace) -> Callable[[str], str]:
    """The function that marks the text of a file with one entry, with terms, or with concepts."""
    marks: dict[str, dict[str, Mark]] = {}
    for it in {one.it.id: one.it for one in named}.values():
        marks[it.id.rpartition("/")[2]] = dict(_marks(library, it, [one.of for one in named if one.it is it], args))
    if isinstance(named[0].it, Entry):
        return lambda text: marked(text, next(iter(marks.values())))
    return lambda text: marked_records(text, marks)


def _marks(library: Library, it: Reviewable, parts: list[str], args: argparse.Namespace) -> Marks:
    """The new values of an entry's, term's or concept's fields."""
    marks: dict[str, Mark] = {}
    if "" in parts:
        new = None if args.undo else _review(library, it, "", args)
        marks |= {"status": DRAFT if args.undo else REVIEWERS[args.by], "reviewed": _mark(new) if new else None}
    if named := [of for of in parts if of]:
        kept = [review for review in parts_reviewed(it) if review.of not in named]
        listed = kept if args.undo else [*kept, *(_review(library, it, of, args) for of in named)]
        marks["reviewed_notes" if isinstance(it, Concept) else "reviewed_sections"] = [_mark(one) for one in listed] or None
    return marks


def _review(library: Library, it: Reviewable, of: str, args: argparse.Namespace) -> Review:
    english = "" if of or isinstance(it, Concept) else fingerprint_of(it)
    german = german_fingerprint(library, it, of) or ""
    return Review(datetime.date.today().isoformat(), " ".join(args.against.split()), args.by, german, english, of)


def _mark(review: Review) -> Mapping[str, str]:
    names = ("of", "date", "against", "by", "text", "english")
    return {name: value for name in names if (value := getattr(review, name))}
