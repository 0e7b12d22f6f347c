"""Weights, thresholds, patterns and word lists of the search as a JavaScript module, so that the browser uses the very same ones.

Shared patterns avoid what older browsers lack (lookbehind, possessive quantifiers) and word boundaries; each is written so that its time
grows linearly with the text. `assets/core/` imports from `shared.js`, which the build writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from nachschlag.generator.german import compounds, letters, search_words, sentences, stemming

from ..core import analysis, documents, expand, lexicon, operators, passages, plain, query, results, schema, scoring
from . import packed

#: Module → its shared constants.
_SHARED = {
    letters: "UMLAUT VOWELS PLAIN_VOWELS INVISIBLE",
    search_words: "TOKEN HYPHENATED STOP_WORDS ASKING BRACKETS BARE",
    sentences: "PLAIN_END",
    stemming: "ENDINGS SHORTEST_STEM VERB_ENDINGS SHORTEST_ROOT SEPARABLE INSEPARABLE ADJECTIVAL IRREGULAR",
    compounds: "LINKS SHORTEST_PART MOST_PARTS LONGEST_WORD",
    plain: "ASIDE CELLS",
    documents: "TERM_KIND STUB_KIND CONCEPT_KIND PART_KIND PAGE_KIND KIND_NAMES FOLDERS SPELT MOST_KEY_WORDS",
    schema: "FIELDS NAME_FIELDS PART_OF_WORD THRESHOLDS IMPACTS",
    analysis: "WRITTEN_FIELDS",
    lexicon: "CAP",
    query: "LONGEST MOST_WORDS PLAIN_SERIES SERIES_FORMS PARTICLES FIGURES ROMAN VALUE DOTTED WHOLE DASHED COMMA GLUED_NUMBER GLUED PAGE",
    operators: "CHOICES NAMES SHORTEST_VALUE MOST_TOLD PIECE ENDS_WITH_KEY NOTICES",
    expand: "EXACT VERB CUT PARTS JOINED ACRONYM ALSO PREFIX INFIX SLIPS PIECE OTHER_FIRST_LETTER SHORTEST_INFIX SHORTEST_SLIP "
    "NO_SECOND_SLIP ONE_SLIP IDF_HEADROOM",
    scoring: "UNCOVERED TITLE WHOLE_TITLE CORE STEMS OTHER BEGUN_TITLE BEGUN BEGUN_PHRASE LIKENESS NUMBER SAME_PART OTHER_PART BARE "
    "MAIN_PART_FACTOR KIND_FACTORS",
    packed: "ENDS GOES_ON ODD",
    passages: "LONGEST_PASSAGE WHOLE_LINE SAID IN_HEAD DENSE IN_ASIDE LISTED",
    results: "MOST_SLIPS NEAR LIKELY PAGE_SCORE",
}

#: Character classes of Python → their equivalents in JavaScript under the flag u.
_CLASSES = {
    r"[^\W\d_]": r"[\p{L}\p{Nl}\p{No}]",
    r"[^\W_]": r"[\p{L}\p{N}]",
    r"\w": r"[\p{L}\p{N}_]",
    r"\W": r"[^\p{L}\p{N}_]",
    r"\d": r"\p{Nd}",
    r"\Z": "$",
    "(?P<": "(?<",
}


def shared_script() -> str:
    """The text of the module; the same constants always give the same text."""
    return "".join(
        f"export const {module.__name__.rpartition('.')[2]} = {_value({name: getattr(module, name) for name in names.split()})};\n"
        for module, names in _SHARED.items()
    )


def _value(value: Any) -> str:
    if isinstance(value, re.Pattern):
        return javascript(value)
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(str(name))}:{_value(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, Collection) and not isinstance(value, str):
        inner = sorted(value) if isinstance(value, frozenset) else value
        return "[" + ",".join(map(_value, inner)) + "]"
    return json.dumps(value, ensure_ascii=False)


def javascript(pattern: re.Pattern[str]) -> str:
    r"""A pattern as a JavaScript expression.

    >>> print(javascript(re.compile(r"(?P<figure>\d+)[^\W_]", re.IGNORECASE)))
    new RegExp("(?<figure>\\p{Nd}+)[\\p{L}\\p{N}]","iu")
    """
    source = pattern.pattern
    for ours, theirs in _CLASSES.items():
        source = source.replace(ours, theirs)
    return f"new RegExp({json.dumps(source)},{json.dumps('iu' if pattern.flags & re.IGNORECASE else 'u')})"
