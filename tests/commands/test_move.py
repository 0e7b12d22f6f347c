"""`nachschlag move`: the file, every reference, and the redirect; all or nothing, and whole again after a kill."""

from __future__ import annotations

import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.generator.commands._shared import desk
from nachschlag.generator.exchange.file_edit import with_term_id
from nachschlag.generator.files.lock import locked
from nachschlag.generator.files.transaction import is_unfinished
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import Graph
from nachschlag.generator.references.renaming import Renaming, renamed_entry, renamed_yaml

from tests.projects import MINI, REPOSITORY, build, command, environment, lay_over, tree
from tests.running import Run, killed
from tests.tries import tries

RULES = "content/wuerfelkrieg/grundregeln"
OLD, NEW = "wuerfelkrieg/zielen", "wuerfelkrieg/anvisieren"
SYSTEM = (MINI / "content/wuerfelkrieg/system.yaml").read_text("utf-8")

#: References of every kind to Zielen, beside those of the mini project.
REFERRING = {
    f"{RULES}/verweise.md": (
        '---\r\ntitle: Verweise\r\nkind: rule\r\nparent: "zielen" # oben\r\nsee: [ zielen, wurf ]\r\n'
        'short: "Vor [[zielen|dem Zielen]] kommt nichts."\r\n---\r\n'
        "Hier [[zielen]], [[wuerfelkrieg/zielen|dort]] und [[zielen#beispiele|da]].\r\n\r\n"
        "```\r\n[[zielen]]\r\n```\r\n\r\nNicht: `[[zielen]]`, \\[[zielen]], [[zielen-nicht]].\r\n"
    ),
    "content/murmeln/regeln/fern.md": (
        "---\ntitle: Fern\nkind: rule\nsee:\n  - wuerfelkrieg/zielen # das andere Spiel\n---\n"
        "Siehe [[wuerfelkrieg/zielen]], nicht [[zielen]].\n"
    ),
    "glossary/queries/wuerfelkrieg.yaml": "- entry: zielen\n  queries: [zielen]\n",
    f"{RULES}/zielen.en.md": "Name a target.\n",
    "content/wuerfelkrieg/system.yaml": SYSTEM.replace("[kaempfen, wurf]", "[ zielen, wurf ]"),
}


@pytest.fixture
def project(mini: Path) -> Path:
    lay_over(mini, REFERRING)
    return mini


def led(graph: Graph) -> dict[str, list[str]]:
    """Where every reference leads, as if nothing had been renamed."""
    return {
        owner.replace(NEW, OLD): [(r.target or "").replace(NEW, OLD) for text in texts.values() for r in text.references]
        for owner, texts in graph.texts.items()
    }


def test_everything_follows(run: Run, project: Path) -> None:
    """After a move every reference leads where it led, and the old id leads to the new one."""
    before = load_project(project)
    said = run("--project", project, "move", OLD, NEW, "--why", "Das Buch sagt jetzt: Anvisieren.")
    assert said.status == 0
    after = load_project(project)
    assert led(after.graph) == led(before.graph)
    assert {f.code for f in after.findings} == {f.code for f in before.findings}
    assert next(m for m in after.library.moves if m.old == OLD).why == "Das Buch sagt jetzt: Anvisieren."
    assert after.library.current_id(OLD) == NEW
    assert not (project / RULES / "zielen.md").exists()
    assert (project / RULES / "anvisieren.en.md").read_text("utf-8") == "Name a target.\n"
    assert after.library.queries.keys() == {NEW}
    assert after.library.systems["wuerfelkrieg"].sheets[0].rules == (NEW, "wuerfelkrieg/wurf")
    assert (project / RULES / "verweise.md").read_bytes().decode() == REFERRING[f"{RULES}/verweise.md"].replace(
        'parent: "zielen"', 'parent: "anvisieren"'
    ).replace("[ zielen", "[ anvisieren").replace("[[zielen|dem", "[[anvisieren|dem").replace(
        "Hier [[zielen]]", "Hier [[anvisieren]]"
    ).replace("/zielen|dort", "/anvisieren|dort").replace("[[zielen#", "[[anvisieren#")
    far = (project / "content/murmeln/regeln/fern.md").read_text("utf-8")
    assert "  - wuerfelkrieg/anvisieren # das andere Spiel\n" in far
    assert "Siehe [[wuerfelkrieg/anvisieren]], nicht [[zielen]]." in far
    assert f"neu: {RULES}/anvisieren.md\n" in said.out
    assert f"gelöscht: {RULES}/zielen.md\n" in said.out
    assert "geändert: content/murmeln/regeln/fern.md\n" in said.out


