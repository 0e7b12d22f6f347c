"""PO, gettext's format, for Poedit, OmegaT and Weblate. Uses its own writer and reader: both are small, and the format is
fixed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from .context import Context
from .received import BadFile, Received, conflict_in, decoded
from .units import TARGET_LANGUAGE, State, Unit

#: Without dates, so that the same content gives the same file. Tools add theirs when they save.
_HEADER = {
    "Project-Id-Version": "Nachschlag {name}",
    "Report-Msgid-Bugs-To": "",
    "POT-Creation-Date": "2026-01-01 00:00+0000",
    "PO-Revision-Date": "2026-01-01 00:00+0000",
    "Last-Translator": "Nachschlag <nachschlag@example.org>",
    "Language-Team": "German <nachschlag@example.org>",
    "Language": TARGET_LANGUAGE,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
    "X-Generator": "nachschlag export",
}

#: The header that identifies a file of ours, even after a tool has saved it.
OURS = b"Project-Id-Version: Nachschlag "

#: The header lines that a template leaves to each language.
_OWN = ("Language", "Language-Team", "Plural-Forms")

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPE = re.compile(r'[\\"\n\t\r]')
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_UNESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*(?=\")")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_STAMP = re.compile(r"#\.\s*Stand:\s*([0-9a-f]{12})\s*$")


def write_po(
    units: Iterable[Unit],
    context: Context,
    name: str,
    flags: Callable[[Unit], Iterable[str]] = lambda _: (),
    *,
    template: bool = False,
) -> Iterator[str]:
    """A PO file, piece by piece. Outdated units, and those changed since their review, are fuzzy; outdated ones give their
    previous English if known. `flags` gives further flags; a template has no German."""
    header = "".join(f"{key}: {'' if template and key in _OWN else value.format(name=name)}\n" for key, value in _HEADER.items())
    yield f'msgid ""\nmsgstr {_quoted(header)}\n'
    for unit in units:
        comments = "".join(f"#. {label}: {text}\n" for label, text in (*context.notes(unit), ("Stand", unit.stamp)))
        is_fuzzy = unit.state in (State.OUTDATED, State.CHANGED) and not template
        named = ", ".join([*(["fuzzy"] if is_fuzzy else []), *flags(unit)])
        flag = f"#, {named}\n" if named else ""
        before = "" if template else unit.previous
        previous = "".join(f"#| {line}\n" for line in f"msgid {_quoted(before)}".split("\n")) if before else ""
        yield (
            f"\n{comments}#: {unit.location.path}:{unit.location.line}\n{flag}{previous}msgctxt {_quoted(unit.context)}\n"
            f"msgid {_quoted(unit.source)}\nmsgstr {_quoted('' if template else unit.target)}\n"
        )


def _quoted(text: str) -> str:
    """A string in PO syntax: on one line, or line by line after an empty first string."""
    lines = [_ESCAPE.sub(lambda match: _ESCAPES[match[0]], line) for line in re.findall(r"[^\n]*\n|[^\n]+", text)]
    return '"' + '"\n"'.join(["", *lines] if len(lines) > 1 else lines) + '"'


@dataclass(slots=True)
class _Message:
    """The message being read; `last` is the string that the next quoted line continues."""

    line: int
    strings: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False
    stamp: str = ""
    last: str = ""


def read_po(raw: bytes) -> Iterator[Received]:
    """The messages with a context. Raises BadFile, with the line, if the file is not PO in UTF-8."""
    text = decoded(raw)
    if conflict := conflict_in(text):
        raise conflict
    seen = False
    for message in _messages(text):
        seen = True
        strings = message.strings
        if not strings.get("msgid") and "msgctxt" not in strings:
            named = re.search(r"charset=([\w-]+)", strings.get("msgstr", ""))
            if named and named[1].upper() not in ("UTF-8", "UTF8", "CHARSET", "US-ASCII", "ASCII"):
                raise BadFile(message.line, f"Der Kopf der Datei nennt die Kodierung „{named[1]}“; hier wird UTF-8 gebraucht.")
        elif "msgctxt" in strings:
            plural = "msgid_plural" in strings or "msgstr" not in strings
            trouble = "Der Eintrag hat Mehrzahlformen; Nachschlag kennt keine." if plural else ""
            target = strings.get("msgstr", "")
            yield Received(
                strings["msgctxt"], strings.get("msgid", ""), target, message.fuzzy, message.stamp, message.line, trouble
            )
    if not seen:
        raise BadFile(1, "Die Datei enthält keinen einzigen PO-Eintrag.")


def _messages(text: str) -> Iterator[_Message]:
    message = _Message(1)
    number = 0
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.strip()
        if _begins(line, message):
            if message.strings:
                yield _whole(message, number)
            message = _Message(number)
        if line.startswith("#"):
            message.fuzzy |= line.startswith("#,") and "fuzzy" in re.split(r"[,\s]+", line)
            message.stamp = stamp[1] if (stamp := _STAMP.match(line)) else message.stamp
        elif line:
            _string(message, line, number)
    if message.strings:
        yield _whole(message, number)


def _begins(line: str, message: _Message) -> bool:
    """Whether a line begins the next message: a comment or context after strings, or an original after a translation."""
    if line.startswith(("#", "msgctxt")):
        return bool(message.strings)
    return line.startswith("msgid") and not line.startswith("msgid_plural") and "msgid" in message.strings


def _whole(message: _Message, line: int) -> _Message:
    if "msgid" not in message.strings or not any(key.startswith("msgstr") for key in message.strings):
        raise BadFile(line, f"Der Eintrag ab Zeile {message.line} ist nicht vollständig; die Datei ist wohl abgeschnitten.")
    return message


def _string(message: _Message, line: str, number: int) -> None:
    """Read one line of a message: a keyword with its string, or a continued string."""
    keyword = _KEYWORD.match(line)
    quoted = _STRING.fullmatch(line[keyword.end() :] if keyword else line)
    if quoted is None or not (keyword or message.last):
        raise BadFile(number, f'„{line[:40]}“ ist hier kein PO: Erwartet wird msgctxt, msgid oder msgstr mit Text in "…".')
    if keyword:
        message.last = keyword[1]
        if message.last in message.strings:
            raise BadFile(number, f"„{message.last}“ steht in einem Eintrag zweimal.")
        message.line = message.line if message.strings else number
        message.strings[message.last] = ""
    message.strings[message.last] += _UNESCAPE.sub(_unescaped, quoted[1])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code[0] in "01234567" else _PLAIN.get(code, code)
