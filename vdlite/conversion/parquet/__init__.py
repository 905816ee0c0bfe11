"""Runs as Parquet files, for engines such as DuckDB, Polars, pandas, Dask and Spark."""
