"""Files of any content: atomic writes, several files at once, a lock, YAML with places, JSON, XML, word differences."""
