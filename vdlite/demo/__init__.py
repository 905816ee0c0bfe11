"""`vdlite demo`: a real training, logged as any training would be. Start reading at `training`."""
