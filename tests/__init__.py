"""Proof that the program does what it says.

Decisions: 0125, 0229.
"""
