"""Everything spans.json assigns to an entry is in its file, and everything there comes from the book: for all recognisers and options.

Recorded in another way, and therefore not expected in the file:
- the number before an item or a heading (`number`, `order`; in spans.json in any case), and the page of a part's heading (`pages`);
- the word before the text of a card's field, which is the field's name; HTML tags in a cell;
- the exact heading: a title is mended (broken words joined, slips with their reason), a chapter's counting word becomes a numeral.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.german.number_words import COUNTED
from nachschlag.generator.ingest.drafts import Draft, Reading, Source
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.structure.profile import load_profile, parse_profile, shipped_profiles
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.recognisers.registry import RECOGNISERS
from nachschlag.generator.ingest.writing.draft_files import MENTIONED, WITHOUT_TEXT, files_of
from nachschlag.generator.model.fields import CARD_LABELS
from nachschlag.generator.model.slug import slugify

from tests.tries import tries

DATA = Path(__file__).parents[1] / "data" / "ingest"
BOOKS = {path.parent.name: path.read_text("utf-8") for path in sorted(DATA.glob("*/buch.*")) if path.suffix != ".html"}
STYLES: dict[str, dict[str, Any]] = {
    name: yaml.load((DATA / name / "profil.yaml").read_text("utf-8"), Loader=yaml.BaseLoader) for name in BOOKS
}

#: Cases missing from the miniature books: options that they do not set, cells and brackets without a field, names within a sentence.
MORE: dict[str, tuple[str, list[str]]] = {
    "stuecke": (
        "STÜCKE\n\nAlles, was steht.\n\n| Geländestück | Geländetyp | Höhe | Art |\n|---|---|---|---|\n"
        "| Turm | Hindernis | drei Zoll | alt |\n| Graben | | zwei Zoll | neu | dazu |\n| Hecke | Deckung |\n\n"
        "Geländestück\tGeländetyp\tHöhe\nTor\tHindernis\tvier Zoll\nWall\t\tein Zoll\n",
        ["headings", "rows"],
    ),
    "punktnamen": (
        "1.0 GABEN\n\n**Zäh (X)** [tough (X)]. Die Rotte hält aus.\n\n**Flink** (nur Reiter). Die Rotte läuft.\n\n**Stark.** Sie hebt.\n\n"
        "Barfuß. Diese Rotte geht.\n\nNass. Diese Rotte schwimmt.\n\nMerke. Das gilt immer.\n",
        ["headings", "leads", "rows"],
    ),
    "aufzaehlung": (
        "DIE WERTE\n\nEs gibt folgende Werte:\n\n- Der **Mut** (bravery) sagt, wie tapfer es ist.\n- Die **Kraft** hebt Steine.\n\n"
        "Name: Feuerpfeil (fire dart)\n\nReichweite zehn.\n",
        ["headings", "leads"],
    ),
    "klammern": (
        "KAPITEL EINS\n\nDIE TRUPPEN (TROOPS) UND MODELLE\n\nEin Modell steht auf seiner Base.\n\n1) ZUG (MOVE - FIRST THING)\n\n"
        "Man zieht. Modelle und Truppen ziehen.\n\nWÜRFEL (DICE):\n\nEr fällt.\n",
        ["headings"],
    ),
    "karten-allein": (
        "Bewegungsphase\n\nSPRUNG: *Hoch hinaus.*\n\nDie Einheit springt.\n\nPassiv\n\nFELL: *Dick.*\n\nEffekt: Addiere 1 zum\n\n12\n\n"
        "Wurf.\n\nSCHLÜSSEL **TIER**, FELL\n\nU Deine Schlachtphase 2\n\nBISS\n\nAnsage: Wähle ein Ziel.\n\nEingesetzt von: Tieren\n\n"
        "Deine Laufphase 7\n\n 9 \n\nHUF: *Laut.*\n\nEffekt: Er stampft.\n\n2.0 ENDE\n\nSchluss.\n",
        ["cards", "headings"],
    ),
    "seiten": (
        "WALD (Seite 3–5)\n\nEr brennt.\n\n§ 4 MOOR [fen]\n\nEs ist nass.\n\n# Von Kähnen (boats)\n\nEin Kahn fährt.\n",
        ["headings"],
    ),
    "listen": (
        "1.0 ARTEN\n\nEs gibt die folgenden:\n\n- **Dicht:** Hemmt den Blick.\n- **Nass:** Kostet einen Zug.\n\nNOTIZ: Nichts.\n\n"
        "1. **Erst:** Ziehen.\n2. **Dann:** Würfeln.\n",
        ["headings", "leads"],
    ),
    "woerter": (
        "1.0 REGELN\n\nEin Modell mit dem Wert **Mut** bleibt.\n\nWÖRTER\n\n3.14 Deichkrone\ndyke crown\n\noberster Rand\n\n"
        "**Krone**\nDas ist oben.\n\nMoor: Nass. (Regeln, 1.0)\n\nAlt: Früher.\n\nENDE\n\nNichts: mehr.\n",
        ["headings", "leads", "defined_terms", "mentions"],
    ),
    "bilder": (
        "DER WALD\n\nEr geht\n\nAbb. 2.1 – Ein Wald\n\nweiter.\n\n"
        "Tabelle 6.1: Tiere\n\n| Tier | Beine |\n|--|--|\n| Hase | vier |\n\nEnde.\n",
        ["headings", "captions", "tables"],
    ),
}  # fmt: skip
#: Separators between the blocks of a card, which are not words of it.
PAGE = {"why": "Seitenzahl", "begin": r"^12$"}
ALL: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (text, STYLES[name]) for name, text in BOOKS.items()},
    **{name: (text, {"recognisers": recognisers, "remainder": [PAGE]}) for name, (text, recognisers) in MORE.items()},
}


def test_all_recognisers_are_looked_at() -> None:
    assert {name for _, style in ALL.values() for name in style["recognisers"]} == set(RECOGNISERS)


@pytest.mark.parametrize("book", ALL)
def test_claimed_text_is_in_the_entrys_file(book: str) -> None:
    check(*ALL[book])


@given(st.data())
@settings(max_examples=tries(150), deadline=None)
def test_any_cut_of_any_book(data: st.DataObject) -> None:
    book = data.draw(st.sampled_from(sorted(ALL)))
    pieces = [part for name in (book, data.draw(st.sampled_from(sorted(ALL)))) for part in ALL[name][0].split("\n\n")]
    chosen = data.draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=14))
    check("\n\n".join(chosen) + data.draw(st.sampled_from(["", "\n"])), ALL[book][1])


@given(st.data(), st.sampled_from(shipped_profiles()))
@settings(max_examples=tries(60), deadline=None)
def test_any_book_in_any_shipped_style(data: st.DataObject, name: str) -> None:
    pieces = [part for text, _ in ALL.values() for part in text.split("\n\n")]
    text = "\n\n".join(data.draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=14)))
    compare(read_rules(Source("buch.txt", "text", text), load_profile(name)), labels_of(text))


def test_a_field_of_a_card_is_no_name() -> None:
    """A card's label is less sure than the card, even in a row of names before their texts."""
    name = "DUCKEN: *Alle werden klein.*"
    text = "\n\n".join([name, name, "GLIMMEN: *Ein Licht geht auf.*", "Effekt: Es leuchtet für diese Phase."])
    compare(read_rules(Source("buch.txt", "text", text), load_profile("aos")), labels_of(text))


