"""Write an index: a whole one, or the documents that changed since a whole one was written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import TYPE_CHECKING

from nachschlag.generator import german

from ..core import analysis, documents, lexicon, plain, schema, system_words, thesaurus, totals, vocabulary, words
from ..core.analysis import Analysed, analyse
from ..core.documents import Corpus, corpus_of
from ..core.schema import SCHEMA_VERSION
from . import bases, changes, generations, rows
from .generations import LEXICON

if TYPE_CHECKING:
    from nachschlag.generator.model.library import Library

#: A change to any of these rebuilds the index, even if the schema version was not raised.
_ANALYSING = (
    plain,
    documents,
    schema,
    words,
    totals,
    system_words,
    thesaurus,
    vocabulary,
    analysis,
    lexicon,
    bases,
    changes,
    rows,
)


def build_index(library: Library, path: Path | str) -> bool:
    """Build the index of a library at `path` and swap it in. Return False, changing nothing, if the index has the same documents."""
    return write_index(corpus_of(library), Path(path))


def write_index(corpus: Corpus, path: Path, analysed: Callable[[], Analysed] | None = None) -> bool:
    """Do as `build_index` for existing documents; `analysed` is called only if their analysis is needed."""
    digest = documents_hash(corpus)
    edition = generations.edition(path)
    if edition == digest:
        return False
    before = generations.current(path) if edition else None
    found = analysed() if analysed else analyse(corpus)
    generations.publish(path, digest, lambda folder: _write(folder, corpus, found, before))
    return True


def documents_hash(corpus: Corpus) -> str:
    """One digest of everything the index depends on: the documents, and the code and German word lists that analyse them."""
    content = repr((SCHEMA_VERSION, program(), corpus.systems, corpus.marks))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def program() -> str:
    """The mark of the code and the word lists that analyse documents."""
    digest = hashlib.sha256()
    beside = Path(__file__).with_name("whoosh_adapter.py")  # not imported, because Whoosh is not needed for a few documents
    in_german = (path for path in sorted(Path(getfile(german)).parent.iterdir()) if path.suffix in (".py", ".yaml"))
    for source in (Path(__file__), beside, thesaurus.FILE, *map(Path, map(getfile, _ANALYSING)), *in_german):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _write(folder: Path, corpus: Corpus, analysed: Analysed, before: Path | None) -> None:
    now = bases.base_of(corpus, analysed, program())
    places = bases.places(bases.read(before), now, analysed) if before else None
    if before and places is not None:
        bases.carry_over(before, folder)
        kept = set(places)
        changed = [(at, rows.row_of(analysed, at)) for at in range(len(analysed.documents)) if at not in kept]
        changes.write(folder, changes.Changes(tuple(places), tuple(changed)))
    else:
        from . import whoosh_adapter

        whoosh_adapter.write(folder, (rows.row_of(analysed, at) for at in range(len(analysed.documents))))
        bases.write(folder, now)
    content = lexicon.to_json(lexicon.lexicon_of(corpus, analysed))
    (folder / LEXICON).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
