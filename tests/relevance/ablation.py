"""The gain of each step of the search: removes one at a time and measures on the judged queries of both halves.

python -m tests.relevance.ablation
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from nachschlag.generator import load
from nachschlag.generator.german import compounds, letters, search_words, stemming
from nachschlag.search.core import analysis, documents, expand, lexicon, query, scoring, spelling
from nachschlag.search.core.documents import Corpus, corpus_of
from nachschlag.search.index.index import open_index
from nachschlag.search.index.writing import write_index

from .measure import DEPTH, Engine, ask, scores
from .queries import queries

ROOT = Path(__file__).parents[2]

#: What replaces a step: (module, name, stand-in).
StandIn = tuple[Any, str, Any]


def _nothing(*_: Any, **__: Any) -> tuple[()]:
    return ()


def _same(text: str, *_: Any) -> str:
    return text


STEPS: dict[str, list[StandIn]] = {
    "everything": [],
    "stems (Snowball)": [(stemming, "stem", lambda token: token)],
    "folding of ae, oe, ue": [
        (letters, "_plain_vowel", lambda match: match[0].replace("ä", "a").replace("ö", "o").replace("ü", "u"))
    ],
    "verb forms": [(stemming, "base_of", lambda *_: "")],
    "compounds split": [(compounds, "split_compound", _nothing)],
    "slips": [(expand, "_slips", _nothing)],
    "prefix of the last word": [(expand, "_prefixes", _nothing)],
    "parts of other words (infix)": [(expand, "_infixes", _nothing)],
    "neighbours written as one": [(query, "_also", _nothing)],
    "initials of titles": [(search_words, "acronyms", lambda *_: set())],
    "parameters taken off": [(search_words, "strip_parameters", _same)],
    "stop words": [(search_words, "STOP_WORDS", frozenset())],
    "numbers": [(query, "_numbers", lambda *_: iter(()))],
    "the game's name as filter": [(query, "_take_system", lambda tokens, systems: (None, tokens))],
    "titles and names raised": [(scoring, "_ways", lambda *_: iter(()))],
    "coverage of the query": [(scoring, "UNCOVERED", 1.0)],
    "likeness to written-down queries and names": [(scoring, "LIKENESS", 0.0)],
    "words that mean the same": [(analysis, "_also", lambda *_: {})],
    "the thesaurus": [(analysis, "thesaurus_of", lambda _: {})],
    "own words of a system alone": [(lexicon.Lexicon, "within", lambda whole, _: whole)],
    "words that frame a sentence": [(expand, "FRAMING", {})],
    "letters of a sentence": [(spelling, "GROWTH", 0.0)],
    "names of concepts": [(documents, "_related", _nothing)],
    "written-down queries": [(documents, "_queries", _nothing)],
    "terms' synonyms, forms, abbreviations": [(documents, "_names", lambda entry, terms: entry.aliases)],
    "body": [],
    "guesses where nothing fits": [(expand, "_far_fetched", None)],
}


def main() -> None:
    library, _ = load(ROOT)
    judged = list(queries())
    print(f"{'without':48}{'s@1':>8}{'MRR':>8}{'s@5':>8}{'zero':>8}")
    for name, stand_ins in STEPS.items():
        with ExitStack() as stack:
            for module, attribute, value in stand_ins:
                stack.enter_context(patch.object(module, attribute, value if value is not None else _no_guess))
            corpus = corpus_of(library)
            if name == "body":
                corpus = Corpus(corpus.systems, tuple(replace(document, body="") for document in corpus.documents))
            outcomes = ask(stack.enter_context(_search(corpus)), judged)
        s = scores(outcomes)["all"]
        print(f"{name:48}{s.success_at_1:8.3f}{s.mrr:8.3f}{s.success_at_5:8.3f}{s.zero:8.3f}", flush=True)


def _no_guess(*_: Any) -> expand.ExpandedWord:
    return expand.ExpandedWord((), 0.0)


@contextmanager
def _search(corpus: Corpus) -> Iterator[Engine]:
    """A search over a corpus, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        write_index(corpus, Path(folder) / "index")
        with open_index(Path(folder) / "index") as found:
            yield lambda text, system: [hit.id for hit in found.search(text, system=system, limit=DEPTH)]


if __name__ == "__main__":
    main()
