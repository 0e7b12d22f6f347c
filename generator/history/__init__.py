"""Changes over time: comparison of editions, feeds, the former English, and each text's progress.

Decisions: 0026, 0027, 0028, 0039, 0040, 0042, 0043.
"""
