"""The evidence for and against each candidate: its own looks, its neighbours, the table of contents, the book's other candidates."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from ....german.casing import shouts
from ....german.lists import alternatives
from ....german.name_forms import BRACKET
from ...drafts import Source
from .candidates import LONGEST_NAME, MOST_LINES, Candidate
from .titles import numbered
from .weights import score_of

#: Longer headings are rare; titles repeated so often are labels; groups of fewer lines say nothing; lines of fewer words
#: right below are values.
LONG_WORDS, LONG, OFTEN, FEWEST, FEWEST_LETTERS, FEWEST_WORDS = 9, 70, 5, 4, 3, 4
#: The share of headings among the lines of one look from which all are, and below which none is.
MOST, FEW = 0.75, 0.35
#: A name on a line of its own has fewer words than these.
MOST_WORDS = 5
#: A longer line that ends in a colon announces a list.
MOST_ANNOUNCED = 2
#: The fewest marked headings in a book that marks its headings, and paragraphs in one that counts them.
MARKED_BOOK = 5

SENTENCE = re.compile(r"[.!…;,](?:[“”\"')*]*)$|[?!][“”\"]$")
ABBREVIATED = re.compile(rf"(?:\b(?:{alternatives('abbreviations_in_titles')})|\d)\.$")
_QUOTED = re.compile(r"[„“\"‚'][^„“\"”’']{0,300}[“\"”’']")
#: How many there are of something, rather than a number: "12 Karten".
_COUNTS = re.compile(r"\d+[ ]+[^\W\d_]")
_TIMES = re.compile(r"\d{1,3}[ ]?[x×][ ]{1,3}[^\W\d_]")
#: A label with its value: "Dauer: 2 Runden".
_FIELD = re.compile(r"[^:\d][^:]{1,40}:[ ](?:[^\W\d_A-ZÄÖÜ]|[^:]{0,60}\d)[^:]{0,80}")
#: A value that is a name: "+2".
_SIGNED = re.compile(r"[+−–-]\d{1,3}")
_POINT = re.compile(r"[.!?,;:|\t…=\\]")
VERB = re.compile(rf"\b(?:{alternatives('finite_verbs')})\b")
#: Titles that are no rules.
REMARK = re.compile(rf"(?i)(?:{alternatives('remark_titles')})(?:[ ]?[\dA-Z]{{1,3}})?[.:!]*")
#: What ends a complete sentence, a cell or a box.
_ENDS = '.!?:)“”"*|│┘╯╝'
_REMARKS = re.compile(rf"(?i)(?:{alternatives('remark_openers')})\b")
_LETTERS = re.compile(r"[^\W\d_]+")
_BULLET = re.compile(r"^[-*•◆▪●○■□►➤–+—>][ \t]+")
_CUT = re.compile(rf"(?:[,&\\-]|\b(?:{alternatives('unfinished')}))$")


def weigh(
    source: Source, candidates: Sequence[Candidate], contents: frozenset[str], again: re.Pattern[str] | None = None
) -> None:
    """Fill in the evidence of all candidates; what `again` matches may come back as often as it likes."""
    titles = Counter(candidate.title.casefold() for candidate in candidates)
    lacking = _lacking(candidates)
    paragraphs = sum(candidate.form == "label" for candidate in candidates) >= MARKED_BOOK
    enough = ("dotted", "label", "part", *(["plain", *["letter"] * paragraphs] if lacking == "uncounted" else []))
    for before, candidate in zip([None, *candidates], candidates, strict=False):
        evidence = candidate.evidence
        evidence.update(_looks(candidate, source.format))
        evidence.update(_words(candidate, marked=bool(candidate.marks) and source.format != "pdf"))
        if candidate.bookmark:
            evidence["bookmark"] = str(candidate.bookmark)
        if candidate.key in contents:
            evidence["contents"] = ""
        if again and again.search(candidate.title):
            evidence["again"] = ""
        elif (
            titles[candidate.title.casefold()] >= OFTEN
            and "mark" not in evidence
            and candidate.form not in ("dotted", "label", "part")
        ):
            evidence["repeated"] = f"{titles[candidate.title.casefold()]}-mal"
        titles_number = before is not None and bool(before.number) and not before.title
        if lacking and candidate.look in ("line", "italic") and candidate.form not in enough and not titles_number:
            evidence[lacking] = ""
        if paragraphs and candidate.look == "line" and candidate.form in ("plain", "letter") and not candidate.number.isupper():
            evidence["beneath"] = ""
    _in_order(candidates)
    _by_group(candidates)


def _lacking(candidates: Sequence[Candidate]) -> str:
    """What a plain line lacks in a book that sets its headings apart: marks, a number, bold type or capitals."""
    marks = sum(bool(candidate.marks or candidate.bookmark) for candidate in candidates)
    counted = sum(candidate.form == "dotted" and candidate.alone == "both" for candidate in candidates)
    apart = marks + sum(candidate.look in ("bold", "capitals") and not candidate.marks for candidate in candidates)
    lines = sum(candidate.look == "line" and not candidate.form and _stands_apart(candidate) for candidate in candidates)
    names = sum(candidate.look == "line" and not candidate.form and _is_name(candidate.words) for candidate in candidates)
    if marks >= MARKED_BOOK:
        return "bare"
    if max(MARKED_BOOK, names / 2) <= sum(candidate.form == "label" and candidate.look == "line" for candidate in candidates):
        return "uncounted"
    if apart < MARKED_BOOK or apart * 2 < lines:
        return ""
    return "uncounted" if counted >= MARKED_BOOK else "plain"


def _stands_apart(candidate: Candidate) -> bool:
    """Whether a line stands alone, or above its text like a name."""
    return candidate.alone == "both" or (candidate.early and _is_name(candidate.words))


def _looks(candidate: Candidate, kind: str) -> dict[str, str]:
    """The evidence of a line's marks, type, number and place; of its places the first that fits."""
    marked, numbered_, line = bool(candidate.marks), bool(candidate.form), candidate.look == "line"
    boxes = {"mark": "unterstrichen", "box": "als Kasten", "caption": "als Tabellentitel", "term": "als Begriff"}
    found: dict[str, str] = {}
    if marked:
        found["size" if kind == "pdf" else "mark"] = str(candidate.marks) if kind == "pdf" else "#" * candidate.marks
    elif candidate.look in boxes:
        found["mark"] = boxes[candidate.look]
    elif candidate.look in ("bold", "capitals"):
        found[candidate.look] = ""
    if candidate.look == "bold" and shouts(candidate.words):
        found["capitals"] = ""
    if numbered_:
        found["label" if candidate.form in ("label", "part") else "number"] = candidate.number
    places = {
        "blanks": candidate.alone == "both",
        "early": candidate.early and line and not numbered_ and _is_name(_without_colon(candidate)),
        "amid": line and not numbered_,
        "listed": line and not marked and _listed(candidate),
    }
    return found | dict.fromkeys([name for name, holds in places.items() if holds][:1], "")


