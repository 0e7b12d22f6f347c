"""Plain links to our site on other people's pages: hints without any mark-up, what a page may ask for, and the module for programs."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.other_site import other_site, our_site

pytestmark = pytest.mark.browser

RULE = "wuerfelkrieg/kaempfen"
OTHER = "wuerfelkrieg/zielen"

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def address(mini_site: Path) -> Iterator[str]:
    with our_site(mini_site) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens a foreign page with this body and our script; `{site}` is our address. Any error in a script fails the test."""
    trouble: list[str] = []
    pages: dict[str, str] = {}
    headers: dict[str, str] = {}
    page = browser.new_page()
    page.add_init_script("addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));")
    page.on("pageerror", lambda error: trouble.append(str(error)))
    with other_site(pages, headers) as other:

        def visit(body: str, attributes: str = "", script: str = "", policy: str = "") -> Page:
            script = script or f'<script src="{address}/einbetten-1.js" {attributes}></script>'
            if policy:
                headers["Content-Security-Policy"] = policy.replace("{site}", address)
            pages["/"] = (
                f'<!doctype html><html lang="de"><meta charset="utf-8"><title>Probe</title><body><main><h1>Probe</h1>'
                f"{body}</main>{script}</body></html>"
            ).replace("{site}", address)
            page.goto(f"{other}/", wait_until="load")
            return page

        yield visit
        page.close()
    assert trouble == []


def hint(page: Page) -> Any:
    return page.get_by_role("tooltip")


# -- hints --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["/", "", "/index.html", "/#gleichstand", "/?von=forum"])
def test_a_plain_link_has_a_hint(visit: Visit, end: str) -> None:
    page = visit(f'<p>Siehe <a href="{{site}}/{RULE}{end}">hier</a></p>')
    page.locator("p a").hover()
    expect(hint(page)).to_contain_text("Wer an der Reihe ist")


@pytest.mark.parametrize("site", ["", "nein"])
def test_a_site_that_says_nothing_is_that_of_the_script(visit: Visit, site: str) -> None:
    page = visit(f'<p><a href="{{site}}/{RULE}/">hier</a></p>', f'data-site="{site}"')
    page.locator("p a").focus()
    expect(hint(page)).to_contain_text("Kämpfen")


@pytest.mark.parametrize(
    ("path", "expected"), [("wuerfelkrieg/glossar/becher", "Becher"), ("begriffe/angriff", "Was man tut, um dem Nachbarn")]
)
def test_links_to_terms_and_concepts_have_hints(visit: Visit, path: str, expected: str) -> None:
    page = visit(f'<p><a href="{{site}}/{path}/">hier</a></p>')
    page.locator("a").focus()
    expect(hint(page)).to_contain_text(expected)


def test_a_plain_link_to_a_moved_rule_or_a_later_one_has_a_hint(visit: Visit) -> None:
    page = visit('<p><a href="{site}/wuerfelkrieg/hagel/">hier</a></p>')
    page.locator("a").focus()
    expect(hint(page)).to_contain_text("Würfelsturm")
    page.evaluate(
        "path => document.querySelector('p').insertAdjacentHTML('beforeend', `<a id=neu href='${path}'>neu</a>`)",
        page.locator("a").first.evaluate("e => new URL('../kaempfen/', e.href).href"),
    )
    page.locator("#neu").focus()
    expect(hint(page)).to_contain_text("Kämpfen")


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ('<a href="{site}/hilfe/einbetten/">Wort</a>', ""),
        ('<a href="{site}/">Wort</a>', ""),
        ('<a href="https://example.org/wuerfelkrieg/kaempfen/">Wort</a>', ""),
        (f'<p data-regel-nicht><a href="{{site}}/{RULE}/">Wort</a></p>', ""),
        (f'<a href="{{site}}/{RULE}/">Wort</a>', 'data-links="nein"'),
    ],
)
def test_other_links_and_unwanted_places_have_none(visit: Visit, body: str, attributes: str) -> None:
    page = visit(f'<p>{body}</p><p><b data-regel="{OTHER}">zielen</b></p>', attributes)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("a").focus()
    page.locator("a").hover()
    page.locator("b").focus()
    expect(hint(page)).to_contain_text("Zielen")
    assert [url for url in asked if "zielen" not in url] == []


