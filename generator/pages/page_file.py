"""The parts of a page file: the head for the site builder, and the template environment."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape

import jinja2
from markupsafe import Markup

from ..files.own_files import TEMPLATES
from ..model.settings import Settings
from ..prose.markdown import BRIEF
from ..prose.plain import plain
from ..reading.overlay import MARK
from .previews.card import preview_path
from .styles import accent_of

TEMPLATE_FOLDER = "generator/templates"


@dataclass(frozen=True, slots=True)
class Page:
    """One page file: path below the pages folder, and its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Head:
    """The values about a page that the theme needs.

    source       the file from which it is made
    hero, index  whether it has the search bar, and whether the search indexes it
    contents     the contents beside it (see `contents.py`)
    toc          whether its own headings are beside it
    feeds        id of the system whose feeds it names
    lang         language of its text, if not German
    private      whether it belongs to a private system
    system_name, system_short, accent   its system's names and colour
    script       path of a script that it loads besides those of all pages
    is_frame     whether it is the frame of offline pages, which contains whatever any of them may need
    """

    title: str = ""
    description: str = ""
    system: str = ""
    id: str = ""
    is_entry: bool = False
    source: str = ""
    hero: bool = True
    index: bool = True
    contents: str = ""
    toc: bool = True
    feeds: str = ""
    lang: str = ""
    private: bool = False
    system_name: str = ""
    system_short: str = ""
    accent: str = ""
    script: str = ""
    is_frame: bool = False


def front_matter(head: Head, settings: Settings) -> str:
    """The YAML head of a page file. Its title names the system, as many rules are called the same in several."""
    title = head.title if head.title == head.system_name or not head.system else f"{head.title} ({head.system_short})"
    meta = {
        # Escaped here, because MkDocs' templates insert both into the page unescaped.
        "title": escape(title),
        "description": escape(plain(head.description)[:200]),
        "nachschlag": {
            "system": head.system,
            "id": head.id,
            "entry": head.id if head.is_entry else "",
            "accent": head.accent or accent_of(),
            "hero": head.hero,
            "index": head.index,
            "file": head.source,
            "shown": head.source.startswith(("content/", "glossary/")),
            "edit": "" if head.private else settings.edit_url(head.source),
            "private": MARK if head.private else "",
            "contents": head.contents,
            "feeds": head.feeds,
            "lang": head.lang,
            **({"script": head.script} if head.script else {}),
            "report": settings.report if (head.id or head.is_frame) and not head.private else "",
            **({"preview": _preview(head, settings)} if settings.has_previews and not head.private else {}),
        },
        "hide": [] if head.toc else ["toc"],
    }
    lines = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in meta.items() if value)
    return f"---\n{lines}---\n"


def _preview(head: Head, settings: Settings) -> dict[str, str]:
    """A page's picture: path below the site, and its description."""
    path = preview_path(head.system, head.id if head.is_entry else "")
    shown = f"{head.title}: {plain(head.description)}" if head.is_entry else head.system_name or settings.site_name
    return {"path": path, "alt": escape(shown[:400])}


def markdown_escape(text: str) -> str:
    """Escape text so that a Markdown heading shows it literally."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")  # "\<" is no escape in Python-Markdown
    return re.sub(r"([\\`*_{}\[\]>#])", r"\\\1", text)


@cache
def environment() -> jinja2.Environment:
    """The template environment: HTML-escaping, strict about unknown names."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # "{#anchor}" is a heading's address here, not a comment.
        comment_start_string="{##",
        comment_end_string="##}",
    )
    env.filters["md"] = lambda text: Verbatim(markdown_escape(str(text)))
    env.filters["before"] = lambda text, end: str(text).partition(end)[0]
    env.tests["brief"] = lambda html: len(Markup(html).striptags()) < BRIEF
    return env


def compiled_templates() -> jinja2.BytecodeCache | None:
    """The user's cache of compiled templates, shared by all projects, because compiling a template takes longer than filling it.

    None where the system has no safe place for it.
    """
    with suppress(OSError, RuntimeError):
        return _Compiled()
    return None


class _Compiled(jinja2.FileSystemBytecodeCache):
    """A cache that tolerates a full folder, or one cleared while the process runs."""

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Verbatim(str):
    """Markdown text that autoescaping leaves alone."""

    def __html__(self) -> str:
        return str(self)
