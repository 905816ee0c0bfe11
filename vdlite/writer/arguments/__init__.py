"""What a caller hands over: checked, converted, and answered with a hint where it is no use."""
