"""Proofing: checks that German and English state the same, that terms are used as agreed and the content is in order; reports
findings."""
