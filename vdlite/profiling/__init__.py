"""Profiles: recorded from torch and other programs, read from files, and what is computed from them."""
