"""Series: their points and records, thinned, smoothed, and read on demand."""
