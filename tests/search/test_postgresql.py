"""The index in PostgreSQL: the same answers as from Whoosh, editions one after another. More of it is in `test_postgresql_failing.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import Unusable
from nachschlag.search import Index, open_index
from nachschlag.search.index import generations, hosts, postgresql
from nachschlag.search.index.handing_on import made
from nachschlag.search.index.writing import program

from tests.hosting import free_port
from tests.postgres import Server, servers
from tests.projects import REPOSITORY, mini_project, nachschlag
from tests.running import Run

from .engines import ASKED, answers


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with servers() as started:
        yield started[0]


def written(address: str, library: Library) -> bool:
    edition, vocabulary, rows = made(library)
    return postgresql.write(address, edition, program(), vocabulary, rows)


def test_it_answers_as_whoosh_does(server: Server, library: Library, index: Index, tmp_path: Path) -> None:
    mirrored = postgresql.Mirrored(server.address, tmp_path / "index")
    with pytest.raises(Unusable, match=r"kein Suchindex dieser Programmversion.*nachschlag index --to"):
        mirrored.look()
    assert written(server.address, library)
    mirrored.look()
    with open_index(tmp_path / "index", server.address) as engine:
        assert answers(engine, ASKED) == answers(index, ASKED)
        assert engine.edition == index.edition
        engine.release()  # it connects again
        assert engine.search("umrühren") == index.search("umrühren")
    first = generations.current(tmp_path / "index")
    assert not written(server.address, library)
    mirrored.look()
    assert generations.current(tmp_path / "index") == first


def test_editions_come_one_after_another(server: Server, library: Library, tmp_path: Path) -> None:
    """The last editions stay for services that still use them; one written again is the newest again."""
    marks = []
    for count in (len(library.entries), 5, 6, 7, 8, 5):
        some = Library(library.systems.values(), list(library.entries.values())[:count])
        assert written(server.address, some)
        assert not written(server.address, some)
        newest = postgresql.newest(server.address, program())
        assert newest
        marks.append(newest.id)
        assert len(server.run("select id from nachschlag_1.edition")) <= postgresql.KEPT
    assert marks[-1] == marks[1]
    assert len(set(marks)) == 5
    assert postgresql.newest(server.address, "another program") is None
    kept = {row[0] for row in server.run("select distinct edition from nachschlag_1.posting")}
    assert kept == {row[0] for row in server.run("select id from nachschlag_1.edition")}


def test_programs_leave_each_other_their_editions(server: Server, library: Library) -> None:
    """Each program keeps its last editions, and no more programs stay than editions."""
    server.run("delete from nachschlag_1.edition")

    def of(mark: str, *counts: int) -> None:
        for count in counts:
            edition, vocabulary, rows = made(Library(library.systems.values(), list(library.entries.values())[:count]))
            postgresql.write(server.address, mark + edition, mark, vocabulary, rows)

    def kept() -> dict[str, int]:
        return dict(server.run("select program, count(*) from nachschlag_1.edition group by program"))

    of("old", 5)
    of("new", 5, 6, 7, 8)
    assert kept() == {"old": 1, "new": postgresql.KEPT}
    of("old", 5)
    assert kept() == {"old": 1, "new": postgresql.KEPT}
    of("newer", 5)
    of("newest", 5)
    assert kept() == {"new": postgresql.KEPT, "newer": 1, "newest": 1}


def test_create_is_needed_only_at_first(server: Server, library: Library) -> None:
    """Later editions need no right to create, and readers only those that the help names."""
    for statement in ("create role schreibt login", "create role liest login", "create database rechte"):
        server.run(statement)
    server.run("grant create on database rechte to schreibt")
    writer, reader = (f"postgresql://{name}@{server.host}/rechte" for name in ("schreibt", "liest"))
    assert written(writer, library)
    server.run("revoke create on database rechte from schreibt")
    with psycopg.connect(writer) as connection:
        connection.execute("grant usage on schema nachschlag_1 to liest")
        connection.execute("grant select on all tables in schema nachschlag_1 to liest")
    assert written(writer, Library(library.systems.values(), list(library.entries.values())[:5]))
    newest = postgresql.newest(reader, program())
    assert newest
    assert len(list(postgresql.PostgresReader(reader, newest.id, newest.size).read_names())) == newest.size


def test_private_systems_are_taken_only_by_a_private_service(server: Server, library: Library, tmp_path: Path) -> None:
    edition, vocabulary, rows = made(library)
    secret = replace(vocabulary, systems=tuple(replace(system, private=True) for system in vocabulary.systems))
    postgresql.write(server.address, edition[::-1], program(), secret, rows)
    with pytest.raises(Unusable, match=r"private Spiele: teekrieg, .*nachschlag index.*--private"):
        postgresql.Mirrored(server.address, tmp_path / "index").look()
    assert generations.current(tmp_path / "index") is None
    postgresql.Mirrored(server.address, tmp_path / "index", private=True).look()
    assert generations.current(tmp_path / "index")


def test_the_command_writes_once(server: Server, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    runs = [nachschlag("--project", project, "index", "--to", server.address) for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs
    assert ["war schon da" in run.stdout for run in runs] == [False, True]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql://127.0.0.1:{port}/postgres", "Prüfe Adresse und Rechte"),
        ("http://example.org", "keine Adresse von PostgreSQL"),
        ("postgresql://geheim:wort@[::1/x", "keine Adresse von PostgreSQL"),
        ("postgresql://a:1,b:2,c/x?hostaddr=127.0.0.1,127.0.0.2", "nicht zu jedem Host einen Port"),
        ("postgresql:///postgres?passwort=geheim", "keine Adresse von PostgreSQL"),
    ],
)
def test_an_address_that_leads_nowhere_is_named(tmp_path: Path, address: str, sentence: str) -> None:
    with pytest.raises(Unusable, match=sentence) as unusable:
        postgresql.Mirrored(address.format(port=free_port()), tmp_path / "index").look()
    assert "geheim" not in str(unusable.value)


def test_the_command_says_that_no_server_answers(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    for address in (f"postgresql://127.0.0.1:{free_port()}/postgres", "http://example.org"):
        run = nachschlag("--project", project, "index", "--to", address)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
        assert "PostgreSQL" in run.stderr


def test_a_server_without_the_tables_is_passed_over(server: Server, library: Library, index: Index, tmp_path: Path) -> None:
    """A standby that was made before the first edition is such a server."""
    written(server.address, library)
    postgresql.Mirrored(server.address, tmp_path / "index").look()
    both = f"postgresql://nachschlag@{server.host},{server.host}/template1?options=-c%20statement_timeout%3D5s"
    with pytest.raises(Unusable, match="kein Suchindex"):
        postgresql.Mirrored(both, tmp_path / "andere").look()
    with open_index(tmp_path / "index", both) as engine, pytest.MonkeyPatch.context() as patch:
        patch.setattr(hosts, "AGAIN", 0.0)
        with pytest.raises(hosts.Nowhere, match="gerade nicht zu erreichen"):
            engine.search("kanne")


def test_every_host_of_an_address_keeps_its_port() -> None:
    shown = [hosts.named(host) for host in hosts.hosts("postgresql://a:1,b:2,c/x")]
    assert shown == ["a:1", "b:2", "c:5432"]


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (["index", "--to", "postgresql://a/b"], "psycopg", "postgresql"),
        (["serve", "--production", "--port", "0", "--engine", "postgresql://a/b"], "psycopg", "postgresql"),
        (["index", "--pack", "suche", "--sign", "geheim.pem"], "cryptography", "signed"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], package: str, extra: str
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *_: None if name == package else object())
    said = run("--project", str(REPOSITORY), *arguments)
    assert said.status == 2
    assert f'pip install ".[{extra}]"' in said.err