def _listed(candidate: Candidate) -> bool:
    """Whether the line right above or below begins with a number, too."""
    above, below = candidate.alone in ("", "after"), candidate.alone in ("", "before")
    return (above and bool(numbered(candidate.before)[0])) or (below and bool(numbered(candidate.after)[0]))


def _words(candidate: Candidate, *, marked: bool) -> dict[str, str]:
    """The evidence of a line's words, and of the words around it."""
    words, after, marks, form = candidate.words, candidate.after, candidate.marks, candidate.form
    title = BRACKET.sub("", candidate.title or words).strip() or candidate.title or words
    bare = BRACKET.sub("", words).strip() or words
    many, letters = len(title.split()), sum(map(str.isalpha, title))
    capitals, below = candidate.look == "capitals", candidate.alone in ("", "before")
    free = candidate.look == "line" and _stands_apart(candidate) and _names(words) and _stands_free(candidate)
    sentence = bool(SENTENCE.search(bare)) and not ABBREVIATED.search(bare)
    announcing = words.endswith(":") and not (sentence or free)
    announces = announcing and many > MOST_ANNOUNCED and not marks and form in ("", "plain")
    long = len(title) > LONG or many > LONG_WORDS or (many > 4 and bool(VERB.search(title)) and not marks)
    first = next((char for char in title if char.isalnum()), "")
    small = first.islower() and form not in ("dotted", "part") and not marked
    few = letters < FEWEST_LETTERS * (len(_LETTERS.findall(title)) if capitals else 1)
    crowd = capitals and candidate.crowd > MOST_LINES
    cut = bool(_CUT.search(title)) or (below and after[:1].islower())
    holds = {
        "free": free,
        "sentence": sentence,
        "announces": announces,
        "colon": announcing and not announces,
        "field": candidate.look in ("line", "bold") and not marks and bool(_FIELD.fullmatch(bare)),
        "counts": not marks and bool(_TIMES.match(words)),
        "long": long,
        "short": not long and many <= 5,
        "cell": not marks and _is_beside_columns(candidate),
        "bullet": not marks and bool(_BULLET.match(words)),
        "small": small,
        "name": not small and first.isupper() and not VERB.search(title),
        "figures": not (form or _SIGNED.fullmatch(bare.rstrip(":"))) and (few or sum(map(str.isdigit, title)) * 2 > letters),
        "crowd": crowd,
        "value": capitals and not crowd and below and _is_value(after),
        "remark": bool(_REMARKS.match(title)),
        "cut": cut,
        "followed": not (cut or after.startswith(("#", "**", "|"))) and (len(after) > len(title) or bool(_BULLET.match(after))),
    }
    return {name: f"({many} Wörter)" if name == "long" else "" for name, held in holds.items() if held}


