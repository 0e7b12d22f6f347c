"""Our rules on other people's pages, across origins and under their policy: cards, hints, linked texts, frames."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.addresses import DESKTOP, PHONE
from tests.html import dead_links
from tests.other_site import other_site, our_site
from tests.projects import build, mini_project
from tests.serving import until
from tests.site.test_site import HOSTILE, hostile_entry, hostile_system
from tests.watching import Watch, violations

pytestmark = pytest.mark.browser

#: The strictest policy under which a page can use our script.
STRICT = "default-src 'none'; script-src {site}; connect-src {site}; style-src 'none'; frame-src {site}; base-uri 'none'"
RULE = "wuerfelkrieg/kaempfen"

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the mini project with a system of hostile rules."""
    overlay = {f"content/boese/teil/probe-{n}.md": hostile_entry(n, payload) for n, payload in enumerate(HOSTILE)}
    overlay["content/boese/system.yaml"] = hostile_system('"><script>alert(4)</script>{{ 7*7 }}')
    overlay["content/wuerfelkrieg/zauberei/nachzaubern.md"] = "---\ntitle: Nachzaubern\nkind: rule\nnumber: 02.1a\n---\nSpäter.\n"
    return build(mini_project(tmp_path_factory.mktemp("einbetten") / "projekt", overlay))


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with our_site(site) as address:
        yield address


@pytest.fixture(scope="module")
def tab(browser: Browser, address: str) -> Iterator[tuple[Page, Watch]]:
    """One tab for all tests that need no other."""
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="de-DE")
    page = context.new_page()
    yield page, Watch(page, address)
    context.close()


@pytest.fixture
def visit(browser: Browser, address: str, tab: tuple[Page, Watch]) -> Iterator[Visit]:
    """Opens a foreign page with this body, our script at its end, and the page's policy: the first one in the tab that tests share.
    Any error fails the test, unless it may be loud; such pages have a tab of their own."""
    contexts, watches = [], [tab[1]]
    watches[0].trouble.clear()
    pages: dict[str, str] = {}
    headers: dict[str, str] = {}
    shown: list[Page] = []
    with other_site(pages, headers) as other:

        def visit(body: str, size: tuple[int, int] = DESKTOP, policy: str = STRICT, quiet: bool = True, **more: Any) -> Page:
            headers["Content-Security-Policy"] = policy.format(site=address)
            pages["/"] = (
                f'<!doctype html><html lang="de"><meta name="viewport" content="width=device-width"><title>Probe</title>'
                f'<body><main><h1>Probe</h1>{body}</main><script src="{address}/einbetten-1.js"></script></body></html>'
            )
            if quiet and not more and not shown:
                page = tab[0]
                page.set_viewport_size({"width": size[0], "height": size[1]})
            else:
                context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="de-DE", **more)
                contexts.append(context)
                page = context.new_page()
                if quiet:
                    watches.append(Watch(page, address))
            shown.append(page)
            answer = page.goto(f"{other}/", wait_until="load")
            assert answer is not None
            assert answer.headers["content-security-policy"] == headers["Content-Security-Policy"]
            return page

        yield visit
        tab[0].goto("about:blank")
    for context in contexts:
        context.close()
    assert [one for watch in watches for one in watch.trouble if not one.startswith(f"fremd: {other}/")] == []


def without_set_html(old: bool) -> str:
    """A script that takes from the browser the way to parse HTML without a policy."""
    return "<script>delete Element.prototype.setHTML</script>" if old else ""


def gather_errors(page: Page) -> list[str]:
    """Collect errors thrown by scripts on a page from now on, including unhandled rejections."""
    thrown: list[str] = []
    page.add_init_script("addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));")
    page.on("pageerror", lambda error: thrown.append(str(error)))
    return thrown


def hint(page: Page) -> Any:
    return page.get_by_role("tooltip")


