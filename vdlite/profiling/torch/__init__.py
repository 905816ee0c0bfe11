"""Profiles of PyTorch: sessions around a training, the events of a profiler, the names of modules."""
