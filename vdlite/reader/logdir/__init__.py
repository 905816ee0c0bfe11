"""What lies below the logdirs: runs, stores of other tools, and which logs belong to one run."""
