"""Content and glossary files → library: sources, parsing, overlays, archives, published ids, canonical form.

Start at `load.load`.
"""
