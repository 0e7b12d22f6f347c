"""`nachschlag serve --production` as a process: its requirements, its shutdown, and a build beside it while it answers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from nachschlag.generator.cli import all_commands, make_parser
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.model.unusable import Unusable
from nachschlag.search.live.serve import listen
from nachschlag.search.service.production import GRACE

from tests.hosting import free_port
from tests.projects import REPOSITORY, lay_over, mini_project, nachschlag
from tests.serving import family, get, serving, until

SENTENCE = "Erst Zielen (15.3), dann Kämpfen mit Würfelsturm (2), siehe Tabelle 6.2. "


@pytest.fixture
def project(mini_site: Path, tmp_path: Path) -> Path:
    """The built mini project, for a single test."""
    return shutil.copytree(mini_site.parent, tmp_path / "projekt")


def test_without_a_site_the_remedy_is_named(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    run = nachschlag("--project", project, "serve", "--production", "--port", "0")
    assert run.returncode == 2
    assert "nachschlag build --publish" in run.stderr


def test_without_an_index_the_remedy_is_named(project: Path) -> None:
    shutil.rmtree(project / "build" / "index")
    run = nachschlag("--project", project, "serve", "--production", "--port", "0")
    assert run.returncode == 2
    assert "nachschlag build" in run.stderr


def test_private_systems_are_not_served_to_the_public(project: Path) -> None:
    path = project / "content" / "murmeln" / "system.yaml"
    path.write_text(path.read_text("utf-8").replace("status: own-words", "status: private"), "utf-8")
    run = nachschlag("--project", project, "serve", "--production", "--port", "0")
    assert (run.returncode, run.stdout) == (2, "")
    assert "murmeln" in run.stderr
    assert "--private" in run.stderr
    with serving(project, "--production", "--private") as (_, url):
        assert get(f"{url}/murmeln/").status_code == 200


def test_it_serves_the_finished_site_and_nothing_beside_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service starts in another folder, with several workers, without packages for development, and for assistants."""
    (project / "site").rename(project / "www")
    write_atomic(project / "ohne/watchfiles/__init__.py", "raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(project / "ohne"))
    with serving(project, "--production", "--mcp", "--workers", "1", "--site", str(project / "www")) as (process, url):
        home = get(url)
        assert home.status_code == 200
        assert "/__nachschlag/" not in home.text
        assert "server" not in home.headers
        assert "Content-Security-Policy" in home.text
        assert get(f"{url}/__nachschlag/live.js").status_code == 404
        assert get(f"{url}/mkdocs.yml").status_code == 404
        assert get(f"{url}/.nachschlag-site").status_code == 404
        assert get(f"{url}/api/v1/entries/wuerfelkrieg/kaempfen.json").headers["access-control-allow-origin"] == "*"
        asked = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "resolve", "arguments": {"text": "Gerangel"}},
        }
        answer = httpx.post(f"{url}/mcp", json=asked, headers={"Accept": "application/json"}, timeout=60)
        assert answer.json()["result"]["structuredContent"]["target"] == "wuerfelkrieg/kaempfen"
        assert not (project / "build" / "serve").exists()
        if Path("/proc/self/stat").exists():
            until(lambda: len(family(process.pid)[1]) == 1 + 1)  # one more is for large texts
        process.terminate()
        assert process.wait(30) == 0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_running_requests_are_answered_before_it_ends(project: Path, ending: signal.Signals) -> None:
    text = (SENTENCE * 3000).encode()
    head = "POST /api/v1/link?system=wuerfelkrieg HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
    with serving(project, "--production") as (process, url):
        address = httpx.URL(url)
        with socket.create_connection((address.host, address.port or 0), timeout=60) as connection:
            connection.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n".encode())
            assert connection.recv(12) == b"HTTP/1.1 100"  # its work has begun
            process.send_signal(ending)
            until(lambda: not accepts(address))
            connection.sendall(text)
            answer = b"".join(iter(lambda: connection.recv(1 << 20), b""))
        (status,) = re.findall(rb"HTTP/1.1 (\d+) (?!Continue)", answer)
        assert status == b"200"
        assert answer.count(b'"type":') >= 9_000
        assert process.wait(30) == 0


def accepts(address: httpx.URL) -> bool:
    """Whether an address accepts connections."""
    try:
        socket.create_connection((address.host, address.port or 0), timeout=20).close()
    except ConnectionError:
        return False
    return True


@contextmanager
def asking(url: str, paths: list[str]) -> Iterator[list[str]]:
    """Ask continuously from several threads; the list collects bad answers."""
    wrong: list[str] = []
    enough = threading.Event()

    def ask(start: int) -> None:
        with httpx.Client(base_url=url, timeout=30) as client:
            n = start
            while not enough.wait(0.01):
                path = paths[n % len(paths)]
                n += 1
                try:
                    answer = client.get(path)
                except httpx.TransportError as problem:
                    wrong.append(f"{path}: {problem!r}")
                    continue
                if answer.status_code != 200:
                    wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    try:
        yield wrong
    finally:
        enough.set()
        for thread in threads:
            thread.join(40)


