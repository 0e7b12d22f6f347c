"""What changed: editions compared, feeds, the English as it was, and how far each text is."""
