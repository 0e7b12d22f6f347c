"""A reading → the files of a private system: entries, term base, system.yaml, and the record of spans."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from ...german.rule_numbers import MalformedNumber, parse_number
from ...model.fields import CARD_LABELS, TITLE_LIMIT
from ...model.places import english_path
from ...model.rule_number import RuleNumber
from ...model.slug import slugify
from ...model.values import KINDS
from ..drafts import Draft, FoundPart, Reading
from .as_body import as_body, one_line
from .naming import entry_slugs, free_slug, term_titles, title_of
from .own_links import linker
from .shortened import short_of

#: The end of a file's name; a book of several files has several: "da.md + db.md".
_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z]{1,9}(?= \+ |$)")

#: The part for text before the first part, and for books without parts.
OTHER_PART = "Regeln"

#: Placeholder for a text that the book lacks.
WITHOUT_TEXT = "(Im Buch nur eine Überschrift.)"
MENTIONED = "(im Buch nur erwähnt)"


@dataclass(frozen=True, slots=True)
class Files:
    """Files to write below an overlay: path → text; `ids` are the drafts' ids in order."""

    texts: Mapping[str, str]
    ids: tuple[str, ...]


def files_of(
    reading: Reading,
    system: str,
    *,
    kept: Mapping[int, str] | None = None,
    taken: Collection[str] = (),
    terms_taken: Collection[str] = (),
) -> Files:
    """All files of a reading, by path below the overlay.

    kept   slugs of drafts from the last edition, by index
    taken  slugs used by others
    terms_taken  slugs of others' terms
    """
    slugs = entry_slugs(reading.drafts, kept or {}, taken)
    titles = term_titles(reading.drafts, terms_taken)
    parts = _part_ids(reading)
    texts = {f"content/{system}/system.yaml": as_yaml(_system(reading, system, parts)), **_entries(reading, system, slugs, parts)}
    if titles:
        terms = [_term(reading.drafts[index], title, slugs, reading.labels) for index, title in titles.items()]
        terms = list(map(_untranslated, terms)) if reading.source.language == "en" else terms
        rows = sorted(terms, key=lambda term: (slugify(term["title"]), term["title"]))
        texts[f"glossary/{system}.yaml"] = "".join(as_yaml([row]) for row in rows)
    below = [f"glossar/{slugify(titles[index])}" if draft.term else slugs[index] for index, draft in enumerate(reading.drafts)]
    return Files(texts, tuple(f"{system}/{one}" for one in below))


def _part_ids(reading: Reading) -> dict[str, str]:
    """Title of each part with entries → id of its folder, in book order."""
    found: dict[str, str] = {}
    titles = [part.title for part in reading.parts] + [draft.part or OTHER_PART for draft in reading.drafts if not draft.term]
    for title in titles or [OTHER_PART]:
        if title not in found:
            found[title] = free_slug([slugify(title)[:60].strip("-") or "teil"], found.values())
    return found


