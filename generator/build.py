"""The steps of a build from content to site, shared by the command, MkDocs' hook and the server."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path

from .files.fingerprint import fingerprint
from .files.memo import digest
from .files.output import Made, Output
from .files.own_files import ASSETS
from .files.rows import Tables
from .files.second_process import SecondProcess
from .history.kept_english import keep_english
from .history.previous import english_changes
from .model.findings import Finding
from .model.library import Library
from .model.settings import read_settings
from .model.values import Entry, Term
from .pages.page_file import compiled_templates, environment
from .pages.page_keys import seen_elsewhere
from .pages.previews import write_previews
from .pages.progress_page import standing_of
from .pages.rendered import Rendering
from .proofing import partial_check
from .proofing.kept_findings import keep_findings, kept_findings
from .proofing.partial_check import Few
from .proofing.project import Loaded, Timings
from .prose.soft_hyphens import SoftHyphens, soft_hyphens, texts_with_words
from .reading.state import State, program_mark
from .reading.stored_library import Uncertain
from .records.static_api import record_path
from .references.answers import keep_answers, keep_changed, kept_rows
from .references.graph import Graph
from .site.site import Navigation, navigation
from .site.write_pages import write_few, write_pages

#: A build step of another package: takes the library, the output folder of pages, and the build folder.
BuildStep = Callable[[Library, Output, Path], None]

STEPS_GROUP = "nachschlag.build_steps"

#: The number of entries from which a second process is worth starting.
_WORTH_A_PROCESS = 200


def build_steps() -> list[tuple[str, BuildStep]]:
    """The build steps of installed packages (the search indexes), by name."""
    return [(point.name, point.load()) for point in sorted(entry_points(group=STEPS_GROUP), key=lambda p: p.name)]


class Refused(Exception):
    """The content's findings forbid the build."""


def generate(
    loaded: Loaded,
    *,
    timings: Timings | None = None,
    tick: Callable[[], None] = lambda: None,
    is_refused: Callable[[], bool] = lambda: False,
    processes: int = 1,
) -> tuple[Output, Navigation]:
    """Write every page file and both search indexes below `build`; returns the folder of pages and the navigation.

    With more than one of the `processes`, a first build of many pages checks and indexes beside rendering them. `is_refused` is asked once
    `loaded.findings` are known. Raises Refused, before anything but pages was written.
    """
    timings = timings or Timings()
    build = loaded.project / "build"
    output = _output(loaded.project)
    with _checked_and_indexed(loaded, output, timings, is_refused, processes), timings.step("seiten"):
        environment().bytecode_cache = compiled_templates()
        changes = english_changes(loaded.project, loaded.library.entries.values(), loaded.library.moves)
        memo = loaded.memo  # which goes on having marks of the library's values
        soft = soft_hyphens(loaded.library)
        write_pages(Rendering(loaded.library, loaded.graph), loaded.settings, output, tick, changes, memo, soft)
    nav = navigation(loaded.library)
    kept = _kept_for_few(loaded, soft, nav)
    loaded.let_go()
    keep_english(loaded.project, loaded.library.entries.values())
    if loaded.settings.has_previews:
        with timings.step("vorschaubilder"):
            write_previews(loaded.library, loaded.settings.site_name, output, build, is_whole=loaded.only is None)
    output.finish()
    if loaded.state is not None:
        with timings.step("antworten"):
            paths = {entry: record_path(entry) for entry in loaded.library.entries}
            files = {entry: (f"build/pages/{path}", output.stamps[path]) for entry, path in paths.items()}
            keep_answers(
                loaded.project,
                loaded.library,
                loaded.settings,
                loaded.state,
                files,
                loaded.overlays,
                memo,
                kept,
                partial_check.FORM,
            )
    return output, nav


def _kept_for_few(loaded: Loaded, soft: SoftHyphens, nav: Navigation) -> Tables:
    """What a build keeps for one after it (`generate_few`), besides what it made."""
    if loaded.state is None or loaded.overlays:
        return {}
    tables = partial_check.kept_tables(loaded.library, loaded.graph, loaded.read_findings, loaded.state)
    return {**tables, "build": [("soft", soft.times), ("nav", nav)]}


