"""The answers kept by a build equal those from the content, or there are none."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from nachschlag.generator.files.json_text import compact_json
from nachschlag.generator.files.output import Output, Stamp
from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.library import Library
from nachschlag.generator.pages.as_markdown import as_markdown
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.reading.overlay import overlay_folders
from nachschlag.generator.reading.state import state_of
from nachschlag.generator.records.show_output import record_to_show, shown
from nachschlag.generator.records.static_api import absolute_href, full_record, sealed
from nachschlag.generator.references.answers import FOLDER, Answers, answers, keep_answers
from nachschlag.generator.references.look_up import label, look_up, suggestions

from tests.forking import die
from tests.projects import REPOSITORY, lay_over, mini_project, repository_copy
from tests.running import Run
from tests.test_private import OVERLAY

#: Every answer that was loaded says so; an error is one line.
LOADED = "Der ganze Inhalt wurde geladen, weil er so nicht gebaut ist. Schneller geht es nach: nachschlag build\n"


def loaded(project: Path) -> Loaded:
    return load_project(project, overlays=overlay_folders(project))


def keep(project: Path, *, of: Loaded | None = None) -> Loaded:
    """Keep answers as a build does."""
    of = of or loaded(project)
    assert of.state is not None
    keep_answers(project, of.library, of.settings, of.state, records(project, of), of.overlays)
    return of


def records(project: Path, of: Loaded) -> dict[str, tuple[str, Stamp]]:
    """Every entry's record in its file, as a build writes it."""
    rendering = Rendering(of.library, of.graph)
    output = Output(project / "build" / "pages")
    href = absolute_href(of.library, of.settings)
    for entry in of.library.entries.values():
        output.write(f"{entry.id}.json", compact_json(sealed(full_record(rendering, entry, href))))
    return {entry: (f"build/pages/{entry}.json", output.stamps[f"{entry}.json"]) for entry in of.library.entries}


