"""`nachschlag begin`: a new system, empty or read from a book, and in an empty folder the project for it. Never overwrites anything."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ..files.atomic import write_atomic
from ..files.transaction import Change
from ..ingest.writing.draft_files import as_yaml
from ..model.command import Exit, find_project
from ..model.fields import SYSTEM
from ..model.slug import slugify
from ..model.unusable import Taken, Unusable, Unwritable, WrongOptions, WrongValue
from ..reading.editor_schemas import schema_line, write_schemas
from ..reading.overlay import FOLDER, refuse_public
from . import arguments
from ._shared import alone, write_all
from .german_argparse import GermanParser
from .ingest import read_in, refuse_name_of
from .new import title_of

#: The longest short name.
_SHORT = next(field.longest for field in SYSTEM if field.name == "short" and field.longest)

_PART = "Regeln"
_YES, _NO = ("j", "ja", "y", "yes"), ("n", "nein", "no")

#: The lines of .gitignore: what a build makes, and private systems.
_IGNORED = "".join(f"/{name}/\n" for name in ("build", "site", "site-ordner", FOLDER)) + "/site-ordner.zip\n"


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers about a new system; `parts` are (id, title)."""

    id: str
    name: str
    short: str
    parts: tuple[tuple[str, str], ...]
    private: bool


def run(args: argparse.Namespace) -> int:
    if args.files and args.part:
        raise WrongOptions("--part geht nicht mit --from: Die Teile nennt das Buch.")
    if args.language and not args.files:
        raise WrongOptions("--language gibt es nur mit --from: Es sagt, wie das Buch zu lesen ist.")
    _check_folder(args)
    answers = _answers(args)
    with _project(args):
        lines = [*(_from_book if args.files else _empty)(args, answers)]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return Exit.FINE


def _answers(args: argparse.Namespace) -> _Answers:
    """The answers from the options, else from the terminal, else the defaults. Raises Unusable."""
    name = title_of(args.name)
    id_ = slugify(name)[:60].strip("-")
    short = _answer("Kurzname", args.short, name if len(name) <= _SHORT else id_.upper()[:_SHORT].strip("-"), _short)
    id_ = _answer("Kennung in den Adressen", args.system, id_, lambda text: _free_id(text, args))
    if args.files:
        return _Answers(id_, name, short, (), private=True)
    parts = (
        _parts(args.part)
        if args.part
        else _answer("Teile des Regelwerks, mit Komma dazwischen", None, _PART, lambda text: _parts(text.split(",")))
    )
    private = args.private or _answer("Nur für dich, privat (j/n)", None, "n", _yes)
    return _Answers(id_, name, short, parts, private)


