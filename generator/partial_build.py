"""Build after the texts of a few entries changed, with the last build's record of all others.

Reads and makes only what these texts decide: their own pages and records, those of what they mention, pages with a word that is split
otherwise now, their systems' bundles. If that is not certain, the ordinary build follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from .build import output_of, run_steps
from .files.output import Output
from .files.rows import Rows
from .history.previous import Change, english_changes
from .model.findings import Finding
from .model.settings import Settings, read_settings
from .model.values import Entry, Term
from .pages.page_file import compiled_templates, environment
from .pages.page_keys import seen_elsewhere, showing
from .pages.progress_page import standing_of
from .pages.rendered import Rendering
from .proofing.kept_checks import FORM
from .proofing.kept_findings import kept_findings, put_findings
from .proofing.partial_check import Few
from .proofing.project import Loaded, Timings
from .prose.soft_hyphens import SoftHyphens, long_words, texts_with_words
from .reading.state import State, keeps
from .reading.stored_library import Uncertain
from .records.static_api import record_path
from .references.answers import keep_changed, kept_rows
from .references.graph import Graph, fields_of
from .site.site import Navigation
from .site.write_pages import FewFiles, write_few

#: The most pages for which this is quicker than looking at everything.
_MOST_PAGES = 100


def generate_few(
    project: Path, content: str, state: State, timings: Timings, is_refused: Callable[[Loaded], bool]
) -> tuple[Loaded, Output, Navigation] | None:
    """Do as `load_project` and `generate` if only the texts of a few entries changed since a build of content with this mark; returns None
    if more did, or that is not certain."""
    settings = read_settings(project)
    rows = kept_rows(project, content, FORM)
    kept = kept_findings(project, mark=content)
    if rows is None or kept is None or settings.has_previews:
        return None
    with suppress(Uncertain):
        with timings.step("laden"):
            build = _PartialBuild(project, settings, state, rows, timings)
        return build.made(kept, is_refused)
    return None


class _PartialBuild:
    """A build of what the changed texts decide. The constructor and `made` raise Uncertain if they may decide more."""

    def __init__(self, project: Path, settings: Settings, state: State, rows: tuple[Rows, Rows], timings: Timings) -> None:
        self._project, self._settings, self._state, self._timings = project, settings, state, timings
        self._rows = rows[0]
        self._few = Few(project, state, *rows)
        self._loaded = Loaded(project, settings, self._few.library, [], timings, state=state)

    def made(self, kept: list[Finding], is_refused: Callable[[Loaded], bool]) -> tuple[Loaded, Output, Navigation] | None:
        """All steps of the build; `kept` are the recorded findings. Returns None if the build is refused, or its outputs are not as the
        last one left them: then the ordinary build says why, or makes them."""
        with self._timings.step("auflösen"):
            pages = _Pages(self._few, _split_anew(self._few, self._rows))
        with self._timings.step("prüfen"):
            self._loaded.findings = self._few.all_findings(kept)
        if is_refused(self._loaded):
            return None
        output = output_of(self._project)
        with self._timings.step("seiten"):
            if not self._write(pages, output):
                return None
        run_steps(self._loaded, output, self._timings)
        output.finish()
        with self._timings.step("antworten"):
            self._keep(pages, output)
        return self._loaded, output, self._rows.value("build", "nav")

    def _write(self, pages: _Pages, output: Output) -> bool:
        """Write the pages and records; returns whether all others are as the last build left them."""
        environment().bytecode_cache = compiled_templates()
        rendering, soft = Rendering(self._few.library, pages.graph), pages.split.soft
        return write_few(rendering, self._settings, output, self._changes(), soft, pages.files, self._state.mark)

    def _changes(self) -> dict[str, Change]:
        """The changes in the English of outdated entries."""
        library = self._few.library
        outdated = [library.entries[one] for _, one in self._rows.rows("outdated")]
        return english_changes(self._project, outdated, library.moves)

    def _keep(self, pages: _Pages, output: Output) -> None:
        """Keep the findings, and the answers with what changed of them, unless a file may have changed meanwhile."""
        if not keeps(self._state, self._project):
            return
        self._loaded.is_as_read = True
        put_findings(self._project, self._state.mark, self._loaded.findings)
        paths = {it.id: record_path(it.id) for it in pages.things if isinstance(it, Entry)}
        records = {one: (f"build/pages/{path}", output.stamps[path]) for one, path in paths.items()}
        tables = {**self._few.kept(self._state), "records": records, "build": {"soft": pages.split.soft.times}}
        keep_changed(self._project, self._rows, self._state.mark, tables)


@dataclass(frozen=True, slots=True)
class _Split:
    """The soft hyphens of the library, and the words that they split otherwise than before, in small letters."""

    soft: SoftHyphens
    words: frozenset[str]

    def is_in(self, *texts: str) -> bool:
        """Whether the texts have such a word."""
        return not self.words.isdisjoint(long_words(texts))


def _split_anew(few: Few, rows: Rows) -> _Split:
    before = SoftHyphens(times=rows.value("build", "soft"))
    gone = (text for one in few.changed for text in texts_with_words(few.before.entries[one]))
    come = (text for entry in few.changed.values() for text in texts_with_words(entry))
    now = before.after(gone, come)

    def words() -> Iterator[str]:
        yield from before.times
        yield from rows.value("build", "long")

    return _Split(now, frozenset(before.split_otherwise(now, words())))


class _Pages:
    """The pages to make. The constructor raises Uncertain if the changed texts decide others, too."""

    def __init__(self, few: Few, split: _Split) -> None:
        self._few, self.split = few, split
        _refuse_seen_elsewhere(few)
        #: The entries whose short rules changed, which others' pages and lists show.
        self._retold = [now for one, now in few.changed.items() if now.short != few.before.entries[one].short]
        found = (*few.changed.values(), *self._mentioned(), *self._with_words_split(), *self._showing())
        things = {it.id: it for it in found if not (isinstance(it, Term) and it.entry)}
        if len(things) > _MOST_PAGES:
            raise Uncertain
        #: The entries and terms whose pages change.
        self.things = list(things.values())
        #: The texts of these.
        self.graph = few.graph(self.things)

    @property
    def files(self) -> FewFiles:
        """What to make."""
        library = self._few.library
        concepts = {concept.id: concept for entry in self._retold for concept in library.concepts_of(entry.id)}
        lists = dict.fromkeys(entry.system for entry in self._retold)
        progress, retold = ([library.systems[one] for one in ids] for ids in (self._of_progress(), lists))
        return FewFiles(self.things, [*concepts.values()], progress, retold)

    def _of_progress(self) -> list[str]:
        """The systems whose pages of progress change."""
        was, now = self._few.before, self._few.library
        before, after = Graph({}, self._few.kept_backlinks, ()), Graph({}, self._few.backlinks, ())
        moved_on = (
            it.system
            for it in self.things
            if standing_of(was, before, was.entries.get(it.id) or it) != standing_of(now, after, it)
        )
        return sorted({*moved_on})

    def _showing(self) -> Iterator[Entry | Term]:
        """What shows the short rules that changed."""
        few, led_to = self._few, self._few.graphs[1].backlinks
        for entry in self._retold:
            led = (page for page, owners in led_to.items() if entry.id in owners)
            yield from self._found(showing(few.library, few.backlinks, led, entry))

    def _found(self, ids: Iterable[str]) -> Iterator[Entry | Term]:
        """The entries and terms among these."""
        library = self._few.library
        return (it for one in ids if (it := library.entries.get(one) or library.terms.get(one)))

    def _mentioned(self) -> Iterator[Entry | Term]:
        """What gained or lost a mention."""
        return self._found(self._few.new_backlinks)

    def _with_words_split(self) -> Iterator[Entry | Term]:
        """What shows a word that is split otherwise. Raises Uncertain if a concept does."""
        if not self.split.words:
            return
        few = self._few
        if any(self.split.is_in(concept.title) for concept in few.library.concepts.values()):
            raise Uncertain
        all_: tuple[Entry | Term, ...] = (*few.before.entries.values(), *few.before.terms.values())
        owners = [it for it in all_ if self._has_words_split(it)]
        named = {one for it in owners if self.split.is_in(it.title) for one in self._naming(it)}
        yield from self._found((*(it.id for it in owners), *sorted(named)))

    def _has_words_split(self, it: Entry | Term) -> bool:
        return self.split.is_in(it.title, *(text for _, text in fields_of(it)))

    def _naming(self, it: Entry | Term) -> Iterator[str]:
        """What shows the title of an entry or term: its neighbours and, where they name it by its id, those that mention it."""
        yield from (beside.id for beside in self._few.library.neighbours(it.id) if beside)
        yield from self._few.backlinks.get(it.id, ())
        if isinstance(it, Term) and it.entry:
            yield from self._few.backlinks.get(f"{it.system}/{it.entry}", ())


def _refuse_seen_elsewhere(few: Few) -> None:
    """Raise Uncertain if other pages show the change, unless it is one of a short rule."""
    for one, now in few.changed.items():
        was = replace(few.before.entries[one], short=now.short)
        if seen_elsewhere(was) != seen_elsewhere(now) or _english_of(was) != _english_of(now):
            raise Uncertain


def _english_of(entry: Entry) -> tuple[object, ...]:
    return entry.title_en, entry.short_en, entry.text_en, entry.translated_from
