"""A file → its text with pages, whatever its format."""
