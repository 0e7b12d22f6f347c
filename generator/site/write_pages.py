"""Write everything that the site builder needs into one folder: pages, styles, redirects, the static API, our static files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain

from ..files.json_text import compact_json
from ..files.memo import Memo, digest
from ..files.output import Batch, Output
from ..history.feeds import feeds
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Concept, Entry, System, Term
from ..pages.embed_page import embed_redirects
from ..pages.page_file import Page
from ..pages.page_keys import PageKeys
from ..pages.previews.card import preview_path
from ..pages.rendered import Rendering
from ..pages.site_pages import Pages, terms_alone
from ..prose.address import page_url, redirects, relative_url
from ..prose.soft_hyphens import SoftHyphens
from ..reading.overlay import is_private
from ..records.static_api import StaticApi
from .contents import CONTENTS, contents
from .embed_scripts import finder_file


def write_pages(
    rendering: Rendering,
    settings: Settings,
    output: Output,
    tick: Callable[[], None] = lambda: None,
    changes: Mapping[str, Change] | None = None,
    memo: Memo | None = None,
    soft: SoftHyphens | None = None,
) -> None:
    """Write all page files and static files, making only those that changed; call `output.finish()` after all build steps.

    Calls `tick` once per page, for a progress bar. `changes` gives the changes in the English of outdated entries; `memo` has marks of
    the library's values, `soft` are its soft hyphens.
    """
    for batch in _Batches(rendering, settings, output, changes or {}, memo, soft):
        output.batch(batch)
        tick()


@dataclass(frozen=True, slots=True)
class FewFiles:
    """The files to make after a few texts changed: the pages and records of these entries and terms, the pages of these concepts, the pages
    of progress of some systems, the lists of others."""

    things: Sequence[Entry | Term]
    concepts: Sequence[Concept] = ()
    progress: Sequence[System] = ()
    lists: Sequence[System] = ()


def write_few(
    rendering: Rendering,
    settings: Settings,
    output: Output,
    changes: Mapping[str, Change],
    soft: SoftHyphens,
    made: FewFiles,
    key: str,
) -> bool:
    """Write some files alone; all others stay as the last run left them. Returns False, having written nothing, if they are not all so.

    `key` differs from those of all other runs: one that looks at all things makes these files again.
    """
    few = [*_Batches(rendering, settings, output, changes, None, soft).of_few(made, key)]
    if not output.keep_but({batch.name for batch in few}):
        return False
    for batch in few:
        output.batch(batch)
    return True


class _Batches:
    """All files, in batches that are each made as a whole."""

    def __init__(
        self,
        rendering: Rendering,
        settings: Settings,
        output: Output,
        changes: Mapping[str, Change],
        memo: Memo | None,
        soft: SoftHyphens | None,
    ) -> None:
        self._library, self._settings, self._rendering = rendering.library, settings, rendering
        self._pages = Pages(rendering, settings, changes, soft)
        self._keys = PageKeys(rendering.library, rendering.graph, settings, changes, memo, self._pages.soft)
        self._api = StaticApi(rendering, settings, changes, output)

    def __iter__(self) -> Iterator[Batch]:
        library, keys = self._library, self._keys
        yield Batch("pages", keys.of_all_lists, lambda: _files(chain(self._pages.fixed(), self._pages.concept_list())))
        for system in library.systems.values():
            yield self._lists(system, keys.of_lists(system))
            yield Batch(f"{system.id}/finder", keys.of_names(system), partial(finder_file, library, system))
            yield self._progress(system, keys.of_progress(system))
            things: list[Entry | Term] = [*library.system_entries(system.id), *terms_alone(library, system)]
            yield from (self._thing(it, keys.of(it)) for it in things)
            yield from self._api.of_system(system, keys)
            self._rendering.forget()  # only these files have the texts of a system
        for concept in library.concepts.values():
            yield self._concept(concept, keys.of_concept(concept))
        yield Batch("static", keys.site, partial(_static, library, self._settings))
        yield Batch(CONTENTS, keys.of_all_lists, lambda: [(CONTENTS, compact_json(contents(library)))])
        yield from _redirects(library, self._settings)
        yield from self._api.batches(keys)

    def of_few(self, made: FewFiles, key: str) -> Iterator[Batch]:
        """The batches of these files, and of what has the texts of these things whole."""
        yield from (self._lists(system, key) for system in made.lists)
        yield from (self._thing(it, key) for it in made.things)
        yield from (self._concept(concept, key) for concept in made.concepts)
        yield from (self._progress(system, key) for system in made.progress)
        yield from self._api.of_few(made.things, made.lists, key)

    def _lists(self, system: System, key: str) -> Batch:
        def files() -> Iterator[tuple[str, str]]:
            yield from _files(self._pages.lists(system))
            yield from feeds(self._library, system, self._settings)

        return Batch(f"{system.id}/", key, files)

    def _progress(self, system: System, key: str) -> Batch:
        return Batch(f"{system.id}/stand", key, lambda: _files([self._pages.stand(system)]))

    def _thing(self, it: Entry | Term, key: str) -> Batch:
        if isinstance(it, Entry):
            return Batch(it.id, key, lambda: chain(_files([self._pages.entry(it)]), self._api.of_entry(it)))
        return Batch(it.id, key, lambda: _files([self._pages.term(it)]))

    def _concept(self, concept: Concept, key: str) -> Batch:
        return Batch(f"begriffe/{concept.id}", key, lambda: _files([self._pages.concept(concept)]))


def _files(pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    return ((page.path, page.text) for page in pages)


def _static(library: Library, settings: Settings) -> Iterator[tuple[str, str | bytes]]:
    from .static_files import static_files  # here, because few builds make them

    return static_files(library, settings)


def _redirects(library: Library, settings: Settings) -> Iterator[Batch]:
    """The pages at former addresses, by system."""
    found: dict[str, dict[str, str]] = {}
    for old, new in redirects(library).items():
        found.setdefault(old.partition("/")[0], {})[old] = new
    told = settings.site_url, settings.site_name, str(settings.has_previews)
    for system, moved in found.items():
        shown = (part for old, new in moved.items() for part in (old, new, page_url(library, new), _title(new, library)))
        yield Batch(f"redirects/{system}", digest(*told, *shown), partial(_redirect_pages, moved, library, settings))


def _redirect_pages(moved: Mapping[str, str], library: Library, settings: Settings) -> Iterator[tuple[str, str]]:
    for old, new in moved.items():
        yield f"{old}/index.html", redirect_page(old, new, library, settings)
    yield from embed_redirects(library, moved)


def redirect_page(old: str, new: str, library: Library, settings: Settings) -> str:
    """A page that redirects to another, also without JavaScript, and says what chats and forums show beside a link to it."""
    address = escape(relative_url(page_url(library, new), f"/{old}/"))
    title = escape(_title(new, library))
    return (
        '<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="nachschlag-base" content="{escape(relative_url("/", f"/{old}/"))}">\n'
        f'<meta http-equiv="refresh" content="0; url={address}">\n{_for_links(new, library, settings, address)}'
        f'<meta name="robots" content="noindex">\n<title>{title}</title>\n</head>\n'
        f'<body><p>Diese Regel steht jetzt hier: <a href="{address}">{title}</a></p></body>\n</html>\n'
    )


def _for_links(new: str, library: Library, settings: Settings, address: str) -> str:
    """The tags that describe the page at an address; those of previews need the site's own. They name no short rule, which may change
    without them."""
    if not settings.site_url:
        return f'<link rel="canonical" href="{address}">\n'
    base, target, entry = settings.site_url.rstrip("/"), library.target(new), library.entry(new)
    system = library.systems.get(getattr(target, "system", ""))
    whole = escape(base + page_url(library, new).partition("#")[0])
    title = escape(f"{target.title if target else new}{f' ({system.short})' if system else ''}")
    tags = [
        f'<link rel="canonical" href="{whole}">',
        f'<meta property="og:site_name" content="{escape(settings.site_name)}">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:url" content="{whole}">',
    ]
    if settings.has_previews and not (system and is_private(system)):
        picture = f"{base}/{preview_path(system.id if system else '', entry.id if entry else '')}"
        tags += [f'<meta property="og:image" content="{picture}">', '<meta name="twitter:card" content="summary_large_image">']
    if entry:
        tags.append(f'<link rel="alternate" type="application/json+oembed" href="{base}/api/v1/oembed/{entry.id}.json">')
    return "".join(f"{tag}\n" for tag in tags)


def _title(new: str, library: Library) -> str:
    found = library.section(new) or library.target(new)
    return found.title if found else new
