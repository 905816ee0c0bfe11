"""Pictures: from arrays to pixels, grids of them, and PNG files; knows no kind."""
