"""An analysed document → its row in the index: filters, terms with their impacts, and the fields to show and rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nachschlag.generator.german import letters, search_words

from ..core.analysis import Analysed, phrases, place_phrases
from ..core.documents import Document, other_keys
from ..core.schema import impact
from ..core.scoring import stem_key
from ..core.words import Words


@dataclass(frozen=True, slots=True)
class Row:
    """One document of the index: four filters, weighted terms, and the stored fields returned with a candidate.

    The index adds the position to the fields for ranking, because the document does not know it.
    """

    system: str
    kind: str
    part: str
    phases: tuple[str, ...]
    terms: Mapping[str, float]
    stored: Mapping[str, Any]


def row_of(analysed: Analysed, position: int) -> Row:
    """The row of a document. It depends on the document, its acronyms, the terms of its words, and the average lengths (`bases.py`)."""
    document, impacts = analysed.documents[position], analysed.impacts(position)
    terms = {term: impact(packed >> 1) for term, packed in impacts.items()}
    part = part_value(document.system, document.part_id)
    stored = _stored(document, analysed, impacts, analysed.words[position])
    return Row(document.system, document.kind, part, document.phases, terms, stored)


def _stored(document: Document, analysed: Analysed, impacts: Mapping[str, int], words: Words) -> dict[str, Any]:
    """The stored fields of a candidate: those to show, and those for the ranking."""
    keys = name_keys(document)
    names = "id system kind title title_en names number part short short_en url body sections rows"
    return {name: getattr(document, name) for name in names.split()} | {
        "rank": {
            "system": document.system,
            "kind": document.kind,
            "part_id": document.part_id,
            "main_part": document.main_part,
            "number_key": document.number_key,
            "series": letters.fold(document.series),
            "titles": tuple(search_words.key(title) for title in (document.title, document.title_en)),
            "keys": keys,
            "other_keys": other_keys(document),
            "phrases": (
                *phrases(
                    (*names_of(document), *document.related, *map(search_words.key, document.queries), document.short),
                    analysed.surfaces,
                ),
                *place_phrases(document, analysed.surfaces),
            ),
            "said": " ".join((*words.said, *words.stops)),
            "stem_keys": tuple(stems for key in keys if (stems := _stems(key, analysed))),
            "impacts": impacts,
        }
    }


def part_value(system: str, part: str) -> str:
    """The filter value of a part, with its system, as part ids are unique only within a system."""
    return f"{system}/{part}"


def name_keys(document: Document) -> tuple[str, ...]:
    """All names of a document, normalised for comparison with a query."""
    return tuple(dict.fromkeys(key for name in names_of(document) if (key := search_words.key(name))))


def names_of(document: Document) -> tuple[str, ...]:
    """A document's titles and further names as written."""
    return (document.title, document.title_en, *document.names)


def _stems(key: str, analysed: Analysed) -> str:
    return stem_key([analysed.surfaces.get(token, ("",))[0] for token in search_words.meaningful(key.split())])
