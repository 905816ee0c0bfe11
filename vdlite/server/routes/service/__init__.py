"""The server itself: its status, its events, its documentation, and who is let in."""
