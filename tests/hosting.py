"""Real web servers, nginx and Apache, that serve a site below /regeln/ as the help page says, on loopback and without privileges.

Only the page's placeholders are replaced (addresses to listen on, root, certificate); the servers read everything else as printed
there.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.projects import REPOSITORY

PAGE = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "veroeffentlichen.md"
SITE_URL = "https://example.org/regeln/"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
APACHE = shutil.which("apache2") or shutil.which("httpd") or "/usr/sbin/apache2"
#: Folders of Apache's modules: Debian, Fedora, Homebrew.
APACHE_MODULES = ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/opt/homebrew/opt/httpd/lib/httpd/modules")
MIME_TYPES = ("/etc/mime.types", "/etc/nginx/mime.types", "/etc/httpd/conf/mime.types", "/opt/homebrew/etc/nginx/mime.types")
NOBODY = 65534


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP response; header names in lower case, duplicates joined as browsers join them."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: the port of its encrypted site (used without encryption here), and of the one that redirects there."""

    port: int
    plain_port: int = 0

    @property
    def base(self) -> str:
        """The site's address for a browser."""
        return f"http://127.0.0.1:{self.port}/regeln"

    def get(self, path: str, *, plain: bool = False, method: str = "GET", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.plain_port if plain else self.port, timeout=30)
        try:
            connection.request(
                method, path, headers={"Host": "example.org", **{k.replace("_", "-"): v for k, v in headers.items()}}
            )
            response = connection.getresponse()
            return Answer(response.status, _joined(response.getheaders()), response.read())
        finally:
            connection.close()


def _joined(headers: list[tuple[str, str]]) -> dict[str, str]:
    joined: dict[str, str] = {}
    for name, value in headers:
        joined[name.lower()] = f"{joined[name.lower()]}, {value}" if name.lower() in joined else value
    return joined


def printed(language: str) -> str:
    """The only block of the help page in a language: `nginx`, `apache`, `netlify`."""
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    return blocks[0]