def test_a_row_that_becomes_a_term_keeps_its_cells() -> None:
    text, style = ALL["stuecke"]
    check(text, {**style, "kinds": [{"kind": "glossary-term"}]})
    check(ALL["karten-allein"][0], {**ALL["karten-allein"][1], "kinds": [{"kind": "glossary-term"}]})


def test_cells_of_columns_without_a_field_are_the_text() -> None:
    files = files_of(read(*ALL["stuecke"]), "moos").texts
    tower, ditch = (next(body for path, body in files.items() if path.endswith(f"/{name}.md")) for name in ("turm", "graben"))
    assert tower.partition("\n---\n")[2] == "Höhe: drei Zoll\n\nArt: alt\n"
    assert ditch.partition("\n---\n")[2] == "Höhe: zwei Zoll\n\nArt: neu\n\ndazu\n"


def read(text: str, style: Mapping[str, Any]) -> Reading:
    profile = parse_profile(yaml.safe_dump(dict(style), allow_unicode=True), "probe")
    return read_rules(Source("buch.txt", "text", text), profile)


def check(text: str, style: Mapping[str, Any]) -> None:
    compare(read(text, style), labels_of(text))


def labels_of(text: str) -> set[str]:
    """The words that name a card's fields."""
    found = re.findall(r"(?m)^[*_]*(Ansage|Eingesetzt von|Effekt|SCHLÜSSEL)\b", text)
    return {word for label in found for word in words(label)}


#: Mark-up whose words are none of the book's: tags, and the kinds of boxes ("!!! danger").
MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|(?m:^(?:!!!|\?\?\?\+?|:::+)[ ]*\{?[.\w-]+)")


def words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W_]+", MARKUP.sub(" ", text))]


