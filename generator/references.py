"""Finding references (Verweise) in text: what a writer cites, with exact spans. Nothing here knows what a reference points to.

Found are forced references (`[[id|Text]]`), numbers with and without their part, and names of the game. Where findings overlap, forced
references win over numbers, numbers over names, then the earlier and the longer one.

>>> [r.text for r in find("Siehe Grundregeln 17.0.", vocabulary)]
['Grundregeln 17.0']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from .body import body_lines
from .library import Library, Name, name_key
from .model import Reference, System

_FORCED = re.compile(r"(?<!\\)\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{1,300}))?\]\]")
_NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,3}"
#: Between a part and its number: a comma at most, and one line break before a dotted number.
_GAP = r",?(?:[ \u00a0]+|[ \u00a0]*\n[ \u00a0]*(?=\d+\.\d))"
_DOTTED = r"\d{1,3}(?:\.\d{1,3}){1,3}"
#: What may not follow a number: more digits, a measure, a die, a percentage.
_END = r"(?![\w\"“”″½%+]|[.,]\d|\s?(?:Zoll|cm|mm)\b)"
_WORD = re.compile(r"[^\W_]+")
_PARAMETER = re.compile(r"[ \u00a0]?\((?:[+\-–−]?\s?(?:\d*[WwDd]\d+|[XxNn]|\d+)\+?|\d+/\d+)\)")
_OPENING = "„‚\"'»›“‘*_"
_CLOSING = "“‘\"'«‹”’*_"
#: "\\[[none]]", code, links, addresses: what a reference never stands in.
_MASKED = re.compile(
    r"\\\[\[[^\[\]\n]{1,300}\]\]|(?P<tick>`+)(?:(?!(?P=tick)).)+?(?P=tick)|!?\[[^\[\]\n]*\]\([^()\s]*(?:\s[^()]*)?\)|<[^<>\s]+>|\b(?:https?://|www\.|mailto:)\S+",
    re.DOTALL,
)

_CITING = r"(?:(?<=\()|(?<=siehe )|(?<=Siehe )|(?<=s\. ))"
#: Words after which a dotted number is a citation only if there is such a rule ("steht in 17.1").
_PLACING = "|".join(
    rf"(?<=\b{word}\s)" for word in ("in", "unter", "nach", "Nach", "aus", "laut", "und", "bis", "zu", "mit", "gegen", "oder")
)
_AFTER = r"(?=[\s),;.:]|$)"
_BARE = re.compile(rf"{_CITING}(?P<number>{_DOTTED}){_END}{_AFTER}")
_PLACED = re.compile(rf"(?:{_PLACING})(?P<number>{_DOTTED}){_END}{_AFTER}")
#: What makes an everyday word a characteristic: its value behind it ("Schaden 2", "Treffen 4+", "Attacken W6"), or "Wert" before it.
_VALUE = re.compile(r"[ \u00a0](?:\d|W\d)")
_VALUED = re.compile(r"(?:Wert|Werte|Profilwert|Werts)[ \u00a0]$")


@dataclass(frozen=True, slots=True)
class _Known:
    """A name to look for: its words, case folded, and the first character as it is written."""

    words: tuple[str, ...]
    first: str
    name: Name


@dataclass(slots=True)
class Vocabulary:
    """What to look for in texts of one game: its names by their first word, its parts, its number words. Make it with `vocabulary`."""

    system: str
    names: dict[str, list[_Known]] = field(default_factory=dict)
    everyday: frozenset[str] = frozenset()
    with_part: re.Pattern[str] | None = None
    with_word: re.Pattern[str] | None = None


def vocabulary(library: Library, system: System) -> Vocabulary:
    """Compile what can be found in texts of a game. Cost is linear in its names; do it once per game."""
    out = Vocabulary(system.id, everyday=frozenset(name_key(word) for word in system.everyday))
    for name in library.names(system.id):
        words = tuple(word.casefold() for word in _WORD.findall(name_key(name.text)))
        if words and (len(words) > 1 or len(words[0]) > 1):
            out.names.setdefault(words[0], []).append(_Known(words, name.text.strip()[:1], name))
    for known in out.names.values():
        known.sort(key=lambda k: (-len(k.words), k.name.text))
    numbered = [entry for entry in library.system_entries(system.id) if entry.number]
    parts = [part for part in system.parts if any(entry.part == part.id for entry in numbered)]
    if titles := longest_first(t for part in parts for t in (part.title, *part.abbreviations)):
        out.with_part = re.compile(rf"(?<!\w)(?P<part>{_alternatives(titles)}){_GAP}(?P<number>{_NUMBER}){_END}")
    used = {entry.number.word for entry in numbered if entry.number}
    series = [s for s in system.series if used.intersection(s.words) or (s.id == "section" and "" in used)]
    if series_words := longest_first(w for s in series for w in s.words):
        out.with_word = re.compile(rf"(?<!\w)(?P<word>{_alternatives(series_words)})[ \u00a0]+(?P<number>{_NUMBER}){_END}")
    return out


def longest_first(words: Iterable[str]) -> list[str]:
    """The words, each once, so ordered that a longer one is tried before its own beginning."""
    return sorted(set(words), key=lambda word: (-len(word), word))


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)


def find(text: str, words: Vocabulary, *, markdown: bool = True) -> list[Reference]:
    """All references in a text, in order and never overlapping; offsets count code points of `text`. Never raises.

    With `markdown`, nothing is found in headings, code, existing links and addresses.
    """
    taken = _masked(text) if markdown else bytearray(len(text))
    found: list[Reference] = []
    for reference in (*_forced(text), *_numbers(text, words), *_names(text, words)):
        if any(taken[reference.start : reference.end]):
            continue
        taken[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
        found.append(reference)
    return sorted(found, key=lambda r: r.start)


def _masked(text: str) -> bytearray:
    """One byte per character: 1 where no reference may stand."""
    mask = bytearray(len(text))
    at = 0
    for line in body_lines(text):
        if line.kind in ("heading", "code", "open"):
            mask[at : at + len(line.text)] = b"\1" * len(line.text)
        at += len(line.text) + 1
    for match in _MASKED.finditer(text):
        mask[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return mask


def _forced(text: str) -> Iterator[Reference]:
    for match in _FORCED.finditer(text):
        shown = (match[2] or "").strip()
        yield Reference(match.start(), match.end(), match[0], "id", match[1].strip(), shown=shown, marked=True)


def _numbers(text: str, words: Vocabulary) -> Iterator[Reference]:
    if words.with_part:
        for m in words.with_part.finditer(text):
            yield _number(m, m["number"], "part+number", " ".join(m["part"].split()))
    if words.with_word:
        for m in words.with_word.finditer(text):
            yield _number(m, f"{m['word']} {m['number']}", "number")
    for m in _BARE.finditer(text):
        yield _number(m, m["number"], "number")
    for m in _PLACED.finditer(text):
        yield replace(_number(m, m["number"], "number"), marked=False)


def _number(match: re.Match[str], name: str, kind: str, part: str = "") -> Reference:
    return Reference(match.start(), match.end(), match[0], kind, name, part=part, shown=match[0], marked=True)


def _names(text: str, words: Vocabulary) -> Iterator[Reference]:
    tokens = [(m.start(), m.end(), m[0].casefold()) for m in _WORD.finditer(text)]
    i = 0
    while i < len(tokens):
        known = next((k for k in words.names.get(tokens[i][2], ()) if _matches(text, tokens, i, k)), None)
        reference = _name(text, tokens, i, known, words) if known else None
        if reference is None or known is None:
            i += 1
        else:
            yield reference
            i += len(known.words)


def _matches(text: str, tokens: list[tuple[int, int, str]], i: int, known: _Known) -> bool:
    if tuple(token[2] for token in tokens[i : i + len(known.words)]) != known.words:
        return False
    between = (text[tokens[j][1] : tokens[j + 1][0]] for j in range(i, i + len(known.words) - 1))
    return all(gap.strip(" \u00a0\n-–:,.&/+()„“") == "" and gap.count("\n") < 2 for gap in between)


def _name(text: str, tokens: list[tuple[int, int, str]], i: int, known: _Known, words: Vocabulary) -> Reference | None:
    start, end = tokens[i][0], tokens[i + len(known.words) - 1][1]
    if known.name.text.rstrip().endswith(")") and name_key(known.name.text).endswith(")") and text[end : end + 1] == ")":
        end += 1
    written = text[start:end]
    capitals = len(written) > 2 and written.isupper()
    parameter = _PARAMETER.match(text, end)
    marked = capitals or parameter is not None or _set_off(text, start, end)
    if not _cased(written, known, marked) or not _alone(text, start, end, capitals):
        return None
    if name_key(known.name.text) in words.everyday and not (
        marked or _VALUE.match(text, end) or _VALUED.search(text[max(0, start - 12) : start])
    ):
        return None
    kind = "parametrised" if parameter else known.name.type
    end = parameter.end() if parameter else end
    value = parameter[0].strip(" \u00a0()") if parameter else ""
    # "Reichw" is found by the name "Reichw.", but only the name itself can be looked up
    name = written if name_key(written) == name_key(known.name.text) else known.name.text
    return Reference(start, end, text[start:end], kind, name, parameter=value, shown=text[start:end], marked=marked)


def _cased(written: str, known: _Known, marked: bool) -> bool:
    """A name counts as written in its own case, or in any case where it is set off. Short abbreviations must agree to the letter."""
    if known.name.text.isupper() and len(known.name.text) <= 5:
        return written == known.name.text
    return marked or written[:1] == known.first


def _alone(text: str, start: int, end: int, capitals: bool) -> bool:
    """Whether the span is a word of its own: no part of a hyphenated word, unless it is its set-off first part ("KÄMPFEN-Fähigkeit")."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 2]
    if before in ("-", "_", "@", "/", "\\") and not capitals:
        return False
    return not after.startswith("-") or capitals or (len(after) == 2 and after[1].isupper())


def _set_off(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return before != "" and before in _OPENING and after != "" and after in _CLOSING
