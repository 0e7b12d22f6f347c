"""Pages as Markdown: places of references for paper, folded lists, tools, marks, metadata for the theme."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from nachschlag.generator.model.fields import Field
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import Settings, read_settings, report_address
from nachschlag.generator.pages.field_table import field_table
from nachschlag.generator.pages.page_file import Head, compiled_templates, front_matter
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library

from tests.made import made_pages

Project = Callable[..., Path]

PART = "content/wuerfelkrieg/grundregeln"
MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 3h18v18H3z"/></svg>'


def page(library: Library, path: str) -> str:
    return made_pages(library)[path]


def entry(text: str, **fields: str) -> str:
    head = "".join(f"{name}: {value}\n" for name, value in {"title": "Probe", "kind": "rule", **fields}.items())
    return f"---\n{head}---\n{text}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Siehe [[ziel|das da]].", '">das da</a>'),
        ("Siehe [[ziel|die 7.3]].", ">die 7.3</a>"),
        ("Siehe [[ziel|Seite 12]].", ">Seite 12</a>"),
        ("Siehe [[ziel|7.3 auf Seite 12]].", ">7.3 auf Seite 12</a>"),
        ("Siehe [[ziel|das (7.3)]].", ">das (7.3)</a>"),
        ("Siehe [[ziel|jenes]] (Feld 7.3) und 8.", ">jenes</a>"),
        ("Siehe [[ziel|solches]] (17.31, S. 2).", ">solches</a>"),
        ("Siehe [[ohne|ohne Ort]].", ">ohne Ort</a>"),
    ],
)
def test_references_say_where_on_paper(project: Project, text: str, expected: str) -> None:
    places = {"das da": "7.3, S. 12", "die 7.3": "S. 12", "Seite 12": "7.3", "7.3 auf Seite 12": "", "ohne Ort": ""}
    places |= {
        "das (7.3)": "S. 12",
        "jenes": "S. 12",
        "solches": "7.3, S. 12",
    }  # the place in the following brackets is not repeated
    library, _ = load(
        project(
            {
                f"{PART}/ziel.md": entry("Ziel.", title="Zielfeld", number='"7.3"', page="12"),
                f"{PART}/ohne.md": entry("Ohne.", title="Ortlos"),
                f"{PART}/probe.md": entry(text),
            }
        )
    )
    link = re.search(r'<a class="verweis"[^>]*>[^<]*</a>', page(library, "wuerfelkrieg/probe.md"))
    assert link is not None
    assert link[0].endswith(expected)
    place = re.search(r'data-ort="([^"]*)"', link[0])
    shown = link[0].rpartition(">")[0].rpartition(">")[2].removesuffix("</a")
    assert (place[1] if place else "") == places[shown]


def test_other_peoples_pages_get_no_places(project: Project) -> None:
    root = project({f"{PART}/ziel.md": entry("Ziel.", title="Zielfeld", page="12"), f"{PART}/probe.md": entry("[[ziel|da]]")})
    library, _ = load(root)
    rendering = Rendering(library, link_library(library))
    html = rendering.entry(library.entries["wuerfelkrieg/probe"]).html(lambda target: f"/{target}/")
    assert 'data-id="wuerfelkrieg/ziel"' in html
    assert "data-ort" not in html


@pytest.mark.parametrize(("count", "folded"), [(3, 0), (7, 0), (8, 2), (12, 6)])
def test_long_lists_of_mentions_are_folded(project: Project, count: int, folded: int) -> None:
    files = {f"{PART}/nenner-{i}.md": entry("Siehe [[ziel]].", title=f"Nenner {i}", short="Kurz.") for i in range(count)}
    library, _ = load(project({f"{PART}/ziel.md": entry("Ziel.", title="Zielfeld"), **files}))
    mentioned = page(library, "wuerfelkrieg/ziel.md").partition("{#n-erwaehnt}")[2].partition("n-umgebung")[0]
    first, _, rest = mentioned.partition('<details class="n-mehr-zeilen">')
    assert (first.count("../nenner-"), rest.partition("</details>")[0].count("../nenner-")) == (count - folded, folded)
    assert (f"{folded} weitere" in rest) == bool(folded)


def test_see_also_does_not_repeat_what_belongs_to_a_rule(project: Project) -> None:
    root = project(
        {f"{PART}/ober.md": entry("O.", title="Ober", see="[unter, zielen]"), f"{PART}/unter.md": entry("U.", parent="ober")}
    )
    text = page(load(root)[0], "wuerfelkrieg/ober.md")
    also = text.partition("{#n-siehe-auch}")[2].partition("</div>")[0]
    assert "../zielen/" in also
    assert "../unter/" not in also


def test_entries_and_terms_leave_room_for_tools(mini: Library) -> None:
    text = page(mini, "wuerfelkrieg/kaempfen.md")
    tools = re.search(r"<div[^>]* data-werkzeuge [^>]*>", text)
    assert tools is not None
    for reported in ('data-ziel="wuerfelkrieg/kaempfen"', 'data-titel="Kämpfen"', "Grundregeln 17.0"):
        assert reported in tools[0]
    term = next(t for t in mini.terms.values() if not t.entry)
    assert f'data-ziel="{term.id}"' in page(mini, f"{term.id}.md")


@pytest.mark.parametrize(("sections", "shown"), [(2, False), (3, True)])
def test_contents_of_a_page_only_where_it_is_long(project: Project, sections: int, shown: bool) -> None:
    library, _ = load(project({f"{PART}/probe.md": entry("\n\n".join(f"## Teil {i}\n\nText." for i in range(sections)))}))
    assert ('hide: ["toc"]' not in page(library, "wuerfelkrieg/probe.md")) == shown


def test_a_systems_mark_is_cleaned(project: Project) -> None:
    library, findings = load(project({"content/murmeln/mark.svg": MARK.replace("<path", '<script/><path onclick="x()"')}))
    assert findings == []
    assert "<path" in library.systems["murmeln"].mark
    assert "script" not in library.systems["murmeln"].mark
    assert "onclick" not in library.systems["murmeln"].mark
    assert library.systems["wuerfelkrieg"].mark == ""


@pytest.mark.parametrize("text", ["<svg", "<p/>", "<!DOCTYPE svg><svg/>"])
def test_an_unusable_mark_is_a_finding(project: Project, text: str) -> None:
    library, findings = load(project({"content/murmeln/mark.svg": text}))
    assert [(f.code, f.location.path) for f in findings] == [("T007", "content/murmeln/mark.svg")]
    assert library.systems["murmeln"].mark == ""


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("mailto:regeln@beispiel.de?subject={title}", "mailto:regeln@beispiel.de?subject={title}"),
        (" https://beispiel.de/neu?t={title}&u={url} ", "https://beispiel.de/neu?t={title}&u={url}"),
        ("javascript:alert(1)", ""),
        ("beispiel.de", ""),
        ("", ""),
    ],
)
def test_links_for_reporting_mistakes(tmp_path: Path, given: str, used: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(f'site_name: X\nextra: {{nachschlag: {{report: "{given}"}}}}\n', "utf-8")
    assert read_settings(tmp_path).report == report_address(given) == used


@pytest.mark.parametrize(("head", "reported"), [(Head(id="a/b"), True), (Head(), False)])
def test_only_rules_and_terms_have_them(head: Head, reported: bool) -> None:
    assert ("mailto:x@y.de" in front_matter(head, Settings(report="mailto:x@y.de"))) == reported


def test_the_choices_of_a_field_are_code_in_its_table() -> None:
    table = field_table((Field("form", "text", "Wie `es` ist", choices=("rund", "a*b")),))
    assert r"| Wie \`es\` ist: `rund`, `a*b` |" in table


def test_templates_are_filled_where_the_folder_for_compiled_ones_is_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    env = jinja2.Environment(
        loader=jinja2.DictLoader({"a": "Wald", "b": "Moor"}), bytecode_cache=compiled_templates(), autoescape=True
    )
    assert env.get_template("a").render() == "Wald"
    assert any(tmp_path.rglob("*.cache"))
    shutil.rmtree(next(tmp_path.iterdir()))
    assert env.get_template("b").render() == "Moor"