def test_hints_reach_into_shadows(visit: Visit) -> None:
    page = visit(
        f"""<div id="wirt"></div><script>document.querySelector('#wirt').attachShadow({{ mode: 'open' }}).innerHTML =
        '<p><a href="{{site}}/{RULE}/">Link</a> <b tabindex=0 data-regel="{OTHER}">Wort</b></p>'</script>"""
    )
    page.locator("#wirt a").hover()
    expect(hint(page)).to_contain_text("Kämpfen")
    page.locator("#wirt b").focus()
    expect(hint(page)).to_contain_text("Zielen")
    expect(page.locator("#wirt b")).to_have_accessible_description(re.compile("."))  # a description works only in the same root
    hint(page).hover()
    expect(hint(page)).to_be_visible()


def test_the_link_in_a_hint_is_reached_by_keyboard(visit: Visit) -> None:
    page = visit(f'<p><b data-regel="{RULE}">kämpft</b> <a id="danach" href="#">danach</a></p>')
    focused = "document.activeElement.shadowRoot?.activeElement?.textContent"
    page.keyboard.press("Tab")
    expect(hint(page)).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Kämpfen"
    expect(hint(page)).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("b")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("b")).to_be_focused()
    expect(hint(page)).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(hint(page)).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#danach")).to_be_focused()
    expect(hint(page)).to_have_count(0)


# -- options ------------------------------------------------------------------------------------------------------------------

GIVEN = ["attribute", "object"]


def asked(given: str, **options: str) -> tuple[str, str]:
    """Options as attributes of the script, or as an object before it: (attributes, HTML to put first)."""
    if given == "attribute":
        return " ".join(f'data-{name}="{value}"' for name, value in options.items()), ""
    return "", f"<script>nachschlagOptions = {json.dumps({name: value or True for name, value in options.items()})}</script>"


@pytest.mark.parametrize("given", GIVEN)
def test_links_get_the_title_of_their_rule_and_a_mark_of_their_game(visit: Visit, given: str) -> None:
    attributes, first = asked(given, titel="", zeichen="")
    page = visit(
        f'{first}<p><a href="{{site}}/{RULE}/">{{site}}/{RULE}/</a> <a href="{{site}}/{RULE}/">so gekämpft</a>'
        f'<a href="{{site}}/wuerfelkrieg/weg/">{{site}}/wuerfelkrieg/weg/</a>'
        f'<a data-regel-nicht href="{{site}}/{RULE}/">{{site}}/{RULE}/</a></p>',
        attributes,
    )
    links = page.locator("p a")
    expect(links.nth(0)).to_have_text("Kämpfen")
    expect(links.nth(1)).to_have_text("so gekämpft")
    expect(links.nth(2)).to_have_text(re.compile("/weg/$"))
    expect(links.nth(3)).to_have_text(re.compile("/kaempfen/$"))
    expect(links.nth(1)).to_have_attribute("data-regel-zeichen", "Würfelkrieg")
    assert "Würfelkrieg" in links.nth(1).evaluate("e => getComputedStyle(e, '::after').content")
    assert links.nth(3).get_attribute("data-regel-zeichen") is None
    expect(links.nth(1)).to_have_accessible_name("so gekämpft")


@pytest.mark.parametrize("given", GIVEN)
def test_a_hint_speaks_english_and_has_the_colour_of_the_game(visit: Visit, given: str, mini_site: Path) -> None:
    attributes, first = asked(given, sprache="en", spielfarbe="")
    page = visit(f'{first}<p><b data-regel="{RULE}">Wort</b></p>', attributes)
    systems = json.loads((mini_site / "api/v1/systems.json").read_text("utf-8"))["systems"]
    accent = next(one["accent"] for one in systems if one["id"] == "wuerfelkrieg")
    page.locator("b").focus()
    expect(hint(page)).to_contain_text("The active player rolls")
    expect(hint(page)).to_contain_text("Brawling")
    expect(hint(page)).to_have_attribute("lang", "en")
    assert hint(page).evaluate("e => e.style.getPropertyValue('--spiel')") == (accent or "")


