"""Query a running service continuously over many connections; print the time of each sort of call, and all errors, as JSON.

    python -m tests.tools.bench.service_load http://127.0.0.1:8000 --seconds 60 --connections 64
    python -m tests.tools.bench.service_load http://127.0.0.1:8000 --seconds 60 --per-second 50
    python -m tests.tools.bench.service_load http://127.0.0.1:8000 --seconds 5 --connections 1 --only complete

It runs in a process of its own, with as little work per call as Python allows, so that it measures the service.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.projects import REPOSITORY
from tests.relevance.queries import queries

#: The percentage of each sort of call.
MIX = {"search": 66, "resolve": 12, "link": 12, "page": 8, "healthz": 2}
#: The characters of a text to link: a long forum post.
POST_LENGTH = 2_500


@dataclass(slots=True)
class Heard:
    """The answers: seconds per sort of call, and the bad answers."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: Counter[str] = field(default_factory=Counter)


def calls(host: str) -> dict[str, list[bytes]]:
    """Prepared requests of each sort, from our own content."""

    def get(path: str) -> bytes:
        return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n".encode()

    def post(path: str, text: str, kind: str = "text/markdown", more: str = "") -> bytes:
        body = text.encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    def tool(name: str, arguments: dict[str, str]) -> bytes:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        return post("/mcp", json.dumps(message), "application/json", "Accept: application/json, text/event-stream\r\n")

    entries = sorted((REPOSITORY / "content").glob("*/*/*.md"))
    ids = [(path.parts[-3], path.stem) for path in entries if "." not in path.stem]
    return {
        "search": [get(f"/api/v1/search?q={quote(asked.query)}") for asked in queries("dev")],
        "resolve": [get(f"/api/v1/resolve?text={quote(slug.replace('-', ' '))}&system={system}") for system, slug in ids],
        "link": [post(f"/api/v1/link?system={path.parts[-3]}", _post(entries, n)) for n, path in enumerate(entries[::20])],
        "complete": [get(f"/api/v1/complete?q={quote(typed)}") for typed in _typed(entries)],
        "mcp": [tool("search", {"query": asked.query}) for asked in queries("dev")],
        "page": [get(f"/{system}/{slug}/") for system, slug in ids],
        "healthz": [get("/healthz")],
    }


def _typed(entries: list[Path]) -> list[str]:
    """The contents of a field while the title of each entry is typed, letter by letter."""
    titles = (re.search(r"^title: (.+)$", path.read_text("utf-8"), re.MULTILINE) for path in entries)
    return [found[1][:length] for found in titles if found for length in range(1, min(len(found[1]), 20) + 1)]


def _post(entries: list[Path], n: int) -> str:
    text = ""
    while len(text) < POST_LENGTH:
        text += entries[n * 20 % len(entries)].read_text("utf-8").rpartition("\n---\n")[2] + "\n"
        n += 1
    return text[:POST_LENGTH]


async def ask(
    address: tuple[str, int],
    made: dict[str, list[bytes]],
    until: float,
    heard: Heard,
    seed: int,
    pause: float = 0,
    mix: Mapping[str, int] = MIX,
) -> None:
    """Make call after call over one connection, each at least `pause` seconds after the start of the one before."""
    chance = random.Random(seed)
    sorts, weights = list(mix), list(mix.values())
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    if pause:
        await asyncio.sleep(chance.random() * pause)
    while (started := time.perf_counter()) < until:
        sort = chance.choices(sorts, weights)[0]
        try:
            if reader is None or writer is None:
                reader, writer = await asyncio.open_connection(*address)
            writer.write(chance.choice(made[sort]))
            status = await asyncio.wait_for(_answer(reader), 30)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
            heard.wrong[f"{sort}: {type(problem).__name__}"] += 1
            reader = None
            continue
        heard.seconds[sort].append(time.perf_counter() - started)
        if status != b"200":
            heard.wrong[f"{sort}: {status.decode()}"] += 1
        if pause:
            await asyncio.sleep(started + pause - time.perf_counter())
    if writer:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    """Read one whole answer and return its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    await reader.readexactly(length)
    return head[9:12]


async def load(url: str, seconds: float, connections: int, per_second: float = 0, only: str = "") -> Heard:
    """Query for a number of seconds, over a number of connections: `per_second` calls, or (0) as many as are answered; `only` one sort,
    or mixed."""
    parts = urlsplit(url)
    made, heard = calls(parts.netloc), Heard()
    until = time.perf_counter() + seconds
    address = (str(parts.hostname), int(parts.port or 80))
    pause = connections / per_second if per_second else 0
    mix = {only: 1} if only else MIX
    await asyncio.gather(*(ask(address, made, until, heard, seed, pause, mix) for seed in range(connections)))
    return heard


def figures(heard: Heard, seconds: float) -> dict[str, object]:
    """Calls, calls per second, and milliseconds per sort."""
    told: dict[str, object] = {"wrong": dict(heard.wrong)}
    every = [one for times in heard.seconds.values() for one in times]
    told["calls"], told["per_second"] = len(every), len(every) / seconds
    for sort, times in {"all": every, **heard.seconds}.items():
        cuts = statistics.quantiles(times * 2, n=100)  # works even for a single call
        told[sort] = {"calls": len(times), "p50_ms": 1000 * cuts[49], "p99_ms": 1000 * cuts[98], "most_ms": 1000 * max(times)}
    return told


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--per-second", type=float, default=0, help="calls a second (0: as many as are answered)")
    parser.add_argument("--only", default="", help="one sort of call (otherwise mixed)")
    args = parser.parse_args()
    heard = asyncio.run(load(args.url, args.seconds, args.connections, args.per_second, args.only))
    print(json.dumps(figures(heard, args.seconds)))


if __name__ == "__main__":
    main()
