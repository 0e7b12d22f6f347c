"""Connections to PostgreSQL: an address with several hosts, any of which may answer a question, standbys first."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import psycopg
from nachschlag.generator.model.unusable import Unusable
from psycopg.conninfo import conninfo_to_dict, make_conninfo

#: Seconds for a connection to be made, for unanswered bytes, for one statement; and seconds in which a question is repeated elsewhere.
CONNECTING, UNANSWERED, STATEMENT, AGAIN = 2, 3, 5, 10.0
#: Seconds after which a connection is renewed, because a standby may have caught up with the primary by then.
LASTING = 60.0
_PAUSE = 0.1
_DEFAULTS = {
    "connect_timeout": CONNECTING,
    "tcp_user_timeout": UNANSWERED * 1000,
    "keepalives_idle": UNANSWERED,
    "keepalives_interval": 1,
    "keepalives_count": UNANSWERED,
    "application_name": "nachschlag",
    "client_encoding": "utf8",
    "options": f"-c statement_timeout={STATEMENT}s",
}

#: A connection as everything here uses it: every statement is a transaction of its own.
Connection = psycopg.Connection[tuple[Any, ...]]


def hosts(address: str) -> list[dict[str, Any]]:
    """The hosts of an address, each with the parameters of its connection. Raises Unusable unless it is an address of PostgreSQL."""
    try:
        if not address.startswith(("postgresql://", "postgres://")):
            raise ValueError(address)
        given = conninfo_to_dict(address)
    except (psycopg.Error, ValueError):
        raise NoDatabase("Das ist keine Adresse von PostgreSQL. Sie hat die Form postgresql://NAME@HOST,HOST/DATENBANK") from None
    several = {name: str(given.pop(name)).split(",") for name in ("host", "hostaddr", "port") if given.get(name)}
    count = max(map(len, several.values()), default=1)
    if any(len(values) not in (1, count) for values in several.values()):
        raise NoDatabase(
            "In der Adresse von PostgreSQL gibt es nicht zu jedem Host einen Port. Nenne einen für alle, oder jeden."
        )
    return [
        {**_DEFAULTS, **given, **{name: values[-1 if len(values) == 1 else at] for name, values in several.items()}}
        for at in range(count)
    ]


def named(host: dict[str, Any]) -> str:
    """A host as shown to people, without name and password."""
    return f"{host.get('host') or host.get('hostaddr') or 'localhost'}:{host.get('port') or 5432}"


def connected(host: dict[str, Any], kind: str = "any") -> Connection:
    """Connect to one host if it is of a kind ("standby", "primary", "any"). Raises psycopg.OperationalError."""
    return psycopg.connect(make_conninfo("", **{"target_session_attrs": kind, **host}), autocommit=True, prepare_threshold=None)


class NoDatabase(Unusable):
    """PostgreSQL cannot be used: its address is wrong, or it does not answer, or refuses the index."""


class Nowhere(NoDatabase):
    """No host can answer."""


class Anywhere:
    """One connection to any host that fits: standbys first, in a different order for each process; reconnects when it is lost.

    `fits` judges a new connection, such as whether the host has the edition asked for.
    """

    def __init__(self, address: str, fits: Callable[[Connection], bool]) -> None:
        self._hosts = hosts(address)
        self._fits = fits
        self._connection: Connection | None = None
        self._until = 0.0

    def rows(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a statement that always has one; without any, the host no longer fits. Raises Nowhere."""
        end = time.monotonic() + AGAIN
        while True:
            for connection in self._connections():
                with suppress(psycopg.Error):
                    if rows := connection.execute(statement, values).fetchall():
                        return rows
                self.close()
            if time.monotonic() > end:
                raise Nowhere("Der Suchindex in PostgreSQL ist gerade nicht zu erreichen. Versuch es gleich noch einmal.")
            time.sleep(_PAUSE)

    def _connections(self) -> Iterator[Connection]:
        """The connection at hand, then one to each host that fits."""
        if self._connection is not None and time.monotonic() < self._until:
            yield self._connection
        self.close()
        for kind in ("standby", "any"):
            for host in random.sample(self._hosts, len(self._hosts)):
                with suppress(psycopg.Error):
                    self._connection, self._until = connected(host, kind), time.monotonic() + LASTING
                    if self._fits(self._connection):
                        yield self._connection
                self.close()

    def close(self) -> None:
        """Close the connection; the next question makes another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
