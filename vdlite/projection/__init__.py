"""Projections of many dimensions to a few. A library of its own: arrays in, arrays out; it knows nothing of runs.

- `pca`: principal components; `align`: turning one layout onto another
- `tsne`, `umap`: layouts by neighborhood, with progress
- `neighbors`: the points nearest to one, exactly
- `prepare`: which rows can be projected, and how they are scaled
- `python -m vdlite.projection`: a layout in a process of its own, so that it can be ended at any time
"""
