"""A program that is started and watched from outside: its output, its signals, and how it ends."""
