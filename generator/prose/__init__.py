"""A rule's text: its lines, Markdown as HTML, drawings, the wording of fields, how far it is reviewed, addresses between pages.

Decisions: 0002, 0003, 0124, 0182, 0186.
"""
