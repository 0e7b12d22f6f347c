"""The report on a book as one HTML file for a browser, without a script or anything to load."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from ...files.fingerprint import integrity
from ...files.word_diff import as_html, word_diff
from ...model.values import KINDS
from ...pages.page_file import environment
from ...pages.styles import style_of
from ...prose.wording import counted, german_number
from .report import UNSURE

_FORMATS = {"text": "Text", "markdown": "Markdown", "html": "HTML", "pdf": "PDF"}

Row = Mapping[str, Any]


def report_html(record: Row) -> str:
    """The page of a `report_record`."""
    style = style_of("standalone.css", "ingest/report.css")
    return (
        environment()
        .get_template("ingest.html.j2")
        .render(
            report=record,
            style=style,
            style_hash=integrity(style),
            format=_FORMATS.get(record["source"]["format"], record["source"]["format"]),
            recognised=_share(record),
            sections=list(_sections(record)),
            unsure=_grouped(sorted(_unsure(record), key=lambda row: row["certainty"]), "found_as"),
            has_pages=any(part["pages"] for part in record["parts"]),
            parts=_grouped(record["drafts"], "part"),
            remainder=_grouped(record["remainder"], "why"),
            repairs=[
                (sure, _grouped((row for row in record["repairs"] if row["sure"] == sure), "name")) for sure in (True, False)
            ],
            difference=lambda row: Markup(as_html(word_diff(row["before"], row["after"]))),
            number=german_number,
            percent=lambda share: f"{share:.0%}".replace("%", " %"),
            count=counted,
            kind=lambda row: "Begriff" if row["term"] else KINDS[row["kind"]][0],
            seen=seen,
            is_unsure=lambda row: row["certainty"] < UNSURE,
            is_kind_unsure=lambda row: row.get("kind_certainty", 1) < UNSURE,
        )
    )


def _share(record: Row) -> str:
    """The share of the book in drafts: never 100 % if anything remains."""
    characters, left = record["source"]["characters"], record["counts"]["remainder"]
    share = int(1000 * (characters - left) / characters) / 10 if characters else 0.0
    return f"{share:.1f}".removesuffix(".0").replace(".", ",") + " %"


def _sections(record: Row) -> Iterator[tuple[str, str]]:
    """(anchor, heading) of the page's sections."""
    if any(record["edition"].values()):
        yield "ausgabe", "Gegenüber dem letzten Einlesen"
    if any(_unsure(record)):
        yield "unsicher", "Sieh das zuerst an"
    yield "erkannt", "Alles, was erkannt wurde"
    if record["remainder"]:
        yield "rest", "Nicht zugeordnet"
    if record["repairs"]:
        yield "reparaturen", "Reparaturen"


def _unsure(record: Row) -> Iterator[Row]:
    return (row for row in record["drafts"] if row["certainty"] < UNSURE)


def _grouped(rows: Iterable[Row], by: str) -> list[tuple[str, Sequence[Row]]]:
    """Group rows by a value, in the order of its first occurrence."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[by], []).append(row)
    return list(groups.items())


def seen(text: str) -> Markup:
    """Make everything in a text visible: lone white space, line breaks and invisible characters.

    >>> seen(" "), seen("Scha-\\nblone"), seen("\\u00ad")
    (Markup('␣'), Markup('Scha-↵blone'), Markup('[U+00AD]'))
    """
    text = text.replace("\n", "↵")
    if text.isprintable() and text.strip():
        return escape(text)
    shown = "".join("␣" if sign == " " and not text.strip() else _shape(sign) for sign in text)
    return escape(shown)


def _shape(sign: str) -> str:
    hidden = unicodedata.category(sign)[0] == "C" or (sign.isspace() and sign != " ")
    return f"[U+{ord(sign):04X}]" if hidden else sign
