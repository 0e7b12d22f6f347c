"""Pages: what templates show, everything decided; lists of rules; one rule as HTML for any place.

Decisions: 0016, 0030, 0037, 0064, 0069, 0072.
"""
