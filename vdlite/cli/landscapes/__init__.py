"""Commands that draw loss landscapes and their like, and what these share."""
