"""The build step and the browser's index."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from nachschlag.generator.files.atomic import Output
from nachschlag.generator.model.library import Library
from nachschlag.search import open_index
from nachschlag.search.browser.browser_index import browser_index, to_bytes
from nachschlag.search.browser.coding import Encoder, front_coded
from nachschlag.search.build import build_step
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.schema import IMPACTS, LEVELS, impact, level_of, level_of_weight, saturated
from nachschlag.search.own_files import ASSETS


@pytest.fixture
def built(library: Library, tmp_path: Path) -> Path:
    """A build folder after the search's step."""
    output = Output(tmp_path / "pages")
    build_step(library, output, tmp_path)
    output.finish()
    return tmp_path


def test_the_step_writes_both_indexes_and_the_scripts(built: Path) -> None:
    names = {path.name for path in (built / "pages/assets/suche").iterdir()}
    texts = {"texte-begriffe.json", "texte-teekrieg.json", "texte-zwergenball.json"}
    scripts = {"suche.js"} | {path.name for path in ASSETS.glob("suche-*.js")}
    assert names == {"index.json", "names.json", "suche.css"} | scripts | texts
    assert open_index(built / "index").search("kannen")[0].id == "teekrieg/kannen"


def test_the_same_library_gives_the_same_bytes(corpus: Corpus) -> None:
    first, second = (to_bytes(browser_index(corpus, analyse(corpus.documents))) for _ in range(2))
    assert first == second
    assert b": " not in first[:200]


def test_the_scripts_keep_to_the_content_security_policy(built: Path) -> None:
    folder = built / "pages/assets/suche"
    for script in folder.glob("*.js"):
        text = script.read_text("utf-8")
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write", "https://"):
            assert forbidden not in text, f"{forbidden} in {script.name}"


def test_the_weights_are_the_same_on_both_sides() -> None:
    from nachschlag.generator.german import compounds, stemming
    from nachschlag.search.browser import coded, coding
    from nachschlag.search.core import expand, query, results, schema, scoring

    script = "".join(path.read_text("utf-8").replace("export const ", "const ") for path in sorted(ASSETS.glob("suche-*.js")))
    for name, value in {
        "CONTEXTS": coding.CONTEXTS,
        "ODD": coded.ODD,
        "MOST_KEY_WORDS": coded.MOST_KEY_WORDS,
        "PART_OF_WORD": schema.PART_OF_WORD,
        "LINKS": list(compounds.LINKS),
        "VERB_ENDINGS": list(stemming.VERB_ENDINGS),
        "SEPARABLE": ["", *stemming.SEPARABLE],
        "INSEPARABLE": list(stemming.INSEPARABLE),
        "ADJECTIVAL": list(stemming.ADJECTIVAL),
        "UNCOVERED": scoring.UNCOVERED,
        "TITLE": [scoring.TITLE_FACTOR, scoring.TITLE_BONUS],
        "CORE": [scoring.CORE_FACTOR, scoring.CORE_BONUS],
        "STEMS": [scoring.STEMS_FACTOR, scoring.STEMS_BONUS],
        "TITLE_PREFIX": [scoring.PREFIX_FACTOR, scoring.PREFIX_BONUS],
        "TITLE_PHRASE": [scoring.PHRASE_FACTOR, scoring.PHRASE_BONUS],
        "NUMBER": scoring.NUMBER,
        "SAME_PART": scoring.SAME_PART,
        "OTHER_PART": scoring.OTHER_PART,
        "MAIN_PART_FACTOR": scoring.MAIN_PART_FACTOR,
        "KIND_FACTORS": scoring.KIND_FACTORS,
        "OTHER": [scoring.OTHER_FACTOR, scoring.OTHER_BONUS],
        "ALSO": expand.ALSO,
        "WHOLE_TITLE": scoring.WHOLE_TITLE,
        "BEGUN": scoring.BEGUN,
        "LIKENESS": scoring.LIKENESS,
        "BARE": scoring.BARE,
        "CUT": expand.CUT,
        "VERB": expand.VERB,
        "NO_SECOND_SLIP": expand.NO_SECOND_SLIP,
        "ONE_SLIP": expand.ONE_SLIP,
        "PARTS": expand.PARTS,
        "JOINED": expand.JOINED,
        "ACRONYM": expand.ACRONYM,
        "PREFIX": list(expand.PREFIX),
        "INFIX": list(expand.INFIX),
        "PIECE": expand.PIECE,
        "IDF_HEADROOM": expand.IDF_HEADROOM,
        "PAGE_WORDS": list(query.PAGE_WORDS),
        "PAGE_SCORE": results.PAGE_SCORE,
        "LIKELY": results.LIKELY,
    }.items():
        line = next(line for line in script.splitlines() if line.startswith(f"const {name} = "))
        assert json.loads(line.partition(" = ")[2].rstrip(";").replace("'", '"')) == value, name


# -- codings ------------------------------------------------------------------------------------------------------------------


def test_front_coding_stops_at_its_last_digit() -> None:
    long = "a" * 70
    assert front_coded([long, long + "b"]) == f" A{long} /{'a' * 7}b"


def test_alike_numbers_take_little_room() -> None:
    coder = Encoder()
    for _ in range(10_000):
        coder.number(0, 5)
    assert len(coder.finish()) < 100


def test_the_index_of_a_small_library_is_small(corpus: Corpus) -> None:
    assert len(gzip.compress(to_bytes(browser_index(corpus, analyse(corpus.documents))))) < 8_000


# -- weights ------------------------------------------------------------------------------------------------------------------


def test_levels_are_near_the_impact_they_stand_for() -> None:
    assert len(IMPACTS) == LEVELS
    for level, value in enumerate(IMPACTS):
        assert level_of(value) == level
    assert level_of(0.0) == 0
    assert level_of(1000.0) == LEVELS - 1
    assert impact(level_of(2.0)) == pytest.approx(2.0, rel=0.06)


def test_thresholds_part_the_levels() -> None:
    for weight in (0.01, 0.35, 0.7, 1.0, 2.5, 8.0, 11.5, 40.0, 1000.0):
        assert level_of_weight(weight) == level_of(saturated(weight))


def test_more_of_a_word_weighs_more_but_ever_less() -> None:
    steps = [saturated(x) for x in (1, 2, 3, 6, 12)]
    assert steps == sorted(steps)
    assert steps[1] - steps[0] > steps[2] - steps[1]
