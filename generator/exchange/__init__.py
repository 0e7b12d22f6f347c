"""Texts out to translators' tools and back: units, PO, XLIFF, TMX, TBX, CSV, what may come in, accepting."""
