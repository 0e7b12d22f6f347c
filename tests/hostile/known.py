"""What the measuring of expressions leaves out, and why."""

#: Expressions that meet only what our own build has written a moment ago: our pages' HTML, styles and scripts.
OWN = {
    f"nachschlag.generator.{name}"
    for name in (
        "contents",
        "embed_page",
        "embed_scripts",
        "folder",
        "merged_styles",
        "offline",
        "roster.sheet",
        "schemes",
        "scripts",
        "site",
        "styles",
        "zensical",
    )
}
#: Expressions that do not keep pace and stay as they are: `part of what is printed` → why.
KNOWN = {
    "nachschlag.generator.plugins.mkdocs:0 finditer '<(?P<closed>": "meets a page that its own author has MkDocs build",
}

#: Modules with calls of `re` whose pattern is there only at work: what it is made of is escaped words, or comes from profiles.
RUN_TIME = {
    "citations",
    "editions.moved_citations",
    "ingest.blocks",
    "ingest.mends.signs",
    "ingest.mends.words",
    "ingest.profile",
    "ingest.recognisers.cards",
    "ingest.recognisers.heading_lines",
    "ingest.recognisers.lines",
    "ingest.recognisers.name_lists",
    "ingest.recognisers.numbered",
    "ingest.table_cells",
    "link",
    "markup_html",
    "parse_fields",
    "plugins.rules",
    "roster.match",
    "translation.facts",
    "translation.term_match",
    "translation.typography",
    "wording",
}
