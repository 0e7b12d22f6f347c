"""Paragraphs that begin with their name and a full stop: "Barfuß. Diese Rotte …", "**Zäh (X)** [tough (X)]. Die ersten …".

A name in bold type or with an English original counts alone; a bare one only among others, because short sentences look the same.

Options:
  fewest    the fewest consecutive paragraphs with bare names, by default 4
  words     the most words in a name, by default 4
  skip      pattern of words that are no names

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "**Moor.** Es ist nass.\\n\\n**Wald** [wood]. Er brennt.\\n")
>>> [(start.title, start.title_en) for start in find(source, blocks_of(source), {})]
[('Moor', ''), ('Wald', 'Wood')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...drafts import Block, Source, Span
from ..casing import Casing, casing_of, english_title
from ..originals import is_english
from . import Start
from .lines import pattern

NAME = "run_in_names"
LEVEL = 7

_RUN_IN = re.compile(
    r"(?P<bold>\*\*)?(?P<name>[A-ZÄÖÜ][^\W\d]+(?:[ -][^\W\d_]+){0,6}(?:[ ]?\([X\d]{1,2}\))?)[*]{0,2}[ ]?"
    r"(?P<original>[*_]{0,2}[\[(](?P<english>(?:[^()\[\]\n]|\([^()\n]{1,9}\)){2,50})[\])][*_]{0,2})?[ ]?\.[*_]{0,2}[ ]+"
    r"(?=[*_„]{0,2}[A-ZÄÖÜ])"
)


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each paragraph with a name; it extends to the next rule."""
    casing, most = casing_of(source), int(options.get("words", 4))
    for run in _runs(source, blocks, pattern(options, "skip"), most):
        many = len(run) >= int(options.get("fewest", 4))
        yield from (_start(found, casing) for found in run if many or found["bold"] or _original(found, casing))


def _runs(source: Source, blocks: Sequence[Block], skip: re.Pattern[str], most: int) -> Iterator[list[re.Match[str]]]:
    """Runs of named paragraphs with only blank lines and page furniture in between."""
    run: list[re.Match[str]] = []
    for block in blocks:
        if block.kind in ("blank", "page-number", "running-head"):
            continue
        found = _RUN_IN.match(source.text, block.start, block.end) if block.kind == "paragraph" else None
        if found and len(found["name"].split()) <= most and not skip.search(found["name"]):
            run.append(found)
        else:
            yield run
            run = []
    yield run


def _start(found: re.Match[str], casing: Casing) -> Start:
    """The start of a named paragraph; a bracket without an original is text."""
    why, english = "Name mit Punkt vor dem Text", _original(found, casing)
    end = found.end("name") if found["english"] and not english else len(found[0].rstrip()) + found.start()
    heading = Span(found.start("name"), end)
    return Start(heading, found["name"], NAME, LEVEL, title_en=english, start=found.start(), certainty=0.7, reasons=(why,))


def _original(found: re.Match[str], casing: Casing) -> str:
    english = found["english"] or ""
    return english_title(english) if english and is_english(english, found["name"], casing) else ""
