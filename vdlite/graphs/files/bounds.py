"""How much of a file is taken: what anybody may have written costs only itself."""

MOST_TEXT_BYTES = 256 << 20
"""Of JSON that is read as a whole: the graph of a million operations has about as much."""
MOST_NODES = 1_000_000
MOST_LEVELS = 64
"""Of graphs within graphs."""
