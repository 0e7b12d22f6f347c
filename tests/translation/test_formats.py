"""Exports follow the standards, other people's readers accept them, and our own readers restore what was exported."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from xml.sax import saxutils

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from nachschlag.generator import load
from nachschlag.generator.exchange.context import Context
from nachschlag.generator.exchange.po import read_po, write_po
from nachschlag.generator.exchange.received import BadFile, Received
from nachschlag.generator.exchange.table import COLUMNS, write_csv
from nachschlag.generator.exchange.tbx import write_tbx
from nachschlag.generator.exchange.tmx import write_tmx
from nachschlag.generator.exchange.units import State, Unit, normal, units
from nachschlag.generator.exchange.xliff import read_xliff, write_xliff
from nachschlag.generator.files.xml_text import context_of, escaped, quoted, xml_name
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Licence, Part, System
from translate.storage import po, tbx, tmx, xliff2

from tests.running import Run
from tests.tries import tries

SCHEMA = Path(__file__).parent / "schema"
OMEGAT = Path("/usr/share/omegat/OmegaT.jar")

#: Texts of units, with everything that a format must escape.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\\\"<>&\n\r\t#;'=]"), max_size=40).map(
    lambda text: normal("text", text)
)

GAME = System("spiel", "Spiel", "Spiel", Licence("own-words"), parts=(Part("a", "A"),))


def unit_of(source: str, target: str, state: State = State.TRANSLATED, previous: str = "") -> Unit:
    return Unit("spiel", "parts.a.title", source, target, state, GAME, previous)


def context() -> Context:
    return Context(Library([GAME]))


def po_file(all_units: Iterable[Unit], notes: Context) -> bytes:
    return "".join(write_po(all_units, notes, "Probe")).encode()


def xliff_file(all_units: Iterable[Unit], notes: Context) -> bytes:
    return "".join(write_xliff(all_units, notes)).encode()


@pytest.fixture(scope="module", params=["mini", "eigen"])
def any_library(request: pytest.FixtureRequest, library: Library, own: Path) -> Library:
    return library if request.param == "mini" else load(own)[0]


# -- back again -----------------------------------------------------------------------------------------------------------------


@given(TEXTS.filter(str.strip), TEXTS, st.sampled_from(State), TEXTS)
@settings(max_examples=tries(300), deadline=None)
def test_po_gives_back_what_went_in(source: str, target: str, state: State, previous: str) -> None:
    unit = unit_of(source, target, state, previous)
    (back,) = read_po(po_file([unit], context()))
    assert (back.context, back.source, back.target, back.stamp) == (unit.context, source, target, unit.stamp)
    assert back.unfinished == (state in (State.OUTDATED, State.CHANGED))


@given(TEXTS.filter(str.strip), TEXTS, st.sampled_from(State), TEXTS)
@settings(max_examples=tries(300), deadline=None)
def test_xliff_gives_back_what_went_in(source: str, target: str, state: State, previous: str) -> None:
    unit = unit_of(source, target, state, previous)
    (back,) = read_xliff(xliff_file([unit], context()))
    assert (back.context, back.source, back.target, back.stamp) == (unit.context, source, target, unit.stamp)
    assert back.unfinished == (state is State.OUTDATED)


@given(TEXTS.filter(str.strip), TEXTS.filter(str.strip), TEXTS)
@settings(max_examples=tries(100), deadline=None)
def test_others_read_the_same_texts(source: str, target: str, previous: str) -> None:
    unit = unit_of(source, target, State.OUTDATED, previous)
    (ours,) = polib.pofile(po_file([unit], context()).decode())
    sentence = (ours.msgctxt, ours.msgid, ours.msgstr, ours.fuzzy, ours.previous_msgid or "")
    assert sentence == (unit.context, source, target, True, previous)
    (toolkit,) = [u for u in po.pofile.parsestring(po_file([unit], context())).units if u.source]
    assert (toolkit.source, toolkit.target, toolkit.isfuzzy()) == (source, target, True)
    tree = etree.fromstring(xliff_file([unit], context()))
    assert tree.findtext(".//{*}source") == source
    assert tree.findtext(".//{*}target") == target


@given(st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*(/glossar)?(/[a-z0-9-]+)?#[a-z]+(\.[a-z0-9-]+\.title)?", fullmatch=True))
def test_names_come_back(name: str) -> None:
    assert context_of(xml_name(name)) == name


@given(st.text("a\"'&<>\r\n\té"))
def test_texts_are_escaped_as_by_the_standard_library(text: str) -> None:
    assert escaped(text) == saxutils.escape(text, {"\r": "&#13;"})
    assert quoted(text) == saxutils.quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


# -- standards and other readers --------------------------------------------------------------------------------------------------


def test_msgfmt_is_content(any_library: Library, tmp_path: Path) -> None:
    program = shutil.which("msgfmt")
    if program is None and not os.environ.get("CI"):
        pytest.skip("no msgfmt here (Debian package gettext)")
    assert program
    file = tmp_path / "x.po"
    file.write_bytes(po_file(units(any_library), Context(any_library)))
    done = subprocess.run([program, "-c", "-o", tmp_path / "x.mo", file], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_polib_and_translate_toolkit_read_every_po_unit(any_library: Library) -> None:
    expected = [(u.context, u.source, u.target) for u in units(any_library)]
    raw = po_file(units(any_library), Context(any_library))
    read = polib.pofile(raw.decode())
    assert [(e.msgctxt, e.msgid, e.msgstr) for e in read] == expected
    assert all(f"Stand: {u.stamp}" in e.comment for e, u in zip(read, units(any_library), strict=True))
    assert [(u.getcontext(), u.source, u.target) for u in po.pofile.parsestring(raw).units[1:]] == expected


def test_xliff_follows_the_schema(any_library: Library) -> None:
    schema = etree.XMLSchema(etree.parse(SCHEMA / "xliff-core-2.0.xsd"))
    schema.assertValid(etree.fromstring(xliff_file(units(any_library), Context(any_library))))


def test_translate_toolkit_reads_every_xliff_unit(any_library: Library) -> None:
    read = xliff2.Xliff2File.parsestring(xliff_file(units(any_library), Context(any_library)))
    expected = [(xml_name(u.context), u.source, u.target) for u in units(any_library)]
    assert [(u.getid().rpartition("\x04")[2], u.source, u.target or "") for u in read.units] == expected


def test_states_of_xliff(library: Library) -> None:
    tree = etree.fromstring(xliff_file(units(library), Context(library)))
    states = {
        context_of(unit.get("id")): (segment.get("state"), segment.get("subState"))
        for unit in tree.iter("{*}unit")
        for segment in unit.iter("{*}segment")
    }
    assert states["wuerfelkrieg/alt#short"] == ("initial", "nachschlag:veraltet")
    assert states["wuerfelkrieg/fehlt#short"] == (None, None)
    assert states["wuerfelkrieg/kaempfen#short"] == ("reviewed", None)
    assert states["wuerfelkrieg/zaubern#title"] == ("translated", None)
    (back,) = etree.fromstring(xliff_file([unit_of("a", "b", State.FINAL)], context())).iter("{*}segment")
    assert back.get("state") == "final"


def test_tmx_holds_the_pairs_that_hold(any_library: Library) -> None:
    expected = [u for u in units(any_library) if u.state not in (State.MISSING, State.OUTDATED)]
    raw = "".join(write_tmx(units(any_library), Context(any_library))).encode()
    read = tmx.tmxfile.parsestring(raw)
    assert [(u.getid(), u.source, u.target) for u in read.units] == [(u.context, u.source, u.target) for u in expected]


def test_tbx_2019_has_the_structure_of_the_standard(any_library: Library) -> None:
    tree = etree.fromstring("".join(write_tbx(any_library, dialect="tbx2019")).encode())
    etree.RelaxNG(etree.parse(SCHEMA / "tbx-2019.rng")).assertValid(tree)


def test_tbx_marks_preferred_and_forbidden_terms(library: Library) -> None:
    tree = etree.fromstring("".join(write_tbx(library, "wuerfelkrieg", "tbx2019")).encode())
    (cup,) = [entry for entry in tree.iter("{*}conceptEntry") if entry.get("id") == "n.wuerfelkrieg.glossar.becher"]
    words = [
        (t.findtext("{*}term"), t.findtext("{*}administrativeStatus"), t.findtext("{*}termType")) for t in cup.iter("{*}termSec")
    ]
    assert words == [
        ("Cup", None, None),
        ("Becher", "preferredTerm-admn-sts", None),
        ("B", "admittedTerm-admn-sts", "abbreviation"),
        ("Kelch", "deprecatedTerm-admn-sts", None),
    ]


def test_translate_toolkit_reads_tbx(any_library: Library) -> None:
    raw = "".join(write_tbx(any_library)).encode()
    read = {(u.source, u.target) for u in tbx.tbxfile.parsestring(raw).units}
    named = [t for t in any_library.terms.values() if t.title_en]
    assert named
    assert {(t.title_en, t.title) for t in named} <= read


@pytest.mark.audit
@pytest.mark.parametrize("form", ["tmx", "martif"])
def test_schemas_of_omegat(any_library: Library, tmp_path: Path, form: str) -> None:
    """Check TMX against its DTD and the older TBX against its schema, both as shipped with OmegaT."""
    assert OMEGAT.is_file(), "apt-get install omegat"
    shutil.unpack_archive(OMEGAT, tmp_path, "zip")
    if form == "tmx":
        tree = etree.fromstring("".join(write_tmx(units(any_library), Context(any_library))).encode())
        dtd = etree.DTD(str(tmp_path / "schemas" / "tmx14.dtd"))
        assert dtd.validate(tree), dtd.error_log.last_error
    else:
        tree = etree.fromstring("".join(write_tbx(any_library, dialect="martif")).encode())
        etree.XMLSchema(etree.parse(tmp_path / "schemas" / "tbx.xsd")).assertValid(tree)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", ""), ("de", "Das Original ist deutsch"), ("fr", "Das Original ist französisch")]
)
def test_every_form_says_where_english_is_no_original(run: Run, project: Path, language: str, sentence: str) -> None:
    file = project / "content/wuerfelkrieg/system.yaml"
    file.write_text(file.read_text("utf-8").replace("source_language: de", f"source_language: {language}"), "utf-8")
    for form in ("po", "xliff", "tmx", "tbx", "csv"):
        said = run("--project", project, "export", "--format", form, "--system", "wuerfelkrieg").out
        assert sentence in said if sentence else "Das Original ist" not in said, form
        assert "Leap" in said


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_csv_holds_everything_that_people_wrote(library: Library) -> None:
    text = "".join(write_csv(library))
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    found = {f"{row['id']}#{row['field']}": row for row in rows(text)}
    assert {u.context for u in units(library)} <= set(found)
    assert all((found[u.context]["en"], found[u.context]["de"]) == (u.source, u.target) for u in units(library))
    german_only = {
        "wuerfelkrieg/wurf#card.effect": "Du würfelst mit allen Würfeln. Danach beginnt das Kämpfen.",
        "wuerfelkrieg/trefferliste#data.rows.1.1": "1, siehe Kämpfen",
        "wuerfelkrieg/glossar/wuerfel#definition": "Ein Ding mit sechs Seiten.",
        "wuerfelkrieg/glossar/wuerfel#synonyms.0": "=1+1",
        "begriffe/rueckzug#notes.murmeln": "Wer liegt, bleibt liegen.",
        "murmeln/schnipsen#short": "Stoße deine Murmel mit einem Finger an.",
    }
    assert {name: found[name]["de"] for name in german_only} == german_only
    assert "wuerfelkrieg/trefferliste#data.rows.0.0" not in found


def test_csv_for_excel(library: Library) -> None:
    """CSV for Excel has its mark and separator, and no cell that Excel would run."""
    text = "".join(write_csv(library, "wuerfelkrieg", "excel"))
    assert text.startswith("\ufeffid;field;")
    assert {row["\ufeffid"].partition("/")[0] for row in rows(text, ";")} == {"wuerfelkrieg"}
    assert "'=1+1" in text
    assert ";=1+1" not in text


# -- whole --------------------------------------------------------------------------------------------------------------------------


def test_exports_are_streams(library: Library) -> None:
    """A writer yields its first pieces before it has seen the last unit, so that 50,000 units need no more memory than one."""
    seen: list[Unit] = []

    def watched() -> Iterator[Unit]:
        for unit in units(library):
            seen.append(unit)
            yield unit

    total, notes = len(list(units(library))), Context(library)
    for pieces in (write_po(watched(), notes, "x"), write_xliff(watched(), notes), write_tmx(watched(), notes)):
        seen.clear()
        next(pieces)
        next(pieces)
        assert len(seen) < total / 2


def test_the_same_content_gives_the_same_bytes(project: Path, library: Library) -> None:
    again = load(project)[0]
    assert po_file(units(library), Context(library)) == po_file(units(again), Context(again))
    assert xliff_file(units(library), Context(library)) == xliff_file(units(again), Context(again))


# -- bad files ----------------------------------------------------------------------------------------------------------------------

PO_HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset={}\\n"\n\n'
UNIT = 'msgctxt "a#b"\nmsgid "x"\nmsgstr "y"\n'

BAD_PO = [
    (b"", 1, "keinen einzigen PO-Eintrag"),
    (b"Das ist kein PO.\n", 1, "kein PO"),
    ((PO_HEAD.format("UTF-8") + 'msgctxt "a#b"\nmsgid "x"\n').encode(), 6, "abgeschnitten"),
    ((PO_HEAD.format("UTF-8") + UNIT + 'msgctxt "a#c"\nmsgid "x').encode(), 8, "kein PO"),
    ((PO_HEAD.format("UTF-8") + 'msgctxt "a#b"\nmsgid "x"\nmsgid "z"\nmsgstr ""\n').encode(), 6, "nicht vollständig"),
    ((PO_HEAD.format("ISO-8859-1") + UNIT).encode(), 1, "ISO-8859-1"),
    ((PO_HEAD.format("UTF-8") + UNIT).encode() + b'msgctxt "a#c"\nmsgid "K\xe4se"\nmsgstr ""\n', 8, "nicht UTF-8"),
    ((PO_HEAD.format("UTF-8") + UNIT).encode("utf-16"), 1, "nicht UTF-8"),
    (b"\x00\x01\x02", 1, "kein PO"),
]


@pytest.mark.parametrize(("raw", "line", "message"), BAD_PO)
def test_bad_po(raw: bytes, line: int, message: str) -> None:
    """A broken PO file is refused with line and reason."""
    with pytest.raises(BadFile, match=message) as caught:
        list(read_po(raw))
    assert caught.value.line == line


READ_PO = [
    (
        '# Kommentar\n#. Stand: 0123456789ab\n#, c-format, fuzzy\n#| msgid "alt"\n' + UNIT,
        [("a#b", "x", "y", True, "0123456789ab")],
    ),
    (UNIT.replace("\n", "\r\n"), [("a#b", "x", "y", False, "")]),
    ("\ufeff" + UNIT, [("a#b", "x", "y", False, "")]),
    ('msgctxt "a#b"\nmsgid ""\n"x\\n"\n"y"\nmsgstr "\\\\ \\" \\x41\\101"\n', [("a#b", "x\ny", '\\ " AA', False, "")]),
    (UNIT + '#~ msgctxt "weg#b"\n#~ msgid "x"\n#~ msgstr "y"\n', [("a#b", "x", "y", False, "")]),
    (UNIT + UNIT.replace("a#b", "a#c"), [("a#b", "x", "y", False, ""), ("a#c", "x", "y", False, "")]),
    ('msgid "ohne Kontext"\nmsgstr "y"\n' + UNIT, [("a#b", "x", "y", False, "")]),
]


@pytest.mark.parametrize(("text", "expected"), READ_PO)
def test_po_of_other_programs(text: str, expected: list[tuple[object, ...]]) -> None:
    assert [(r.context, r.source, r.target, r.unfinished, r.stamp) for r in read_po(text.encode())] == expected


def test_plural_forms_are_trouble() -> None:
    (back,) = read_po(b'msgctxt "a#b"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "z"\nmsgstr[1] "z"\n')
    assert "Mehrzahl" in back.trouble


XLIFF = '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">{}</xliff>'
ENTITIES = "".join(f'<!ENTITY b{i} "{f"&b{i - 1};" * 10}">' for i in range(1, 9))
BOMB = f'<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY b0 "ha">{ENTITIES}]>\n' + XLIFF.format("&b8;")

BAD_XLIFF = [
    (b"", 1, "fehlerhaft"),
    (b"kein XML", 1, "fehlerhaft"),
    (XLIFF.format('<file id="f">\n<unit id="a:b"><segment>').encode(), 2, "fehlerhaft oder abgeschnitten"),
    (XLIFF.format("\n<file>")[:-5].encode(), 2, "fehlerhaft oder abgeschnitten"),
    (b'<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>', 1, "kein XLIFF 2.0"),
    (b"<html/>", 1, "kein XLIFF 2.0"),
    (BOMB.encode(), 2, "DOCTYPE"),
    (b'<?xml version="1.0"?>\n\n<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>', 3, "DOCTYPE"),
    (b"\n" + XLIFF.format("K\xe4se").encode("latin-1"), 2, "Kodierung"),
    (b'<?xml version="1.0" encoding="klingonisch"?>' + XLIFF.format("").encode(), 1, "Kodierung"),
]


@pytest.mark.parametrize(("raw", "line", "message"), BAD_XLIFF)
def test_bad_xliff(raw: bytes, line: int, message: str) -> None:
    """A broken XLIFF file is refused with line and reason."""
    with pytest.raises(BadFile, match=message) as caught:
        list(read_xliff(raw))
    assert caught.value.line == line


IGNORABLE = "<ignorable><source> </source></ignorable>"
SEGMENT = "<segment{}><source>{}</source>{}</segment>"
READ_XLIFF = [
    (SEGMENT.format("", "a", "<target>b</target>"), ("a", "b", False, False)),
    (SEGMENT.format(' state="initial"', "a", "<target>b</target>"), ("a", "b", True, False)),
    (SEGMENT.format(' state="final"', "a", "<target>b</target>"), ("a", "b", False, False)),
    (SEGMENT.format("", "a", ""), ("a", "", False, False)),
    (
        SEGMENT.format("", "a.", "<target>A.</target>") + IGNORABLE + SEGMENT.format("", "b.", "<target>B.</target>"),
        ("a. b.", "A. B.", False, False),
    ),
    (SEGMENT.format("", "a.", "<target>A.</target>") + SEGMENT.format("", "b.", ""), ("a.b.", "", False, False)),
    (SEGMENT.format("", "a", '<target><mrk id="m">b</mrk> c</target>'), ("a", "b c", False, False)),
    (SEGMENT.format("", "a", '<target>b<ph id="1"/></target>'), ("a", "b", False, True)),
    (SEGMENT.format("", "a", '<target order="2">b</target>'), ("a", "b", False, True)),
    (SEGMENT.format("", "a &amp; &#13;", "<target><![CDATA[<b>]]></target>"), ("a & \r", "<b>", False, False)),
]


@pytest.mark.parametrize(("segments", "expected"), READ_XLIFF)
def test_xliff_of_other_programs(segments: str, expected: tuple[object, ...]) -> None:
    notes = '<notes><note category="Stand">0123456789ab</note></notes>'
    raw = XLIFF.format(f'<file id="f"><unit id="t9a.angst:short">{notes}{segments}</unit></file>')
    (back,) = read_xliff(raw.encode())
    assert (back.source, back.target, back.unfinished, bool(back.trouble)) == expected
    assert (back.context, back.stamp) == ("t9a/angst#short", "0123456789ab")


#: Pieces of files that a reader takes as such, in any order.
PO_PIECES = """
msgctxt "t9a/angst#short"
msgid "a"
msgstr "b"
msgid ""
"c"
#, fuzzy
#| msgid "d"
#~
#. Stand: 0
\\
"
""".splitlines(keepends=True)
XLIFF_PIECES = """
<unit id="t9a.angst:short">
</unit>
<segment>
<segment state="final">
</segment>
<source>a</source>
<target>b</target>
<notes>
</notes>
<note category="Stand">0</note>
<ph/>
<source>
</source>
<mrk>
</mrk>
<ignorable/>
&lt;
&x;
""".splitlines()


@given(st.lists(st.sampled_from(PO_PIECES) | st.text(max_size=5), max_size=20).map("".join))
def test_any_po_is_survived(text: str) -> None:
    with suppress(BadFile):
        assert all(isinstance(one, Received) for one in read_po(text.encode("utf-8", "replace")))


@given(st.lists(st.sampled_from(XLIFF_PIECES) | st.text(max_size=3), max_size=20).map("".join))
def test_any_xliff_is_survived(text: str) -> None:
    with suppress(BadFile):
        read = read_xliff(XLIFF.format(f'<file id="f">{text}</file>').encode("utf-8", "replace"))
        assert all(isinstance(one, Received) for one in read)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@settings(max_examples=tries(200), deadline=None)
def test_any_bytes_are_survived(raw: bytes) -> None:
    for reader in (read_po, read_xliff):
        with suppress(BadFile):
            assert all(isinstance(one, Received) for one in reader(raw))
