"""The service with an index made elsewhere: taken over while it answers, kept when the next one is no good; replicas behind nginx."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from nachschlag.generator.model.unusable import Unusable
from nachschlag.search.index import generations
from nachschlag.search.index.fetching import LOOK, Fetched
from nachschlag.search.service import follower
from nachschlag.search.service.follower import Follower, Origin
from nachschlag.search.service.production import index_at

from tests.hosting import free_port
from tests.projects import lay_over, nachschlag
from tests.serving import serving, until

from .test_service_production import asking, nginx_of, printed

#: A key that has signed nothing.
PUBLIC = """-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAN/1o0sPqAdC+sTgza2HKGGho/umlD+A2RsMA/VoWaE4=
-----END PUBLIC KEY-----
"""
RULE = "content/wuerfelkrieg/grundregeln/neuling.md"


@pytest.fixture
def project(mini_site: Path, tmp_path: Path) -> Path:
    """The built mini project of a replica: without an index of its own."""
    project = shutil.copytree(mini_site.parent, tmp_path / "projekt")
    shutil.rmtree(project / "build" / "index")
    return project


def pack(project: Path, file: Path) -> None:
    """Write the index of a project into a file, as the machine does that has the rules."""
    run = nachschlag("--project", project, "index", "--pack", file)
    assert run.returncode == 0, run.stderr


def finds(url: str, id: str, words: str) -> bool:
    return id in str(httpx.get(f"{url}/api/v1/search", params={"q": words}).json()["hits"])


@contextmanager
def replicated(urls: Sequence[str], folder: Path) -> Iterator[str]:
    """The address of the printed nginx before two services."""
    port, text = free_port(), printed("nginx")
    here = "        proxy_pass http://127.0.0.1:8377;\n"
    assert text.count(here) == 1
    text = printed("nginx", 1) + text.replace(here, printed("nginx", 2))
    replicas = zip(("10.0.0.11:8377", "10.0.0.12:8377"), (url.removeprefix("http://") for url in urls), strict=True)
    adapted = {"listen 443 ssl;": f"listen 127.0.0.1:{port};", "rate=20r/s": "rate=1000r/s", **dict(replicas)}
    with nginx_of(text, adapted, port, folder):
        yield f"http://127.0.0.1:{port}"


def links(url: str) -> bool:
    answer = httpx.post(f"{url}/api/v1/link?system=wuerfelkrieg", content=b"Zielen.", headers={"Content-Type": "text/plain"})
    return answer.status_code == 200


@pytest.mark.audit
def test_another_index_is_taken_over_and_a_bad_one_is_not(project: Path, tmp_path: Path) -> None:
    """Asked through nginx, beside a replica that is gone."""
    file, dead = tmp_path / "suche", f"http://127.0.0.1:{free_port()}"
    pack(project, file)
    paths = ["/api/v1/search?q=kämpfen", "/healthz"]
    with (
        serving(project, "--production", "--index-from", str(file)) as (process, url),
        replicated((dead, url), tmp_path) as front,
        asking(front, paths) as wrong,
    ):
        first = httpx.get(f"{url}/healthz").json()["index"]
        assert not finds(front, "wuerfelkrieg/neuling", "Neuling")
        assert all(links(front) for _ in range(8))
        lay_over(project, {RULE: "---\ntitle: Neuling\nkind: rule\n---\nText.\n"})
        pack(project, file)
        until(lambda: finds(front, "wuerfelkrieg/neuling", "Neuling"))
        second = httpx.get(f"{url}/healthz").json()["index"]
        assert second != first
        (project / RULE).unlink()
        pack(project, tmp_path / "dritte")
        file.write_bytes((tmp_path / "dritte").read_bytes()[:-1])
        time.sleep(3 * LOOK)  # it is looked into, and refused
        assert httpx.get(f"{url}/healthz").json()["index"] == second
        os.replace(tmp_path / "dritte", file)
        until(lambda: not finds(front, "wuerfelkrieg/neuling", "Neuling"))
        assert process.poll() is None
    assert wrong == []


@pytest.mark.audit
def test_the_printed_replicas_answer_for_one_that_dies(project: Path, tmp_path: Path) -> None:
    pack(project, tmp_path / "suche")
    with ExitStack() as running:
        replicas = []
        for n in (1, 2):
            copy = shutil.copytree(project, tmp_path / f"replik-{n}")
            replicas.append(running.enter_context(serving(copy, "--production", "--index-from", str(tmp_path / "suche"))))
        front = running.enter_context(replicated([url for _, url in replicas], tmp_path))
        with asking(front, ["/api/v1/search?q=zielen", "/wuerfelkrieg/zielen/"]) as wrong:
            assert all(links(front) for _ in range(20))
            replicas[0][0].kill()
            replicas[0][0].wait(10)
            assert all(links(front) for _ in range(50))
        assert wrong == []


def test_without_a_good_index_it_does_not_start(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "suche"
    file.write_text("kein Index\n", "utf-8")
    run = nachschlag("--project", project, "serve", "--production", "--port", "0", "--index-from", file)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "ist kein Suchindex in einer Datei" in run.stderr


def test_an_index_from_before_does_not_excuse_a_wrong_call(project: Path, tmp_path: Path) -> None:
    pack(project, tmp_path / "suche")
    Fetched(str(tmp_path / "suche"), tmp_path / "index").look()
    for source, key, engine in (("http://example.org/suche", "", False), ("suche", "fehlt.pem", False), ("http://a/b", "", True)):
        with pytest.raises(Unusable), Follower(Origin(source, key, str(tmp_path / "index"), engine)):
            pass


def test_what_no_key_vouched_for_does_not_count_as_an_index_from_before(project: Path, tmp_path: Path) -> None:
    file, key = tmp_path / "suche", tmp_path / "oeffentlich.pem"
    pack(project, file)
    Fetched(str(file), index_at(project, str(file))).look()
    key.write_text(PUBLIC, "utf-8")
    run = nachschlag("--project", project, "serve", "--production", "--port", "0", "--index-from", file, "--index-key", key)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert "nicht mit dem Schlüssel unterschrieben" in run.stderr


def test_the_index_is_followed_from_before_on(project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pack(project, tmp_path / "erste")
    Fetched(str(tmp_path / "erste"), tmp_path / "index").look()
    first = generations.edition(tmp_path / "index")
    with Follower(Origin(str(tmp_path / "suche"), "", str(tmp_path / "index"))):
        (tmp_path / "suche").write_text("kein Index\n", "utf-8")
        lay_over(project, {RULE: "---\ntitle: Neuling\nkind: rule\n---\nText.\n"})
        pack(project, tmp_path / "zweite")
        assert generations.edition(tmp_path / "index") == first
        os.replace(tmp_path / "zweite", tmp_path / "suche")
        until(lambda: generations.edition(tmp_path / "index") not in ("", first))
        told: list[str] = []
        until(lambda: told.append(capfd.readouterr().err) or "Suchindex wieder geholt." in "".join(told))


def test_a_follower_that_died_is_replaced(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A follower is replaced even if no process can be started for a while."""
    import resource

    pack(project, tmp_path / "suche")
    monkeypatch.setattr(follower, "_AGAIN", 0.1)
    with Follower(Origin(str(tmp_path / "suche"), "", str(tmp_path / "index"))) as following:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        try:
            os.kill(following._process.pid, signal.SIGKILL)
            time.sleep(0.5)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        shutil.rmtree(tmp_path / "index")
        until(lambda: generations.edition(tmp_path / "index"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--index-from", "suche"], "nur mit --production"),
        (["--production", "--index-key", "schluessel"], "braucht --index-from"),
        (["--workers", "2"], "nur mit --production"),
        (["--production", "--workers", "0"], "erlaubt ist 1 bis 64"),
    ],
)
def test_what_does_not_go_together_is_said(project: Path, arguments: list[str], sentence: str) -> None:
    run = nachschlag("--project", project, "serve", "--port", "0", *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr


def test_private_systems_go_into_no_file(project: Path, tmp_path: Path) -> None:
    path = project / "content" / "murmeln" / "system.yaml"
    path.write_text(path.read_text("utf-8").replace("status: own-words", "status: private"), "utf-8")
    run = nachschlag("--project", project, "index", "--pack", tmp_path / "suche")
    assert (run.returncode, (tmp_path / "suche").exists()) == (2, False)
    assert "murmeln" in run.stderr
    assert nachschlag("--project", project, "index", "--private", "--pack", tmp_path / "suche").returncode == 0
