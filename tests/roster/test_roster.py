"""Army lists: the three file formats, names as list builders write them, and the sheet. The rosters are made up."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.model.library import Library
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.reading.load import load
from nachschlag.generator.takeaway.roster.army import Roster, RuleName
from nachschlag.generator.takeaway.roster.bad_roster import MOST_BYTES, BadRoster
from nachschlag.generator.takeaway.roster.match import Matched, Matcher, Missing, named_system, split_value, titled
from nachschlag.generator.takeaway.roster.read import tree_of
from nachschlag.generator.takeaway.roster.roster_sheet import RosterSheet, roster_sheet
from nachschlag.generator.takeaway.roster.walk import roster_of

from tests.html import Page
from tests.projects import MINI, mini_project, nachschlag, repository_copy

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
ROS = (ROSTERS / "becherwache.ros").read_bytes()


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name.replace("_", "."), raw)
    return out.getvalue()


def roster(raw: bytes) -> Roster:
    return roster_of(tree_of(raw))


@pytest.fixture(scope="module")
def library() -> Library:
    return load(MINI)[0]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load_project(mini_project(tmp_path_factory.mktemp("liste") / "projekt"))


# -- reading ------------------------------------------------------------------------------------------------------------------


def in_encoding(encoding: str, declared: str = "") -> bytes:
    return ROS.decode("utf-8").replace('encoding="UTF-8"', f'encoding="{declared or encoding}"').encode(encoding)


JSON = (ROSTERS / "becherwache.json").read_bytes()
KINDS: dict[str, bytes] = {
    "ros": ROS,
    "rosz": zipped(liste_ros=ROS),
    "with a mark": b"\xef\xbb\xbf" + ROS,
    "with a mark, declared as something else": b"\xef\xbb\xbf" + ROS.replace(b'"UTF-8"', b'"windows-1252"'),
    "UTF-16": in_encoding("utf-16"),
    "UTF-16 big-endian": b"\xfe\xff" + in_encoding("utf-16-be", "UTF-16"),
    "UTF-16 without a mark": in_encoding("utf-16-le"),
    "UTF-16 without a mark, big-endian": in_encoding("utf-16-be"),
    "UTF-16 declared as UTF-8": in_encoding("utf-16", "UTF-8"),
    "UTF-8 declared as UTF-16": in_encoding("utf-8", "utf-16"),
    "UTF-32": in_encoding("utf-32"),
    "UTF-16 in a rosz": zipped(liste_ros=in_encoding("utf-16")),
    "Windows-1252": in_encoding("windows-1252"),
    "Latin-9": in_encoding("iso-8859-15"),
    "Windows-1252 in a rosz": zipped(liste_ros=in_encoding("windows-1252")),
    "json": JSON,
    "json with a mark": b"\xef\xbb\xbf" + JSON,
    "json in UTF-16": JSON.decode("utf-8").encode("utf-16"),
}


@pytest.mark.parametrize("raw", KINDS.values(), ids=KINDS.keys())
def test_all_kinds_of_file_give_the_same_roster(raw: bytes) -> None:
    found = roster(raw)
    assert (found.name, found.system, found.points) == ("Becherwache & Co.", "Würfelkrieg 1st Edition", "320 pts")
    [force] = found.forces
    assert force.name == "House of Cups · Army"
    assert [(unit.name, unit.count, unit.points) for unit in force.units] == [
        ("Für alle", 0, ""),
        ("Cup Captain", 1, "120 pts"),
        ("Cup Guard", 5, "200 pts"),
    ]
    assert [name.text for name in force.units[1].names if name.sure] == [
        "Dice Storm (2)",
        "Loaded Dice",
        "Aiming",
        "dice storm 3",
        "Gerangel",
    ]
    assert [name.text for name in force.units[2].names if name.sure] == ["BRAWLING", "Aimin"]


BOMB = b'<!DOCTYPE roster [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><roster name="&b;"/>'
FOREIGN = b'<!DOCTYPE roster SYSTEM "file:///etc/passwd"><roster/>'
UNUSABLE: list[tuple[str, bytes, str]] = [
    ("entities", BOMB, "DOCTYPE"),
    ("foreign entity", FOREIGN, "DOCTYPE"),
    ("no roster", b"<catalogue/>", "beginnt mit"),
    ("cut off", ROS[:900], "abgeschnitten"),
    ("no units", b'<roster name="x"><forces><force/></forces></roster>', "keine Einheit"),
    ("deep", b"<roster>" + b"<selections><selection>" * 200, "verschachtelt"),
    ("unknown encoding", b'<?xml version="1.0" encoding="klingon"?><roster/>', "„klingon“"),
    ("no file's encoding", b'<?xml version="1.0" encoding="punycode"?><roster/>', "„punycode“"),
    ("another encoding than declared", ROS.replace(b"&amp;", b"\xfc"), "nicht durchgehend in UTF-8"),
    ("half of UTF-16", ROS.decode().encode("utf-16")[:-1], "nicht durchgehend in UTF-16"),
    ("UTF-16 of something else", "Wörter".encode("utf-16"), "keine Armeeliste"),
    ("broken json", b'{"roster": ', "JSON"),
    ("deep json", b'{"a":' * 100_000, "JSON"),
    ("other json", b'{"roster": {"forces": 3}}', "New Recruit"),
    ("units of no shape", b'{"roster": {"forces": [{"selections": [3, {"type": ["unit"]}, null]}]}}', "keine Einheit"),
    ("text", b"Meine Liste: 3 Becher", "keine Armeeliste"),
    ("empty", b"", "keine Armeeliste"),
    ("broken zip", b"PK\x03\x04 oh", "ZIP"),
    ("two rosters", zipped(a_ros=ROS, b_ros=ROS), "2 Dateien"),
    ("empty zip", zipped(), "0 Dateien"),
    ("zip bomb", zipped(a_ros=b" " * (MOST_BYTES + 1)), "zu groß"),
    ("too big", b" " * (MOST_BYTES + 1), "zu groß"),
]


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in UNUSABLE], ids=[row[0] for row in UNUSABLE])
def test_other_files_are_refused_with_a_reason(raw: bytes, expected: str) -> None:
    with pytest.raises(BadRoster, match=expected):
        roster(raw)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_damage_of_a_zip_is_more_than_a_bad_roster(method: int) -> None:
    """Any byte may be wrong: names, places, compressed contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("würfel.ros", b"<roster/>" * 9)
    whole = out.getvalue()
    for place in range(2, len(whole)):
        with pytest.raises(BadRoster):
            tree_of(whole[:place] + b"\xff" + whole[place + 1 :])


