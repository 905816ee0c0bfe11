"""All runs kept up to date: which are read when, and what has changed since."""
