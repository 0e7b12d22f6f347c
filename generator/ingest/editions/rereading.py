"""Read a book over its last edition: keep ids, mark changes, and never overwrite manual edits.

Compares three states of each file: as read last time (kept in `ingest/<system>/base`), as it is now, as read this time.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...exchange.accepting import accepted, accepted_terms
from ...files.yaml_edit import CannotEdit
from ...model.places import english_path, is_english_path
from ...reading.editor_schemas import schema_line
from ...references.moving import without_row
from ..drafts import Reading
from ..structure.spans import spans_record
from ..structure.spans import to_text as spans_text
from ..writing.draft_files import OTHER_PART, as_yaml, files_of
from .books import named, record_folder, with_rows, without, without_rows
from .matching import Rule, same_rules
from .merging import is_as_read, merged, says_the_same
from .previous_reading import Last
from .taking_away import ONE_OF, Removal, removal
from .written import body_of, is_entry, is_term, rows_of, slug_of, terms_in, values_of

#: Reasons for the end of an id.
GONE = "Steht nicht mehr im Buch, das neu eingelesen wurde."
RENAMED = "Heißt im Buch, das neu eingelesen wurde, anders."

#: Fields for place and progress, which do not alter the rule.
_PLACE = ("number", "order", "page", "parent", "status", "translated_from")


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule or term that the new edition changed: its text before and after, and the same of the fields of its head."""

    id: str
    title: str
    before: str
    after: str
    fields: tuple[tuple[str, str, str], ...] = ()


@dataclass
class Outcome:
    """The effect of reading a book on an overlay, before writing it.

    `texts` are its new files by path (None for deletion), `seen` its files before; the rest is for the report. `same` means that
    the book has not changed since last time, `other_book` that it shares next to nothing with the last one.
    """

    first: bool
    ids: tuple[str, ...]
    texts: dict[str, str | None] = field(default_factory=dict)
    seen: Mapping[str, str] = field(default_factory=dict)
    same: bool = False
    other_book: bool = False
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    kept_by_hand: list[str] = field(default_factory=list)
    changed: list[Difference] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    removal: Removal = field(default_factory=Removal)

    def text(self, path: str) -> str:
        """A file's text after reading."""
        return self.texts.get(path, self.seen.get(path)) or ""


def read_over(out: Path, reading: Reading, system: str, today: datetime.date, book: str = "") -> Outcome:
    """The content of `out` after reading. Raises Unusable if the system there was not read from a book.

    `book` is the name of a further book of the system, "" for its first.
    """
    last = Last(out, system, book)
    reading = named(reading, book)
    drafts = reading.drafts
    rules = [Rule(draft.title, draft.number, draft.part or OTHER_PART, draft.term, draft.text) for draft in drafts]
    pairs = same_rules(last.rules, rules)
    kept = {index: last.slugs[old] for index, old in pairs.items()}
    gone = {last.slugs[old] for old in set(range(len(last.rules))) - set(pairs.values())}
    files = files_of(reading, system, kept=kept, taken=last.taken | gone, terms_taken=last.terms_elsewhere)
    outcome = Outcome(last.first, files.ids, seen=dict(last.now))
    texts = {path: text for path, text in files.texts.items() if path != last.system_file}
    for path, text in texts.items():
        if not is_english_path(path):
            _put(outcome, last, path, text, texts.get(english_path(path)))
    if last.glossary in last.base and last.glossary not in texts:
        _put(outcome, last, last.glossary, "")
    _tell_terms(outcome, last, texts, pairs)
    rows = [*_let_go(outcome, last, set(texts)), *_terms_moved(outcome, last, files.ids, pairs)]
    folders = _folders(outcome, last)
    texts[last.system_file] = with_rows(
        files.texts[last.system_file], {"parts": [row for row in last.parts if row["id"] in folders]}
    )
    _put_system(outcome, last, texts, last.system_file)
    _record_moves(outcome, last, out, rows, today)
    outcome.removal = removal(out, last, outcome.gone, outcome.text(last.glossary))  # kept in the same write
    outcome.texts |= outcome.removal.files or {}
    outcome.same = not last.first and texts == last.base
    outcome.other_book = len(pairs) * ONE_OF < min(len(last.rules), len(drafts))
    outcome.new = [] if last.first else [id_ for index, id_ in enumerate(files.ids) if index not in pairs]
    folder = last.folder
    outcome.texts |= {f"{folder}/base/{path}": text for path, text in texts.items()}
    outcome.texts |= {f"{folder}/base/{path}": None for path in last.base if path not in texts}
    outcome.texts |= {path: None for path in last.conflicts if path not in outcome.texts}
    outcome.texts[f"{folder}/spans.json"] = spans_text(spans_record(reading, files.ids))
    outcome.texts[f"{folder}/source.txt"] = reading.source.text
    return outcome


