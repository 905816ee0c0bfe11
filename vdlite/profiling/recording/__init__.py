"""What recordings are made with: sessions around loops, spans, and what all sources of events share."""
