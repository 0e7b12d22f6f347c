"""The most that one call may ask for."""

#: No more hits than this, whatever is asked for.
MOST_HITS = 50
#: The most workers of a service. One process accepts all connections for them: beyond five it is what they wait for.
MOST_WORKERS = 64
