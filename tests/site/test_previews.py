"""Preview pictures of rules: drawn by a real build, named by the pages, cached, and complete for any title."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from nachschlag.generator import load
from nachschlag.generator.pages.previews import card, drawing
from nachschlag.generator.pages.previews.card import Card, cards, drawable, lines_of
from nachschlag.generator.pages.previews.mark import mark_shape
from nachschlag.generator.prose.plain import plain
from PIL import Image

from tests.html import Page
from tests.offline import kept_by
from tests.projects import mini_project, own_library
from tests.running import Run

ADDRESS = "https://regeln.example/nachschlag/"
MKDOCS = f"site_name: Probe\nsite_url: {ADDRESS}\n"
HOSTILE = [
    "<script>alert(1)</script>",
    "Donaudampfschiff" * 19,
    "A" * 300,
    "\u202eבָּרוּךְ مرحبا\u202c",
    "🎲🐉",
    "é" * 40,
    "\x00\u200b\u0301",
    "…",
]


def picture(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def example(name: str = "Angst", text: str = "Wer Angst hat, flieht.", **more: str) -> Card:
    values = {"path": "x.png", "accent": "#7a3b2e", "mark": "", "short_name": "T9A", "head": "The 9th Age", "place": "Regeln 1.0"}
    return Card(**values | {"name": name, "original": "Fear", "text": text, "site": "Probe"} | more)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mini_project(tmp_path_factory.mktemp("bilder") / "projekt", mkdocs=MKDOCS)


def meta(page: Path) -> dict[str, str]:
    """The pictures' meta tags of a page."""
    tags = [tag for name, tag in Page(page.name, page.read_text("utf-8")).tags if name == "meta"]
    named = {tag.get("property") or tag.get("name", ""): tag["content"] for tag in tags if "content" in tag}
    return {name: content for name, content in named.items() if name.startswith(("og:image", "twitter:"))}


