"""Proofing: do German and English state the same, are terms used as agreed, is the content in order; findings as a report."""
