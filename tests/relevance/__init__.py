"""How well the search finds: queries as players type them, judged by reading the rules, and what is measured with them."""
