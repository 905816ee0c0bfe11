"""What a training runs in: the machine, the packages, the version of its code."""
