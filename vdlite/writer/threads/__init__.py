"""What lets several threads, interrupted calls and forks share a writer."""
