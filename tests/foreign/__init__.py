"""Logs of other tools, and what is read of them."""
