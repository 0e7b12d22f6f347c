"""Watch a page in a browser: forbidden events, overflowing elements, and accessibility."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request, expect


class Watch:
    """Collects forbidden events on a page: console errors (including policy violations), errors in scripts, requests to other hosts."""

    def __init__(self, page: Page, base: str) -> None:
        self.trouble: list[str] = []
        self.base = base
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.trouble.append(f"Fehler: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # The browser itself reports the status of the 404 page, and Playwright the blocked service worker.
        known = ("status of 404", "Service Worker registration blocked by Playwright")
        if message.type in ("error", "warning") and not any(text in message.text for text in known):
            self.trouble.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.base}/", "data:", "blob:")):
            self.trouble.append(f"fremd: {request.url}")


#: Opens a page (address, size, keywords for the context) and watches it.
Open = Callable[..., tuple[Page, Watch]]


def small_and_large(name: str, small: object, large: object) -> pytest.MarkDecorator:
    """Parametrises a test by a size (under this name) and a scheme: each of both once; `make audit` takes the other pairs."""
    usual, others = [(small, "light"), (large, "dark")], [(small, "dark"), (large, "light")]
    pairs = [*((pair, ()) for pair in usual), *((pair, pytest.mark.audit) for pair in others)]
    return pytest.mark.parametrize(
        (name, "scheme"),
        [
            pytest.param(size, scheme, marks=mark, id=f"{'small' if size == small else 'large'}-{scheme}")
            for (size, scheme), mark in pairs
        ],
    )


def answered(page: Page) -> None:
    """Wait until the open search field shows the hits of the whole search."""
    field = page.get_by_role("combobox").filter(visible=True).first
    expect(page.locator(f"#{field.get_attribute('aria-controls')}")).to_have_attribute("aria-busy", "false")


def too_wide(page: Page) -> list[str]:
    """The elements that overflow the page to the right, if it scrolls sideways."""
    return list(
        page.evaluate(
            """() => {
              const wide = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth <= wide) return [];
              return ['Seite: ' + document.documentElement.scrollWidth + ' > ' + wide].concat(
                [...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > wide + 1)
                .slice(0, 5).map((e) => e.outerHTML.slice(0, 120)));
            }"""
        )
    )


#: axe's own settings of the contrast check, except one: it looks for a box of `::before` or `::after` behind every text, and gives
#: no verdict where it finds one. Without it, axe judges those texts too, in half the time.
CONTRAST = {
    "ignoreUnicode": True,
    "ignoreLength": False,
    "ignorePseudo": True,
    "boldValue": 700,
    "boldTextPt": 14,
    "largeTextPt": 18,
    "contrastRatio": {"normal": {"expected": 4.5}, "large": {"expected": 3}},
    "pseudoSizeThreshold": 0.25,
    "shadowOutlineEmMax": 0.2,
    "textStrokeEmMin": 0.03,
}

#: Targets of at least 24 pixels belong to WCAG 2.2; axe leaves them out unless asked.
AXE_OPTIONS = {
    "resultTypes": ["violations", "incomplete"],
    "selectors": False,  # we name elements by their HTML
    "rules": {"target-size": {"enabled": True}},
    "checks": {"color-contrast": {"options": CONTRAST}},
}

#: Marks up to three elements of each look that is not known: the same name and classes, the same letters, the same fills of what lies
#: around them. axe judges the contrast of these alone, which takes most of its time: the fourth of 500 links says no more than the first,
#: nor does the same link on the next page.
LOOKS = """async (known) => {
  // Links take an eighth of a second to change their colour, counted from the frame that shows them: the contrast of the end is judged.
  const still = globalThis.stillForAxe ??= new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  if (!document.adoptedStyleSheets.includes(still)) document.adoptedStyleSheets.push(still);
  const ends = ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
  const ending = document.getAnimations().filter(ends);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  const fills = new Map();
  const filled = (element) => {
    if (!element) return '';
    if (!fills.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join();
      fills.set(element, filled(element.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1' ? '' : `|${own}`));
    }
    return fills.get(element);
  };
  const number = (text) => {
    let hash = 7;
    for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 0x3fffffffffff;
    return hash;
  };
  const fine = new Set(known), counts = new Map();
  const mark = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) mark(element.shadowRoot);
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const written = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      const shown = element.checkVisibility({ visibilityProperty: true });
      const parts = [element.localName, element.getAttribute('class'), color, fontSize, fontWeight, written, shown, filled(element)];
      const look = number(parts.join());
      counts.set(look, (counts.get(look) ?? 0) + 1);
      if (!fine.has(look) && counts.get(look) <= 3) element.dataset.look = look;
      else element.removeAttribute('data-look');
    }
  };
  mark(document.body);
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] });
}"""

#: axe's violations, and the looks that it judged and found fine.
JUDGED = """([context, options]) => axe.run(context, { ...options, elementRef: true }).then(({ violations, incomplete }) => {
  const looks = new Set([...document.querySelectorAll('[data-look]')].map((element) => Number(element.dataset.look)));
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== globalThis.stillForAxe);
  for (const { id, nodes } of [...violations, ...incomplete]) {
    for (const node of nodes) {
      if (id === 'color-contrast') looks.delete(Number(node.element?.dataset.look));
      delete node.element;
      for (const check of [...node.any, ...node.all, ...node.none]) delete check.relatedNodes;
    }
  }
  return [violations, [...looks]];
})"""

_axe = cache(Axe)

#: The looks whose contrast is fine, by the file of tests that saw them.
_fine: dict[str, set[int]] = {}


def violations(page: Page, context: str | dict[str, list[str]] = "html") -> list[str]:
    """axe-core's violations on the present page, or in a part of it (a selector or axe's context): rule, element, and remedy.

    >>> violations(page)
    ["color-contrast: Elements must meet … (<span class="n-leise">) Fix any of the following: …"]
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe().axe_script)
    fine = _fine.setdefault(os.environ["PYTEST_CURRENT_TEST"].partition("::")[0], set())
    page.evaluate(LOOKS, [*fine])
    found, looks = page.evaluate(JUDGED, [context, AXE_OPTIONS])
    if context == "html":
        fine.update(looks)
    return [
        f"{rule['id']}: {rule['help']} ({node['html'][:160]}) {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"][:3]
    ]
