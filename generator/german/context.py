"""Decide from its surroundings whether a name means the rule: set off, next to a word of the system, part of a longer word."""

from __future__ import annotations

import re

from .before import Before
from .lists import word_list

OPENING = "„‚\"'»›“‘«‹*_`"
CLOSING = "“‘\"'«‹”’»›*_`"
#: A value after an everyday word makes it a characteristic: "Schaden 2", "Treffen 4+", "Attacken W6".
_VALUE = re.compile(
    r"[*_]{0,2}[ \u00a0](?:(?:\d{1,3}\+|\d*W\d+)(?!\w)|\d{1,3}(?![\w.,]*\w|[ \u00a0]?(?:[\"”″]|Zoll|cm)|[ \u00a0][*_]{0,3}[A-ZÄÖÜ]))"
)
#: "Nahkampf- oder Duell-Aktion" is about both; "Zauber- oder Bannwurf" is about a Zauberwurf, whatever "Zauber" is.
_TRUNCATED = re.compile(
    r"[-‐](?:/|[ \u00a0\n]+(?:\([^()\n]{1,30}\)[ \u00a0])?(?:und|oder|bzw\.|sowie|/)[ \u00a0\n]+"
    r"(?:(?:de[rmns]|die|das)[ \u00a0\n]+)?[*_]{0,2})([\w-]+)"
)
#: "siehe Wunden, S. 22" means the rule, however common the word.
_CITED_AFTER = re.compile(r"[*_“‘\"'«‹”’]{0,3},?[ \u00a0\n]{1,2}(?:auf |ab )?(?:S\.[ \u00a0]?|Seite[ \u00a0])\d")
#: "RÜCKZUG- Fähigkeit", "**RÜCKZUG-**Fähigkeit": the last part of a hyphenated word, after markup or a space.
_TAIL = Before(r"[^\W\d_]-(?:[*_]{1,3} ?|[*_]{0,3} )\Z", 6)
_WORD_BEFORE = Before(r"([^\W\d_]+)[ \u00a0\n*_„‚\"'»›“‘«‹]+\Z", 30)
_WORD_AFTER = re.compile(r"[*_“‘\"'«‹”’]*(?:-|[ \u00a0])[*_„‚\"'»›“‘«‹]*([^\W\d_]+)")


_ARTICLE = r"(?:de[rnms]|die|das|eine?[nmrs]?|andere[nrms]?|jede[nrms]?)"
#: Text before an everyday word that means a rule: "die Regeln für Verfolgung", "siehe Deckung".
_GOVERNED = Before(
    rf"(?<!\w)(?:(?:[Ss]onder)?[Rr]egeln? (?:für|zu|zur|zum|über|des|der|von)|[Ss]iehe|[Vv]gl\.|Modul"
    rf"|Abschnitt(?: (?:über|zum?|zur|für))?)(?:[ \u00a0]{_ARTICLE})?[ \u00a0\n][*_„\"]{{0,2}}\Z",
    45,
)
_BEATEN = r"(?:be|ver|zer)[a-zäöü]+t von|zerstört durch|[Ff]lucht vor|flieht vor"
#: Text before one that means a being or a thing: "2 Helden", "im Kampf gegen einen Gott", "zerstört von Schatten".
_COUNTED = Before(
    rf"(?:(?<![\w.,])(?:\d{{1,2}}|zwei|drei|vier|fünf|sechs|mehrere|beide|keine)|(?<!\w)(?:[Kk]ampf gegen|{_BEATEN})"
    rf"(?:[ \u00a0]{_ARTICLE})?)[ \u00a0\n][*_„\"]{{0,2}}\Z",
    45,
)
#: A cell, an item of a list or a line that begins here, and one that ends here.
_CELL = Before(r"(?:^|[|\t\n]|\]:)[ \u00a0]*(?:(?:[-*+•–]|\d{1,2}[.)]|\[[\d-]+\]:)[ \u00a0]+)?[*_„\"]{0,3}\Z", 14)
_CELL_END = re.compile(r"[*_“\"]{0,3}[ \u00a0]*(?:[|\t\n]|\Z)")
#: Text before a name that could mean a being or something else, and means the being: "gegen Infanterie oder eine Festung".
_FOUGHT = Before(
    rf"(?<!\w)(?:[Gg]egen|[Kk][aä]mpfe?n? um|[Uu]nterstütz\w+|[Ee]rober\w+(?: wird| werden)?|{_BEATEN})(?:[ \u00a0]{_ARTICLE})?"
    rf"[ \u00a0\n](?:[\w*-]+(?:,|,?[ \u00a0](?:und|oder|noch))[ \u00a0\n](?:{_ARTICLE}[ \u00a0])?){{0,2}}[*_„\"]{{0,2}}\Z",
    60,
)
#: Text after one that means the being: "eine Festung erobern".
_FIGHTING = re.compile(r"[*_“\"]{0,2}[ \u00a0\n](?:angreif|angegriff|bekämpf|erober|unterstütz)")
#: The first word of names that deny.
DENIAL = "nicht"
#: Words that deny a name's first word ("nicht-angeborene Fähigkeiten"), and verbs to which "nicht" belongs instead ("darf nicht im
#: Nahkampf …").
_DENIED = Before(r"(?<![\w-])[Nn]icht[-‐]\Z", 7)
_MODAL = Before(r"(?<!\w)(?:[Kk]ann|[Kk]önn|[Dd]arf|[Dd]ürf|[Mm]uss|[Mm]üss|[Ss]oll)(?:s?t|en)?[ \u00a0\n]\Z", 9)
#: Between two members of an enumeration.
_AND = re.compile(
    r"[*_“”\"]{0,3}(?:,[ \u00a0\n](?:eine?[nmr]?[ \u00a0])?|,?[ \u00a0](?:und|oder|sowie|bzw\.|noch)"
    rf"[ \u00a0\n](?:{_ARTICLE}[ \u00a0])?)[*_„\"]{{0,3}}|/"
)
_NEXT_CELL = re.compile(r"[*_.]{0,4}[ \u00a0]{0,9}\|[ \u00a0]{0,9}[*_]{0,3}|\t")


