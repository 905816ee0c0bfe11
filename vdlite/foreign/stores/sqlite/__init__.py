"""SQLite files that others write to and that are not trusted: opened, asked, and known by their tables."""
