"""The index that browsers load.

Decisions: 0103, 0107, 0108, 0116, 0117, 0194, 0231, 0234, 0236, 0248.
"""
