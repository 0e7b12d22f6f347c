"""Every regular expression of ours, run on texts that were made to keep it busy."""
