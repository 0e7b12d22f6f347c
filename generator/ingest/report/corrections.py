"""Corrections of the outline that a reading made, each as the files it changes; removed text stays in `.entfernt`.

They edit the entries' files, so that the next reading keeps them as it keeps everything written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ...files.yaml_edit import CannotEdit
from ...german.rule_numbers import MalformedNumber, parse_number
from ...model.fields import TITLE_LIMIT
from ...model.places import english_path
from ...model.slug import slugify
from ...model.unusable import ChangedMeanwhile, Unusable
from ...references.renaming import Renaming, renamed_entry, renamed_yaml
from ..drafts import Draft
from ..editions.taking_away import removal
from ..editions.written import as_written, body_of, is_entry, plain, values_of
from ..writing.as_body import as_body, one_line
from ..writing.draft_files import WITHOUT_TEXT, as_yaml
from ..writing.naming import entry_slugs
from ..writing.shortened import short_of
from .edited import with_fields, with_parts, without_entry
from .outline import Outline, Row, lines_of

Texts = dict[str, str | None]


class CannotCorrect(Unusable):
    """A correction that its draft does not allow."""


#: A line that begins with a name: a heading, a name in bold or before a colon, perhaps with its number. The bound, and spaces that
#: are never given back, keep it linear.
_NAMED = re.compile(
    r"(?:#{1,6}\s++|[-*•]\s++)?(?P<bold>\*\*)?(?:(?P<number>\d+(?:\.\d+)+)\.?\s++)?(?P<title>.{1,400}?)"
    r"(?(bold)\s*+[:.]?+\*\*\s*+[:.–]?+|(?:\s*+#++|:(?=\s)|(?=$)))\s*+(?P<rest>.*)"
)


@dataclass
class Step:
    """A correction: its German description, the row to look at next, the accepted ids, and the files' new texts (None: gone)."""

    said: str
    id: str
    texts: Texts = field(default_factory=dict)
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's wish about a row; `mark` is the row's as last seen ("" for the current one), `line` and `title` are a split's."""

    action: str
    id: str
    mark: str = ""
    line: int = 0
    title: str = ""


def planned(outline: Outline, wish: Wish) -> Step:
    """The files that fulfil a wish. Raises Unusable, with one sentence, if it cannot be fulfilled or its page is stale."""
    if wish.action == "undo":
        said, id_, texts = outline.undoing(wish.mark)
        return Step(said, id_, texts)
    row = outline.find(wish.id)
    if wish.mark not in ("", row.mark):
        raise ChangedMeanwhile(
            f"„{row.title}“ hat sich inzwischen geändert, darum blieb alles, wie es ist; hier steht der neue Stand."
        )
    if not row.level and wish.action not in ("accept", "rename", "demote", "promote"):
        raise CannotCorrect(f"„{row.title}“ ist ein Teil; den kannst du nur bestätigen, umbenennen oder auflösen (demote).")
    try:
        step = _ACTIONS[wish.action](outline, row, wish)
    except CannotEdit as problem:
        raise CannotCorrect(f"{row.path or row.id}: {problem.args[0]} Nichts wurde geändert.") from None
    step.texts = {path: text for path, text in step.texts.items() if text != outline.now.get(path)}
    step.texts |= outline.logged(step.said, row.id, step.accepted, step.texts)
    return step


def _accept(outline: Outline, row: Row, wish: Wish) -> Step:
    return Step(f"„{row.title}“ stimmt", row.id, accepted=(row.id,))


def _rename(outline: Outline, row: Row, wish: Wish) -> Step:
    title = _title(wish.title)
    said = f"„{row.title}“ heißt „{title}“"
    if not row.level:
        return Step(said, row.id, _parts(outline, {row.part: title}))
    sides = _sides(outline, row)
    if rest := _said_behind(row.title, title):  # a sentence mistaken for part of the name
        at = int(outline.text_path(row) != row.path)
        between = "\n\n" if rest[-1] in ".!?" else "\n"  # the sentence goes on where the line ended
        sides[at] = between.join(filter(None, (as_body(rest), sides[at])))
    both = ("title", "title_en") if values_of(outline.now[row.path]).get("title_en") == row.title else ("title",)
    return Step(said, row.id, _files(outline, row, dict.fromkeys(both, title), sides), (row.id,))


def _said_behind(old: str, new: str) -> str:
    """The text behind a shortened name: "Moor: Wer hier steht" → "Wer hier steht"."""
    rest = old.removeprefix(new)
    return rest.lstrip(" :.–-") if rest != old and rest[:1] in tuple(" :.–-") else ""


