"""Rules over runs, and the events where they were broken: while a training runs, or over one that has ended."""
