"""Logdirs that have an address, such as s3://bucket/runs: listed in one go, and read by ranges of bytes."""
