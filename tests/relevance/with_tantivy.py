"""tantivy (Rust), tuned like FTS5: German stems, prefixes and one slip in titles. Needs the extra "peers"."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nachschlag.search.core.documents import Document

from .measure import DEPTH, Engine

#: As with FTS5: title, English title and number count more than the text.
_BOOSTS = {"title": 6.0, "begun": 6.0, "en": 5.0, "number": 8.0, "part": 1.0, "body": 1.0}


def write(documents: Sequence[Document], folder: Path) -> None:
    """Write an index of the documents."""
    import tantivy

    writer = _index(folder).writer(num_threads=1)
    for one in documents:
        fields = {"id": one.id, "system": one.system, "title": one.title, "begun": one.title, "en": one.title_en}
        fields |= {"number": one.number, "part": one.part, "body": f"{one.short}\n{one.body}"}
        writer.add_document(tantivy.Document(**fields))
    writer.commit()
    writer.wait_merging_threads()


def opened(folder: Path) -> Engine:
    """The search of an index."""
    from tantivy import Occur, Query

    index = _index(folder)
    searcher = index.searcher()
    schema, fields = index.schema, list(_BOOSTS)

    def search(query: str, system: str | None) -> Sequence[str]:
        # prefixes, and one slip, in titles only: (prefix, distance, a swap is one slip)
        wanted = index.parse_query_lenient(query, fields, field_boosts=_BOOSTS, fuzzy_fields={"begun": (True, 1, True)})[0]
        if system:
            only = Query.boost_query(Query.term_query(schema, "system", system), 0.0)
            wanted = Query.boolean_query([(Occur.Must, wanted), (Occur.Must, only)])
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(wanted, DEPTH).hits]

    return search


def _index(folder: Path) -> Any:
    import tantivy

    schema = tantivy.SchemaBuilder()
    for name in ("id", "system"):
        schema.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("title", "en", "part", "body"):
        schema.add_text_field(name, stored=True, tokenizer_name="de")
    for name in ("begun", "number"):  # the title again, unstemmed: for prefixes and slips
        schema.add_text_field(name, tokenizer_name="plain")
    folder.mkdir(exist_ok=True)
    index = tantivy.Index(schema.build(), path=str(folder))
    for name, stems in (("de", True), ("plain", False)):
        analyser = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
        index.register_tokenizer(name, (analyser.filter(tantivy.Filter.stemmer("german")) if stems else analyser).build())
    return index
