"""What was recognised, left over, proposed and changed."""
