"""Patterns for a word's shape: noun, adjective, infinitive, a noun's gender, another language.

>>> bool(NOUN.search("bewegungen")), bool(INFLECTED_ADJECTIVE.search("gefährliche")), bool(FEMININE.search("Einheit"))
(True, True, True)
"""

from __future__ import annotations

import re

_ADJECTIVE = "ig|lich|isch|bar|sam|los|haft"
_INFLECTED = "e|er|es|en|em"

#: Noun endings, inflected or not.
NOUN = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ment|ling|erei)(?:en|e|s|se|er)?$")
FEMININE = re.compile(r"(?:ung|heit|keit|schaft|ion|tät|enz|anz|ik|ie|ur)$")
NEUTER = re.compile(r"^Ge.*e$|(?:chen|lein|um|nis|ment|feld|spiel|ziel|modell)$")
INFINITIVE = re.compile(r"(?:[^aeiou]|[aeiou]h?)(?:en|eln|ern)$")

#: An adjective or participle: without an ending, with one, and as a whole name.
BARE_ADJECTIVE = re.compile(rf"[a-zäöüß](?:{_ADJECTIVE})$")
INFLECTED_ADJECTIVE = re.compile(rf"(?:(?:{_ADJECTIVE}|end|iert)|^(?:ge|be|ver|zer|er|ent)\w+t)(?:{_INFLECTED})$")
PARTICIPLE = re.compile(rf"n?d(?:{_INFLECTED})$")
WHOLE_ADJECTIVE = re.compile(rf".{{2,}}(?:{_ADJECTIVE}|end|iert|voll|frei)|(?:ge|be|er|ver|zer|ent).{{2,}}(?:t|en)|un.{{2,}}bar")
#: Endings that are not words, unlike the second part of a compound.
WHOLE_SUFFIX = re.compile(
    r"(?:(?:er)?ung(?:en|s)?|(?:ig|lich)?keit(?:en|s)?|heit(?:en|s)?|schaft(?:en|s)?|erin(?:nen)?|(?:lich|isch|haft|los|bar|sam)(?:e[nmrs]?)?"
    r"|ier(?:en|t|te|ung)?|chens?|leins?|niss?e?n?|tums?|arten?|eln?|ern?s?|ens?|ende?[nmrs]?|es?t|te[nst]?|tet)"
)


_ENGLISH = re.compile(
    r"\b(?:of|the|and)\b|wr|gh|th(?=[a-z])|[^s]c[aei]|[^aeiou]ow|ea|oa|ee(?=[a-z])|ay|ai|sh|ed\b|ous\b|[bdfglmnprst]y\b|ny\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"[äöüß]|-|\b(?:der|die|das|des|dem|den|und|im|in|von|vom|aus|am|mit)\b|(?:isch|ig|lich)e[rns]?\b|sch|(?:ung|heit|keit|schaft)\b",
    re.IGNORECASE,
)


def looks_english(name: str) -> bool:
    """Whether a name has letter sequences that German words lack, and no part of it looks German.

    >>> [looks_english(name) for name in ("Arcane Ruins", "Garden of Morr", "Azyritische Ruinen", "Alter Turm", "Magma-Schmiede")]
    [True, True, False, False, False]
    """
    return bool(_ENGLISH.search(name)) and not _GERMAN.search(name)
