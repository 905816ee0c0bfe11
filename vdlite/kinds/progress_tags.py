"""Tags of scalars that say how far a loop of a program is, and how fast."""

PROGRESS = "progress/"
"""What they begin with; then come the loop's name and one of the words below. The step is the number of items done."""

LEFT = "left"
"""How many items are left."""

STEPS_PER_SECOND = "steps_per_second"
SAMPLES_PER_SECOND = "samples_per_second"
