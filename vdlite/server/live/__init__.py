"""The news in the logs, and who is informed."""
