"""The index as one file, for other machines: plain values instead of Whoosh's files, which are pickles and could run any code.

    {"nachschlag": "index", "format": 1, …, "sha256": …}     the head: one line of JSON
    qL0MUTx…                                                 its signature in Base64, or an empty line
    …                                                        the body: zlib of one line with the lexicon, and one for each document

The head has the checksum of the body, so a signature of the head covers everything. Reading trusts nothing: sizes are bounded
before anything is unpacked, and each value must have its shape.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from typing import IO, Any

from nachschlag.generator.model.unusable import Unusable

from ..core import lexicon
from ..core.lexicon import Lexicon
from ..core.schema import SCHEMA_VERSION
from . import plain_rows
from .rows import Row
from .signing import Signs, Verifies

FORMAT = 1
#: The most bytes of a head, of a body, of a body unpacked, and of one line of it. 100,000 entries take about 100 MB, unpacked 700.
MOST_HEAD, MOST_BODY, MOST_UNPACKED, MOST_LINE = 4096, 1 << 29, 1 << 32, 1 << 28
PIECE = 1 << 18


class Refused(Unusable):
    """A file that is no index, is damaged, or is for another program; `args[0]` is one German sentence with the remedy."""


@dataclass(frozen=True, slots=True)
class Head:
    """The content of a file: the digest of its sources, the mark of the program, the number of documents, the body's bytes packed
    and unpacked, and its checksum.
    """

    edition: str
    program: str
    documents: int
    packed: int
    unpacked: int
    sha256: str


# -- write --------------------------------------------------------------------------------------------------------------------


def write(
    out: IO[bytes], body: IO[bytes], about: tuple[str, str], vocabulary: Lexicon, rows: Iterable[Row], sign: Signs | None
) -> Head:
    """Write the file, `about` being edition and program; `body` is an empty file that holds the body meanwhile."""
    packer, digest, unpacked = zlib.compressobj(), hashlib.sha256(), 0
    lines = chain((json.dumps(lexicon.to_json(vocabulary), separators=(",", ":")),), map(plain_rows.to_text, rows))
    for raw in (line.encode("ascii") + b"\n" for line in lines):
        unpacked += len(raw)
        body.write(packer.compress(raw))
    body.write(packer.flush())
    packed = body.tell()
    body.seek(0)
    for piece in pieces(body):
        digest.update(piece)
    head = Head(*about, vocabulary.size, packed, unpacked, digest.hexdigest())
    fields = {"nachschlag": "index", "format": FORMAT, "schema": SCHEMA_VERSION, **asdict(head)}
    first = json.dumps(fields).encode("ascii") + b"\n"
    out.write(first + (base64.b64encode(sign(first)) if sign else b"") + b"\n")
    body.seek(0)
    for piece in pieces(body):
        out.write(piece)
    return head


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The rest of a file, piece by piece."""
    while piece := file.read(PIECE):
        yield piece


# -- read ---------------------------------------------------------------------------------------------------------------------


def read_head(file: IO[bytes], name: str, program: str, verify: Verifies | None) -> Head:
    """Read the first two lines. Raises Refused if they are not ours, not for this program, or not signed with the right key."""
    first, signature = file.readline(MOST_HEAD), file.readline(MOST_HEAD)
    try:
        fields = json.loads(first)
        is_ours = fields["nachschlag"] == "index" and first.endswith(b"\n") and signature.endswith(b"\n")
        version = fields["format"], fields["schema"], fields["program"]
    except (ValueError, KeyError, TypeError, RecursionError):
        is_ours, version = False, (0, 0, "")
    if not is_ours:
        raise Refused(f"„{name}“ ist kein Suchindex in einer Datei. Schreib ihn: nachschlag index --pack DATEI")
    if verify and not verify(first, signature):
        raise Refused(
            f"„{name}“ ist nicht mit dem Schlüssel unterschrieben, der hier gilt. Schreib ihn neu, mit --sign SCHLÜSSEL."
        )
    if version != (FORMAT, SCHEMA_VERSION, program):
        raise Refused(
            f"„{name}“ stammt von einer anderen Programmversion. Schreib ihn mit der von hier: nachschlag index --pack DATEI"
        )
    try:
        head = Head(**plain_rows.HEAD(fields))
        is_small = 0 <= head.packed <= MOST_BODY and 0 <= head.unpacked <= MOST_UNPACKED
    except _BROKEN:
        is_small = False
    if not is_small:
        raise damaged(name)
    return head


def copy_body(file: IO[bytes], name: str, head: Head, into: IO[bytes]) -> None:
    """Copy the body. Raises Refused if it differs from the head's description."""
    digest, left = hashlib.sha256(), head.packed
    while left and (piece := file.read(min(left, PIECE))):
        into.write(piece)
        digest.update(piece)
        left -= len(piece)
    if left or file.read(1) or digest.hexdigest() != head.sha256:
        raise damaged(name)
    into.seek(0)


def read_body(body: IO[bytes], name: str, head: Head) -> tuple[Lexicon, Iterator[Row]]:
    """The lexicon and the documents of a body as `copy_body` leaves it. Raises Refused, also while they are read."""
    lines = _lines(body, name, head)
    try:
        vocabulary = plain_rows.words_from_text(next(lines))
        if vocabulary.size != head.documents:
            raise ValueError(vocabulary.size)
    except (StopIteration, *_BROKEN):
        raise damaged(name) from None
    return vocabulary, _rows(lines, name, head)


#: The exceptions for plain values of another shape.
_BROKEN = (KeyError, TypeError, ValueError, AttributeError, RecursionError)


def _rows(lines: Iterator[bytes], name: str, head: Head) -> Iterator[Row]:
    count = 0
    for line in lines:
        try:
            yield plain_rows.from_text(line)
        except _BROKEN:
            raise damaged(name) from None
        count += 1
    if count != head.documents:
        raise damaged(name)


def _lines(body: IO[bytes], name: str, head: Head) -> Iterator[bytes]:
    """The lines of a body. Bounds the bytes unpacked at once and in total."""
    unpacker, rest, unpacked = zlib.decompressobj(), bytearray(), 0
    for piece in pieces(body):
        while piece:
            try:
                part = unpacker.decompress(piece, PIECE)
            except zlib.error:
                raise damaged(name) from None
            piece, unpacked = unpacker.unconsumed_tail, unpacked + len(part)
            rest += part
            if unpacked > head.unpacked or len(rest) > MOST_LINE + PIECE:
                raise damaged(name)
            if b"\n" in part:
                *whole, last = bytes(rest).split(b"\n")
                rest = bytearray(last)
                yield from whole
    if rest or not unpacker.eof or unpacker.unused_data:
        raise damaged(name)


def refuse_private(vocabulary: Lexicon, name: str, allowed: bool) -> None:
    """Raise Refused if an index has private systems without being `allowed`."""
    if vocabulary.private and not allowed:
        raise Refused(
            f"„{name}“ enthält private Spiele: {', '.join(sorted(vocabulary.private))}. "
            "Schreib den Index ohne sie (nachschlag index), oder starte den Dienst mit --private."
        )


def damaged(name: Any) -> Refused:
    """Make the exception for a file that is not as written."""
    return Refused(
        f"„{name}“ ist beschädigt oder nicht ganz da. Schreib oder lade die Datei noch einmal: nachschlag index --pack DATEI"
    )