@pytest.mark.parametrize(
    "body", ["<div data-regel-auto='wuerfelkrieg' data-regel-einmal>", "<div data-regel-auto='wuerfelkrieg'>"]
)
def test_a_rule_is_linked_once_in_a_text(visit: Visit, body: str) -> None:
    text = "<p>Kämpfen und Zielen, Kämpfen</p><p>Kämpfen, Trefferliste</p></div>"
    page = visit(body + text, "" if "einmal" in body else "data-einmal")
    links = page.locator("a.nachschlag-verweis")
    expect(links).to_have_text(["Kämpfen", "Zielen", "Trefferliste"])
    page.evaluate("document.querySelector('[data-regel-auto]').insertAdjacentHTML('beforeend', '<p>Zielen, Rückzug</p>')")
    expect(links).to_have_text(["Kämpfen", "Zielen", "Trefferliste", "Rückzug"])


def test_what_comes_later_is_linked_where_asked_for(visit: Visit) -> None:
    page = visit("<p>Erst nichts</p>", "data-beobachten")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', `<div data-regel-auto=wuerfelkrieg>Kämpfen</div>`)"
    )
    expect(page.locator("a.nachschlag-verweis")).to_have_text(["Kämpfen"])


# -- policies and copies ------------------------------------------------------------------------------------------------------

TEXT = '<p data-regel-auto="wuerfelkrieg">Vom Kämpfen</p>'


def test_a_nonce_is_handed_on(visit: Visit) -> None:
    page = visit(TEXT, 'nonce="zufall"', policy="default-src 'none'; script-src 'nonce-zufall'; connect-src {site}")
    expect(page.locator("a.nachschlag-verweis")).to_have_text(["Kämpfen"])