# -- the files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "most"), [("einbetten-1.js", 5), ("einbetten-1-verweise.js", 7), ("einbetten-1-seite.js", 4), ("nachschlag.mjs", 15)]
)
def test_the_scripts_are_small(site: Path, name: str, most: int) -> None:
    code = "process.stdout.write(String(require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])).length))"
    packed = int(subprocess.run(["node", "-e", code, site / name], capture_output=True, text=True, check=True).stdout)
    assert packed <= most * 1024
    assert "cookie" not in (site / name).read_text("utf-8").lower()
    assert not re.search(r"localStorage|sessionStorage|indexedDB", (site / name).read_text("utf-8"))


def test_embed_pages_stay_out_of_the_sitemap_and_off_the_devices(site: Path) -> None:
    assert "embed/" not in (site / "sitemap.xml").read_text("utf-8")
    assert "embed/" not in (site / "sw.js").read_text("utf-8").partition("\n")[0]


# -- cards --------------------------------------------------------------------------------------------------------------------


def test_a_card_under_a_strict_policy(visit: Visit, address: str) -> None:
    page = visit(f'<regel-karte ref="{RULE}"></regel-karte><regel-karte ref="wuerfelkrieg/trefferliste"></regel-karte>')
    first, second = page.locator("regel-karte").nth(0), page.locator("regel-karte").nth(1)
    expect(first.get_by_role("heading").first).to_have_text("Kämpfen")
    expect(first.get_by_role("link", name="Kämpfen").first).to_have_attribute("href", f"{address}/{RULE}/")
    expect(second.locator("table td").first).to_have_text("0")
    expect(first.locator(".quelle")).to_contain_text("CC-BY-SA-4.0")  # readers who copy a text must see its terms
    assert first.locator(".karte").evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"
    assert violations(page) == []


@pytest.mark.parametrize(
    ("scheme", "colours", "dark"), [("light", "", False), ("dark", "", True), ("dark", "hell", False), ("light", "dunkel", True)]
)
def test_cards_are_light_or_dark(visit: Visit, scheme: str, colours: str, dark: bool) -> None:
    page = visit(f'<regel-karte ref="{RULE}" farben="{colours}"></regel-karte>', color_scheme=scheme)
    card = page.locator("regel-karte .karte")
    expect(card).to_be_visible()
    assert card.evaluate("e => getComputedStyle(e).backgroundColor") == ("rgb(22, 21, 19)" if dark else "rgb(255, 254, 251)")


def test_a_card_fits_where_it_stands(visit: Visit) -> None:
    page = visit(
        f'<table><tr><td width="260"><regel-karte ref="{RULE}"></regel-karte></table><regel-karte ref="{RULE}"></regel-karte>'
    )
    narrow, wide = page.locator("regel-karte .karte").nth(0), page.locator("regel-karte .karte").nth(1)
    expect(wide).to_be_visible()
    assert narrow.evaluate("e => getComputedStyle(e).fontSize") == "15px"
    assert wide.evaluate("e => getComputedStyle(e).fontSize") == "16px"


def test_a_card_follows_its_reference(visit: Visit) -> None:
    page = visit(f'<regel-karte ref="{RULE}"></regel-karte>')
    expect(page.locator("regel-karte").get_by_role("heading").first).to_have_text("Kämpfen")
    page.locator("regel-karte").evaluate("e => e.setAttribute('ref', 'wuerfelkrieg:Trefferliste')")
    expect(page.locator("regel-karte").get_by_role("heading").first).to_have_text("Trefferliste")


def test_moved_rules_are_found(visit: Visit) -> None:
    page = visit('<regel-karte ref="wuerfelkrieg/hagel"></regel-karte>', quiet=False)  # the browser itself reports the 404
    expect(page.locator("regel-karte").get_by_role("heading").first).to_have_text("Würfelsturm (X)")