def generate_few(
    project: Path, content: str, state: State, timings: Timings, is_refused: Callable[[Loaded], bool]
) -> tuple[Loaded, Output, Navigation] | None:
    """Do as `load_project` and `generate` where only the texts of a few entries changed since a build of what had the mark `content`; None
    if that is not so or not certain.

    Reads and makes only what these texts decide: their own pages and records, those of what they mention, the system's bundle.
    """
    settings = read_settings(project)
    rows = kept_rows(project, content, partial_check.FORM)
    kept = kept_findings(project, mark=content)
    if rows is None or kept is None or settings.has_previews:
        return None
    with suppress(Uncertain, KeyError):
        with timings.step("laden"):
            changed = Few(project, state, *rows)
        loaded = Loaded(project, settings, changed.library, [], timings, state=state)
        with timings.step("auflösen"):
            things = _concerned(changed)
            graph = changed.graph(it for it in things if isinstance(it, Entry))
        with timings.step("prüfen"):
            loaded.findings = changed.all_findings(kept)
        if is_refused(loaded):
            return None
        keep_findings(project, (), state, loaded.findings)
        output = _output(project)
        with timings.step("seiten"):
            soft = _soft_after(changed, rows[0].value("build", "soft"))
            environment().bytecode_cache = compiled_templates()
            library = changed.library
            old = [library.entries[one] for _, one in rows[0].rows("outdated")]
            changes = english_changes(project, old, library.moves)
            progress = [library.systems[one] for one in sorted(_moved_on(changed, things))]
            if not write_few(Rendering(library, graph), settings, output, changes, soft, things, progress, state.mark):
                return None
        _run_steps(loaded, output, timings)
        output.finish()
        with timings.step("antworten"):
            paths = {it.id: record_path(it.id) for it in things if isinstance(it, Entry)}
            records = {one: (f"build/pages/{path}", output.stamps[path]) for one, path in paths.items()}
            tables = {**changed.kept(state), "records": records, "build": {"soft": soft.times}}
            keep_changed(project, rows[0], state, tables)
        return loaded, output, rows[0].value("build", "nav")
    return None


def _concerned(changed: Few) -> list[Entry | Term]:
    """The entries and terms whose pages change: those with the texts, and those that are mentioned there and were not, or no longer are.
    Raises Uncertain if others show what changed."""
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
    told_before = Graph({}, changed.kept_backlinks, ())
    told = Graph({}, changed.backlinks, ())
    return {
        it.system for it in things if standing_of(was, told_before, was.entries.get(it.id) or it) != standing_of(now, told, it)
    }


def _soft_after(changed: Few, times: Mapping[str, int]) -> SoftHyphens:
    """The soft hyphens of the library. Raises Uncertain if a word in other texts may be split otherwise."""
    gone = (text for one in changed.changed for text in texts_with_words(changed.before.entries[one]))
    come = (text for entry in changed.changed.values() for text in texts_with_words(entry))
    found = SoftHyphens(times=times).after(gone, come)
    if found is None:
        raise Uncertain
    return found


def _output(project: Path) -> Output:
    build = project / "build"
    return Output(build / "pages", record=build / "pages.json", mark=digest(program_mark(), fingerprint([ASSETS])))


@contextmanager
def _checked_and_indexed(
    loaded: Loaded, output: Output, timings: Timings, is_refused: Callable[[], bool], processes: int
) -> Iterator[None]:
    """A context that checks before its body and runs the steps after it, or does both in a second process meanwhile. Raises
    Refused.
    """
    _ = loaded.graph  # both processes need it
    if processes < 2 or output.knows_batches or len(loaded.library.entries) < _WORTH_A_PROCESS:
        if is_refused():
            raise Refused
        yield
        _run_steps(loaded, output, timings)
        return
    gc.freeze()  # so that the copy shares what is there
    beside = SecondProcess(partial(_check_and_index, loaded, output, timings, is_refused))
    if loaded.memo:
        loaded.memo.forget()  # the copy keeps it
    try:
        yield
    except BaseException:
        beside.stop()
        raise
    loaded.findings, made, seconds = beside.result()
    timings.seconds.update(seconds)
    if made is None:
        raise Refused
    output.take_over(made)


def _check_and_index(
    loaded: Loaded, output: Output, timings: Timings, is_refused: Callable[[], bool]
) -> tuple[list[Finding], Made | None, dict[str, float]]:
    """Check, then run the steps unless the build is refused. Returns the findings, what the steps made (None if refused), and the
    times.
    """
    loaded.findings, seconds = SecondProcess(lambda: (loaded.findings, timings.seconds)).result()  # frees what the checks cache
    timings.seconds.update(seconds)
    refused = is_refused()
    if not refused:
        loaded.let_go()
        _run_steps(loaded, output, timings)
    return loaded.findings, None if refused else output.made, timings.seconds


def _run_steps(loaded: Loaded, output: Output, timings: Timings) -> None:
    for name, step in build_steps():
        with timings.step(name):
            step(loaded.library, output, loaded.project / "build")


def page_count(library: Library) -> int:
    """The approximate number of pages in a build, for a progress bar."""
    terms = sum(not term.entry for term in library.terms.values())
    return 10 + 20 * len(library.systems) + len(library.entries) + terms + len(library.concepts)
