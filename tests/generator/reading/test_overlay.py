"""Which folders may hold private systems, and which systems are private."""

import subprocess
from pathlib import Path

import pytest
from nachschlag.generator.model.unusable import Unusable, WouldPublish
from nachschlag.generator.model.values import Licence, System
from nachschlag.generator.reading.overlay import is_private, refuse_inside, refuse_public

from tests.projects import lay_over


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        (Licence("own-words"), False),
        (Licence("private"), True),
        (Licence("private", evidence="Mail vom 3. Mai"), True),
        (Licence("permitted"), True),
        (Licence("permitted", evidence="Mail vom 3. Mai"), False),
    ],
)
def test_systems_without_permission_are_private(licence: Licence, expected: bool) -> None:
    assert is_private(System("buch", "Buch", "Buch", licence)) is expected


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in a subfolder of a git repository, as in a larger project."""
    project = tmp_path / "arbeit" / "regeln"
    lay_over(project, {"mkdocs.yml": "site_name: Probe\n", ".gitignore": "/privat/\n/zettel/\n/site/\n"})
    subprocess.run(["git", "init", "-q", str(project.parent)], check=True)
    (tmp_path / "anderswo").mkdir()
    return project


@pytest.mark.parametrize(
    "out", ["regeln/privat", "regeln/privat/buch", "regeln/zettel", "../anderswo", "../neu", "regeln/x/../privat"]
)
def test_an_overlay_lies_where_git_leaves_it_alone(project: Path, out: str) -> None:
    refuse_public(project.parent / out, project)


@pytest.mark.parametrize(
    "out", ["regeln", "regeln/content", "regeln/privat2", "regeln/privat/../content", ".", "daneben", "regeln/site"]
)
def test_an_overlay_never_lies_where_it_would_be_published(project: Path, out: str) -> None:
    with pytest.raises(WouldPublish, match=r"Private Spiele gehören nach|wird bei jedem Bau ersetzt"):
        refuse_public(project.parent / out, project)


def test_an_overlay_unknown_to_git_is_not_safe(project: Path) -> None:
    (project / ".gitignore").unlink()
    with pytest.raises(WouldPublish, match="gitignore"):
        refuse_public(project / "privat", project)


def test_links_are_followed_before_a_place_counts(project: Path) -> None:
    (project / "privat").mkdir()
    (project / "content").mkdir()
    (project / "privat" / "buch").symlink_to(project / "content")
    (project / "weg").symlink_to(project.parents[1] / "anderswo")
    (project / "kreis").symlink_to(project / "kreis")
    refuse_public(project / "weg", project)
    with pytest.raises(WouldPublish):
        refuse_public(project / "privat/buch", project)
    with pytest.raises(Unusable, match="im Kreis"):
        refuse_public(project / "kreis/buch", project)


def test_without_git_only_the_projects_own_overlay_is_safe(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    refuse_public(project / "privat" / "buch", project)
    with pytest.raises(WouldPublish):
        refuse_public(project / "zettel", project)


def test_git_variables_of_a_surrounding_call_change_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nirgendwo")
    refuse_public(project / "privat", project)


def test_private_texts_go_only_outside_the_repository(project: Path) -> None:
    outside = project.parents[1] / "anderswo"
    (outside / "hinein").symlink_to(project / "privat")
    (outside / "datei.json").symlink_to(project / "alles.json")
    (project / "hinaus").symlink_to(outside)
    refuse_inside(str(outside / "alles.json"), project)
    refuse_inside(str(project / "hinaus" / "alles.json"), project)
    inside = [
        None,
        "",
        "-",
        project / "x.json",
        project / "privat" / "x.json",
        project.parent / "x.json",
        outside / "hinein" / "x.json",
    ]
    for out in [*inside, outside / ".." / "arbeit" / "regeln" / "x.json", outside / "datei.json"]:
        with pytest.raises(WouldPublish, match="außerhalb des Projekts"):
            refuse_inside(None if out is None else str(out), project)
