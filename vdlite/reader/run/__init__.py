"""One run: its log files merged, its state, and what of them can't be read."""
