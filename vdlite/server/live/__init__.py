"""What is new in the logs, and who is informed."""
