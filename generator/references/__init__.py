"""References: find them in a text, resolve them, link them; the graph of all texts; ids that move.

`references` finds, `resolve` decides, `graph` holds the result for the whole library, `link` serves anybody's text.

Decisions: 0011, 0012, 0013, 0014, 0046, 0061, 0070.
"""
