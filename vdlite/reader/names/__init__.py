"""Very many names: as a tree, and by their words."""