def kept(project: Path) -> Answers:
    found = answers(project, overlay_folders(project))
    assert found is not None
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The mini project with a private system beside it."""
    return mini_project(tmp_path / "projekt", OVERLAY)


def questions(library: Library, *, slips: int) -> Iterator[str]:
    """Every id, name and number, what moved, names in sentences, and slips of names, of which none has the same seed as another."""
    names = [name.text for system in library.systems for name in library.names(system)]
    yield from (*library.entries, *library.terms, *(f"begriffe/{one}" for one in library.concepts))
    yield from (move.old for move in library.moves)
    yield from (entry.slug for entry in library.entries.values())
    yield from names
    yield from (f"{entry.system}:{entry.title}" for entry in library.entries.values())
    for entry in library.entries.values():
        part = library.systems[entry.system].part(entry.part)
        if entry.number and part:
            yield from (f"{entry.number}", f"{part.title} {entry.number}", f"siehe {part.title}, {entry.number}")
        if entry.page:
            yield from (f"Seite {entry.page}", f"S. {entry.page}, {entry.title}")
    yield from (f"des {name}s" for name in names[::3])
    yield from (f"die „{name}“ (2)" for name in names[::5])
    choose = random.Random(7)
    for name in choose.sample(names, min(slips, len(names))):
        at = choose.randrange(len(name))
        yield name[:at] + name[at + 1 :]
    yield from (
        "",
        " ",
        "/",
        "[[",
        "99.99",
        "Kapitel zwölf",
        "Tabelle 6.2",
        "Grundregeln 999",
        "xyzzyx",
        "\x00",
        "\udcff",
        "🎲",
        "a" * 500,
        "S. 1",
    )


def assert_same_answers(fresh: Library, stored: Library, *, slips: int, every: int = 1) -> int:
    """Ask both everything; ask for suggestions, which compare all names, only at every n-th unknown text."""
    for one in fresh.systems.values():
        assert list(stored.names(stored.systems[one.id])) == list(fresh.names(one))
        assert stored.system_entries(one.id) == fresh.system_entries(one.id)
        assert stored.system_terms(one.id) == fresh.system_terms(one.id)
    unknown = 0
    asked = list(dict.fromkeys(questions(fresh, slips=slips)))
    for text in asked:
        found = look_up(fresh, text)
        assert look_up(stored, text) == found, text
        assert [label(stored, hit.target) for hit in found] == [label(fresh, hit.target) for hit in found]
        unknown += not found
        if not found and unknown % every == 0:
            assert suggestions(stored, text) == suggestions(fresh, text), text
    for text in asked[::9]:
        for system in fresh.systems:
            assert look_up(stored, text, system) == look_up(fresh, text, system), (text, system)
    for target in (*fresh.entries, *fresh.terms, *(f"begriffe/{one}" for one in fresh.concepts)):
        assert stored.target(target) == fresh.target(target)
        assert as_markdown(stored, target) == as_markdown(fresh, target)
    return len(asked)


def test_answers_of_the_mini_project_with_a_private_game(project: Path) -> None:
    of = keep(project)
    assert "buch" in of.library.systems
    assert assert_same_answers(of.library, kept(project).library, slips=40) > 100


def test_answers_of_our_own_content(tmp_path: Path) -> None:
    project = repository_copy(tmp_path / "eigen", systems=("t9a", "conquest"))
    assert_same_answers_kept(project, every=6)


@pytest.mark.audit
def test_answers_of_all_our_games(tmp_path: Path) -> None:
    assert_same_answers_kept(repository_copy(tmp_path / "eigen"))


def assert_same_answers_kept(project: Path, *, every: int = 1) -> None:
    of = loaded(project)
    assert of.state is not None
    keep_answers(project, of.library, of.settings, of.state, {}, of.overlays)
    assert assert_same_answers(of.library, kept(project).library, slips=15, every=every) > 1000


def test_every_table_of_the_library_is_kept(project: Path) -> None:
    fresh, stored = keep(project).library, kept(project).library
    for name, value in vars(fresh).items():
        other = getattr(stored, name)
        if hasattr(value, "items"):
            assert list(other.items()) == list(value.items()), name
            assert len(other) == len(value)
        else:
            assert other == value, name


def test_what_is_shown_is_kept(project: Path) -> None:
    of = keep(project)
    found = kept(project)
    for target in (*of.library.entries, *of.library.terms, *(f"begriffe/{one}" for one in of.library.concepts)):
        record = record_to_show(of.library, of.graph, of.settings, target)
        known = found.record(of.settings, target) if target in of.library.entries else {}
        assert known is not None
        for form in ("json", "html"):
            fresh = shown(of.library, of.settings, target, form, record)
            assert shown(found.library, of.settings, target, form, known) == fresh


def test_a_record_made_otherwise_is_none(project: Path) -> None:
    of = keep(project)
    assert kept(project).record(of.settings, "buch/wisperwort")
    assert kept(project).record(replace(of.settings, site_url="https://example.org/"), "buch/wisperwort") is None
    path = project / "build/pages/buch/wisperwort.json"
    path.write_text(path.read_text("utf-8").replace("Wisper", "Flüster"), "utf-8")
    assert kept(project).record(of.settings, "buch/wisperwort") is None


CALLS = [
    *(["show", name, *form] for name in ("wuerfelkrieg/angst", "Angst", "murmeln", "buch/altwisper", "nix", "Wisperwrt")
      for form in ([], ["--format", "md"], ["--format", "html"], ["--format", "json"])),
    *(["resolve", name, *form] for name in ("Angst", "Grundregeln 1", "buch/altwisper", "Angsd", "des Wisperworts", "S. 3", "")
      for form in ([], ["--json"], ["--system", "buch"], ["--system", "nix"])),
    *(["status", name, *form] for name in ("buch/wisperwort", "buch/altwisper", "nix") for form in ([], ["--json"])),
    ["status", "buch/wisperwort", "wuerfelkrieg/angst", "--system", "nix"],
]  # fmt: skip


def test_commands_say_the_same_with_answers_and_without(project: Path, run: Run) -> None:
    without = [run("--project", str(project), *call) for call in CALLS]
    assert all((LOADED in said.err) != (said.status == Exit.UNUSABLE) for said in without)
    keep(project)
    for call, before in zip(CALLS, without, strict=True):
        after = run("--project", str(project), *call)
        assert (after.status, after.out, after.err) == (before.status, before.out, before.err.replace(LOADED, "")), call


def test_an_outdated_entry_has_its_history(project: Path, run: Run) -> None:
    path = project / "content/buch"
    lay_over(project, {"privat/content/buch/kern/alt.md": (
        "---\ntitle: Alt\ntitle_en: Old\ntitle_en_source: book\nkind: rule\ntranslated_from: 0123456789ab\n---\nText.\n"
    )})  # fmt: skip
    assert not path.exists()
    before = [run("--project", str(project), "status", "buch/alt", *form) for form in ([], ["--json"])]
    assert "veraltet" in before[0].out
    keep(project)
    after = [run("--project", str(project), "status", "buch/alt", *form) for form in ([], ["--json"])]
    assert [said.out for said in after] == [said.out for said in before]


def rewritten(path: Path) -> None:
    """Another text of the same size, with the times that the file had."""
    about = path.stat()
    path.write_bytes(path.read_bytes().replace(b"e", b"i", 1))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def replaced(root: Path) -> None:
    """The same files as other files, as a checkout leaves them."""
    shutil.move(root / "content", root / "vorher")
    shutil.copytree(root / "vorher", root / "content")


ENTRY = "content/wuerfelkrieg/moved.yaml"
CHANGES: dict[str, Callable[[Path], object]] = {
    "a word": lambda root: rewritten(root / ENTRY),
    "times": lambda root: os.utime(root / ENTRY),
    "a new file": lambda root: (root / "content/murmeln/regeln/neu.md").write_text("---\ntitle: Neu\nkind: rule\n---\n"),
    "a lost file": lambda root: (root / ENTRY).unlink(),
    "another name": lambda root: (root / ENTRY).rename(root / "content/wuerfelkrieg/verschoben.yaml"),
    "a new folder": lambda root: (root / "content/murmeln/neu").mkdir(),
    "the glossary": lambda root: rewritten(root / "glossary/murmeln.yaml"),
    "what players ask": lambda root: rewritten(root / "privat/glossary/queries/buch.yaml"),
    "a private rule": lambda root: rewritten(root / "privat/content/buch/kern/raunpakt.md"),
    "no private game": lambda root: shutil.rmtree(root / "privat"),
    "a drawing": lambda root: rewritten(root / "privat/content/buch/kern/zeichen.svg"),
    "another place": replaced,
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_takes_the_answers_away(project: Path, change: str) -> None:
    keep(project)
    assert answers(project, overlay_folders(project)) is not None
    CHANGES[change](project)
    assert answers(project, overlay_folders(project)) is None


def test_what_an_editor_leaves_changes_nothing(project: Path) -> None:
    keep(project)
    for name in (".angst.md.swp", "angst.md~", "~angst.md"):
        (project / "content/wuerfelkrieg" / name).write_text("x")
    assert answers(project, overlay_folders(project)) is not None


def test_another_address_of_the_site_is_not_answered_with_the_old_one(project: Path, run: Run) -> None:
    keep(project)
    (project / "mkdocs.yml").write_text("site_name: Probe\nsite_url: https://example.org/\n")
    said = run("--project", str(project), "show", "buch/raunpakt", "--format", "html")
    assert "https://example.org/buch/wisperwort/" in said.out
    assert said.err == LOADED


def test_other_overlays_have_answers_of_their_own(project: Path) -> None:
    keep(project)
    assert answers(project) is None
    other = shutil.copytree(project / "privat", project.parent / "anderswo")
    assert answers(project, (other,)) is None


def test_what_changed_while_it_was_read_leaves_no_answers(project: Path) -> None:
    of = loaded(project)
    rewritten(project / ENTRY)
    keep(project, of=of)
    assert not (project / FOLDER).exists()


def test_one_game_alone_leaves_no_answers(project: Path) -> None:
    assert load_project(project, "murmeln").state is None
    assert loaded(project).for_others().state is None


def flipped(raw: bytes, at: int) -> bytes:
    """The bytes with one bit flipped, at so many hundredths of the file."""
    place = len(raw) * at // 100
    return raw[:place] + bytes([raw[place] ^ 64]) + raw[place + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda raw: b"",
    "half": lambda raw: raw[: len(raw) // 2],
    "longer": lambda raw: raw + b"x",
    "no head": lambda raw: raw.split(b"\n", 1)[1],
    "head alone": lambda raw: raw.split(b"\n", 1)[0] + b"\n",
    "garbage": lambda raw: b"\xff\x00" * 5000,
    "json": lambda raw: b"{}\n[]",
    "deep": lambda raw: b"[" * 900 + b"\n",
    "another sum": lambda raw: raw.replace(b", ", b", 1", 1),
    **{f"byte at {at} %": partial(flipped, at=at) for at in range(2, 100, 7)},
}  # fmt: skip


@pytest.mark.parametrize("name", ["library", "names"])
def test_damaged_files_are_no_files(project: Path, run: Run, name: str) -> None:
    path = project / FOLDER / name
    keep(project)
    call = ("--project", str(project), "show", "buch/wisperwort", "--format", "json")
    expected = run(*call)
    raw = path.read_bytes()
    for damage in DAMAGE.values():
        path.write_bytes(damage(raw))
        assert answers(project, overlay_folders(project)) is None
    said = run(*call)
    assert (said.status, said.out) == (expected.status, expected.out)
    path.unlink()
    path.mkdir()
    assert run(*call).out == expected.out


def test_where_nothing_can_be_written_nothing_is_kept(project: Path) -> None:
    (project / "build").mkdir(exist_ok=True)
    (project / "build" / "answers").write_text("kein Ordner")
    keep(project)
    assert answers(project, overlay_folders(project)) is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process of its own")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_killed_writer_leaves_the_old_answers_or_the_new(project: Path, when: str) -> None:
    of = keep(project)
    before = (project / FOLDER / "library").read_bytes()
    child = os.fork()
    if not child:
        die(when, 1)
        keep(project, of=of)
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert (project / FOLDER / "library").read_bytes() == before
    assert_same_answers(of.library, kept(project).library, slips=0)


def test_two_writers_and_readers_at_once(project: Path) -> None:
    of = keep(project)
    expected = look_up(of.library, "Wisperwort")
    writers = [threading.Thread(target=keep, args=(project,), kwargs={"of": of}) for _ in range(2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert look_up(kept(project).library, "Wisperwort") == expected
    for writer in writers:
        writer.join()
    assert look_up(kept(project).library, "Wisperwort") == expected


def test_a_build_leaves_answers(mini_site: Path) -> None:
    folder = mini_site.parent / FOLDER
    assert not folder.exists() or {path.name for path in folder.iterdir()} == {"library", "names"}


def test_the_state_is_the_same_where_nothing_changes() -> None:
    assert state_of(REPOSITORY).mark == state_of(REPOSITORY).mark