@pytest.mark.parametrize(
    "ref",
    [
        "wuerfelkrieg/gibtesnicht",
        "wuerfelkrieg/mogeln",
        "javascript:alert(1)",
        "../../x",
        "",
        "wuerfelkrieg:Unsinn",
        "//evil.example/x",
    ],
)
def test_unknown_rules_leave_the_page_unchanged(visit: Visit, ref: str) -> None:
    page = visit(f'<regel-karte ref="{ref}">So <b>wie</b> es war</regel-karte><span data-regel="{ref}">Wort</span>', quiet=False)
    page.wait_for_load_state("networkidle")
    expect(page.locator("regel-karte")).to_have_text("So wie es war")
    page.locator("span").hover()
    page.wait_for_timeout(400)
    expect(hint(page)).to_have_count(0)


TYPED = "require-trusted-types-for 'script'"


@pytest.mark.parametrize("policy", [TYPED, f"{TYPED}; trusted-types nachschlag", f"{TYPED}; trusted-types nachschlag andere"])
@pytest.mark.parametrize("old", [True, False])
def test_under_trusted_types(visit: Visit, policy: str, old: bool) -> None:
    """Cards, hints and linked texts, in browsers that can and cannot parse HTML without a policy."""
    card = f'<regel-karte ref="wuerfelkrieg/trefferliste">{without_set_html(old)}</regel-karte>'
    page = visit(f'{card}<p data-regel-auto="wuerfelkrieg">Siehe <b data-regel="{RULE}">hier</b>, Kämpfen</p>', policy=policy)
    expect(page.locator("regel-karte table td").first).to_have_text("0")
    expect(page.locator("a.nachschlag-verweis")).to_have_text(["Kämpfen"])
    page.locator("b").hover()
    expect(hint(page)).to_contain_text("Kämpfen")


@pytest.mark.parametrize("policy", [f"{TYPED}; trusted-types andere", f"{TYPED}; trusted-types 'none'"])
@pytest.mark.parametrize("old", [True, False])
def test_where_trusted_types_are_others(visit: Visit, policy: str, old: bool) -> None:
    """Where a card cannot be made, the original content stays; hints work, and no script throws."""
    card = '<regel-karte ref="wuerfelkrieg/trefferliste">So <i>wie</i> es war</regel-karte>'
    text = f'<p data-regel-auto="wuerfelkrieg">Siehe <b data-regel="{RULE}">hier</b>, Kämpfen</p>'
    page = visit(f"{without_set_html(old)}{card}{text}", policy=f"{policy}; script-src 'unsafe-inline' *", quiet=False)
    thrown = gather_errors(page)
    page.reload(wait_until="networkidle")
    if old:
        expect(page.locator("regel-karte i")).to_be_visible()
        assert page.locator("regel-karte").evaluate("e => e.shadowRoot") is None
    else:
        expect(page.locator("regel-karte table td").first).to_have_text("0")
    page.locator("b").hover()
    expect(hint(page)).to_contain_text("Kämpfen")
    assert page.locator("p[data-regel-auto]").inner_text() == "Siehe hier, Kämpfen"
    assert thrown == []


def test_a_card_is_the_same_however_it_is_parsed(visit: Visit, site: Path) -> None:
    """Every rule, parsed with our policy, as in older browsers, and without one."""
    rules = sorted(
        path.relative_to(site / "api/v1/entries").with_suffix("").as_posix() for path in site.glob("api/v1/entries/*/*.json")
    )
    cards = "".join(f'<regel-karte ref="{rule}"></regel-karte>' for rule in rules if "boese" not in rule)
    shadows = "() => [...document.querySelectorAll('regel-karte')].map(({ shadowRoot }) => shadowRoot?.innerHTML)"
    plain = visit(cards)
    typed = visit(cards, policy=f"{TYPED}; trusted-types andere", quiet=False)
    for page in (plain, typed):
        expect(page.locator("regel-karte .karte")).to_have_count(cards.count("</regel-karte>"))
    assert typed.evaluate(shadows) == plain.evaluate(shadows)
    assert None not in plain.evaluate(shadows)


