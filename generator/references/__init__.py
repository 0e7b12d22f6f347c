"""References: find, resolve and link them; the graph of all texts; moving ids.

`references` finds, `resolve` decides, `graph` holds the result for the whole library, `link` handles any text.
"""
