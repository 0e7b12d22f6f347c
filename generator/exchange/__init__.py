"""Exchange texts with translators' tools: units, PO, Weblate, XLIFF, TMX, TBX, CSV, checks on import, accepting.

Decisions: 0022, 0023, 0024, 0029, 0129, 0130.
"""
