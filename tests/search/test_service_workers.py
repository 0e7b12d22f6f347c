"""The service's workers, in real processes: an endless question, a kill, a truncated index, a missing site."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest
from nachschlag.search.service import app, protocol, workers
from nachschlag.search.service.errors import ApiError
from nachschlag.search.service.nursery import Desk, Ward
from nachschlag.search.service.production import MOST_CONNECTIONS
from nachschlag.search.service.work import Question, answer_of
from starlette.responses import Response

from tests.projects import nachschlag
from tests.serving import children, family, lives, serving, stat, until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")

TEXT = {"Content-Type": "text/plain"}
SEARCH = "/api/v1/search?q=kämpfen"


#: So many seconds of processor time has a question here: the effect of the limit is the same.
SECONDS = 2
#: Makes a question endless on which `re` never returns, like a future slip in one of our expressions, and lowers its limit.
SLIP = f"""
import importlib.util, re, sys
class Hook:
    def find_spec(self, name, path=None, target=None):
        if name not in ('nachschlag.search.service.work', 'nachschlag.search.service.workers'): return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        sys.meta_path.insert(0, self)
        real = spec.loader.exec_module
        def exec_module(module):
            real(module)
            if hasattr(module, 'QUESTION_SECONDS'): module.QUESTION_SECONDS = {SECONDS}
            if not hasattr(module, 'words'): return
            before = module.words
            def words(given, *rest):
                text = before(given, *rest)
                if text == 'endlos': re.search('(a|a)*b', 'a' * 200)
                return text
            module.words = words
        spec.loader.exec_module = exec_module
        return spec
sys.meta_path.insert(0, Hook())
"""

Service = tuple[subprocess.Popen[str], str]


@pytest.fixture(scope="module")
def project(mini_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built mini project, for the tests of this file: each leaves it as it was."""
    return shutil.copytree(mini_site.parent, tmp_path_factory.mktemp("dienst") / "projekt")


@pytest.fixture(scope="module")
def service(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Service]]:
    """Gives the service of that project and its address: one for all tests, and another one where a test has ended it."""
    beside = tmp_path_factory.mktemp("dabei")
    (beside / "sitecustomize.py").write_text(SLIP, "utf-8")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as started:
        patch.setenv("PYTHONPATH", str(beside))
        last: list[Service] = []

        def service() -> Service:
            if not last or last[-1][0].poll() is not None:
                last.append(started.enter_context(serving(project, "--production")))
            return last[-1]

        yield service


@pytest.fixture
def running(service: Callable[[], Service]) -> Service:
    """The service with all its workers, and its address."""
    process, url = service()
    until(lambda: len(family(process.pid)[0]) == 1 and len(family(process.pid)[1]) == app.SMALL + 1 and fine(url))
    return process, url


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


def test_sixty_kilobytes_of_spaces_are_answered_while_others_are(running: Service) -> None:
    _, url = running
    with ThreadPoolExecutor(3) as pool:
        calls = [pool.submit(httpx.post, f"{url}/api/v1/link", content=b" " * 60_000, headers=TEXT, timeout=60) for _ in range(3)]
        assert asked(url, "/healthz").status_code == 200
        assert [call.result().status_code for call in calls] == [200, 200, 200]


def stuck(pool: ThreadPoolExecutor, service: int, url: str, count: int = 1) -> list[Future[httpx.Response]]:
    """Start questions that never end."""
    calls = [pool.submit(asked, url, "/api/v1/resolve?text=endlos") for _ in range(count)]
    before = sum(map(used, family(service)[1]))
    until(lambda: sum(map(used, family(service)[1])) > before + 10 * count)
    return calls


