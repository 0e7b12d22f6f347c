"""The documentation is true: commands parse and run, examples work, links lead somewhere, nothing is undocumented."""

from __future__ import annotations

import argparse
import ast
import doctest
import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.cli import all_commands, make_parser
from nachschlag.generator.model.findings import Finding, catalogue
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.slug import slugify
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.proofing.spelling import dictionary
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.memory import Memory
from nachschlag.generator.site.help_pages import help_pages
from nachschlag.search import open_index

from tests.projects import ONE_SYSTEM, REPOSITORY, mini_project, nachschlag, repository_copy
from tests.running import Run

HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe"
README = REPOSITORY / "README.md"
CONTRIBUTING = REPOSITORY / "CONTRIBUTING.md"
PACKAGES = [REPOSITORY / "generator" / "README.md", REPOSITORY / "search" / "README.md"]
DECISIONS = sorted((REPOSITORY / ".docs" / "decisions").glob("*.md"))
REPOSITORY_PAGES = [README, CONTRIBUTING, REPOSITORY / "CHANGELOG.md", *PACKAGES, *DECISIONS]
HELP_PAGES = sorted(HELP.glob("*.md"))
ALL = [*REPOSITORY_PAGES, *HELP_PAGES]

#: Commands that change nothing in the project; the others have their own tests, and `new` is followed below.
READ_ONLY = {"check", "concordance", "export", "resolve", "search", "show", "status"}

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def blocks(path: Path, language: str) -> list[str]:
    """The fenced code blocks of a page in one language."""
    return [text for found, text in _FENCE.findall(path.read_text("utf-8")) if found == language]


def prose(path: Path) -> str:
    """The page without code, where brackets are not links."""
    return _CODE.sub("", _FENCE.sub("", path.read_text("utf-8")))


def generated_pages() -> dict[str, str]:
    """The help pages generated from the program itself: path → Markdown."""
    return {path: text for path, *_, text in help_pages()}


def without_settings(words: list[str]) -> list[str]:
    """A command line without leading variable assignments."""
    while words and re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    return words


