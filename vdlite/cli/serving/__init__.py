"""Commands that serve logdirs, and that find, show and end such servers; where their options come from."""
