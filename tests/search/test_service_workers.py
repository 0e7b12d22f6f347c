"""The service's workers, in real processes: an endless question, a kill, a truncated index, a missing site."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from nachschlag.search.service import app, protocol, workers
from nachschlag.search.service.errors import ApiError
from nachschlag.search.service.nursery import Ward
from nachschlag.search.service.production import MOST_CONNECTIONS
from nachschlag.search.service.work import Question

from tests.projects import nachschlag
from tests.serving import serving, until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")

TEXT = {"Content-Type": "text/plain"}
SEARCH = "/api/v1/search?q=kämpfen"


@pytest.fixture
def project(mini_site: Path, tmp_path: Path) -> Path:
    """The built mini project, for a single test."""
    return shutil.copytree(mini_site.parent, tmp_path / "projekt")


@pytest.fixture
def running(project: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The service of that project, and its address."""
    with serving(project, "--production") as found:
        yield found


def stat(pid: int) -> list[str]:
    """The fields of a process's /proc stat after its name: state, parent, group, …; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def lives(pid: int) -> bool:
    """Whether a process still runs. Zombies count as gone: the operating system reaps those whose parent was killed."""
    return stat(pid)[:1] not in ([], ["Z"])


def children(pid: int) -> list[int]:
    """The child processes of a process."""
    every = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return sorted(one for one in every if (about := stat(one)) and about[1] == str(pid))


def family(service: int) -> tuple[list[int], list[int]]:
    """The nurseries and workers of a service."""
    nurseries = children(service)
    return nurseries, [worker for nursery in nurseries for worker in children(nursery)]


def used(pid: int) -> int:
    """The processor time of a process, in ticks."""
    about = stat(pid)
    return int(about[11]) + int(about[12]) if about else 0


def asked(url: str, path: str = SEARCH) -> httpx.Response:
    return httpx.get(url + path, timeout=60)


def fine(url: str, path: str = SEARCH) -> bool:
    return asked(url, path).status_code == 200


def is_trouble(answer: httpx.Response, code: str) -> bool:
    """Whether an answer is a 503 in the service's shape."""
    error = answer.json()["error"]
    return (answer.status_code, error["code"]) == (503, code) and bool(answer.headers["Retry-After"]) and bool(error["message"])


