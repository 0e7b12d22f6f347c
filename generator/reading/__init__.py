"""Content and glossary files → library: sources, parsing, overlays, archives, published ids, canonical form.

Start at `load.load`.

Decisions: 0001, 0010, 0065, 0134, 0147.
"""
