"""Processes that compute points, and how a problem gets to them."""
