"""What was read of logs, kept between processes: columns that are mapped, and a catalogue of them.

Nothing of it is ever trusted over a log. It lies outside of the logdirs, and can be deleted at any time.
"""
