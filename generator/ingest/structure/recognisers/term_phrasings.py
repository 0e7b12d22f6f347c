"""Ways in which German sentences introduce a term: way → patterns, each with the term and, if possible, its English original.

Groups: `term` and `second` are the named words; `one` and `other` are adjectives of `noun`; `original` is the text in brackets.

>>> [found["term"] for found in WAYS["called"][0].finditer("Dies nennt man taktische Bewegung.")]
['taktische Bewegung']
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_Q = r"[*„“”\"‚‘’']{0,3}"
_ARTICLE = r"(?:(?:ein|eine|einen|der|die|das|den|dem|dein|deine|sein|seine)\s)?"
_ADJECTIVE = r"(?:(?<![\w-])[A-Za-zäöüÄÖÜß-]{3,30}(?:e|er|es|en|em)\s)"
_NOUN = r"(?<!\w)[A-ZÄÖÜ][\wäöüß]{0,40}[a-zäöüß](?![\wäöüß])(?:-[A-ZÄÖÜ]?[a-zäöüß]{1,40}){0,4}"
_WORDS = rf"{_ADJECTIVE}{{0,2}}{_NOUN}(?:\s\(X\))?"
_TERM = rf"{_Q}(?P<term>{_WORDS}){_Q}"
_SECOND = rf"{_Q}(?P<second>{_WORDS}){_Q}"
_STATE = rf"{_Q}(?P<term>(?:[a-zäöüß]{{3,40}}\s)?[a-zäöüß][a-zäöüß]{{4,40}}){_Q}"
_ORIGINAL = r"(?:\s?\((?P<original>(?:[^()\n]|\([^()\n]{0,40}\)){2,50})\))?"
_END = r"(?=\s*[.,;:!]|\s\()"
_COUNTS = r"\b(?:zähl(?:t|en)|gilt|gelten)\s(?:(?!als\b)[^\s.,()]{1,40}\s){0,9}als\s"

_PATTERNS: Mapping[str, tuple[str, ...]] = {
    "role": (
        rf"\b[Dd]er\sSpieler\s[^.,()]{{3,60}}\sist\sder\s{_TERM}(?=\.)",
        rf"\b[Dd]er\s{_TERM}\swird\szum\s{_SECOND}(?=[\s.,])",
        rf"\bAls\s{_TERM}\sgilt\sjede[rs]?\b",
    ),
    "called": (
        rf"\b(?:nennt|nennen)\s(?:(?:man|wir|sich|dies|das|sie|es)\s){{0,2}}{_ARTICLE}{_TERM}{_ORIGINAL}"
        rf"(?:,\s(?:der|die|das)\s[^,.()]{{3,50}}?\s{_SECOND}(?=\.))?{_END}",
        rf"\b(?:wird|werden)\s(?:[a-zäöüß]{{1,40}}\s){{0,3}}{_ARTICLE}{_TERM}{_ORIGINAL}\sgenannt",
    ),
    "so-called": (rf"\bso\s?genannte[nrsm]?\s{_TERM}{_ORIGINAL}",),
    "is": (
        rf"\b(?:[Dd]ies|[Dd]as|Ergebnis)\s(?:ist|sind)\s(?:der|die|das|dein|deine|sein|seine)\s(?!einzige){_TERM}{_ORIGINAL}(?:{_END}|(?=\sfür\s))",
    ),
    "state": (rf"{_COUNTS}{_STATE}(?=\s?[.,;)]|\s(?:und|oder)\s(?:wird|werden)\b)",),
    "counted": (
        rf"{_COUNTS}{_TERM}{_ORIGINAL}(?=\s?[.,;)]|\s(?:oder|entfernt)\b)",
        rf"\bals\sim\s{_TERM}\szu\sgelten",
        rf"\bals\s{_TERM}\sentfernt\b",
    ),
    "has": (
        rf"\b(?:Jede[rs]?|Alle)\s{_NOUN}\s(?:hat|haben|besitz(?:t|en))\s(?:eine|einen|ein)\s(?:[a-zäöüß]{{1,40}}\s)?{_Q}(?P<term>{_NOUN}){_Q}(?=[.,])",
    ),
    "also": (rf"\bein(?:e|en)?\s(?P<term>{_NOUN}),\salso\s",),
    "initials": (r"\b(?P<term>[A-ZÄÖÜ]{2,5}s?)\s\((?P<original>[A-Z][\w-]+(?:\s[A-Z][\w-]+){1,4})\)",),
    "following": (rf"\b(?:der|die)\sfolgenden\s(?P<term>{_NOUN})\s\([^(),]{{1,60}},[^()]{{1,120}}\)",),
    "kinds": (rf"\bEs\sgibt\s(?P<one>[a-zäöüß]{{1,40}}e)\sund\s(?P<other>[a-zäöüß]{{1,40}}e)\s(?P<noun>{_NOUN})(?=\.)",),
    "named": (rf"\b(?:heißt|heißen)\s{_ARTICLE}[„“\"‚']{_TERM}{_ORIGINAL}",),
    "quoted-state": (rf"{_COUNTS}[„“\"‚‘'](?P<term>[A-ZÄÖÜ][a-zäöüß]{{4,40}})[”“\"’']",),
    "quoted": (rf"[„“\"‚‘']{_TERM}[”“\"’']\s?\((?P<original>(?:[^()\n]|\([^()\n]{{0,40}}\)){{2,50}})\)",),
    "glossed": (rf"(?P<term>{_ADJECTIVE}?{_NOUN})[”“\"’'*]{{0,3}}\s(?:\([^()]{{3,30}}\)\s)?\((?P<original>[^()\n]{{2,40}})\)",),
    "apposition": (rf"\b(?:hat|haben)\s(?:eine|einen|ein)\s{_TERM}\s[–—-]\seine?\b",),
    "that-is": (rf"\b(?:der|die|das|den)\s{_TERM}(?:\sist)?,\sd\.\s?h\.\s(?:der|die|das|den)\b",),
    "bracketed": (r"\[(?P<one>[A-ZÄÖÜ][a-zäöüß]{1,40}(?:\s[a-zäöüß]{1,40})?)\](?P<joint>[- ])(?P<noun>[A-ZÄÖÜ][a-zäöüß]{3,40})",),
    "meant": (
        rf"\bauf\s(?:den|die|das)\s[„“\"]{_TERM}[”“\"]\s[^.]{{0,60}}\b(?:beziehen|bezieht|gemeint)\b",
        rf"\bauf\s(?:den|die|das)\s[„“\"]{_TERM}[”“\"]\s[^.]{{0,60}}\bgemeint\b",
    ),
    "keyword": (rf"\b(?:Schlüsselwort|Schlüsselbegriff|Stichwort)\s{_TERM}(?=[.,;])",),
}

#: All ways by their names in profiles.
WAYS: Mapping[str, tuple[re.Pattern[str], ...]] = {way: tuple(map(re.compile, patterns)) for way, patterns in _PATTERNS.items()}

#: Wording of each way in the report.
WHY: Mapping[str, str] = {
    "called": "„nennt man …“",
    "so-called": "„sogenannt“",
    "named": "„heißt …“",
    "is": "„das ist der …“",
    "role": "„… ist der …“",
    "state": "„zählt als …“",
    "quoted-state": "„zählt als …“ in Anführungszeichen",
    "initials": "Abkürzung mit ihren Wörtern",
    "counted": "„zählt als …“",
    "quoted": "in Anführungszeichen mit englischem Original",
    "glossed": "mit englischem Original",
    "has": "„jedes … hat ein …“",
    "apposition": "„hat ein … – ein …“",
    "that-is": "„…, d. h. …“",
    "also": "„…, also …“",
    "following": "„die folgenden … (…)“",
    "kinds": "„es gibt … und …“",
    "bracketed": "Art in eckigen Klammern",
    "meant": "„damit ist … gemeint“",
    "keyword": "„das Schlüsselwort …“",
}

_NAME = rf"[-*•●][ \t]+{_Q}(?P<term>[A-ZÄÖÜ][a-zäöüß]{{2,40}}(?:[ ][A-ZÄÖÜa-zäöüß-]{{2,40}}){{0,2}}){_Q}"
#: The line before an enumeration; its items; and items that define a name anywhere.
ENUMERATION = re.compile(r"\b(?:[Ee]s\s(?:gibt|kann)|gibt\ses)\b[^.]*:\s*$")
ITEM = re.compile(rf"{_NAME}(?=:|,|[ ]\(|[ \t]{{0,9}}$)", re.MULTILINE)
DEFINED_ITEM = re.compile(rf"{_NAME}(?=:\s+[A-ZÄÖÜ])", re.MULTILINE)
