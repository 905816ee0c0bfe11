"""How requests share threads, memory and drives."""
