"""TBX, term bases: the older martif, which nearly all tools read, or ISO 30042:2019 in DCT style (dialect TBX-Basic)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..files.xml_text import HEAD, escaped, quoted, xml_name
from ..model.library import Library
from ..model.values import TITLE_EN_SOURCES, Entry, System, Term
from .units import SOURCE_LANGUAGE, TARGET_LANGUAGE, normal, original_note

_PREFERRED, _ADMITTED, _DEPRECATED = (f"{status}Term-admn-sts" for status in ("preferred", "admitted", "deprecated"))


@dataclass(frozen=True, slots=True)
class _Word:
    """One word for a concept: administrative status, and the sort of word ("abbreviation") if known."""

    word: str
    status: str = ""
    sort: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Concept:
    """One concept of the term base with its English and German words."""

    id: str
    subject: str
    definition: str
    note: str
    english: list[_Word] = field(default_factory=list)
    german: list[_Word] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Dialect:
    """The names of a dialect's elements, with their attributes: of an entry, its subject, its words in a language, one word, and its
    definition in a group or alone. `parts` are the elements of a word, each with the attribute of the word that it holds."""

    head: str
    tail: str
    entry: str
    subject: str
    language: str
    word: str
    definition: tuple[str, str]
    parts: Mapping[str, str]


_MARTIF = _Dialect(
    f"""\
<martif type="TBX" xml:lang="{SOURCE_LANGUAGE}">
 <martifHeader>
  <fileDesc><sourceDesc><p>Nachschlag</p></sourceDesc></fileDesc>
  <encodingDesc><p type="XCSURI">TBXXCS.xcs</p></encodingDesc>
 </martifHeader>
 <text>
  <body>
""",
    *("</martif>", "termEntry", 'descrip type="subjectField"', "langSet", "tig", ("", 'descrip type="definition"')),
    {"term": "word", 'termNote type="termType"': "sort", 'termNote type="administrativeStatus"': "status", "note": "note"},
)
_TBX_2019 = _Dialect(
    f"""\
<tbx type="TBX-Basic" style="dct" xml:lang="{TARGET_LANGUAGE}" xmlns="urn:iso:std:iso:30042:ed-2"\
 xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
 <tbxHeader><fileDesc><sourceDesc><p>Nachschlag</p></sourceDesc></fileDesc></tbxHeader>
 <text>
  <body>
""",
    *("</tbx>", "conceptEntry", "min:subjectField", "langSec", "termSec", ("descripGrp", "basic:definition")),
    {"term": "word", "min:administrativeStatus": "status", "basic:termType": "sort", "note": "note"},
)


def write_tbx(library: Library, only: str | None = None, dialect: str = "martif") -> Iterator[str]:
    """A TBX file, piece by piece: every term, and every entry without a term, with all their names and those to avoid."""
    names = _TBX_2019 if dialect == "tbx2019" else _MARTIF
    yield f"{HEAD}{names.head}"
    for system in library.systems.values():
        if only in (None, system.id):
            for concept in _concepts(library, system):
                yield "".join(_entry(concept, names))
    yield f"  </body>\n </text>\n{names.tail}\n"


def _concepts(library: Library, system: System) -> Iterator[_Concept]:
    for term in library.system_terms(system.id):
        german = [_Word(term.title, _PREFERRED)]
        german += [_Word(word, _ADMITTED, "abbreviation") for word in term.abbreviations]
        german += [_Word(word, _ADMITTED) for word in term.synonyms]
        german += [_Word(word, _DEPRECATED) for word in term.avoid]
        yield _Concept(term.id, system.name, term.definition, term.note, _english(term, system), german)
    for entry in library.system_entries(system.id):
        if not library.terms_of(entry.id):
            german = [_Word(entry.title, _PREFERRED), *(_Word(word, _ADMITTED) for word in entry.aliases)]
            yield _Concept(entry.id, system.name, entry.short, "", _english(entry, system), german)


def _english(named: Entry | Term, system: System) -> list[_Word]:
    notes = (TITLE_EN_SOURCES.get(named.title_en_source, ""), original_note(system))
    return [_Word(named.title_en, note="; ".join(filter(None, notes)))] if named.title_en else []


def _entry(concept: _Concept, names: _Dialect) -> Iterator[str]:
    id_ = f"n.{xml_name(concept.id)}"  # no id in XML may begin with a digit
    yield f"   <{names.entry} id={quoted(id_)}>\n{_line(names.subject, concept.subject, 4)}{_line('note', concept.note, 4)}"
    for language, words in ((SOURCE_LANGUAGE, concept.english), (TARGET_LANGUAGE, concept.german)):
        if words := [word for word in words if word.word.strip()]:
            yield f'    <{names.language} xml:lang="{language}">\n'
            yield _definition(concept.definition, *names.definition) if language == TARGET_LANGUAGE else ""
            for word in words:
                lines = (_line(tag, getattr(word, part), 6) for tag, part in names.parts.items())
                yield f"     <{names.word}>\n{''.join(lines)}     </{names.word}>\n"
            yield f"    </{names.language}>\n"
    yield f"   </{names.entry}>\n"


def _definition(text: str, group: str, tag: str) -> str:
    line = _line(tag, text, 6 if group else 5)
    return f"     <{group}>\n{line}     </{group}>\n" if group and line else line


def _line(tag: str, value: str, indent: int) -> str:
    """One element on its own line; nothing if it would be empty."""
    value = normal("title", value)
    return f"{' ' * indent}<{tag}>{escaped(value)}</{tag.split()[0]}>\n" if value else ""
