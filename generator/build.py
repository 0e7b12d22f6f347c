"""The steps of a build from content to site, shared by the command, MkDocs' hook and the server."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from .model.values import Entry, Term
from .pages.page_file import compiled_templates, environment
from .pages.previews import write_previews
from .pages.rendered import Rendering
from .proofing.kept_checks import FORM, kept_tables
from .proofing.project import Loaded, Timings
from .prose.soft_hyphens import SoftHyphens, long_words, soft_hyphens
from .reading.editor_schemas import write_schemas
from .reading.state import program_mark
from .records.static_api import record_path
from .references.answers import keep_answers
from .references.graph import fields_of
from .site.site import Navigation, navigation
from .site.write_pages import write_pages

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
    output = output_of(loaded.project)
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
    write_schemas(loaded.project)
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
                FORM,
            )
    return output, nav


def _kept_for_few(loaded: Loaded, soft: SoftHyphens, nav: Navigation) -> Tables:
    """What a build keeps for one after it (`generate_few`), besides what it made."""
    if loaded.state is None or loaded.overlays:
        return {}
    tables = kept_tables(loaded.library, loaded.graph, loaded.read_findings, loaded.state)
    return {**tables, "build": [("soft", soft.times), ("long", sorted(long_words(_other_texts(loaded.library)))), ("nav", nav)]}


def _other_texts(library: Library) -> Iterator[str]:
    """The texts on pages whose words are no parts of compounds."""
    owners: tuple[Entry | Term, ...] = (*library.entries.values(), *library.terms.values())
    yield from (text for owner in owners for name, text in fields_of(owner) if name not in ("short", "text"))
    yield from (concept.title for concept in library.concepts.values())


def output_of(project: Path) -> Output:
    """The folder of pages, as the last build left it."""
    build = project / "build"
    return Output(build / "pages", record=build / "pages.kept", mark=digest(program_mark(), fingerprint([ASSETS])))


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
        run_steps(loaded, output, timings)
        return
    gc.freeze()  # so that the forked copy shares the memory
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
        run_steps(loaded, output, timings)
    return loaded.findings, None if refused else output.made, timings.seconds


def run_steps(loaded: Loaded, output: Output, timings: Timings) -> None:
    """Run the build steps of installed packages."""
    for name, step in build_steps():
        with timings.step(name):
            step(loaded.library, output, loaded.project / "build")


def page_count(library: Library) -> int:
    """The approximate number of pages in a build, for a progress bar."""
    terms = sum(not term.entry for term in library.terms.values())
    return 10 + 20 * len(library.systems) + len(library.entries) + terms + len(library.concepts)
