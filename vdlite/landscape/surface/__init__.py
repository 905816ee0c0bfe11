"""Computing the points of a line or a plane."""
