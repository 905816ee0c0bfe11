"""Events of a run: what happened in it that somebody should look at. Columns in, events out."""
