"""`nachschlag show`: one entry or term in the terminal, as Markdown, HTML or JSON."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from ..files.json_text import to_json
from ..model.command import Exit
from ..model.values import Entry, Term
from ..pages.as_markdown import as_markdown
from ..pages.rendered import Rendering
from ..proofing.project import Loaded
from ..prose.body import BLOCKS
from ..prose.markdown import render_text
from ..records.glossary import concept_record, term_record
from ..records.static_api import absolute_href, full_record
from ..references.look_up import label, look_up, suggestions
from ._shared import load_for, stderr


def run(args: argparse.Namespace) -> int:
    loaded = load_for(args)
    found = look_up(loaded.library, args.reference, args.system)
    if len(found) != 1:
        hits = found or suggestions(loaded.library, args.reference, args.system)
        head = f"„{args.reference}“ ist " + ("mehrdeutig:" if found else "unbekannt." + (" Am nächsten:" if hits else ""))
        lines = [head, *(f"    {hit.target}: {label(loaded.library, hit.target)}" for hit in hits)]
        stderr().print("\n".join(lines), markup=False)
        return Exit.FINDINGS
    target = found[0].target
    if args.format == "json":
        sys.stdout.write(to_json(record(loaded, target)))
    elif args.format == "html":
        sys.stdout.write(html(loaded, target) + "\n")
    elif args.format == "md":
        sys.stdout.write(as_markdown(loaded.library, target))
    else:
        Console(highlight=False).print(Markdown(_boxes_as_quotes(as_markdown(loaded.library, target))))
    return Exit.FINE


def record(loaded: Loaded, target: str) -> dict[str, Any]:
    """The JSON record of an entry, term or concept."""
    found = loaded.library.target(target)
    if isinstance(found, Entry):
        return full_record(Rendering(loaded.library, loaded.graph), found, absolute_href(loaded.library, loaded.settings))
    if isinstance(found, Term):
        return term_record(loaded.library, found)
    assert found is not None
    return concept_record(loaded.library, found)


def html(loaded: Loaded, target: str) -> str:
    """Title, short rule and rule as HTML, with absolute or site-relative links."""
    href = absolute_href(loaded.library, loaded.settings)
    found = loaded.library.target(target)
    rendering = Rendering(loaded.library, loaded.graph)
    assert found is not None
    parts = [render_text(f"## {found.title}").filled()]
    if isinstance(found, Entry):
        shown = rendering.entry(found)
        parts += [f"<p>{shown.short.filled(href)}</p>" if shown.short else "", shown.html(href)]
    elif isinstance(found, Term):
        parts.append(rendering.term(found).definition.filled(href))
    return "\n".join(filter(None, parts))


def _boxes_as_quotes(text: str) -> str:
    """Our ":::" blocks as block quotes, which a terminal can show."""
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith(":::"):
            name = line.strip(": ").split(" ")[0]
            inside = name in BLOCKS
            lines.append(f"> **{BLOCKS[name]}**\n>" if inside else "")
        else:
            lines.append(f"> {line}" if inside else line)
    return "\n".join(lines)
