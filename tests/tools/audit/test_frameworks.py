"""Texts that React, Vue and Svelte render and keep changing while `einbetten-1.js` links them, and the components that the help page
shows. Part of `make audit`."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.other_site import other_site, our_site
from tests.projects import REPOSITORY

pytestmark = [pytest.mark.audit, pytest.mark.browser]

FOLDER = REPOSITORY / "tests" / "tools" / "audit" / "frameworks"
LINKS = "#mit a.nachschlag-verweis"
UPDATES = 200
#: The same links at the same places as in a copy linked once, apart from invisible white space and comments.
SAME = """() => {
  const plain = (id) => document.querySelector(id).innerHTML.replace(/<!--.*?-->/g, '');
  return plain('#mit') === plain('#neu');
}"""

Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same list of items as an app in each framework: react.js, vue.js, svelte.js."""
    out = tmp_path_factory.mktemp("apps")
    command = ["node", str(FOLDER / "build.mjs"), str(out)]
    done = subprocess.run(command, cwd=REPOSITORY / "build" / "frameworks", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture
def visit(browser: Browser, apps: Path, mini_site: Path) -> Iterator[Visit]:
    """Opens a foreign page with our script and an app not yet mounted. An error in any script fails the test."""
    trouble: list[str] = []
    pages: dict[str, str] = {}
    context = browser.new_context()
    context.add_init_script("addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));")
    with our_site(mini_site) as address, other_site(pages) as other:

        def visit(name: str) -> Page:
            app, updates = (
                path.read_text("utf-8").replace("</script", r"<\/script") for path in (apps / f"{name}.js", FOLDER / "updates.js")
            )
            pages["/"] = (
                '<!doctype html><meta charset="utf-8"><div id="mit" data-regel-auto="wuerfelkrieg"></div><div id="ohne"></div>'
                f'<script src="{address}/einbetten-1.js"></script><script>{app}</script><script type="module">{updates}</script>'
            )
            page = context.new_page()
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.goto(f"{other}/", wait_until="networkidle")
            return page

        yield visit
    context.close()
    assert trouble == []


def updated(page: Page, times: int) -> int:
    """Update an app that many times; compare its text each time, its links every fifth time; return the number of links seen."""
    linked = 0
    for turn in range(times):
        with_us, without = page.evaluate("step()")
        assert with_us == without, turn
        if turn % 5 == 4:
            page.evaluate("fresh()")
            page.wait_for_function(SAME)
            linked += page.locator(LINKS).count()
    return linked


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["react", "vue", "svelte"])
def test_apps_work_as_if_we_were_not_there(visit: Visit, name: str, seed: int) -> None:
    page = visit(name)
    with_us, without = page.evaluate("start", seed)
    assert with_us == without
    assert updated(page, UPDATES) > UPDATES


@pytest.mark.parametrize("first", ["linked", "hydrated"])
@pytest.mark.parametrize("name", ["react", "vue", "svelte"])
def test_apps_that_come_as_html(visit: Visit, name: str, first: str) -> None:
    """Rendered by a server, then hydrated by the app, before and after our links are made."""
    page = visit(name)
    page.evaluate("rendered", 3)
    if first == "linked":
        page.wait_for_function(f"() => document.querySelectorAll('{LINKS}').length")
    with_us, without = page.evaluate("hydrated()")
    assert with_us == without
    assert updated(page, UPDATES // 4) > UPDATES // 8


# -- the components of the help page ------------------------------------------------------------------------------------------

#: Mounts a component and lets its text be changed: `change(text)`.
MOUNT = {
    "react": """import { createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
        const root = createRoot(document.querySelector('#hier'));
        window.change = (text) => root.render(h('div', { id: 'p' }, h(RuleText, { text, game: 'wuerfelkrieg' })));""",
    "vue": """import { createApp, h as make, ref as state } from 'vue';
        const shown = state('');
        createApp({ render: () => make('div', { id: 'p' }, make(RuleText, { text: shown.value, game: 'wuerfelkrieg' })) }).mount('#hier');
        window.change = (text) => { shown.value = text; };""",
}
BUNDLE = """
import { createRequire } from 'node:module';
const { build } = createRequire(`${process.cwd()}/`)('esbuild');
const [contents, define] = [process.argv[1], { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' }];
const { outputFiles } = await build({ stdin: { contents, resolveDir: process.cwd() }, bundle: true, format: 'esm', write: false, define,
  external: ['http://*'] });
process.stdout.write(outputFiles[0].text);
"""


def shown_component(name: str, address: str) -> str:
    """A component as the help page prints it, importing the module of our site, bundled with its framework and `MOUNT`."""
    page = (REPOSITORY / "generator/assets/site/hilfe/einbetten.md").read_text("utf-8")
    (printed,) = (code for code in re.findall(r"^```js\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) if f"from '{name}'" in code)
    assert len(printed.splitlines()) <= 27
    source = printed.replace("https://regeln.example.org", address) + MOUNT[name]
    command = ["node", "--input-type=module", "-e", BUNDLE, source]
    done = subprocess.run(command, cwd=REPOSITORY / "build" / "frameworks", capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.replace("</script", r"<\/script")


@pytest.mark.parametrize("name", ["react", "vue"])
def test_the_components_of_the_help_page_link_their_texts(browser: Browser, mini_site: Path, name: str) -> None:
    trouble: list[str] = []
    with our_site(mini_site) as address:
        body = f'<main id="hier"></main><script type="module">{shown_component(name, address)}</script>'
        with other_site({"/": f'<!doctype html><meta charset="utf-8"><body>{body}'}) as other:
            page = browser.new_page()
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
            page.goto(f"{other}/")
            for text, words in (
                ("Vom Kämpfen", ["Kämpfen"]),
                ("Beim Zielen nach dem Kämpfen.", ["Zielen", "Kämpfen"]),
                ("Nichts", []),
                ("Kämpfen", ["Kämpfen"]),
            ):
                page.evaluate(f"change({json.dumps(text)})")
                expect(page.locator("#p a")).to_have_text(words)
                expect(page.locator("#p")).to_have_text(text)
            page.locator("#p a").hover()
            expect(page.get_by_role("tooltip")).to_contain_text("Wer an der Reihe ist")
            assert page.locator("#p a").get_attribute("href") == f"{address}/wuerfelkrieg/kaempfen/"
            page.close()
    assert trouble == []


@pytest.mark.parametrize(("name", "warned"), [("react", True), ("vue", False), ("svelte", False)])
def test_pages_that_react_owns_are_warned_of(visit: Visit, name: str, warned: bool) -> None:
    page = visit(name)
    answers: list[str] = []
    page.on("console", lambda message: answers.append(message.text) if message.type == "warning" else None)
    page.evaluate("start", 1)
    page.wait_for_function(f"() => document.querySelectorAll('{LINKS}').length")
    updated(page, 10)
    assert len([text for text in answers if "nachschlag.mjs" in text]) == (1 if warned else 0)
