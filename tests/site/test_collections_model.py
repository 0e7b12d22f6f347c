"""The model of favourites and collections: nothing is lost, order is kept, and stored data is read as far as possible."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Run = Callable[..., Any]
IMPORTS = """const modules = ['collections-model', 'collections-file', 'tools-text'];
  const [model, file, texts] = await Promise.all(modules.map((name) => import(`/${name}.js`)));"""


@pytest.fixture(scope="module")
def run(scripts: Page) -> Run:
    """Runs JavaScript in a real browser, with the modules themselves as `model`, `file` and `texts`."""

    def run(code: str, *values: Any) -> Any:
        return scripts.evaluate(f"async (values) => {{ {IMPORTS} return ({code})(...values); }}", list(values))

    return run


READ = "(value) => model.readable(value).lists.map(({ id, title, items }) => [id, title, items.map((item) => item.id)])"
EMPTY = [["favoriten", "Favoriten", []]]


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        (None, EMPTY),
        ("Unsinn", EMPTY),
        ([1, 2], EMPTY),
        ({"lists": {"a": 1}}, EMPTY),
        ({"lists": [None, 7, "x", {"id": 3}, {"id": ""}]}, EMPTY),
        (
            {"lists": [{"id": "favoriten", "title": "Anders", "items": ["t9a/angst"]}]},
            [["favoriten", "Favoriten", ["t9a/angst"]]],
        ),
        (
            {
                "lists": [
                    {
                        "id": "a",
                        "title": " Mein  Heer ",
                        "items": [{"id": "t9a/angst"}, {"id": "../böse"}, {"id": 4}, None, "t9a/untot"],
                    }
                ]
            },
            [*EMPTY, ["a", "Mein Heer", ["t9a/angst", "t9a/untot"]]],
        ),
        ({"lists": [{"id": "a", "items": "kaputt"}]}, [*EMPTY, ["a", "Ohne Namen", []]]),
        (
            {"lists": [{"id": "a", "title": "A", "items": ["t9a/x", "t9a/x"]}, {"id": "a", "items": ["t9a/y"]}]},
            [*EMPTY, ["a", "Ohne Namen", ["t9a/x", "t9a/y"]]],
        ),
    ],
)
def test_stored_lists_are_read_as_far_as_possible(run: Run, kept: Any, read: Any) -> None:
    assert run(READ, kept) == read


def test_a_text_cut_off_still_gives_its_ids(run: Run) -> None:
    cut = '{"version":1,"lists":[{"id":"favoriten","items":[{"id":"t9a/angst","title":"Angst"},{"id":"aos/patt"},{"id":"hd'
    assert run(f"(text) => ({READ})(model.salvaged(text))", cut) == [["favoriten", "Favoriten", ["t9a/angst", "aos/patt"]]]


def test_fields_of_a_newer_version_survive(run: Run) -> None:
    kept = {
        "version": 1,
        "extra": 5,
        "lists": [{"id": "favoriten", "colour": "red", "items": [{"id": "t9a/angst", "note": "wichtig"}]}],
    }
    state = run("(value) => model.add(model.readable(value), 'favoriten', { id: 't9a/untot' })", kept)
    assert state["extra"] == 5
    assert state["lists"][0]["colour"] == "red"
    assert state["lists"][0]["items"] == [{"id": "t9a/angst", "note": "wichtig"}, {"id": "t9a/untot"}]


# -- edits --------------------------------------------------------------------------------------------------------------------

IDS = [f"spiel/regel-{number}" for number in range(12)]


def operations(seed: int) -> list[list[Any]]:
    """Any edits, including senseless ones."""
    pick = random.Random(seed)
    lists = ["favoriten", "a", "b", "c"]
    found: list[list[Any]] = []
    for _ in range(60):
        name = pick.choice(["add", "add", "add", "insert", "remove", "toggle", "move", "move", "create", "drop"])
        found.append([name, pick.choice(lists), pick.choice(IDS), pick.randint(-2, 14)])
    return found


def expected(steps: list[list[Any]]) -> dict[str, list[str]]:
    """The same edits on plain lists."""
    lists: dict[str, list[str]] = {"favoriten": []}
    for name, at, rule, place in steps:
        if name == "create":
            lists.setdefault(at, [])
        elif name == "drop" and at != "favoriten":
            lists.pop(at, None)
        elif at in lists:
            here = lists[at]
            if name in ("add", "toggle") and rule not in here:
                here.append(rule)
            elif name == "insert" and rule not in here:
                here.insert(max(0, place), rule)
            elif name in ("remove", "toggle") and rule in here:
                here.remove(rule)
            elif name == "move" and rule in here:
                here.remove(rule)
                here.insert(max(0, min(len(here), place)), rule)
    return lists


EDIT = """(runs) => runs.map((steps) => {
  const acts = {
    add: (state, at, id) => model.add(state, at, { id }),
    insert: (state, at, id, place) => model.add(state, at, { id }, Math.max(0, place)),
    remove: (state, at, id) => model.remove(state, at, id),
    toggle: (state, at, id) => model.toggle(state, at, { id }),
    move: (state, at, id, place) => model.move(state, at, id, place),
    create: (state, at) => model.create(state, at, at),
    drop: (state, at) => model.drop(state, at),
  };
  const end = steps.reduce((state, [name, ...values]) => {
    const before = JSON.stringify(state);
    const after = acts[name](state, ...values);
    if (JSON.stringify(state) !== before) throw new Error(`${name} changed what it was given`);
    if (after !== state && JSON.stringify(after) === before) throw new Error(`${name} made a new state of the same`);
    return model.readable(JSON.parse(JSON.stringify(after)));
  }, model.readable(null));
  return Object.fromEntries(end.lists.map(({ id, items }) => [id, items.map((item) => item.id)]));
})"""


def test_no_sequence_of_edits_loses_a_rule_or_its_place(run: Run) -> None:
    runs = [operations(seed) for seed in range(300)]
    for steps, end in zip(runs, run(EDIT, runs), strict=True):
        assert end == expected(steps), steps


@pytest.mark.parametrize(
    ("code", "titles"),
    [
        ("create(create(s, 'a', 'Heer'), 'b', 'Heer')", ["Favoriten", "Heer", "Heer (2)"]),
        ("create(s, 'a', '   ')", ["Favoriten", "Spickzettel"]),
        ("create(s, 'a', 'x'.repeat(500))", ["Favoriten", "x" * 80]),
        ("rename(create(s, 'a', 'Heer'), 'a', ' Neues\\n Heer ')", ["Favoriten", "Neues Heer"]),
        ("rename(create(s, 'a', 'Heer'), 'a', 'Favoriten')", ["Favoriten", "Favoriten (2)"]),
        ("rename(create(s, 'a', 'Heer'), 'a', '  ')", ["Favoriten", "Heer"]),
        ("rename(s, 'favoriten', 'Meins')", ["Favoriten"]),
        ("drop(s, 'favoriten')", ["Favoriten"]),
    ],
)
def test_titles(run: Run, code: str, titles: list[str]) -> None:
    """Every collection has a title of its own, short and on one line; the favourites keep theirs."""
    assert (
        run(
            f"() => {{ const {{ create, rename, drop }} = model, s = model.readable(null); return {code}.lists.map((l) => l.title); }}"
        )
        == titles
    )


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "angst",
        "T9A/angst",
        "t9a/angst/",
        "/t9a/angst",
        "t9a/../x",
        "t9a/a b",
        "javascript:alert(1)",
        "a/b/c/d",
        "a/b#",
        "a/b#c#d",
    ],
)
def test_only_ids_are_put_into_lists(run: Run, rule: str) -> None:
    assert run("(id) => model.size(model.add(model.readable(null), 'favoriten', { id }))", rule) == 0


def test_renamed_rules_are_followed(run: Run) -> None:
    kept = {
        "lists": [
            {"id": "favoriten", "items": ["s/neu", "s/alt", "s/drei"]},
            {"id": "a", "title": "A", "items": ["s/alt", "s/vier"]},
        ]
    }
    read = READ.replace("model.readable(value)", "model.healed(model.readable(value), new Map([['s/alt', 's/neu']]))")
    assert run(read, kept) == [["favoriten", "Favoriten", ["s/neu", "s/drei"]], ["a", "A", ["s/neu", "s/vier"]]]


# -- files and addresses ------------------------------------------------------------------------------------------------------


def test_a_file_brings_back_what_was_saved(run: Run) -> None:
    kept = {
        "lists": [
            {"id": "favoriten", "items": ["s/eins"]},
            {"id": "a", "title": "Heer „Ä“", "items": ["s/zwei", "begriffe/drei", "s/glossar/vier"]},
        ]
    }
    back = run(
        "(value) => model.merge(model.readable(null), file.fromFile(file.toFile(model.readable(value))).lists)",
        kept,
    )
    assert run(READ, back) == run(READ, kept)
    again = run("(state, value) => model.merge(state, file.fromFile(file.toFile(model.readable(value))).lists)", back, kept)
    assert again == back


def test_merging_takes_nothing_away(run: Run) -> None:
    own = {"lists": [{"id": "favoriten", "items": ["s/eins", "s/zwei"]}, {"id": "a", "title": "Heer", "items": ["s/drei"]}]}
    lists = [
        {"id": "favoriten", "items": ["s/zwei", "s/neu"]},
        {"id": "andere", "title": "Heer", "items": ["s/vier"]},
        {"id": "a", "title": "Umbenannt", "items": ["s/fuenf"]},
        {"id": "c", "title": "Dritte", "items": ["s/sechs"]},
    ]
    merged = run("(own, lists) => model.merge(model.readable(own), lists)", own, lists)
    assert run(READ, merged) == [
        ["favoriten", "Favoriten", ["s/eins", "s/zwei", "s/neu"]],
        ["a", "Heer", ["s/drei", "s/vier", "s/fuenf"]],
        ["c", "Dritte", ["s/sechs"]],
    ]


GOOD = '"format": "nachschlag-spickzettel"'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "keine Datei mit Spickzetteln"),
        ("nicht JSON", "keine Datei mit Spickzetteln"),
        ("[]", "keine Datei mit Spickzetteln"),
        ('{"lists": []}', "keine Datei mit Spickzetteln"),
        (f'{{{GOOD}, "version": 1}}', "keine Datei mit Spickzetteln"),
        (f'{{{GOOD}, "version": 2, "lists": []}}', "neueren Fassung"),
        (f'{{{GOOD}, "version": "1", "lists": []}}', "neueren Fassung"),
        (f'{{{GOOD}, "version": 1, "lists": []}}', "keine Regel"),
        (f'{{{GOOD}, "version": 1, "lists": [{{"id": "a", "items": ["Unfug"]}}]}}', "keine Regel"),
    ],
)
def test_an_invalid_file_is_reported(run: Run, text: str, says: str) -> None:
    assert says in run("(text) => file.fromFile(text).problem", text)


def test_a_file_with_faults_gives_the_rest(run: Run) -> None:
    text = f'{{{GOOD}, "version": 1, "lists": [{{"id": "a", "title": "A", "items": ["s/eins", "<b>", 3]}}]}}'
    assert run("(text) => file.fromFile(text)", text) == {
        "lists": [{"id": "a", "title": "A", "items": [{"id": "s/eins"}]}],
        "unread": 2,
    }


@pytest.mark.parametrize(
    ("title", "ids"), [("Mein Heer", ["s/eins", "t/zwei"]), ("50 % & mehr #1 + „Ä“, r=x", ["s/glossar/eins"]), ("Leer", [])]
)
def test_an_address_brings_back_what_was_shared(run: Run, title: str, ids: list[str]) -> None:
    back = run("(title, ids) => file.fromFragment(new URL('#' + file.toFragment(title, ids), 'https://x.y/').hash)", title, ids)
    assert back == {"shared": {"title": title, "ids": ids, "unread": 0, "left": 0}}


def test_a_link_with_too_many_rules_says_how_many_are_left(run: Run) -> None:
    fragment = "#r=" + ",".join(f"s/regel-{at}" for at in range(510))
    shared = run("(fragment) => file.fromFragment(fragment).shared", fragment)
    assert (len(shared["ids"]), shared["unread"], shared["left"]) == (500, 0, 10)


@pytest.mark.parametrize(
    ("fragment", "asked"),
    [
        ("", {}),
        ("#unsinn", {}),
        ("#teil=t9a/magie", {"part": {"system": "t9a", "id": "magie"}}),
        ("#fertig=t9a/kampf", {"sheet": {"system": "t9a", "id": "kampf"}}),
        ("#teil=t9a", {}),
        ("#teil=a/b/c", {}),
        ("#liste=favoriten", {"list": "favoriten"}),
        (
            "#r=s%2Feins%2Cs%2Feins%2C%3Cb%3E",
            {"shared": {"title": "Geteilter Spickzettel", "ids": ["s/eins"], "unread": 1, "left": 0}},
        ),
        ("#t=%E0%A4%A&r=s/eins", {"shared": {"title": "\ufffd%A", "ids": ["s/eins"], "unread": 0, "left": 0}}),
    ],
)
def test_what_an_address_asks_for(run: Run, fragment: str, asked: dict[str, Any]) -> None:
    assert run("(fragment) => file.fromFragment(fragment)", fragment) == asked


# -- what the tools write -----------------------------------------------------------------------------------------------------

RULE = {
    "id": "s/wurf",
    "title": "Wurf [X]",
    "original": "Throw",
    "place": "Grundregeln 1.0, S. 9",
    "game": "Spiel",
    "state": "2.0",
    "url": "https://x.y/s/wurf/",
}


@pytest.mark.parametrize(
    ("more", "cited"),
    [
        ({}, "Wurf [X] (Throw), Spiel, Grundregeln 1.0, S. 9: https://x.y/s/wurf/"),
        ({"original": "", "game": ""}, "Wurf [X], Grundregeln 1.0, S. 9: https://x.y/s/wurf/"),
        ({"original": "Wurf [X]"}, "Wurf [X], Spiel, Grundregeln 1.0, S. 9: https://x.y/s/wurf/"),
        ({"place": "Spiel, Glossar"}, "Wurf [X] (Throw), Spiel, Glossar: https://x.y/s/wurf/"),
    ],
)
def test_citations(run: Run, more: dict[str, str], cited: str) -> None:
    """A citation names the rule, its book, number and page."""
    assert run("(rule) => texts.citation(rule)", RULE | more) == cited


def test_embeddings(run: Run) -> None:
    """Embeddings escape titles for each format."""
    rule = RULE | {"title": 'A & "B" [C]'}
    assert run("(rule) => texts.embeddings(rule)", rule) == [
        ["HTML", '<a href="https://x.y/s/wurf/">A &amp; &quot;B&quot; [C]</a>'],
        ["Markdown", '[A & "B" \\[C\\]](https://x.y/s/wurf/)'],
        ["BBCode", '[url=https://x.y/s/wurf/]A & "B" C[/url]'],
    ]
    card, frame, *_ = run("(rule) => texts.embeddings(rule, 'https://x.y/einbetten-1.js', 'https://x.y/embed/s/wurf/')", rule)
    plain = '<a href="https://x.y/s/wurf/">A &amp; &quot;B&quot; [C]</a>'
    script = '<script src="https://x.y/einbetten-1.js" async></script>'
    assert card == ["Karte", f'{script}\n<regel-karte ref="s/wurf">{plain}</regel-karte>']
    title = 'title="A &amp; &quot;B&quot; [C]"'
    assert frame[1] == f'<iframe src="https://x.y/embed/s/wurf/" {title} width="100%" height="320" loading="lazy"></iframe>'


@pytest.mark.parametrize(
    ("configured", "starts"),
    [
        ("", ""),
        ("javascript:alert(1)", ""),
        ("/feedback", ""),
        (
            "mailto:a@b.c",
            "mailto:a@b.c?subject=Fehler%20in%20%E2%80%9EWurf%20%5BX%5D%E2%80%9C&body=Regel%3A%20Wurf%20%5BX%5D%0D%0AKennung%3A%20s%2Fwurf",
        ),
        ("mailto:a@b.c?subject={id}", "mailto:a@b.c?subject=s%2Fwurf"),
        (
            "https://git.example/new?title={title}&body={url}%20{state}",
            "https://git.example/new?title=Wurf%20%5BX%5D&body=https%3A%2F%2Fx.y%2Fs%2Fwurf%2F%202.0",
        ),
    ],
)
def test_reports(run: Run, configured: str, starts: str) -> None:
    """A report goes to the configured address, and there is none without one."""
    found = run("(configured, rule) => texts.report(configured, rule)", configured, RULE)
    assert found.startswith(starts)
    assert bool(found) == bool(starts)