def _join(outline: Outline, row: Row, wish: Wish) -> Step:
    """Put a draft behind the one before it, its name as a heading of a section, or as a sentence if it reads like one."""
    before = outline.before(row)
    if before is None:
        raise CannotCorrect(f"Vor „{row.title}“ steht kein Entwurf, mit dem er sich verbinden ließe.")
    if values_of(outline.now[row.path]).keys() & {"card", "data"}:
        raise CannotCorrect(f"„{row.title}“ ist eine Karte oder die Zeile einer Tabelle; das lässt sich nicht verbinden.")
    named = " ".join(filter(None, (row.number, row.title)))
    named = as_body(named if row.title[-1] in ".!?:;,…" or row.title[0].islower() else f"## {named}")
    mine, sides = _sides(outline, row), _sides(outline, before)
    for at in [at for at in (0, 1) if mine[at]] or [int(bool(sides[1]))]:
        sides[at] = "\n\n".join(filter(None, (sides[at], named, mine[at])))
    texts = _taken_away(outline, row) | _files(outline, before, {}, sides)
    rename = Renaming(outline.system, row.slug, before.slug, here=outline.system)
    for path, text in {**outline.now, **texts}.items():
        if text is not None and row.slug in text and path.endswith(".md") and not path.startswith("."):
            texts[path] = renamed_entry(text, rename)
        elif text is not None and path.startswith("glossary/"):
            texts[path] = renamed_yaml(text, rename, lambda at: at[1:2] in (("entry",), ("mentioned",)))
    return Step(f"„{row.title}“ steht jetzt in „{before.title}“", before.id, texts)


def _split(outline: Outline, row: Row, wish: Wish) -> Step:
    """Make a draft of a draft's text from a line on (of the file with its text)."""
    lines, path = lines_of(outline, row), outline.text_path(row)
    if wish.line not in [line for line, _ in lines[1:]]:
        there = (
            f"Teilen kannst du ab Zeile {lines[1][0]} bis {lines[-1][0]}"
            if len(lines) > 1
            else "Sein Text lässt sich nicht teilen"
        )
        raise CannotCorrect(f"„{row.title}“ ({path}) lässt sich in Zeile {wish.line} nicht teilen. {there}.")
    number, name, rest = named_line(dict(lines)[wish.line])
    title = _title(wish.title or name)
    every = plain(outline.now[path]).split("\n")
    first = rest if slugify(title) == slugify(name) else every[wish.line - 1]
    body = "\n".join([first, *every[wish.line :]]).strip("\n")
    texts: Texts = {path: as_written("\n".join(every[: wish.line - 1]).rstrip("\n") + "\n", outline.now[path])}
    slug = entry_slugs([Draft(title, "", part=outline.parts.get(row.part, row.part))], {}, outline.taken())[0]
    new, english = f"content/{outline.system}/{row.part}/{slug}.md", path != row.path
    head = {
        "title": title,
        "title_en": title if english else "",
        "title_en_source": "published" if english else "",
        "kind": values_of(outline.now[row.path]).get("kind", "rule"),
        "number": _free_number(outline, row.part, number) if first == rest else "",
        "order": _room(outline, row, texts),
        "parent": row.parent,
        "short": "" if english else short_of(Draft(title, "", text=body), {}),
        "status": "entwurf",
    }
    written = as_yaml({name: value for name, value in head.items() if value != ""})
    texts[new] = f"---\n{written}---\n{'' if english else body or WITHOUT_TEXT}\n"
    texts |= {english_path(new): f"{body}\n"} if english and body else {}
    return Step(f"„{title}“ ist ein Entwurf für sich", f"{outline.system}/{slug}", texts)


def named_line(line: str) -> tuple[str, str, str]:
    """(number, name, text after it) of a line that may become the first of a draft.

    >>> named_line("## 3.2 Moor"), named_line("**Moor:** Nass."), named_line("Wer im Moor steht, sinkt.")
    (('3.2', 'Moor', ''), ('', 'Moor', 'Nass.'), ('', 'Wer im Moor steht, sinkt.', ''))
    """
    found = _NAMED.fullmatch(line.strip())
    name = found["title"] if found else line
    return found["number"] or "" if found else "", one_line(name.replace("*", ""), TITLE_LIMIT), found["rest"] if found else ""


def _demote(outline: Outline, row: Row, wish: Wish) -> Step:
    """Put a draft below the one before it on its level, or the drafts of a part into the part before it."""
    if not row.level:
        return _part_away(outline, row)
    above = [it for it in outline.within(row.part) if (it.level, it.parent) == (row.level, row.parent)]
    if above[0] is row:
        raise CannotCorrect(f"Vor „{row.title}“ steht nichts auf derselben Stufe, worunter es gehören könnte.")
    parent = above[above.index(row) - 1]
    return Step(f"„{row.title}“ steht jetzt unter „{parent.title}“", row.id, _files(outline, row, {"parent": parent.slug}))


