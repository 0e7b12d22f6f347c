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
    "generator.german.before",
    "generator.german.bounds",
    "generator.german.negation",
    "generator.german.opposites",
    "generator.german.sentences",
    "generator.german.units",
    "generator.history.moved_citations",
    "generator.ingest.repairs.book_words",
    "generator.ingest.repairs.signs",
    "generator.ingest.source.latex_commands",
    "generator.ingest.structure.profile",
    "generator.ingest.structure.recognisers.cards",
    "generator.ingest.structure.recognisers.defined_terms",
    "generator.ingest.structure.recognisers.inline_terms",
    "generator.ingest.structure.table_cells",
    "generator.plugins.rules",
    "generator.proofing.facts",
    "generator.proofing.term_match",
    "generator.prose.wording",
    "generator.reading.made_tables",
    "generator.reading.parse_fields",
    "generator.german.citation_patterns",
    "generator.references.link",
    "generator.references.markup_html",
    "generator.takeaway.roster.match",
    "search.core.words",
}
