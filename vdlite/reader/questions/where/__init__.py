"""The query language of the page's tables, answered in Python: from a text to the rows that it finds.

`webapp/src/lib/table` has the same grammar and rules; `tests/data/queries.json` is what both are tested by.
"""
