"""What the measuring of expressions leaves out, and why."""

#: Expressions that meet only what our own build has written a moment ago: our pages' HTML, styles and scripts.
OWN = {
    f"nachschlag.generator.{name}"
    for name in (
        "pages.embed_page",
        "pages.styles",
        "prose.open_html",
        "site.contents",
        "site.embed_scripts",
        "site.folder",
        "site.merged_styles",
        "site.offline",
        "site.schemes",
        "site.scripts",
        "site.site",
        "site.zensical",
        "takeaway.roster.roster_sheet",
    )
}
#: Expressions that do not keep pace and stay as they are: `part of what is printed` → why.
KNOWN = {
    "nachschlag.generator.plugins.mkdocs:0 finditer '<(?P<closed>": "meets a page that its own author has MkDocs build",
}

#: Modules with calls of `re` whose pattern is there only at work: what it is made of is escaped words, or comes from profiles.
RUN_TIME = {
    "german.before",
    "german.sentences",
    "history.moved_citations",
    "ingest.repairs.book_words",
    "ingest.repairs.signs",
    "ingest.structure.blocks",
    "ingest.structure.profile",
    "ingest.structure.recognisers.cards",
    "ingest.structure.recognisers.heading_lines",
    "ingest.structure.recognisers.lines",
    "ingest.structure.recognisers.name_lists",
    "ingest.structure.recognisers.numbered",
    "ingest.structure.table_cells",
    "plugins.rules",
    "proofing.facts",
    "proofing.term_match",
    "proofing.typography",
    "prose.wording",
    "reading.parse_fields",
    "references.citation_patterns",
    "references.link",
    "references.markup_html",
    "takeaway.roster.match",
}
