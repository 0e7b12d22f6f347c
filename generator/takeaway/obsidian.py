"""A vault for Obsidian: one note per rule, term and concept, named by its permanent id, found by all its names, linked like the
rules.

Obsidian does more with Markdown than we do: it shows raw HTML and pictures from other hosts, and plugins run code blocks. Rules
need none of that, so notes escape such markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import yaml

from ..files.output import Output
from ..model.fields import CARD_LABELS
from ..model.library import Library, entry_names, term_names, without_parameter
from ..model.reference import Resolution
from ..model.unusable import ForeignFolder
from ..model.values import Concept, Entry, Term
from ..prose.body import BLOCKS
from ..prose.foreign_markup import safe_address
from ..prose.wording import place_of
from ..records.system import attribution, licence_id
from ..references.graph import Graph, LinkedText

#: List of the files written last time, so that only those are ever removed.
MARKER = ".nachschlag.json"


def write_vault(folder: Path, notes: Iterator[tuple[str, str]]) -> int:
    """Write notes (path → text) into a folder of their own; returns their number. Keeps the user's own notes beside them.

    Raises Unusable if the folder contains other files but none of our notes.
    """
    before = _written(folder)
    output = Output(folder)
    paths = []
    for path, text in notes:
        output.write(path, text)
        paths.append(path)
    for path in sorted(before - set(paths)):
        old = folder / path
        if old.resolve().is_relative_to(folder.resolve()) and old.is_file():
            old.unlink()
    output.write(MARKER, json.dumps(sorted(paths), ensure_ascii=False, indent=1) + "\n")
    return sum(path.endswith(".md") for path in paths)


def _written(folder: Path) -> set[str]:
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        paths = json.loads((folder / MARKER).read_text("utf-8"))
        return {str(path) for path in paths}
    except (OSError, ValueError, TypeError):
        raise ForeignFolder(f"Im Ordner „{folder}“ liegen schon andere Dateien. Nenne mit --out einen leeren.") from None


def vault(library: Library, graph: Graph, system: str | None = None) -> Iterator[tuple[str, str]]:
    """All files of the vault as (path, text): the notes of one system or of all, and drawings."""
    maker = _Maker(library, graph, system)
    for entry in maker.entries:
        yield f"{entry.id}.md", maker.entry(entry)
        for name, svg in maker.drawings(entry):
            yield f"{entry.system}/{name}", svg
    for term in maker.terms:
        yield f"{term.id}.md", maker.term(term)
    for concept in maker.concepts:
        yield f"begriffe/{concept.id}.md", maker.concept(concept)


class _Maker:
    """Makes the notes; links only to existing notes."""

    def __init__(self, library: Library, graph: Graph, system: str | None) -> None:
        self.library, self.graph = library, graph
        self.entries = [entry for entry in library.entries.values() if system in (None, entry.system)]
        self.terms = [term for term in library.terms.values() if system in (None, term.system) and not term.entry]
        self.concepts = [one for one in library.concepts.values() if system is None or one.entries.get(system)]
        self.notes = {entry.id for entry in self.entries} | {term.id for term in self.terms}

    def entry(self, entry: Entry) -> str:
        system = self.library.systems[entry.system]
        names = [name.text for name in entry_names(entry)] + [
            name.text for term in self.library.terms_of(entry.id) for name in term_names(term)
        ]
        head = {
            "aliases": _aliases(names),
            "tags": [entry.system, f"{entry.system}/{entry.kind}", *(f"{entry.system}/{phase}" for phase in entry.phases)],
            "english": entry.title_en,
            "game": system.name,
            "place": place_of(entry, system),
            "page": entry.page,
            "licence": f"{attribution(system)}, {licence_id(system)}",
        }
        body = [
            f"# {safe(entry.title)}",
            f"**{self._linked(self.graph.text(entry.id, 'short'))}**" if entry.short else "",
            self._card(entry),
            self._table(entry),
            _blocks(self._linked(self.graph.text(entry.id, "text")), entry.system),
            self._list("Siehe auch", [self.library.current_id(target) for target in entry.see]),
            self._list("Im Vergleich", [f"begriffe/{concept.id}" for concept in self.library.concepts_of(entry.id)]),
        ]
        return _note(head, body)

    def term(self, term: Term) -> str:
        head = {
            "aliases": _aliases([name.text for name in term_names(term)]),
            "tags": [term.system, f"{term.system}/begriff"],
            "english": term.title_en,
            "game": self.library.systems[term.system].name,
        }
        texts = (self._linked(self.graph.text(term.id, field)) for field in ("definition", "note"))
        return _note(head, [f"# {safe(term.title)}", *texts])

    def concept(self, concept: Concept) -> str:
        head = {"aliases": _aliases([concept.title, concept.title_en, *concept.aliases]), "tags": ["vergleich"]}
        body = [f"# {safe(concept.title)}", safe(concept.description)]
        for system, ids in concept.entries.items():
            links = [self._link(target, "") for target in ids if target in self.notes]
            note = safe(concept.notes.get(system, ""))
            if system in self.library.systems and (links or note):
                body.append(
                    f"**{safe(self.library.systems[system].name)}**: {', '.join(links)}{' – ' if links and note else ''}{note}"
                )
        return _note(head, [*body, *(f"- {safe(difference)}" for difference in concept.differences)])

    def drawings(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """The drawings in an entry's text, by name."""
        for name in _DRAWING.findall(entry.text):
            path = f"{entry.location.path.rpartition('/')[0]}/{name}"
            if path in self.library.drawings:
                yield name, self.library.drawings[path]

    def _card(self, entry: Entry) -> str:
        card = entry.card or {}
        fields = {f"card.{name}": label for name, label in CARD_LABELS.items()} | {
            f"data.{name}": label for name, label in self.library.systems[entry.system].facts(entry.data).items()
        }
        texts = ((label, self.graph.text(entry.id, field)) for field, label in fields.items())
        lines = [f"- **{safe(label)}**: {self._linked(linked, line=True)}" for label, linked in texts if linked.text]
        if card.get("keywords"):
            lines.append(f"- **Schlüsselwörter**: {safe(', '.join(card['keywords']))}")
        return "\n".join(lines)

    def _table(self, entry: Entry) -> str:
        data = entry.data or {}
        columns, rows = data.get("columns"), data.get("rows")
        if not columns or not rows:
            return ""
        cells = [
            [self._linked(self.graph.text(entry.id, f"data.rows[{i}][{j}]"), cell=True) for j in range(len(row))]
            for i, row in enumerate(rows)
        ]
        head = [safe(str(column)).replace("|", "\\|") for column in columns]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(columns), *cells))

    def _linked(self, linked: LinkedText, *, line: bool = False, cell: bool = False) -> str:
        """A text with its references as links to notes; escapes the bar of links in a table's cell."""
        pieces, at, text = [], 0, linked.text
        for resolution in sorted(linked.references, key=lambda one: one.reference.start):
            reference = resolution.reference
            if reference.start < at or (resolution.target is None and reference.type != "id"):
                continue
            row = text[text.rfind("\n", 0, reference.start) + 1 :].lstrip().startswith("|") and not cell
            shown = " ".join((reference.shown or _shown(resolution, self.library)).split())
            if reference.type != "id" and len(_EMPHASIS.findall(shown)) % 2:  # no link may begin or end within emphasis
                continue
            link = self._link(resolution.target, shown) if resolution.target else safe(shown)
            pieces += [_between(text[at : reference.start]), link.replace("|", "\\|") if row else link]
            at = reference.end
        whole = "".join([*pieces, _between(text[at:])])
        whole = " ".join(whole.split()) if line or cell else whole
        return whole.replace("|", "\\|") if cell else whole

    def _link(self, target: str, shown: str) -> str:
        """A link to a note, or only the words if there is no note."""
        base, _, section = target.partition("#")
        found = self.library.target(base)
        if isinstance(found, Term) and found.entry:
            base = f"{found.system}/{found.entry}"
        words = re.sub(r"[\[\]|]", " ", shown or (found.title if found else base)).strip()
        if base not in self.notes and base.removeprefix("begriffe/") not in {concept.id for concept in self.concepts}:
            return safe(words)
        return f"[[{base}{self._heading(found, section)}|{safe(words)}]]"

    def _heading(self, found: object, section: str) -> str:
        headings = [one for one in found.headings if one.id == section] if isinstance(found, Entry) and section else []
        return "#" + re.sub(r"[\[\]|#^\\]", " ", f"{headings[0].number} {headings[0].title}".strip()) if headings else ""

    def _list(self, title: str, targets: Sequence[str]) -> str:
        links = [self._link(target, "") for target in targets]
        return f"## {title}\n\n" + "\n".join(f"- {link}" for link in links) if links else ""


