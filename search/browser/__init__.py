"""The index that browsers load."""
