"""How much of a file is taken: what anybody may have written costs only itself."""

MOST_TEXT_BYTES = 256 << 20
"""Of JSON that is read as a whole: the graph of a million operations has about as much."""
MOST_NODES = 250_000
"""Of a file: some seconds of work; no model that people have made comes near."""
MOST_EXPANDED = 200_000
"""Operations of functions that are written out where they are called: calls can stand for more than any file holds."""
MOST_TENSORS = 100_000
MOST_LEVELS = 64
"""Of graphs within graphs."""
