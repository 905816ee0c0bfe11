"""Each trainer logs with its adapter, in a training of its own on a CPU."""
