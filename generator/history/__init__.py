"""What changed: comparison of editions, feeds, the former English, and each text's progress."""