def _promote(outline: Outline, row: Row, wish: Wish) -> Step:
    """Put a draft one level higher; from the highest, it begins a part with all that follows in its part."""
    if row.level > 1:
        parent = outline.find(row.parent).parent
        return Step(f"„{row.title}“ steht jetzt eine Stufe höher", row.id, _files(outline, row, {"parent": parent or None}))
    within = outline.within(row.part)
    if not row.level or within[0] is row:
        raise CannotCorrect(f"„{row.title}“ {'beginnt seinen Teil schon' if row.level else 'ist ein Teil'}; höher geht es nicht.")
    part = outline.free_part(row.title)
    texts = _parts(outline, {}, after=row.part, new=(part, row.title))
    for one in within[within.index(row) :]:
        texts |= _moved(outline, one, part, one.order)
    return Step(f"„{row.title}“ beginnt einen Teil", row.id, texts)


def _part_away(outline: Outline, row: Row) -> Step:
    names = [*outline.parts]
    if row.part not in names[1:]:
        raise CannotCorrect(f"Vor „{row.title}“ steht kein Teil, in den seine Entwürfe könnten.")
    into = names[names.index(row.part) - 1]
    last = max((one.order for one in outline.within(into)), default=0)
    texts = _parts(outline, {row.part: None})
    for at, one in enumerate(outline.within(row.part), 1):
        texts |= _moved(outline, one, into, last + 10 * at)
    return Step(f"Was in „{row.title}“ stand, steht jetzt in „{outline.parts[into]}“", f"{outline.system}/{into}/", texts)


def _remove(outline: Outline, row: Row, wish: Wish) -> Step:
    texts = _taken_away(outline, row)
    if (glossary := outline.last.glossary) in outline.now:
        texts[glossary] = without_entry(outline.now[glossary], row.slug)
    near = outline.before(row)
    number = next(path for path in texts if path.startswith(".")).split("/")[2]
    return Step(f"„{row.title}“ ist weggenommen und liegt unter Nummer {number}", near.id if near else "", texts)


_ACTIONS: Mapping[str, Callable[[Outline, Row, Wish], Step]] = {
    "accept": _accept,
    "join": _join,
    "split": _split,
    "rename": _rename,
    "demote": _demote,
    "promote": _promote,
    "remove": _remove,
}


def _title(text: str) -> str:
    title = one_line(text.replace("*", ""), TITLE_LIMIT)
    if not slugify(title):
        raise CannotCorrect("Ein Titel braucht Buchstaben oder Ziffern.")
    return title


def _sides(outline: Outline, row: Row) -> list[str]:
    """A draft's German and English text; "" for none."""
    body = body_of(outline.now[row.path])
    return ["" if body == WITHOUT_TEXT else body, body_of(outline.now.get(english_path(row.path), "")).strip()]


def _files(outline: Outline, row: Row, head: Mapping[str, str | None], sides: list[str] | None = None) -> Texts:
    """A draft's files with other fields in the head (None: without), and other texts if given."""
    before = _sides(outline, row)
    body, english = sides or before
    texts: Texts = {row.path: with_fields(outline.now[row.path], head, body if body != before[0] else None)}
    beside = english_path(row.path)
    return texts if english == before[1] else {**texts, beside: as_written(f"{english}\n", outline.now.get(beside, ""))}


def _parts(outline: Outline, titles: Mapping[str, str | None], *, after: str = "", new: tuple[str, str] = ("", "")) -> Texts:
    path = outline.last.system_file
    return {path: with_parts(outline.now[path], titles, after=after, new=new)}


def _taken_away(outline: Outline, row: Row) -> Texts:
    """The files without a draft, which stays where `ingest --restore` finds it. Its children move up."""
    kept = removal(outline.out, outline.last, [row.id], outline.now.get(outline.last.glossary, "")).files or {}
    gone = dict.fromkeys(path for path in (row.path, english_path(row.path)) if path in outline.now)
    texts: Texts = {**gone, **kept}
    for one in outline.rows:
        if one.level and one.parent == row.slug:
            texts |= _files(outline, one, {"parent": row.parent or None})
    return texts


def _moved(outline: Outline, row: Row, part: str, order: int) -> Texts:
    texts: Texts = {}
    for path in (row.path, english_path(row.path)):
        if path in outline.now:
            text = outline.now[path]
            text = with_fields(text, {"order": str(order)}) if is_entry(path) and order != row.order else text
            texts |= {path: None, f"content/{outline.system}/{part}/{path.rpartition('/')[2]}": text}
    return texts


def _free_number(outline: Outline, part: str, number: str) -> str:
    try:
        key, used = parse_number(number).key, {parse_number(one.number).key for one in outline.within(part) if one.number}
    except MalformedNumber:
        return ""
    return "" if key in used else number


def _room(outline: Outline, row: Row, texts: Texts) -> int:
    """The place right after a draft; those that follow closely move on."""
    within = outline.within(row.part)
    order = free = row.order + 1
    for one in within[within.index(row) + 1 :]:
        if one.order > free:
            break
        free += 1
        texts |= _files(outline, one, {"order": str(free)})
    return order
