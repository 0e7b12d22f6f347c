"""What changed: editions compared, feeds, the English as it was, and how far each text is.

Decisions: 0026, 0027, 0028, 0039, 0040, 0042, 0043.
"""