def test_a_build_beside_it_is_taken_over_without_a_bad_answer(project: Path) -> None:
    asked = [
        "/api/v1/search?q=kämpfen",
        "/api/v1/resolve?text=Gerangel",
        "/wuerfelkrieg/zielen/",
        "/healthz",
        "/api/v1/search?q=17.0",
    ]
    with serving(project, "--production") as (process, url), asking(url, asked) as wrong:
        for name in ("Neuling", "Frischling"):
            lay_over(
                project,
                {f"content/wuerfelkrieg/grundregeln/{name.lower()}.md": f"---\ntitle: {name}\nkind: rule\n---\nText.\n"},
            )
            build = nachschlag("--project", project, "build")
            assert build.returncode == 0, build.stderr
            id = f"wuerfelkrieg/{name.lower()}"
            until(lambda name=name, id=id: id in str(get(f"{url}/api/v1/search", params={"q": name}).json()["hits"]))  # type: ignore[misc]
            until(lambda name=name, id=id: get(f"{url}/api/v1/resolve", params={"text": name}).json()["target"] == id)  # type: ignore[misc]
            assert get(f"{url}/{id}/").status_code == 200
        assert process.poll() is None
    assert wrong == []


def test_answers_leave_at_once() -> None:
    """asyncio sets TCP_NODELAY only where it knows the protocol; otherwise the second piece of each answer waits 40 ms."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_taken_port_is_reported(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        run = nachschlag("--project", project, "serve", "--production", "--port", str(taken.getsockname()[1]))
    assert run.returncode == 2
    assert "lässt sich nicht lauschen" in run.stderr
    assert "--port" in run.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "gibtsnicht.invalid"])
def test_an_address_of_another_machine_is_reported(host: str) -> None:
    with pytest.raises(Unusable, match="--host"):
        listen(host, 0)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "dienst.md"


def printed(language: str, which: int = 0) -> str:
    """A block of the help page in a language."""
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", HELP.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return blocks[which]


@contextmanager
def nginx_of(text: str, replacements: Mapping[str, str], port: int, folder: Path) -> Iterator[None]:
    """Run nginx with a printed configuration, adapted to this machine, in a folder."""
    if not Path(NGINX).exists() and not os.environ.get("CI"):
        pytest.skip("nginx fehlt: apt-get install nginx-light")
    for old, new in replacements.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    text = re.sub(r"^ *ssl_certificate.*\n", "", text, flags=re.MULTILINE)
    folders = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    head = f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{folders}{text}}}\n", "utf-8")
    options = ["-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "log")]
    check = subprocess.run([NGINX, "-t", *options], capture_output=True, text=True)
    assert (check.returncode, "[warn]" in check.stderr) == (0, False), check.stderr
    process = subprocess.Popen([NGINX, *options])
    try:
        until(lambda: _answers(port))
        yield
    finally:
        process.terminate()
        process.wait(10)


def is_refused(answer: httpx.Response, status: int, code: str) -> None:
    """Assert that nginx itself refuses as the service does, also to pages of other origins."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json")
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert status == 413 or answer.headers["retry-after"]


def test_the_printed_nginx_configuration_leads_to_the_service(project: Path, tmp_path: Path) -> None:
    port = free_port()
    with serving(project, "--production") as (service, url):
        replacements = {"listen 443 ssl;": f"listen 127.0.0.1:{port};", "http://127.0.0.1:8377": url, "burst=100": "burst=1"}
        with nginx_of(printed("nginx"), replacements, port, tmp_path):
            front = f"http://127.0.0.1:{port}"
            page = get(f"{front}/wuerfelkrieg", follow_redirects=True)
            assert (page.status_code, str(page.url)) == (200, f"{front}/wuerfelkrieg/")
            assert page.headers["strict-transport-security"] == "max-age=31536000"
            assert page.headers["content-encoding"] == "gzip"
            kind = {"Content-Type": "text/plain"}
            linked = httpx.post(f"{front}/api/v1/link?system=wuerfelkrieg", content=b"Erst Zielen.", headers=kind)
            assert linked.json()["references"][0]["target"] == "wuerfelkrieg/zielen"
            is_refused(httpx.post(f"{front}/api/v1/link", content=bytes(2_000_000), headers=kind), 413, "body_too_large")
            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda _: get(f"{front}/api/v1/search?q=zielen"), range(8)))
            refused = [answer for answer in answers if answer.status_code != 200]
            assert 0 < len(refused) < 8
            is_refused(refused[0], 429, "busy")
            service.kill()
            service.wait(10)
            until(lambda: get(f"{front}/healthz").status_code == 502)
            until(
                lambda: (
                    (last := get(f"{front}/api/v1/search?q=a")).status_code != 429 and not is_refused(last, 502, "unavailable")
                )
            )


def test_the_printed_unit_starts_what_there_is() -> None:
    started = re.search(r"^ExecStart=\S+/nachschlag (.*)$", printed("ini"), re.MULTILINE)
    assert started
    parsed = make_parser(all_commands()).parse_args(started[1].split())
    assert (parsed.command, parsed.production) == ("serve", True)
    grace = re.search(r"^TimeoutStopSec=(\d+)$", printed("ini"), re.MULTILINE)
    assert grace
    assert int(grace[1]) > GRACE
