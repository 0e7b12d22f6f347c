"""A book read over its last edition: ids stay, what changed is marked, what somebody wrote by hand is never overwritten.

Three states of each file count: as it was read last time (kept in `ingest/<system>/base`), as it is now, as it is read this time.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ..command import Unusable
from .head_changes import head_changes
from .likeness import Rule, same_rules
from .merging import merged, says_the_same, unmarked
from .model import Draft, Reading
from .spans import spans_record
from .spans import to_text as spans_text
from .written import OTHER_PART, files_of

#: Why an id is no more.
GONE = "Steht nicht mehr im Buch, das neu eingelesen wurde."
RENAMED = "Heißt im Buch, das neu eingelesen wurde, anders."


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that the new edition has otherwise: its text before and after, and the fields of its head (name, before, after)."""

    id: str
    title: str
    before: str
    after: str
    fields: tuple[tuple[str, str, str], ...] = ()


@dataclass
class Outcome:
    """What reading a book does to an overlay.

    `texts` are its files after that, by path (None: to go); the rest is for the report. Nothing is written yet.
    """

    first: bool
    ids: tuple[str, ...]
    texts: dict[str, str | None] = field(default_factory=dict)
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    kept_by_hand: list[str] = field(default_factory=list)
    changed: list[Difference] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def read_over(out: Path, reading: Reading, system: str, today: datetime.date) -> Outcome:
    """What `out` is to hold after reading. Raises Unusable where the game there was not read from a book."""
    last = _Last(out, system)
    drafts = reading.drafts
    pairs = same_rules(last.rules, [_rule(draft) for draft in drafts])
    kept = {index: last.slugs[old] for index, old in pairs.items()}
    files = files_of(reading, system, kept=kept, taken=last.taken)
    outcome = Outcome(last.first, files.ids)
    for path, text in files.texts.items():
        _put(outcome, last, path, text)
    rows = [*_let_go(outcome, last, set(files.texts)), *_terms_moved(outcome, last, files.ids, pairs)]
    _record_moves(outcome, last, rows, today)
    outcome.new = [] if last.first else [id_ for index, id_ in enumerate(files.ids) if index not in pairs]
    folder = f"ingest/{system}"
    outcome.texts |= {f"{folder}/base/{path}": text for path, text in files.texts.items()}
    outcome.texts |= {f"{folder}/base/{path}": None for path in last.base if path not in files.texts}
    outcome.texts[f"{folder}/spans.json"] = spans_text(spans_record(reading, files.ids))
    outcome.texts[f"{folder}/source.txt"] = reading.source.text
    return outcome


