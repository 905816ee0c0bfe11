"""Which channels of a PyTorch model can be permuted together: read off the graph of one call."""
