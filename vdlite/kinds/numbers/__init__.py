"""Numbers out of whatever callers hold, counted and packed; knows no kind."""
