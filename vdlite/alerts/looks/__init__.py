"""Looks: what one rule finds in one run that has grown. Each goes on from where the last look was."""
