"""The build step and the browser's index."""

from __future__ import annotations

import gzip
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.files.memo import Memo
from nachschlag.generator.files.output import Output
from nachschlag.generator.model.library import Library
from nachschlag.search import open_index
from nachschlag.search.browser.browser_index import BrowserIndex, to_bytes
from nachschlag.search.browser.numbers import ENDS, GOES_ON, numbers
from nachschlag.search.browser.packed import front_coded, shown_words
from nachschlag.search.build import build_step, core_modules
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.schema import IMPACTS, LEVELS, level_of_weight, saturated
from nachschlag.search.core.words import all_words


@pytest.fixture
def built(library: Library, tmp_path: Path) -> Path:
    """A build folder after the step of the search."""
    output = Output(tmp_path / "pages")
    build_step(library, output, tmp_path)
    output.finish()
    return tmp_path


def test_the_step_writes_both_indexes_and_the_scripts(built: Path) -> None:
    names = {path.name for path in (built / "pages/assets/suche").iterdir()}
    systems = ("begriffe", "teekrieg", "zwergenball")
    files = {f"{kind}-{system}.json" for kind in ("short", "index", "texte") for system in systems}
    scripts = {"suche.js", *core_modules()}
    assert (
        names == {"index.json", "names.json", "suche.css"} | {f"words-{system}.json" for system in systems[1:]} | scripts | files
    )
    assert open_index(built / "index").search("kannen")[0].id == "teekrieg/kannen"


def browser_index(corpus: Corpus) -> dict[str, bytes]:
    return {name: to_bytes(make()) for name, make in BrowserIndex(corpus).files().items()}


def test_the_same_library_gives_the_same_bytes(corpus: Corpus) -> None:
    first, second = (browser_index(corpus) for _ in range(2))
    assert first == second
    assert all(b'": ' not in content[:200] for content in first.values())


def test_the_scripts_keep_to_the_content_security_policy(built: Path) -> None:
    folder = built / "pages/assets/suche"
    for script in folder.glob("*.js"):
        text = script.read_text("utf-8")
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write", "https://"):
            assert forbidden not in text, f"{forbidden} in {script.name}"


# -- codings ------------------------------------------------------------------------------------------------------------------


def test_front_coding_takes_off_few_letters_or_all() -> None:
    long = "a" * 100
    assert front_coded([long, f"{long}b", f"{long}bc{long}", "aab"]) == f"Z{long}AbAc{long}Zaab"


def test_only_plain_words_are_left_to_what_is_shown(corpus: Corpus) -> None:
    title = "Tee aus 4 Kannen, Őrség"
    documents = all_words(Corpus(corpus.systems, [replace(corpus.documents[0], title=title, names=("größte Ю",))]), Memo())
    found = shown_words(documents)
    assert {"tee", "aus", "4", "kannen", "orseg", "grosste"} <= set(found)
    assert "ю" not in found


@pytest.mark.parametrize("value", [0, ENDS - 1, ENDS, ENDS + GOES_ON - 1, 2_000, 10_000_000])
def test_json_leaves_numbers_as_they_are(value: int) -> None:
    assert json.dumps(numbers([value]), ensure_ascii=False) == f'"{numbers([value])}"'


def test_the_index_of_a_small_library_is_small(corpus: Corpus) -> None:
    own = {name: content for name, content in browser_index(corpus).items() if not name.startswith("texte-")}
    assert sum(len(gzip.compress(content)) for content in own.values()) < 9_000


# -- weights ------------------------------------------------------------------------------------------------------------------


def level_of(value: float) -> int:
    """The level nearest to an impact."""
    return max(0, min(LEVELS - 1, round(math.log(value / IMPACTS[0]) / math.log(1.1))))


def test_levels_are_steps_of_ten_per_cent() -> None:
    assert len(IMPACTS) == LEVELS
    assert [level_of(value) for value in IMPACTS] == list(range(LEVELS))


def test_thresholds_separate_the_levels() -> None:
    for weight in (0.01, 0.35, 0.7, 1.0, 2.5, 8.0, 11.5, 40.0, 1000.0):
        assert level_of_weight(weight) == level_of(saturated(weight))


def test_more_of_a_word_weighs_more_but_ever_less() -> None:
    steps = [saturated(x) for x in (1, 2, 3, 6, 12)]
    assert steps == sorted(steps)
    assert steps[1] - steps[0] > steps[2] - steps[1]
