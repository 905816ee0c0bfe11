"""Directions: how the axes of a landscape are made."""
