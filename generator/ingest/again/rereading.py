"""A book read over its last edition: ids stay, what changed is marked, what somebody wrote by hand is never overwritten.

Three states of each file count: as it was read last time (kept in `ingest/<system>/base`), as it is now, as it is read this time.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from ...exchange.accepting import accepted, accepted_terms
from ...files.yaml_edit import CannotEdit
from ...references.moving import MOVED_HEAD, without_row
from ..drafts import Draft, Reading
from ..structure.spans import spans_record
from ..structure.spans import to_text as spans_text
from ..writing.draft_files import OTHER_PART, files_of, with_parts
from .head_changes import head_changes, term_changes
from .matching import Rule, same_rules
from .merging import is_as_read, merged, says_the_same
from .previous_reading import Last, body_of, slug_of, terms_in, title_in
from .taking_away import Removal, removal

#: Why an id is no more.
GONE = "Steht nicht mehr im Buch, das neu eingelesen wurde."
RENAMED = "Heißt im Buch, das neu eingelesen wurde, anders."


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule or term that the new edition has otherwise: its text before and after, and the fields of its head (name, before, after)."""

    id: str
    title: str
    before: str
    after: str
    fields: tuple[tuple[str, str, str], ...] = ()


@dataclass
class Outcome:
    """What reading a book does to an overlay.

    `texts` are its files after that, by path (None: to go); `seen` are its files as they were; the rest is for the report. `same`: the book
    says what it said last time. Nothing is written yet.
    """

    first: bool
    ids: tuple[str, ...]
    texts: dict[str, str | None] = field(default_factory=dict)
    seen: Mapping[str, str] = field(default_factory=dict)
    same: bool = False
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    kept_by_hand: list[str] = field(default_factory=list)
    changed: list[Difference] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    removal: Removal = field(default_factory=Removal)


def read_over(out: Path, reading: Reading, system: str, today: datetime.date) -> Outcome:
    """What `out` is to hold after reading. Raises Unusable where the system_file there was not read from a book."""
    last = Last(out, system)
    drafts = reading.drafts
    pairs = same_rules(last.rules, [_rule(draft) for draft in drafts])
    kept = {index: last.slugs[old] for index, old in pairs.items()}
    gone = {last.slugs[old] for old in set(range(len(last.rules))) - set(pairs.values())}
    files = files_of(reading, system, kept=kept, taken=last.taken | gone)
    outcome = Outcome(last.first, files.ids, seen=dict(last.now))
    system_file = f"content/{system}/system.yaml"
    texts = {path: text for path, text in files.texts.items() if path != system_file}
    for path, text in texts.items():
        _put(outcome, last, path, text)
    _tell_terms(outcome, last, texts, pairs)
    rows = [*_let_go(outcome, last, set(texts)), *_terms_moved(outcome, last, files.ids, pairs)]
    texts[system_file] = with_parts(files.texts[system_file], last.parts, _folders(outcome, last))
    _put(outcome, last, system_file, texts[system_file])
    _record_moves(outcome, last, rows, today)
    _keep_gone(outcome, last, out)
    outcome.same = not last.first and texts == last.base
    outcome.new = [] if last.first else [id_ for index, id_ in enumerate(files.ids) if index not in pairs]
    folder = f"ingest/{system}"
    outcome.texts |= {f"{folder}/base/{path}": text for path, text in texts.items()}
    outcome.texts |= {f"{folder}/base/{path}": None for path in last.base if path not in texts}
    outcome.texts |= {path: None for path in last.conflicts if path not in outcome.texts}
    outcome.texts[f"{folder}/spans.json"] = spans_text(spans_record(reading, files.ids))
    outcome.texts[f"{folder}/source.txt"] = reading.source.text
    return outcome


def _rule(draft: Draft) -> Rule:
    return Rule(draft.title, draft.number, draft.part or OTHER_PART, draft.term, draft.text)


def _put(outcome: Outcome, last: Last, path: str, theirs: str) -> None:
    """One file that is read this time."""
    place, base = _place(outcome, last, path)
    result = merged(base, last.now.get(place), theirs)
    differs = path.endswith(".md") and base is not None and not says_the_same(base, theirs)
    if differs and result.text is not None:
        texts = body_of(base or ""), body_of(theirs)
        heads = head_changes(base or "", theirs)
        outcome.changed.append(Difference(f"{last.system}/{slug_of(path)}", title_in(theirs), *texts, heads))
    beside = f"ingest/{last.system}/conflicts/{path}"
    if result.conflict or (last.conflicts.get(beside) == theirs and result.text is not None):
        outcome.conflicts.append(place)
        outcome.texts[beside] = theirs
    left_alone = result.conflict or not differs
    outcome.texts[place] = result.text if left_alone or not (base and result.text) else _marked(result.text, base)


