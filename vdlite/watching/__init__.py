"""What a machine, a process and its GPUs do: a module for each source, which gives numbers by name; knows no writer."""
