"""The examples of the developers' pages, run as printed against our own site; only its address is filled in."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.records.openapi import FILES
from nachschlag.generator.site.help_pages import api_page
from playwright.sync_api import expect

from tests.addresses import PHONE
from tests.projects import REPOSITORY, own_library
from tests.serving import served, until
from tests.site.test_api import PROMISED
from tests.watching import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe"
GERMAN, ENGLISH = HELP / "entwickler.md", HELP / "developers.md"
SHOWN_ADDRESS = "https://example.org/regeln"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path: Path) -> list[tuple[str, str]]:
    """(language, code) of every block of a page, in order."""
    return _BLOCK.findall(path.read_text("utf-8"))


def examples(language: str) -> list[tuple[str, str]]:
    """(code, the output shown for it, or "") of every example in a language."""
    found = blocks(GERMAN)
    return [(code, _output(found[at + 1 :], language)) for at, (name, code) in enumerate(found) if name == language]


def _output(following: list[tuple[str, str]], language: str) -> str:
    """The output shown before the next example in the same language; equivalent examples share it."""
    name, text = next(((name, text) for name, text in following if name in ("text", language)), ("", ""))
    return text if name == "text" else ""


def at_base(code: str, base: str) -> str:
    return code.replace(SHOWN_ADDRESS, base)


# -- both pages ---------------------------------------------------------------------------------------------------------------


def test_both_pages_show_the_same_examples() -> None:
    assert blocks(GERMAN) == blocks(ENGLISH)
    assert {language for language, _ in blocks(GERMAN)} == {"sh", "js", "python", "text"}


@pytest.mark.parametrize("page", [GERMAN, ENGLISH], ids=lambda page: page.stem)
def test_every_file_of_the_api_is_named(page: Path) -> None:
    text = page.read_text("utf-8").replace("<spiel>", "<game>").replace("<kennung>", "<id>")
    for file in FILES:
        shown = (
            file.path.replace("{system}/{slug}", "<id>")
            .replace("{system}", "<game>")
            .replace("{name}", "<name>")
            .replace("{slug}", "<name>")
        )
        assert f"- `{shown}`: " in text


@pytest.mark.parametrize("page", [GERMAN, ENGLISH], ids=lambda page: page.stem)
def test_fields_that_the_pages_name_are_promised(page: Path) -> None:
    promised = {name for line in PROMISED.read_text("utf-8").splitlines() for name in re.findall(r"\w+", line)}
    named = set(re.findall(r"`([a-z_]+)`", page.read_text("utf-8"))) - {"null", "fetch", "style"}
    assert len(named) > 12
    assert named <= promised


def test_every_promised_field_stands_on_the_page_of_fields() -> None:
    """Except single systems' data, which their system.yaml declares."""
    lines = [line for line in PROMISED.read_text("utf-8").splitlines() if line.startswith("api-")]
    promised = {found[1] for line in lines if (found := re.fullmatch(r"api-\w+\.(\S*\w) (?:required|string|object|array)", line))}
    answer = set(re.findall(r"^\| `(.+?)\??` \|", api_page(), re.MULTILINE))
    systems = own_library().systems.values()
    assert promised - answer == {f"data.{own.name}" for system in systems for own in system.data}


def test_the_english_page_declares_its_language(own_site: Path) -> None:
    assert '<div lang="en">' in (own_site / "hilfe/developers/index.html").read_text("utf-8")
    assert '<div lang="en">' not in (own_site / "hilfe/entwickler/index.html").read_text("utf-8")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_wide_code_is_reached_by_keys_and_axe_finds_nothing(browser: Browser, mini_site: Path, scheme: Any) -> None:
    with served(mini_site, mini_site.parent / "build" / "index") as address:
        page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, color_scheme=scheme, service_workers="block")
        try:
            page.goto(f"{address}/hilfe/developers/")
            wide = page.locator("pre > code[tabindex='0']")
            expect(wide.first).to_be_visible()
            assert wide.count() < page.locator("pre > code").count()  # code that fits needs no tab stop
            wide.first.focus()
            page.keyboard.press("ArrowRight")
            until(lambda: page.evaluate("document.activeElement.scrollLeft") > 0, 10)
            assert violations(page) == []
        finally:
            page.close()


# -- examples -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "output"), examples("python"), ids=range(len(examples("python"))))
def test_python_examples_say_what_the_page_says(code: str, output: str, base: str, own_site: Path, tmp_path: Path) -> None:
    run = [sys.executable, "-c", at_base(code, base)]
    done = subprocess.run(
        run, capture_output=True, encoding="utf-8", cwd=tmp_path, env={"PYTHONIOENCODING": "utf-8"}, timeout=120
    )
    assert done.returncode == 0, done.stderr
    if not code.endswith("print(fetched)\n"):
        assert done.stdout == output
        return
    fetched = sorted(path.stem for path in (tmp_path / "regeln").rglob("*.json"))
    assert fetched == sorted([*(path.stem for path in (own_site / "api/v1/entries/t9a").iterdir()), "moved"])
    assert done.stdout == f"{len(fetched)}\n"
    again = subprocess.run(run, capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=120)
    assert again.stdout == "0\n"


@pytest.mark.browser
@pytest.mark.parametrize(("code", "output"), examples("js"), ids=range(len(examples("js"))))
def test_javascript_examples_say_what_the_page_says(code: str, output: str, base: str, browser: Browser) -> None:
    page = browser.new_page()
    try:
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if message.type == "log" else None)
        page.goto(f"{base}/api/v1/systems.json")
        page.evaluate(f"async () => {{ {at_base(code, base)} }}")
        assert "".join(f"{line}\n" for line in said) == output
    finally:
        page.close()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl fehlt")
def test_curl_examples_fetch_the_rule_and_then_nothing(base: str, tmp_path: Path) -> None:
    (whole, _), (conditional, _) = examples("sh")
    done = subprocess.run(["sh", "-c", at_base(whole, base)], capture_output=True, encoding="utf-8", timeout=60)
    assert json.loads(done.stdout)["title"] == "Instabil"
    # run the command twice, printing the status: the second time the file is cached
    command = at_base(conditional, base).replace("curl -s", "curl -s -w '%{http_code}'", 1)
    said = [
        subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=60).stdout
        for _ in "12"
    ]
    assert said == ["200", "304"]
    assert json.loads((tmp_path / "instabil.json").read_text("utf-8"))["title"] == "Instabil"
