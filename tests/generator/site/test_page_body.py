"""Pages of HTML between headings are read as Python-Markdown reads them; every other page is left to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from nachschlag.generator.pages.page_file import markdown_escape
from nachschlag.generator.site.page_body import read_page

HEAD = f"---\ntitle: {json.dumps('Ä „B“')}\nhide: {json.dumps(['toc'])}\n---\n"


def by_markdown(body: str) -> tuple[str, list[tuple[int, str, str]]]:
    """The content, and (level, id, name) of each heading, as MkDocs gets them."""
    reader = Markdown(extensions=["toc", "tables", "fenced_code", "attr_list"], extension_configs={"toc": {"permalink": False}})
    html = reader.convert(body)

    def flat(tokens: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
        return [one for t in tokens for one in ((t["level"], t["id"], t["name"]), *flat(t["children"]))]

    return html, flat(reader.toc_tokens)  # type: ignore[attr-defined]


def by_us(body: str) -> tuple[str, list[tuple[int, str, str]]] | None:
    found = read_page(HEAD + body)
    return found and (found.html, [(h.level, h.id, h.name) for h in found.headings])


@pytest.mark.parametrize(
    "body",
    [
        "# Angst\n\n<div>\n\n# kein Titel\n\n</div>\n",
        "<div class='a'>\n<p>a</p>\n\n\n<p>b</p>\n</div>\n\n\n\n<div>c</div>\n\n## Siehe auch {#n-siehe-auch}\n\n<ul>\n<li>x</li>\n</ul>",
        "# Beispiel\n\n## Beispiel {#beispiel}\n\n## Beispiel",
        '# Gefahr\n\n<div><img src="a.svg" alt="a > b"><br>x<hr>\n\n</div>\n\n### Tiefer {#t.1-a_b}\n\n#### Noch tiefer\n\n## Zurück',
        '<div><svg viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"/></svg>\n\n# nein\n\n</div>\n\n# Ja',
        "<div>\n<pre><code># a\n\n# b\n</code></pre>\n\n</div>\n\n# c",
        "<div>a</div>",
        "# nur ein Titel",
    ],
)
def test_as_markdown_reads_it(body: str) -> None:
    assert by_us(body) == by_markdown(body)


SPECIAL = st.sampled_from("aAäß1 *_`[]<>&\\#{}()!:/@=\"'~^|.–„“½$%+-?;,")
TITLES = st.text(alphabet=SPECIAL | st.characters(codec="utf-8", categories=["L", "P", "S"]), min_size=1, max_size=12).filter(
    str.strip
)


@given(st.lists(st.tuples(st.integers(1, 4), TITLES, st.booleans()), min_size=1, max_size=4))
def test_titles_of_any_letters(titles: list[tuple[int, str, bool]]) -> None:
    lines = [
        f"{'#' * level} {markdown_escape(text)}{f' {{#n-{at}}}' if named else ''}"
        for at, (level, text, named) in enumerate(titles)
    ]
    body = "\n\n<div>x</div>\n\n".join(lines)
    assert by_us(body) == by_markdown(body)


@pytest.mark.parametrize(
    "text",
    [
        "# Hilfe\n\nEin Absatz.\n",
        "- a\n- b",
        "<!--seite-->\n<div></div>",
        "<span>a</span>",
        "# Titel\n<div>ohne Leerzeile</div>",
        "Ein Titel\n=========",
        "<div>\n\nnie zu",
    ],
)
def test_other_markdown_is_left_alone(text: str) -> None:
    assert read_page(HEAD + text) is None


@pytest.mark.parametrize(
    "head", ["", "---\ntitle: Angst\n---\n", "---\ntitle: [1\n", "---\n- a\n---\n", '---\nTitle: "a"\n---\n']
)
def test_heads_of_others_are_left_alone(head: str) -> None:
    assert read_page(head + "# Angst") is None


def test_the_head_is_read() -> None:
    found = read_page(HEAD + "# Angst")
    assert found
    assert found.meta == {"title": "Ä „B“", "hide": ["toc"]}
