r"""LaTeX as text with Markdown's marks. Puts in what a document's own commands stand for (`latex_commands`); drops other unknown
ones, and keeps their arguments as text.

>>> with_marks(r"\section{Wald} Er \textbf{brennt}.").text
'# Wald\n\nEr **brennt**.\n'
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from .asciidoc import included
from .decode import Decoded
from .html_table import markdown_table
from .html_text import RAISED
from .html_text import written as numeral
from .latex_commands import expanded
from .page_links import link_mark, place_mark, taken_out

_TOKEN = re.compile(
    r"\\(?:url|path)[ ]?\{(?P<url>[^{}\n]{1,500})\}|\\verb\*?(?P<bar>[^\sA-Za-z*{])(?P<verb>[^\n]{0,300}?)(?P=bar)"
    r"|\\begin[ ]?\{(?P<begin>[\w*]{1,40})\}(?P<options>\[[^\[\]]{0,300}\])?|\\end[ ]?\{(?P<end>[\w*]{1,40})\}"
    r"|\\(?P<accent>[\"'`^~])[ ]?(?:\{(?P<braced>\\?[A-Za-z])\}|(?P<letter>[A-Za-z]))"
    r"|\\(?P<refers>label|ref|autoref|nameref|pageref|[cCv]ref)\*?[ ]?\{(?P<label>[^{}\n]{1,100})\}"
    r"|\\(?P<counts>newcounter|(?:ref)?stepcounter|arabic|[rR]oman|[aA]lph|(?:set|addto)counter(?=\{\w+\}\{-?\d{1,6}\}))"
    r"[ ]?\{(?P<counter>[A-Za-z@]{1,60})\}(?:\{(?P<by>-?\d{1,6})\})?"
    r"|\\[egx]?(?P<define>def)\\[A-Za-z@]{1,60}[#\d]{0,18}"
    r"|\\(?P<word>[A-Za-z@]{1,60})\*?[ \t]*(?:\[(?P<option>[^\[\]]{0,300})\])?|\\(?P<sign>[\s\S])"
    r"|(?P<brace>[{}])|(?P<comment>%[^\n]*\n?[ \t]*)|(?P<cell>&)|(?P<blank>\n[ \t]*\n\s*)|(?P<space>\s+)|(?P<math>\$+)"
    r"|(?P<text>[^\\{}%&$\s]+)"
)
#: Words that are bold and underlined.
_TWICE = re.compile(r"(?<![*\w])\*{4}(?=[^*\s])([^*\n]{1,300})\*{4}(?![*\w])")
_HEADINGS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_USED = re.compile(r"\\(" + "|".join(_HEADINGS) + r")\b")
#: Commands around a text → the marks before and after it.
_AROUND = {
    "textbf": ("**", "**"), "underline": ("**", "**"), "uline": ("**", "**"),
    "emph": ("*", "*"), "textit": ("*", "*"), "textsl": ("*", "*"), "footnote": (" (", ")"),
    "enquote": ("„", "“"), "caption": ("\n\n", "\n\n"), "SI": ("", " "), "qty": ("", " "),
    "frac": ("", "/"), "dfrac": ("", "/"), "tfrac": ("", "/"), "nicefrac": ("", "/"), "sfrac": ("", "/"),
}  # fmt: skip
#: Commands → the number of their arguments that are no text.
NO_TEXT = {
    "hypertarget": 1, "hyperlink": 1, "href": 1, "textcolor": 1, "color": 1, "colorbox": 1, "vspace": 1, "hspace": 1,
    "includegraphics": 1, "multicolumn": 2, "multirow": 2, "setlength": 2, "setcounter": 2, "addtocounter": 2, "newcommand": 2,
    "renewcommand": 2, "pagestyle": 1, "thispagestyle": 1, "fontsize": 2, "bibliography": 1, "index": 1,
    "addcontentsline": 3, "usepackage": 1, "documentclass": 1, "title": 1, "author": 1, "date": 1, "cmidrule": 1, "cline": 1,
    "input": 1, "include": 1, "subfile": 1, "write": 1, "immediate": 0, "openout": 0, "usetikzlibrary": 1, "selectlanguage": 1,
    "enlargethispage": 1,
}  # fmt: skip
_INCLUDE = re.compile(r"\\(?:input|include|subfile)\s{0,5}\{([^{}\n]{1,200})\}")
_WORDS = {
    "ss": "ß", "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "ldots": "…", "dots": "…", "times": "×", "textendash": "–",
    "geq": "≥", "leq": "≤", "ge": "≥", "le": "≤", "pm": "±", "cdot": "·", "S": "§", "euro": "€", "textasciitilde": "~",
    "newline": "\n", "linebreak": "\n", "par": "\n\n", "hline": "", "quad": " ", "qquad": " ", "textbackslash": "\\", "rightarrow": "→",
    "to": "→", "bullet": "•", "textbullet": "•", "percent": "%", "degree": "°", "centi": "c", "milli": "m", "kilo": "k", "meter": "m",
    "metre": "m", "cm": "cm", "m": "m", "mm": "mm", "gram": "g", "inch": '"',
}  # fmt: skip
#: Commands that show a counter → the form of its number.
_FORMS = {"arabic": "", "roman": "i", "Roman": "I", "alph": "a", "Alph": "A"}
_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303"}
_TABLES = {"tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "longtabu": 1, "supertabular": 1}
_ARGUMENTS = {**_TABLES, "minipage": 1, "multicols": 1, "wrapfigure": 2, "figure": 0, "table": 0}
_LISTS = {"itemize", "enumerate", "description", "compactitem", "compactenum"}
_HIDDEN = {"comment", "tikzpicture", "thebibliography"}
_QUOTES = (('"`', "„"), ("\"'", "“"), ("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"), ("~", " "), ('"=', "-"), ('"-', ""))
#: The depth below which nested lists and tables are not distinguished.
_DEEPEST = 6
_POWER = re.compile(r"\^(\d{1,6})")
#: A heading or caption and the name of its label, which is within its braces or right behind.
_LABELLED = re.compile(
    r"\\(?:" + "|".join((*_HEADINGS, "caption")) + r")\*?(?:\[[^\[\]]{0,200}\])?\{((?:[^{}\\]|\\[^A-Za-z]){1,200})"
    r"(?:\}\s{0,20}\\label\{([^{}]{1,100})\}|\\label\{([^{}]{1,100})\})"
)
_ESCAPED = re.compile(r"\\(.)")
_BOX_TITLE = re.compile(r"title=\{?([^,{}\[\]]+)")
_CELL, _ROW = "\x01", "\x02"
_SPACES = re.compile(r"(?<=\S)[ \t]+|^[ ](?=\S)")
_LINES = re.compile(r"\n[ \t]*\n\s*")


@dataclass
class _Reader:
    levels: dict[str, int]
    pieces: list[str] = field(default_factory=list)
    groups: list[tuple[str, str, int]] = field(default_factory=list)  # kind, what stands after it, where it began
    lists: list[tuple[str, int]] = field(default_factory=list)  # kind and count of items
    tables: list[int] = field(default_factory=list)
    muted: int = 0
    titled: bool = False  # inside a heading
    drop: int = 0
    next: tuple[str, str] = ("", "")
    counters: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of what has a label, by the label
    place: str = ""  # the mark of the text that comes next

    def put(self, text: str) -> None:
        if self.muted:
            return
        if self.place and text.strip():
            words = text.lstrip()
            text, self.place = f"{text[: len(text) - len(words)]}{self.place}{words}", ""
        self.pieces.append(text)

    def read(self, text: str) -> str:
        for token in _TOKEN.finditer(text):
            kind = str(token.lastgroup)
            if kind not in ("brace", "comment", "space", "option") and not self.muted:
                self.drop = 0
            if token["brace"]:
                (self.opened if token["brace"] == "{" else self.closed)()
            elif token["url"] or token["bar"]:
                self.put(token["url"] or token["verb"])
            elif token["begin"] or token["end"]:
                (self.begun if token["begin"] else self.ended)(token["begin"] or token["end"])
                if token["options"] and (title := _BOX_TITLE.search(token["options"])):
                    self.put(f"**{title[1].strip()}**\n\n")
            elif token["accent"]:
                letter = (token["braced"] or token["letter"]).removeprefix("\\")
                self.put(unicodedata.normalize("NFC", letter + _ACCENTS[token["accent"]]))
            elif token["counts"]:
                self.count(token)
            elif token["define"]:
                self.drop = 1
            elif token["label"]:
                self.labelled(token["refers"], token["label"])
            elif token["word"]:
                self.command(token["word"], token["option"] or "")
            elif token["sign"]:
                self.put(self.sign(token["sign"]))
            elif token["cell"]:
                self.put(_CELL if self.tables else "&")
            elif not token["comment"] and not token["math"]:
                blank = " " if self.lists else "\n\n"
                self.put(blank if token["blank"] else " " if token["space"] else _plain(token["text"]))
        return "".join(self.pieces)

    def labelled(self, refers: str, label: str) -> None:
        """A label marks the text that follows; a reference to it shows the name of what has the label."""
        if refers == "label":
            self.place += "" if self.muted else place_mark(label)
        else:
            self.put(link_mark(label, self.names.get(label, "")))

    def count(self, token: re.Match[str]) -> None:
        """Set, raise or show one of the document's own counters."""
        what, name, by = token["counts"], token["counter"], int(token["by"] or 1)
        if what not in _FORMS:
            self.counters[name] = 0 if what == "newcounter" else by + (self.counters.get(name, 0) if what != "setcounter" else 0)
        elif name in self.counters:
            self.put(numeral(max(1, self.counters[name]), _FORMS[what]))

    def sign(self, sign: str) -> str:
        if sign == "\\":
            return _ROW if self.tables else "\n"
        return " " if sign in " \n\t~," else "" if sign in "-/!;:>@()[]" else sign

    def opened(self) -> None:
        kind, after = self.next
        self.next = ("", "")
        if self.drop:
            self.drop -= 1
            self.muted += 1
            kind = "muted"
        if kind == "heading":
            kind, self.titled = ("", True) if self.titled else (kind, True)
        self.groups.append((kind, after, len(self.pieces)))

    def closed(self) -> None:
        kind, after, start = self.groups.pop() if self.groups else ("", "", 0)
        if kind == "muted":
            self.muted -= 1
        elif kind == "heading":
            words = " ".join("".join(self.pieces[start:]).split())
            self.pieces[start:] = [words]
            self.titled = False
        self.put(after)

    def command(self, word: str, option: str) -> None:
        if self.muted:
            return
        if word in self.levels:
            self.put(f"\n\n{'#' * self.levels[word]} ")
            self.next = ("heading", "\n\n")
        elif word in _AROUND:
            before, after = _AROUND[word]
            self.put(before)
            self.next = ("", after)
        elif word == "item" and self.lists:
            self.put(self.item(option))
        elif word in NO_TEXT:
            self.drop = NO_TEXT[word]
        else:
            self.put(_WORDS.get(word, ""))

    def item(self, option: str) -> str:
        kind, count = self.lists[-1]
        self.lists[-1] = kind, count + 1
        start = "\n" + "   " * (min(len(self.lists), _DEEPEST) - 1)
        if option:
            return f"{start}- **{option}**: " if kind != "enumerate" else f"{start}{option} "
        return f"{start}{count + 1}. " if kind.endswith(("enumerate", "enum")) else f"{start}- "

    def begun(self, name: str) -> None:
        self.drop = _ARGUMENTS.get(name, 0)
        if name in _TABLES:
            self.put("\n\n")
            self.tables.append(len(self.pieces) if len(self.tables) < _DEEPEST else -1)
        elif name in _LISTS:
            self.put("" if self.lists else "\n\n")
            self.lists.append((name, 0))
        elif name in _HIDDEN:
            self.muted += 1
        else:
            self.put("\n\n")

    def ended(self, name: str) -> None:
        if name in _TABLES and self.tables:
            start = self.tables.pop()
            if start >= 0:
                self.pieces[start:] = [_table("".join(self.pieces[start:]))]
        elif name in _LISTS and self.lists:
            self.lists.pop()
        elif name in _HIDDEN and self.muted:
            self.muted -= 1
        self.put("" if self.lists and name in _LISTS else "\n\n")


