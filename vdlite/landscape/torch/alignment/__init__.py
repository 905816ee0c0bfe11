"""The channels of a PyTorch model that can be permuted together: read off the graph of one call."""