def command_lines(path: Path) -> Iterator[list[str]]:
    """Every `nachschlag …` of a page's shell blocks, as words without comments."""
    for block in blocks(path, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = without_settings(shlex.split(line, comments=True))
            if words and words[0] == "nachschlag":
                yield words[1:]


SHOWN = [(name(path), words) for path in ALL for words in command_lines(path)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, own_site: Path) -> Path:
    """A copy of the repository's content, built. Its files are shared with that site: commands replace files, they never write into one."""
    return shutil.copytree(own_site.parent, tmp_path_factory.mktemp("docs") / "projekt", copy_function=os.link)


# -- commands -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [command.name for command in all_commands()])
def test_every_command_is_documented(command: str) -> None:
    pages = [path for path in (README, *HELP_PAGES) if f"nachschlag {command}" in path.read_text("utf-8")]
    assert pages, f"nachschlag {command} steht weder in README.md noch auf einer Hilfeseite"


@pytest.mark.parametrize(("page", "words"), SHOWN, ids=lambda value: value if isinstance(value, str) else shlex.join(value))
def test_every_command_line_shown_is_one(page: str, words: list[str]) -> None:
    parsed = make_parser(all_commands()).parse_args(words)
    assert isinstance(parsed, argparse.Namespace)


#: CONTRIBUTING looks up a name that must not exist yet, and shows it once it does: both are followed below. `check --changed` needs
#: Git, and is tested with `check`. The guide's made-up system is followed in `test_guide`.
NOT_HERE = {"mutige-wache", "Mutige Wache", "--changed", "nebelgefecht"}
RUN = sorted(
    {tuple(words) for page, words in SHOWN if words[0] in READ_ONLY and not any(word in str(words) for word in NOT_HERE)}
)


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """Read all our content once for all commands: a library never changes."""
    known: dict[tuple[object, ...], tuple[Library, list[Finding]]] = {}

    def once(
        root: Path, only: str | None = None, memory: Memory | None = None, overlays: Sequence[Path] = ()
    ) -> tuple[Library, list[Finding]]:
        key = (root, only, tuple(overlays))
        if key not in known:
            known[key] = load(root, only, memory, overlays)
        library, findings = known[key]
        return library, list(findings)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("proofing.project", "reading.load"):
            patch.setattr(f"nachschlag.generator.{module}.load", once)
        yield


@pytest.mark.parametrize("words", RUN, ids=shlex.join)
def test_read_only_commands_succeed(
    run: Run, built: Path, read_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(built)
    if words[:3] == ("export", "--format", "bundle") and "--system" not in words:
        monkeypatch.chdir(mini_project(tmp_path / "klein"))  # of all our systems it takes as long as half a build
    if "--spelling" in words:
        monkeypatch.chdir(mini_project(tmp_path / "projekt"))  # one word after another, which takes long for all of ours
        if not os.environ.get("CI"):
            try:
                dictionary()
            except Unusable as missing:
                pytest.skip(str(missing))
    done = run(*words)
    assert done.status == 0, done.err
    assert done.out or "--out" in words or words[0] == "check" or done.err == "Alles ist gegengelesen.\n"


@pytest.mark.parametrize("page", ALL, ids=name)
def test_commands_named_in_passing_exist(page: Path) -> None:
    known = {command.name for command in all_commands()}
    named = set(re.findall(r"`(?:\S+/)?nachschlag ([a-z]+)", page.read_text("utf-8")))
    assert named <= known


@pytest.mark.parametrize("page", ALL, ids=name)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`|run: )make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= targets


# -- examples -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [README, *PACKAGES], ids=name)
def test_python_examples_give_what_they_say(built: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(built)
    examples = doctest.DocTestParser().get_doctest("".join(blocks(page, "pycon")), {}, name(page), str(page), 0)
    assert examples.examples or page != README
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@dataclass(frozen=True, slots=True)
class Walk:
    """The results of following CONTRIBUTING's steps."""

    project: Path
    made: str
    draft: str


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """CONTRIBUTING's steps 2 to 4, to the letter: `new`, then the file as printed, then `accept`."""
    project = repository_copy(tmp_path_factory.mktemp("mitmachen") / "projekt", whole=True, systems=ONE_SYSTEM)
    new = next(words for words in command_lines(CONTRIBUTING) if words[0] == "new")
    run = nachschlag(*new, cwd=project)
    assert run.returncode == 0, run.stderr
    made = run.stdout.strip()
    draft = (project / made).read_text("utf-8")
    (project / made).write_text(blocks(CONTRIBUTING, "markdown")[0], "utf-8")
    accept = next(words for words in command_lines(CONTRIBUTING) if words[0] == "accept")
    assert nachschlag(*accept, cwd=project).stdout.strip() in accept
    return Walk(project, made, draft)


def test_the_example_of_contributing_is_not_there_yet(
    run: Run, built: Path, read_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(built)
    words = next(words for words in command_lines(CONTRIBUTING) if words[0] == "resolve")
    done = run(*words)
    assert done.status == 1
    assert "unbekannt" in done.out


def test_new_makes_the_file_that_contributing_names(walk: Walk) -> None:
    assert f"`{walk.made}`" in CONTRIBUTING.read_text("utf-8")
    assert f"git add {walk.made}" in CONTRIBUTING.read_text("utf-8")


def test_the_example_keeps_what_new_filled_in(walk: Walk) -> None:
    head = blocks(CONTRIBUTING, "markdown")[0].partition("\n---\n")[0].splitlines()
    filled = [line for line in walk.draft.splitlines() if not line.endswith(":")]
    assert [line for line in filled if line not in (*head, "---")] == []


def test_the_example_has_no_findings_and_is_in_canonical_form(walk: Walk) -> None:
    check = nachschlag("check", walk.made, cwd=walk.project)
    assert (check.returncode, check.stderr) == (0, "")
    answer = [line for line in check.stdout.splitlines() if walk.made in line]
    assert all("Hinweis V005" in line for line in answer), answer  # as the page says, nothing refers to a new entry yet
    assert nachschlag("fmt", "--check", cwd=walk.project).returncode == 0


def test_a_second_reader_makes_the_example_what_contributing_says(walk: Walk) -> None:
    words = next(words for words in command_lines(CONTRIBUTING) if words[0] == "review")
    assert nachschlag(*words, cwd=walk.project).stdout.strip() in words
    assert "status: gegengelesen" in (walk.project / walk.made).read_text("utf-8")
    assert nachschlag("check", walk.made, cwd=walk.project).returncode == 0


def test_the_example_becomes_the_page_that_contributing_opens(walk: Walk) -> None:
    words = next(words for words in command_lines(CONTRIBUTING) if words[0] == "show")
    shown = nachschlag(*words, cwd=walk.project)
    assert shown.returncode == 0, shown.stderr
    run = nachschlag("build", "--out", walk.project / "site", cwd=walk.project)
    assert run.returncode == 0, run.stderr
    address = re.search(r"<http://127\.0\.0\.1:8000(/\S+/)>", CONTRIBUTING.read_text("utf-8"))
    assert address
    html = (walk.project / "site" / address[1].strip("/") / "index.html").read_text("utf-8")
    assert "Mutige Wache" in html
    assert 'data-id="t9a/angst"' in html


#: The promises of the help page about searching: a query shown there, and what it must find among the first two hits.
PROMISED = [
    ("instabil", "t9a/instabil"),
    ("instab", "t9a/instabil"),
    ("unstable", "t9a/instabil"),
    ("agnst", "t9a/angst"),
    ("AST", "t9a/glossar/armeestandartentraeger"),
    ("GR 17", "aos/die-attackenabfolge"),
    ("Grundregeln 17.0", "aos/die-attackenabfolge"),
    ("17.0", "aos/die-attackenabfolge"),
    ("gr17.1", "aos/attackenmodifikatoren-und-begrenzungen"),
    ("tab 6.2", "hdd/tabelle-6-2"),
    ("darf ich nach dem rennen schießen", "aos/rennen"),
    ("weglaufen", "aos/rueckzug"),
    ("charge conquest", "conquest/sturmangriff"),
    ("gebannter zauber", "aos/bannen"),
    ("deckung", "aos/deckung"),
    ("treffen aos", "aos/treffen"),
    ("wurf treffer", "aos/trefferwurf"),
    ("kontrollverlust (2W6)", "t9a/kontrollverlust"),
]


@pytest.mark.parametrize(("query", "target"), PROMISED)
def test_search_keeps_the_promises_of_its_help_page(built: Path, query: str, target: str) -> None:
    with open_index(built / "build" / "index") as index:
        assert target in [hit.id for hit in index.search(query, limit=2)]


def test_every_query_of_the_help_page_is_tried() -> None:
    rows = (HELP / "suchen.md").read_text("utf-8").partition("| Du tippst")[2].partition("\n\n")[0].splitlines()[2:]
    shown = {query for row in rows for query in re.findall(r"`([^`]+)`", row.split("|")[1])}
    assert shown == {query for query, _ in PROMISED}


def test_yaml_and_forced_references_of_the_help_pages_are_valid(built: Path) -> None:
    for path in ALL:
        for block in blocks(path, "yaml"):
            assert all(part is None or isinstance(part, dict | list) for part in yaml.safe_load_all(block)), name(path)
    for words in re.findall(r"`\[\[([^`|#\]]+)", (HELP / "mitschreiben.md").read_text("utf-8")):
        assert (built / "site" / "t9a" / words / "index.html").is_file(), words


# -- findings, fields, links --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", catalogue())
def test_every_finding_has_its_heading(built: Path, code: str) -> None:
    assert re.search(rf"^### {code} .* \{{#{code.lower()}\}}$", generated_pages()["hilfe/befunde.md"], re.MULTILINE)
    assert f'<h3 id="{code.lower()}">' in (built / "site" / "hilfe" / "befunde" / "index.html").read_text("utf-8")


def test_no_finding_is_named_that_does_not_exist() -> None:
    for path in ALL:
        assert set(re.findall(r"\b[ABDFKVTRU]0\d\d\b", path.read_text("utf-8"))) <= set(catalogue()), name(path)


@pytest.mark.parametrize("page", REPOSITORY_PAGES, ids=name)
def test_links_between_files_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        assert target.is_relative_to(REPOSITORY), f"{name(page)}: {link}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in [slugify(heading) for heading in headings], f"{name(page)}: {link}"


@pytest.mark.parametrize("page", HELP_PAGES, ids=name)
def test_links_between_help_pages_lead_somewhere(built: Path, page: Path) -> None:
    known = {path.name for path in HELP_PAGES} | {path.removeprefix("hilfe/") for path in generated_pages()}
    own = built / "site" / "hilfe" / ("" if page.stem == "index" else page.stem)
    for link in _LINK.findall(prose(page)):
        path, _, anchor = link.partition("#")
        if path.endswith(".md"):
            assert path in known, link
            target = built / "site" / "hilfe" / path.removesuffix(".md") / "index.html"
            assert not anchor or f'id="{anchor}"' in target.read_text("utf-8"), link
        else:
            leads = own / path / "index.html", own.parent / path  # a page, or a file beside the pages
            assert any(Path(os.path.normpath(target)).is_file() for target in leads), link


@pytest.mark.parametrize("package", ["generator"])
def test_every_room_stands_in_the_plan(package: str) -> None:
    folder = REPOSITORY / package
    plan = blocks(folder / "README.md", "")[0]
    rooms = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(re.findall(r"^(\w+) {2,}", plan, re.MULTILINE)) == rooms
    beside = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(beside) if name not in plan] == []


def test_the_plan_has_the_order_that_is_checked() -> None:
    contract = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    plan = re.findall(r"^(\w+) {2,}", blocks(REPOSITORY / "generator" / "README.md", "")[0], re.MULTILINE)
    rooms = [layer for layer in reversed(contract["layers"]) if (REPOSITORY / "generator" / layer).is_dir()]
    assert [room for room in plan if room in rooms] == rooms


def decisions_by_room() -> dict[str, list[str]]:
    """The rooms of the decisions' index, each with the file names it links."""
    index = (REPOSITORY / ".docs" / "decisions" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \[([a-z/]+)\]\([^)]*\) \| (.*) \|$", index, re.MULTILINE)
    return {room: [link for link in _LINK.findall(cell) if link[:4].isdigit()] for room, cell in rows}


def test_the_index_of_decisions_is_complete() -> None:
    listed = [file for files in decisions_by_room().values() for file in files]
    assert sorted(listed) == [page.name for page in DECISIONS if page.name != "README.md"]


@pytest.mark.parametrize("room", [room for room in decisions_by_room() if (REPOSITORY / room / "__init__.py").is_file()])
def test_every_room_names_its_decisions(room: str) -> None:
    docstring = ast.get_docstring(ast.parse((REPOSITORY / room / "__init__.py").read_text("utf-8"))) or ""
    numbers = re.findall(r"^Decisions: ([\d, ]+)\.$", docstring, re.MULTILINE)
    assert numbers == [", ".join(file[:4] for file in decisions_by_room()[room])]


def test_pages_of_the_repository_speak_of_the_project_alone() -> None:
    for path in ALL:
        assert not re.search(r"(?<![\w.:/])/(?:home|root|tmp|Users|mnt)/", path.read_text("utf-8")), name(path)


def test_the_api_paths_of_the_readme_are_files_of_the_site(built: Path) -> None:
    paths = re.findall(r"/(api/v1/[^\s,;`)]+\.json)", README.read_text("utf-8"))
    values = {"<id>": "t9a/instabil", "<system>": "t9a", "<name>": "entry"}
    assert len(paths) > 6
    for path in paths:
        for placeholder, value in values.items():
            path = path.replace(placeholder, value)
        assert (built / "site" / path).is_file(), path


def test_each_package_is_installed() -> None:
    packages = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    folders = {
        path.parent.relative_to(REPOSITORY)
        for room in ("generator", "search")
        for path in (REPOSITORY / room).rglob("__init__.py")
    }
    assert set(packages) == {".".join(["nachschlag", *folder.parts]) for folder in folders}
