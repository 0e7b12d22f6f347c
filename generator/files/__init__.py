"""Files of any content: atomic writes, folders of made files, several at once, a lock, YAML with places, JSON, XML, words.

Decisions: 0025, 0032, 0074, 0123, 0136, 0214, 0237, 0254.
"""
