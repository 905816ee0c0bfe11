"""The socket, and the connections that come in there."""