def test_an_endless_question_is_killed_and_stops_no_other(running: Service) -> None:
    process, url = running
    with ThreadPoolExecutor(1) as pool:
        _, before = family(process.pid)
        (call,) = stuck(pool, process.pid, url)
        for path in (SEARCH, "/healthz", "/wuerfelkrieg/", "/api/v1/resolve?text=Gerangel") * 3:
            assert fine(url, path)
        assert not call.done()
        assert is_trouble(call.result(), "timeout")
        until(lambda: len(set(family(process.pid)[1]) - set(before)) == 1)
        until(lambda: len(family(process.pid)[1]) == len(before))
        assert all(fine(url) for _ in range(10))


def test_workers_that_are_killed_are_replaced_and_no_question_is_lost(running: Service) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    assert len(before) >= 3
    for pid in before:
        os.kill(pid, signal.SIGKILL)
        assert fine(url)
    until(lambda: len(family(process.pid)[1]) == len(before) and not set(family(process.pid)[1]) & set(before))
    assert family(process.pid)[0] == [nursery]
    assert not any(stat(pid) for pid in before), "zombies"


def test_a_nursery_that_is_killed_is_replaced(running: Service) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    os.kill(nursery, signal.SIGKILL)
    health: list[httpx.Response] = []
    until(lambda: health.append(asked(url, "/healthz")) or family(process.pid)[0] not in ([], [nursery]))
    assert fine(url)  # perhaps by a worker of the one that was killed
    assert not [each.text for each in health if "nachschlag build" in each.text], "no build helps"
    assert not stat(nursery)
    assert fine(url)
    until(lambda: not any(map(lives, before)))


def test_only_the_service_itself_obeys_a_signal_to_end(running: Service) -> None:
    """systemd signals all processes of a unit, but workers must finish their answers first."""
    process, url = running
    nurseries, at_work = family(process.pid)
    for pid in [*nurseries, *at_work]:
        os.kill(pid, signal.SIGTERM)
        os.kill(pid, signal.SIGINT)
    assert all(fine(url) for _ in range(10))
    assert family(process.pid) == (nurseries, at_work)


def test_after_a_build_the_old_workers_are_gone(project: Path, running: Service) -> None:
    process, url = running
    (nursery,), before = family(process.pid)
    os.utime(project / "site" / ".nachschlag-site")
    until(lambda: (found := family(process.pid))[0] and nursery not in found[0] and len(found[1]) == len(before))
    assert not any(stat(pid) for pid in [nursery, *before])
    assert fine(url)


def test_a_broken_project_leaves_the_rules_at_hand_in_service(project: Path, running: Service) -> None:
    process, url = running
    nurseries = children(process.pid)
    shutil.move(project / "content", project / "fort")
    os.utime(project / "site" / ".nachschlag-site")
    until(lambda: len(children(process.pid)) > len(nurseries))
    until(lambda: children(process.pid) == nurseries)
    assert asked(url, "/api/v1/resolve?text=Gerangel").json()["target"] == "wuerfelkrieg/kaempfen"
    shutil.move(project / "fort", project / "content")


def segment(project: Path) -> Path:
    """The largest file of the index in service."""
    index = project / "build" / "index"
    return max((index / (index / "current").read_text().strip()).iterdir(), key=lambda file: file.stat().st_size)


def test_a_truncated_index_is_reported_until_rebuilt(project: Path, running: Service) -> None:
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


def test_a_truncated_index_is_mended_by_a_build(project: Path, running: Service) -> None:
    _, url = running
    os.truncate(segment(project), 100)
    until(lambda: not fine(url, "/api/v1/search?q=zielen würfelsturm gerangel") or not fine(url, "/healthz"))
    shutil.rmtree(project / "build" / "index")
    assert nachschlag("--project", project, "build").returncode == 0
    until(lambda: fine(url) and fine(url, "/healthz"))


def test_a_missing_site_is_reported(project: Path, running: Service) -> None:
    process, url = running
    shutil.move(project / "site", project / "fort")
    paths = ("/", "/wuerfelkrieg/", "/api/v1/systems.json", "/assets/weg.js", "/api/v1/entries?ids=wuerfelkrieg/kaempfen")
    with ThreadPoolExecutor(len(paths)) as pool:
        for path, answer in zip(paths, pool.map(partial(asked, url), paths), strict=True):
            assert is_trouble(answer, "unavailable"), path
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


