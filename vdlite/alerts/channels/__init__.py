"""Channels: where events are sent. They know no rules; each takes a message and delivers it, or says why it can't."""
