"""PostgreSQL with two standbys, under load: servers that are killed, one that lags behind, many entries. Part of `make audit`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from nachschlag.search import build_index, open_index
from nachschlag.search.core.documents import Corpus
from nachschlag.search.index import postgresql
from nachschlag.search.index.handing_on import made, made_of
from nachschlag.search.index.writing import program

from tests.postgres import Server, address, servers
from tests.projects import lay_over, nachschlag, own_library
from tests.relevance.queries import queries
from tests.serving import serving, until
from tests.tools.bench import made_up_documents

from .test_service_production import asking

pytestmark = pytest.mark.audit

#: Whose postings are long, whose are short; a slip, a phrase, a filter.
PATHS = ["/api/v1/search?q=kämpfen", "/api/v1/search?q=zielen", "/api/v1/search?q=kempfen", '/api/v1/search?q="der"', "/healthz"]
RULE = "content/wuerfelkrieg/grundregeln/{}.md"


@pytest.fixture
def cluster() -> Iterator[list[Server]]:
    """A primary and two standbys."""
    with servers(2) as started:
        yield started


@pytest.fixture
def project(mini_site: Path, tmp_path: Path) -> Path:
    project = shutil.copytree(mini_site.parent, tmp_path / "projekt")
    shutil.rmtree(project / "build" / "index")
    return project


def put(project: Path, server: Server) -> None:
    run = nachschlag("--project", project, "index", "--to", server.address)
    assert run.returncode == 0, run.stderr


def named(project: Path, name: str) -> None:
    """One more rule."""
    lay_over(project, {RULE.format(name.lower()): f"---\ntitle: {name}\nkind: rule\n---\nText.\n"})


def finds(url: str, name: str) -> bool:
    return f"wuerfelkrieg/{name.lower()}" in str(httpx.get(f"{url}/api/v1/search", params={"q": name}, timeout=30).json()["hits"])


def mark(url: str) -> str:
    """The edition that a service answers from."""
    return str(httpx.get(f"{url}/api/v1/search?q=zielen", timeout=30).headers["nachschlag-edition"])


def asked(server: Server) -> int:
    """How many searches are connected to a server."""
    return int(server.run("select count(*) from pg_stat_activity where application_name = 'nachschlag' and state = 'idle'")[0][0])


def test_servers_die_under_load(cluster: list[Server], project: Path) -> None:
    primary, one, other = cluster
    put(project, primary)
    with (
        serving(project, "--production", "--engine", address(primary, one, other)) as (process, url),
        asking(url, PATHS) as wrong,
    ):
        until(lambda: asked(one) + asked(other))
        named(project, "Neuling")
        put(project, primary)
        until(lambda: finds(url, "Neuling"))
        one.kill()
        assert all(finds(url, "Neuling") for _ in range(30))
        primary.kill()
        assert all(finds(url, "Neuling") for _ in range(30))
        primary.start()
        one.start()
        other.kill()
        assert all(finds(url, "Neuling") for _ in range(30))
        named(project, "Frischling")
        put(project, primary)
        until(lambda: finds(url, "Frischling"))
        assert process.poll() is None
    assert wrong == []


def test_reads_go_to_standbys(cluster: list[Server], project: Path) -> None:
    primary, one, other = cluster
    put(project, primary)
    until(lambda: postgresql.newest(one.address, program()) and postgresql.newest(other.address, program()))
    with serving(project, "--production", "--engine", address(primary, one, other)) as (_, url):
        with asking(url, PATHS[:2]) as wrong:
            until(lambda: asked(one) + asked(other) >= 2)
        assert asked(primary) == 0
    assert wrong == []


def test_a_standby_behind_answers_with_its_own_mark(cluster: list[Server], project: Path, tmp_path: Path) -> None:
    primary, behind, _ = cluster
    put(project, primary)
    until(lambda: postgresql.newest(behind.address, program()))
    copy = shutil.copytree(project, tmp_path / "andere")
    with (
        serving(project, "--production", "--engine", behind.address) as (_, late),
        serving(copy, "--production", "--engine", address(*cluster)) as (_, url),
        asking(url, PATHS) as wrong,
        asking(late, PATHS) as wrong_late,
    ):
        first = mark(late)
        assert mark(url) == first
        behind.run("select pg_wal_replay_pause()")
        named(project, "Neuling")
        named(copy, "Neuling")
        put(project, primary)
        until(lambda: mark(url) != first)
        assert all(finds(url, "Neuling") for _ in range(20))
        assert (mark(late), finds(late, "Neuling")) == (first, False)
        with suppress(psycopg.errors.SerializationFailure):  # what it sets off may cancel the statement itself
            behind.run("select pg_wal_replay_resume()")
        until(lambda: mark(late) == mark(url))
        assert finds(late, "Neuling")
        assert httpx.get(f"{late}/healthz").json()["index"].startswith(mark(late))
    assert (wrong, wrong_late) == ([], [])


def test_judged_queries_have_the_same_hits(tmp_path: Path) -> None:
    library = own_library()
    build_index(library, tmp_path / "whoosh")
    with servers() as (server,):
        edition, vocabulary, rows = made(library)
        postgresql.write(server.address, edition, program(), vocabulary, rows)
        postgresql.Mirrored(server.address, tmp_path / "index").look()
        with open_index(tmp_path / "whoosh") as whoosh, open_index(tmp_path / "index", server.address) as engine:
            different, count = [], 0
            for judged in queries():
                pair = [index.search(judged.query, system=judged.system) for index in (whoosh, engine)]
                count += 1
                if [hit.id for hit in pair[0]] != [hit.id for hit in pair[1]] or any(
                    abs(one.score - other.score) > 1e-9 for one, other in zip(*pair, strict=True)
                ):
                    different.append(judged.query)
        assert count > 1500
        assert different == []


@pytest.fixture(scope="module")
def many() -> Corpus:
    return made_up_documents.corpus(100_000)


def test_a_hundred_thousand_entries_are_read_by_their_keys(many: Corpus, tmp_path: Path) -> None:
    with servers(1) as (server, standby):
        edition, vocabulary, rows = made_of(many)
        postgresql.write(server.address, edition, program(), vocabulary, rows)
        until(lambda: postgresql.newest(standby.address, program()))
        postgresql.Mirrored(standby.address, tmp_path / "index").look()
        with open_index(tmp_path / "index", standby.address) as engine:
            words = sorted(vocabulary.frequency, key=lambda term: -vocabulary.frequency[term])
            for query in (" ".join(words[:3]), " ".join(words[1000:1003]), words[-1], f'"{words[5]}"', f"-{words[0]} {words[2]}"):
                engine.search(query)
            assert engine.search(words[0])
        mark = edition[: postgresql.DIGITS]
        values = [word.encode() for word in (words[0], words[1000], words[-1])]
        with psycopg.connect(standby.address) as connection:
            for statement, given in (
                (postgresql.POSTINGS, ["term", values, mark]),
                (postgresql.DOCUMENTS, [[1, 5000, 99_999], mark]),
            ):
                plan = "\n".join(row[0] for row in connection.execute(f"explain {statement}", given))
                assert "_pkey" in plan, plan
                assert "Seq Scan on posting" not in plan, plan
                assert "Seq Scan on document" not in plan, plan
