"""Exchange texts with translators' tools: units, PO, XLIFF, TMX, TBX, CSV, checks on import, accepting."""
