"""Reports on what was recognised, left over, proposed and changed; the outline of drafts, and corrections of it."""
