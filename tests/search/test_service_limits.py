"""The HTTP service under pressure: too much, too slow, too large. Limits are lowered here; their effect is the same."""

from __future__ import annotations

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
from nachschlag.search.service import app, limits, protocol
from nachschlag.search.service.errors import ApiError
from nachschlag.search.service.limits import Lane
from nachschlag.search.service.questions import Lanes

from tests.serving import answering, until


class Held:
    """Work that continues until it is released."""

    def __init__(self) -> None:
        self.started, self.free = threading.Semaphore(0), threading.Event()

    def __call__(self) -> str:
        self.started.release()
        assert self.free.wait(30)
        return "fertig"


def test_a_lane_refuses_what_it_has_no_room_for() -> None:
    held, lane = Held(), Lane("probe", threads=1, waiting=1, seconds=30)

    async def more_than_fits() -> list[object]:
        calls = [asyncio.ensure_future(lane.run(held)) for _ in range(3)]
        await asyncio.sleep(0)
        assert lane.taken == 2
        held.free.set()
        return await asyncio.gather(*calls, return_exceptions=True)

    answers = asyncio.run(more_than_fits())
    assert [str(answer) for answer in answers[:2]] == ["fertig", "fertig"]
    assert isinstance(answers[2], ApiError)
    assert (answers[2].code, answers[2].status, answers[2].headers["Retry-After"]) == ("busy", 503, "2")
    until(lambda: lane.taken == 0)


def test_work_that_takes_too_long_keeps_its_place_until_it_ends_and_waiting_work_is_dropped() -> None:
    held, lane = Held(), Lane("probe", threads=1, waiting=1, seconds=0.2)
    dropped: list[int] = []

    async def too_long() -> list[object]:
        return await asyncio.gather(lane.run(held), lane.run(lambda: dropped.append(1)), return_exceptions=True)

    answers = asyncio.run(too_long())
    assert [answer.code for answer in answers if isinstance(answer, ApiError)] == ["timeout", "timeout"]
    assert lane.taken == 1
    held.free.set()
    until(lambda: lane.taken == 0)
    assert dropped == []


