"""Build after the texts of a few entries changed, with the last build's record of all others.

Reads and makes only what these texts decide: their own pages and records, those of what they mention, their systems' bundles. If that is
not certain, the ordinary build follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from .build import output_of, run_steps
from .files.output import Output
from .history.previous import english_changes
from .model.settings import read_settings
from .model.values import Entry, Term
from .pages.page_file import compiled_templates, environment
from .pages.page_keys import seen_elsewhere
from .pages.progress_page import standing_of
from .pages.rendered import Rendering
from .proofing.kept_findings import keep_findings, kept_findings
from .proofing.partial_check import FORM, Few
from .proofing.project import Loaded, Timings
from .prose.soft_hyphens import SoftHyphens, texts_with_words
from .reading.state import State
from .reading.stored_library import Uncertain
from .records.static_api import record_path
from .references.answers import keep_changed, kept_rows
from .references.graph import Graph
from .site.site import Navigation
from .site.write_pages import write_few


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
            changed = Few(project, state, *rows)
        loaded = Loaded(project, settings, changed.library, [], timings, state=state)
        with timings.step("auflösen"):
            things = _concerned(changed)
            graph = changed.graph(things)
        with timings.step("prüfen"):
            loaded.findings = changed.all_findings(kept)
        if is_refused(loaded):
            return None
        keep_findings(project, (), state, loaded.findings)
        output = output_of(project)
        with timings.step("seiten"):
            soft = _soft_after(changed, rows[0].value("build", "soft"))
            environment().bytecode_cache = compiled_templates()
            library = changed.library
            old = [library.entries[one] for _, one in rows[0].rows("outdated")]
            changes = english_changes(project, old, library.moves)
            progress = [library.systems[one] for one in sorted(_moved_on(changed, things))]
            if not write_few(Rendering(library, graph), settings, output, changes, soft, things, progress, state.mark):
                return None
        run_steps(loaded, output, timings)
        output.finish()
        with timings.step("antworten"):
            paths = {it.id: record_path(it.id) for it in things if isinstance(it, Entry)}
            records = {one: (f"build/pages/{path}", output.stamps[path]) for one, path in paths.items()}
            tables = {**changed.kept(state), "records": records, "build": {"soft": soft.times}}
            keep_changed(project, rows[0], state, tables)
        return loaded, output, rows[0].value("build", "nav")
    return None


def _concerned(changed: Few) -> list[Entry | Term]:
    """The entries and terms whose pages change: the changed entries, and the targets that gained or lost a mention. Raises Uncertain if
    other pages show the change."""
    before, library = changed.before.entries, changed.library
    for one, now in changed.changed.items():
        was = before[one]
        if seen_elsewhere(was) != seen_elsewhere(now) or _english_of(was) != _english_of(now):
            raise Uncertain
    led = (library.entries.get(one) or library.terms.get(one) for one in changed.new_backlinks if one not in changed.changed)
    return [*changed.changed.values(), *(it for it in led if it and not (isinstance(it, Term) and it.entry))]


def _english_of(entry: Entry) -> tuple[object, ...]:
    return entry.title_en, entry.short_en, entry.text_en, entry.translated_from


def _moved_on(changed: Few, things: Iterable[Entry | Term]) -> set[str]:
    """The systems whose pages of progress change."""
    was, now = changed.before, changed.library
    before = Graph({}, changed.kept_backlinks, ())
    after = Graph({}, changed.backlinks, ())
    return {it.system for it in things if standing_of(was, before, was.entries.get(it.id) or it) != standing_of(now, after, it)}


def _soft_after(changed: Few, times: Mapping[str, int]) -> SoftHyphens:
    """The soft hyphens of the library. Raises Uncertain if a word in other texts may be split otherwise."""
    gone = (text for one in changed.changed for text in texts_with_words(changed.before.entries[one]))
    come = (text for entry in changed.changed.values() for text in texts_with_words(entry))
    found = SoftHyphens(times=times).after(gone, come)
    if found is None:
        raise Uncertain
    return found
