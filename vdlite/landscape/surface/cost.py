"""What points cost, as measured at the center: how long all of them will take, before any has come."""

from concurrent.futures import Executor
from dataclasses import dataclass

from vdlite.landscape.workers.pool import Workers, number_of


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that were measured in this process."""

    each: float  # of a point
    busy: float = 0.0  # the same, of all threads together
    setup: float = 0.0  # until an evaluator was ready: each worker makes one of its own

    def shared(self, executor: Executor | Workers | None) -> tuple[float, float]:
        """Seconds that a point takes where an executor computes it, all workers together, and those until they begin."""
        if executor is None:
            return self.each, 0.0
        if not isinstance(executor, Workers):
            return self.each / number_of(executor), self.setup
        # Each has fewer threads than this process.
        each = max(self.each, self.busy / executor.threads)
        return each / executor.number, executor.starting + self.setup
