"""Projects of trackio."""
