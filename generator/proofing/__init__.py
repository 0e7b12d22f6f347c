"""Proofing: checks that German and English state the same, that terms are used as agreed and the content is in order; reports
findings.

Decisions: 0033, 0044, 0045, 0048, 0049, 0050, 0051, 0078, 0081, 0127, 0152, 0165, 0189, 0204, 0220, 0222.
"""
