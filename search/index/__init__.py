"""The index on disk: written whole, swapped in, opened; one adapter per engine.

Decisions: 0100, 0101, 0102, 0120, 0157, 0158.
"""
