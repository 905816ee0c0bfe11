"""A stream that a test looks at."""

from vdlite.kinds.landscape import LandscapePart
from vdlite.kinds.landscape.assembly import Assembly


class Kept:
    """A stream that keeps what it is given, as a log would."""

    def __init__(self):
        self.assembly = Assembly()
        self.began = None

    def begin(self, landscape):
        self.began = landscape
        self.assembly.add(landscape)

    def part(self, landscape_id, at, values):
        self.assembly.add(LandscapePart(landscape_id, at, values))

    def pause(self):
        pass

    def end(self, landscape):
        self.assembly.add(landscape)

    def landscape(self):
        return self.assembly.landscape()