def test_there_and_back_again_changes_nothing(run: Run, project: Path) -> None:
    before = tree(project)
    assert run("--project", project, "move", OLD, NEW, "--why", "Hin.").status == 0
    assert run("--project", project, "move", NEW, OLD, "--why", "Zurück.").status == 0
    after = tree(project)
    row = "content/wuerfelkrieg/moved.yaml"
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == {row}
    assert after[row].startswith(before[row])
    assert load(project)[0].current_id(NEW) == OLD
    assert not [f for f in load_project(project).findings if f.code in ("K006", "K007", "K008", "K016")]


def test_a_dry_run_says_the_same_and_writes_nothing(run: Run, project: Path) -> None:
    before = tree(project)
    dry = run("--project", project, "move", OLD, NEW, "--why", "Probe.", "--dry-run")
    assert dry.status == 0
    assert tree(project) == before
    assert run("--project", project, "move", OLD, NEW, "--why", "Probe.").out == dry.out


def test_another_part_takes_its_drawings_along(run: Run, project: Path) -> None:
    before = load_project(project)
    assert run("--project", project, "move", "wuerfelkrieg/zaubern", "wuerfelkrieg/grundregeln/zaubern").status == 0
    after = load_project(project)
    assert after.library.entries["wuerfelkrieg/zaubern"].part == "grundregeln"
    assert after.library.moves == before.library.moves
    assert [f.code for f in after.findings if f.code == "T007"] == []
    drawings = {path.rpartition("/")[2] for path in before.library.drawings}
    assert {path.rpartition("/")[2] for path in after.library.drawings} == drawings


def test_references_that_another_part_gives_another_meaning_are_reported(run: Run, project: Path) -> None:
    lay_over(project, {f"{RULES}/kampfhinweis.md": "---\ntitle: Kampfhinweis\nkind: rule\n---\nVor dem Kämpfen wird gezählt.\n"})
    assert load_project(project).graph.text("wuerfelkrieg/kampfhinweis", "text").references[0].target == "wuerfelkrieg/kaempfen"
    said = run("--project", project, "move", "wuerfelkrieg/kampfhinweis", "wuerfelkrieg/zauberei/kampfhinweis")
    assert said.status == 0
    assert "„Kämpfen“ in wuerfelkrieg/kampfhinweis führt jetzt zu „wuerfelkrieg/zauberei-kaempfen“" in said.err
    back = run("--project", project, "move", "wuerfelkrieg/kampfhinweis", "wuerfelkrieg/grundregeln/kampfhinweis")
    assert "führt jetzt zu „wuerfelkrieg/kaempfen“" in back.err


