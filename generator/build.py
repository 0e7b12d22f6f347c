"""The steps of a build from content to site, shared by the command, MkDocs' hook and the server."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

from .files.fingerprint import fingerprint
from .files.memo import digest
from .files.output import Output
from .files.own_files import ASSETS
from .history.kept import keep_english
from .history.previous import english_changes
from .model.library import Library
from .pages.page_file import compiled_templates, environment
from .pages.previews import write_previews
from .pages.rendered import Rendering
from .proofing.project import Loaded, Timings
from .reading.state import program_mark
from .records.static_api import record_path
from .references.answers import keep_answers
from .site.site import Navigation, navigation
from .site.write_pages import write_pages

#: A build step of another package: takes the library, the output folder of pages, and the build folder.
BuildStep = Callable[[Library, Output, Path], None]

STEPS_GROUP = "nachschlag.build_steps"


def build_steps() -> list[tuple[str, BuildStep]]:
    """The build steps of installed packages (the search indexes), by name."""
    return [(point.name, point.load()) for point in sorted(entry_points(group=STEPS_GROUP), key=lambda p: p.name)]


def generate(
    loaded: Loaded, *, timings: Timings | None = None, tick: Callable[[], None] = lambda: None
) -> tuple[Output, Navigation]:
    """Write every page file and both search indexes below `build`; returns the folder of pages and the navigation."""
    timings = timings or Timings()
    build = loaded.project / "build"
    output = Output(build / "pages", record=build / "pages.json", mark=digest(program_mark(), fingerprint([ASSETS])))
    environment().bytecode_cache = compiled_templates(build)
    with timings.step("seiten"):
        changes = english_changes(loaded.project, loaded.library.entries.values(), loaded.library.moves)
        rendering = Rendering(loaded.library, loaded.graph)
        write_pages(rendering, loaded.settings, output, tick, changes, loaded.memo)
        keep_english(loaded.project, loaded.library.entries.values())
    if loaded.settings.has_previews:
        with timings.step("vorschaubilder"):
            write_previews(loaded.library, loaded.settings.site_name, output, build, is_whole=loaded.only is None)
    for name, step in build_steps():
        with timings.step(name):
            step(loaded.library, output, build)
    output.finish()
    if loaded.state is not None:
        with timings.step("antworten"):
            paths = {entry: record_path(entry) for entry in loaded.library.entries}
            files = {entry: (f"build/pages/{path}", output.stamps[path]) for entry, path in paths.items()}
            keep_answers(loaded.project, loaded.library, loaded.settings, loaded.state, files, loaded.overlays)
    return output, navigation(loaded.library)


def page_count(library: Library) -> int:
    """The approximate number of pages in a build, for a progress bar."""
    terms = sum(not term.entry for term in library.terms.values())
    return 10 + 20 * len(library.systems) + len(library.entries) + terms + len(library.concepts)