def _tell_terms(outcome: Outcome, last: Last, texts: Mapping[str, str], pairs: Mapping[int, int]) -> None:
    """The terms that the book explains otherwise now: told, and marked in the term base where that is put together."""
    path = f"glossary/{last.system}.yaml"
    after = outcome.texts.get(path, last.now.get(path)) or ""
    there = _terms_by_hand(after)
    read = terms_in(texts.get(path, ""))
    marks = {}
    for index, old in pairs.items():
        slug = slug_of(outcome.ids[index])
        if not last.rules[old].term or slug not in there:
            continue
        was, now = last.term(old), read[slug]
        if changes := term_changes(was, now):
            before, since = (str(one.get("definition", "")) for one in (was, now))
            fields = tuple(change for change in changes if change[0] != "definition")
            outcome.changed.append(Difference(outcome.ids[index], str(now["title"]), before, since, fields))
            marks[slug] = _mark(before)
    if marks and path not in outcome.conflicts:
        with suppress(CannotEdit):  # as in `_marked`
            outcome.texts[path] = accepted_terms(after, marks)


def _terms_by_hand(text: str) -> set[str]:
    """The slugs of the terms in a term base that somebody may have changed, as far as it can be read."""
    try:
        return set(terms_in(text.removeprefix("\ufeff")))
    except (yaml.YAMLError, TypeError, KeyError, AttributeError):
        return set()


def _place(outcome: Outcome, last: Last, path: str) -> tuple[str, str | None]:
    """Where a file belongs, and what it was last time: whoever moved it by hand has it there, else it follows the book."""
    if not path.endswith(".md"):
        return path, last.base.get(path)
    slug = slug_of(path)
    old = last.bases.get(slug)
    base = last.base[old] if old else None
    place = last.places.get(slug, path)
    if base is None or place != old or path == old:
        return place, base
    for before, after in ((place, path), (_english(place), _english(path))):
        if before in last.now:
            outcome.texts[before] = None
            outcome.texts[after] = last.now[after] = last.now.pop(before)
    return path, base


def _english(path: str) -> str:
    """Where the English text of an entry lies, if somebody has written it down: always by hand."""
    return f"{path.removesuffix('.md')}.en.md"


def _let_go(outcome: Outcome, last: Last, there: set[str]) -> Iterator[tuple[str, str, str]]:
    """Entries that the book has no more: they go unless somebody has worked on them. Yields what moved.yaml is to say of them."""
    slugs = {slug_of(path) for path in there}
    for slug, path in sorted(last.bases.items()):
        place = last.places.get(slug)
        if slug in slugs or place is None:
            continue
        if not is_as_read(last.base[path], last.now[place]) or _english(place) in last.now:
            outcome.kept_by_hand.append(f"{last.system}/{slug}")
            continue
        outcome.texts[place] = None
        outcome.gone.append(f"{last.system}/{slug}")
        yield f"{last.system}/{slug}", "", GONE


def _folders(outcome: Outcome, last: Last) -> set[str]:
    """The parts that entries lie in after reading: also in one that the book has no more, where somebody's work lies."""
    stay = {path for path in last.now if path not in outcome.texts} | {path for path, text in outcome.texts.items() if text}
    return {path.split("/")[2] for path in stay if path.startswith("content/") and path.endswith(".md")}


def _terms_moved(outcome: Outcome, last: Last, ids: Sequence[str], pairs: Mapping[int, int]) -> Iterator[tuple[str, str, str]]:
    """Terms that are called otherwise now, which changes their ids, and those that are gone."""
    before = {old: ids[index] for index, old in pairs.items()}
    for old, id_ in enumerate(last.ids):
        new = before.get(old, "")
        if "/glossar/" not in id_ or id_ == new or id_ in ids:
            continue
        if not new:
            outcome.gone.append(id_)
        yield id_, new, RENAMED if new else GONE


def _keep_gone(outcome: Outcome, last: Last, out: Path) -> None:
    """What goes is kept, in the same write."""
    path = f"glossary/{last.system}.yaml"
    outcome.removal = removal(out, last, outcome.gone, outcome.texts.get(path, last.now.get(path)) or "")
    outcome.texts |= outcome.removal.files or {}


def _record_moves(outcome: Outcome, last: Last, rows: Sequence[tuple[str, str, str]], today: datetime.date) -> None:
    """Rows at the end of moved.yaml; those of ids that are there again go, the rest stays as it is."""
    path = f"content/{last.system}/moved.yaml"
    before = text = last.now.get(path, "")
    for old in last.moves:
        text = without_row(text, old) if old in outcome.ids else text
    added = [{"old": old, "new": new, "date": today.isoformat(), "why": why} for old, new, why in rows if old not in last.moves]
    if added:
        newline = "\r\n" if "\r\n" in text else "\n"
        start = text if not text or text.endswith("\n") else text + newline
        block = yaml.safe_dump(added, allow_unicode=True, sort_keys=False, width=130)
        text = (start or MOVED_HEAD) + block.replace("\n", newline)
    if text != before:
        outcome.texts[path] = text


def _marked(text: str, base: str) -> str:
    """An entry that its source no longer agrees with, until somebody accepts it: it was made from the text that `base` has."""
    try:
        return accepted(text, _mark(body_of(base)))
    except CannotEdit:  # a head written by hand in another way; the report names the entry all the same
        return text


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
