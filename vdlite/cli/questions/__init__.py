"""The commands that answer questions about logs, each with a table for people and JSON for programs."""
