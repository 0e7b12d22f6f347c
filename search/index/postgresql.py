"""The index in PostgreSQL: several editions side by side, each written whole in one transaction; the newest is the current one.

A row for each term has all its postings, as positions and ready weights, so that a question reads a few rows by their primary key;
adding up and ranking stay in Python (`postings.py`). Rows of an edition never change, and each statement names its edition, so that
old and new never mix.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from nachschlag.generator.model.unusable import NotBuilt, Unwritable

from ..core import lexicon
from ..core.lexicon import Lexicon
from . import generations, hosts, parcel, plain_rows
from .generations import LEXICON
from .hosts import Anywhere, Connection, NoDatabase
from .postings import Postings, Reader, Stored
from .rows import Row
from .writing import program

#: The tables; another layout gets another schema, so that programs of both versions work beside each other.
SCHEMA = "nachschlag_1"
#: Editions kept of a program (the current one, and earlier ones for services that have not switched yet), and programs kept.
KEPT = 3
#: The digits of the digest that name an edition.
DIGITS = 16

_TABLES = f"""
create schema if not exists {SCHEMA};
create table if not exists {SCHEMA}.edition (
  id text primary key, number bigint not null unique, program text not null, size int not null, lexicon text not null, names text not null
);
create table if not exists {SCHEMA}.posting (
  edition text not null references {SCHEMA}.edition on delete cascade, field text not null, value bytea not null,
  positions bytea not null, weights bytea not null, primary key (edition, field, value)
);
create table if not exists {SCHEMA}.document (
  edition text not null references {SCHEMA}.edition on delete cascade, position int not null, stored text not null,
  primary key (edition, position)
);
"""
#: The statements of a search. Each names the edition, so that a missing edition does not look like an empty answer.
POSTINGS = f"""select p.value, p.positions, p.weights from {SCHEMA}.edition e
left join {SCHEMA}.posting p on p.edition = e.id and p.field = %s and p.value = any(%s) where e.id = %s"""
DOCUMENTS = f"""select d.position, d.stored from {SCHEMA}.edition e
left join {SCHEMA}.document d on d.edition = e.id and d.position = any(%s) where e.id = %s"""
_NAMES = f"select names from {SCHEMA}.edition where id = %s"
_HAS = f"select exists (select from {SCHEMA}.edition where id = %s)"
_EDITIONS = f"select id, number, size from {SCHEMA}.edition where program = %s order by number desc limit 1"
_REMOVE_OLD = f"""with placed as (
  select id, row_number() over (partition by program order by number desc) as place, max(number) over (partition by program) as latest
  from {SCHEMA}.edition
), ranked as (select id, place, dense_rank() over (order by latest desc) as program from placed)
delete from {SCHEMA}.edition where id in (select id from ranked where greatest(place, program) > {KEPT})"""
_LEXICON = f"select lexicon from {SCHEMA}.edition where id = %s"

#: Fields whose postings serve as filters.
FILTERS = ("system", "kind", "part", "phases")


@dataclass(frozen=True, slots=True, order=True)
class Edition:
    """An edition on a host: editions are numbered as they are written."""

    number: int
    id: str
    size: int


# -- write --------------------------------------------------------------------------------------------------------------------


def write(address: str, id: str, mark: str, vocabulary: Lexicon, rows: Iterable[Row]) -> bool:
    """Write an edition of a program (`mark`) and make it the current one. Return False, changing nothing, if it already is.

    Raises Unusable.
    """
    try:
        with _primary(address) as connection, connection.transaction():
            connection.execute("set local statement_timeout = 0")
            connection.execute("select pg_advisory_xact_lock(hashtext(%s))", [SCHEMA])
            if connection.execute("select to_regclass(%s) is null", [f"{SCHEMA}.document"]).fetchone() == (True,):
                connection.execute(_TABLES)  # checks the right to create tables even if they exist
            return _written(connection, id[:DIGITS], mark, vocabulary, rows)
    except psycopg.Error as problem:
        raise NoDatabase(f"PostgreSQL nimmt den Suchindex nicht: {_first_line(problem)}. Prüfe Adresse und Rechte.") from None


def _primary(address: str) -> Connection:
    last: psycopg.Error | None = None
    for host in hosts.hosts(address):
        try:
            return hosts.connected({**host, "target_session_attrs": "primary"})
        except psycopg.OperationalError as problem:
            last = problem
    assert last is not None
    raise last


def _written(connection: Connection, id: str, mark: str, vocabulary: Lexicon, rows: Iterable[Row]) -> bool:
    newest = connection.execute(_EDITIONS, [mark]).fetchone()
    if newest and newest[0] == id:
        return False
    connection.execute(f"delete from {SCHEMA}.edition where id = %s", [id])  # an earlier one, to be the current one again
    names: list[Any] = []
    words = json.dumps(lexicon.to_json(vocabulary))
    ((number,),) = connection.execute(f"select coalesce(max(number), 0) + 1 from {SCHEMA}.edition")
    edition = [id, number, mark, vocabulary.size, words, ""]
    connection.execute(f"insert into {SCHEMA}.edition values (%s, %s, %s, %s, %s, %s)", edition)
    postings: dict[tuple[str, str], tuple[array[int], array[float]]] = {}
    with connection.cursor() as cursor, cursor.copy(f"copy {SCHEMA}.document from stdin") as documents:
        for position, row in enumerate(rows):
            documents.write_row((id, position, plain_rows.to_text(row)))
            names.append([row.system, row.stored["rank"]["keys"]])
            for field, value, weight in _postings_of(row):
                positions, weights = postings.setdefault((field, value), (array("I"), array("f")))
                positions.append(position)
                weights.append(weight)
    with connection.cursor() as cursor, cursor.copy(f"copy {SCHEMA}.posting from stdin") as lists:
        for (field, value), (positions, weights) in postings.items():
            lists.write_row((id, field, _bytes(value), _packed(positions), _packed(weights)))
    connection.execute(f"update {SCHEMA}.edition set names = %s where id = %s", [json.dumps(names), id])
    connection.execute(_REMOVE_OLD)
    connection.execute(f"analyze {SCHEMA}.edition, {SCHEMA}.posting, {SCHEMA}.document")
    return True


def _postings_of(row: Row) -> Iterator[tuple[str, str, float]]:
    for term, weight in row.terms.items():
        yield "term", term, weight
    for name in FILTERS:
        value = getattr(row, name)
        for one in (value,) if isinstance(value, str) else value:
            yield name, one, 1.0


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _packed(values: array[Any]) -> bytes:
    """Numbers of four bytes each, the smallest first on every machine."""
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _unpacked(kind: str, raw: bytes) -> array[Any]:
    values = array(kind)
    values.frombytes(raw)
    if sys.byteorder == "big":
        values.byteswap()
    return values


# -- read ---------------------------------------------------------------------------------------------------------------------


def newest(address: str, mark: str) -> Edition | None:
    """The newest edition for this program on any host; None if no host has one. Raises Unusable if no host answers."""
    found, problem, answered = [], "", False
    for host in hosts.hosts(address):
        try:
            with hosts.connected({**host, "application_name": "nachschlag-index"}) as connection:
                row = connection.execute(_EDITIONS, [mark]).fetchone()
                found += [Edition(row[1], row[0], row[2])] if row else []
        except psycopg.errors.UndefinedTable:
            pass
        except psycopg.Error as failed:
            problem = problem or f"{hosts.named(host)}: {_first_line(failed)}"
            continue
        answered = True
    if not answered:
        raise NoDatabase(f"PostgreSQL antwortet nicht ({problem}). Prüfe Adresse und Rechte.")
    return max(found, default=None)


def _of(address: str, id: str) -> Anywhere:
    def has(connection: Connection) -> bool:
        row = connection.execute(_HAS, [id]).fetchone()
        return bool(row and row[0])

    return Anywhere(address, has)


#: The file of a generation that stands for an edition, with its name and size.
FILE = "postgresql.json"
#: Seconds between two looks for another edition.
LOOK = 1.0


class Mirrored:
    """The newest edition as a generation at `path` that holds only the lexicon; the rest stays in PostgreSQL. Followed like
    `Fetched`.
    """

    def __init__(self, address: str, path: Path, *, private: bool = False) -> None:
        self._address, self._path, self._private = address, path, private
        self.again = LOOK
        hosts.hosts(address)

    def look(self) -> float:
        """Take over what is new. Return the seconds until the next look; raise Unusable if there is nothing good."""
        edition = newest(self._address, program())
        if edition is None:
            raise NotBuilt(
                "In PostgreSQL liegt kein Suchindex dieser Programmversion. Schreib ihn: nachschlag index --to ADRESSE"
            )
        if edition.id != generations.edition(self._path):
            try:
                generations.publish(self._path, edition.id, lambda folder: self._fill(folder, edition))
            except OSError as problem:
                raise Unwritable(self._path, problem, "Gib dem Dienst dort Platz und Rechte.") from None
        return LOOK

    def _fill(self, folder: Path, edition: Edition) -> None:
        anywhere = _of(self._address, edition.id)
        words = str(anywhere.rows(_LEXICON, [edition.id])[0][0])
        anywhere.close()
        parcel.refuse_private(plain_rows.words_from_text(words), "PostgreSQL", self._private)
        (folder / LEXICON).write_text(words, "utf-8")
        (folder / FILE).write_text(json.dumps([edition.id, edition.size]), "utf-8")


def opened(generation: Path, address: str) -> PostgresReader:
    """The reader of a generation that stands for an edition."""
    return PostgresReader(address, *json.loads((generation / FILE).read_text("utf-8")))


class PostgresReader(Reader):
    """An open edition. A process may fork once the reader is closed; each child connects again on its first question."""

    most_stored = 5_000

    def __init__(self, address: str, edition: str, size: int) -> None:
        super().__init__(size)
        self._edition = edition
        self._anywhere = _of(address, edition)

    def read_postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """The postings of each term."""
        found = {term: (array("L"), array("d")) for term in terms}
        for value, positions, weights in self._lists("term", terms):
            found[value] = array("L", _unpacked("I", positions)), array("d", _unpacked("f", weights))
        return found

    def read_fitting(self, values: Mapping[str, Collection[str]]) -> set[int]:
        """The documents that have one of the values in each field."""
        fields = ({n for _, raw, _ in self._lists(name, wanted) for n in _unpacked("I", raw)} for name, wanted in values.items())
        return set.intersection(*fields)

    def read_stored(self, numbers: Collection[int]) -> Iterator[tuple[int, Stored]]:
        """The stored fields of documents."""
        for number, stored in self._anywhere.rows(DOCUMENTS, [list(numbers), self._edition]):
            if number is not None:
                yield number, plain_rows.from_text(stored).stored

    def read_names(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """The names of every document."""
        documents = json.loads(self._anywhere.rows(_NAMES, [self._edition])[0][0])
        for number, (system, keys) in enumerate(documents):
            yield number, system, tuple(keys)

    def close(self) -> None:
        """Close the connection; the next question makes another one."""
        self._anywhere.close()

    release = close

    def _lists(self, field: str, values: Collection[str]) -> Iterator[tuple[str, bytes, bytes]]:
        wanted = [_bytes(value) for value in values]
        for value, positions, weights in self._anywhere.rows(POSTINGS, [field, wanted, self._edition]):
            if value is not None:
                yield bytes(value).decode("utf-8", "surrogatepass"), positions, weights


def _first_line(problem: psycopg.Error) -> str:
    return str(problem).strip().split("\n")[0].rstrip(".")
