"""Stores of other tools that are no log files: folders of small files, and files that hold several runs.

A store gives the runs that it holds, and of each run what it was given and its points behind a mark. Databases are
opened for one read at a time, and never written to.
"""