def test_moves_that_led_to_it_lead_to_its_new_id(run: Run, project: Path) -> None:
    assert run("--project", project, "move", "wuerfelkrieg/wuerfelsturm", "wuerfelkrieg/sturm", "--why", "Kürzer.").status == 0
    rows = (project / "content/wuerfelkrieg/moved.yaml").read_text("utf-8")
    assert "new: wuerfelkrieg/wuerfelsturm" not in rows
    library, findings = load(project)
    assert library.current_id("wuerfelkrieg/hagel") == "wuerfelkrieg/sturm"
    assert library.terms["wuerfelkrieg/glossar/sturmwurf"].entry == "sturm"
    assert [f.code for f in findings if f.code.startswith("K")] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((OLD, NEW), "braucht einen Grund"),
        ((OLD, "wuerfelkrieg/kaempfen", "--why", "x"), "schon vergeben;"),
        ((OLD, "wuerfelkrieg/hagel", "--why", "x"), "schon vergeben gewesen"),
        ((OLD, "murmeln/anvisieren", "--why", "x"), "kein Ziel in wuerfelkrieg"),
        ((OLD, "wuerfelkrieg/nirgends/anvisieren", "--why", "x"), "kein Teil von"),
        ((OLD, "wuerfelkrieg/Größe", "--why", "x"), "taugt nicht als Kennung"),
        ((OLD, "wuerfelkrieg/../../anvisieren", "--why", "x"), "kein Ziel"),
        ((OLD, "wuerfelkrieg/glossar", "--why", "x"), "braucht die Seite selbst"),
        ((OLD, OLD, "--why", "x"), "liegt schon dort"),
        (("wuerfelkrieg/ziehlen", NEW, "--why", "x"), "gibt es nicht. Meintest du"),
        (("wuerfelkrieg/pfeilregen", NEW, "--why", "x"), "heißt jetzt „wuerfelkrieg/wuerfelsturm“"),
        ((OLD,), "Wohin mit"),
        ((), "Nenne alte und neue Kennung"),
    ],
)
def test_what_cannot_be_is_one_line_and_changes_nothing(
    run: Run, project: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    before = tree(project)
    said = run("--project", project, "move", *arguments)
    assert said.status == 2
    assert sentence in said.line
    assert tree(project) == before


def test_a_file_that_cannot_be_edited_stops_it_before_anything_is_written(run: Run, project: Path) -> None:
    lay_over(project, {"glossary/concepts.yaml": "- id: [zielen\n"})
    before = tree(project)
    said = run("--project", project, "move", OLD, NEW, "--why", "x")
    assert "glossary/concepts.yaml: Das YAML der Datei ist nicht lesbar. Nichts wurde geändert." in said.line
    assert tree(project) == before


def test_a_stray_row_in_a_glossary_does_not_stop_it(run: Run, project: Path) -> None:
    glossary = project / "glossary/wuerfelkrieg.yaml"
    glossary.write_text(glossary.read_text("utf-8") + "- zielen\n", "utf-8")
    said = run("--project", project, "move", OLD, NEW, "--why", "x")
    assert said.status == 0, said.err
    assert glossary.read_text("utf-8").endswith("\n- zielen\n")


def dead_ends(project: Path) -> list[str]:
    return [f.code for f in load_project(project).findings if f.code in ("V001", "V002", "K007", "K011", "K013")]


def test_killed_at_any_time_the_next_run_finishes(run: Run, project: Path, tmp_path: Path) -> None:
    arguments = ["move", OLD, NEW, "--why", "Probe."]
    before, dead = sources(project), dead_ends(project)
    moved = shutil.copytree(project, tmp_path / "ganz")
    assert run("--project", moved, *arguments).status == 0
    waited = []
    for count in range(1, 100):
        half = shutil.copytree(project, tmp_path / f"mal-{count}")
        done = killed("before" if count % 2 else "after", count, "--project", half, *arguments).returncode == 0
        waits = is_unfinished(desk(half))
        assert ("wurde abgebrochen. Zu Ende bringt sie: nachschlag move" in run("--project", half, "check").err) == waits
        assert dead_ends(half) == dead  # every reference leads somewhere, as before
        assert run("--project", half, "move").status == (0 if waits else 2)
        assert sources(half) == (sources(moved) if waits or done else before)
        waited.append(waits)
        if done:
            break
    assert (waited[0], True in waited, waited[-1]) == (False, True, False)
    assert not list(desk(half).glob(".*"))


def test_what_a_killed_one_had_only_made_ready_goes_with_the_next(run: Run, project: Path) -> None:
    killed("after", 1, "--project", project, "move", OLD, NEW, "--why", "Probe.")
    assert list(desk(project).glob(".zusammen-*"))
    said = run("--project", project, "move", OLD, NEW, "--why", "Probe.")
    assert (said.status, "abgebrochene" in said.err) == (0, False)
    assert not list(desk(project).glob(".*"))


def test_what_was_edited_since_the_kill_is_reported_and_left(run: Run, project: Path) -> None:
    arguments = ["--project", str(project), "move", OLD, NEW, "--why", "Probe."]
    killed("after", 3, *arguments)  # the plan, the folder with it, the first file
    (project / RULES / "verweise.md").write_text("---\ntitle: Anders\nkind: rule\n---\n[[zielen]]\n", "utf-8")
    said = run("--project", project, "move")
    assert said.status == 2
    assert f"nicht angefasst: {RULES}/verweise.md." in said.err
    assert "Anders" in (project / RULES / "verweise.md").read_text("utf-8")
    assert load_project(project).library.current_id(OLD) == NEW


def sources(project: Path) -> dict[str, bytes]:
    return {path: raw for path, raw in tree(project).items() if not path.startswith("build/")}


def test_only_one_moves_at_a_time(run: Run, project: Path) -> None:
    desk(project).mkdir()
    before = sources(project)
    with locked(desk(project), ""):
        assert "ändert gerade schon ein anderer Aufruf" in run("--project", project, "move", OLD, NEW, "--why", "Probe.").line
        assert run("--project", project, "move", OLD, NEW, "--why", "Probe.", "--dry-run").status == 0
    assert sources(project) == before


def test_our_own_content_follows_too() -> None:
    """Rename an id in every entry's text: only the id changes, and the way back restores the text."""
    rename, back = (
        Renaming("conquest", "zaubern", "zauberkunst", "conquest"),
        Renaming("conquest", "zauberkunst", "zaubern", "conquest"),
    )
    touched = 0
    for path in sorted((REPOSITORY / "content/conquest").glob("*/*.md")):
        text = path.read_bytes().decode("utf-8")
        renamed = renamed_entry(text, rename)
        touched += renamed != text
        assert renamed_entry(renamed, back) == text
    assert touched > 3


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(["a", "b", "t/a", "c", "a-b", "a#x"]), max_size=5), st.sampled_from(["flow", "block"]))
def test_any_list_of_ids_is_renamed_like_its_values(names: list[str], style: str) -> None:
    from nachschlag.generator.files.yaml_source import Yaml, plain_values

    lines = f"see: [{', '.join(names)}]\n" if style == "flow" else "see:\n" + "".join(f'  - "{name}"  # so\n' for name in names)
    rename = Renaming("t", "a", "neu", "t")
    after = renamed_yaml(lines, rename, lambda path: path[0] == "see")
    root = Yaml(after, "").root
    assert root is not None
    values = plain_values(root)
    assert isinstance(values, dict)
    expected = ["neu" if n == "a" else "t/neu" if n == "t/a" else "neu#x" if n == "a#x" else n for n in names]
    assert (values["see"] or []) == expected


