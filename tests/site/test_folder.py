"""`nachschlag build --folder`: the serverless copy, as files and in a real Chromium under file://."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from nachschlag.generator.site.folder import as_script, file_address, for_folder, make_archive
from playwright.sync_api import Page, expect

from tests.addresses import DESKTOP, PHONE
from tests.html import pages
from tests.projects import mini_project, nachschlag, tree
from tests.watching import Watch, too_wide

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy of the mini project, whose site is also published."""
    published = "site_name: Probe\nsite_url: https://example.org/regeln/\n"
    project = mini_project(tmp_path_factory.mktemp("ordner") / "projekt", mkdocs=published)
    done = nachschlag("--project", project, "build", "--folder")
    assert done.returncode == 0, done.stderr
    assert "site-ordner/index.html" in done.stderr.replace("\n", "")
    return project / "site-ordner"


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("../", "../index.html"),
        ("..", "../index.html"),
        (".", "./index.html"),
        ("./", "./index.html"),
        ("../angst/#a", "../angst/index.html#a"),
        ("../spickzettel/#teil=a/b", "../spickzettel/index.html#teil=a/b"),
        ("../suche/?q=a/", "../suche/index.html?q=a/"),
        ("../assets/a.css?v=0f", "../assets/a.css"),
        ("../assets/a.svg#b", "../assets/a.svg#b"),
        ("#a", "#a"),
        ("", ""),
        ("?q=x", "?q=x"),
        ("https://example.org/a/", "https://example.org/a/"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("//example.org/", "//example.org/"),
    ],
)
def test_addresses_of_files(address: str, file: str) -> None:
    assert file_address(address) == file


def test_only_attributes_of_tags_are_addresses() -> None:
    text = '<p>Schreib href="../angst/" oder <code>&lt;a href=&quot;x/&quot;&gt;</code></p>'
    assert for_folder(text) == text


def test_data_as_a_script() -> None:
    """JSON becomes a script that pages opened as files can load."""
    assert as_script("a/b.json", '{"x": "\u2028</script>"}\n') == (
        '(globalThis.nachschlagDateien ??= {})["a/b.json"] =\n{"x": "\u2028</script>"};\n'
    )


def test_every_link_names_a_file(folder: Path) -> None:
    dead = []
    for page in pages(folder):
        for tag, attributes in page.tags:
            for name in ("href", "src", "action"):
                parts = urlsplit(attributes.get(name, ""))
                if (
                    parts.path
                    and not parts.scheme
                    and not (folder / page.path).parent.joinpath(unquote(parts.path)).resolve().is_file()
                ):
                    dead.append(f"{page.path}: <{tag} {name}={attributes[name]}>")
    assert dead == []


def test_only_what_a_folder_needs(folder: Path) -> None:
    files = set(tree(folder))
    assert {"index.html", "assets/suche/names.json.js", "api/v1/systems/murmeln.json.js"} <= files
    assert not [f for f in files if f.endswith((".json", ".map", ".webmanifest", ".xml")) or "lunr" in f or "entries" in f]
    assert files.isdisjoint({"sw.js", "404.html", "offline/index.html"})


def test_the_archive_is_the_folder_and_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    archive = folder.with_name("site-ordner.zip")
    make_archive(folder, tmp_path / "nochmal.zip")
    assert archive.read_bytes() == (tmp_path / "nochmal.zip").read_bytes()
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    unpacked = tree(tmp_path / "site-ordner")
    assert unpacked == {path: content for path, content in tree(folder).items() if not path.startswith(".")}


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    (project / "site-ordner").mkdir()
    (project / "site-ordner" / "wichtig.txt").write_text("bleibt", "utf-8")
    done = nachschlag("--project", project, "build", "--folder")
    assert done.returncode == 2
    assert tree(project / "site-ordner") == {"wichtig.txt": b"bleibt"}
    assert not (project / "site").exists()


