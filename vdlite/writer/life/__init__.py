"""The life of a writer: its folder, its files, what goes on in it, its end, and what comes after it."""