def test_a_full_disk_leaves_everything_as_it_was(project: Path) -> None:
    before = tree(project)
    done = subprocess.run(
        command("--project", project, "move", OLD, NEW, "--why", "Probe."),
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600)),
        check=False,
    )
    assert done.returncode == 2
    assert "Nichts wurde geändert." in done.stderr
    assert tree(project) == before


#: A term that is named by its id everywhere, and by its title.
NAMING = {
    f"{RULES}/becherregel.md": (
        "---\ntitle: Becherregel\nkind: rule\nshort: Nimm [[glossar/becher|den Becher]].\n---\n"
        "Siehe [[wuerfelkrieg/glossar/becher]] und Becher. Nicht `[[glossar/becher]]`.\n"
    ),
    "content/murmeln/regeln/fern.md": "---\ntitle: Fern\nkind: rule\n---\n[[wuerfelkrieg/glossar/becher|Dort]].\n",
    "glossary/queries/wuerfelkrieg.yaml": "- entry: glossar/becher\n  queries: [humpen]\n",
}
CUP, MUG = "wuerfelkrieg/glossar/becher", "wuerfelkrieg/glossar/humpen"


def term_project(project: Path) -> Path:
    concepts = project / "glossary/concepts.yaml"
    text = concepts.read_text("utf-8").replace("wuerfelkrieg: [kaempfen]", "wuerfelkrieg: [kaempfen, glossar/becher]")
    lay_over(project, {**NAMING, "glossary/concepts.yaml": text})
    return project


