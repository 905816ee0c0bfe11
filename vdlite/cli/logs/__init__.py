"""Commands that look into logs, make them, and take them off the disk."""
