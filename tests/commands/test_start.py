"""Help and version import nothing that a command needs only when it runs; what they say is true of what runs."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from nachschlag.generator.cli import all_commands
from nachschlag.generator.commands import COMMANDS, arguments, export, import_
from nachschlag.generator.model.choices import DIALECTS, EXPORTS, IMPORTS, REPORTS
from nachschlag.generator.proofing.report import FORMATS

from tests.projects import MINI, environment

#: What takes long to import, and what would bring it along.
HEAVY = (
    *(
        "yaml",
        "markdown_it",
        "mdit_py_plugins",
        "jinja2",
        "whoosh",
        "rich",
        "mkdocs",
        "ahocorasick_rs",
        "snowballstemmer",
        "sqlite3",
    ),
    *("asyncio", "subprocess", "starlette", "mcp"),
    *(f"nachschlag.generator.{name}" for name in ("model.values", "model.library", "german", "reading", "prose", "references")),
    *(f"nachschlag.generator.{name}" for name in ("pages", "records", "proofing", "site", "ingest", "takeaway", "commands.show")),
    *(f"nachschlag.search.{name}" for name in ("index", "service", "live", "assistant", "terminal", "core.documents")),
)

_CALL = """
import json, sys
from nachschlag.generator.cli import main
before = sys.stdout
for call in json.loads(sys.argv[1]):
    try:
        main(call)
    except SystemExit as ended:
        assert ended.code == 0, call
print("\\n" + json.dumps(list(sys.modules)))
"""


def imported(*calls: list[str]) -> set[str]:
    """The modules that a fresh Python has after these calls."""
    done = subprocess.run(
        [sys.executable, "-c", _CALL, json.dumps(calls)],
        cwd=MINI,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("call", [["--version"], ["--help"]])
def test_help_and_version_import_nothing_heavy(call: list[str]) -> None:
    assert imported(call) & set(HEAVY) == set()


def test_the_help_of_a_command_imports_nothing_heavy() -> None:
    assert imported(*([command.name, "--help"] for command in all_commands())) & set(HEAVY) == set()


def test_the_list_of_what_is_heavy_names_modules() -> None:
    for name in HEAVY:
        import_module(name)


def test_packages_give_what_they_promise_when_it_is_asked_for() -> None:
    call = "import sys, nachschlag.{0} as p; assert not {1} & set(sys.modules); [getattr(p, name) for name in p.__all__]; print(p.nix)"
    for name in ("generator", "search"):
        code = call.format(name, set(HEAVY))
        done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, encoding="utf-8", check=False)
        assert done.stderr.strip().endswith(f"AttributeError: module 'nachschlag.{name}' has no attribute 'nix'")


def test_every_command_of_ours_has_a_module_of_its_name_that_runs() -> None:
    for command in COMMANDS:
        assert callable(import_module(f"nachschlag.generator.commands.{command.configure.__name__}").run)
        assert command.configure is getattr(arguments, command.configure.__name__)


def test_choices_are_those_of_the_modules_that_carry_them_out() -> None:
    assert list(EXPORTS) == [*export._TEXTS, *export._WRITERS, *export._MAKERS]
    assert set(DIALECTS) <= set(EXPORTS)
    assert list(IMPORTS) == sorted(import_._READERS)
    assert list(REPORTS) == sorted(FORMATS)


def test_a_command_of_another_package_is_found(tmp_path: Path) -> None:
    info = tmp_path / "fremd-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fremd\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[nachschlag.commands]\nfremd = fremd:commands\n", "utf-8")
    (tmp_path / "fremd.py").write_text(
        "from nachschlag.generator.model.command import Command\n"
        "def commands():\n"
        "    return [Command('fremd', 'kommt von anderswo', lambda parser: None, lambda args: print('Fremd!') or 0)]\n",
        "utf-8",
    )
    (tmp_path / "mkdocs.yml").write_text("site_name: Probe\n", "utf-8")
    for arguments_, expected in ((["fremd"], "Fremd!\n"), (["--help"], "kommt von anderswo\n")):
        done = subprocess.run(
            [sys.executable, "-m", "nachschlag.generator.cli", *arguments_],
            cwd=tmp_path,
            env=environment(PYTHONPATH=str(tmp_path)),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert expected in done.stdout
