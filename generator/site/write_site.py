"""Page files → the files of a finished site in one pass, with the same bytes as `mkdocs build` followed by `finish_site`.

Uses MkDocs for navigation and templates; does once (`frames`), or not at all (`page_body`), what MkDocs would do 1,750 times, and
nothing for a page whose file, frame and other inputs are those of the last run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files.json_text import compact_json
from ..files.memo import Memo, digest
from ..files.output import Batch, Output, Stamp
from .builder_config import THEME
from .contents import CONTENTS, asked_in, piece, read_contents, with_contents
from .finish import MARKED, MARKER, steady_sitemap, with_policy
from .frames import INNER, Frames, Placed, filled, mark, without_marks
from .merged_styles import TARGET, Use, is_themes_style, merged_styles, most_common, relinked, unneeded, use_of, words_of
from .offline import hashes_of, offline_files, with_hashes, worker_script
from .page_body import PageBody, read_page
from .site_source import SiteSource

if TYPE_CHECKING:
    from jinja2 import BytecodeCache
    from mkdocs.config.defaults import MkDocsConfig

#: The Markdown extensions that our own page reading supports.
_EXTENSIONS = {"attr_list", "fenced_code", "tables", "toc"}
#: The contents beside a page: their mark, and the mark of their name, which the theme's template prints.
_BESIDE = "beside"
_NAME = ".nachschlag.contents"
#: The number of pages kept in memory between their two uses; all others are read twice.
_MOST_PLACED = 2500
#: Text in a page's content that finishing would change; a page with it is finished as a whole.
_ODD = ("<script", "data-inhalt=", "assets/")


def can_write(config: MkDocsConfig) -> bool:
    """Whether we can write a site with these settings: our theme, no plugins, only the Markdown extensions of our pages."""
    options = {name: options for name, options in (config.mdx_configs or {}).items() if options}
    return (
        config.theme.name == "material"
        and Path(str(config.theme.custom_dir)).resolve() == THEME.resolve()
        and not config.plugins
        and not config.extra_templates
        and not (config.exclude_docs or config.draft_docs)
        and set(config.markdown_extensions) == _EXTENSIONS
        and options == {"toc": {"permalink": False}}
    )


class Site:
    """One site to be written from the page files in the folder `docs`.

    `shared` is a digest of everything that decides pages besides their own files: settings, navigation, theme, this program. `memo`
    holds what the pages of the last run need, `compiled` the compiled templates; `found` are the stamps of all page files, if
    known.

    >>> site = Site(lambda: config, Path("build/pages"), Memo(), "")
    >>> site.write(Output(Path("site")), "2026-11-21")
    """

    def __init__(
        self,
        open_config: Callable[[], MkDocsConfig],
        docs: Path,
        memo: Memo,
        shared: str,
        compiled: BytecodeCache | None = None,
        found: Mapping[str, Stamp] | None = None,
    ) -> None:
        self._source = SiteSource(open_config, docs, memo, shared, compiled, found)
        self._memo, self._shared = memo, shared
        self._placed: dict[str, Placed] = {}
        self._linked: dict[str, str] = {}
        self._asked: dict[str, list[str]] = {}
        #: The theme's own pages, such as the one for missing addresses, and pages without a frame.
        self._of_theme = sorted(name for name in self._source.templates if name.endswith(".html"))
        self._alone = [*self._of_theme, *(path for path in self._source.static if path.endswith(".html"))]
        self._all_pages = digest(shared, *self._source.pages)

    @property
    def is_mostly_known(self) -> bool:
        """Whether nine in ten pages are those of the last run."""
        known = self._last_rows
        same: int = sum(path in known and known[path][0] == self._stamp(path) for path in self._source.pages)
        return 10 * same >= 9 * len(self._source.pages)

    def write(self, output: Output, date: str, *, live: bool = False, changed: Collection[str] | None = None) -> None:
        """Write everything in the order of its dependencies; see `finish_site` for `date` and `live`. `changed` are the page files that
        changed since the last run on this output, if nothing else did."""
        few = None if live or changed is None else self._few(output, changed)
        self._write_files(output, few)
        contents = read_contents(self._source.docs)
        hashes = None if live else hashes_of(output.files)
        finishing = _Finishing(contents, hashes)
        decided = digest(self._shared, *self._merge, compact_json(hashes))
        beside: dict[str, str] = {}
        for make, paths in ((self._page, self._source.pages), (self._whole, self._alone)):
            for path in paths if few is None else few.intersection(paths):
                needs = self._rows[path][1]
                if needs not in beside:
                    beside[needs] = digest(*(contents.get(name, "") for name in self._asked_by(path)))
                key = digest(decided, self._stamp(path), beside[needs])
                output.batch(Batch(path, key, partial(make, path, finishing)))
        script = "" if live else self._memo.value(digest("worker", self._shared), worker_script)
        for path, text in () if live else offline_files(output.files, date, script):
            output.write(path, text)
        output.write(MARKER, MARKED)
        output.finish()
        self._keep()

    def _keep(self) -> None:
        """Keep what was asked for, and what pages that were not made need."""
        for _, *keys in self._rows.values():
            for key in keys:
                self._memo.keep(key)
        self._memo.keep_named("selected")
        self._memo.save()

    def _few(self, output: Output, changed: Collection[str]) -> set[str] | None:
        """The paths of changed page files, all others of which are kept in the output; None if that is not possible, or they may decide
        others."""
        path_of = {page.name: path for path, page in self._source.pages.items()}
        few = {path_of.get(name, name) for name in changed}
        if CONTENTS in few or not few <= self._source.stamps.keys() or any(path.endswith((".css", ".js")) for path in few):
            return None
        rows = {path: self._row_of(path) for path in few & {*path_of.values(), *self._alone}}
        if any(path not in self._last_rows or self._last_rows[path][1:] != row[1:] for path, row in rows.items()):
            return None
        if not all(map(output.is_as_last, few)) or not output.keep_but(few):
            return None
        self._rows = self._memo.grown("rows", digest(repr(sorted(rows.items()))), lambda _: {**self._last_rows, **rows})
        return few

    def _stamp(self, path: str) -> str:
        """A digest of what decides a file's content; the theme's own files may name all pages."""
        return repr(self._source.stamps[path]) if path in self._source.stamps else self._all_pages

    # -- static files --------------------------------------------------------------------------------------------------------

    def _write_files(self, output: Output, few: Collection[str] | None) -> None:
        """Write all files that are no pages, and the merged styles, or only a few files."""
        static = self._source.static
        if few is not None:
            for path in {*few} - self._source.pages.keys() - {*self._alone}:
                output.batch(Batch(path, self._stamp(path), partial(self._copied, path)))
            return
        left_out = {*self._alone, *(unneeded(static, self._merge, self._uses.all) if self._merge else ())}
        left_out |= {TARGET} if self._merge else set()
        for path in static.keys() - left_out:
            output.batch(Batch(path, self._stamp(path), partial(self._copied, path)))
        if self._merge:
            read = [*self._merge, *self._uses.scripts]
            key = digest(self._shared, *read, *map(self._stamp, read), *self._uses.names)
            output.batch(Batch(TARGET, key, self._merged))
        for name in sorted(self._source.templates - {*self._of_theme}):
            output.batch(Batch(name, self._all_pages, partial(self._template, name)))

    def _copied(self, path: str) -> Iterator[tuple[str, Path | bytes]]:
        file = self._source.static[path]
        yield path, file if file.is_relative_to(self._source.docs) else file.read_bytes()  # no link into the theme

    def _merged(self) -> Iterator[tuple[str, str]]:
        yield TARGET, merged_styles(self._source.static, self._merge, self._uses.all)

    def _template(self, name: str) -> Iterator[tuple[str, str | bytes]]:
        text = self._source.template(name)
        if name == "sitemap.xml":
            yield from steady_sitemap(text)
        elif text.strip():
            yield name, text

    # -- pages -------------------------------------------------------------------------------------------------------------

    def _page(self, path: str, finishing: _Finishing) -> Iterator[tuple[str, bytes]]:
        placed = self._place(path)
        if placed.frame not in self._linked:
            self._linked[placed.frame] = self._relinked(
                self._frames.texts[placed.frame], self._needs_of_frame(placed.frame, path)
            )
        yield path, _encoded(finishing.page(placed, self._linked[placed.frame]))

    def _whole(self, path: str, finishing: _Finishing) -> Iterator[tuple[str, bytes]]:
        _, needs, _ = self._memo.value(self._rows[path][1], lambda: self._needs_of(path))
        html = self._relinked(self._text(path), needs)
        yield path, _encoded(finishing.whole(html, path.rpartition("/")[0] + "/" if "/" in path else ""))

    def _relinked(self, html: str, needs: Sequence[Any]) -> str:
        """A frame or whole page with the merged styles, if it links those that were merged."""
        return relinked(html, self._merge[0]) if self._merge and _use(needs).links == self._merge else html

    @cached_property
    def _frames(self) -> Frames:
        return Frames(self._source, self._memo, self._shared)

    def _place(self, path: str) -> Placed:
        """A page's frame and contents."""
        if path in self._placed:
            return self._placed[path]
        body = read_page(self._source.text(path))
        if body is None:
            page = self._source.rendered(path)
            body = PageBody(dict(page.meta), page.content or "", ())
        placed = self._frames.place(self._source.pages[path], body)
        if len(self._placed) < _MOST_PLACED:
            self._placed[path] = placed
        return placed

    def _text(self, path: str) -> str:
        """The HTML of a page without a frame."""
        if path not in self._of_theme:
            return self._source.static[path].read_text("utf-8")
        return str(self._memo.value(self._key_of_text(path), lambda: self._source.template(path)))

    def _key_of_text(self, path: str) -> str:
        return digest("text", self._all_pages, path)

    # -- what pages need -----------------------------------------------------------------------------------------------------

    @cached_property
    def _merge(self) -> tuple[str, ...]:
        """The style files to merge; () if there are none."""
        key = digest(repr(sorted(self._times.items())))
        return tuple(self._memo.grown("merge", key, lambda _: most_common(self._uses.links)))

    @cached_property
    def _times(self) -> Counter[str]:
        """The number of pages with the same needs, by the key of these."""
        return Counter(key for _, key, *_ in self._rows.values())

    @cached_property
    def _uses(self) -> _Uses:
        """The needs of all pages."""
        uses = _Uses()
        first = {key: path for path, (_, key, *_) in reversed(self._rows.items())}
        for key, times in self._times.items():
            frame, needs, _ = self._memo.value(key, lambda path=first[key]: self._needs_of(path))  # type: ignore[misc]
            if frame is None:
                uses.alone[key] = _use(needs)
            else:
                if frame not in uses.frames:
                    uses.frames[frame] = _use(self._needs_of_frame(frame, first[key]))
                uses.add(_use(needs))
            uses.times[frame or key] += times
        return uses

    @cached_property
    def _rows(self) -> dict[str, list[str]]:
        """For each page, with a frame or without, what decides its file, and the keys under which the memo has its needs, its frame, that
        frame's needs, and its list of contents. Kept for pages with unchanged files."""
        stamps = {path: self._stamp(path) for path in (*self._source.pages, *self._alone)}

        def made(before: dict[str, list[str]] | None) -> dict[str, list[str]]:
            last = before or {}
            return {
                path: last[path] if last.get(path, [""])[0] == stamp else self._row_of(path) for path, stamp in stamps.items()
            }

        rows: dict[str, list[str]] = self._memo.grown("rows", digest(*stamps, *stamps.values()), made)
        return rows

    @cached_property
    def _last_rows(self) -> dict[str, list[str]]:
        return self._memo.last("rows") or {}

    def _row_of(self, path: str) -> list[str]:
        needs = self._needs_of(path)
        key = digest("needs", compact_json(needs))
        self._memo.value(key, lambda: needs)
        if path in self._source.pages:
            placed = self._place(path)
            return [self._stamp(path), key, self._key_of_frame(placed.frame), *placed.kept]
        return [self._stamp(path), key, *([self._key_of_text(path)] if path in self._of_theme else [])]

    def _needs_of(self, path: str) -> list[Any]:
        """The frame of a page (None for none), its own needs, and the names of the contents that it shows."""
        if path not in self._source.pages:
            text = self._text(path)
            return [None, self._needs(text), asked_in(text)]
        placed = self._place(path)
        inner = "\n".join(placed.values.get(name, "") for name in INNER)
        words = " ".join(value for name, value in placed.values.items() if name not in INNER)  # values of the head, in attributes
        asked = [*asked_in(inner), *self._asked_by_frame(placed.frame), placed.values.get(_NAME, "")]
        return [placed.frame, self._needs(f"{inner}\n<m {words}>"), asked]

    def _asked_by_frame(self, frame: str) -> list[str]:
        """The names of the contents that all pages in a frame show."""
        if frame not in self._asked:
            self._asked[frame] = asked_in(self._frames.texts[frame])
        return self._asked[frame]

    def _asked_by(self, path: str) -> list[str]:
        """The names of the contents that a page shows."""
        _, _, asked = self._memo.value(self._rows[path][1], lambda: self._needs_of(path))
        names: list[str] = asked
        return names

    def _needs_of_frame(self, frame: str, path: str) -> list[Any]:
        """The needs of the frame of a page."""

        def made() -> list[Any]:
            return self._needs(without_marks(self._frames.texts[self._place(path).frame]))

        needs: list[Any] = self._memo.value(self._key_of_frame(frame), made)
        return needs

    def _key_of_frame(self, frame: str) -> str:
        return digest("frame", self._shared, frame)

    def _needs(self, html: str) -> list[Any]:
        use = use_of(html, self._source.static)
        return [[*use.links], [*use.scripts], sorted(use.names & self._selected), sorted(use.named)]

    @cached_property
    def _selected(self) -> frozenset[str]:
        """All words by which the theme's styles may select; no other name matters."""
        static = self._source.static
        styles = [name for name in static if is_themes_style(name)]
        key = digest(*styles, *map(self._stamp, styles))
        return frozenset(
            self._memo.grown("selected", key, lambda _: sorted(words_of(static[name].read_text("utf-8") for name in styles)))
        )


