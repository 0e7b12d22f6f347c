"""A tree of PO files as Weblate takes it: one component a folder (`t9a/sonderregeln`), in it `de.po` and the template `vorlage.pot`.

Bodies come by paragraph. What a translation must keep is written as flags in Weblate's own form; its checks read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import ahocorasick_rs

from ..german.lists import alternatives
from ..model.fields import SHORT_LIMIT, TITLE_LIMIT
from ..model.values import Concept, Entry, Term
from .context import Context
from .paragraphs import FIELD, kept_numbers, paragraph_units, paragraphs
from .po import OURS, read_po, write_po
from .received import BadFile, Received
from .units import TARGET_LANGUAGE, Unit, fingerprint

#: The files of a component: the German, and the template of a further language.
GERMAN, TEMPLATE = f"{TARGET_LANGUAGE}.po", "vorlage.pot"

_LIMITS = {"title": TITLE_LIMIT, "short": SHORT_LIMIT}

#: Text that is the same in every language: targets of forced references, and numbers with their signs and units.
_LINK = re.compile(r"\[\[[^\[\]|,\n]+")
_NUMBER = re.compile(rf"[–+]?\d+(?:[.]\d+)?(?:[\"+]| ?(?:%|°|{alternatives('short_units')})(?!\w))?")

#: A component's former paragraphs: id of the entry → its units of last time.
_Former = Mapping[str, list[Received]]


def weblate_files(units: Iterable[Unit], context: Context, tree: Path) -> Iterator[tuple[str, Iterator[str]]]:
    """(path, pieces) of every file. Paragraphs keep their numbers from an existing tree, so that Weblate recognises them."""
    components: dict[str, list[Unit]] = {}
    for unit in units:
        components.setdefault(_folder(unit), []).append(unit)
    for folder, whole in components.items():
        former = _former(tree / folder / GERMAN)
        parts = [part for unit in whole for part in (_parts(unit, former) if unit.field == "text" else [unit])]
        yield f"{folder}/{GERMAN}", write_po(parts, context, folder, flags)
        yield f"{folder}/{TEMPLATE}", write_po(parts, context, folder, flags, template=True)


def vanished(tree: Path, files: Iterable[str], systems: Iterable[str]) -> list[Path]:
    """The files of these systems' components in a tree that today's export no longer writes: the German, if it is ours, and the
    template. Files that others added stay, as do those of systems that are not loaded.
    """
    today = {tree / path for path in files}
    there = [file for system in systems for file in tree.glob(f"{system}/*/{GERMAN}")]
    former = [file for file in there if file not in today and OURS in file.read_bytes()[:1000]]
    return [path for file in former for path in (file, file.with_name(TEMPLATE)) if path.is_file()]


def _folder(unit: Unit) -> str:
    owner = unit.owner
    if isinstance(owner, Entry):
        return f"{owner.system}/{owner.part}"
    if isinstance(owner, Term):
        return f"{owner.system}/glossar"
    return "alle/begriffe" if isinstance(owner, Concept) else f"{owner.id}/teile-und-phasen"


def _parts(unit: Unit, former: _Former) -> list[Unit]:
    known = former.get(unit.id, [])
    if not known:
        return paragraph_units(unit)
    old = [(int(one.context.rpartition(".")[2]), frozenset({one.stamp, fingerprint(one.target)})) for one in known]
    return paragraph_units(unit, kept_numbers(old, [one.target for one in known], [one.text for one in paragraphs(unit.target)]))


def _former(file: Path) -> _Former:
    """The paragraphs of a former file; empty if it is missing or unreadable."""
    found: dict[str, list[Received]] = {}
    try:
        for one in read_po(file.read_bytes()):
            id_, _, field = one.context.partition("#")
            if FIELD.fullmatch(field):
                found.setdefault(id_, []).append(one)
    except (OSError, BadFile):
        return {}
    return found


def flags(unit: Unit) -> Iterator[str]:
    """The flags of a unit for Weblate's checks."""
    if limit := _LIMITS.get(unit.leaf):
        yield f"max-length:{limit}"
    if unit.leaf == "text":
        yield "md-text"
    if unit.source == unit.target:
        yield "ignore-same"
    if kept := placeholders(unit.source, unit.target):
        yield ":".join(["placeholders", *('"' + word.replace("\\", r"\\").replace('"', r"\"") + '"' for word in kept)])


def placeholders(source: str, target: str) -> list[str]:
    """Links and numbers of the original that its translation must hold, and no others; longest first, as they are searched.

    An existing translation limits what must be kept: it may say "zwei" for 2.

    >>> placeholders('Move 6" or 16". See [[angst|Fear]].', 'Bewege 6" oder 16". Siehe [[angst]].')
    ['[[angst', '16"', '6"']
    """
    words = {match[0] for pattern in (_LINK, _NUMBER) for match in pattern.finditer(source)}
    while words:
        kept = sorted(words, key=lambda word: (-len(word), word))
        finder = ahocorasick_rs.AhoCorasick(kept, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest)
        ours, theirs = (set(finder.find_matches_as_strings(text)) for text in (source, target or source))
        if ours == theirs:
            return kept
        words -= ours ^ theirs
    return []
