"""How much is asked for and answered at once."""

#: No more hits than this, whatever is asked for.
MOST_HITS = 50
