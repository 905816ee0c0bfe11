"""Curvature: the Hessian of a loss, by its products with vectors."""