def _put(outcome: Outcome, last: Last, path: str, theirs: str, english: str | None = None) -> None:
    """Add one file from this reading, with its English text if the book is English; remove an empty one."""
    place, base = _place(outcome, last, path)
    _merge(outcome, last, path, theirs, place, base)
    if english is not None:
        before = last.base.get(english_path(last.bases.get(slug_of(path), path)))
        _merge(outcome, last, english_path(path), english, english_path(place), before)
        if before not in (None, english):
            outcome.changed.append(
                Difference(f"{last.system}/{slug_of(path)}", str(values_of(theirs)["title"]), str(before), english)
            )


def _put_system(outcome: Outcome, last: Last, texts: dict[str, str], path: str) -> None:
    """Add the system.yaml, in which each book has its rows; in `texts`, leave what belongs to this book's base."""
    if not last.book:
        texts[path] = _named_as_before(texts[path], last.base.get(path))
        for other in map(rows_of, last.shared):
            texts[path] = with_rows(texts[path], other)
        _put(outcome, last, path, texts[path])
        return
    base = last.shared[0]
    others = without_rows(base, rows_of(last.base.get(path, "")))
    mine = without(rows_of(texts[path]), rows_of(others))
    texts[path] = as_yaml(mine)
    wanted = with_rows(others, mine)
    _merge(outcome, last, path, wanted, path, base)
    outcome.texts[f"{record_folder(last.system, '')}/base/{path}"] = wanted


def _named_as_before(text: str, base: str | None) -> str:
    """A system.yaml with the names of the last reading: a new edition's file is called otherwise, the game is not."""
    known = values_of(base or "")
    return as_yaml({**values_of(text), **{name: known[name] for name in ("name", "short") if name in known}}) if known else text


def _merge(outcome: Outcome, last: Last, path: str, theirs: str, place: str, base: str | None) -> None:
    result = merged(base, last.now.get(place), theirs)
    differs = is_entry(path) and base is not None and not says_the_same(base, theirs)
    if differs and result.text is not None:
        texts = body_of(base or ""), body_of(theirs)
        heads = tuple(changes(values_of(base or ""), values_of(theirs)))
        outcome.changed.append(Difference(f"{last.system}/{slug_of(path)}", str(values_of(theirs)["title"]), *texts, heads))
    beside = f"{last.folder}/conflicts/{path}"
    if result.conflict or (last.conflicts.get(beside) == theirs and result.text is not None):
        outcome.conflicts.append(place)
        outcome.texts[beside] = theirs
    left_alone = result.conflict or not differs
    text = result.text if left_alone or not (base and result.text) else _marked(result.text, base)
    outcome.texts[place] = text if theirs else text or None


def changes(old: Mapping[str, Any], new: Mapping[str, Any], *but: str) -> Iterator[tuple[str, str, str]]:
    """The fields that differ, (name, value before, value after), `but` for some, and for the rule's place in the book.

    >>> list(changes({"title": "Moor", "page": "3"}, {"title": "Sumpf", "page": "4", "short": "Nass."}))
    [('title', 'Moor', 'Sumpf'), ('short', '', 'Nass.')]
    """
    for name in {**old, **new}:
        if old.get(name) != new.get(name) and name not in (*_PLACE, *but):
            before, after = (
                value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                for value in (old.get(name, ""), new.get(name, ""))
            )
            yield name, before, after


