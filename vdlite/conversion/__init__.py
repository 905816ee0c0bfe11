"""Logs turned into others: those of other tools into ours, and ours into event files of TensorBoard."""