def test_sixty_kilobytes_of_spaces_are_answered_while_others_are(running: tuple[subprocess.Popen[str], str]) -> None:
    _, url = running
    with ThreadPoolExecutor(3) as pool:
        calls = [pool.submit(httpx.post, f"{url}/api/v1/link", content=b" " * 60_000, headers=TEXT, timeout=60) for _ in range(3)]
        assert asked(url, "/healthz").status_code == 200
        assert [call.result().status_code for call in calls] == [200, 200, 200]


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give the service's processes a question on which `re` never returns, like a future slip in one of our expressions."""
    (tmp_path / "dabei").mkdir()
    (tmp_path / "dabei" / "sitecustomize.py").write_text(
        "import importlib.abc, sys\n"
        "class Hook(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name != 'nachschlag.search.service.work': return None\n"
        "        sys.meta_path.remove(self)\n"
        "        import importlib.util\n"
        "        spec = importlib.util.find_spec(name)\n"
        "        real = spec.loader.exec_module\n"
        "        def exec_module(module):\n"
        "            real(module)\n"
        "            import re\n"
        "            before = module.words\n"
        "            def words(given, *rest):\n"
        "                text = before(given, *rest)\n"
        "                if text == 'endlos': re.search('(a|a)*b', 'a' * 200)\n"
        "                return text\n"
        "            module.words = words\n"
        "        spec.loader.exec_module = exec_module\n"
        "        return spec\n"
        "sys.meta_path.insert(0, Hook())\n",
        "utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "dabei"))


def stuck(pool: ThreadPoolExecutor, service: int, url: str, count: int = 1) -> list[Future[httpx.Response]]:
    """Start questions that never end."""
    calls = [pool.submit(asked, url, "/api/v1/resolve?text=endlos") for _ in range(count)]
    before = sum(map(used, family(service)[1]))
    until(lambda: sum(map(used, family(service)[1])) > before + 30 * count)
    return calls


@pytest.mark.usefixtures("endless")
def test_an_endless_question_is_killed_and_stops_no_other(project: Path) -> None:
    with serving(project, "--production") as (process, url), ThreadPoolExecutor(1) as pool:
        _, before = family(process.pid)
        (call,) = stuck(pool, process.pid, url)
        for path in (SEARCH, "/healthz", "/wuerfelkrieg/", "/api/v1/resolve?text=Gerangel") * 3:
            assert fine(url, path)
        assert not call.done()
        assert is_trouble(call.result(), "timeout")
        until(lambda: len(family(process.pid)[1]) == len(before))
        assert len(set(family(process.pid)[1]) - set(before)) == 1
        assert all(fine(url) for _ in range(10))


@pytest.mark.usefixtures("endless")
def test_with_every_worker_stuck_files_and_health_are_answered_and_it_stops(project: Path) -> None:
    with serving(project, "--production") as (process, url), ThreadPoolExecutor(8) as pool:
        nurseries, at_work = family(process.pid)
        calls = stuck(pool, process.pid, url, len(at_work) - 1)  # one worker is for large texts
        assert fine(url, "/healthz")
        assert fine(url, "/wuerfelkrieg/")
        process.send_signal(signal.SIGTERM)
        assert all(is_trouble(call.result(), "timeout") for call in calls)
        assert process.wait(30) == 0
    until(lambda: not any(map(stat, [*nurseries, *at_work])))


@pytest.mark.usefixtures("endless")
def test_no_process_outlives_a_service_that_was_killed(project: Path) -> None:
    with serving(project, "--production") as (process, url), ThreadPoolExecutor(1) as pool:
        nurseries, at_work = family(process.pid)
        (call,) = stuck(pool, process.pid, url)
        process.kill()
        with pytest.raises(httpx.TransportError):
            call.result()
        until(lambda: not any(map(lives, [*nurseries, *at_work])))


def test_workers_that_are_killed_are_replaced_and_no_question_is_lost(running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    assert len(before) >= 3
    for pid in before:
        os.kill(pid, signal.SIGKILL)
        assert fine(url)
    until(lambda: len(family(process.pid)[1]) == len(before) and not set(family(process.pid)[1]) & set(before))
    assert family(process.pid)[0] == [nursery]
    assert not any(stat(pid) for pid in before), "zombies"


def test_a_nursery_that_is_killed_is_replaced(running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    os.kill(nursery, signal.SIGKILL)
    assert fine(url)  # perhaps by a worker of the one that was killed
    until(lambda: family(process.pid)[0] not in ([], [nursery]))
    assert not stat(nursery)
    assert fine(url)
    until(lambda: not any(map(lives, before)))


def test_only_the_service_itself_obeys_a_signal_to_end(running: tuple[subprocess.Popen[str], str]) -> None:
    """systemd signals all processes of a unit, but workers must finish their answers first."""
    process, url = running
    nurseries, at_work = family(process.pid)
    for pid in [*nurseries, *at_work]:
        os.kill(pid, signal.SIGTERM)
        os.kill(pid, signal.SIGINT)
    assert all(fine(url) for _ in range(10))
    assert family(process.pid) == (nurseries, at_work)


def test_stopping_leaves_no_process(running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    assert fine(url)
    nurseries, at_work = family(process.pid)
    process.terminate()
    assert process.wait(20) == 0
    until(lambda: not any(map(stat, [*nurseries, *at_work])))


def test_stopping_while_loading_leaves_no_process(project: Path) -> None:
    from tests.projects import command, environment

    process = subprocess.Popen(command("--project", project, "serve", "--production", "--port", "0"), env=environment())
    until(lambda: children(process.pid))
    (nursery,) = children(process.pid)
    process.terminate()
    assert process.wait(20) == 130
    until(lambda: not stat(nursery))


def test_after_a_build_the_old_workers_are_gone(project: Path, running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    os.utime(project / "site" / ".nachschlag-site")
    until(lambda: (found := family(process.pid))[0] and nursery not in found[0] and len(found[1]) == len(before))
    assert not any(stat(pid) for pid in [nursery, *before])
    assert fine(url)


def segment(project: Path) -> Path:
    """The largest file of the index in service."""
    index = project / "build" / "index"
    return max((index / (index / "current").read_text().strip()).iterdir(), key=lambda file: file.stat().st_size)


def test_a_truncated_index_is_reported_until_rebuilt(project: Path, running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    files = [file for file in segment(project).parent.iterdir() if file.suffix == ".seg"]
    whole = {file: file.read_bytes() for file in files}
    for file in files:
        os.truncate(file, 0)
    words = iter(f"/api/v1/search?q=zielen {n} würfelsturm gerangel" for n in range(10_000))
    until(lambda: is_trouble(answer, "unavailable") if (answer := asked(url, next(words))).status_code != 200 else False)
    assert fine(url, "/wuerfelkrieg/")
    assert fine(url, "/api/v1/resolve?text=Gerangel")
    assert asked(url, "/healthz").status_code == 503
    assert process.poll() is None
    for file, raw in whole.items():
        file.write_bytes(raw)
    until(lambda: all(fine(url, path) for path in ("/healthz", next(words))))


def test_a_truncated_index_is_mended_by_a_build(project: Path, running: tuple[subprocess.Popen[str], str]) -> None:
    _, url = running
    os.truncate(segment(project), 100)
    until(lambda: not fine(url, "/api/v1/search?q=zielen würfelsturm gerangel") or not fine(url, "/healthz"))
    shutil.rmtree(project / "build" / "index")
    assert nachschlag("--project", project, "build").returncode == 0
    until(lambda: fine(url) and fine(url, "/healthz"))


def test_a_missing_site_is_reported(project: Path, running: tuple[subprocess.Popen[str], str]) -> None:
    process, url = running
    shutil.move(project / "site", project / "fort")
    for path in ("/", "/wuerfelkrieg/", "/api/v1/systems.json", "/assets/weg.js"):
        assert is_trouble(asked(url, path), "unavailable"), path
    assert fine(url)
    shutil.move(project / "fort", project / "site")
    assert fine(url, "/")
    assert asked(url, "/weg/").status_code == 404
    assert process.poll() is None


def test_limits_are_what_the_help_page_says() -> None:
    page = Path(workers.__file__).parents[2].joinpath("generator/assets/site/hilfe/dienst.md").read_text("utf-8")
    assert f"Rechenzeit: {workers.QUESTION_SECONDS} s, für Texte ab 64 KB {workers.TEXT_SECONDS} s;" in page
    assert f"| {app.MOST_QUESTIONS} Fragen zugleich (der Reihe nach), " in page
    assert f"; {workers.QUEUED_SECONDS:.0f} s, bis ein Prozess frei ist |" in page
    assert f"| {MOST_CONNECTIONS} Verbindungen, davon {protocol.MOST_WAITING} ohne Anfrage: " in page


def test_questions_from_many_threads_get_each_its_own_answer(running: tuple[subprocess.Popen[str], str]) -> None:
    _, url = running
    wrong: list[str] = []

    def ask(word: str) -> None:
        with httpx.Client(base_url=url, timeout=60) as client:
            for n in range(30):
                if (query := client.get("/api/v1/search", params={"q": f"{word} {n}"}).json()["query"]) != f"{word} {n}":
                    wrong.append(query)

    threads = [threading.Thread(target=ask, args=(f"wort{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("size", [0, 1_000_000])
def test_a_question_that_no_worker_took_up_is_told_as_such(project: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Also a large one, which fills the connection to the worker."""
    monkeypatch.setattr(workers, "QUEUED_SECONDS", 0.5, raising=False)
    monkeypatch.setattr(workers, "QUESTION_SECONDS", 1)
    monkeypatch.setattr(workers, "TEXT_SECONDS", 1)
    question = Question("link", b"system=wuerfelkrieg", [(b"content-type", b"text/plain")], b"Erst Zielen. ".ljust(size))
    told: list[ApiError] = []

    def ask() -> None:
        with pytest.raises(ApiError) as problem:
            found(question)
        told.append(problem.value)

    with workers.Workers(Ward(str(project), str(project / "site"), str(project / "build/index"), True, (), workers=1)) as found:
        (worker,) = family(os.getpid())[1]
        os.kill(worker, signal.SIGSTOP)
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(20)
        os.kill(worker, signal.SIGCONT)
        assert [one.code for one in told] == ["busy"]
        assert "Rechenzeit" not in told[0].message
        assert told[0].headers["Retry-After"]
        assert found(question).status == 200
        assert family(os.getpid())[1] == [worker], "a question that was given up costs no worker"


def test_sending_to_one_that_reads_nothing_ends_in_time() -> None:
    ours, theirs = multiprocessing.Pipe()
    with ours, theirs:
        workers.limit_sending(ours, 0.2)
        with pytest.raises(BlockingIOError):
            ours.send(b" " * 10_000_000)
