"""The merged styles of a finished site: what remains of the theme's, and which pages get them."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.site.merged_styles import TARGET, dense, merge_styles, trimmed, used_names, with_merged_styles, written

USED = frozenset({"html", "body", "a", "b", "p", "dir", "ltr", "data-x", "y", "main"})


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".a{color:red}", ".a{color:red}"),
        (".weg{color:red}", ""),
        (".a, .weg, p > .b{top:0}", ".a,p > .b{top:0}"),
        (".a .weg{top:0}", ""),
        ("#main{top:0} #weg{top:0}", "#main{top:0}"),
        ("[dir=rtl] .a{top:0} [dir=ltr] .a{left:0}", "[dir=ltr] .a{left:0}"),
        ('[data-x="y"]{top:0} [data-x="weg"]{top:0}', '[data-x="y"]{top:0}'),
        ('a[href^="https://x.y/z"]{top:0}', ""),  # no page has the attribute
        (".a:not(.weg):hover, a::before{top:0}", ".a:not(.weg):hover,a::before{top:0}"),
        (":root{top:0} html body{top:0} *{top:0}", ":root{top:0}html body{top:0}*{top:0}"),
        (
            "@media screen and (max-width:3em){.a{x:y} .weg{x:y}} @media print{.weg{x:y}}",
            "@media screen and (max-width:3em){.a{x:y}}",
        ),
        (
            "@media (width<3em){@supports (a:b){.a{x:y;z:url(data:image/png;base64,a;b)}}}",
            "@media (width<3em){@supports (a:b){.a{x:y;z:url(data:image/png;base64,a;b)}}}",
        ),
        ("@font-face{font-family:X;src:url(x)} @charset 'utf-8';", "@font-face{font-family:X;src:url(x)}"),
        ("@layer eins, zwei; .a{content:'; }'}", '@layer eins,zwei;.a{content:"; }"}'),
        ("/* why */.a{/* why */top:0;}", ".a{top:0}"),
    ],
)
def test_remaining_rules_of_the_theme(css: str, kept: str) -> None:
    assert written(trimmed(css, USED)) == kept


@pytest.mark.parametrize(
    ("css", "short"),
    [
        ("a  :hover ,\n b { color : red ; }", "a :hover,b{color : red;}"),
        (
            "@media (a) and (b) { a { top: calc(1px + 2px) } }\n\nb { top: 0 }",
            "@media (a) and (b){a{top: calc(1px + 2px)}}b{top: 0}",
        ),
        ("a { content: ' , ; ' } /* why */", 'a{content: " , ; "}'),
        (".x { & > b { top: 0 } color: red }", ".x{& > b{top: 0}color: red}"),
        ("a { width: 1px -1px; font: 1rem/1 X, Y }", "a{width: 1px -1px;font: 1rem/1 X,Y}"),
    ],
)
def test_insignificant_space_is_removed(css: str, short: str) -> None:
    assert dense(css) == short


def test_names_come_from_tags_and_scripts() -> None:
    names = used_names(["<p class='eins zwei' data-x=drei>vier</p>", "box.classList.add('fünf-6'); let a = b > c;"])
    assert {"p", "class", "eins", "zwei", "data-x", "drei", "fünf-6", "add", "c"} <= names
    assert "vier" not in names


PAGE = '<!doctype html><html dir="ltr"><head>{links}</head><body><p class="a">Wort</p><script src="{up}assets/x.js"></script></body></html>'
LINKS = (
    '<link rel="stylesheet" href="{up}assets/stylesheets/main.1234.min.css">\n'
    '<link rel="stylesheet" href="{up}assets/nachschlag.css">\n  <link rel="stylesheet" href="{up}assets/suche/suche.css">\n'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "assets/stylesheets/main.1234.min.css": (
            ":root{--bild:url(data:x);--icon:var(--bild);--farbe:red;--neu:1} .a{color:var(--farbe)} .weg{mask:var(--icon)} "
            '.aus-script{top:0} [dir=rtl] .a{left:0} .a::after{content:"x"}'
        ),
        "assets/stylesheets/main.1234.min.css.map": "{}",
        "assets/javascripts/bundle.js": "weg",
        "assets/nachschlag.css": '.eigen { src: url("schriften/x.woff2"); top: var(--neu) } /* why */',
        "assets/suche/suche.css": ".suche { mask: url(../bild.svg), url(data:y) } .nirgends { top: 0 }",
        "assets/x.js": "box.className = 'aus-script';",
        "index.html": PAGE.format(links=LINKS.format(up=""), up=""),
        "t9a/angst/index.html": PAGE.format(links=LINKS.format(up="../../"), up="../../"),
        "404.html": PAGE.format(links=LINKS.format(up="/regeln/"), up="/regeln/"),
        "embed/index.html": '<link rel="stylesheet" href="../assets/suche/suche.css">',
        "alt/index.html": "<p>leitet weiter</p>",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


def test_most_pages_get_one_style_sheet(site: Path) -> None:
    embed = (site / "embed/index.html").read_text("utf-8")
    merge_styles(site)
    for page, up in (("index.html", ""), ("t9a/angst/index.html", "../../"), ("404.html", "/regeln/")):
        html = (site / page).read_text("utf-8")
        assert html == PAGE.format(links=f'<link rel="stylesheet" href="{up}{TARGET}">\n', up=up)
    assert (site / "embed/index.html").read_text("utf-8") == embed


def test_it_has_ours_whole_and_of_the_themes_what_can_match(site: Path) -> None:
    merge_styles(site)
    assert (site / TARGET).read_text("utf-8").splitlines() == [
        ':root{--farbe:red;--neu:1}.a{color:var(--farbe)}.aus-script{top:0}.a::after{content:"x"}',
        '.eigen{src: url("schriften/x.woff2");top: var(--neu)}',
        ".suche{mask: url(bild.svg),url(data:y)}.nirgends{top: 0}",
    ]


def test_files_that_no_page_requests_are_removed(site: Path) -> None:
    merge_styles(site)
    left = sorted(path.relative_to(site / "assets").as_posix() for path in (site / "assets").rglob("*") if path.is_file())
    assert left == ["nachschlag.css", "suche/suche.css", "x.js"]  # the frame still asks for the search's


def test_again_changes_nothing(site: Path) -> None:
    merge_styles(site)
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    merge_styles(site)
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "link", ['<link rel="stylesheet" href="https://x.y/z.css">', '<link rel="stylesheet" media="print" href="p.css">']
)
def test_pages_with_style_sheets_of_another_kind_stay(site: Path, link: str) -> None:
    odd = site / "odd.html"
    odd.write_text(PAGE.format(links=LINKS.format(up="") + link, up=""), "utf-8")
    before = odd.read_text("utf-8")
    merge_styles(site)
    assert odd.read_text("utf-8") == before
    assert (site / "assets/stylesheets/main.1234.min.css").is_file()


def test_a_page_built_alone_becomes_like_the_others(site: Path) -> None:
    page = site / "t9a/angst/index.html"
    alone = page.read_text("utf-8")
    assert with_merged_styles(alone, site) == alone
    merge_styles(site)
    assert with_merged_styles(alone, site) == page.read_text("utf-8")


def test_a_site_without_style_sheets(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>x", "utf-8")
    merge_styles(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