def _plain(text: str) -> str:
    for before, after in _QUOTES:
        text = text.replace(before, after)
    return _POWER.sub(lambda power: power[1].translate(RAISED), text)


def _table(text: str) -> str:
    rows = [[" ".join(cell.split()) for cell in row.split(_CELL)] for row in text.split(_ROW) if row.strip()]
    if len(cells := [cell for row in rows for cell in row if cell]) == 1:  # a picture beside a title
        return cells[0]
    if len(rows) > 1 and len(rows[0]) == 1 < len(rows[1]):  # the caption of a long table
        return f"{rows[0][0]}\n\n{markdown_table(rows[1:])}"
    return markdown_table(rows) if rows else ""


def with_marks(text: str) -> Decoded:
    """The document's text with headings, lists, tables and emphasis as in Markdown; remarks (German) on files it includes."""
    text, note = expanded(text)
    head, begins, body = text.partition(r"\begin{document}")
    head, body = (head, body) if begins else ("", text)
    body = body.partition(r"\end{document}")[0]
    used = [name for name in _HEADINGS if name in set(_USED.findall(body))]
    names = {
        name: _ESCAPED.sub(r"\1", found[1]).strip() for found in _LABELLED.finditer(body) for name in found.groups()[1:] if name
    }
    reader = _Reader({name: min(level, 6) for level, name in enumerate(used, 1)}, names=names)
    for token in _TOKEN.finditer(head):
        if token["counts"] and token["counts"] not in _FORMS:
            reader.count(token)
    written = _TWICE.sub(r"**\1**", reader.read(body).replace(_CELL, " ").replace(_ROW, "\n"))
    paragraphs = (
        "\n".join(_SPACES.sub(lambda found: " " if found.start() else "", line).rstrip() for line in one.split("\n")).strip()
        for one in _LINES.split(written)
    )
    notes = included(_INCLUDE.findall(body))
    shown, links, places = taken_out("\n\n".join(filter(None, paragraphs)) + "\n")
    return Decoded(shown, notes=(*notes, *note), links=links, places=places)
