"""The places where drafts wait until they are payloads, and the thread that makes them."""
