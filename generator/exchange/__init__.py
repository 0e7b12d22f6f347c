"""Texts out to translators' tools and back: units, PO, XLIFF, TMX, TBX, CSV, what may come in, accepting.

Decisions: 0022, 0023, 0024, 0029.
"""
