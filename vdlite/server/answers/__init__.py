"""Whatever is sent, as bytes."""