# -- hints --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ref", [RULE, "wuerfelkrieg:Grundregeln 17.0", "wuerfelkrieg:17.0", "wuerfelkrieg:kämpfen", "wuerfelkrieg:Kämpfen"]
)
def test_a_hint_by_keyboard(visit: Visit, ref: str) -> None:
    page = visit(f'<p>Wer <span data-regel="{ref}">kämpft</span>, gewinnt.</p><p><a href="#">danach</a></p>')
    page.keyboard.press("Tab")
    expect(hint(page)).to_contain_text("Kämpfen")
    expect(page.locator("span")).to_have_accessible_description(re.compile("Kämpfen"))
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(hint(page)).to_have_count(0)
    assert page.locator("span").get_attribute("aria-describedby") is None
    page.keyboard.press("Tab")
    expect(page.locator("a")).to_be_focused()


@pytest.mark.parametrize("ref", ["wuerfelkrieg/gibtesnicht", "wuerfelkrieg:Unsinn", "", "a/b/c", "%"])
def test_unknown_rules_throw_nothing(visit: Visit, ref: str) -> None:
    page = visit(f'<p><b data-regel="{ref}">Wort</b></p><p style="height: 300vh">Viel</p>', policy="default-src *", quiet=False)
    thrown = gather_errors(page)
    page.reload()
    for _ in range(2):
        page.locator("b").hover()
        page.wait_for_timeout(300)
        page.mouse.wheel(0, 40)
        page.evaluate("dispatchEvent(new Event('scroll')), dispatchEvent(new Event('resize'))")
        page.locator("b").focus()
        page.locator("b").click()
        page.mouse.wheel(0, -40)
        page.keyboard.press("Escape")
    assert thrown == []


def test_a_hint_by_mouse_stays_while_one_reads_it(visit: Visit) -> None:
    page = visit(
        f'<p><b data-regel="{RULE}" aria-describedby="x">eins</b> <b data-regel="wuerfelkrieg/zielen">zwei</b></p><p id="x">Mehr</p>'
    )
    page.locator("b").first.hover()
    expect(hint(page)).to_contain_text("Kämpfen")
    hint(page).hover()
    page.wait_for_timeout(400)
    expect(hint(page)).to_be_visible()
    page.locator("b").last.hover()
    expect(hint(page)).to_contain_text("Zielen")
    expect(hint(page)).to_have_count(1)
    page.mouse.move(600, 700)
    expect(hint(page)).to_have_count(0)
    assert page.locator("b").first.get_attribute("aria-describedby") == "x"


def test_the_first_tap_shows_the_hint_the_second_follows(visit: Visit) -> None:
    page = visit(f'<p><a data-regel="{RULE}" href="#ziel">kämpft</a> und</p><h2 id="ziel">Ziel</h2>', PHONE, has_touch=True)
    page.locator("a").first.tap()
    expect(hint(page)).to_be_visible()
    assert "#ziel" not in page.url
    page.locator("a").first.tap()
    expect(page).to_have_url(re.compile("#ziel$"))
    page.locator("h2").tap()
    expect(hint(page)).to_have_count(0)


@pytest.mark.parametrize("rule", ["wuerfelkrieg/grundregeln", "wuerfelkrieg/weg"])
def test_a_tap_on_a_link_without_a_hint_follows_it(visit: Visit, address: str, rule: str) -> None:
    page = visit(f'<a href="{address}/{rule}/#ziel" target="_blank">Teil</a>', PHONE, quiet=False, has_touch=True)
    with page.expect_popup() as opened:
        page.locator("a").tap()
    expect(opened.value).to_have_url(f"{address}/{rule}/#ziel")


