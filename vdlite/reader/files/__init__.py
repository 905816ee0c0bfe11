"""How files are reached: below the logdirs only, through threads of each drive, and as they grow."""
