"""Permuting the units of one network so that it lies near another one: the same function, other weights."""