@pytest.mark.parametrize("place", ["left:0;top:0", "right:0;top:0", "left:0;bottom:0", "right:0;bottom:0"])
def test_hints_stay_in_sight(visit: Visit, place: str) -> None:
    page = visit(f'<b data-regel="{RULE}">Wort</b>', PHONE)
    page.locator("b").evaluate("(e, place) => { e.style.cssText = `position:fixed;${place}`; }", place)
    page.locator("b").focus()
    expect(hint(page)).to_contain_text("Kämpfen")
    box = hint(page).bounding_box()
    assert box is not None
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert box["y"] + box["height"] <= PHONE[1]


# -- linked texts -------------------------------------------------------------------------------------------------------------

TEXT = """<div data-regel-auto="wuerfelkrieg"><h2>Kämpfen</h2>
<p>Siehe Grundregeln 17.0. Beim <b>Kämpfen</b> zählt die <em>Trefferliste</em>; <code>Kämpfen</code> und
<a href="/x">Kämpfen</a> bleiben.</p><ul><li>Tabelle 6.2</li></ul></div><p id="frei">Kämpfen</p>"""


def test_texts_are_linked(visit: Visit, address: str) -> None:
    page = visit(TEXT)
    links = page.locator("a.nachschlag-verweis")
    expect(links).to_have_count(4)
    assert [(link.text_content(), link.get_attribute("data-regel")) for link in links.all()] == [
        ("Grundregeln 17.0", RULE),
        ("Kämpfen", RULE),
        ("Trefferliste", "wuerfelkrieg/trefferliste"),
        ("Tabelle 6.2", "wuerfelkrieg/trefferliste"),
    ]
    assert links.first.get_attribute("href") == f"{address}/{RULE}/"
    expect(page.locator("#frei a, h2 a, code a")).to_have_count(0)
    links.first.focus()
    expect(hint(page)).to_contain_text("Kämpfen")
    assert violations(page) == []


def test_numbers_with_a_letter_are_linked_where_there_is_such_a_rule(visit: Visit) -> None:
    page = visit(
        '<p data-regel-auto="wuerfelkrieg">Siehe Zauberei 2.1a, nicht 2.1b; Tabelle 6.2a auf S. 12f. Grundregeln 17.0.</p>'
    )
    links = page.locator("a.nachschlag-verweis")
    expect(links).to_have_text(["Zauberei 2.1a", "Grundregeln 17.0"])
    assert links.first.get_attribute("data-regel") == "wuerfelkrieg/nachzaubern"


def test_no_reference_goes_on_in_another_block(visit: Visit) -> None:
    page = visit(
        """<div data-regel-auto="wuerfelkrieg"><ul><li>in den Grundregeln<ul><li id="a">(siehe 2.1a)</li></ul></li></ul>
        Auch in den Grundregeln<p id="b">(siehe 2.1a)</p><p id="c">in den Grundregeln (siehe 2.1a)</p></div>"""
    )
    found = page.locator("a.nachschlag-verweis")
    expect(found).to_have_text(["2.1a", "2.1a"])  # rules of another part; the third cites a part without 2.1a
    expect(page.locator("#a a, #b a")).to_have_count(2)


def test_linking_changes_no_letter_and_can_be_asked_for_again(visit: Visit) -> None:
    page = visit(TEXT)
    expect(page.locator("a.nachschlag-verweis")).to_have_count(4)
    assert page.locator("[data-regel-auto]").text_content() == re.sub(
        r"<[^>]*>", "", TEXT.partition('">')[2].partition("</div>")[0]
    )
    page.evaluate(
        """() => { const more = document.createElement('p'); more.textContent = 'Auch Kämpfen';
        const box = document.querySelector('[data-regel-auto]'); box.append(more);
        box.dispatchEvent(new Event('nachschlag:verlinken', { bubbles: true })); }"""
    )
    expect(page.locator("a.nachschlag-verweis")).to_have_count(5)


