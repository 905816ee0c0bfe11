"""`patch`: writers of other tools log here, in processes of their own."""

import importlib.util
from pathlib import Path

import pytest

from tests.writer import programs
from vdlite import LogReader
from vdlite.tensorboard import patch

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("tensorboardX") is None, reason="tensorboardX is not installed"
)


def run(program: str, folder: Path) -> str:
    """What a program says that logs into a folder."""
    return programs.run("import sys\nfolder = sys.argv[1]\n" + program, folder)


def values(folder: Path, tag: str = "loss") -> list[float]:
    found: list[float] = LogReader(folder).scalars(".", tag).values.tolist()
    return found


def theirs(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*tfevents*"))


def test_another_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="want 'also' or 'instead'"):
        patch("both")  # type: ignore[arg-type]


def test_both_logs_are_written_into_one_folder(tmp_path: Path) -> None:
    run(
        """
from vdlite.tensorboard import patch
patch()
from tensorboardX import SummaryWriter
writer = SummaryWriter(folder)
for step in range(5):
    writer.add_scalar("loss", step / 2, step)
writer.add_scalars("all", {"a": 1.0}, 0)
with writer.use_metadata(global_step=7) as same:
    assert same is writer
    writer.add_scalar("usual", 1.0)
writer.close()
""",
        tmp_path,
    )
    assert values(tmp_path) == [0, 0.5, 1, 1.5, 2]
    assert values(tmp_path, "all/a") == [1]
    usual = LogReader(tmp_path).scalars(".", "usual", superseded=True)
    assert usual.steps.tolist() == [7]  # theirs says it, too, and is left out
    assert [path.suffix for path in tmp_path.iterdir() if path.is_file()].count(".vdl") == 1
    accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    accumulator = accumulators.EventAccumulator(str(tmp_path), size_guidance={"scalars": 0})
    accumulator.Reload()
    assert [event.value for event in accumulator.Scalars("loss")] == [0, 0.5, 1, 1.5, 2]


def test_a_folder_that_they_name_is_ours_too(tmp_path: Path) -> None:
    run(
        """
import os
os.chdir(folder)
from vdlite.tensorboard import patch
patch()
from tensorboardX import SummaryWriter
writer = SummaryWriter(comment="_x")
writer.add_scalar("loss", 1.0, 0)
writer.close()
""",
        tmp_path,
    )
    (folder,) = (tmp_path / "runs").iterdir()
    assert values(folder) == [1.0]
    assert len(theirs(folder)) == 1


def test_what_was_imported_before_is_replaced(tmp_path: Path) -> None:
    run(
        """
import tensorboardX
from tensorboardX import SummaryWriter
from tensorboardX import SummaryWriter as Other
from vdlite.tensorboard import patch
patch("instead")
for number, writer in enumerate([SummaryWriter(folder), Other(folder), tensorboardX.SummaryWriter(folder)]):
    writer.add_scalar("loss", float(number), number)
    writer.close()
""",
        tmp_path,
    )
    assert values(tmp_path) == [0, 1, 2]
    assert theirs(tmp_path) == []


def test_a_second_call_changes_the_mode_at_most(tmp_path: Path) -> None:
    said = run(
        """
from vdlite.tensorboard import patch
import tensorboardX
first = patch("also")
kept = (tensorboardX.SummaryWriter,)  # what stands in a module is replaced
assert patch("also") is first
assert tensorboardX.SummaryWriter is kept[0]
other = patch("instead")
assert other is not first
assert not issubclass(tensorboardX.SummaryWriter, kept[0])
writer = tensorboardX.SummaryWriter(folder)
writer.add_scalar("loss", 1.0, 0)
writer.close()
first.undo()  # it is not in force any more
print(sum("ImportHook" in type(finder).__name__ for finder in sys.meta_path))
""",
        tmp_path,
    )
    assert said == "1\n"
    assert values(tmp_path) == [1.0]
    assert theirs(tmp_path) == []


@pytest.mark.parametrize("mode", ["also", "instead"])
def test_undoing_puts_everything_back(mode: str, tmp_path: Path) -> None:
    run(
        f"""
import tensorboardX, vdlite.tensorboardx, importlib.util
from tensorboardX import SummaryWriter
from vdlite.tensorboardx import SummaryWriter as ours
kept = (SummaryWriter,)  # what stands in a module is replaced
finders, members = list(sys.meta_path), dict(vars(SummaryWriter))
found = getattr(importlib.util.find_spec("visualdl"), "origin", None)
with vdlite.tensorboard.patch({mode!r}) as done:
    assert (SummaryWriter is kept[0]) == ({mode!r} == "also")
    assert tensorboardX.writer.SummaryWriter is tensorboardX.SummaryWriter is SummaryWriter
done.undo()
assert SummaryWriter is tensorboardX.SummaryWriter is tensorboardX.writer.SummaryWriter is kept[0]
assert dict(vars(SummaryWriter)) == members
assert vdlite.tensorboardx.SummaryWriter is ours
assert sys.meta_path == finders
assert getattr(importlib.util.find_spec("visualdl"), "origin", None) == found
writer = SummaryWriter(folder)
writer.add_scalar("loss", 1.0, 0)
writer.close()
""",
        tmp_path,
    )
    assert list(tmp_path.glob("*.vdl")) == []
    assert len(theirs(tmp_path)) == 1


def test_a_package_that_is_imported_after_the_undoing_is_as_ever(tmp_path: Path) -> None:
    run(
        """
from vdlite.tensorboard import patch
patch().undo()
import tensorboardX
assert tensorboardX.SummaryWriter.__mro__[1] is object
""",
        tmp_path,
    )


