"""What visitors take for Discourse and phpBB, on pages as these programs write them: their policy and the mark-up of their posts are
documented (Discourse: "Mitigate XSS attacks with Content Security Policy", `PrettyText`; phpBB: custom BBCodes, `text_formatter`). Neither
is a package of npm or Debian, so neither runs here."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from nachschlag.generator.site.ready_made import BELOW, ready_made
from playwright.sync_api import Browser, Page, expect

from tests.addresses import PHONE
from tests.other_site import other_site, our_site
from tests.projects import REPOSITORY

pytestmark = pytest.mark.browser

RULE = "wuerfelkrieg/kaempfen"
#: The policy of Discourse since 3.3: scripts of themes get its nonce, and may load others.
DISCOURSE = (
    "base-uri 'self'; object-src 'none'; script-src 'nonce-zufall' 'strict-dynamic'; frame-ancestors 'self'; manifest-src 'self'; "
    "worker-src 'self'"
)


@pytest.fixture(scope="module")
def address(mini_site: Path) -> Iterator[str]:
    with our_site(mini_site) as address:
        yield address


Forum = Callable[..., Page]


@pytest.fixture
def forum(browser: Browser, address: str) -> Iterator[Forum]:
    """Opens a forum's page on a phone. Any error in a script, and any breach of the policy, fails the test."""
    trouble: list[str] = []
    pages: dict[str, str] = {}
    headers: dict[str, str] = {}
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" and "favicon" not in said.text else None)
    with other_site(pages, headers) as other:

        def forum(head: str, body: str = "", policy: str = "") -> Page:
            headers.update({"Content-Security-Policy": policy} if policy else {})
            icon = '<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">'
            pages["/"] = (
                f'<!doctype html><html lang="de"><head><meta charset="utf-8">{icon}{head}</head><body>{body}</body></html>'
            )
            page.goto(f"{other}/", wait_until="load")
            return page

        yield forum
    context.close()
    assert trouble == []


def packed(address: str, archive: str, name: str) -> str:
    """A file of what visitors take from our site."""
    raw = dict(ready_made(address))[f"{BELOW}/{archive}"]
    return zipfile.ZipFile(BytesIO(raw)).read(name).decode()


def hint(page: Page) -> Any:
    return page.get_by_role("tooltip")


def test_links_in_discourse(forum: Forum, address: str) -> None:
    """Posts are linked although Discourse draws them after the page."""
    head = packed(address, "nachschlag-discourse.zip", "common/head_tag.html").replace("<script", '<script nonce="zufall"')
    page = forum(head, '<div id="main-outlet"></div>', DISCOURSE)
    page.wait_for_function("() => Boolean(customElements.get('regel-karte'))")
    bare, said = (f'<a href="{address}/{RULE}/" rel="noopener nofollow ugc">{text}</a>' for text in (f"{address}/{RULE}/", "so"))
    box = f'<aside class="onebox"><a href="{address}/{RULE}/" target="_blank">regeln.example.org</a></aside>'
    post = f'<div class="topic-body"><div class="cooked"><p>Siehe {bare}, {said}</p>{box}</div></div>'
    page.evaluate("post => { document.querySelector('#main-outlet').innerHTML = post; }", post)
    expect(page.locator(".cooked a")).to_have_text(["Kämpfen", "so", "regeln.example.org"])
    page.locator(".cooked a", has_text="so").tap()
    expect(hint(page)).to_contain_text("Wer an der Reihe ist")


def test_links_in_phpbb(forum: Forum, address: str) -> None:
    """phpBB shortens addresses of more than 55 letters."""
    event = "nachschlag/regeln/styles/all/template/event/overall_header_head_append.html"
    long = f"{address}/{RULE}/#gleichstand-in-der-zweiten-runde"
    short = f"{long[:39]} ... {long[-10:]}"
    links = [
        f'<a href="{to}" class="postlink">{text}</a>'
        for to, text in ((f"{address}/{RULE}/", f"{address}/{RULE}/"), (long, short))
    ]
    links.append(as_bbcode(f"[regel={RULE}]so gekämpft[/regel]", address))
    content = f'<div class="content">Siehe {links[0]}<br>\nund {links[1]}<br>{links[2]}</div>'
    page = forum(
        packed(address, "nachschlag-phpbb.zip", event),
        f'<div id="p1" class="post bg2"><div class="postbody">{content}</div></div>',
    )
    expect(page.locator(".content a")).to_have_text(["Kämpfen", "Kämpfen", "so gekämpft"])
    page.locator(".content a").last.tap()
    expect(hint(page)).to_contain_text("Wer an der Reihe ist")


def as_bbcode(post: str, address: str) -> str:
    """A post with the BBCode of the help page, replaced as phpBB does: its tokens match relative addresses and any text."""
    page = (REPOSITORY / "generator/assets/site/hilfe/foren.md").read_text("utf-8")
    usage, replacement = re.findall(r"^```(?:bbcode|html)\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)
    token = {"RELATIVE_URL": r"([\w\-.~!$&'(*+,;=:@|/%]+)", "TEXT": "(.*?)"}
    pattern = "".join(token.get(part, re.escape(part)) for part in re.split(r"\{(\w+)\}", usage))
    html = replacement.replace("https://regeln.example.org", address).replace("{RELATIVE_URL}", r"\1").replace("{TEXT}", r"\2")
    replaced, count = re.subn(pattern, html, post)
    assert count == 1
    return replaced