def _tell_terms(outcome: Outcome, last: Last, texts: Mapping[str, str], pairs: Mapping[int, int]) -> None:
    """Report terms that the book now explains differently, and mark them in the merged term base."""
    path, after = last.glossary, outcome.text(last.glossary)
    there = terms_in(after)
    read = terms_in(texts.get(path, ""))
    marks = {}
    for index, old in pairs.items():
        slug = slug_of(outcome.ids[index])
        if not last.rules[old].term or slug not in there:
            continue
        was, now = last.term(old), read[slug]
        if found := list(changes(was, now, "entry")):
            before, since = (str(one.get("definition", "")) for one in (was, now))
            fields = tuple(change for change in found if change[0] != "definition")
            outcome.changed.append(Difference(outcome.ids[index], str(now["title"]), before, since, fields))
            marks[slug] = _mark(before)
    if marks and path not in outcome.conflicts:
        with suppress(CannotEdit):  # as in `_marked`
            outcome.texts[path] = accepted_terms(after, marks)


def _place(outcome: Outcome, last: Last, path: str) -> tuple[str, str | None]:
    """A file's path and its text from last time: stays where it was moved by hand, otherwise follows the book."""
    if not is_entry(path):
        return path, last.base.get(path)
    slug = slug_of(path)
    old = last.bases.get(slug)
    base = last.base[old] if old else None
    place = last.places.get(slug, path)
    if base is None or place != old or path == old:
        return place, base
    for before, after in ((place, path), (english_path(place), english_path(path))):
        if before in last.now:
            outcome.texts[before] = None
            outcome.texts[after] = last.now[after] = last.now.pop(before)
    return path, base


def _let_go(outcome: Outcome, last: Last, there: set[str]) -> Iterator[tuple[str, str, str]]:
    """Remove entries that the book dropped, unless edited by hand. Yields their rows for moved.yaml."""
    slugs = {slug_of(path) for path in there}
    for slug, path in sorted(last.bases.items()):
        place = last.places.get(slug)
        if slug in slugs or place is None:
            continue
        if not is_as_read(last.base[path], last.now[place]) or last.now.get(english_path(place)) != last.base.get(
            english_path(path)
        ):
            outcome.kept_by_hand.append(f"{last.system}/{slug}")
            continue
        outcome.texts |= {one: None for one in (place, english_path(place)) if one in last.now}
        outcome.gone.append(f"{last.system}/{slug}")
        yield f"{last.system}/{slug}", "", GONE


def _folders(outcome: Outcome, last: Last) -> set[str]:
    """The parts with entries after reading, including dropped parts with manual work."""
    stay = {path for path in last.now if path not in outcome.texts} | {path for path, text in outcome.texts.items() if text}
    return {path.split("/")[2] for path in stay if path.startswith("content/") and path.endswith(".md")}


def _terms_moved(outcome: Outcome, last: Last, ids: Sequence[str], pairs: Mapping[int, int]) -> Iterator[tuple[str, str, str]]:
    """Rows for renamed terms, whose ids change, and for removed ones; those edited by hand stay."""
    before = {old: ids[index] for index, old in pairs.items()}
    stays = terms_in(outcome.text(last.glossary))
    for old, id_ in enumerate(last.ids):
        new = before.get(old, "")
        if not is_term(id_) or id_ == new or id_ in ids:
            continue
        if not new and slug_of(id_) in stays:
            outcome.kept_by_hand.append(id_)
            continue
        if not new:
            outcome.gone.append(id_)
        yield id_, new, RENAMED if new else GONE


def _record_moves(outcome: Outcome, last: Last, out: Path, rows: Sequence[tuple[str, str, str]], today: datetime.date) -> None:
    """Append rows to moved.yaml and drop those of returned ids, leaving the rest alone."""
    path = f"content/{last.system}/moved.yaml"
    before = text = last.now.get(path, "")
    for old in last.moves:
        text = without_row(text, old) if old in outcome.ids else text
    added = [{"old": old, "new": new, "date": today.isoformat(), "why": why} for old, new, why in rows if old not in last.moves]
    if added:
        newline = "\r\n" if "\r\n" in text else "\n"
        start = text if not text or text.endswith("\n") else text + newline
        text = (start or schema_line(out / path, "moved")) + as_yaml(added).replace("\n", newline)
    if text != before:
        outcome.texts[path] = text


def _marked(text: str, base: str) -> str:
    """Mark an entry as made from the text in `base`, so that it counts as outdated until accepted."""
    try:
        return accepted(text, _mark(body_of(base)))
    except CannotEdit:  # a head in another style, written by hand; the report still names the entry
        return text


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
