"""References: find, resolve and link them; the graph of all texts; moving ids.

`references` finds, `resolve` decides, `graph` holds the result for the whole library, `link` handles any text.

Decisions: 0011, 0012, 0013, 0014, 0046, 0061, 0070, 0075, 0131, 0154, 0168, 0171, 0179, 0184, 0230.
"""