def test_odd_values_are_left_out() -> None:
    odd = {
        "name": {"a": 1},
        "costs": "viel",
        "number": "1e9",
        "type": "unit",
        "rules": [{"name": None}, {"name": 7}, "x"],
        "profiles": {},
    }
    found = roster(json.dumps({"roster": {"forces": [{"selections": [odd]}]}}).encode())
    assert [(unit.name, unit.count, unit.points, unit.names) for unit in found.forces[0].units] == [("Einheit", 1, "", ())]


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=40),
    st.sampled_from(["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]),
)
def test_a_name_is_the_same_in_every_encoding(name: str, encoding: str) -> None:
    unit = f"<selections><selection type={quoteattr('unit')} name={quoteattr(name)}/></selections>"
    text = f'<?xml version="1.0" encoding="{encoding}"?><roster><forces><force>{unit}</force></forces></roster>'
    assert roster(text.encode(encoding)).forces[0].units[0].name == (name.strip() or "Einheit")


@given(st.binary(max_size=200), st.sampled_from([b"", b"<?xml encoding='", b"<\0", b"\xff\xfe", b"{", b"PK\x03\x04"]))
def test_any_bytes_end_in_a_roster_or_a_reason(raw: bytes, beginning: bytes) -> None:
    with pytest.raises(BadRoster):
        roster(beginning + raw)


#: What readers of texts look for, so that made-up lists pass their first checks.
LINES = """
Wache (110)
Wache (2 AP)
• General
 with Captain (1)
=== Spiel ===
Spell Lore - Nebel (20 Points)
-----
== (Warlord) Fürst [160]: Wild (2), Blick [10 pts]
440 - 25 Speere, Standarte
+ Kern + [240pts]
Created with X
* (
""".splitlines()
NAMES = st.sampled_from(
    ["forces", "selections", "rules", "profiles", "categories", "costs", "characteristics", "name", "type", "number"]
)
TREES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.sampled_from(["unit", "model", "upgrade", "9" * 400]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=30,
)


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=30), max_size=20).map("\n".join))
def test_any_text_ends_in_a_roster_or_a_reason(loaded: Loaded, text: str) -> None:
    with suppress(BadRoster):
        assert roster_sheet(loaded, roster(text.encode("utf-8", "replace")), "wuerfelkrieg").html


