"""Content and glossary files → library: sources, parsing, overlays, archives, published ids, canonical form.

`load.load` is the way in.
"""
