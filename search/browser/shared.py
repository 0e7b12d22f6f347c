"""Weights, thresholds, patterns and word lists of the search that the browser uses too: `assets/core/` imports them from `shared.js`,
which the build writes. Its patterns have no lookbehind, which older browsers lack."""

from __future__ import annotations

from nachschlag.generator.files.javascript import constants
from nachschlag.generator.german import compounds, letters, search_words, sentences, stemming

from ..core import (
    analysis,
    documents,
    expand,
    framing,
    lexicon,
    operators,
    passages,
    plain,
    query,
    results,
    schema,
    scoring,
    spelling,
    words,
)
from . import packed, text_columns

#: Module → its shared constants.
_SHARED = {
    letters: "UMLAUT VOWELS PLAIN_VOWELS INVISIBLE",
    search_words: "TOKEN HYPHENATED STOP_WORDS ASKING ASKS_FOR BRACKETS BARE",
    sentences: "PLAIN_END",
    stemming: "ENDINGS SHORTEST_STEM VERB_ENDINGS SHORTEST_ROOT SEPARABLE INSEPARABLE ADJECTIVAL IRREGULAR",
    compounds: "LINKS SHORTEST_PART MOST_PARTS LONGEST_WORD",
    plain: "ASIDE CELLS",
    documents: "TERM_KIND STUB_KIND CONCEPT_KIND PART_KIND PAGE_KIND KIND_NAMES FOLDERS SPELT MOST_KEY_WORDS",
    schema: "FIELDS NAME_FIELDS ASKED_FIELDS TEXTS PART_OF_WORD THRESHOLDS IMPACTS",
    analysis: "WRITTEN_FIELDS",
    words: "TOLD_TIMES TOLD_FIELDS MOST_SAID SHOWN_FIELDS",
    lexicon: "CAP",
    framing: "FRAMING SENTENCE",
    query: "LONGEST MOST_WORDS PLAIN_SERIES SERIES_FORMS PARTICLES FIGURES ROMAN VALUE DOTTED WHOLE DASHED COMMA GLUED_NUMBER GLUED PAGE",
    operators: "CHOICES NAMES SHORTEST_VALUE MOST_NAMED PIECE ENDS_WITH_KEY NOTICES",
    expand: "EXACT VERB CUT PARTS JOINED ACRONYM ALSO THESAURUS PREFIX INFIX SLIPS PIECE OTHER_FIRST_LETTER SHORTEST_INFIX SHORTEST_SLIP "
    "SHORTEST_TELLING NO_SECOND_SLIP ONE_SLIP IDF_HEADROOM",
    scoring: "UNCOVERED TITLE WHOLE_TITLE CORE STEMS OTHER BEGUN_TITLE BEGUN BEGUN_PHRASE LIKENESS NUMBER SAME_PART OTHER_PART BARE "
    "MAIN_PART_FACTOR KIND_FACTORS",
    spelling: "PLACES RADIX FOUND MOST_DIGITS FEW USUAL GROWTH",
    text_columns: "DIGITS",
    packed: "ENDS GOES_ON LONGEST_ENDING ODD PLAIN_WORD",
    passages: "LONGEST_PASSAGE WHOLE_LINE SAID IN_HEAD ASKED NAMED DENSE IN_ASIDE LISTED",
    results: "MOST_SLIPS NEAR LIKELY PAGE_SCORE",
}


def shared_script() -> str:
    """The text of the module."""
    return constants(_SHARED)
