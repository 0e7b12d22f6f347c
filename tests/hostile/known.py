"""Expressions excluded from the measurement, and why."""

#: Expressions that only see the fresh output of our own build: our pages' HTML, styles and scripts.
OWN = {
    f"nachschlag.generator.{name}"
    for name in (
        "pages.embed_page",
        "pages.styles",
        "prose.open_html",
        "site.contents",
        "site.embed_scripts",
        "site.finish",
        "site.folder",
        "site.frames",
        "site.merged_styles",
        "site.offline",
        "site.schemes",
        "site.scripts",
        "site.template_script",
        "site.zensical",
        "takeaway.roster.roster_sheet",
    )
}
#: Superlinear expressions that stay as they are: `part of the printed line` → why.
KNOWN = {
    "nachschlag.generator.plugins.mkdocs:0 finditer '<(?P<closed>": "meets a page that its own author has MkDocs build",
}

#: Modules with calls of `re` whose pattern exists only at run time: it is made of escaped words, or comes from profiles.
RUN_TIME = {
    "german.before",
    "german.bounds",
    "german.negation",
    "german.opposites",
    "german.sentences",
    "german.units",
    "history.moved_citations",
    "ingest.repairs.book_words",
    "ingest.repairs.signs",
    "ingest.structure.profile",
    "ingest.structure.recognisers.cards",
    "ingest.structure.recognisers.defined_terms",
    "ingest.structure.recognisers.inline_terms",
    "ingest.structure.table_cells",
    "plugins.rules",
    "proofing.facts",
    "proofing.term_match",
    "prose.wording",
    "reading.made_tables",
    "reading.parse_fields",
    "german.citation_patterns",
    "references.link",
    "references.markup_html",
    "takeaway.roster.match",
}
