"""Proofing: do German and English state the same, are terms used as agreed, is the content in order; findings as a report.

Decisions: 0033, 0044, 0045, 0048, 0049, 0050, 0051.
"""
