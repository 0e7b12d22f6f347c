"""The finished site: reproducible, no dead link, no outside request, nothing hostile gets through."""

from __future__ import annotations

import base64
import gc
import hashlib
import re
from pathlib import Path

import pytest
from nachschlag.generator import load
from nachschlag.generator.model.choices import RESERVED_SLUGS, RESERVED_SYSTEMS
from nachschlag.generator.pages.styles import colours

from tests.html import Page, dead_links, is_outside, page, pages
from tests.projects import REPOSITORY, build, mini_project, own_library, tree


@pytest.fixture(scope="module")
def own_pages(own_site: Path) -> list[Page]:
    """Every page of our own site, read once. Read only."""
    gc.disable()  # thousands of pages are not garbage, however often it looks
    try:
        return list(pages(own_site))
    finally:
        gc.enable()


# -- the same content, the same bytes -----------------------------------------------------------------------------------------


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    """Build twice: in two folders, with another hash seed, an hour and a year later (the sitemap has no dates on purpose)."""
    url = "https://example.org/regeln/"
    first = build(mini_project(tmp_path / "eins" / "projekt"), SITE_URL=url, PYTHONHASHSEED="1", SOURCE_DATE_EPOCH="1700000000")
    second = build(mini_project(tmp_path / "und" / "zwei"), SITE_URL=url, PYTHONHASHSEED="2", SOURCE_DATE_EPOCH="1800000000")
    one, two = tree(first), tree(second)
    assert sorted(one) == sorted(two)
    assert [name for name in one if one[name] != two[name]] == []
    again = tree(build(first.parent, SITE_URL=url, PYTHONHASHSEED="3"))
    assert [name for name in one if one[name] != again[name]] == []


def test_a_site_knows_nothing_of_the_folder_it_was_built_in(mini_site: Path) -> None:
    folder = str(mini_site.parent).encode()
    assert [name for name, content in tree(mini_site).items() if folder in content] == []


