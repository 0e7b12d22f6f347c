"""Reports on what was recognised, left over, proposed and changed."""
