r"""An RTF document as text: paragraphs, headings by outline level or style, bold and italic letters, tables.

Pictures, fields' instructions, embedded objects and unknown destinations are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from .flow import BREAK, PLAIN, Look, element, heading_level, paragraph
from .html_table import Element

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])|(?P<brace>[{}])"
    r"|(?P<text>[^\\{}\r\n]+)"
)
#: Destinations that hold no text of the document.
_LEFT_OUT = frozenset(
    ["fonttbl", "colortbl", "info", "pict", "object", "fldinst", "header", "headerl", "headerr", "headerf", "footer", "footerl",
     "footerr", "footerf", "themedata", "datastore", "listtable", "listoverridetable", "rsidtbl", "generator", "xmlnstbl",
     "filetbl", "revtbl", "template", "pgptbl", "nonshppict", "annotation", "atnid", "atnauthor", "bkmkstart", "bkmkend", "pntext"]
)  # fmt: skip
_SIGNS = {
    "par": "\n\n", "line": BREAK, "tab": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "page": " ",
}  # fmt: skip
_ENCODINGS = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
_PLAIN_SIGNS = {"~": "\u00a0", "_": "-", "{": "{", "}": "}", "\\": "\\", "\n": "\n\n", "\r": "\n\n"}
_DEEPEST = 500


@dataclass(frozen=True, slots=True)
class _State:
    look: Look = PLAIN
    hidden: bool = False
    unseen: bool = False
    skip: int = 1  # characters to leave out after a Unicode one
    styles: bool = False  # inside the list of styles
    note: bool = False  # inside a note, which stands in brackets where it is referred to


@dataclass
class _Reader:
    """The state of reading: what the document's groups opened, and the paragraph so far."""

    body: Element
    state: _State = _State()
    stack: list[_State] = field(default_factory=list)
    runs: list[tuple[str, Look]] = field(default_factory=list)
    level: int = 0
    style: int = 0
    named: dict[int, int] = field(default_factory=dict)  # number of a style → its heading level
    row: list[list[tuple[str, Look]]] = field(default_factory=list)
    table: Element | None = None
    in_table: bool = False
    encoding: str = "cp1252"
    skipping: int = 0
    starred: bool = False
    name: str = ""

    def put(self, text: str) -> None:
        if self.skipping:
            cut = min(self.skipping, len(text))
            self.skipping, text = self.skipping - cut, text[cut:]
        if self.state.styles:
            self.name += "" if self.state.hidden else text
        elif text and not (self.state.hidden or self.state.unseen):
            self.runs.append((text, self.state.look))

    def end_paragraph(self) -> None:
        if self.in_table or self.state.note:
            self.put(" " if self.state.note else BREAK)
            return
        self.table = None
        if "".join(text for text, _ in self.runs).strip():
            level = self.level or self.named.get(self.style, 0)
            paragraph(self.body, f"h{min(level, 6)}" if level else "p", self.runs)
        self.runs = []

    def end_row(self) -> None:
        self.table = element("table", self.body) if self.table is None else self.table
        line = element("tr", self.table)
        for runs in self.row:
            paragraph(line, "td", runs)
        self.row = []

    def word(self, word: str, number: int | None) -> None:
        state = self.state
        if word in _LEFT_OUT or (self.starred and word not in ("shptxt", "shpinst", "footnote")):
            self.state = replace(state, hidden=True)
        elif word == "footnote" and not state.hidden:
            self.state = replace(state, look=PLAIN, note=True)
            self.put(" (")
        elif word == "stylesheet":
            self.state = replace(state, styles=True)
        elif word == "b":
            self.state = replace(state, look=replace(state.look, bold=number != 0))
        elif word == "i":
            self.state = replace(state, look=replace(state.look, italic=number != 0))
        elif word in ("super", "sub", "nosupersub"):
            self.state = replace(state, look=replace(state.look, raised={"super": 1, "sub": -1}.get(word, 0)))
        elif word in ("v", "deleted"):
            self.state = replace(state, unseen=number != 0)
        elif word == "plain":
            self.state = replace(state, look=PLAIN, unseen=False)
        elif word == "u" and number is not None:
            self.skipping = 0
            self.put(_character(number))
            self.skipping = state.skip
        elif word == "uc":
            self.state = replace(state, skip=number or 0)
        elif word in _ENCODINGS:
            self.encoding = _ENCODINGS[word]
        elif word == "ansicpg" and number in (1250, 1251, 1252, 1253, 1254, 1257):
            self.encoding = f"cp{number}"
        else:
            self.of_paragraph(word, number)

    def of_paragraph(self, word: str, number: int | None) -> None:
        if self.state.hidden:
            return
        if self.state.note and word not in ("par", *_SIGNS):
            return
        if word == "pard":
            self.level, self.style, self.in_table = 0, 0, False
        elif word == "outlinelevel" and not self.state.styles:
            self.level = (number or 0) + 1 if (number or 0) < 9 else 0
        elif word == "s":
            self.style = number or 0
        elif word == "intbl":
            self.in_table = True
        elif word == "cell":
            self.row.append(self.runs)
            self.runs = []
        elif word == "row":
            self.end_row()
        elif word in ("par", "sect"):
            self.end_paragraph()
        elif word in _SIGNS:
            self.put(_SIGNS[word])

    def close(self) -> None:
        if self.state.styles and self.name:
            self.named[self.style] = heading_level(self.name)
            self.name, self.style = "", 0
        before = self.stack.pop() if self.stack else _State()
        if self.state.note and not before.note:
            self.put(")")
        self.state = before


def _character(number: int) -> str:
    code = number % 65536
    return "" if code < 32 else chr(code)


def read_rtf(raw: bytes) -> Element:
    """The document's body as HTML."""
    reader = _Reader(element("body"))
    for token in _TOKEN.finditer(raw.decode("latin-1")):
        if token["brace"]:
            reader.skipping = 0
        if token["brace"] == "{":
            if len(reader.stack) < _DEEPEST:
                reader.stack.append(reader.state)
            reader.starred = False
        elif token["brace"]:
            reader.close()
        elif token["word"]:
            reader.word(token["word"], int(token["number"]) if token["number"] else None)
            reader.starred = False
        elif token["hex"]:
            reader.put(bytes([int(token["hex"], 16)]).decode(reader.encoding, "replace"))
        elif token["sign"] == "*":
            reader.starred = True
        elif token["sign"] in ("\n", "\r"):
            reader.end_paragraph()
        else:
            text = token["text"] or _PLAIN_SIGNS.get(token["sign"], "")
            reader.put(text.encode("latin-1").decode(reader.encoding, "replace") if token["text"] else text)
    reader.in_table = False
    reader.end_paragraph()
    return reader.body
