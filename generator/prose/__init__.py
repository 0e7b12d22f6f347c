"""A rule's text: its lines, Markdown as HTML, drawings, the wording of fields, and addresses between pages.

Decisions: 0002, 0003.
"""
