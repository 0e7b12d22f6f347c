"""Texts that a page changes after `einbetten-1.js` has linked them: they show what the page wrote, with its links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.other_site import other_site, our_site
from tests.serving import until

pytestmark = pytest.mark.browser

LINKS = "a.nachschlag-verweis"
#: Changes the page, lets immediate reactions happen, and returns a paragraph's text.
CHANGED = "async (change) => { eval(change); await null; await null; return document.querySelector('#p').textContent; }"

Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def address(mini_site: Path) -> Iterator[str]:
    with our_site(mini_site) as address:
        yield address


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """The tab of all tests, and the errors in its scripts."""
    trouble: list[str] = []
    context = browser.new_context()
    context.add_init_script("addEventListener('unhandledrejection', ({ reason }) => { throw reason; });")
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    yield page, trouble
    context.close()


@pytest.fixture
def visit(tab: tuple[Page, list[str]], address: str) -> Iterator[Visit]:
    """Opens a foreign page with this body and our script, in a tab that all tests share. An error in any script fails the test."""
    page, trouble = tab
    trouble.clear()
    pages: dict[str, str] = {}
    with other_site(pages) as other:

        def visit(body: str) -> Page:
            pages["/"] = f'<!doctype html><meta charset="utf-8"><body>{body}<script src="{address}/einbetten-1.js"></script>'
            page.goto(f"{other}/", wait_until="networkidle")
            return page

        yield visit
    page.goto("about:blank")  # so that no error comes later
    assert trouble == []


# -- whose nodes they are -----------------------------------------------------------------------------------------------------

#: Text nodes of a paragraph, with references to them as frameworks keep.
HELD = """<div data-regel-auto="wuerfelkrieg"><p id="p"></p><p id="q">Ende</p></div><script>
const t = document.createTextNode('Beim Kämpfen zählt die Trefferliste.'), u = document.createTextNode('Kämpfen');
const p = document.querySelector('#p'), q = document.querySelector('#q'), b = document.createElement('b');
b.textContent = ' und ';
p.append(t, b, u);</script>"""
FIRST = "Beim Kämpfen zählt die Trefferliste."
#: The replacement done by the browser's translator.
TRANSLATED = "const f = document.createElement('font'); f.textContent = 'In '; t.replaceWith(f)"
BOTH = ["Kämpfen", "Trefferliste"]


@pytest.mark.parametrize(
    ("change", "text", "links"),
    [
        ("t.nodeValue = 'Nur Zielen'", "Nur Zielen und Kämpfen", ["Zielen", "Kämpfen"]),
        ("t.nodeValue = 'Beim '", "Beim  und Kämpfen", ["Kämpfen"]),  # exactly the node's present content
        ("t.data = ''", " und Kämpfen", ["Kämpfen"]),
        ("u.nodeValue = 'Schluss'", f"{FIRST} und Schluss", BOTH),
        ("p.removeChild(t)", " und Kämpfen", ["Kämpfen"]),
        ("u.remove()", f"{FIRST} und ", BOTH),
        ("p.insertBefore(u, t); b.after(' ')", f"Kämpfen{FIRST} und  ", ["Kämpfen", *BOTH]),  # a name that lost its space
        ("p.appendChild(t); u.data += ' '", f" und  {FIRST}", BOTH),  # `u.data` reads the text before our first link
        ("p.insertBefore(u, b)", f"{FIRST}Kämpfen und ", [*BOTH, "Kämpfen"]),
        ("t.after(' Zielen')", f"{FIRST} Zielen und Kämpfen", [*BOTH, "Zielen", "Kämpfen"]),
        ("t.after(document.createComment('x'))", f"{FIRST} und Kämpfen", [*BOTH, "Kämpfen"]),
        ("t.replaceWith('Zielen')", "Zielen und Kämpfen", ["Zielen", "Kämpfen"]),
        ("p.textContent = 'Zielen'", "Zielen", ["Zielen"]),
        ("p.innerHTML = '<i>Zielen</i>!'", "Zielen!", ["Zielen"]),
        ("p.replaceChildren(u)", "Kämpfen", ["Kämpfen"]),
        ("p.replaceChildren(); p.append(t)", FIRST, BOTH),
        ("t.remove(); t.data = 'Zielen'; p.prepend(t)", "Zielen und Kämpfen", ["Zielen", "Kämpfen"]),
        ("u.data = 'Zielen'; u.data = 'Kämpfen'", f"{FIRST} und Kämpfen", [*BOTH, "Kämpfen"]),
        ("q.append(...p.childNodes); p.append('Zielen')", "Zielen", ["Zielen"]),
        ("b.textContent = ' im '; t.data = 'Zielen'", "Zielen im Kämpfen", ["Zielen", "Kämpfen"]),
        ("b.textContent = ' Zielen '", f"{FIRST} Zielen Kämpfen", [*BOTH, "Zielen", "Kämpfen"]),
        ("p.append(Object.assign(document.createElement('i'), { textContent: ' Zielen' }))", f"{FIRST} und Kämpfen Zielen", None),
        ("p.normalize()", f"{FIRST} und Kämpfen", [*BOTH, "Kämpfen"]),
        ("p.setAttribute('data-regel-nicht', '')", f"{FIRST} und Kämpfen", []),
        ("p.hidden = true; q.remove()", f"{FIRST} und Kämpfen", [*BOTH, "Kämpfen"]),
        (TRANSLATED, f"In {FIRST[5:]} und Kämpfen", None),
        # a page that wants no links
        ("for (const a of p.querySelectorAll('a')) a.replaceWith(a.textContent)", f"{FIRST} und Kämpfen", []),
        ("for (const a of p.querySelectorAll('a')) { a.before(a.textContent); a.remove(); }", f"{FIRST} und Kämpfen", []),
    ],
)
def test_what_the_page_does_to_its_texts(visit: Visit, change: str, text: str, links: list[str] | None) -> None:
    page = visit(HELD)
    found = page.locator(f"#p {LINKS}")
    expect(found).to_have_text([*BOTH, "Kämpfen"])
    assert page.evaluate(CHANGED, change) == text
    if links is not None:
        expect(found).to_have_text(links)
    page.wait_for_timeout(150)  # nothing links again where the page forbids it
    assert page.locator("#p").text_content() == text
    if links is not None:
        expect(found).to_have_text(links)


#: A host that renders like a framework, inside an area and beside it, and the appearance of an area that never changed.
IMITATION = """() => {
  let seed = 19;
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below; };
  const TEXTS = ['Kämpfen', 'Beim Kämpfen zählt die Trefferliste.', 'Siehe Grundregeln 17.0', ' und ',
    '', 'Nichts', 'Siehe ', 'Zielen, Kämpfen'];
  const boxes = [document.querySelector('#mit'), document.querySelector('#ohne')];
  const held = [];
  const on = (list, change) => boxes.forEach((box, side) => change(box, (one) => one?.nodes[side] ?? null, side));
  const make = (name, text) => {
    const nodes = boxes.map(() => {
      if (!name) return document.createTextNode(text);
      const made = document.createElement(name);
      made.append(text);
      return made;
    });
    return { name, nodes };
  };
  const STEPS = [
    () => { const one = make(['', '', 'b', 'p', 'code'][random(5)], TEXTS[random(8)]), next = held[random(held.length + 1)];
      on(held, (box, node) => box.insertBefore(node(one), node(next)));
      held.splice(next ? held.indexOf(next) : held.length, 0, one); },
    () => { const one = held[random(held.length)], text = TEXTS[random(8)];
      const own = (it) => (one.name ? it.firstChild ?? it.appendChild(document.createTextNode('')) : it);
      if (one) on(held, (box, node) => { own(node(one)).nodeValue = text; }); },
    () => { const one = held[random(held.length)], text = TEXTS[random(8)];
      if (one) on(held, (box, node) => { if (one.name) node(one).textContent = text; else node(one).nodeValue = text; }); },
    () => { const [one] = held.splice(random(held.length), held.length > 6 || !random(4) ? 1 : 0);
      if (one) on(held, (box, node) => box.removeChild(node(one))); },
    () => { const [one] = held.splice(random(held.length), 1), next = held[random(held.length + 1)];
      if (!one) return;
      on(held, (box, node) => box.insertBefore(node(one), node(next)));
      held.splice(next ? held.indexOf(next) : held.length, 0, one); },
    () => { if (random(12)) return; held.length = 0; on(held, (box) => { box.textContent = ''; }); },
  ];
  window.step = async () => {
    for (let i = random(3); i >= 0; i--) STEPS[random(STEPS.length)]();
    await null;
    await null;
    return boxes.map((box) => box.textContent);
  };
  window.fresh = () => {
    document.querySelector('#neu')?.remove();
    const made = boxes[1].cloneNode(true);
    made.id = 'neu';
    made.dataset.regelAuto = 'wuerfelkrieg';
    document.body.append(made);
    made.dispatchEvent(new Event('nachschlag:verlinken', { bubbles: true }));
  };
}"""
#: The same links at the same places as in an area linked once.
SAME = "() => document.querySelector('#mit').innerHTML === document.querySelector('#neu').innerHTML"


def test_two_hundred_updates_as_frameworks_make_them(visit: Visit) -> None:
    page = visit('<div id="mit" data-regel-auto="wuerfelkrieg"></div><div id="ohne"></div>')
    page.evaluate(IMITATION)
    linked = 0
    for turn in range(200):
        with_us, without = page.evaluate("step()")
        assert with_us == without, turn
        if turn % 4 == 3:
            page.evaluate("fresh()")
            until(lambda: page.evaluate(SAME))
            linked += page.locator(f"#mit {LINKS}").count()
    assert linked > 100


# -- later texts, and what is left alone --------------------------------------------------------------------------------------

LATE = """({ late, ask }) => {
  const made = document.createElement('p');
  made.innerHTML = '<i>Beim <b>Kämpfen</b></i>';
  document.querySelector(late).append(made);
  const at = { p: made, b: made.querySelector('b'), text: made.querySelector('b').firstChild, box: made.parentNode, document }[ask];
  at.dispatchEvent(new Event('nachschlag:verlinken', { bubbles: true }));
}"""


@pytest.mark.parametrize("ask", ["p", "b", "text", "box", "document"])
def test_the_event_at_a_later_text_links_it(visit: Visit, ask: str) -> None:
    """It works even where the script cannot observe the change."""
    deaf = "<script>MutationObserver.prototype.observe = () => {};</script>"
    deep = '<section><div id="tief"><p>Zielen</p></div></section>'
    page = visit(f'{deaf}<main><div data-regel-auto="wuerfelkrieg"><p>Zielen</p>{deep}</div></main>')
    expect(page.locator(LINKS)).to_have_text(["Zielen", "Zielen"])
    page.evaluate(LATE, {"late": "#tief", "ask": ask})
    expect(page.locator(LINKS)).to_have_text(["Zielen", "Zielen", "Kämpfen"])


def test_places_can_be_left_out(visit: Visit) -> None:
    page = visit(
        """<div data-regel-auto="wuerfelkrieg"><p id="aus" data-regel-nicht>Kämpfen</p>
        <div data-regel-nicht><ul><li>Kämpfen <b>Kämpfen</b></ul></div>
        <p>Zielen, <span data-regel-nicht>Kämpfen <i>Trefferliste</i></span>: Siehe <span data-regel-nicht>Grundregeln</span> 17.0</p></div>
        <div data-regel-auto="wuerfelkrieg" data-regel-nicht>Kämpfen</div>
        <div data-regel-nicht><p data-regel-auto="wuerfelkrieg">Kämpfen</p></div>"""
    )
    expect(page.locator(LINKS)).to_have_text(["Zielen"])
    out = page.locator("#aus")
    out.evaluate("e => e.removeAttribute('data-regel-nicht')")
    expect(page.locator(LINKS)).to_have_text(["Kämpfen", "Zielen"])
    out.evaluate("e => e.setAttribute('data-regel-nicht', '')")
    expect(page.locator(LINKS)).to_have_text(["Zielen"])
    page.evaluate("() => document.querySelector('li').append(' Trefferliste')")
    page.evaluate("() => document.querySelector('div > p').append(' Trefferliste')")
    page.wait_for_timeout(200)
    expect(page.locator(LINKS)).to_have_text(["Zielen"])


def test_text_being_written_is_left_alone(visit: Visit) -> None:
    page = visit(
        '<div data-regel-auto="wuerfelkrieg"><p id="p" contenteditable>Zielen</p><textarea>Kämpfen</textarea><p>Trefferliste</p></div>'
    )
    expect(page.locator(LINKS)).to_have_text(["Trefferliste"])
    page.locator("#p").press_sequentially("Kämpfen ")
    page.locator("textarea").press_sequentially("Kämpfen ")
    page.wait_for_timeout(200)
    expect(page.locator(LINKS)).to_have_text(["Trefferliste"])


def test_a_hint_in_an_area_is_no_text_of_the_page(visit: Visit) -> None:
    page = visit('<main data-regel-auto="wuerfelkrieg">Beim Kämpfen</main>')
    page.locator(LINKS).hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.wait_for_timeout(200)
    expect(page.get_by_role("tooltip").locator("a.nachschlag-verweis")).to_have_count(0)
    page.evaluate("document.querySelector('main').firstChild.data = 'Fort'")
    page.evaluate("dispatchEvent(new Event('scroll'))")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    assert page.locator("main").inner_text() == "Fort"


def test_an_area_in_another_one_is_linked_by_itself(visit: Visit) -> None:
    page = visit(
        '<div data-regel-auto="wuerfelkrieg"><p>Zielen <span data-regel-auto="murmeln">Kämpfen</span></p>'
        '<div data-regel-auto="wuerfelkrieg" id="p">Kämpfen</div></div>'
    )
    expect(page.locator(LINKS)).to_have_text(["Zielen", "Kämpfen"])
    page.evaluate("() => { document.querySelector('#p').firstChild.data = 'Trefferliste'; }")
    expect(page.locator(LINKS)).to_have_text(["Zielen", "Trefferliste"])