def test_a_build_draws_them_and_pages_name_them_and_the_next_build_draws_none(run: Run, project: Path) -> None:
    assert run("--project", project, "build", "--og", "--folder").status == 0
    site = project / "site"
    rule = meta(site / "wuerfelkrieg/kaempfen/index.html")
    assert rule.pop("og:image:alt").startswith("Kämpfen: ")
    assert rule == {
        "og:image": f"{ADDRESS}assets/og/wuerfelkrieg/kaempfen.png",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    assert meta(site / "wuerfelkrieg/a-z/index.html")["og:image"] == f"{ADDRESS}assets/og/wuerfelkrieg.png"
    assert meta(site / "index.html")["og:image"] == f"{ADDRESS}assets/og/seite/seite.png"
    library, _ = load(project)
    drawn = {path.relative_to(site / "assets/og").as_posix() for path in (site / "assets/og").rglob("*.png")}
    systems = {f"{system}.png" for system in library.systems}
    assert drawn == {f"{entry}.png" for entry in library.entries} | systems | {"seite/seite.png"}
    for path in (site / "assets/og").rglob("*.png"):
        assert picture(path.read_bytes()).size == (1200, 630)
        assert path.stat().st_size <= 30_000
    assert not [path for path in kept_by(site) if "assets/og" in path]
    assert not (project / "site-ordner/assets/og").exists()

    kept = {path: path.stat().st_mtime_ns for path in (project / "build/og").iterdir()}
    assert run("--project", project, "build", "--og").status == 0
    assert {path: path.stat().st_mtime_ns for path in (project / "build/og").iterdir()} == kept

    assert run("--project", project, "build", "--og", "--system", "murmeln", "--out", project / "eines").status == 0
    assert kept.items() <= {path: path.stat().st_mtime_ns for path in (project / "build/og").iterdir()}.items()
    assert run("--project", project, "build", "--og").status == 0

    rules = project / "content/wuerfelkrieg/grundregeln/kaempfen.md"
    rules.write_text(rules.read_text("utf-8").replace("title: Kämpfen", "title: Kämpfen!"), "utf-8")
    assert run("--project", project, "build", "--og").status == 0
    after = {path: path.stat().st_mtime_ns for path in (project / "build/og").iterdir()}
    assert len(after.items() - kept.items()) == len(kept.items() - after.items()) == 1


def test_without_the_option_nothing_is_drawn_or_named(mini_site: Path) -> None:
    assert not (mini_site / "assets/og").exists()
    assert not meta(mini_site / "wuerfelkrieg/kaempfen/index.html")


def test_the_setting_does_the_same_and_needs_an_address(run: Run, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt", mkdocs="site_name: Probe\nextra:\n  nachschlag:\n    vorschaubilder: true\n")
    said = run("--project", project, "build")
    assert said.status == 0
    assert "R003" in said.err
    assert "site_url" in said.err
    assert not (project / "site/assets/og").exists()
    assert not meta(project / "site/index.html")


def test_a_missing_tool_is_reported_before_the_build(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    project = mini_project(tmp_path / "projekt", mkdocs=MKDOCS)
    said = run("--project", project, "build", "--og")
    assert said.status == 2
    assert '".[og]"' in said.err
    assert not (project / "site").exists()


FIELDS = ("name", "text", "original", "place", "head", "short_name", "site")


@pytest.mark.parametrize(
    ("fields", "text"), [*((FIELDS, text) for text in HOSTILE), *(((field,), text) for field in FIELDS for text in HOSTILE[1:2])]
)
def test_whatever_a_text_holds_the_picture_is_whole(fields: tuple[str, ...], text: str) -> None:
    png = drawing.draw(example(**dict.fromkeys(fields, text)))
    assert picture(png).size == (1200, 630)
    assert len(png) <= 30_000
    edge = picture(png).convert("RGB").crop((1150, 140, 1200, 630))
    assert edge.getcolors() == [(50 * 490, (255, 254, 251))], "something is written over the edge"


def test_the_same_card_gives_the_same_bytes() -> None:
    assert drawing.draw(example()) == drawing.draw(example())
    assert drawing.draw(example()) != drawing.draw(example(text="Wer Angst hat, bleibt."))


def test_our_fonts_have_every_letter_of_our_rules() -> None:
    library = own_library()
    upright = {letter for entry in library.entries.values() for letter in entry.title + plain(entry.short)}
    upright |= {letter for one in cards(library, "Nachschlag") for letter in one.place + one.head + one.name + one.text}
    italic = {letter for entry in library.entries.values() for letter in entry.title_en or ""}
    assert not sorted(letter for letter in upright if not drawing.has_letter(letter, drawing.UPRIGHT))
    assert not sorted(letter for letter in italic if not drawing.has_letter(letter, drawing.ITALIC))


def test_every_mark_of_ours_can_be_drawn() -> None:
    library = own_library()
    for system in library.systems.values():
        shape = mark_shape(system.mark, 96)
        assert shape is not None, system.id
        assert shape.getextrema() == (0, 255), "neither empty nor a block"


RING = "M0 0H24V24H0z M6 6{}z"


@pytest.mark.parametrize(
    ("inner", "rule", "middle"),
    [("H18V18H6", "", 255), ("V18H18V6", "", 0), ("H18V18H6", 'fill-rule="evenodd"', 0), ("V18H18V6", 'fill-rule="evenodd"', 0)],
)
def test_holes_of_a_mark_follow_its_fill_rule(inner: str, rule: str, middle: int) -> None:
    shape = mark_shape(f'<svg viewBox="0 0 24 24"><path {rule} d="{RING.format(inner)}"/></svg>', 48)
    assert shape is not None
    assert (shape.getpixel((24, 24)), shape.getpixel((4, 4))) == (middle, 255)


@pytest.mark.parametrize("svg", ["", '<svg><path stroke="red" d="M0 0H9"/></svg>', "<svg><text>A</text></svg>"])
def test_a_mark_that_is_more_than_filled_outlines_gives_way_to_the_short_name(svg: str) -> None:
    assert mark_shape(svg, 48) is None
    assert drawing.draw(example(mark=svg)) == drawing.draw(example())


@pytest.mark.parametrize(
    ("text", "most", "lines"),
    [
        ("Wer Angst hat, flieht", 2, ["Wer Angst", "hat, …"]),
        ("Wer Angst hat", 2, ["Wer Angst", "hat"]),
        ("Überwältigungswürfe", 2, ["Überwältig", "ungswürfe"]),
        ("Überwältigungswürfe", 1, ["Überwält …"]),
        ("", 2, []),
    ],
)
def test_lines_are_cut_at_words(text: str, most: int, lines: list[str]) -> None:
    assert lines_of(text, len, 10, most) == lines


def test_letters_that_a_font_lacks_lose_their_accents_or_go() -> None:
    assert drawable("Ǎngst\u202e 🎲 ﬁx\u00a0da", str.isascii) == "Angst fix da"
    assert card.drawable("a\u0308", lambda letter: letter == "ä") == "ä"
