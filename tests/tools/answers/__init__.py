"""Measure whether a phone shows the answer to a player's question: in the hits, or after one tap."""