def _entries(reading: Reading, system: str, slugs: Mapping[int, str], parts: Mapping[str, str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    with_links = linker(reading, {index: f"{system}/{slug}" for index, slug in slugs.items()})
    orders: dict[str, int] = {}
    numbers: set[tuple[str, str]] = set()
    for index, slug in slugs.items():
        draft = reading.drafts[index]
        part = parts[draft.part or OTHER_PART]
        orders[part] = orders.get(part, 0) + 10
        head = _head(draft, slugs, orders[part], _number(draft.number, part, numbers), reading.labels)
        half = head.pop("card") if "effect" not in head.get("card", {"effect": ""}) else {}  # cards need an effect
        more = _said(half)
        text = as_body("\n\n".join(filter(None, [draft.text, more]))) or ("" if head.keys() & {"card", "data"} else WITHOUT_TEXT)
        path = f"content/{system}/{part}/{slug}.md"
        if reading.source.language == "en":
            head, english = _untranslated(head), text
            if english != WITHOUT_TEXT:
                texts |= {english_path(path): f"{with_links(index, english)}\n"} if english else {}
                text = ""
        texts[path] = f"---\n{as_yaml(head)}---\n{with_links(index, text)}\n"
    return texts


def _untranslated(record: Mapping[str, Any]) -> dict[str, Any]:
    """The head of an entry, or a term, of an English book: its name is the original, and German is left to the translator."""
    more = {"title_en": record["title"], "title_en_source": "published"}
    if definition := record.get("definition"):
        more["note"] = f"Englisch: {definition}"
    head = {name: value for name, value in record.items() if name not in ("short", "definition", "title", *more)}
    return {"title": record["title"], **more, **head}


def _head(draft: Draft, slugs: Mapping[int, str], order: int, number: str, labels: Mapping[str, str]) -> dict[str, Any]:
    more = {
        "kind": draft.kind if draft.kind in KINDS else "rule",
        "number": number,
        "order": order,
        "parent": "" if draft.parent is None else slugs.get(draft.parent, ""),
        "page": draft.page,
        "short": as_body(short_of(draft, labels)),
    }
    fields = {"status": "entwurf", "card": _plain(draft.card), "data": _plain(draft.data)}
    return _filled({**_names(draft, title_of(draft.title)), **more, "aliases": _aliases(draft, title_of(draft.title)), **fields})


def _names(draft: Draft, title: str) -> dict[str, Any]:
    title_en = one_line(draft.title_en, TITLE_LIMIT)
    return {"title": title, "title_en": title_en, "title_en_source": draft.title_en_source if title_en else ""}


def _aliases(draft: Draft, title: str) -> list[str]:
    return [alias for alias in map(title_of, dict.fromkeys(draft.aliases)) if alias != title]


def _filled(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without its empty fields."""
    return {name: value for name, value in record.items() if value not in ("", None, [], {})}


def _said(fields: Mapping[str, Any], labels: Mapping[str, str] = CARD_LABELS) -> str:
    """Fields of a card or of data as text."""
    labels = {**labels, "keywords": "Schlüsselwörter"}
    lines = ((name, ", ".join(value) if isinstance(value, list | tuple) else value) for name, value in fields.items())
    return "\n\n".join(f"{labels.get(name, name)}: {value}" for name, value in lines)


def _definition(draft: Draft, labels: Mapping[str, str]) -> str:
    """A term's definition, with the fields of a card or row, because terms have none; a table's text already shows its cells."""
    facts = {name: value for name, value in (draft.data or {}).items() if name not in ("columns", "rows")}
    return "\n\n".join(filter(None, [draft.text, _said(draft.card or {}), _said(facts, labels)]))


def _number(printed: str, part: str, used: set[tuple[str, str]]) -> str:
    """The number, if it is valid and unique in its part."""
    number = _parsed(printed)
    key = (part, f"{number.word} {number.key}") if number else ("", "")
    if number is None or key in used:
        return ""
    used.add(key)
    return printed


def _parsed(printed: str) -> RuleNumber | None:
    try:
        return parse_number(printed)
    except MalformedNumber:
        return None


def _plain(value: Any) -> Any:
    """Values of a card or data for YAML, without control characters and empty ones."""
    if isinstance(value, Mapping):
        return _filled({str(name): _plain(inner) for name, inner in value.items()})
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value if value is None or isinstance(value, bool | int | float) else as_body(str(value))


def _term(draft: Draft, title: str, slugs: Mapping[int, str], labels: Mapping[str, str]) -> dict[str, Any]:
    return _filled(
        {
            **_names(draft, title),
            "definition": as_body(_definition(draft, labels)) or MENTIONED,
            "entry": "" if draft.entry is None else slugs.get(draft.entry, ""),
            "abbreviations": [one for one in (one_line(a, 40) for a in draft.abbreviations) if one],
            "synonyms": _aliases(draft, title),
            "status": "entwurf",
        }
    )


def _system(reading: Reading, system: str, parts: Mapping[str, str]) -> dict[str, Any]:
    named = {part.title: part for part in reading.parts}
    language = reading.source.language
    rows = []
    for title, part_id in parts.items():
        part = named.get(title, FoundPart(title))
        title_en = title_of(title) if language == "en" else one_line(part.title_en, TITLE_LIMIT)
        row = {"id": part_id, "title": title_of(title), "title_en": title_en}
        rows.append(_filled({**row, "abbreviations": list(part.abbreviations), "pages": part.pages}))
    name = one_line(_from_file_name(reading.source.name) or system, TITLE_LIMIT)
    return {
        "id": system,
        "name": name,
        "short": name if len(name) <= 20 else one_line(system.upper(), 20),
        "source_language": language,
        "source": f"Eingelesen aus {one_line(reading.source.name, TITLE_LIMIT)}",
        "licence": {"status": "private", "note": "Nur für dich: aus einem Buch eingelesen, nicht zum Weitergeben."},
        "parts": rows,
        "series": _series(reading),
        **_data(reading),
    }


def _data(reading: Reading) -> dict[str, list[dict[str, str]]]:
    """The fields of data in the book's entries, with the book's names for them."""
    held = {name for draft in reading.drafts for name in draft.data or ()}
    rows = [{"name": name, "label": one_line(label, TITLE_LIMIT)} for name, label in reading.labels.items() if name in held]
    return {"data": rows} if rows else {}


def _from_file_name(name: str) -> str:
    """
    >>> [_from_file_name(name) for name in ("mein_regelbuch.pdf", "da.md + db.md", "Regeln 1.2")]
    ['Mein regelbuch', 'Da + db', 'Regeln 1.2']
    """
    stem = " ".join(_SUFFIX.sub("", name).replace("_", " ").split())
    return stem[:1].upper() + stem[1:]


def _series(reading: Reading) -> list[dict[str, Any]]:
    """The number series in the book's numbers: bare ones, and those with a word ("Tabelle 6.2")."""
    words = dict.fromkeys(parsed.word for draft in reading.drafts if (parsed := _parsed(draft.number)) and parsed.word)
    section = {"id": "section", "words": ["Abschnitt"]}
    ids = {word: slugify("Paragraf" if word == "§" else word) for word in words}
    return [section, *({"id": name, "words": [word]} for word, name in ids.items() if name not in ("", "abschnitt"))]


def as_yaml(value: Any) -> str:
    """A value as YAML, as PyYAML writes it; uses libyaml, which takes a tenth of the time, if the output is the same."""
    try:
        written = _written(value, _Fast)
    except UnicodeEncodeError:
        return _written(value, _Dumper)
    return _written(value, _Dumper) if _UNLIKE.search(written) else written


def _written(value: Any, dumper: Any) -> str:
    return str(yaml.dump(value, Dumper=dumper, allow_unicode=True, sort_keys=False, width=130))


class _Dumper(yaml.SafeDumper):
    """Writes long texts as blocks, for editing by hand."""


class _Fast(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """As `_Dumper`, by libyaml if available."""


#: Output that libyaml writes differently: text in double quotes, empty keys, ends of documents, some line ends.
_UNLIKE = re.compile(r"(?:^|[ ])\"|''|^\.\.\.|^[ ]*\?[ ]|[\x85\u2028\u2029\ufeff]", re.MULTILINE)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text and not any(line != line.rstrip() for line in text.split("\n")) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


for _one in (_Dumper, _Fast):
    _one.add_representer(str, _text)