def free_port() -> int:
    """A port that no one listens on."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Different ports that no one listens on: all are held until the last is found."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def at_the_top(text: str) -> str:
    """A printed block for a site at the top of its server, changed as the help page says."""
    return text.replace("/regeln/", "/")


@contextmanager
def nginx(root: Path, change: Callable[[str], str] = str) -> Iterator[Server]:
    """Run nginx with the printed configuration, changed if need be, over a folder that has the site in its folder `regeln`."""
    required(NGINX, "nginx fehlt: apt-get install nginx-light (macOS: brew install nginx)")
    server = Server(*free_ports(2))
    with tempfile.TemporaryDirectory(prefix="nachschlag-nginx-") as name:
        tmp = Path(name)
        (tmp / "regeln.conf").write_text(_adapted(change(printed("nginx")), server, root), "utf-8")
        (tmp / "nginx.conf").write_text(_nginx_frame(tmp), "utf-8")
        options = ["-c", str(tmp / "nginx.conf"), "-p", str(tmp), "-e", str(tmp / "error.log")]
        check = subprocess.run([NGINX, "-t", *options], capture_output=True, text=True)
        assert check.returncode == 0, check.stderr
        assert "[warn]" not in check.stderr, check.stderr
        with _running(subprocess.Popen([NGINX, *options]), server.port):
            yield server


def _adapted(text: str, server: Server, root: Path) -> str:
    """Adapt the configuration to this machine. Every placeholder must be as the page says, else the test fails."""
    replacements = {
        "    listen 80;\n    listen [::]:80;\n": f"    listen 127.0.0.1:{server.plain_port};\n",
        "    listen 443 ssl;\n    listen [::]:443 ssl;\n": f"    listen 127.0.0.1:{server.port};\n",
        "    ssl_certificate     /etc/letsencrypt/live/example.org/fullchain.pem;\n": "",
        "    ssl_certificate_key /etc/letsencrypt/live/example.org/privkey.pem;\n": "",
        "    root /srv/www;\n": f"    root {root};\n",
    }
    for old, new in replacements.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def _nginx_frame(tmp: Path) -> str:
    """The counterpart of /etc/nginx/nginx.conf; everything nginx writes goes below a temporary folder."""
    types = _first(("/etc/nginx/mime.types", str(Path(NGINX).parents[1] / "etc/nginx/mime.types")))
    temporary = "".join(f"    {name}_temp_path {tmp}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return (
        f"{'user root;' if _is_root() else ''}\ndaemon off;\nworker_processes 1;\npid {tmp}/nginx.pid;\nerror_log {tmp}/error.log;\n"
        f"events {{}}\nhttp {{\n    include {types};\n    default_type application/octet-stream;\n    access_log off;\n{temporary}"
        f"    include {tmp}/regeln.conf;\n}}\n"
    )


#: The modules that shared hosting loads, and those it may leave out (`deflate` includes `filter`).
USUAL_MODULES = ("mpm_event", "authz_core", "dir", "mime", "alias", "autoindex", "setenvif", "headers", "filter", "deflate")


@contextmanager
def apache(root: Path, *, without: tuple[str, ...] = ()) -> Iterator[Server]:
    """Run Apache over a copy of a folder that has the site in its folder `regeln`, with the printed `.htaccess` in it.

    It is configured as shared hosting: the site's files may override only FileInfo settings, folders without a page are listed, and text
    is sent as ISO 8859-1 by default. `without` leaves modules out.
    """
    required(APACHE, "Apache fehlt: apt-get install apache2-bin (macOS: brew install httpd)")
    server = Server(free_port())
    with tempfile.TemporaryDirectory(prefix="nachschlag-apache-") as name:
        tmp = Path(name)
        shutil.copytree(root, tmp / "www")
        (tmp / "www" / "regeln" / ".htaccess").write_text(printed("apache"), "utf-8")
        (tmp / "log").mkdir()
        (tmp / "apache.conf").write_text(_apache_frame(tmp, server, without), "utf-8")
        if _is_root():  # Apache does not serve as root, and no other user may read root's temporary folders
            tmp.chmod(0o755)
            os.chown(tmp / "log", NOBODY, NOBODY)
        command = [APACHE, "-f", str(tmp / "apache.conf"), "-D", "FOREGROUND"]
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if _is_root() else {}
        with _running(subprocess.Popen(command, **who), server.port):  # type: ignore[call-overload]
            yield server
        assert ":alert]" not in (tmp / "log" / "error").read_text(
            "utf-8"
        )  # its report of anything in `.htaccess` that it does not understand


def _apache_frame(tmp: Path, server: Server, without: tuple[str, ...]) -> str:
    folder = Path(_first(APACHE_MODULES))
    modules = [name for name in USUAL_MODULES if name not in without]
    load = "".join(f"LoadModule {name}_module {folder}/mod_{name}.so\n" for name in (*modules, *_unix_modules(folder)))
    return (
        f'{load}ServerRoot "{tmp}"\nServerName example.org\nListen 127.0.0.1:{server.port}\nPidFile "{tmp}/log/pid"\n'
        f'ErrorLog "{tmp}/log/error"\nLogLevel error\nTypesConfig {_first(MIME_TYPES)}\nDirectoryIndex index.html\n'
        f"AddDefaultCharset ISO-8859-1\n"
        f"<Directory />\n    AllowOverride None\n    Require all denied\n</Directory>\n"
        f'DocumentRoot "{tmp}/www"\n'
        f'<Directory "{tmp}/www">\n    Options Indexes FollowSymLinks\n    AllowOverride FileInfo\n    Require all granted\n</Directory>\n'
    )


def _unix_modules(folder: Path) -> list[str]:
    """The modules needed to start where they are not compiled in (Fedora)."""
    return ["unixd"] if (folder / "mod_unixd.so").exists() else []


def required(program: str, remedy: str) -> None:
    """Skip a test where a server is missing; in CI, where `.ci/run` installs it, the test fails instead."""
    if not Path(program).exists() and not os.environ.get("CI"):
        pytest.skip(remedy)
    assert Path(program).exists(), f"{remedy}; in der CI wird nichts übersprungen"


def _first(paths: tuple[str, ...]) -> str:
    return next(path for path in paths if Path(path).exists())


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def _running(process: subprocess.Popen[bytes], port: int) -> Iterator[None]:
    try:
        _wait_for(port, process)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(400):
        assert process.poll() is None, "der Server hat sich beendet"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("der Server antwortet nicht")
