"""The quality of the search, measured with queries as players type them and judged by reading the rules."""
