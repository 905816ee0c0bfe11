"""Several recorders of one run and one tag: none undoes what another has kept, and all is reported."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.landscape import ArrayProblem
from vdlite.snapshots import claim as claims
from vdlite.snapshots.claim import claim
from vdlite.snapshots.folder import folders


@pytest.fixture
def writer(tmp_path):
    with LogWriter(tmp_path / "run") as opened:
        yield opened


def recorder_of(writer, number, **options):
    return LandscapeRecorder(writer, [np.full((2, 3), float(number))], **options)


def kept(writer):
    """By folder: of each step the number that fills its arrays."""
    found = {}
    for folder in folders(writer.logdir):
        about = folder.read()
        found[folder.path.name] = {
            one.step: float(folder.arrays(about, one)[0][0, 0]) for one in about.snapshots
        }
    return found


def test_two_that_record_by_turns_keep_everything_and_the_later_one_is_reported(writer, caplog):
    first, second = recorder_of(writer, 1), recorder_of(writer, 2)
    for step in range(3):
        assert first.record(step)
        assert second.record(step)
    assert kept(writer) == {
        "landscape": {0: 1.0, 1: 1.0, 2: 1.0},
        "landscape-2": {0: 2.0, 1: 2.0, 2: 2.0},
    }
    assert (first.folder.name, second.folder.name) == ("landscape", "landscape-2")
    assert "landscape-2" in repr(second)
    (warning,) = [text for text in caplog.messages if "another recorder" in text]
    assert "Several recorders need a tag each" in warning


def test_of_two_the_one_that_records_first_has_the_tag(writer):
    first, second = recorder_of(writer, 1), recorder_of(writer, 2)
    second.record(0)
    first.record(1)
    assert kept(writer) == {"landscape": {0: 2.0}, "landscape-2": {1: 1.0}}


def test_recorders_with_tags_of_their_own_are_reported_nothing(writer, caplog):
    recorders = [recorder_of(writer, number, tag=f"net {number}") for number in (1, 2)]
    for recorder in recorders:
        recorder.record(0)
    assert set(kept(writer)) == {"net 1", "net 2"}
    assert "another recorder" not in caplog.text


def test_one_that_is_gone_leaves_its_folder_to_the_next(writer, caplog):
    """As in a notebook, whose cell is run again."""
    recorder = recorder_of(writer, 1)
    recorder.record(0)
    recorder = recorder_of(writer, 2)
    gc.collect()
    recorder.record(1)
    assert kept(writer) == {"landscape": {0: 1.0, 1: 2.0}}
    assert "another recorder" not in caplog.text


def test_what_one_kept_after_the_next_was_made_is_not_forgotten(writer):
    first, second = recorder_of(writer, 1), recorder_of(writer, 2)
    first.record(0)
    del first
    gc.collect()
    second.record(1)
    assert kept(writer) == {"landscape": {0: 1.0, 1: 2.0}}


def test_one_that_only_a_cycle_holds_is_gone(writer, caplog):
    for step in range(3):
        recorder = recorder_of(writer, step)
        recorder.itself = recorder
        recorder.record(step)
        del recorder
    assert kept(writer) == {"landscape": {0: 0.0, 1: 1.0, 2: 2.0}}
    assert "another recorder" not in caplog.text


def test_an_interrupted_training_leaves_its_folder_to_the_next(tmp_path, caplog):
    """As in a notebook, where the traceback keeps all that the training has made."""

    def train(interrupted):
        with LogWriter(tmp_path / "run") as writer:
            recorder = recorder_of(writer, 1)
            recorder.record(0)
            if interrupted:
                raise KeyboardInterrupt
            return recorder

    with pytest.raises(KeyboardInterrupt) as first:
        train(interrupted=True)
    assert train(interrupted=False).folder.name == "landscape"
    assert first.tb is not None
    assert "another recorder" not in caplog.text


def test_one_whose_folder_was_taken_since_its_writer_is_closed_goes_on_elsewhere(tmp_path, caplog):
    with LogWriter(tmp_path / "run") as closed:
        first = recorder_of(closed, 1)
        first.record(0)
    with LogWriter(tmp_path / "run") as writer:
        second = recorder_of(writer, 2)
        for step in (1, 2):
            assert second.record(step)
            assert first.record(step)
        assert kept(writer) == {
            "landscape": {0: 1.0, 1: 2.0, 2: 2.0},
            "landscape-2": {1: 1.0, 2: 1.0},
        }
    assert caplog.text.count("another recorder") == 1


def test_of_two_whose_writers_are_closed_none_takes_from_the_other(tmp_path):
    with LogWriter(tmp_path / "run") as writer:
        first, second = recorder_of(writer, 1), recorder_of(writer, 2)
    for step in range(3):
        assert first.record(step)
        assert second.record(step)
    assert [set(steps) for steps in kept(writer).values()] == [{0, 1, 2}, {0, 1, 2}]


def test_what_another_keeps_while_a_folder_is_being_taken_is_not_forgotten(writer, monkeypatch):
    """As one of another process that ends at that very moment."""
    first, second = recorder_of(writer, 1), recorder_of(writer, 2)

    def late(folder, *more):
        if not list(folder.glob("*.npy")):
            monkeypatch.undo()
            first.record(0)
            first._claim.let_go()
        return claim(folder, *more)

    monkeypatch.setattr("vdlite.snapshots.recorder.claim", late)
    second.record(1)
    assert kept(writer) == {"landscape": {0: 1.0, 1: 2.0}}


def test_a_third_one_gets_a_third_folder(writer):
    recorders = [recorder_of(writer, number) for number in range(3)]
    for recorder in recorders:
        recorder.record(5)
    assert set(kept(writer)) == {"landscape", "landscape-2", "landscape-3"}


def test_both_are_drawn(writer):
    rng = np.random.default_rng(1)
    recorders = [LandscapeRecorder(writer, lambda: [rng.normal(size=(2, 3))]) for _ in range(2)]
    for step in range(3):
        for recorder in recorders:
            recorder.record(step)

    def callback():
        return ArrayProblem([np.zeros((2, 3))], lambda arrays: float((arrays[0] ** 2).sum()))

    compute_landscape(writer.logdir, callback, size=3, train=False)
    assert LogReader(writer.logdir).tags(".", "landscape") == [
        "landscape-2/result",
        "landscape/result",
    ]


PROCESS = textwrap.dedent(
    """
    import sys
    import numpy as np
    from vdlite import LandscapeRecorder, LogWriter

    with LogWriter(sys.argv[1]) as writer:
        recorder = LandscapeRecorder(writer, [np.full((2, 3), 2.0)])
        assert recorder.record(0)
    """
)


@pytest.mark.skipif(sys.platform == "win32", reason="folders can't be locked there")
def test_another_process_keeps_its_own_too_and_is_reported(writer):
    recorder = recorder_of(writer, 1)
    recorder.record(0)
    ended = subprocess.run(
        [sys.executable, "-c", PROCESS, writer.logdir],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "of several processes only one should record" in ended.stderr
    assert kept(writer) == {"landscape": {0: 1.0}, "landscape-2": {0: 2.0}}
    # It has ended, and holds nothing any more.
    assert claim(recorder.folder.with_name("landscape-2")) is not None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_is_another_recorder(writer):
    held = [np.ones((2, 3))]
    recorder = LandscapeRecorder(writer, held)
    recorder.record(0)
    child = os.fork()
    if child == 0:
        held[0][:] = 2
        os._exit(0 if recorder.record(1) else 1)
    assert os.waitpid(child, 0)[1] == 0
    recorder.record(2)
    assert kept(writer) == {"landscape": {0: 1.0, 2: 1.0}, "landscape-2": {1: 2.0}}


FORKED_AND_KILLED = textwrap.dedent(
    """
    import os, signal, sys
    import numpy as np
    from vdlite import LandscapeRecorder, LogWriter

    recorder = LandscapeRecorder(LogWriter(sys.argv[1]), [np.ones((2, 3))])
    recorder.record(0)
    awaited, begun = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(begun, b"!")
        signal.pause()
    os.read(awaited, 1)  # its first act is to leave the folder to its parent
    print(child, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    """
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_killed_training_holds_nothing_though_its_data_workers_live(writer, caplog):
    killed = subprocess.Popen(
        [sys.executable, "-c", FORKED_AND_KILLED, writer.logdir], stdout=subprocess.PIPE, text=True
    )
    worker = int(killed.stdout.readline())
    try:
        killed.wait(timeout=60)
        recorder = recorder_of(writer, 1)
        recorder.record(1)
    finally:
        os.kill(worker, signal.SIGKILL)
        killed.stdout.close()
    assert recorder.folder.name == "landscape"
    assert "another recorder" not in caplog.text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_can_record_though_another_thread_was_just_taking_a_folder(tmp_path):
    taking, taken = threading.Event(), threading.Event()

    def take():
        with claims._turn:
            taking.set()
            taken.wait()

    thread = threading.Thread(target=take)
    thread.start()
    taking.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os._exit(0 if claim(tmp_path) is not None else 1)
    taken.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0


def test_a_folder_that_can_not_be_locked_is_free(writer, monkeypatch, caplog):
    fcntl = pytest.importorskip("fcntl")

    def denied(descriptor, how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", denied)
    recorder = recorder_of(writer, 1)
    other = recorder_of(writer, 2)
    assert recorder.record(0)
    assert other.record(0)  # within one process it is known nevertheless
    assert kept(writer) == {"landscape": {0: 1.0}, "landscape-2": {0: 2.0}}