@pytest.fixture(scope="module")
def below_a_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with an address below a path of its host, and with edit links. Read only."""
    settings = (REPOSITORY / "mkdocs.yml").read_text("utf-8")
    project = mini_project(tmp_path_factory.mktemp("pfad") / "projekt", mkdocs=settings)
    return build(project, SITE_URL="https://example.org/regeln/", EDIT_BASE="https://example.org/edit/main/")


def test_the_sitemap_has_no_dates(below_a_path: Path) -> None:
    text = (below_a_path / "sitemap.xml").read_text("utf-8")
    assert "<loc>https://example.org/regeln/wuerfelkrieg/kaempfen/</loc>" in text
    assert "lastmod" not in text


# -- concepts -----------------------------------------------------------------------------------------------------------------


def test_a_concept_shows_the_systems_side_by_side(mini_site: Path) -> None:
    here = page(mini_site, "/begriffe/angriff/")
    assert {"murmeln", "wuerfelkrieg"} <= here.anchors
    links = {attributes.get("href", "") for attributes in here.elements("a")}
    assert {"../../wuerfelkrieg/kaempfen/", "../../murmeln/schnipsen/", "../../murmeln/glossar/murmel/"} <= links
    for text in ("Attack", "Auch: Überfall", "neighbour", "Eine Murmel, ein Schnipser.", "nur eine Murmel"):
        assert text in here.text, text


def test_a_concept_names_systems_that_lack_it(mini_site: Path) -> None:
    here = page(mini_site, "/begriffe/rueckzug/")
    assert here.text.count("Kennt das nicht als eigene Regel.") == 1
    assert "Wer liegt, bleibt liegen." in here.text


def test_rules_lead_to_their_concept(mini_site: Path) -> None:
    assert {"href": "../../begriffe/angriff/"} in list(page(mini_site, "/wuerfelkrieg/kaempfen/").elements("a"))


# -- addresses ----------------------------------------------------------------------------------------------------------------


def test_every_folder_of_the_site_is_reserved_or_something_of_ours(mini_site: Path) -> None:
    library, _ = load(mini_site.parent)
    pages = {*library.entries, *(move.old for move in library.moves)}

    def folders(place: str) -> set[str]:
        return {folder.name for folder in (mini_site / place).iterdir() if folder.is_dir()}

    assert folders("") - set(library.systems) <= RESERVED_SYSTEMS
    for system in library.systems:
        assert {name for name in folders(system) if f"{system}/{name}" not in pages} <= RESERVED_SLUGS


# -- links --------------------------------------------------------------------------------------------------------------------


def test_no_dead_link_or_anchor(own_site: Path, own_pages: list[Page], mini_site: Path) -> None:
    assert dead_links(own_site, own_pages) == []
    assert dead_links(mini_site) == []


def test_no_dead_link_below_a_base_path(below_a_path: Path) -> None:
    site = below_a_path
    absolute = [
        f"{p.path}: {url}"
        for p in pages(site)
        for _, attributes in p.tags
        for url in (attributes.get("href", ""), attributes.get("src", ""), attributes.get("action", ""))
        if url.startswith("/") and not url.startswith("/regeln/")
    ]
    assert absolute == []
    assert [p.path for p in pages(site) if p.path != "404.html" and re.search(r'(?:href|src|action)="/', p.source)] == []


def test_the_dead_link_finder_finds(tmp_path: Path) -> None:
    (tmp_path / "da").mkdir()
    (tmp_path / "da" / "index.html").write_text('<h1 id="oben">', "utf-8")
    links = ["da/", "da/#oben", "./", "da/#unten", "dort/", "/da/", "https://example.org/", "#nirgends"]
    (tmp_path / "index.html").write_text("".join(f'<a href="{link}">' for link in links), "utf-8")
    assert [line.partition(": ")[2] for line in dead_links(tmp_path)] == ["da/#unten", "dort/", "/da/", "#nirgends"]


def test_nothing_is_fetched_from_another_host(own_site: Path, own_pages: list[Page]) -> None:
    loading = [
        f"{p.path}: {url}"
        for p in own_pages
        for attributes in p.elements("link", "script", "img", "iframe", "source", "video", "audio", "object", "embed", "form")
        for url in (attributes.get(name, "") for name in ("href", "src", "data", "action", "srcset"))
        if is_outside(url) and attributes.get("rel") not in ("canonical",)
    ]
    assert loading == []
    styles = {path: path.read_text("utf-8") for path in own_site.rglob("*.css")}
    assert styles
    for path, style in styles.items():
        fetched = re.findall(
            r"url\(\s*['\"]?(?!data:)([^)'\"]+)|@import\s+['\"]([^'\"]+)", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
        )
        assert [url for pair in fetched for url in pair if is_outside(url) or url.startswith("//")] == [], path


def test_links_to_other_hosts_say_so(own_pages: list[Page]) -> None:
    outside = [(p.path, a) for p in own_pages for a in p.elements("a") if is_outside(a.get("href", ""))]
    assert outside
    unmarked = {a["href"] for path, a in outside if "external" not in a.get("rel", "") and not path.startswith("hilfe/")}
    assert unmarked == set()


# -- every page ---------------------------------------------------------------------------------------------------------------


def test_every_page_is_german(own_pages: list[Page]) -> None:
    assert [p.path for p in own_pages if [a.get("lang") for a in p.elements("html")] != ["de"]] == []


def test_every_page_has_a_policy_with_its_inline_scripts(own_pages: list[Page]) -> None:
    for p in own_pages:
        policy = p.meta("Content-Security-Policy")
        rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
        assert rules.get("default-src") == ("'none'" if p.path.startswith("embed/") else "'self'"), p.path
        assert "unsafe" not in policy
        scripts = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>(.*?)</script>", p.source, re.DOTALL)
        for attributes, code in scripts:
            if "json" not in attributes:
                digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in rules["script-src"].split(), p.path


def test_no_inline_styles_or_handlers(own_pages: list[Page]) -> None:
    """The policy forbids both, so they would not work."""
    for p in own_pages:
        assert not list(p.elements("style")), p.path
        for tag, attributes in p.tags:
            assert not [name for name in attributes if name == "style" or name.startswith("on")], (p.path, tag, attributes)


def test_every_page_has_one_heading_and_a_title(own_pages: list[Page]) -> None:
    for p in own_pages:
        if not p.meta("refresh"):
            assert sum(tag == "h1" for tag, _ in p.tags) == 1, p.path
        assert "<title></title>" not in p.source
        assert len(re.findall("<title>", p.source.partition("</head>")[0])) == 1, p.path  # drawings have titles of their own


def test_the_phones_own_bar_has_the_colour_of_the_system(own_pages: list[Page]) -> None:
    accents = {system.id: system.accent for system in own_library().systems.values()}
    for p in own_pages:
        if p.path != "404.html" and p.meta("nachschlag-version"):
            assert p.meta("theme-color") == accents.get(p.meta("nachschlag-system"), colours()["--n-akzent"]), p.path


def test_no_markdown_or_template_is_left_over(own_pages: list[Page]) -> None:
    for p in own_pages:
        if not p.path.startswith("hilfe/"):
            found = re.findall(r"\*\*\w|\]\(|\[\[|\{\{|\{%|^:::|\{#|None\b", p.text)
            assert not found, (p.path, found)
        assert not re.search("[\ue000-\uf8ff]", p.source), p.path


def test_ids_are_unique(own_pages: list[Page]) -> None:
    for p in own_pages:
        ids = [attributes["id"] for _, attributes in p.tags if attributes.get("id")]
        assert sorted(set(ids)) == sorted(ids), (p.path, [i for i in ids if ids.count(i) > 1])


# -- kinds of pages -----------------------------------------------------------------------------------------------------------


def test_moved_ids_lead_to_where_they_stand_now(mini_site: Path) -> None:
    for old, target in {
        "wuerfelkrieg/pfeilregen": "../wuerfelsturm/",
        "wuerfelkrieg/hagel": "../wuerfelsturm/",
        "wuerfelkrieg/patt": "../kaempfen/#17-1-gleichstand",
        "wuerfelkrieg/glossar/sturmwurf": "../../wuerfelsturm/",
    }.items():
        here = page(mini_site, old)
        assert here.meta("refresh") == f"0; url={target}"
        assert [a["href"] for a in here.elements("a")] == [target]
        assert here.meta("robots") == "noindex"
    assert not (mini_site / "wuerfelkrieg/mogeln/index.html").exists()


def test_the_404_page(own_site: Path) -> None:
    """The 404 page offers the search."""
    text = (own_site / "404.html").read_text("utf-8")
    assert "Seite nicht gefunden" in text
    here = Page("404.html", text)
    assert any(form.get("action", "").endswith("suche/") for form in here.elements("form"))


def test_entries_stand_in_no_navigation(own_site: Path) -> None:
    """A thousand pages in the navigation of each of a thousand pages would make the build quadratic."""
    home = page(own_site, "/")
    navigation = [a["href"] for a in home.elements("a") if "md-nav__link" in a.get("class", "")]
    assert navigation
    assert not [url for url in navigation if url.strip("./") in ("t9a/angst", "aos/rettungswurf")]
    here = page(own_site, "/t9a/angst/")
    links = [a["href"] for a in here.elements("a") if "md-nav__link" in a.get("class", "") and not a["href"].startswith("#")]
    assert len(links) < 40


def test_edit_links_lead_to_the_files(below_a_path: Path) -> None:
    site = below_a_path
    for address, file in (
        ("/wuerfelkrieg/kaempfen/", "content/wuerfelkrieg/grundregeln/kaempfen.md"),
        ("/wuerfelkrieg/", "content/wuerfelkrieg/system.yaml"),
    ):
        links = [
            a["href"] for a in page(site, address).elements("a") if a.get("href", "").startswith("https://example.org/edit/")
        ]
        assert links == [f"https://example.org/edit/main/{file}"]
        assert (site.parent / file).is_file()
    assert "https://example.org/edit/main/glossary/wuerfelkrieg.yaml" in page(site, "/wuerfelkrieg/glossar/becher/").source


def test_no_edit_links_without_a_host(own_site: Path) -> None:
    assert "bearbeiten" not in page(own_site, "/t9a/angst/").text


# -- hostile content ----------------------------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    '"onmouseover="alert(1)',
    "'><img src=x onerror=alert(1)>",
    "]]>",
    "{{ 7*7 }}",
    "{% raw %}",
    "{: onclick=alert(1) }",
    "{ #x onclick=alert(1) }",
    "</title></head><script>alert(2)</script>",
    "</div></div><svg/onload=alert(1)>",
    "<!-- --><b>x</b>",
    "&lt;i&gt; &amp;amp;",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&#58;alert(1))",
    "![x](https://evil.example/x.png)",
    "<https://evil.example/?x>",
    "[x]: javascript:alert(1)",
    "`a`<b>",
    '\\"><script>alert(3)</script>',
    "*[HTML]: <script>",
    "::: beispiel",
    "| a | b |",
    "# Titel",
    "${7*7} <%= 7*7 %> #{7*7}",
]


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def exactly(site: Path) -> list[Page]:
    """Its pages, with nothing mended."""
    return [Page(p.path, p.source) for p in pages(site)]


def hostile_entry(number: int, payload: str) -> str:
    value = quoted(f"Probe {number} {payload}")
    return f"""---
