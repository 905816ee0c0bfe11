"""A server of the Model Context Protocol: agents ask the questions that people ask of the page, and get exact answers."""
