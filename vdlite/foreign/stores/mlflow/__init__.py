"""Runs of MLflow, in folders and in databases."""
