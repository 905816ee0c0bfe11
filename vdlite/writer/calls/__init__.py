"""What LogWriter offers: the `add_*` methods, one file for each sort."""
