"""Curves of low loss between two models."""