title: {value}
title_en: {value}
title_en_source: book
kind: table
order: {number}
short: {value}
short_en: {value}
phases: [eins]
aliases: [{quoted(payload)}]
edition: {value}
card:
  timing: {value}
  effect: {value}
  keywords: [{value}]
data:
  columns: [{value}, b]
  rows:
    - [{value}, {value}]
---
{payload}

Davor {payload} danach.

## {payload}

- {payload}

| {payload.replace("|", "/")} | b |
| --- | --- |
| {payload.replace("|", "/")} | b |

::: hinweis
{payload}
:::
"""


def hostile_term(number: int, payload: str) -> str:
    value = quoted(f"Wort {number} {payload}")
    return (
        f"- title: {value}\n  title_en: {value}\n  title_en_source: book\n  definition: {value}\n  note: {value}\n"
        f"  forms: [{value}]\n  abbreviations: [{value}]\n  avoid: [{value}]\n  synonyms: [{value}]\n"
    )


def hostile_system(payload: str) -> str:
    value = quoted(payload)
    return f"""id: boese
name: {value}
short: {quoted(payload[:20])}
publisher: {{name: {value}, url: {quoted("https://example.org/" + payload)}}}
edition: {value}
rules_version: {value}
source: {value}
licence: {{status: own-words, holder: {value}, note: {value}}}
parts:
  - {{id: teil, title: {value}, title_en: {value}, pages: {value}}}