def test_failing_work_frees_its_place() -> None:
    lane = Lane("probe", threads=1, waiting=0, seconds=5)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            asyncio.run(lane.run(lambda: 1 // 0))
        until(lambda: lane.taken == 0)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch, mini_site: Path) -> Iterator[tuple[httpx.Client, Held]]:
    """A service whose only thread for questions is busy."""
    work = Held()
    lanes = Lanes(Lane("fragen", 1, 1, 30), Lane("texte", 1, 1, 30), Lane("namen", 1, 1, 30), Lane("dateien", 1, 8, 30))
    monkeypatch.setattr(app, "make_lanes", lambda _: lanes)
    with answering(app.create_app(mini_site, mini_site.parent / "build" / "index")) as client:
        lanes.questions._pool.submit(work)
        work.started.acquire()
        yield client, work
        work.free.set()


def test_surplus_calls_are_refused_while_health_answers(held: tuple[httpx.Client, Held]) -> None:
    client, work = held
    with ThreadPoolExecutor(6) as pool:
        calls = [pool.submit(client.get, "/api/v1/search?q=zielen") for _ in range(6)]
        until(lambda: sum(call.done() for call in calls) == 4)
        assert client.get("/healthz").json()["work"]["questions"] == 2
        assert client.get("/").status_code == 200
        work.free.set()
        answers = sorted((call.result() for call in calls), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 200, 503, 503, 503, 503]
    assert answers[-1].headers["retry-after"] == "2"
    assert answers[-1].json()["error"]["code"] == "busy"


def raw(client: httpx.Client) -> socket.socket:
    """A raw connection, without an HTTP client."""
    connection = socket.create_connection(("127.0.0.1", client.base_url.port or 0), timeout=20)
    connection.settimeout(20)
    return connection


def received(connection: socket.socket) -> bytes:
    """What arrives next; nothing if the service has disconnected (a reset, where it left sent bytes unread)."""
    try:
        return connection.recv(1 << 20)
    except ConnectionResetError:
        return b""


def waiting_briefly(monkeypatch: pytest.MonkeyPatch, site: Path, index: Path) -> AbstractContextManager[httpx.Client]:
    """A service that waits half a second at most."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(protocol, "TAKE_SECONDS", 0.5)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.5)
    return answering(app.create_app(site, index))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, mini_site: Path) -> Iterator[httpx.Client]:
    with waiting_briefly(monkeypatch, mini_site, mini_site.parent / "build" / "index") as client:
        yield client


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: "])
def test_a_request_that_never_arrives_times_out(impatient: httpx.Client, begun: bytes) -> None:
    with raw(impatient) as connection:
        connection.sendall(begun)
        assert received(connection) == b""


def test_a_second_request_that_never_arrives_times_out(impatient: httpx.Client) -> None:
    with raw(impatient) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        while received(connection):
            pass


def test_connections_without_a_request_leave_room_for_others(monkeypatch: pytest.MonkeyPatch, mini_site: Path) -> None:
    monkeypatch.setattr(protocol, "MOST_WAITING", 10, raising=False)
    with (
        answering(app.create_app(mini_site, mini_site.parent / "build" / "index"), limit_concurrency=30) as client,
        ExitStack() as held,
    ):
        assert client.get("/healthz").status_code == 200
        slow = [held.enter_context(raw(client)) for _ in range(60)]
        for connection in slow:
            with suppress(OSError):
                connection.sendall(b"GET /healthz HTTP/1.1\r\nX-A: ")
        for path in ("/healthz", "/api/v1/search?q=zielen", "/"):
            assert httpx.get(str(client.base_url.join(path)), timeout=10).status_code == 200
        assert received(slow[0]) == b""  # those who waited longest had to go
        slow[-1].sendall(b"\r\nHost: x\r\n\r\n")
        assert slow[-1].recv(12) == b"HTTP/1.1 200"


def test_a_pipelined_request_is_answered_however_many_wait(
    held: tuple[httpx.Client, Held], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_WAITING", 2)
    client, work = held
    with raw(client) as connection, ExitStack() as others:
        paths = (b"/healthz", b"/api/v1/search?q=zielen")
        connection.sendall(b"".join(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n" for path in paths))
        until(lambda: client.get("/healthz").json()["work"]["questions"] == 1)
        waiting = [others.enter_context(raw(client)) for _ in range(4)]
        assert received(waiting[0]) == b""
        work.free.set()
        answers = b""
        while b'"hits"' not in answers and (more := connection.recv(2000)):
            answers += more
    assert answers.count(b"HTTP/1.1 200") == 2


def test_five_hundred_searches_at_once_are_answered_in_turn() -> None:
    lanes = app.make_lanes(1)  # of several threads, one that waits for the processor would let others pass
    order: list[int] = []

    async def many() -> None:
        await asyncio.gather(*(lanes.questions.run(partial(order.append, n)) for n in range(500)))

    asyncio.run(many())
    assert order == list(range(500))


def test_a_slow_body_is_refused(impatient: httpx.Client) -> None:
    head = b"POST /api/v1/link HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
    with raw(impatient) as connection:
        connection.sendall(head)
        answer = b""
        while not answer:
            with suppress(ConnectionError):  # refused in the meantime
                connection.sendall(b"a")
            connection.settimeout(0.05)
            try:
                answer = connection.recv(2000)
            except TimeoutError:
                continue
        connection.settimeout(20)
        while more := received(connection):  # until the service disconnects
            answer += more
    assert answer.startswith(b"HTTP/1.1 408")
    assert b'"body_timeout"' in answer
    assert b"connection: close" in answer.lower()


def test_a_body_without_a_length_is_cut_off_at_the_limit(impatient: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b"a" * 65536

    try:
        answer = impatient.post("/api/v1/link", content=endless(), headers={"Content-Type": "text/plain"})
    except httpx.TransportError:  # disconnected while still sending
        return
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "body_too_large")


def test_a_lying_length_is_refused_before_anything_is_read(impatient: httpx.Client) -> None:
    with raw(impatient) as connection:
        connection.sendall(
            b"POST /api/v1/link HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n"
        )
        assert connection.recv(12) == b"HTTP/1.1 413"


def test_a_client_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch, mini_site: Path, tmp_path: Path) -> None:
    site = shutil.copytree(mini_site, tmp_path / "site")
    (site / "riesig.bin").write_bytes(bytes(30_000_000))
    with waiting_briefly(monkeypatch, site, mini_site.parent / "build" / "index") as client, raw(client) as connection:
        connection.sendall(b"GET /riesig.bin HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(2)
        arrived = 0
        while piece := received(connection):
            arrived += len(piece)
    assert arrived < 30_000_000


@pytest.mark.parametrize(
    "request_line",
    [b"\x16\x03\x01\x02\x00\x01", b"GET " + b"/" * 100_000 + b" HTTP/1.1", b"QUIT", b"GET http://[/ HTTP/1.1"],
)
def test_garbage_is_refused_and_the_service_continues(impatient: httpx.Client, request_line: bytes) -> None:
    with raw(impatient) as connection:
        connection.sendall(request_line + b"\r\nHost: x\r\n\r\n")
        answer = received(connection)
    assert answer[:12] in (b"", b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 404", b"HTTP/1.1 431", b"HTTP/1.1 505")
    assert impatient.get("/healthz").status_code == 200
