"""Logs turned into others."""