phases:
  - {{id: eins, title: {value}, title_en: {value}}}
"""


def hostile_overlay() -> dict[str, str]:
    """A system whose every field tries to break out of its place."""
    overlay = {f"content/boese/teil/probe-{n}.md": hostile_entry(n, payload) for n, payload in enumerate(HOSTILE)}
    overlay["content/boese/system.yaml"] = hostile_system('"><script>alert(4)</script>{{ 7*7 }}')
    overlay["glossary/boese.yaml"] = "".join(hostile_term(n, payload) for n, payload in enumerate(HOSTILE))
    overlay["glossary/concepts.yaml"] = "".join(
        f"- id: c{n}\n  title: {quoted(f'Konzept {n} {p}')}\n  title_en: {quoted(p)}\n  description: {quoted(p)}\n"
        f"  entries: {{boese: [probe-{n}]}}\n  differences: [{quoted(p)}]\n"
        for n, p in enumerate(HOSTILE)
    )
    overlay["content/boese/moved.yaml"] = (
        "- {old: boese/alt, new: boese/probe-0, date: 2026-01-01, why: '<script>alert(5)</script>'}\n"
    )
    return overlay


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(mini_project(tmp_path_factory.mktemp("boese") / "projekt", hostile_overlay()))


def test_hostile_content_makes_no_elements(hostile_site: Path) -> None:
    harmless = page(hostile_site, "/wuerfelkrieg/kaempfen/")
    expected = list(harmless.elements("script"))
    for p in exactly(hostile_site):
        for tag, attributes in p.tags:
            assert not [name for name in attributes if name.startswith("on")], (p.path, tag, attributes)
            ours = tag == "img" and attributes.get("src", "").endswith("assets/favicon.svg")  # the logo in the head
            assert ours or tag not in ("img", "iframe", "object", "embed", "base"), (p.path, tag, attributes)
            for name in ("href", "src", "action"):
                url = "".join(attributes.get(name, "").split()).lower()
                assert not url.startswith(("javascript:", "data:", "vbscript:")), (p.path, url)
                assert "evil.example" not in url or p.path.count("/") > 1, (p.path, url)
        if not p.meta("refresh"):
            more = p.path in ("liste/index.html", "spickzettel/index.html")  # which have one more of ours
            allowed = 1 if p.path.startswith("embed/") else len(expected) + more
            assert len(list(p.elements("script"))) == allowed, p.path
        for code in re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", p.source, re.DOTALL):
            assert "alert(" not in code, p.path


def test_hostile_content_is_shown_as_text(hostile_site: Path) -> None:
    for n, payload in enumerate(HOSTILE):
        here = page(hostile_site, f"/boese/probe-{n}/")
        title = " ".join(f"Probe {n} {payload}".split())
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", here.source, re.DOTALL)
        assert heading is not None
        assert title in Page("", heading[1]).text, title
        assert here.meta("og:title").startswith(f"{title} (")
        assert title in here.text.split("Inhaltsverzeichnis")[0] or title in here.text
        head = re.search(r"<title>(.*?)</title>", here.source, re.DOTALL)
        assert head is not None
        assert Page("", head[1]).text.startswith(title)
    everything = " ".join(p.text for p in exactly(hostile_site) if p.path.startswith("boese/"))
    assert "49" not in re.sub(r"\d*49\d+|\d+49", "", everything)


def test_hostile_titles_in_lists(hostile_site: Path) -> None:
    for address in ("/boese/a-z/", "/boese/teil/teil/", "/boese/art/table/", "/boese/phase/eins/"):
        text = page(hostile_site, address).text
        for n, payload in enumerate(HOSTILE):
            assert " ".join(f"Probe {n} {payload}".split()) in text, (address, payload)


def test_hostile_sites_have_no_dead_links(hostile_site: Path) -> None:
    assert dead_links(hostile_site) == []


def test_a_hostile_part_or_phase_cannot_leave_the_site(tmp_path: Path) -> None:
    overlay = {}
    names = ["../../../raus", "/tmp/raus", "a/../../raus", "CON", "a b", '"><script>', ".versteckt", "index"]
    for number, name in enumerate(names):
        overlay[f"content/boese-{number}/system.yaml"] = (
            f"id: boese-{number}\nname: B{number}\nshort: B{number}\nlicence: {{status: own-words}}\n"
            f"parts: [{{id: gut, title: G}}, {{id: {quoted(name)}, title: T}}]\nphases: [{{id: {quoted(name)}, title: P}}]\n"
        )
        overlay[f"content/boese-{number}/gut/e.md"] = f"---\ntitle: E\nkind: rule\nphases: [{quoted(name)}]\n---\nText.\n"
    site = build(mini_project(tmp_path / "projekt", overlay))
    assert [name for number, name in enumerate(names) if not (site / f"boese-{number}/e/index.html").is_file()] == []
    assert not list(tmp_path.rglob("*raus*"))
    assert not Path("/tmp/raus").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"projekt"}


def test_a_broken_entry_leaves_the_others(tmp_path: Path) -> None:
    overlay = {
        "content/wuerfelkrieg/grundregeln/zielen.md": b"---\ntitle: [\n---\n",
        "content/wuerfelkrieg/grundregeln/rueckzug.md": b"\xff\xfe",
    }
    site = build(mini_project(tmp_path / "projekt", overlay))
    assert (site / "wuerfelkrieg/kaempfen/index.html").is_file()
    assert not (site / "wuerfelkrieg/zielen").exists()
    assert dead_links(site) == []
