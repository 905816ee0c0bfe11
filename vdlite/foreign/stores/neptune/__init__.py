"""Runs of Neptune, in exports."""
