"""Files of other programs, which are looked at without being logged."""
