"""`nachschlag search`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from nachschlag.generator.model.command import Command, Exit
from nachschlag.generator.model.unusable import NotAmong, OutOfRange, Unusable
from nachschlag.search import cli


def command() -> Command:
    return next(command for command in cli.commands() if command.name == "search")


@pytest.fixture
def project(index_path: Path, tmp_path: Path) -> Path:
    """A project folder with an index."""
    (tmp_path / "build").mkdir()
    (tmp_path / "build/index").symlink_to(index_path)
    return tmp_path


def run(project: Path, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command().configure(parser)
    return command().run(argparse.Namespace(project=project, **vars(parser.parse_args(arguments))))


def test_a_table_without_colours_when_piped(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(project, "gr", "17") == Exit.FINE
    out = capsys.readouterr().out
    assert "Kannen" in out
    assert "teekrieg/kannen" in out
    assert "TK" in out
    assert "\x1b" not in out


def test_nothing_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A search without hits says so and ends with status 1."""
    assert run(project, "qzxvjk") == Exit.FINDINGS
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "Nichts gefunden für „qzxvjk“.\n")


def test_operators(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Operators of a query work on the command line, and wrong ones are named."""
    assert run(project, "angst -takt", "--json") == Exit.FINE
    assert [hit["id"] for hit in json.loads(capsys.readouterr().out)["hits"]] == ["teekrieg/glossar/angst"]
    assert run(project, "spiel:schach angst") == Exit.FINE
    assert capsys.readouterr().err == "„spiel:schach“ gibt es nicht, gesucht wird „schach“. Möglich: ZB, TK.\n\n"


def test_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` gives the hits of the API."""
    assert run(project, "bewegung", "--system", "zwergenball", "--json", "--limit", "1") == Exit.FINE
    answer = json.loads(capsys.readouterr().out)
    assert answer["query"] == "bewegung"
    assert [hit["id"] for hit in answer["hits"]] == ["zwergenball/bewegung"]


def test_json_of_bytes_that_are_no_text(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(project, "\udcff", "--json") == Exit.FINDINGS
    assert json.loads(capsys.readouterr().out)["hits"] == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["kanne", "--system", "schach"], "schach"),
        (["kanne", "--kind", "unfug"], "unfug"),
        (["kanne", "--limit", "0"], "0"),
        (["kanne", "--limit", "1000"], "1000"),
    ],
)
def test_invalid_calls(project: Path, arguments: list[str], named: str) -> None:
    """A wrong option is refused by name."""
    with pytest.raises((NotAmong, OutOfRange), match=named):
        run(project, *arguments)


def test_without_an_index_the_remedy_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="nachschlag build"):
        run(tmp_path, "kanne")
