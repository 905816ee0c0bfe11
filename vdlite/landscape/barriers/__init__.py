"""Loss barriers: what the loss rises to on the lines between models."""
