"""The most that one call may ask for."""

#: The most hits of a search.
MOST_HITS = 50
#: The most workers of a service. One process accepts all connections, and with more than five workers it is the bottleneck.
MOST_WORKERS = 64
