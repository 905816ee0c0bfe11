"""What writes runs with each tool, started by the interpreter in which that tool is installed.

Beside the tool, they import only the standard library.
"""
