"""Content and glossary files → library: sources, parsing, overlays, archives, published ids, canonical form.

`load.load` is the way in.

Decisions: 0001, 0010, 0065.
"""