# -- in a browser -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(browser: Browser, folder: Path) -> Iterator[tuple[Page, Watch, str]]:
    """A page, the watch for forbidden events on it, and the address of the folder."""
    # a Chromium with windows allows a tapped button to copy, one without asks
    copying = ["clipboard-read", "clipboard-write"]
    size = {"width": PHONE[0], "height": PHONE[1]}
    context = browser.new_context(viewport=size, locale="de-DE", has_touch=True, permissions=copying)
    page = context.new_page()
    yield page, Watch(page, folder.as_uri()), folder.as_uri()
    context.close()


def test_from_the_start_page_to_a_rule(opened: tuple[Page, Watch, str]) -> None:
    page, watch, base = opened
    page.goto(f"{base}/index.html")
    page.locator(".n-spiel a", has_text="Würfelkrieg").click()
    page.locator("article .n-liste a", has_text="Grundregeln").first.click()
    page.locator("article .n-liste a", has_text="Wurf").first.click()
    expect(page.locator("h1")).to_have_text("Wurf")
    assert page.url == f"{base}/wuerfelkrieg/wurf/index.html"
    assert too_wide(page) == []
    assert watch.trouble == []


def test_the_search_works(opened: tuple[Page, Watch, str]) -> None:
    page, watch, base = opened
    page.goto(f"{base}/murmeln/schnipsen/index.html")
    page.locator('input[name="q"]:visible').first.fill("zaubern")
    expect(page.locator('[role="option"]').first).to_have_attribute("data-id", "wuerfelkrieg/zaubern")
    page.goto(f"{base}/suche/index.html?q=zaubern")
    page.locator("[data-suche-seite] .n-treffer a").first.click()
    expect(page.locator("h1")).to_have_text("Zaubern")
    assert page.url == f"{base}/wuerfelkrieg/zaubern/index.html"
    assert watch.trouble == []


def test_moved_rules_lead_on(opened: tuple[Page, Watch, str]) -> None:
    page, watch, base = opened
    page.goto(f"{base}/wuerfelkrieg/hagel/index.html")
    page.wait_for_url("**/wuerfelkrieg/wuerfelsturm/index.html")
    expect(page.locator("h1")).to_have_text("Würfelsturm (X)")
    assert watch.trouble == []


def test_a_pinned_rule_stays_on_the_next_page(opened: tuple[Page, Watch, str]) -> None:
    page, watch, base = opened
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.goto(f"{base}/wuerfelkrieg/kaempfen/index.html")
    page.locator("article .n-regel a.verweis", has_text="Becher").first.hover()
    page.get_by_role("button", name="Anheften").click()
    page.goto(f"{base}/murmeln/schnipsen/index.html")
    expect(page.get_by_role("complementary", name="Angeheftete Regeln").locator(".n-kurzregel")).to_be_visible()
    assert watch.trouble == []


def test_links_for_others_name_the_published_site(opened: tuple[Page, Watch, str]) -> None:
    page, watch, base = opened
    page.goto(f"{base}/wuerfelkrieg/kaempfen/index.html")
    page.get_by_role("button", name="Link kopieren").click()
    assert pasted(page) == "https://example.org/regeln/wuerfelkrieg/kaempfen/"
    page.locator("article a.verweis[data-id]").first.tap()
    sheet = page.get_by_role("dialog")
    there = (sheet.locator("a.n-blatt__seite").get_attribute("href") or "").removeprefix(base).removesuffix("index.html")
    sheet.get_by_role("button", name="Link kopieren").click()
    expect(sheet.locator(".n-meldung")).to_contain_text("Link kopiert")
    page.keyboard.press("Escape")
    assert pasted(page) == f"https://example.org/regeln{there}"
    assert watch.trouble == []


def pasted(page: Page) -> str:
    """The clipboard's content, pasted into the search field."""
    expect(page.locator(".n-meldung[role=status]")).to_contain_text("Link kopiert")
    field = page.locator('input[name="q"]:visible').first
    field.fill("")
    field.press("Control+V")
    value = field.input_value()
    field.fill("")
    field.press("Escape")
    return value