def test_what_they_call_themselves_is_logged_once(tmp_path: Path) -> None:
    run(
        """
from vdlite.tensorboard import patch
patch()
import numpy as np
from tensorboardX import SummaryWriter
from tensorboardX.summary import scalar
from tensorboardX.proto.event_pb2 import Event
writer = SummaryWriter(folder)
writer.add_hparams({"lr": 0.1}, {"acc": 0.9}, "sub")
writer.add_custom_scalars_multilinechart(["a", "b"])
writer.file_writer.add_summary(scalar("proto", 0.5), 3)
writer._get_file_writer().add_event(Event(summary=scalar("event", 0.25), step=4))
writer.close()
writer.add_scalar("late", 1.0, 0)
writer.flush()
writer.file_writer.add_summary(scalar("proto", 1.5), 4)
writer.close()
""",
        tmp_path,
    )
    assert (tmp_path / "sub").is_dir()
    for file in theirs(tmp_path):
        file.unlink()  # they are read, too
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert [trial.hparams["lr"] for trial in reader.trials(".")] == [0.1]
    assert len(reader.records(".", "layout", "custom_scalars", superseded=True)) == 1
    assert values(tmp_path, "proto") == [0.5, 1.5]
    assert reader.scalars(".", "event", superseded=True).steps.tolist() == [4]
    assert values(tmp_path, "late") == [1.0]


def test_what_theirs_takes_does_not_fail_for_ours(tmp_path: Path) -> None:
    said = run(
        """
import logging
logging.basicConfig(stream=sys.stdout, format="%(message)s")
from vdlite.tensorboard import patch
patch()
import numpy as np
from tensorboardX import SummaryWriter
writer = SummaryWriter(folder)
for step in range(2):
    writer.add_pr_curve("x", np.array([2, 0]), np.array([0.5, 0.5]), step)  # no labels
writer.add_scalar("loss", 1.0, 0)
try:
    writer.add_scalar("loss")
except TypeError:
    print("their own error")
writer.close()
open(folder + "/file", "w").close()
try:
    SummaryWriter(folder + "/file")
except OSError:
    print("their own error")
""",
        tmp_path,
    )
    lines = said.splitlines()
    assert lines[0].startswith("vdlite can't log beside another writer: add_pr_curve: PayloadError")
    assert lines[1:] == ["their own error", "their own error"]
    assert values(tmp_path) == [1.0]


def test_a_writer_is_still_one_of_theirs(tmp_path: Path) -> None:
    run(
        """
import tensorboardX
kept = (tensorboardX.SummaryWriter,)
from vdlite.tensorboard import patch
patch()
writer = tensorboardX.SummaryWriter(logdir=folder)
assert isinstance(writer, kept[0])
assert type(writer).__name__ == "SummaryWriter"
assert type(writer).__module__ == "tensorboardX.writer"
assert writer.logdir == folder
with writer:
    writer.add_scalar("loss", 1.0, 0)
class Own(tensorboardX.SummaryWriter):
    def add_scalar(self, tag, value, step):
        super().add_scalar("own/" + tag, value, step)
with Own(folder) as own:
    own.add_scalar("loss", 2.0, 0)
""",
        tmp_path,
    )
    assert values(tmp_path, "own/loss") == [2.0]


FAKE = """
import sys, types
package, module = types.ModuleType("tensorboardX"), types.ModuleType("tensorboardX.writer")
exec(compile({source!r}, "writer.py", "exec"), vars(module))
sys.modules |= {{"tensorboardX": package, "tensorboardX.writer": module}}
from vdlite.tensorboard import patch
patch()
writer = module.SummaryWriter(folder)
writer.add_scalar("loss", 1.0, 0)
print(*writer.got)
"""
WRITER = """
class SummaryWriter({bases}):
    {first}
    def __init__(self, logdir):
        {init}
        self.logdir, self.got = logdir, []
    def add_scalar(self, *arguments):
        self.got += arguments
"""


@pytest.mark.parametrize(
    "writer",
    [
        {"first": "def __init_subclass__(cls, *, name): pass"},
        {
            "before": "class Meta(type):\n    def __new__(mcs, name, bases, members):\n        assert not bases\n"
            "        return super().__new__(mcs, name, bases, members)",
            "bases": "metaclass=Meta",
        },
        {"init": "super(SummaryWriter, self).__init__()"},
        {
            "before": "class Base:\n    pass",
            "bases": "Base",
            "init": "super(SummaryWriter, self).__init__()",
        },
    ],
)
def test_a_class_that_takes_no_subclass_logs_here_as_well(
    writer: dict[str, str], tmp_path: Path
) -> None:
    parts = {"bases": "", "first": "pass", "init": "pass"} | writer
    source = parts.pop("before", "") + WRITER.format(**parts)
    assert run(FAKE.format(source=source), tmp_path) == "loss 1.0 0\n"
    assert values(tmp_path) == [1.0]


@pytest.mark.parametrize(
    "writer",
    [
        {"first": '__slots__ = ("logdir", "got")'},
        {
            "before": "class Meta(type):\n    def __setattr__(cls, name, value):\n        raise TypeError('no')",
            "bases": "metaclass=Meta",
        },
    ],
)
def test_a_class_that_allows_nothing_is_left_alone(writer: dict[str, str], tmp_path: Path) -> None:
    parts = {"bases": "", "first": "pass", "init": "pass"} | writer
    source = parts.pop("before", "") + WRITER.format(**parts)
    assert run(FAKE.format(source=source), tmp_path).endswith("loss 1.0 0\n")


def test_patching_loads_none_of_these_packages() -> None:
    loaded = programs.run(
        """
        import sys
        from vdlite.patching import patch
        patch()
        print(*sys.modules)
        """
    ).split()
    heavy = {"torch", "tensorboard", "tensorboardX", "visualdl", "numpy", "vdlite.writer"}
    assert heavy & set(loaded) == set()
