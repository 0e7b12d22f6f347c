"""Every regular expression of ours, run on texts made to keep it busy."""