def test_questions_from_many_threads_get_each_its_own_answer(running: Service) -> None:
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


# -- its end, after which the next test has another one ----------------------------------------------------------------------


def test_no_process_outlives_a_service_that_was_killed(running: Service) -> None:
    process, url = running
    with ThreadPoolExecutor(1) as pool:
        nurseries, at_work = family(process.pid)
        (call,) = stuck(pool, process.pid, url)
        process.kill()
        with pytest.raises(httpx.TransportError):
            call.result()
        until(lambda: not any(map(lives, [*nurseries, *at_work])))


def test_with_every_worker_stuck_completions_files_and_health_are_answered_and_it_stops(running: Service) -> None:
    process, url = running
    with ThreadPoolExecutor(8) as pool:
        nurseries, at_work = family(process.pid)
        calls = stuck(pool, process.pid, url, len(at_work) - 1)  # one worker is for large texts and completions
        for path in ("/healthz", "/wuerfelkrieg/", "/api/v1/complete?q=k"):
            assert fine(url, path)
        assert not any(call.done() for call in calls)
        process.send_signal(signal.SIGTERM)
        assert all(is_trouble(call.result(), "timeout") for call in calls)
        assert process.wait(30) == 0
    until(lambda: not any(map(stat, [*nurseries, *at_work])))


def test_stopping_leaves_no_process(running: Service) -> None:
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


# -- in this process ----------------------------------------------------------------------------------------------------------


def test_a_question_that_no_worker_took_up_is_reported_as_such(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This includes a large question, which fills the connection to the worker."""
    monkeypatch.setattr(workers, "QUEUED_SECONDS", 0.5, raising=False)
    monkeypatch.setattr(workers, "QUESTION_SECONDS", 1)
    monkeypatch.setattr(workers, "TEXT_SECONDS", 1)
    others = set(children(os.getpid()))
    ward = Ward(str(project), str(project / "site"), str(project / "build/index"), True, (), workers=1)
    with workers.Workers(ward) as found, ThreadPoolExecutor(1) as pool:
        (nursery,) = set(children(os.getpid())) - others
        (worker,) = children(nursery)
        for size in (0, 1_000_000):
            question = Question("link", b"system=wuerfelkrieg", [(b"content-type", b"text/plain")], b"Erst Zielen. ".ljust(size))
            os.kill(worker, signal.SIGSTOP)
            try:
                problem = pool.submit(found, question).exception(20)
            finally:
                os.kill(worker, signal.SIGCONT)
            assert isinstance(problem, ApiError)
            assert problem.code == "busy"
            assert "Rechenzeit" not in problem.message
            assert problem.headers["Retry-After"]
            assert found(question).status == 200
            assert children(nursery) == [worker], "a question that was given up costs no worker"


def test_a_question_given_up_while_a_worker_asks_for_it_costs_no_worker() -> None:
    questions, desk_side = socket.socketpair()
    desk = Desk(desk_side, lambda question: answer_of(Response(question.name)), Path(), Path())  # type: ignore[arg-type]
    worker = multiprocessing.get_context("fork").Process(target=desk.answer_all)
    worker.start()
    try:
        for is_given_up in (True, False):
            ours, theirs = multiprocessing.Pipe()
            with ours, theirs:
                socket.send_fds(questions, [b"?"], [theirs.fileno()])
                theirs.close()
                assert ours.poll(20)
                ours.recv()
                if is_given_up:
                    continue
                ours.send((Question("resolve", b"", []), 1))
                assert ours.recv().response.body == b"resolve"
    finally:
        worker.kill()
        worker.join()


def test_sending_to_one_that_reads_nothing_ends_in_time() -> None:
    ours, theirs = multiprocessing.Pipe()
    with ours, theirs:
        workers.limit_sending(ours, 0.2)
        with pytest.raises(BlockingIOError):
            ours.send(b" " * 10_000_000)
