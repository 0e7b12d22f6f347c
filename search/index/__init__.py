"""The index on disk: written whole, swapped in, opened; one adapter per engine."""
