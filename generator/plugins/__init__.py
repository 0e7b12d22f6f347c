"""Rules on other sites: `[[t9a:Angst]]` in their Markdown becomes a link with the short rule as its tooltip.

`markdown_it` is a plugin for markdown-it-py, `mkdocs` one for MkDocs; both are thin layers over `rules`.

Decisions: 0058.
"""