def _answer(question: str, given: str | None, usual: str, read: Callable[[str], Value]) -> Value:
    """The value of an option, else of the answer in the terminal (asked again while it is unusable), else the default."""
    if given is not None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return read(usual if given is None else given)
    while True:
        print(f"{question} [{usual}]: ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line.endswith("\n"):  # the terminal's end of input
            print(file=sys.stderr)
            raise Unusable("Abgebrochen, nichts angelegt.")
        try:
            return read(line.strip() or usual)
        except Unusable as problem:
            print(problem, file=sys.stderr)


def _short(text: str) -> str:
    short = " ".join(text.split())
    if not short or len(short) > _SHORT or not short.isprintable():
        raise WrongValue(f"Der Kurzname braucht höchstens {_SHORT} Zeichen und mindestens eines (--short).")
    return short


def _parts(given: Iterable[str]) -> tuple[tuple[str, str], ...]:
    titles = [title_of(title) for title in given if title.strip()]
    found = {slugify(title): title for title in titles}
    if len(found) < len(titles) or not titles:
        raise WrongValue("Jeder Teil braucht einen eigenen Namen (--part); einer steht zweimal da oder ist leer.")
    return tuple(found.items())


def _yes(text: str) -> bool:
    if text.casefold() not in _YES + _NO:
        raise WrongValue("Antworte mit j oder n.")
    return text.casefold() in _YES


def _free_id(id_: str, args: argparse.Namespace) -> str:
    """The id, if a system may have it and nothing of that name lies in the project or its private folders. Raises Unusable."""
    refuse_name_of(id_)
    folders = (args.project, args.project / FOLDER, *args.overlays)
    for path in (folder / place for folder in folders for place in (f"content/{id_}", f"glossary/{id_}.yaml")):
        if path.exists():
            raise Taken(id_, f": {path}. Gib dem neuen Spiel eine andere Kennung (--system)")
    return id_


def _check_folder(args: argparse.Namespace) -> None:
    """Raise Unusable for a folder that is no project and contains anything but the books."""
    project: Path = args.project
    books = {Path(file).resolve() for file in args.files or ()}
    if any(path.resolve() not in books for path in project.iterdir() if not path.name.startswith(".")):
        find_project(project)


@contextmanager
def _project(args: argparse.Namespace) -> Iterator[None]:
    """Make an empty folder a project; leave it empty if no system is made in it."""
    project: Path = args.project
    texts = {project / "mkdocs.yml": "site_name: Nachschlag\n", project / ".gitignore": _IGNORED}
    is_new = not (project / "mkdocs.yml").is_file()
    made = [path for path in texts if is_new and not path.exists()]
    try:
        try:
            for path in made:
                write_atomic(path, texts[path])
        except OSError as problem:
            raise Unwritable(project, problem) from None
        yield
    except BaseException:
        if not any((project / name).exists() for name in ("content", FOLDER)):  # of another call meanwhile
            for path in made:
                path.unlink(missing_ok=True)
        raise


def _empty(args: argparse.Namespace, answers: _Answers) -> Iterable[str]:
    """Write a system without entries; says what to do next."""
    base = f"{FOLDER}/" if answers.private else ""
    if answers.private:
        refuse_public(args.project / FOLDER, args.project)
    files = {
        f"{base}content/{answers.id}/system.yaml": ("system", as_yaml(_system(answers))),
        f"{base}glossary/{answers.id}.yaml": ("glossary", "[]\n"),
    }
    texts = {path: schema_line(args.project / path, schema) + text for path, (schema, text) in files.items()}
    write_schemas(args.project)
    with alone(args):
        write_all(args.project, [Change(path, None, text.encode("utf-8")) for path, text in texts.items()])
    return (
        f'Erste Regel anlegen: nachschlag new {answers.id}/{answers.parts[0][0]} "Name der Regel"',
        "Ansehen: nachschlag serve",
        f"Prüfen: nachschlag check --system {answers.id}",
    )


def _system(answers: _Answers) -> dict[str, object]:
    status, note = ("private", "Nur für dich, nicht zum Weitergeben.") if answers.private else ("own-words", "In eigenen Worten.")
    return {
        "id": answers.id,
        "name": answers.name,
        "short": answers.short,
        "licence": {"status": status, "note": note},
        "parts": [{"id": id_, "title": title} for id_, title in answers.parts],
    }


def _from_book(args: argparse.Namespace, answers: _Answers) -> Iterable[str]:
    """Read a book as `ingest` does, under the name given here; says what to do next."""
    parser = GermanParser()
    arguments.ingest(parser)
    language = ["--language", args.language] if args.language else []
    wanted = parser.parse_args(["--system", answers.id, *language, "--", *args.files])
    wanted.project = args.project
    out = args.project / FOLDER
    refuse_public(out, args.project)
    reading, _ = read_in(wanted, out, {"name": answers.name, "short": answers.short})
    yield f"Nachsehen, was unsicher ist: {out / 'ingest' / answers.id / 'report.html'}"
    yield "Ansehen: nachschlag serve (nennt auch die Seite, auf der du die Entwürfe durchgehst)"
    if reading.source.language == "en":
        yield f"Übersetzen: nachschlag export --format po --private --system {answers.id} --out ../{answers.id}.po"
    else:
        yield f"Verbessern: die Dateien in {out / 'content' / answers.id}, danach nachschlag check --system {answers.id}"
