"""The index in one file: what it answers elsewhere, who signed it, and files that are none."""

from __future__ import annotations

import io
import json
import os
import shutil
import threading
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import Unusable, Unwritable
from nachschlag.search import Index, open_index
from nachschlag.search.index import generations, parcel
from nachschlag.search.index.fetching import ASK, Fetched, NotFetched
from nachschlag.search.index.handing_on import made
from nachschlag.search.index.parcel import Refused
from nachschlag.search.index.signing import signing
from nachschlag.search.index.writing import program

from .engines import ASKED, answers


def packed(library: Library, sign: Callable[[bytes], bytes] | None = None) -> bytes:
    """The file of a library's index."""
    whole = io.BytesIO()
    edition, vocabulary, rows = made(library)
    parcel.write(whole, io.BytesIO(), (edition, program()), vocabulary, rows, sign)
    return whole.getvalue()


@pytest.fixture(scope="module")
def file(library: Library) -> bytes:
    return packed(library)


@pytest.fixture(scope="module")
def taken(file: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the file `suche` and, in `index`, the index taken from it."""
    folder = tmp_path_factory.mktemp("geholt")
    (folder / "suche").write_bytes(file)
    Fetched(str(folder / "suche"), folder / "index").look()
    return folder


def test_it_answers_elsewhere_as_at_home(taken: Path, index: Index) -> None:
    with open_index(taken / "index") as elsewhere:
        assert answers(elsewhere, ASKED) == answers(index, ASKED)


def test_the_same_edition_is_taken_once(taken: Path, index_path: Path) -> None:
    before = generations.current(taken / "index")
    assert generations.edition(taken / "index") == generations.edition(index_path)
    os.utime(taken / "suche", (1, 1))
    Fetched(str(taken / "suche"), taken / "index").look()
    assert generations.current(taken / "index") == before


# -- files that are none ------------------------------------------------------------------------------------------------------


def with_body(file: bytes, lines: list[bytes], **head: object) -> bytes:
    """A file with another body that has the right checksum."""
    body = zlib.compress(b"".join(line + b"\n" for line in lines))
    shown = {**json.loads(file.splitlines()[0]), "packed": len(body), "unpacked": 1 << 20, "sha256": sha256(body).hexdigest()}
    return json.dumps({**shown, **head}).encode() + b"\n\n" + body


def body_of(file: bytes) -> list[bytes]:
    return zlib.decompress(file.split(b"\n", 2)[2]).splitlines()


def reworded(file: bytes, old: bytes, new: bytes) -> bytes:
    """The file with something else in its body."""
    lines = body_of(file)
    assert any(old in line for line in lines)
    return with_body(file, [line.replace(old, new) for line in lines])


def headed(file: bytes, **head: object) -> bytes:
    return with_body(file, body_of(file), **head)


def worded(file: bytes, **words: object) -> bytes:
    """The file with something else in its lexicon."""
    first, *rest = body_of(file)
    return with_body(file, [json.dumps({**json.loads(first), **words}).encode(), *rest])


#: A system in a lexicon.
SYSTEM = {
    "id": "a",
    "name": "A",
    "short": "A",
    "names": [],
    "parts": [],
    "series": [],
    "phases": [],
    "pages": [],
    "private": False,
    "excerpt": "",
}

HOSTILE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda file: b"", "ist kein Suchindex"),
    "a page": (lambda file: b"<!doctype html>\n<title>404</title>\n", "ist kein Suchindex"),
    "a pickle": (lambda file: b"cos\nsystem\n(S'true'\ntR.", "ist kein Suchindex"),
    "an endless line": (lambda file: b'"' + b"x" * 100_000, "ist kein Suchindex"),
    "deep JSON": (lambda file: b"[" * 4000 + b"\n\n", "ist kein Suchindex"),
    "half": (lambda file: file[: len(file) // 2], "beschädigt oder nicht ganz da"),
    "the head alone": (lambda file: b"\n".join(file.split(b"\n")[:2]) + b"\n", "beschädigt"),
    "more than it says": (lambda file: file + b"x", "beschädigt"),
    "one byte changed": (lambda file: file[:-9] + bytes([file[-9] ^ 1]) + file[-8:], "beschädigt"),
    "another program": (lambda file: headed(file, program="0" * 64), "anderen Programmversion"),
    "another format": (lambda file: headed(file, format=2), "anderen Programmversion"),
    "another schema": (lambda file: headed(file, schema=0), "anderen Programmversion"),
    "a huge size": (lambda file: headed(file, unpacked=1 << 60), "beschädigt"),
    "a size that is a text": (lambda file: headed(file, packed="5"), "beschädigt"),
    "a size that is a fraction": (lambda file: headed(file, packed=9.5), "beschädigt"),
    "an edition that leads elsewhere": (lambda file: headed(file, edition="/tmp/".ljust(64, "x")), "beschädigt"),
    "a list for an edition": (lambda file: headed(file, edition=["x"] * 64), "beschädigt"),
    "no body": (lambda file: with_body(file, []), "beschädigt"),
    "too few documents": (lambda file: with_body(file, body_of(file)[:-1]), "beschädigt"),
    "another number of documents": (lambda file: headed(file, documents=1), "beschädigt"),
    "deep JSON inside": (lambda file: with_body(file, [body_of(file)[0], *[b"[" * 100_000] * 20]), "beschädigt"),
    "an address that runs code": (
        lambda file: reworded(file, b'"url":"/teekrieg/kannen/"', b'"url":"javascript:1"'),
        "beschädigt",
    ),
    "an address elsewhere": (lambda file: reworded(file, b'"url":"/teekrieg/kannen/"', b'"url":"//example.org"'), "beschädigt"),
    "an address that browsers read as one elsewhere": (
        lambda file: reworded(file, b'"url":"/teekrieg/kannen/"', rb'"url":"/\\example.org"'),
        "beschädigt",
    ),
    "an address elsewhere behind a tab": (
        lambda file: reworded(file, b'"url":"/teekrieg/kannen/"', rb'"url":"/\t/example.org"'),
        "beschädigt",
    ),
    "a word without a term": (lambda file: worded(file, surfaces={"kanne": []}), "beschädigt"),
    "a text for terms": (lambda file: worded(file, surfaces={"kanne": "kann"}), "beschädigt"),
    "a text for a number": (lambda file: worded(file, frequency={"kann": "1"}), "beschädigt"),
    "a number for a verb": (lambda file: worded(file, verbs={"kanne": 1}), "beschädigt"),
    "a system that leads elsewhere": (lambda file: worded(file, games=[{**SYSTEM, "id": "/example.org"}]), "beschädigt"),
    "a system that is private and not": (lambda file: worded(file, games=[{**SYSTEM, "private": 0}]), "beschädigt"),
    "a page without a number of entries": (lambda file: worded(file, games=[{**SYSTEM, "pages": [[1]]}]), "beschädigt"),
    "a part without a name": (lambda file: worded(file, games=[{**SYSTEM, "parts": [{"id": "a"}]}]), "beschädigt"),
    "a number for a text": (lambda file: reworded(file, b'"short":"Jede Kanne fasst drei Tassen."', b'"short":3'), "beschädigt"),
    "an impact out of range": (lambda file: reworded(file, b'"impacts":{', b'"impacts":{"x":99,'), "beschädigt"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_none_changes_nothing(taken: Path, file: bytes, tmp_path: Path, name: str) -> None:
    make, sentence = HOSTILE[name]
    hostile = make(file)
    if b'"edition"' in hostile[:4096]:  # else it would not be looked into
        hostile = hostile.replace(json.loads(file.splitlines()[0])["edition"].encode(), b"f" * 64)
    (tmp_path / "suche").write_bytes(hostile)
    before = sorted(path.name for path in (taken / "index").iterdir())
    with pytest.raises(Refused, match=sentence) as refused:
        Fetched(str(tmp_path / "suche"), taken / "index").look()
    assert str(tmp_path / "suche") in str(refused.value)
    assert "nachschlag index --pack" in str(refused.value)
    assert sorted(path.name for path in (taken / "index").iterdir()) == before


def test_private_systems_are_taken_only_by_a_private_service(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(worded(file, games=[{**SYSTEM, "private": True}]))
    with pytest.raises(Refused, match=r"private Spiele: a\. .*nachschlag index.*--private"):
        Fetched(str(tmp_path / "suche"), tmp_path / "index").look()
    assert generations.current(tmp_path / "index") is None
    Fetched(str(tmp_path / "suche"), tmp_path / "index", private=True).look()
    assert generations.current(tmp_path / "index")


@pytest.mark.parametrize("name", ["fehlt", "ordner"])
def test_what_is_no_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "ordner").mkdir()
    with pytest.raises(Unusable, match=name):
        Fetched(str(tmp_path / name), tmp_path / "index").look()


def test_a_bomb_is_not_unpacked(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(with_body(file, [body_of(file)[0], *[b" " * 1000] * 12_000]))
    tracemalloc.start()
    with pytest.raises(Refused, match="beschädigt"):
        Fetched(str(tmp_path / "suche"), tmp_path / "index").look()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


# -- signatures ---------------------------------------------------------------------------------------------------------------


def keys(folder: Path, name: str) -> Path:
    """A private key in a folder, and the public one beside it (`.pub`), as OpenSSL writes them."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    key = Ed25519PrivateKey.generate()
    path = folder / name
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    path.with_suffix(".pub").write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return path


def test_only_what_the_key_signed_is_taken(library: Library, file: bytes, tmp_path: Path) -> None:
    ours, theirs = keys(tmp_path, "unser"), keys(tmp_path, "fremd")
    signed = packed(library, signing(ours))
    (tmp_path / "suche").write_bytes(signed)
    Fetched(str(tmp_path / "suche"), tmp_path / "index", ours.with_suffix(".pub")).look()
    _, signature, _ = signed.split(b"\n", 2)
    changed = signed.replace(b'"documents": ', b'"documents":  ', 1)
    for wrong in (file, packed(library, signing(theirs)), changed, signed.replace(signature, b"====", 1)):
        (tmp_path / "suche").write_bytes(wrong)
        with pytest.raises(Refused, match="nicht mit dem Schlüssel unterschrieben"):
            Fetched(str(tmp_path / "suche"), tmp_path / "index", ours.with_suffix(".pub")).look()


@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN PUBLIC KEY-----\nMCo=\n-----END PUBLIC KEY-----\n"])
def test_a_key_that_is_none_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "schluessel.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unusable, match=r"schluessel\.pem"):
        signing(path)
    with pytest.raises(Unusable, match=r"schluessel\.pem"):
        Fetched("suche", tmp_path / "index", path)


# -- from the web -------------------------------------------------------------------------------------------------------------


@contextmanager
def web(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The address of a folder on the web, and the statuses of its answers. `/weiter` leads to another site, without encryption, `/endlos`
    to `/suche`, with 64 MB that are not needed.
    """
    statuses: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/weiter":
                self.send_response(302)
                self.send_header("Location", "http://example.org/suche")
                self.end_headers()
            elif self.path == "/endlos":
                self.send_response(302)
                self.send_header("Location", "/suche")
                self.end_headers()
                with suppress(OSError):
                    for _ in range(64):
                        self.wfile.write(bytes(1 << 20))
            else:
                super().do_GET()

        def end_headers(self) -> None:
            self.send_header("Cache-Control", "public, max-age=7")
            super().end_headers()

        def log_request(self, code: object = "-", size: object = "-") -> None:
            statuses.append(str(getattr(code, "value", code)))

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", statuses
    finally:
        server.shutdown()
        server.server_close()


def test_an_address_is_asked_only_for_what_is_new(library: Library, file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(file)
    with web(tmp_path) as (address, statuses):
        source = Fetched(f"{address}/suche", tmp_path / "index")
        assert [source.look(), source.look()] == [7, 7] != [ASK, ASK]
        first = generations.edition(tmp_path / "index")
        entries = {**library.entries}
        entries["zwergenball/angst"] = replace(entries["zwergenball/angst"], short="Wer bebt, verliert.")
        other = Library(library.systems.values(), entries.values())
        (tmp_path / "suche").write_bytes(packed(other))
        os.utime(tmp_path / "suche", (2_000_000_000, 2_000_000_000))
        source.look()
        assert generations.edition(tmp_path / "index") not in ("", first)
        assert statuses == ["200", "304", "200"]
        with pytest.raises(NotFetched, match="404"):
            Fetched(f"{address}/fehlt", tmp_path / "index").look()
        with pytest.raises(NotFetched, match=r"example\.org/suche ist nicht verschlüsselt"):
            Fetched(f"{address}/weiter", tmp_path / "index").look()
    with pytest.raises(NotFetched, match="nicht zu erreichen"):
        Fetched(f"{address}/suche", tmp_path / "index").look()


def test_what_comes_with_a_redirect_is_not_read(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(file)
    with web(tmp_path) as (address, _):
        tracemalloc.start()
        Fetched(f"{address}/endlos", tmp_path / "index").look()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert generations.edition(tmp_path / "index")
    assert most < 64 << 20


def test_an_index_that_was_destroyed_is_fetched_again(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(file)
    with web(tmp_path) as (address, statuses):
        for source in (Fetched(f"{address}/suche", tmp_path / "web"), Fetched(str(tmp_path / "suche"), tmp_path / "datei")):
            source.look()
            whole, folder = generations.edition(source.path), generations.current(source.path)
            assert whole
            assert folder
            os.truncate(folder / generations.LEXICON, 9)
            source.look()
            source.look()
            assert generations.edition(source.path) == whole
    assert statuses == ["200", "200", "304"]


def test_a_damaged_file_is_read_once(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "suche").write_bytes(file[:-1])
    source = Fetched(str(tmp_path / "suche"), tmp_path / "index")
    with pytest.raises(Refused):
        source.look()
    source.look()
    (tmp_path / "suche").write_bytes(file)
    source.look()
    assert generations.edition(tmp_path / "index")


@contextmanager
def full(size: int) -> Iterator[None]:
    """No file may become longer."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_differs_from_a_bad_address(file: bytes, tmp_path: Path) -> None:
    """The disk fills up while the file is copied."""
    (tmp_path / "suche").write_bytes(file)
    with web(tmp_path) as (address, _):
        for source in (Fetched(f"{address}/suche", tmp_path / "index"), Fetched(str(tmp_path / "suche"), tmp_path / "index")):
            with full(100), pytest.raises(Unwritable, match=r"/index“ lässt sich nicht schreiben.*Platz und Rechte"):
                source.look()
            source.look()
            assert generations.edition(tmp_path / "index")
            shutil.rmtree(tmp_path / "index")


@pytest.mark.parametrize(
    "address", ["http://example.org/suche", "ftp://example.org/suche", "file:///etc/passwd", "https://", "http://["]
)
def test_an_address_that_is_not_safe_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(Unusable, match=r"https://"):
        Fetched(address, tmp_path / "index")


def test_a_head_says_what_is_in_it(file: bytes) -> None:
    head = parcel.read_head(io.BytesIO(file), "suche", program(), None)
    assert asdict(head)["documents"] == len(body_of(file)) - 1
