"""What adapters for trainers cost, beside the LogWriter beneath them: no training, only what a loop would hand over."""

import statistics
import tempfile

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

# Each makes `log(step)`, which logs VALUES numbers, and `close()`.
_ADAPTERS = {
    "LogWriter.add_scalar": """
        from vdlite import LogWriter
        writer = LogWriter(folder)
        def log(step):
            for tag in tags:
                writer.add_scalar(tag, step + 0.5, step)
        close = writer.close
    """,
    "transformers: on_log": """
        from types import SimpleNamespace
        from vdlite.integrations.transformers import VdliteCallback
        callback = VdliteCallback(folder)
        state = SimpleNamespace(is_world_process_zero=True, global_step=0, trial_name=None)
        def log(step):
            state.global_step = step
            callback.on_log(None, state, None, {tag: step + 0.5 for tag in tags})
        close = lambda: callback.writer.close()
    """,
    "Lightning: log_metrics": """
        from vdlite.integrations.lightning import VdliteLogger
        logger = VdliteLogger(folder)
        def log(step):
            logger.log_metrics({tag: step + 0.5 for tag in tags}, step)
        close = lambda: logger.experiment.close()
    """,
    "accelerate: log": """
        import accelerate
        from vdlite.integrations.accelerate import VdliteTracker
        tracker = VdliteTracker("run", folder)
        tracker.start()
        def log(step):
            tracker.log({tag: step + 0.5 for tag in tags}, step)
        close = lambda: tracker.tracker.close()
    """,
    "stable-baselines3: write": """
        import numpy
        from vdlite.integrations.stable_baselines3 import VdliteWriter
        output = VdliteWriter(folder)
        def log(step):
            output.write({tag: numpy.float32(step) for tag in tags}, {}, step)
        close = output.close
    """,
}

_PROGRAM = """
    import json, sys, textwrap, time
    folder, count = sys.argv[2], int(sys.argv[3])
    tags = [f"name{number}" for number in range(10)]
    exec(textwrap.dedent(sys.argv[1]))
    for step in range(100):
        log(step)
    start = time.perf_counter()
    for step in range(100, 100 + count):
        log(step)
    seconds = time.perf_counter() - start
    close()
    print(json.dumps(seconds / count / len(tags)))
"""


def measure(*, quick: bool) -> list[Row]:
    """Each in turn, several times; medians."""
    rounds, count = (1, 1000) if quick else (3, 10_000)
    found: dict[str, list[float]] = {}
    problems: dict[str, str] = {}
    for _ in range(rounds):
        for who, adapter in _ADAPTERS.items():
            if who in problems:
                continue
            with tempfile.TemporaryDirectory() as folder:
                try:
                    found.setdefault(who, []).append(run_json(_PROGRAM, adapter, folder, count))
                except NotInstalled as error:
                    problems[who] = str(error)
    what = "a value of a trainer, ten at a time"
    rows = [
        Row(what, who, statistics.median(times) * 1e6, "µs", "")
        for who, times in found.items()
        if times
    ]
    return rows + [Row(what, who, None, "", why) for who, why in problems.items()]