def _use(row: Sequence[Any]) -> Use:
    links, scripts, names, named = row
    return Use(tuple(links), tuple(scripts), frozenset(names), frozenset(named))


@dataclass
class _Uses:
    """The needs of the frames, of their pages' own parts (by styles and scripts), and of the pages without a frame (by the key of these
    needs); and the number of pages of each frame or such key.
    """

    frames: dict[str, Use] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    parts: dict[tuple[tuple[str, ...], tuple[str, ...]], Use] = field(default_factory=dict)
    alone: dict[str, Use] = field(default_factory=dict)

    def add(self, part: Use) -> None:
        """Add what a page's own part needs to the needs of those with the same styles and scripts."""
        key = part.links, part.scripts
        known = self.parts.setdefault(key, part)
        if not (part.names <= known.names and part.named <= known.named):
            self.parts[key] = Use(*key, known.names | part.names, known.named | part.named)

    @property
    def links(self) -> Iterator[tuple[Use, int]]:
        yield from ((use, self.times[frame]) for frame, use in self.frames.items())
        yield from ((use, self.times[place]) for place, use in self.alone.items())

    @cached_property
    def all(self) -> list[Use]:
        return [*self.frames.values(), *self.parts.values(), *self.alone.values()]

    @property
    def scripts(self) -> list[str]:
        return sorted({script for use in self.all for script in use.scripts})

    @property
    def names(self) -> list[str]:
        return sorted(frozenset[str]().union(*(use.names for use in self.all)))


