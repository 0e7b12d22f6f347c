"""The last reading of a book in an overlay, and the overlay's current state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from ...model.places import english_path
from ...model.unusable import Unusable
from .books import other_records, record_folder
from .matching import Rule
from .written import body_of, is_entry, is_term, parts_in, slug_of, terms_in, texts_below


class NoReading(Unusable):
    """The overlay has no reading of that system, or not the one asked for."""


class DamagedReading(Unusable):
    """Files of an earlier reading are missing or unreadable."""


class Last:
    """The state of a system before a book is read over it. Raises Unusable if it cannot be determined.

    first      whether the system does not exist yet, apart from the remains of an interrupted reading
    base, now  path → text: as read last time, and as it is now
    parts      rows of the system.yaml from last time
    rules      the rules from last time; `ids` and `slugs` are their current names, in the same order
    system_file, glossary  path of the system.yaml, and of the term base
    places     slug → path of each current entry; `bases` the same for the entries from last time
    taken      slugs that no new rule may have
    conflicts  path → text that was read but could not be merged with manual edits
    shared     the system.yaml in the base of each other book, the first book's first
    terms_elsewhere  slugs of the terms in other books
    """

    def __init__(self, out: Path, system: str, book: str = "") -> None:
        self.system = system
        self.book = book
        self.folder = record_folder(system, book)
        self.system_file, self.glossary = f"content/{system}/system.yaml", f"glossary/{system}.yaml"
        folder, content = out / self.folder, out / "content" / system
        self.first = not content.exists()
        others = [] if self.first else list(other_records(out, system, book))
        if book and not others:
            raise NoReading(f"Das Spiel „{system}“ gibt es in „{out}“ noch nicht. Lies sein erstes Buch ohne --book ein.")
        if not book and not (folder / "spans.json").is_file() and (content.exists() or (out / self.glossary).exists()):
            raise NoReading(
                f"In „{out}“ liegt schon ein Spiel „{system}“, das nicht eingelesen wurde. "
                "Nimm eine andere Kennung (--system) oder --out."
            )
        self.now = {} if self.first else dict(texts_below(out, f"content/{system}", self.glossary))
        self.base = {} if self.first else dict(texts_below(folder / "base"))
        if self.first:
            _refuse_lost(out, system, dict(texts_below(out, self.glossary)), dict(texts_below(folder / "base")))
        self.conflicts = {} if self.first else dict(texts_below(out, f"{self.folder}/conflicts"))
        new = self.first or not (folder / "spans.json").is_file()
        rows = [] if new else _entries(folder / "spans.json")
        self.parts = parts_in(self.base.get(self.system_file, ""))
        self.moves = _moves(self.now.get(f"content/{system}/moved.yaml", ""), out)
        try:
            self.rules = [Rule(row["title"], row["number"], *self._was(row)) for row in rows]
        except (KeyError, TypeError, AttributeError, yaml.YAMLError):
            raise _broken(folder) from None
        self._read_as = [str(row["id"]) for row in rows]
        self.ids = [self.followed(id_) for id_ in self._read_as]
        self.slugs = [slug_of(id_) for id_ in self.ids]
        self.places = {slug_of(path): path for path in self.now if is_entry(path)}
        self.bases = {slug_of(self.followed(f"{system}/{slug_of(path)}")): path for path in self.base if is_entry(path)}
        entries = {slug for slug, id_ in zip(self.slugs, self.ids, strict=True) if not is_term(id_)}
        elsewhere = [self.followed(str(row["id"])) for other in others for row in _entries(other / "spans.json")]
        self.terms_elsewhere = {slug_of(id_) for id_ in elsewhere if is_term(id_)}
        self.shared = _shared(others, f"base/{self.system_file}")
        by_hand = {old for old, new in self.moves.items() if new}
        self.taken = (set(self.places) - entries) | {slug_of(id_) for id_ in elsewhere if not is_term(id_)}
        self.taken |= {slug_of(old) for old in by_hand if not is_term(old)}

    def followed(self, id_: str) -> str:
        """The current id after any later moves by hand."""
        seen = {id_}
        while (new := self.moves.get(id_, "")) and new not in seen:
            seen.add(new)
            id_ = new
        return id_

    def term(self, rule: int) -> Mapping[str, Any]:
        """A term of `rules` as read last time, by its index."""
        return self._terms[slug_of(self._read_as[rule])]

    def _was(self, row: Mapping[str, Any]) -> tuple[str, bool, str]:
        """The part of a rule as read last time, whether it is a term, and its text."""
        if is_term(row["id"]):
            return "", True, str(self._terms[slug_of(row["id"])].get("definition", ""))
        path = self._paths[slug_of(row["id"])]
        text = body_of(self.base[path]).strip() or self.base.get(english_path(path), "")
        return self._part_titles[path.split("/")[2]], False, text.strip()

    @cached_property
    def _paths(self) -> Mapping[str, str]:
        return {slug_of(path): path for path in self.base if is_entry(path)}

    @cached_property
    def _terms(self) -> Mapping[str, Mapping[str, Any]]:
        return terms_in(self.base.get(self.glossary, ""))

    @cached_property
    def _part_titles(self) -> Mapping[str, str]:
        return {part["id"]: part["title"] for part in self.parts}


def _entries(path: Path) -> Sequence[Mapping[str, Any]]:
    try:
        rows = json.loads(path.read_text("utf-8"))["entries"]
    except (ValueError, KeyError, TypeError):
        rows = None
    if not isinstance(rows, list):
        raise _broken(path.parent)
    return rows


def _shared(others: Sequence[Path], path: str) -> list[str]:
    for folder in others:
        if not (folder / path).is_file():
            raise _broken(folder)
    return [(folder / path).read_text("utf-8") for folder in others]


def _refuse_lost(out: Path, system: str, now: Mapping[str, str], base: Mapping[str, str]) -> None:
    """Raise Unusable if a first reading would replace a term base that was edited by hand: only its entries are missing."""
    if any(text != base.get(path) for path, text in now.items()):
        raise DamagedReading(
            f"In „{out / 'glossary' / f'{system}.yaml'}“ steht Bearbeitetes, aber der Ordner „{out / 'content' / system}“ fehlt. "
            "Lege ihn zurück oder verschiebe das Glossar, dann lies das Buch neu ein."
        )


def _broken(folder: Path) -> Unusable:
    return DamagedReading(
        f"„{folder}“ ist beschädigt: Was zuletzt gelesen wurde, ist nicht mehr ganz da. "
        "Lege den Ordner aus einer Sicherung zurück, oder lies in einen neuen ein (--out)."
    )


def _moves(text: str, out: Path) -> dict[str, str]:
    """Old id → new id ("" for none, a section's is its entry's) from moved.yaml; the first row of an id counts."""
    try:
        rows = yaml.load(text.removeprefix("\ufeff"), Loader=yaml.BaseLoader) or []
        return {row["old"]: (row.get("new") or "").partition("#")[0] for row in reversed(rows)}
    except (KeyError, TypeError, AttributeError, yaml.YAMLError):
        raise DamagedReading(f"Die moved.yaml in „{out}“ ist nicht lesbar. nachschlag check sagt, wo.") from None
