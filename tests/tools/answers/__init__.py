"""Is the answer to a player's question to be seen on a phone: in the hits, or after one tap?"""