@given(st.lists(st.dictionaries(NAMES, TREES, max_size=5), max_size=3))
def test_any_tree_ends_in_a_roster_or_a_reason(loaded: Loaded, forces: list[Any]) -> None:
    with suppress(BadRoster):
        assert roster_sheet(loaded, roster(json.dumps({"roster": {"forces": forces}}).encode()), "wuerfelkrieg").html


def test_half_characters_do_not_break_the_sheet(loaded: Loaded) -> None:
    raw = JSON.replace(b"Cup Guard", b"Cup \\ud800Guard").replace(b"BRAWLING", b"Brawl\\udfffing")
    assert "Cup \ufffdGuard" in roster_sheet(loaded, roster(raw), "wuerfelkrieg").html.encode("utf-8").decode("utf-8")


# -- Age of Sigmar's form ------------------------------------------------------------------------------------------------------

NEBELWACHT = ROSTERS / "nebelwacht.ros"


@pytest.fixture(scope="module")
def sigmar(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load_project(repository_copy(tmp_path_factory.mktemp("sigmar") / "projekt", systems=("aos",)))


@pytest.fixture(scope="module")
def mist(sigmar: Loaded) -> RosterSheet:
    found = roster(NEBELWACHT.read_bytes())
    assert named_system(sigmar.library, found) == "aos"
    return roster_sheet(sigmar, found, "aos")


def test_weapon_abilities_are_rules_of_their_unit(mist: RosterSheet) -> None:
    units = re.findall(r'<article class="b-einheit">.*?</article>', mist.html, re.DOTALL)
    rules = [re.findall(r"<dt><a[^>]*>(.*?)</a>", unit) for unit in units]
    assert rules[1:] == [
        ["Basis", "Heldenschutz", "Held", "Rettungswurf (5+)", "Anti-Infanterie (+1 Wucht)", "Krit. (tödlich)", "Nahbeschuss"],
        ["Angriff (+1 Schaden)", "Begleiter"],
    ]
    assert [missing.text for missing in mist.missing] == ["Veil the Ford", "Lantern in the Fog", "Mist-hungry"]
    assert "Words of the book" not in mist.html


def test_unknown_names_are_reported(mist: RosterSheet) -> None:
    assert mist.rest == {
        "Unbekannte Felder": ("Card", "Affray", "Fuel: Whale oil", "oaths: Oath of the Ford"),
        "Kategorien ohne Regel": ("Move", "MIST WARDENS", "BEAST"),
        "Auswahl ohne Regel": ("Tactic Deck", "Base Size", "Fog Lance", "Lamp Oil", "Teeth"),
    }
    assert all(name in Page("", mist.html).text for names in mist.rest.values() for name in names)


def profile(type_: str, **fields: str) -> bytes:
    characteristics = [{"name": name, "$text": text} for name, text in fields.items()]
    unit = {"type": "unit", "name": "U", "profiles": [{"name": "Thing", "typeName": type_, "characteristics": characteristics}]}
    return json.dumps({"roster": {"forces": [{"selections": [unit]}]}}).encode()


#: A profile's type and fields → what the sheet reports, besides the rules it finds.
PROFILES: list[tuple[str, dict[str, str], dict[str, tuple[str, ...]]]] = [
    ("Unit", {"Hands": '2"', "Luck": "D6+1"}, {"Auswahl ohne Regel": ("Thing",)}),
    ("Weapon", {"Hands": "2", "Special Rules": "Aiming"}, {"Auswahl ohne Regel": ("Thing",)}),
    ("Weapon", {"Hands": "2", "Habit": "Aiming"}, {"Auswahl ohne Regel": ("Thing",)}),
    (
        "Weapon",
        {"Hands": "2", "Habit": "Aiming, Drinks"},
        {"Unbekannte Felder": ("Habit: Drinks",), "Auswahl ohne Regel": ("Thing",)},
    ),
    (
        "Weapon",
        {"Hands": "2", "Lore": "A long sentence of many words"},
        {"Unbekannte Felder": ("Lore",), "Auswahl ohne Regel": ("Thing",)},
    ),
    ("Omen", {"Lore": "Rain"}, {"Unbekannte Profilarten": ("Omen: Thing",)}),
    ("Omen", {}, {"Unbekannte Profilarten": ("Omen: Thing",)}),
]


@pytest.mark.parametrize(("type_", "fields", "expected"), PROFILES)
def test_unknown_fields_and_profiles(
    loaded: Loaded, type_: str, fields: dict[str, str], expected: dict[str, tuple[str, ...]]
) -> None:
    sheet = roster_sheet(loaded, roster(profile(type_, **fields)), "wuerfelkrieg")
    assert sheet.rest == expected
    assert sheet.whole == (expected.keys() <= {"Auswahl ohne Regel"})


# -- matching -----------------------------------------------------------------------------------------------------------------

#: A name in a roster → the title on the sheet.
MATCHED = [
    ("Dice Storm (2)", "Würfelsturm (2)"),
    ("dice storm 3", "Würfelsturm (3)"),
    ("DICE STORM (X)*", "Würfelsturm (X)"),
    ("Dice-Storm [2]", "Würfelsturm (2)"),
    ("Dice Storms", "Würfelsturm (X)"),
    ("2x Dice Storm (D3)", "Würfelsturm (D3)"),
    ("Brawling", "Kämpfen"),
    ("falling back", "Rückzug"),
    ("Hit Charts:", "Trefferliste"),
    ("Gerangel", "Kämpfen"),
    ("Würfelsturm (2)", "Würfelsturm (2)"),
    ("Rückzugs", "Rückzug"),
    ("Cups", "Becher"),
]


@pytest.mark.parametrize(("written", "title"), MATCHED)
def test_names_as_list_builders_write_them(library: Library, written: str, title: str) -> None:
    found = Matcher(library, "wuerfelkrieg").match(RuleName(written, sure=True))
    assert isinstance(found, Matched)
    assert titled(library, found) == title


def test_names_that_leave_a_word_open(tmp_path: Path) -> None:
    entry = "---\ntitle: Gegen-X (+1 Wurf)\ntitle_en: Anti-X (+1 Throw)\nkind: rule\nshort: Gegen etwas.\n---\n"
    library = load(mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/gegen-x.md": entry}))[0]
    assert Matcher(library, "wuerfelkrieg").match(RuleName("Anti-Cup (+1 Throw)", sure=True)) == Matched(
        "wuerfelkrieg/gegen-x", "Becher"
    )
    assert titled(library, Matched("wuerfelkrieg/gegen-x", "Becher")) == "Gegen-Becher (+1 Wurf)"
    assert Matcher(library, "wuerfelkrieg").match(RuleName("Anti-Mug (+1 Throw)", sure=True)) == Matched(
        "wuerfelkrieg/gegen-x", "Mug"
    )
    assert isinstance(Matcher(library, "wuerfelkrieg").match(RuleName("Anti-Cup (+2 Throw)", sure=True)), Missing)


@pytest.mark.parametrize(
    ("written", "near"), [("Dice Strom 2", "wuerfelkrieg/wuerfelsturm"), ("Aimin", "wuerfelkrieg/zielen"), ("Xyzzy", "")]
)
def test_unmatched_names_are_listed_with_the_nearest(library: Library, written: str, near: str) -> None:
    found = Matcher(library, "wuerfelkrieg").match(RuleName(written, sure=True))
    assert isinstance(found, Missing)
    assert found.near[:1] == ((near,) if near else ())
    assert Matcher(library, "wuerfelkrieg").match(RuleName(written, sure=False)) is None


@pytest.mark.parametrize("text", ["", "()", "(2)", "2", "*", "‮", "a" * 5000, "( [ (", "x (2) (3) (4)"])
def test_any_name_ends_in_an_answer(library: Library, text: str) -> None:
    split_value(text)
    assert Matcher(library, "wuerfelkrieg").match(RuleName(text, sure=False)) is None


@pytest.mark.parametrize(
    ("named", "system"),
    [
        ("Würfelkrieg", "wuerfelkrieg"),
        ("WÜRFELKRIEG - 2nd Edition", "wuerfelkrieg"),
        ("Murmelschlacht 4.0", "murmeln"),
        ("Halma", None),
        ("", None),
    ],
)
def test_the_system_is_recognised_by_its_name(library: Library, named: str, system: str | None) -> None:
    assert named_system(library, Roster("", named, "", ())) == system


# -- the sheet ----------------------------------------------------------------------------------------------------------------


def sheet_of(loaded: Loaded, raw: bytes = ROS) -> Page:
    return Page("", roster_sheet(loaded, roster(raw), "wuerfelkrieg").html)


def test_units_have_their_rules_in_order_and_each_rule_stands_once(loaded: Loaded) -> None:
    sheet = roster_sheet(loaded, roster(ROS), "wuerfelkrieg")
    units = re.findall(r'<article class="b-einheit">.*?</article>', sheet.html, re.DOTALL)
    rules = [re.findall(r"<dt><a[^>]*>(.*?)</a>", unit) for unit in units]
    assert rules == [["Rückzug"], ["Würfelsturm (2)", "Zielen", "Würfelsturm (3)", "Kämpfen"], ["Kämpfen", "Wurf"]]
    ids = re.findall(r'<article class="b-regel n-regel" id="([^"]+)"', sheet.html)
    assert ids == ["regel-kaempfen", "regel-rueckzug", "regel-wurf", "regel-wuerfelsturm", "regel-zielen"]
    assert [missing.text for missing in sheet.missing] == ["Loaded Dice", "Aimin"]
    assert "Aimin</strong> – am nächsten: Zielen" in sheet.html
    assert "Words of the book" not in sheet.html


def test_the_sheet_stands_alone(loaded: Loaded) -> None:
    page = sheet_of(loaded)
    assert {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe"} == set()
    assert not [a for _, attributes in page.tags for a in attributes if a == "style" or a.startswith("on")]
    style = re.findall(r"<style>(.*?)</style>", page.source, re.DOTALL)[0]
    policy = next(a["content"] for a in page.elements("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert "url(" not in style.replace('url("data:', "")
    assert [a["href"] for a in page.elements("a") if not a["href"].startswith("#")] == []
    assert {a["href"][1:] for a in page.elements("a")} <= page.anchors


def test_with_an_address_rules_link_to_their_pages(tmp_path: Path) -> None:
    project = load_project(mini_project(tmp_path / "projekt", mkdocs="site_name: P\nsite_url: https://example.org/\n"))
    addresses = {a["href"] for a in sheet_of(project).elements("a")}
    assert "https://example.org/wuerfelkrieg/zielen/" in addresses


HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}", "</style><b>", "'; alert(1) //"]


@pytest.mark.parametrize("payload", HOSTILE)
def test_hostile_rosters_gain_nothing(loaded: Loaded, payload: str) -> None:
    unit: dict[str, Any] = {
        "type": "unit",
        "name": payload,
        "number": 2,
        "rules": [{"name": payload}, {"name": "Brawling (" + payload + ")"}],
    }
    unit["costs"] = [{"name": payload, "value": 3}]
    raw = {"roster": {"name": payload, "gameSystemName": payload, "forces": [{"name": payload, "selections": [unit]}]}}
    plain, page = sheet_of(loaded), sheet_of(loaded, json.dumps(raw).encode())
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in plain.tags}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert payload in page.text


# -- the command --------------------------------------------------------------------------------------------------------------


def test_the_command_writes_the_sheet_and_reports_what_it_missed(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    done = nachschlag("--project", project, "roster", ROSTERS / "becherwache.json", "--out", tmp_path / "blatt.html")
    assert (done.returncode, done.stdout) == (1, "")
    assert "5 Regeln gefunden, 2 Namen nicht" in done.stderr
    assert "Auswahl ohne Regel: Silver Cup" in done.stderr
    assert "Becherwache &amp; Co." in (tmp_path / "blatt.html").read_text("utf-8")


def test_programs_get_the_rules_of_each_unit_by_id(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt", mkdocs="site_name: Probe\nsite_url: https://r.example/\n")
    done = nachschlag("--project", project, "roster", ROSTERS / "becherwache.json", "--format", "json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["system"] == "wuerfelkrieg"
    assert told["missing"][1] == {"text": "Aimin", "near": ["wuerfelkrieg/zielen"], "several": False}
    assert told["other"] == {"Auswahl ohne Regel": ["Silver Cup"]}
    rules = {rule["name"]: rule for force in told["forces"] for unit in force["units"] for rule in unit["rules"]}
    assert rules["dice storm 3"] == {
        "name": "dice storm 3",
        "id": "wuerfelkrieg/wuerfelsturm",
        "title": "Würfelsturm (3)",
        "value": "3",
        "short": "Du wirfst X Würfel mehr.",
        "url": "https://r.example/wuerfelkrieg/wuerfelsturm/",
    }


@pytest.mark.parametrize(
    ("raw", "arguments", "expected"),
    [
        (ROS.replace("Würfelkrieg 1st".encode(), b"Halma"), [], "--system"),
        (ROS, ["--system", "halma"], "halma"),
        (b"oh", [], "keine Armeeliste"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, raw: bytes, arguments: list[str], expected: str) -> None:
    (tmp_path / "liste.ros").write_bytes(raw)
    done = nachschlag("--project", mini_project(tmp_path / "projekt"), "roster", tmp_path / "liste.ros", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert expected in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