def _encoded(html: str) -> bytes:
    return html.encode("utf-8", "xmlcharrefreplace")


class _Finishing:
    """Does to each frame what `finish_site` does to each page."""

    def __init__(self, contents: Mapping[str, str], hashes: Mapping[str, str] | None) -> None:
        self._contents, self._hashes = contents, hashes
        self._known = {**contents, mark(_NAME): mark(_BESIDE)}
        self._shells: dict[str, str] = {}

    def page(self, page: Placed, frame: str) -> str:
        """A finished page in a frame."""
        if any(odd in page.values.get(name, "") for name in INNER for odd in _ODD):
            return self.whole(filled(frame, page.values), page.url)
        if page.frame not in self._shells:
            self._shells[page.frame] = self._finished(frame, self._known, page.url)
        beside = piece(self._contents.get(page.values.get(_NAME, ""), ""), page.url, "../" * page.url.count("/"))
        return filled(self._shells[page.frame], {**page.values, _BESIDE: beside})

    def whole(self, html: str, url: str) -> str:
        """A finished page without a frame."""
        return self._finished(html, self._contents, url)

    def _finished(self, html: str, contents: Mapping[str, str], url: str) -> str:
        html = with_contents(html, contents, url)
        return with_policy(html if self._hashes is None else with_hashes(html, self._hashes))
