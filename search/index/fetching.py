"""Fetch an index as one file (`parcel.py`) from a folder or from the web, and unpack it into a generation beside the one in
service.

Reads only what has changed; a faulty file changes nothing here.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from nachschlag.generator.model.unusable import Unreadable, Unusable, Unwritable

from ..core import lexicon
from . import generations, parcel, whoosh_adapter
from .generations import LEXICON
from .signing import verifying
from .writing import program

#: Seconds between two looks at a file, and at an address that does not say how long its answer holds; and the longest time that it
#: may say.
LOOK, ASK, MOST_ASK = 0.5, 30.0, 3600.0
#: Seconds without a byte, and in total, after which a download is given up.
SILENCE, LONGEST = 15.0, 600.0
#: The exceptions of an unreadable address or file.
_UNREAD = (OSError, http.client.HTTPException, ValueError)
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class NotFetched(Unusable):
    """The index cannot be fetched: its address is wrong or unsafe, or does not answer with a file."""


class Fetched:
    """An index from a file or address, followed: `look` brings the folder at `path` to its state.

    `key` is the file of the public key that must have signed it, if any; with `private` it may have private systems.
    """

    def __init__(self, source: str, path: Path, key: Path | None = None, *, private: bool = False) -> None:
        self.source, self.path, self._private = source, path, private
        self._verify = verifying(key) if key else None
        self._is_remote = "://" in source
        #: Seconds until the next look after one that failed.
        self.again = ASK if self._is_remote else LOOK
        if self._is_remote:
            _refuse_address(source, signed=key is not None)
        self._seen: Any = None
        self._left: Any = None

    def look(self) -> float:
        """Take over a newer index. Return the seconds until the next look; raise Unusable if there is no valid index."""
        there = _state(self.path)
        if there != self._left:  # destroyed, or left by an earlier service
            self._seen, self._left = None, there
        return self._ask() if self._is_remote else self._read()

    def _read(self) -> float:
        file = Path(self.source)
        try:
            about = file.stat()
            stamp = about.st_mtime_ns, about.st_size, about.st_ino
            if stamp != self._seen:
                if not file.is_file():
                    raise NotFetched(f"„{file}“ ist keine Datei. Schreib sie: nachschlag index --pack DATEI")
                with file.open("rb") as opened:
                    self._take(opened)
                self._seen = stamp
        except parcel.Refused:
            self._seen = stamp
            raise
        except OSError as problem:
            raise self._unread(problem) from None
        return LOOK

    def _ask(self) -> float:
        request = urllib.request.Request(self.source, headers={"User-Agent": "nachschlag", **(self._seen or {})})
        try:
            answer = _opener(self._verify is not None).open(request, timeout=SILENCE)
        except urllib.error.HTTPError as problem:
            if problem.code == http.client.NOT_MODIFIED:
                return _seconds(problem.headers)
            raise NotFetched(f"{self.source} antwortet mit {problem.code}. Prüfe die Adresse.") from None
        except _UNREAD as problem:
            raise self._unread(problem) from None
        with answer:
            self._take(answer)
            known = {"If-None-Match": answer.headers["ETag"], "If-Modified-Since": answer.headers["Last-Modified"]}
            self._seen = {name: value for name, value in known.items() if value}
            return _seconds(answer.headers)

    def _unread(self, problem: Exception) -> Unusable:
        if isinstance(problem, OSError) and not self._is_remote:
            return Unreadable(self.source, problem)
        return NotFetched(
            f"{self.source} ist nicht zu erreichen ({getattr(problem, 'reason', problem)}). Prüfe Adresse und Netz."
        )

    def _take(self, source: Any) -> None:
        """Unpack an open file or answer into a new generation, unless that index is already there."""
        file = io.BufferedReader(_Reading(source, self._unread))
        head = parcel.read_head(file, self.source, program(), self._verify)
        if head.edition == generations.edition(self.path):
            return
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path) as body:
                parcel.copy_body(file, self.source, head, body)
                generations.publish(self.path, head.edition, lambda folder: self._unpack(body, head, folder))
        except OSError as problem:
            raise Unwritable(self.path, problem, "Gib dem Dienst dort Platz und Rechte.") from None
        self._left = _state(self.path)

    def _unpack(self, body: IO[bytes], head: parcel.Head, folder: Path) -> None:
        vocabulary, rows = parcel.read_body(body, self.source, head)
        parcel.refuse_private(vocabulary, self.source, self._private)
        whoosh_adapter.write(folder, rows)
        (folder / LEXICON).write_text(json.dumps(lexicon.to_json(vocabulary), ensure_ascii=True), "utf-8")


def _refuse_address(address: str, *, signed: bool) -> None:
    """Raise Unusable for an invalid address, and for one whose answers can be forged on the way unless the file is signed."""
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address:
        raise NotFetched(f"„{address}“ ist keine Adresse. Nenne eine mit https://, oder eine Datei.")
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK and not signed:
        raise NotFetched(
            f"{address} ist nicht verschlüsselt: Nimm https://, oder unterschreib die Datei und nenne den --index-key."
        )


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirect only to an address that could have been given itself."""

    def __init__(self, signed: bool) -> None:
        self._signed = signed

    def redirect_request(self, req: Any, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str) -> Any:
        fp.close()  # otherwise the whole body would be read
        _refuse_address(newurl, signed=self._signed)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _opener(signed: bool) -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_Redirects(signed))


class _Reading(io.RawIOBase):
    """A file or answer that may take at most `LONGEST` in total, however often a byte arrives. Turns a failure into the exception
    from `unread`, which differs from a failure to write.
    """

    def __init__(self, source: Any, unread: Callable[[Exception], Unusable]) -> None:
        self._source, self._unread, self._end = source, unread, time.monotonic() + LONGEST

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        try:
            if time.monotonic() > self._end:
                raise TimeoutError("zu langsam")
            piece = self._source.read1(len(into))
        except _UNREAD as problem:
            raise self._unread(problem) from None
        into[: len(piece)] = piece
        return len(piece)


def _state(path: Path) -> Any:
    """A value that differs once a file of the current generation is changed or gone."""
    folder = generations.current(path)
    try:
        return folder and sorted((file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in folder.iterdir())
    except OSError:
        return None


def _seconds(headers: Message) -> float:
    """The seconds for which an answer holds, from its `Cache-Control`."""
    found = re.search(r"max-age=(\d{1,9})", headers.get("Cache-Control", ""))
    return min(max(float(found[1]), 1.0), MOST_ASK) if found else ASK
