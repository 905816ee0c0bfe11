"""Points of embeddings, and their layouts in few dimensions."""
