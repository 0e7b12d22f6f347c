"""The cases of tests/cases/search, put to both searches: in Python, and in one page of a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.german import compounds, letters, search_words, stemming
from nachschlag.generator.model.library import Library
from nachschlag.search import Hit, Index, open_index
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.expand import expand_query
from nachschlag.search.core.lexicon import distance
from nachschlag.search.core.operators import take_apart
from nachschlag.search.core.query import parse

from tests.cases import Case, agrees, load
from tests.relevance.queries import queries

from .site import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CASES = load("search")
SCRIPT = (Path(__file__).parent / "cases.js").read_text("utf-8")

Answers = Callable[[list[Any]], Any]


@pytest.fixture(scope="module")
def in_python(index: Index) -> Answers:
    """Python's answer to a question."""
    systems, kinds = index.lexicon.systems, index.lexicon.kinds

    def parsed(text: str) -> dict[str, Any]:
        query = parse(text, systems)
        words = [{"text": w.text, "last": w.last, "also": list(w.also), "raw": w.raw or w.text} for w in query.words]
        parts = sorted("/".join(part) for part in query.parts)
        names = ("key", "core", "number", "series", "system", "whole", "page")
        return {"words": words, "parts": parts, **{name: getattr(query, name) for name in names}}

    def asked(text: str) -> dict[str, Any]:
        found = take_apart(text, systems, kinds)
        sets = {name: sorted(getattr(found, name)) for name in ("systems", "kinds", "phases")}
        runs = {name: [list(run) for run in getattr(found, name)] for name in ("phrases", "without")}
        names = {name: list(getattr(found, name)) for name in ("names", "english", "notices")}
        parts = sorted("/".join(part) for part in found.parts)
        return {"text": found.text, "narrows": found.narrows, "parts": parts, **sets, **runs, **names}

    def expanded(text: str) -> list[dict[str, Any]]:
        return [
            {
                "stem": word.stem,
                "meant": word.meant,
                "idf": word.idf,
                "terms": [e.term for e in word.expansions],
                "weights": [[e.in_name, e.in_text] for e in word.expansions],
            }
            for word in expand_query(parse(text, systems), index.lexicon)
        ]

    def found(query: str, **given: Any) -> dict[str, Any]:
        hits = index.search(query, **given)
        return {
            "found": [hit.id for hit in hits],
            "first": hits[0].id if hits else None,
            "scores": [hit.score for hit in hits],
            "sections": [hit.section["id"] if hit.section else "" for hit in hits],
            "rows": [hit.row for hit in hits],
            "snippets": [hit.snippet for hit in hits],
            "marked": [marked(hit) for hit in hits],
            "corrected": index.corrected(query, hits[0]) if hits else "",
            "unknown": list(index.unknown(query, given.get("system"))),
        }

    functions: dict[str, Callable[..., Any]] = {
        "fold": letters.fold,
        "fold_letters": letters.fold_letters,
        "tokens": search_words.words,
        "joined": search_words.joined,
        "key": search_words.key,
        "strip_parameters": search_words.strip_parameters,
        "without_ending": lambda word: list(stemming.without_ending(word)),
        "base_of": stemming.base_of,
        "split_compound": lambda word, vocabulary: list(compounds.split_compound(word, vocabulary)),
        "distance": distance,
        "parse": parsed,
        "take_apart": asked,
        "expand": expanded,
        "search": found,
        "nearest": lambda query, **given: [hit.id for hit in index.nearest(query, **given)],
    }
    return lambda question: functions[question[0]](question[1], **question[2])


def marked(hit: Hit) -> list[str]:
    return [hit.short[start:end] for start, end in hit.highlights]


@pytest.fixture(scope="module")
def page(browser: Browser, library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page for all questions."""
    with served(library, tmp_path_factory.mktemp("seite")) as address:
        page = browser.new_page()
        page.goto(address)
        yield page


def asked(page: Page, questions: Sequence[list[Any]]) -> list[Any]:
    """The browser's answers."""
    return list(page.evaluate(SCRIPT, [page.url.rstrip("/"), questions]))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_python(in_python: Answers, case: Case) -> None:
    """Python gives the expected answer to each neutral case."""
    answer = in_python(case.question)
    assert agrees(answer, case.expected), answer


@pytest.mark.browser
def test_the_browser_says_the_same(in_python: Answers, page: Page) -> None:
    answers = asked(page, [case.question for case in CASES])
    other = {
        str(case): (answer, case.expected, in_python(case.question))
        for case, answer in zip(CASES, answers, strict=True)
        if not (agrees(answer, case.expected) and agrees(answer, in_python(case.question)))
    }
    assert other == {}


#: Names whose words are folded, joined, or written with more than letters.
NAMES = (
    "Größe und Äther",
    "Mauern, Feuer und Quellen",
    "Poeten der Aera",
    "Fußsoldaten",
    "Aufprall (X)er|Impact",
    "Sichern (2W6)",
    "Kapitel 6.2a",
    "45°-Regelung",
    "Œuvre complète",
    "Ab\u00adlage",
)


@pytest.mark.browser
@pytest.mark.parametrize("name", NAMES)
def test_no_beginning_of_a_name_is_overlooked(page: Page, name: str) -> None:
    """Names that `beginning` rules out are not folded."""
    words = [word for one in name.split("|") for word in search_words.key(one).split()]
    starts = [word[:end] for word in words for end in range(1, len(word) + 1)]
    script = """async ([base, name, starts]) => {
      const { beginning, unfolded } = await import(`${base}/assets/suche/search_words.js`);
      return starts.filter((start) => unfolded(name) && !beginning(start).test(unfolded(name)));
    }"""
    assert page.evaluate(script, [page.url.rstrip("/"), name, starts]) == []


@pytest.mark.browser
def test_ids_come_back(page: Page, corpus: Corpus) -> None:
    questions = [["document", at, {}] for at in range(len(corpus.documents))]
    assert asked(page, questions) == [document.id for document in corpus.documents]


@pytest.mark.browser
def test_the_browser_weighs_every_term_as_python_does(page: Page, corpus: Corpus) -> None:
    analysed = analyse(corpus)
    expected: dict[str, list[list[int]]] = {term: [] for term in analysed.frequency}
    for position in range(len(corpus.documents)):
        for term, impact in analysed.impacts(position).items():
            expected[term].append([position, impact])
    assert dict(zip(expected, asked(page, [["postings", term, {}] for term in expected]), strict=True)) == expected


@pytest.mark.browser
@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.audit)])
def test_both_agree_on_judged_queries(page: Page, own_site: Path, every: int) -> None:
    """Our own content and the evaluation set: the same ten hits in the same order."""
    files = own_site / "assets/suche"
    page.route("**/assets/suche/*.json", lambda route: route.fulfill(path=files / Path(route.request.url).name))
    judged = list(queries())[::every]
    found = asked(page, [["search", one.query, {"system": one.system}] for one in judged])
    with open_index(own_site.parent / "build" / "index") as index:
        for one, answer in zip(judged, found, strict=True):
            assert answer["found"] == [hit.id for hit in index.search(one.query, system=one.system)], one.query