def test_without_the_site_nothing_happens(browser: Browser, address: str) -> None:
    body = f'{TEXT}<regel-karte ref="{RULE}">Kämpfen</regel-karte><i data-regel="{RULE}">Wort</i>'
    context = browser.new_context()
    problems: list[str] = []
    with other_site({"/": f"<!doctype html><body>{body}<script src='{address}/einbetten-1.js'></script>"}) as other:
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.route(re.compile(r".*/api/.*|.*verweise\.js"), lambda route: route.abort())
        page.goto(f"{other}/")
        page.locator("i").hover()
        page.wait_for_timeout(300)
        assert page.locator("a.nachschlag-verweis").count() == 0
        assert page.locator("regel-karte").inner_text() == "Kämpfen"
        expect(hint(page)).to_have_count(0)
    context.close()
    assert problems == []


# -- hostile records ----------------------------------------------------------------------------------------------------------


def test_hostile_rules_are_text_on_other_pages(visit: Visit) -> None:
    cards = "".join(f'<regel-karte ref="boese/probe-{n}"></regel-karte>' for n in range(len(HOSTILE)))
    page = visit(f"{cards}<p data-regel-auto='boese'>{'x ' * 3}</p>")
    for n, payload in enumerate(HOSTILE):
        title = " ".join(f"Probe {n} {payload}".split())
        expect(page.locator("regel-karte").nth(n).get_by_role("heading").first).to_have_text(title)
    found = page.evaluate(
        """() => [...document.querySelectorAll('regel-karte')].flatMap((card) => [...card.shadowRoot.querySelectorAll('*')])
        .flatMap((one) => [one.localName, ...[...one.attributes].map(({ name, value }) => `${name}=${value}`)])"""
    )
    assert not {"script", "img", "iframe", "object", "embed", "form", "base", "style"} & set(found)
    assert [one for one in found if re.match(r"on\w*=|style=|(?:href|src)=(?!https?:)", one)] == []


def test_a_record_cannot_bring_elements(visit: Visit, address: str) -> None:
    """Only harmless elements reach the page, even from a record that none of our builds would write."""
    evil = (
        "<p onclick='x()' style='color:red'>gut</p><script>top.evil=1</script><img src=x onerror='top.evil=1'>"
        "<a href='javascript:top.evil=1'>a</a><svg onload='top.evil=1'><a xlink:href='javascript:top.evil=1'><text>t</text></a>"
        "<use href='data:x'/><foreignObject><iframe></iframe></foreignObject></svg><form action='//evil.example'><input></form>"
        "<math><mtext><img src=x onerror='top.evil=1'></mtext></math><div data-id='javascript:top.evil=1'>d</div>"
        "<a data-id='javascript:top.evil=1'>e</a>"
    )
    record = {
        "id": "javascript:top.evil=1",
        "title": "<b>T</b>",
        "part": "P",
        "short": "<i>s</i>",
        "html": evil,
        "attribution": "A",
    }
    page = visit('<regel-karte id="k"></regel-karte>', policy="default-src * 'unsafe-inline' data: blob:", quiet=False)
    page.route(
        f"{address}/api/v1/entries/boese/eins.json",
        lambda route: route.fulfill(json=record, headers={"Access-Control-Allow-Origin": "*"}),
    )
    page.locator("#k").evaluate("e => e.setAttribute('ref', 'boese/eins')")
    expect(page.locator("#k p")).to_have_text("gut")
    inside = page.locator("#k").evaluate("e => e.shadowRoot.innerHTML")
    assert not re.search(r"<(script|img|iframe|form|use|math|input)|\son\w+=|style=|javascript:", inside), inside
    assert page.evaluate("window.evil") is None


# -- frames -------------------------------------------------------------------------------------------------------------------


