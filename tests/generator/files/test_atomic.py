"""Files are written whole or left alone, only where they change, and never outside the folder."""

import os
import resource
from pathlib import Path

import pytest
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.files.output import Output, OutsideOutput, stamps_of


def everything(folder: Path) -> dict[str, str]:
    """Every file below a folder with its text, including hidden ones."""
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*")) if p.is_file()}


def test_write_atomic_makes_folders_and_replaces(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a/b.txt", "alt")
    write_atomic(tmp_path / "a/b.txt", "neu: ä".encode())
    assert everything(tmp_path) == {"a/b.txt": "neu: ä"}


def test_write_atomic_keeps_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.sh"
    path.write_text("alt", encoding="utf-8")
    path.chmod(0o750)
    write_atomic(path, "neu")
    assert path.stat().st_mode & 0o777 == 0o750


def test_new_files_obey_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("step", ["replace", "chmod"])
@pytest.mark.parametrize("problem", [OSError("Platte voll"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, problem: BaseException
) -> None:
    write_atomic(tmp_path / "a.txt", "alt")

    def fail(*_args: object, **_kwargs: object) -> None:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(type(problem)):
            write_atomic(tmp_path / "a.txt", "neu")
    assert everything(tmp_path) == {"a.txt": "alt"}


@pytest.mark.parametrize(
    "relative", ["../x", "a/../../x", "/tmp/x", "..", ".", "", "a/..", "a/../../out-2/x", "link/x", "link/a/../x"]
)
def test_output_never_leaves_its_folder(tmp_path: Path, relative: str) -> None:
    (tmp_path / "fremd").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/link").symlink_to(tmp_path / "fremd", target_is_directory=True)
    with pytest.raises(OutsideOutput, match="^" + relative.replace(".", r"\.") + "$"):
        Output(tmp_path / "out").write(relative, "x")
    assert everything(tmp_path) == {}


@pytest.mark.parametrize("root", ["out", "out/../out", "./out", "fremd/../out"])
def test_finish_removes_what_was_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: str) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomic(tmp_path / "fremd/bleibt.md", "fremd")
    write_atomic(tmp_path / "out/alt/weg/alt.md", "alt")
    output = Output(Path(root))
    output.write("neu/a.md", "a")
    output.write("b/./../b.md", "b")
    output.finish()
    assert everything(tmp_path) == {"fremd/bleibt.md": "fremd", "out/neu/a.md": "a", "out/b.md": "b"}
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["b.md", "neu"]


def test_finish_does_not_follow_links(tmp_path: Path) -> None:
    write_atomic(tmp_path / "fremd/bleibt.md", "fremd")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/link").symlink_to(tmp_path / "fremd", target_is_directory=True)
    Output(tmp_path / "out").finish()
    assert (tmp_path / "fremd/bleibt.md").exists()


def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    """In a folder without a record, such as one for notes, a half-written file would look like a whole one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            Output(tmp_path).write("a", "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert everything(tmp_path) == {}


def test_two_runs_may_finish_at_once(tmp_path: Path) -> None:
    Output(tmp_path).write("alt/weg/a", "a")
    runs = [Output(tmp_path), Output(tmp_path)]
    for run in runs:
        run.finish()
    assert list(tmp_path.iterdir()) == []


def test_unchanged_files_are_left_alone(tmp_path: Path) -> None:
    first = Output(tmp_path)
    first.write("a", "gleich")
    first.write("b", "alt")
    os.utime(tmp_path / "a", (1, 1))
    second = Output(tmp_path)
    second.write("a", "gleich")
    second.write("b", "neu")
    assert (tmp_path / "a").stat().st_mtime == 1
    assert second.changed == {"b"}
    second.finish()
    assert everything(tmp_path) == {"a": "gleich", "b": "neu"}


@pytest.mark.parametrize("can_link", [True, False], ids=["links", "no links"])
def test_a_finished_file_is_linked_or_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, can_link: bool) -> None:
    if not can_link:
        monkeypatch.setattr("os.link", _no_link)
    made = tmp_path / "made.json"
    made.write_text("{}", "utf-8")
    before = stamps_of(tmp_path)
    for text in ("{}", "[]"):  # a new file, then one that changes
        made.write_text(text, "utf-8")
        output = Output(tmp_path / "site", record=tmp_path / "record")
        output.write("api/made.json", made)
        output.finish()
        assert (tmp_path / "site/api/made.json").read_text("utf-8") == text
    assert before.keys() == stamps_of(tmp_path).keys() - {"record", "site/api/made.json"}


def test_a_further_link_leaves_the_stamp(tmp_path: Path) -> None:
    (tmp_path / "made.json").write_text("{}", "utf-8")
    before = stamps_of(tmp_path)["made.json"]
    Output(tmp_path / "site", record=tmp_path / "record").write("api/made.json", tmp_path / "made.json")
    assert (tmp_path / "site/api/made.json").samefile(tmp_path / "made.json")
    assert stamps_of(tmp_path)["made.json"] == before


def _no_link(*_: object) -> None:
    raise OSError("no links on this disk")
