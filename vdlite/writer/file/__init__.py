"""Files of a writer's own, to which it appends whatever the disk does."""