def why_meant(text: str, start: int, end: int) -> str:
    """The surroundings of an everyday word that may then be a rule: "governed", "counted", "cell", "" for none of these."""
    if is_governed(text, start):
        return "governed"
    if _COUNTED.find(text, start):
        return "counted"
    return "cell" if _CELL.find(text, start) and _CELL_END.match(text, end) else ""


def is_governed(text: str, start: int) -> bool:
    """Whether words before a place cite what follows: "siehe", "die Regeln für"."""
    return _GOVERNED.find(text, start) is not None


def is_fought(text: str, start: int, end: int) -> bool:
    """Whether words beside text[start:end] say that it fights: "gegen einen", "angreifen"."""
    return _FIGHTING.match(text, end) is not None or _FOUGHT.find(text, start) is not None


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether "nicht-" is set off together with text[start:end]: "**nicht-angeborene Fähigkeiten**"."""
    denied = _DENIED.find(text, start)
    return denied is not None and is_set_off(text, denied.start(), end)


def is_modal(text: str, start: int) -> bool:
    """Whether a verb stands right before a place that a "nicht" there belongs to: "darf", "können"."""
    return _MODAL.find(text, start) is not None


def is_listed(text: str, end: int, start: int) -> bool:
    """Whether text[end:start] joins two members of an enumeration."""
    return _AND.fullmatch(text, end, start) is not None


def is_in_next_cell(text: str, end: int, start: int) -> bool:
    """Whether text[end:start] stands between two words that fill cells beside each other."""
    return _NEXT_CELL.fullmatch(text, end, start) is not None


def is_set_off(text: str, start: int, end: int) -> bool:
    """Whether quotes or emphasis enclose exactly text[start:end]."""
    if not start or text[start - 1] not in OPENING:
        return False
    after = text[end : end + 2].removeprefix(":")[:1]
    return after != "" and after in CLOSING


def is_shown_as_term(text: str, start: int, end: int) -> bool:
    """Whether a neighbour of an everyday word shows that the system's term is meant: a value, "Wert", "Sonderregel",
    "-Aktion"."""
    if value_after(text, end):
        return True
    if word_before(text, start) in word_list("indicators_before"):
        return True
    if _CITED_AFTER.match(text, end):
        return True
    after = _WORD_AFTER.match(text, end)
    return after is not None and after[1].casefold() in word_list("indicators_after")


def is_within_english(text: str, start: int, end: int) -> bool:
    """Whether an English name is only part of a longer English phrase: "Hordes of the Things", "(supporting attacks)"."""
    return _ENGLISH_AFTER.match(text, end) is not None or (
        text[start].islower() and _ENGLISH_BEFORE.find(text, start) is not None
    )


_ENGLISH_AFTER = re.compile(r"[ \u00a0]of\b")
_ENGLISH_BEFORE = Before(r"\((?:[a-z]+ )+\Z", 30)


def value_after(text: str, end: int) -> re.Match[str] | None:
    """The value right after a name: " 2", " 4+", " W6"; None for a number that counts something else."""
    return _VALUE.match(text, end)


def word_before(text: str, start: int) -> str:
    """The word before a place, case folded, skipping quotes and emphasis; "" if there is none."""
    match = _WORD_BEFORE.find(text, start)
    return match[1].casefold() if match else ""


def stands_alone(text: str, start: int, end: int, capitals: bool) -> bool:
    """Whether text[start:end] is a separate word or the first part of a hyphenated one ("KÄMPFEN-Fähigkeit", "Nahkampf- und …").

    The last part of one ("Nicht-Charakter") does not count, nor part of an address or a handle.
    """
    before, after = text[start - 1 : start] if start else "", text[end : end + 2]
    if before and before in "-‐_@\\" and not (capitals and before in "-‐"):
        return before == "_" and (start == 1 or not text[start - 2].isalnum())
    if before in "*_ " and "-" in text[max(0, start - _TAIL.reach) : start] and _TAIL.find(text, start):
        return False
    if before == "/" and (start < 2 or not (text[start - 2].isalpha() or text[start - 2] == ")")):
        return False
    if after[:1] in ("-", "‐"):
        if len(after) == 2 and after[1] in " \u00a0/\n" and (rest := _TRUNCATED.match(text, end)):
            return "-" in rest[1]
        return capitals or len(after) == 1 or not after[1].isalnum() or after[1].isupper()
    return after[:1] not in ("@", "\\")


#: The patterns that finders in other languages share (see `finder_index`).
PATTERNS: dict[str, re.Pattern[str] | Before] = {
    "value": _VALUE,
    "truncated": _TRUNCATED,
    "cited": _CITED_AFTER,
    "tail": _TAIL,
    "wordBefore": _WORD_BEFORE,
    "wordAfter": _WORD_AFTER,
    "ofEnglish": _ENGLISH_AFTER,
    "inEnglish": _ENGLISH_BEFORE,
    "governed": _GOVERNED,
    "counted": _COUNTED,
    "cell": _CELL,
    "cellEnd": _CELL_END,
    "and": _AND,
    "nextCell": _NEXT_CELL,
    "fought": _FOUGHT,
    "fighting": _FIGHTING,
    "denied": _DENIED,
    "modal": _MODAL,
}