class _Last:
    """What the last reading left, and what is there now."""

    def __init__(self, out: Path, system: str) -> None:
        self.out, self.system = out, system
        folder = out / "ingest" / system
        self.first = not (folder / "spans.json").is_file()
        content = out / "content" / system
        if self.first and content.exists():
            raise Unusable(
                f"In „{content}“ liegt schon ein Spiel, das nicht eingelesen wurde. Nimm eine andere Kennung (--system) oder --out."
            )
        self.base = dict(_texts(folder / "base"))
        self.now = dict(_texts(out, f"content/{system}", f"glossary/{system}.yaml"))
        record = _json(folder / "spans.json") if not self.first else {"entries": []}
        self.rules = list(self._rules(record["entries"]))
        self.moves = {row["old"]: row["new"] or "" for row in self._moved()}
        self.ids = [self.followed(str(row["id"])) for row in record["entries"]]
        self.slugs = [id_.rpartition("/")[2] for id_ in self.ids]
        self.places = {_slug_of(path): path for path in self.now if path.endswith(".md")}
        self.bases = {self._slug_now(path): path for path in self.base if path.endswith(".md")}
        self.by_others = set(self.places) - set(self.slugs)
        self.taken = self.by_others | {old.rpartition("/")[2] for old in self.moves}

    def followed(self, id_: str) -> str:
        """What an id is called now, if somebody has moved it by hand since."""
        seen = {id_}
        while (new := self.moves.get(id_, "")) and new not in seen:
            seen.add(new)
            id_ = new
        return id_

    def _slug_now(self, path: str) -> str:
        return self.followed(f"{self.system}/{_slug_of(path)}").rpartition("/")[2]

    def _rules(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[Rule]:
        entries = {_slug_of(path): (path, text) for path, text in self.base.items() if path.endswith(".md")}
        terms = {row.get("title"): row for row in yaml.safe_load(self.base.get(f"glossary/{self.system}.yaml", "")) or []}
        titles = {part["id"]: part["title"] for part in _parts(self.base.get(f"content/{self.system}/system.yaml", ""))}
        for row in rows:
            term = "/glossar/" in row["id"]
            path, text = entries.get(row["id"].rpartition("/")[2], ("", ""))
            part = path.split("/")[2] if path else ""
            body = str(terms.get(row["title"], {}).get("definition", "")) if term else _body(text)
            yield Rule(row["title"], row["number"], titles.get(part, part), term, body)

    def _moved(self) -> list[dict[str, str]]:
        return yaml.safe_load(self.now.get(f"content/{self.system}/moved.yaml", "")) or []


def _rule(draft: Draft) -> Rule:
    return Rule(draft.title, draft.number, draft.part or OTHER_PART, draft.term, draft.text)


def _put(outcome: Outcome, last: _Last, path: str, theirs: str) -> None:
    """One file that is read this time."""
    if not path.endswith(".md"):
        base, place = last.base.get(path), path
    else:
        slug = _slug_of(path)
        old = last.bases.get(slug)
        base = last.base.get(old) if old else None
        place = last.places.get(slug, path)
        if place == old and path != old and base is not None:
            outcome.texts[place], place = None, path  # the book moved it into another part, nobody here did
            last.now[path] = last.now.pop(old)
    ours = last.now.get(place)
    result = merged(base, ours, theirs)
    differs = path.endswith(".md") and base is not None and not says_the_same(base, theirs)
    if differs and result.text is not None:
        texts = _body(base or ""), _body(theirs)
        heads = head_changes(base or "", theirs)
        outcome.changed.append(Difference(f"{last.system}/{_slug_of(path)}", _title(theirs), *texts, heads))
    if result.conflict:
        outcome.conflicts.append(place)
        outcome.texts[f"ingest/{last.system}/conflicts/{path}"] = theirs
    outcome.texts[place] = _marked(result.text, base) if differs and result.text is not None else result.text


def _let_go(outcome: Outcome, last: _Last, there: set[str]) -> Iterator[tuple[str, str, str]]:
    """Entries that the book has no more: they go unless somebody has worked on them. Yields what moved.yaml is to say of them."""
    slugs = {_slug_of(path) for path in there}
    for slug, path in sorted(last.bases.items()):
        place = last.places.get(slug)
        if slug in slugs or place is None:
            continue
        if merged(last.base[path], last.now[place], None).text is not None:
            outcome.kept_by_hand.append(f"{last.system}/{slug}")
            continue
        outcome.texts[place] = None
        outcome.gone.append(f"{last.system}/{slug}")
        yield f"{last.system}/{slug}", "", GONE


def _terms_moved(outcome: Outcome, last: _Last, ids: Sequence[str], pairs: Mapping[int, int]) -> Iterator[tuple[str, str, str]]:
    """Terms that are called otherwise now, which changes their ids, and those that are gone."""
    before = {old: ids[index] for index, old in pairs.items()}
    for old, id_ in enumerate(last.ids):
        new = before.get(old, "")
        if "/glossar/" not in id_ or id_ == new or id_ in ids:
            continue
        if not new:
            outcome.gone.append(id_)
        yield id_, new, RENAMED if new else GONE


def _record_moves(outcome: Outcome, last: _Last, rows: Sequence[tuple[str, str, str]], today: datetime.date) -> None:
    """Rows at the end of moved.yaml, the rest of which stays as it is."""
    added = [{"old": old, "new": new, "date": today.isoformat(), "why": why} for old, new, why in rows if old not in last.moves]
    if added:
        path = f"content/{last.system}/moved.yaml"
        there = last.now.get(path, "")
        end = "" if not there or there.endswith("\n") else "\n"
        outcome.texts[path] = there + end + yaml.safe_dump(added, allow_unicode=True, sort_keys=False, width=130)


def _marked(text: str, base: str | None) -> str:
    """An entry that its source no longer agrees with, until somebody accepts it: it was made from the text that `base` has."""
    if not text.startswith("---\n") or base is None:
        return text
    made_from = hashlib.sha256(_body(base).encode("utf-8")).hexdigest()[:12]
    head, mark, body = unmarked_mark(text).partition("\n---\n")
    return f"{head}\ntranslated_from: '{made_from}'{mark}{body}"


def unmarked_mark(text: str) -> str:
    """An entry's file without its mark."""
    head, middle, body = text.partition("\n---\n")
    return "\n".join(line for line in head.split("\n") if not line.startswith("translated_from:")) + middle + body


def _body(text: str) -> str:
    return text.partition("\n---\n")[2].strip() if text.startswith("---\n") else text


def _title(text: str) -> str:
    head = text.partition("\n---\n")[0].removeprefix("---\n")
    try:
        return str((yaml.safe_load(head) or {}).get("title", ""))
    except yaml.YAMLError:
        return ""


def _parts(text: str) -> list[dict[str, str]]:
    return (yaml.safe_load(text) or {}).get("parts") or []


def _slug_of(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _texts(folder: Path, *below: str) -> Iterator[tuple[str, str]]:
    """Path below the folder → text, of all files that are text."""
    for start in below or ("",):
        top = folder / start
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file():
                try:
                    yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8")
                except UnicodeDecodeError:
                    continue


def _json(path: Path) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return record if isinstance(record["entries"], list) else {"entries": []}
    except (ValueError, KeyError, TypeError):
        raise Unusable(
            f"„{path}“ ist beschädigt. Lege sie aus einer Sicherung zurück, oder lies in einen neuen Ordner ein."
        ) from None


__all__ = ["Difference", "Outcome", "read_over", "unmarked"]
