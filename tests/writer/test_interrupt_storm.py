"""KeyboardInterrupts in a row, each at any moment of a call: whoever goes on afterwards, logs."""

from pathlib import Path

from tests.writer import every_kind, programs
from vdlite import LogReader

STORM = """
    import signal, sys
    import numpy as np
    from vdlite import LogWriter

    inside = False

    def interrupt(*_):
        if inside:
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, interrupt)
    for number in range(int(sys.argv[2])):
        writer = LogWriter(f"{sys.argv[1]}/{number}")
        image = np.zeros((80, 80, 3), np.uint8)
        writer.add_image("before", image, 0)
        hits = step = 0
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        while hits < 200:
            try:
                inside = True
                writer.add_scalar("before", step, step)
                writer.add_text("before", "x", step)
                writer.add_image("before", image, step)
                if step % 50 == 0:
                    writer.flush()
                step += 1
                inside = False
            except KeyboardInterrupt:
                inside = False
                hits += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
        for step in range(30):
            writer.add_scalar("after/scalar", step, step)
            writer.add_text("after/text", str(step), step)
            writer.add_image("after/image", np.full((80, 80, 3), step, np.uint8), step)
        writer.close()
"""


def test_a_writer_outlives_interrupts_back_to_back(tmp_path: Path) -> None:
    programs.run(STORM, tmp_path, 6, stderr=-3)
    reader = LogReader(tmp_path)
    for run in map(str, range(6)):
        for call in ("scalar", "text", "image"):
            assert every_kind.readable(reader, run, call, f"after/{call}") == list(range(30))
