"""Work in a copy of this process gives the same result as here, even if the copy fails, and ends with this process."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from nachschlag.generator.files.second_process import SecondProcess, cores

pytestmark = pytest.mark.skipif(cores() == 1 and sys.platform != "linux", reason="this system copies no processes")


def test_it_runs_in_another_process() -> None:
    beside = SecondProcess(os.getpid)
    assert beside.result() != os.getpid()


def test_large_results_come_whole() -> None:
    assert SecondProcess(lambda: "x" * 3_000_000).result() == "x" * 3_000_000


def test_what_fails_there_is_done_here_and_says_why(tmp_path: Path) -> None:
    here = os.getpid()

    def work() -> str:
        if os.getpid() != here:
            raise MemoryError
        return "here"

    assert SecondProcess(work).result() == "here"
    with pytest.raises(ZeroDivisionError):
        SecondProcess(lambda: 1 // 0).result()


def test_a_killed_copy_is_no_loss() -> None:
    here = os.getpid()

    def work() -> str:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return "here"

    assert SecondProcess(work).result() == "here"


def test_stopped_work_is_not_finished(tmp_path: Path) -> None:
    def work() -> None:
        time.sleep(60)
        (tmp_path / "done").touch()

    SecondProcess(work).stop()
    assert list(tmp_path.iterdir()) == []


def test_it_ends_with_a_killed_process(tmp_path: Path) -> None:
    """A process that outlived its parent would write into the folders of the next build."""

    def begins_work() -> None:
        def work() -> None:
            (tmp_path / str(os.getpid())).touch()
            time.sleep(60)

        SecondProcess(work)
        time.sleep(60)

    outer = SecondProcess(begins_work)
    while not (begun := list(tmp_path.iterdir())):
        time.sleep(0.01)
    outer.stop()
    inner = int(begun[0].name)
    for _ in range(1000):
        if not _is_running(inner):
            return
        time.sleep(0.01)
    raise AssertionError("still running")


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