def _is_beside_columns(candidate: Candidate) -> bool:
    above, below = candidate.alone in ("", "after"), candidate.alone in ("", "before")
    return (above and "\t" in candidate.before) or (below and "\t" in candidate.after)


def _without_colon(candidate: Candidate) -> str:
    """The words of a line; without the colon of a name of one or two words right above its text, which announces no list."""
    names = len(candidate.words.split()) <= MOST_ANNOUNCED and not _BULLET.match(candidate.after)
    return candidate.words.removesuffix(":") if names else candidate.words


def _is_value(words: str) -> bool:
    return 0 < len(words.split()) < FEWEST_WORDS and not _BULLET.match(words) and any(map(str.isalnum, words))


def _is_name(words: str) -> bool:
    """Whether a line is a name rather than a sentence; quotes and brackets do not count."""
    bare = _QUOTED.sub("Q", BRACKET.sub("", words))
    named = words[:1].isupper() or _SIGNED.fullmatch(words)
    return len(words) <= LONGEST_NAME and bool(named and bare) and not _POINT.search(bare)


def _names(words: str) -> bool:
    """Whether a lone line is a short name, which may announce what it names."""
    many = len(_QUOTED.sub("Q", BRACKET.sub("", words)).rstrip(":").split())
    if words.endswith(":"):
        return (1 < many <= 2 and _is_name(words[:-1])) or bool(_SIGNED.fullmatch(words[:-1]))
    return 0 < many < MOST_WORDS and _is_name(words)


def _stands_free(candidate: Candidate) -> bool:
    """Whether a line comes after a complete sentence, an item, a table or a heading, and before a text."""
    before = candidate.before
    finished = not before or before[-1] in _ENDS or shouts(before) or bool(_BULLET.match(before) or not before[0].isalnum())
    return finished and bool(candidate.after) and not shouts(candidate.after) and not candidate.after.startswith(("#", "("))


def _in_order(candidates: Sequence[Candidate]) -> None:
    """Numbers that follow each other: 3 after 2, 3.2 after 3.1, 3.1 after 3, § 4a after § 4."""
    last: dict[tuple[str, str], int] = {}
    for candidate in candidates:
        if not candidate.form or candidate.form == "part":
            continue
        stem, count = _counted(candidate.number)
        stem += " " if candidate.form == "plain" and _COUNTS.match(candidate.words) else ""
        if count and (count == 1 or last.get((candidate.form, stem)) == count - 1):
            candidate.evidence["ordered"] = ""
        elif _COUNTS.match(candidate.words) and not candidate.marks:
            candidate.evidence["counts"] = candidate.evidence.pop("number", "")
        last[candidate.form, stem] = count


def _counted(number: str) -> tuple[str, int]:
    """What a number counts, and how far.

    >>> _counted("3.12"), _counted("§ 4a"), _counted("b")
    (('3.', 12), ('§ ', 4), ('', 2))
    """
    found = re.fullmatch(r"(.{0,30}?)(\d{1,6})[a-z]?", number)
    if found:
        return found[1], int(found[2])
    return "", ord(number.lower()) - ord("a") + 1 if len(number) == 1 else 0


def _by_group(candidates: Sequence[Candidate]) -> None:
    """Judge lines of one look together: mostly all or none of them are headings."""
    groups: dict[tuple[str, str, str], list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        groups[candidate.look, candidate.form, candidate.alone].append(candidate)
    for (look, form, _), group in groups.items():
        if len(group) < FEWEST or look in ("mark", "box", "caption", "term"):
            continue
        right = sum(score_of(candidate.evidence) > 0 for candidate in group) / len(group)
        verdict = "alike" if right >= MOST else "unlike" if right <= FEW and (look != "line" or form) else ""
        for candidate in group if verdict else ():
            candidate.evidence[verdict] = ""
