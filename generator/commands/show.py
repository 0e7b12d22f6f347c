"""`nachschlag show`: one entry or term in the terminal, as Markdown, HTML or JSON."""

from __future__ import annotations

import argparse
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from ..model.command import Exit
from ..model.library import Library
from ..pages.as_markdown import as_markdown
from ..prose.body import BLOCKS, MADE
from ..references.look_up import label, look_up, suggestions, with_rules
from ._shared import kept_answers, load_for, say_loaded

if TYPE_CHECKING:
    from ..proofing.project import Loaded


def run(args: argparse.Namespace) -> int:
    source = _Source(args)
    found = with_rules(source.library, look_up(source.library, args.reference, args.system))
    if len(found) != 1:
        hits = found or suggestions(source.library, args.reference, args.system)
        head = f"„{args.reference}“ ist " + ("mehrdeutig:" if found else "unbekannt." + (" Am nächsten:" if hits else ""))
        lines = [head, *(f"    {hit.target}: {label(source.library, hit.target)}" for hit in hits)]
        print("\n".join(lines), file=sys.stderr)
        return Exit.FINDINGS
    target = found[0].target
    if args.format in ("json", "html"):
        sys.stdout.write(source.shown(target, args.format))
    elif args.format == "md":
        sys.stdout.write(as_markdown(source.library, target))
    else:
        from rich.console import Console
        from rich.markdown import Markdown

        Console(highlight=False).print(Markdown(_boxes_as_quotes(as_markdown(source.library, target))))
    return Exit.FINE


class _Source:
    """The source of the answer: the files of the last build, or else the content."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._kept = kept_answers(args)

    @cached_property
    def _loaded(self) -> Loaded:
        loaded = load_for(self._args)
        say_loaded()
        return loaded

    @property
    def library(self) -> Library:
        return self._kept.library if self._kept else self._loaded.library

    def shown(self, target: str, form: str) -> str:
        """A target as JSON or HTML."""
        from ..model.settings import read_settings
        from ..records.show_output import record_to_show, shown

        settings = read_settings(self._args.project)
        found = self.library.entry(target)
        record = self._kept.record(settings, found.id) if self._kept and found else None
        if found and record is None:
            record = record_to_show(self._loaded.library, self._loaded.graph, settings, target)
        return shown(self.library, settings, target, form, record or {})


def _boxes_as_quotes(text: str) -> str:
    """Our ":::" blocks as block quotes, which a terminal can show."""
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith(":::"):
            name = line.strip(": ").split(" ")[0]
            inside = name in BLOCKS and name != MADE
            lines.append(f"> **{BLOCKS[name]}**\n>" if inside else "")
        else:
            lines.append(f"> {line}" if inside else line)
    return "\n".join(lines)
