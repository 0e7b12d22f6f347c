"""Finders of typing and scanning errors in a rulebook's text, one module per sort; `repairs.py` combines their results.

Each finder takes the text and the book's words and yields repairs in text order, without changing anything.
"""
