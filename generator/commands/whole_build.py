"""A whole build, as `nachschlag build` runs it: what it refuses, its progress, what it reports."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..build import Refused, generate, page_count
from ..files.lock import is_in_use
from ..files.output import Output
from ..files.second_process import cores
from ..model.command import Exit
from ..model.findings import Finding, Severity
from ..model.library import Library
from ..model.settings import Settings
from ..model.unusable import Unusable, WouldPublish
from ..model.values import Location
from ..pages.previews import check_tools
from ..partial_build import generate_few
from ..proofing.project import Loaded, Timings, load_project
from ..prose.wording import counted
from ..reading.overlay import private_names, private_systems, refuse_committed, refuse_inside
from ..reading.published import record_published
from ..site.last_build import LastBuild
from ..site.site import Navigation, build_site, check_target
from ._shared import check_system, progress_bar, stderr, tell_left_out

#: The most errors that a refusal to publish lists.
MOST_ERRORS = 5


def build(args: argparse.Namespace, out: Path, last: LastBuild | None) -> int:
    """Build into `out`, and record the build in `last`; returns the exit status. Raises Unusable if the content or the place is
    forbidden.
    """
    check_target(out)
    folder = out.with_name(f"{out.name}-ordner")
    if args.folder:
        check_target(folder)
    console = stderr()
    timings, begun = Timings(), time.perf_counter()
    with progress_bar(console) as progress:
        few = _few(args, out, last, timings)
        if few:
            loaded, output, nav = few
        else:
            task = progress.add_task("Inhalte laden", total=1)
            loaded = _loaded(args, out, timings)
            progress.advance(task)
            task = progress.add_task("Seiten schreiben", total=page_count(loaded.library))
            try:
                output, nav = generate(
                    loaded,
                    timings=timings,
                    tick=lambda: progress.advance(task),
                    is_refused=lambda: _is_refused(loaded, args),
                    processes=cores(),
                )
            except Refused:
                progress.stop()
                return _refuse(loaded, args)
            progress.update(task, completed=page_count(loaded.library))
        task = progress.add_task("Seite bauen", total=1)
        with timings.step("site"):
            changed = output.changed if few else None
            stamps = output.kept_stamps
            is_ours = build_site(args.project, output.root, nav, out, args.builder, stamps=stamps, last=last, changed=changed)
        if args.folder:
            from ..site.folder import make_archive, make_folder  # here, because few builds make a copy

            with timings.step("ordner"):
                make_folder(out, folder)
                make_archive(folder, folder.with_name(f"{folder.name}.zip"))
        progress.advance(task)
    if args.publish:
        record_published(args.project, loaded.library)
    before, after = _findings(loaded), _not_for_all(loaded.library)
    seconds = time.perf_counter() - begun
    lines = [*before, f"Gebaut in {seconds:.1f} s: {_counts(loaded.library)} → {out}", *_pages(output), *after]
    if args.timings:
        lines += [f"{took:6.1f} s  {name}" for name, took in timings.seconds.items()]
    console.print(*lines, sep="\n", markup=False)
    tell_left_out(loaded)
    if last and is_ours:
        last.done([*before, *after], is_as_read=loaded.is_as_read)
    if args.folder:
        console.print(f"Ohne Server: {folder / 'index.html'}, auch als {folder.name}.zip", markup=False)
    return Exit.FINE


def _loaded(args: argparse.Namespace, out: Path, timings: Timings) -> Loaded:
    """The project to build, with the settings of this build. Raises Unusable if something must not be built, or cannot."""
    loaded = _for_whom(load_project(args.project, args.system, timings, args.overlays), out, args)
    if args.og:
        loaded.settings = replace(loaded.settings, previews=True)
    if loaded.settings.has_previews:
        check_tools()
    return loaded


def _few(
    args: argparse.Namespace, out: Path, last: LastBuild | None, timings: Timings
) -> tuple[Loaded, Output, Navigation] | None:
    """Build what a few changed texts decide; None if anything else changed."""
    if last is None or not last.content or args.system or args.overlays:
        return None

    def is_refused(loaded: Loaded) -> bool:
        return _is_refused(_for_whom(loaded, out, args), args)

    return generate_few(args.project, last.content, last.state, timings, is_refused)


def _for_whom(loaded: Loaded, out: Path, args: argparse.Namespace) -> Loaded:
    """The project to build: with `--publish` without the private systems of overlays. Raises Unusable if one must not go to its
    target."""
    check_system(loaded, args.system)
    if args.publish:
        public = loaded.for_others()
        if args.system in public.left_out:
            raise WouldPublish(f"{loaded.library.systems[args.system].name} ist privat und wird nicht veröffentlicht.")
        return public
    if private := private_names(loaded.library):
        refuse_committed(out, args.project)
        if is_in_use(args.project):
            raise WouldPublish(
                f"Hier läuft ein öffentlicher Dienst (nachschlag serve --production), der {private} zeigen würde: privat. "
                "Baue mit --publish, oder beende ihn zuerst."
            )
        if args.folder and not args.private:
            raise WouldPublish(
                f"Eine Kopie zum Weitergeben enthielte {private}: privat. Ohne private Spiele: --publish; "
                "für dich selbst: --private --out ORDNER außerhalb des Projekts."
            )
        if args.folder:
            refuse_inside(args.out, args.project)
    return loaded


def legal_findings(settings: Settings) -> list[Finding]:
    """R002 for each legal page that is still empty."""
    pages = {"impressum": settings.legal_notice, "datenschutz": settings.privacy}
    hint = "Trage den Text in mkdocs.yml unter extra: nachschlag: ein; eine öffentliche Seite braucht ihn."
    return [
        Finding("R002", Location("mkdocs.yml"), f"Die Seite „{name}“ ist leer.", hint) for name, text in pages.items() if not text
    ]


def preview_findings(settings: Settings) -> list[Finding]:
    """R003 if pictures are wanted but the site does not know its address."""
    if not settings.previews or settings.site_url:
        return []
    message = "Es werden keine Vorschaubilder gezeichnet: Die Seite kennt ihre Adresse nicht."
    hint = "Andere holen Bilder nur über die ganze Adresse. Nenne sie: SITE_URL=https://… vor dem Befehl oder site_url in mkdocs.yml."
    return [Finding("R003", Location("mkdocs.yml"), message, hint)]


def _publishable(loaded: Loaded) -> list[str]:
    """Why this state may not be published, in German; [] if it may."""
    private = private_systems(loaded.library)
    reasons = [f"{system.name} ist privat (licence: status: {system.licence.status})." for system in private]
    reasons += [f"{f.message} {f.hint}" for f in legal_findings(loaded.settings)]
    errors = [f for f in loaded.findings if f.severity == Severity.ERROR]
    lines = [f"{f.location}: {f.message} {f.hint}".strip() for f in errors[:MOST_ERRORS]]
    rest = len(errors) - len(lines)
    return reasons + lines + ([f"Dazu {counted(rest, 'weiterer Fehler', 'weitere Fehler')}: nachschlag check"] if rest else [])


def _is_refused(loaded: Loaded, args: argparse.Namespace) -> bool:
    is_strict = args.strict and any(finding.counts for finding in loaded.findings)
    return is_strict or bool(loaded.vanished) or (args.publish and bool(_publishable(loaded)))


def _refuse(loaded: Loaded, args: argparse.Namespace) -> int:
    if args.publish and (reasons := _publishable(loaded)):
        raise Unusable("So wird nichts veröffentlicht: " + " ".join(reasons))
    stderr().print(loaded.as_text(loaded.findings), end="", markup=False)
    return Exit.FINDINGS


def _findings(loaded: Loaded) -> list[str]:
    """The lines of the findings."""
    findings = [*loaded.findings, *legal_findings(loaded.settings), *preview_findings(loaded.settings)]
    return loaded.as_text(findings).splitlines() if findings else []


def _not_for_all(library: Library) -> list[str]:
    """The line about private systems in the site, if there are any."""
    private = private_names(library)
    return [f"Nicht hochladen: Darin steht {private}, privat. Für alle: nachschlag build --publish"] if private else []


def _counts(library: Library) -> str:
    return f"{counted(len(library.entries), 'Eintrag', 'Einträge')}, {counted(len(library.terms), 'Begriff', 'Begriffe')}"


def _pages(output: Output) -> Iterator[str]:
    """A line with the numbers of new and changed pages; nothing if all are new."""
    kinds = (output.written, output.new, output.changed & output.written)  # a page that is gone has changed, too
    pages, new, changed = (sum(path.endswith(".md") for path in paths) for paths in kinds)
    if new < pages:
        yield f"Seiten: {new} neu, {changed - new} geändert, {pages - changed} unverändert."
