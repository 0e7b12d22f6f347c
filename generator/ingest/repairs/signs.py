"""Wrong characters: ligatures, invisible characters, TeX, HTML, misplaced white space.

>>> [(r.before, r.after) for r in tex('Reichweite $\\\\frac{1}{2}$ "')]
[('$\\\\frac{1}{2}$ "', '½"')]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ...german.lists import word_list
from ..drafts import Repair, Span
from .book_words import bracketed, slips


def _repair(match: re.Match[str], after: str, kind: str, why: str, certainty: float = 1.0) -> Repair:
    return Repair(Span(match.start(), match.end()), match[0], after, kind, why, certainty)


#: A soft hyphen at a line end splits a word; elsewhere it is invisible. U+200D stays, because it joins the parts of an emoji.
_UNSEEN = re.compile(
    "[\u00ad\u200b\u200c\u2060\ufeff\x00-\x08\x0b\x0e-\x1f\x7f-\x9f](?:(?<=\u00ad)[ \\t]*\\n[ \\t]*(?=[a-zäöüß]))?"
)
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_COMBINED = re.compile(r"[^\W\d_][\u0300-\u0304\u0306\u0308\u030a\u030c\u0327]+")
#: UTF-8 read as Latin-1 or Windows-1252: "Ã¼", "â€ž".
_MISREAD = re.compile(
    "[ÃÂâ](?:(?<!â)[\u0080-\u00bf\u0152-\u0178\u2013-\u203a]|(?<=â)[€\u0080][\u0080-\u00bf\u0152-\u0178\u2013-\u203a\u02c6\u02dc™œž])"
)


def characters(text: str) -> Iterator[Repair]:
    """Ligatures, combining accents, invisible and control characters, text in a wrong encoding."""
    for match in _UNSEEN.finditer(text):
        yield _repair(match, "", "characters", "unsichtbares Zeichen")
    for match in _LIGATURE.finditer(text):
        yield _repair(match, unicodedata.normalize("NFKC", match[0]), "characters", "Ligatur")
    for match in _COMBINED.finditer(text):
        yield _repair(match, unicodedata.normalize("NFC", match[0]), "characters", "Buchstabe und Akzent getrennt")
    for match in _MISREAD.finditer(text):
        if meant := _reread(match[0]):
            yield _repair(match, meant, "characters", "falsch gelesene Zeichenkodierung")


def _reread(misread: str) -> str:
    for encoding in ("cp1252", "latin-1"):
        try:
            return misread.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return ""


_TEX = re.compile(r"\$(?=[^\s$])([^$\n]{1,80}?)(?<=[^\s$])\$(?!\d)(?P<inch> +\"(?!\w))?")
_FRACTION = re.compile(r"((?<!\d)\d++ *+|(?<![\d ]) ++|)\\[dt]?frac *\{ *(\d{1,4}) *\} *\{ *(\d{1,4}) *\}")
_COMMAND = re.compile(r"\\([A-Za-z]+|[%&#_$])")
_SUM = re.compile(r"[(\[]?\d[\d +\-*/=<>.,×()]*[\d)\]]")


def tex(text: str) -> Iterator[Repair]:
    """TeX formulas that plain characters can express. Leaves a formula alone unless all of it can be replaced."""
    for match in _TEX.finditer(text):
        plain = _plain(match[1])
        if plain and ("\\" in match[1] or _SUM.fullmatch(match[1])):
            yield _repair(match, plain + ('"' if match["inch"] else ""), "tex", "Formelzeichen aus TeX")


def _plain(formula: str) -> str:
    """A formula in plain characters; "" if that is impossible."""
    wrappers = "|".join(slips()["tex_wrappers"])
    said = re.sub(rf"\\(?:{wrappers})(?![A-Za-z]) *", "", formula)
    said = _FRACTION.sub(_fraction, said)
    said = _COMMAND.sub(lambda m: slips()["tex"].get(m[1], m[0]), said)
    said = re.sub(r"\^ *(?=[°'])|\^ *\{ *([°'])\ *}|[{}]", r"\1", said).strip()
    return "" if re.search(r"[\\^_~]", said) else said


def _fraction(match: re.Match[str]) -> str:
    whole, fraction = match[1].strip(), f"{match[2]}/{match[3]}"
    sign = slips()["fractions"].get(fraction)
    return f"{whole}{sign}" if sign else f"{whole} {fraction}".strip()


@lru_cache(maxsize=1)
def _tag() -> re.Pattern[str]:
    names = "|".join([*slips()["html"], *slips()["html_dropped"], "br", "ul", "ol", "li"])
    return re.compile(rf"(?i)(?P<open> ?)<(?P<end>/?)(?P<name>{names})(?:\s[^<>\n]{{0,200}})?/?>(?P<close> ?)")


def markup(text: str) -> Iterator[Repair]:
    """HTML within text that Markdown can express or does not need."""
    for match in _tag().finditer(text):
        said = _said(match)
        ends = text[match.end() : match.end() + 1] in tuple(",;.:")
        yield _repair(match, said.rstrip(" ") if ends else said, "markup", "HTML-Rest")


def _said(match: re.Match[str]) -> str:
    before, after, name = match["open"], match["close"], match["name"].lower()
    if mark := slips()["html"].get(name):
        return f"{before}{mark}{after}"
    return " " if before or after or name in ("br", "li") else ""


#: A hyphen between words with spaces around it, or an English dash. After a full stop it may begin an item of a list.
_DASH = re.compile(r" (?<=[^\W\d_)“\]] )(?:-|--|—) (?=[^\W\d_(„])|—(?<=[^\W\d_]—)(?=[^\W\d_])")


def dashes(text: str) -> Iterator[Repair]:
    """Hyphens and English dashes in place of German dashes."""
    for match in _DASH.finditer(text):
        if not bracketed(text, match.start(), match.end()).isupper():  # English names in headings
            yield _repair(match, " – ", "dashes", "Gedankenstrich")


#: White space within a line before a closing mark. Leaders in a table of contents and ":" between numbers are correct.
_BEFORE_MARK = re.compile(
    r"[ \t](?:(?<=[^\s|].)[ \t]*+[,;.!?:](?=\s|$)(?! ?\.)|(?<=[(\[„‚] )[ ]*(?=\w)|(?<=[\w.!?] )[ ]*(?=[)\]]))"
)
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]++$")


def punctuation(text: str) -> Iterator[Repair]:
    """White space before punctuation, and just inside brackets."""
    for match in _BEFORE_MARK.finditer(text):
        if _belongs_there(text, match):
            continue
        yield _repair(match, match[0].strip(), "punctuation", "Leerraum, wo keiner hingehört")


def _belongs_there(text: str, match: re.Match[str]) -> bool:
    """Whether the space is correct: between numbers, after leaders, or after a small word, where scanning lost a symbol."""
    before = text[max(0, match.start() - 30) : match.start()]
    if "\t" in match[0] or (match[0].strip() == ":" and before[-1:].isdigit()) or before.endswith((" .", "..")):
        return True
    word = _WORD_BEFORE.search(before)
    return bool(match[0].strip()) and bool(word and word[0].lower() in word_list("function_words"))