def links(graph: Graph) -> list[str]:
    return [
        (r.target or "").replace(MUG, CUP) for texts in graph.texts.values() for text in texts.values() for r in text.references
    ]


@pytest.mark.parametrize("target", ["humpen", "glossar/humpen", MUG])
def test_a_term_moves_with_everything_that_names_it(run: Run, mini: Path, target: str) -> None:
    project = term_project(mini)
    before = load_project(project)
    assert CUP in links(before.graph)
    said = run("--project", project, "move", CUP, target, "--why", "Das Buch sagt jetzt Humpen.")
    assert said.status == 0, said.err
    after = load_project(project)
    assert links(after.graph) == links(before.graph)
    assert {f.code for f in after.findings} == {f.code for f in before.findings}
    assert after.library.current_id(CUP) == MUG
    assert after.library.concepts["angriff"].entries["wuerfelkrieg"] == ("wuerfelkrieg/kaempfen", MUG)
    assert MUG in after.library.queries
    assert after.library.terms[MUG].reviewed == before.library.terms[CUP].reviewed
    glossary = (project / "glossary/wuerfelkrieg.yaml").read_text("utf-8")
    assert glossary.startswith("- id: humpen\n  title: Becher\n")
    assert "`[[glossar/becher]]`" in (project / RULES / "becherregel.md").read_text("utf-8")
    assert "geändert: glossary/wuerfelkrieg.yaml\n" in said.out


def test_a_term_there_and_back_needs_no_id(run: Run, mini: Path) -> None:
    project = term_project(mini)
    before = tree(project)
    assert run("--project", project, "move", CUP, "humpen", "--why", "Hin.").status == 0
    assert run("--project", project, "move", MUG, "becher", "--why", "Zurück.").status == 0
    after = tree(project)
    row = "content/wuerfelkrieg/moved.yaml"
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == {row}


@pytest.mark.parametrize(
    ("text", "old", "new", "after"),
    [
        ("- {title: A}\n- title: B\n", "a", "x", "- {id: x, title: A}\n- title: B\n"),
        ("- {id: x, title: A}\n", "x", "a", "- {title: A}\n"),
        ("- {title: A, id: x}\n", "x", "a", "- {title: A}\n"),
        ("- title: A\n  id: x  # darum\n  forms: [B]\n", "x", "z", "- title: A\n  id: z  # darum\n  forms: [B]\n"),
        ("- id: x\r\n  title: A\r\n", "x", "a", "- title: A\r\n"),
        ("\ufeff# oben\n- title: A\n", "a", "x", "\ufeff# oben\n- id: x\n  title: A\n"),
    ],
)
def test_the_id_of_a_term_is_written_only_where_it_differs(text: str, old: str, new: str, after: str) -> None:
    assert with_term_id(text, old, new) == after


def test_the_old_address_of_a_term_leads_to_the_new_one(run: Run, mini: Path) -> None:
    assert run("--project", mini, "move", CUP, "humpen", "--why", "Anders.").status == 0
    site = build(mini)
    assert 'href="../humpen/"' in (site / CUP / "index.html").read_text("utf-8")
    assert (site / MUG / "index.html").is_file()
    assert "Becher" in run("--project", mini, "show", CUP).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((CUP, "humpen"), "braucht einen Grund"),
        ((CUP, "sturmwurf", "--why", "x"), "schon vergeben;"),
        ((CUP, "murmeln/glossar/humpen", "--why", "x"), "keine Kennung eines Begriffs in wuerfelkrieg"),
        ((CUP, "Humpen!", "--why", "x"), "taugt nicht als Kennung"),
        ((CUP, "becher", "--why", "x"), "heißt schon so"),
        (("wuerfelkrieg/glossar/becherr", "humpen", "--why", "x"), "Meintest du „wuerfelkrieg/glossar/becher“"),
    ],
)
def test_a_term_that_cannot_move_is_one_line(run: Run, mini: Path, arguments: tuple[str, ...], sentence: str) -> None:
    before = tree(mini)
    said = run("--project", mini, "move", *arguments)
    assert said.status == 2
    assert sentence in said.line
    assert tree(mini) == before