def test_frames_get_the_height_of_the_rule(visit: Visit, address: str) -> None:
    page = visit(
        f'<iframe src="{address}/embed/wuerfelkrieg/trefferliste/" title="Trefferliste" width="400" height="40"></iframe>'
    )
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading")).to_have_text("Trefferliste")
    until(lambda: page.evaluate("document.querySelector('iframe').offsetHeight > 200"))
    until(lambda: frame.locator(":root").evaluate("e => e.scrollHeight <= innerHeight + 1"))
    link = frame.get_by_role("link", name="Kämpfen")
    expect(link).to_have_attribute("target", "_blank")
    assert link.evaluate("e => e.href") == f"{address}/{RULE}/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_embed_pages_are_accessible(browser: Browser, address: str, scheme: Any) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    watch = Watch(page, address)
    page.goto(f"{address}/embed/wuerfelkrieg/trefferliste/")
    expect(page.get_by_role("heading")).to_have_text("Trefferliste")
    assert violations(page) == []
    assert watch.trouble == []
    context.close()


def test_frames_of_moved_rules_lead_on(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/embed/wuerfelkrieg/hagel/")
    page.wait_for_url(f"{address}/embed/wuerfelkrieg/wuerfelsturm/")
    expect(page.get_by_role("heading")).to_have_text("Würfelsturm (X)")
    page.close()


def test_embed_pages_have_no_dead_links(site: Path) -> None:
    assert dead_links(site) == []


# -- oEmbed -------------------------------------------------------------------------------------------------------------------


def test_oembed_by_discovery(tmp_path: Path) -> None:
    base = "https://regeln.example/nach"
    site = build(mini_project(tmp_path / "projekt", mkdocs=f"site_name: Probe\nsite_url: {base}/\n"))
    page = (site / RULE / "index.html").read_text("utf-8")
    found = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)">', page)
    assert found is not None
    answer = json.loads((site / found[1].removeprefix(f"{base}/")).read_text("utf-8"))
    assert {
        "version": "1.0",
        "type": "rich",
        "title": "Kämpfen – Würfelkrieg",
        "provider_url": f"{base}/",
    }.items() <= answer.items()
    assert f'src="{base}/embed/{RULE}/"' in answer["html"]
    framed = (site / "embed" / RULE / "index.html").read_text("utf-8")
    assert f'<link rel="canonical" href="{base}/{RULE}/">' in framed
    assert '<meta name="robots" content="noindex">' in framed


@pytest.mark.parametrize("previews", [False, True])
def test_former_addresses_describe_the_rule_to_chats_and_forums(tmp_path: Path, previews: bool) -> None:
    base = "https://regeln.example/nach"
    mkdocs = f"site_name: Probe\nsite_url: {base}/\nextra: {{nachschlag: {{vorschaubilder: {str(previews).lower()}}}}}\n"
    site = build(mini_project(tmp_path / "projekt", mkdocs=mkdocs))
    page = (site / "wuerfelkrieg/hagel/index.html").read_text("utf-8")
    told = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))
    picture = {"og:image": f"{base}/assets/og/wuerfelkrieg/wuerfelsturm.png", "twitter:card": "summary_large_image"}
    address = f"{base}/wuerfelkrieg/wuerfelsturm/"
    title = "Würfelsturm (X) (Würfelkrieg)"
    assert told == {"og:site_name": "Probe", "og:title": title, "og:url": address} | (picture if previews else {})
    assert f'<link rel="canonical" href="{address}">' in page
    framed = f"{base}/api/v1/oembed/wuerfelkrieg/wuerfelsturm.json"
    assert f'<link rel="alternate" type="application/json+oembed" href="{framed}">' in page
    section = (site / "wuerfelkrieg/patt/index.html").read_text("utf-8")
    assert f'<link rel="canonical" href="{base}/wuerfelkrieg/kaempfen/">' in section


def test_no_oembed_without_an_address(site: Path) -> None:
    assert not (site / "api" / "v1" / "oembed").exists()
    assert "oembed" not in (site / RULE / "index.html").read_text("utf-8")