def leaves(value: Any) -> Iterator[str]:
    """All texts in a value."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif value is not None:
        yield str(value)


TITLES = ("title", "title_en", "number", "aliases", "abbreviations", "synonyms")


def compare(reading: Reading, labels: set[str]) -> None:
    """Compare every draft with its file, both ways."""
    book = Counter(words(reading.source.text))
    ours = {word for label in [*CARD_LABELS.values(), *reading.labels.values(), "Schlüsselwörter"] for word in words(label)}
    files = files_of(reading, "moos")
    for draft, id_ in zip(reading.drafts, files.ids, strict=True):
        head, body = written(files.texts, id_)
        said = words(" ".join([body, *leaves([head.get(name) for name in ("card", "data", "definition")])]))
        titles = [word for name in TITLES for word in words(" ".join(leaves(head.get(name))))]
        claimed = Counter(word for span in draft.spans for word in words(reading.source.text[span.start : span.end]))
        lost = claimed - Counter(said + titles)
        lost = Counter({word: many for word, many in lost.items() if not excused(word, draft, reading, titles, labels)})
        assert not lost, (id_, draft.recogniser, lost, said)
        only = Counter(words(body)) if not draft.term else Counter(words(head.get("definition", "")))
        invented = only - (book if draft.recogniser == "rows" else around(draft, reading) + Counter(titles))
        for mark in (WITHOUT_TEXT, MENTIONED):
            if body == mark or head.get("definition") == mark:
                invented = Counter()
                assert all(not word or word in titles or excused(word, draft, reading, titles, labels) for word in claimed), id_
        assert not {word: many for word, many in invented.items() if word not in ours}, (id_, draft.recogniser, invented)
        assert set(words(" ".join(leaves(head.get("card"))))) <= set(around(draft, reading)), (id_, head)
        assert set(words(" ".join(leaves(head.get("data"))))) <= set(book), (id_, head)


def around(draft: Draft, reading: Reading) -> Counter[str]:
    """The words from a draft's start to its end, without the remainder, and the words that it quotes."""
    spans = draft.spans or draft.quotes
    first, last = min((span.start for span in spans), default=0), max((span.end for span in spans), default=0)
    text = list(reading.source.text)
    for left in reading.remainder:
        text[left.span.start : left.span.end] = " " * (left.span.end - left.span.start)
    shown = ["".join(text[first:last]), *(reading.source.text[span.start : span.end] for span in draft.quotes)]
    return Counter(words(" ".join(shown)))


def written(texts: Mapping[str, str], id_: str) -> tuple[dict[str, Any], str]:
    """The text of an entry, head and body, or of a term."""
    slug = id_.rpartition("/")[2]
    if "/glossar/" in id_:
        (row,) = [row for row in yaml.safe_load(texts["glossary/moos.yaml"]) if slugify(row["title"]) == slug]
        return row, ""
    (text,) = [text for path, text in texts.items() if path.endswith(f"/{slug}.md")]
    head, _, body = text.removeprefix("---\n").partition("\n---\n")
    return yaml.safe_load(head), body.strip()


def excused(word: str, draft: Draft, reading: Reading, titles: list[str], labels: set[str]) -> bool:
    """Whether a word is recorded in another way; see the docstring of this module."""
    heading = draft.heading
    printed = words(reading.source.text[heading.start : heading.end]) if heading else []
    in_title = word in titles or (word in printed and (word in "".join(titles) or word in COUNTED))
    reasons = words(" ".join(draft.reasons))
    number = word in words(draft.number) or counts(word, draft, reading)
    pages = word in printed and bool(
        re.search(rf"\((?:Seiten?|S\.)[^)]*\b{word}\b|\({word}\b", _heading(draft, reading), re.IGNORECASE)
    )
    return in_title or number or pages or word in reasons or (draft.recogniser == "cards" and word in labels)


def _heading(draft: Draft, reading: Reading) -> str:
    return reading.source.text[draft.heading.start : draft.heading.end] if draft.heading else ""


def counts(word: str, draft: Draft, reading: Reading) -> bool:
    """Whether a number precedes a name at the start of an item."""
    if re.search(rf"(?:^|\s){word}\)", _heading(draft, reading), re.IGNORECASE):
        return True
    begins = [reading.source.text[span.start : span.start + 8].lstrip() for span in draft.spans]
    return word.isdecimal() and any(begin.lstrip("*_#-• ").startswith(word) for begin in begins)


@given(st.data())
@settings(max_examples=tries(150), deadline=None)
def test_a_last_line_without_its_end_is_read_like_one_with_it(data: st.DataObject) -> None:
    book = data.draw(st.sampled_from(sorted(ALL)))
    lines = ALL[book][0].splitlines()
    text = "\n".join(lines[: data.draw(st.integers(1, len(lines)))]).rstrip()
    bare, ended = (read(one, ALL[book][1]) for one in (text, f"{text}\n"))
    assert files_of(bare, "moos").texts == files_of(ended, "moos").texts
    assert left_over(bare) == left_over(ended)


def left_over(reading: Reading) -> list[tuple[str, str]]:
    left = ((left.why, reading.source.text[left.span.start : left.span.end].rstrip()) for left in reading.remainder)
    return [(why, text) for why, text in left if text]


@pytest.mark.parametrize("name", ["buch.txt", "buch.md", "buch.html"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "last", ["Schlusswort", "- Schlusswort", "# Schlusswort", "| Schlusswort | 2 |", "1.2 SCHLUSSWORT", "7\n\nSchlusswort"]
)
def test_readers_keep_a_last_line_without_its_end(tmp_path: Path, name: str, newline: str, last: str) -> None:
    above = "<p>Der Wald brennt.</p>\n<p>" if name.endswith("html") else "1.0 WALD\n\nEr brennt.\n\n"
    texts = []
    for end in ("", "\n"):
        (tmp_path / name).write_bytes((above + last + end).replace("\n", newline).encode())
        texts.append(read_source(tmp_path / name).text.rstrip("\n"))
    assert texts[0] == texts[1]
    assert texts[0].casefold().endswith(last.casefold().rpartition("\n")[2])