def _shown(resolution: Resolution, library: Library) -> str:
    found = library.target((resolution.target or "").partition("#")[0])
    return found.title if found else resolution.reference.text


def _aliases(names: Sequence[str]) -> list[str]:
    """All names with and without parameter, each once."""
    return list(dict.fromkeys(one for name in names for one in (name, without_parameter(name)) if one))


def _note(head: dict[str, Any], body: Sequence[str]) -> str:
    filled = {name: value for name, value in head.items() if value}
    text = yaml.safe_dump(filled, allow_unicode=True, sort_keys=False, width=1000)
    return f"---\n{text}---\n" + "\n\n".join(part.strip() for part in body if part.strip()) + "\n"


_UNSAFE_LINK = re.compile(r"\]\(\s*<?([^)\s>]*)")
_DEFINITION = re.compile(r"^(\s{0,3}\[[^\]]{0,300}\]):", re.MULTILINE)
_HTML_OR_CODE = re.compile(r"[<`~]|!(?=\[)|%%|\$(?=[=$])|\{\{")


def safe(text: str) -> str:
    """Escape raw HTML, code, pictures, and links to anything but the web in Markdown.

    >>> safe("<b> `x` ![y](z)")
    '&lt;b> &#96;x&#96; &#33;[y](z)'
    """
    text = _HTML_OR_CODE.sub(lambda match: "".join(escape(c) if c == "<" else f"&#{ord(c)};" for c in match[0]), text)
    text = _UNSAFE_LINK.sub(lambda match: match[0] if safe_address(match[1]) else match[0].replace("](", "]&#40;", 1), text)
    return _DEFINITION.sub(r"\1&#58;", text)