@pytest.mark.parametrize("damaged", [False, True])
def test_a_copy_with_its_hash_loads_its_own_scripts_and_checks_them(visit: Visit, mini_site: Path, damaged: bool) -> None:
    copy = json.loads((mini_site / "einbetten-1/dateien.json").read_text("utf-8"))["einbetten-1.js"]
    source = f'src="https://kopie.example/{copy["file"]}" integrity="{copy["integrity"]}"'
    script = f'<script {source} data-site="{{site}}" crossorigin></script>'

    def copied(route: Route) -> None:
        name = Path(route.request.url).name
        body = (mini_site / name).read_text("utf-8") + ";" * (damaged and "verweise" in name)
        route.fulfill(body=body, content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"})

    page = visit("", script=script)
    page.route("https://kopie.example/*", copied)
    loaded: list[str] = []
    page.on("requestfinished", lambda request: loaded.append(request.url))
    page.on("requestfailed", lambda request: loaded.append(request.url))
    visit(TEXT + f'<p><b data-regel="{RULE}">Wort</b></p>', script=script)
    page.locator("b").focus()
    expect(hint(page)).to_contain_text("Kämpfen")
    expect(page.locator("a.nachschlag-verweis")).to_have_count(0 if damaged else 1)
    assert [url for url in loaded if "einbetten-1" in url and not re.search(r"kopie\.example|/einbetten-1/\w+\.json$", url)] == []


def test_a_copy_elsewhere_finds_the_site(visit: Visit, mini_site: Path) -> None:
    own = (mini_site / "einbetten-1.js").read_text("utf-8").replace("</script", r"<\/script")
    page = visit(
        TEXT,
        script=f"<script id=x>document.currentScript.dataset.site = '{{site}}'</script><script data-site='{{site}}'>{own}</script>",
    )
    expect(page.locator("a.nachschlag-verweis")).to_have_text(["Kämpfen"])


# -- the module ---------------------------------------------------------------------------------------------------------------


def test_programs_find_and_show_rules_with_the_module(visit: Visit, address: str) -> None:
    page = visit('<p id="text">Vom Kämpfen mit Würfelsturm (2).</p><div id="spaeter"></div>', script="<i></i>")
    found = page.evaluate(
        """async (site) => {
          const { find, rule, show } = await import(`${site}/nachschlag.mjs`);
          const text = document.querySelector('#text');
          const found = await find(text.textContent, 'wuerfelkrieg');
          return [found.map(({ start, end, ...rest }) => [text.textContent.slice(start, end), rest]), (await rule(found[0].id)).title,
                  await rule('wuerfelkrieg/weg') ?? await rule('schach:Bauer'), await show(text, found[0].id)];
        }""",
        address,
    )
    assert found == [
        [
            ["Kämpfen", {"id": RULE, "parameter": "", "url": f"{address}/{RULE}/"}],
            [
                "Würfelsturm (2)",
                {"id": "wuerfelkrieg/wuerfelsturm", "parameter": "2", "url": f"{address}/wuerfelkrieg/wuerfelsturm/"},
            ],
        ],
        "Kämpfen",
        None,
        True,
    ]
    expect(hint(page)).to_contain_text("Kämpfen")
    assert page.locator("#text").inner_html() == "Vom Kämpfen mit Würfelsturm (2)."


def test_programs_learn_whether_a_hint_is_shown(visit: Visit, address: str) -> None:
    page = visit('<p id="text" aria-describedby="x">Text</p><p id="x">Mehr</p>', script="<i></i>")
    page.evaluate("async (site) => { window.it = await import(`${site}/nachschlag.mjs`); }", address)
    show = "(refs) => Promise.all(refs.map((ref) => it.show(document.querySelector('#text'), ref)))"
    described = page.locator("#text")
    for refs, expected, shown in (
        ([RULE], [True], "Kämpfen"),
        ([OTHER], [True], "Zielen"),
        (["wuerfelkrieg/weg"], [False], ""),
        (["wuerfelkrieg/weg"], [False], ""),
        ([RULE, OTHER], [False, True], "Zielen"),
        ([RULE, RULE], [True, True], "Kämpfen"),
    ):
        assert page.evaluate(show, refs) == expected
        expect(hint(page)).to_contain_text([shown] if shown else [])
        expect(described).to_have_attribute("aria-describedby", "x nachschlag-hinweis" if shown else "x")
    hint(page).evaluate("e => e.remove()")
    assert page.evaluate(show, [RULE]) == [True]
    expect(hint(page)).to_contain_text("Kämpfen")


def test_programs_refresh_and_observe_with_the_module(visit: Visit, address: str) -> None:
    page = visit('<div id="a"><p data-regel-auto="wuerfelkrieg">Kämpfen</p></div>', script="<i></i>")
    page.evaluate(
        "async (site) => { window.it = await import(`${site}/nachschlag.mjs`); await it.refresh(document.querySelector('#a')); }",
        address,
    )
    links = page.locator("a.nachschlag-verweis")
    expect(links).to_have_text(["Kämpfen"])
    page.evaluate("void (window.halt = it.observe(document.querySelector('#a')))")
    page.evaluate("document.querySelector('#a').insertAdjacentHTML('beforeend', '<p data-regel-auto=wuerfelkrieg>Zielen</p>')")
    expect(links).to_have_text(["Kämpfen", "Zielen"])
    page.evaluate(
        "halt(), document.querySelector('#a').insertAdjacentHTML('beforeend', '<p data-regel-auto=wuerfelkrieg>Rückzug</p>')"
    )
    page.evaluate("it.refresh(document.createElement('p'))")
    links.last.focus()
    expect(hint(page)).to_contain_text("Zielen")
    expect(links).to_have_count(2)


def test_bots_find_references_without_a_page(address: str, mini_site: Path, tmp_path: Path) -> None:
    code = (
        f"import {{ configure, find, rule }} from '{(mini_site / 'nachschlag.mjs').as_uri()}';\n"
        f"configure({{ site: '{address}' }});\n"
        "const [found] = await find('Vom Kämpfen', 'wuerfelkrieg');\n"
        "console.log(found.url, (await rule(found.id)).short);\n"
    )
    (tmp_path / "bot.mjs").write_text(code, "utf-8")
    done = subprocess.run(["node", tmp_path / "bot.mjs"], capture_output=True, encoding="utf-8", timeout=60)
    assert done.stdout == f"{address}/{RULE}/ Wer an der Reihe ist, wirft alle seine Würfel gegen einen Nachbarn.\n", done.stderr
