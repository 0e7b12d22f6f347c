"""Pages: what templates show, everything decided; lists of rules; one rule as HTML for any place."""
