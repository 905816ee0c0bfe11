"""Trials: what each was given, how its scalars went, and all of them as one table."""
