"""References: find them in a text, resolve them, link them; the graph of all texts; ids that move.

`references` finds, `resolve` decides, `graph` holds the result for the whole library, `link` serves anybody's text.
"""
