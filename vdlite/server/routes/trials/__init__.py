"""Trials beside each other: their table, and what is computed of it."""
