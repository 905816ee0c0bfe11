"""Fewer records than were logged: every n-th step, and only so many bytes."""
