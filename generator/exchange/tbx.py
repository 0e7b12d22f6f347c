"""TBX, term bases: the older martif, which nearly all tools read, or ISO 30042:2019 in DCT style (dialect TBX-Basic)."""

from __future__ import annotations

from collections.abc import Iterator
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


def write_tbx(library: Library, only: str | None = None, dialect: str = "martif") -> Iterator[str]:
    """A TBX file, piece by piece: every term, and every entry without a term, with all their names and those to avoid."""
    head, entry, tail = (
        (_HEAD_2019, _entry_2019, "</tbx>\n") if dialect == "tbx2019" else (_HEAD_MARTIF, _entry_martif, "</martif>\n")
    )
    yield f"{HEAD}{head}"
    for system in library.systems.values():
        if only in (None, system.id):
            for concept in _concepts(library, system):
                yield entry(concept)
    yield f"  </body>\n </text>\n{tail}"


def _concepts(library: Library, system: System) -> Iterator[_Concept]:
    for term in library.system_terms(system.id):
        german = [_Word(term.title, _PREFERRED)]
        german += [_Word(word, _ADMITTED, "abbreviation") for word in term.abbreviations]
        german += [_Word(word, _ADMITTED) for word in term.synonyms]
        german += [_Word(word, _DEPRECATED) for word in term.avoid]
        yield _Concept(term.id, system.name, term.definition, term.note, _english(term, system), german)
    for entry in library.system_entries(system.id):
        if not library.terms_of(entry.id):
            yield _of_entry(entry, system)


def _of_entry(entry: Entry, system: System) -> _Concept:
    german = [_Word(entry.title, _PREFERRED), *(_Word(word, _ADMITTED) for word in entry.aliases)]
    return _Concept(entry.id, system.name, entry.short, "", _english(entry, system), german)


def _english(named: Entry | Term, system: System) -> list[_Word]:
    notes = (TITLE_EN_SOURCES.get(named.title_en_source, ""), original_note(system))
    return [_Word(named.title_en, note="; ".join(filter(None, notes)))] if named.title_en else []


def _line(tag: str, value: str, indent: int, attributes: str = "") -> str:
    """One element on its own line; nothing if it would be empty."""
    value = normal("title", value)
    return f"{' ' * indent}<{tag}{attributes}>{escaped(value)}</{tag.split()[0]}>\n" if value else ""


_HEAD_2019 = f"""\
<tbx type="TBX-Basic" style="dct" xml:lang="{TARGET_LANGUAGE}" xmlns="urn:iso:std:iso:30042:ed-2"\
 xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
 <tbxHeader><fileDesc><sourceDesc><p>Nachschlag</p></sourceDesc></fileDesc></tbxHeader>
 <text>
  <body>
"""


def _entry_2019(concept: _Concept) -> str:
    definition = _line("basic:definition", concept.definition, 6)
    group = f"     <descripGrp>\n{definition}     </descripGrp>\n" if definition else ""
    return (
        f"   <conceptEntry id={quoted(_xml_id(concept.id))}>\n{_line('min:subjectField', concept.subject, 4)}"
        f"{_line('note', concept.note, 4)}{_section_2019(SOURCE_LANGUAGE, concept.english, '')}"
        f"{_section_2019(TARGET_LANGUAGE, concept.german, group)}   </conceptEntry>\n"
    )


def _section_2019(language: str, words: list[_Word], definition: str) -> str:
    sections = "".join(
        f"     <termSec>\n{_line('term', word.word, 6)}{_line('min:administrativeStatus', word.status, 6)}"
        f"{_line('basic:termType', word.sort, 6)}{_line('note', word.note, 6)}     </termSec>\n"
        for word in words
        if word.word.strip()
    )
    return f'    <langSec xml:lang="{language}">\n{definition}{sections}    </langSec>\n' if sections else ""


_HEAD_MARTIF = f"""\
<martif type="TBX" xml:lang="{SOURCE_LANGUAGE}">
 <martifHeader>
  <fileDesc><sourceDesc><p>Nachschlag</p></sourceDesc></fileDesc>
  <encodingDesc><p type="XCSURI">TBXXCS.xcs</p></encodingDesc>
 </martifHeader>
 <text>
  <body>
"""


def _entry_martif(concept: _Concept) -> str:
    subject = _line("descrip", concept.subject, 4, ' type="subjectField"')
    definition = _line("descrip", concept.definition, 5, ' type="definition"')
    return (
        f"   <termEntry id={quoted(_xml_id(concept.id))}>\n{subject}{_line('note', concept.note, 4)}"
        f"{_section_martif(SOURCE_LANGUAGE, concept.english, '')}{_section_martif(TARGET_LANGUAGE, concept.german, definition)}"
        f"   </termEntry>\n"
    )


def _section_martif(language: str, words: list[_Word], definition: str) -> str:
    sections = "".join(_tig(word) for word in words if word.word.strip())
    return f'    <langSet xml:lang="{language}">\n{definition}{sections}    </langSet>\n' if sections else ""


def _tig(word: _Word) -> str:
    sort = _line("termNote", word.sort, 6, ' type="termType"')
    status = _line("termNote", word.status, 6, ' type="administrativeStatus"')
    return f"     <tig>\n{_line('term', word.word, 6)}{sort}{status}{_line('note', word.note, 6)}     </tig>\n"


def _xml_id(id_: str) -> str:
    """Make an id valid in XML, where it may not begin with a digit."""
    return f"n.{xml_name(id_)}"
