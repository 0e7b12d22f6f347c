"""Files of any content: atomic writes, folders of generated files, several files at once, a lock, YAML with places, JSON, XML, word differences.

Decisions: 0025, 0032, 0074.
"""