def _between(text: str) -> str:
    """Escape text between two links where it would change them: "[", "!" and "]" next to one, and its own brackets.

    >>> _between("] und ![")
    '&#93; und &#33;&#91;'
    """
    text = safe(_DOUBLE.sub("&#91;&#91;", text))
    return _BESIDE.sub(lambda match: "".join(f"&#{ord(c)};" for c in match[0]), text)


_EMPHASIS = re.compile(r"[*_]+")
_DOUBLE = re.compile(r"\\?\[\[")
_BESIDE = re.compile(r"\A\]+|(?<![\[!])[\[!]++\Z")

_DRAWING = re.compile(r"^::: bild ([\w.-]+\.svg)\s*$", re.MULTILINE)
_CALLOUTS = {"beispiel": "example", "hinweis": "note", "regeltext": "warning"}


def _blocks(text: str, system: str) -> str:
    """Turn our ":::" blocks into Obsidian's callouts, and drawings into pictures with their description."""
    lines, inside = [], False
    for line in text.split("\n"):
        name, _, file = line.removeprefix(":::").strip().partition(" ") if line.startswith(":::") else ("", "", "")
        if name == "bild" and re.fullmatch(r"[\w.-]+\.svg", file):
            lines.append(f"![[{system}/{file}]]")
        elif name in _CALLOUTS:
            lines.append(f"> [!{_CALLOUTS[name]}] {BLOCKS[name]}")
            inside = True
        elif line.startswith(":::"):
            inside = False
        else:
            lines.append(f"> {line}".rstrip() if inside else line)
    return "\n".join(lines)
