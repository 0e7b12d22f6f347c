"""Finders of slips in a rulebook's text, one room per sort; `repairs.py` puts what they find together.

Each finder takes the text and the book's words and yields repairs in the order of the text; none changes anything.
"""
