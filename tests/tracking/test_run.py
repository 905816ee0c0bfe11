"""The short way: a run that takes dictionaries."""

import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import vdlite
from tests.writer import programs
from vdlite import ClosedWriterError, LogReader, NotFoundError, PayloadError


def reader(run: vdlite.Run) -> LogReader:
    return LogReader(run.logdir)


def steps(run: vdlite.Run, tag: str) -> list[int]:
    found: list[int] = reader(run).scalars(".", tag).steps.tolist()
    return found


def payload(run: vdlite.Run, kind: str, tag: str) -> Any:
    run.writer.flush()
    return reader(run).records(".", kind, tag)[-1].payload


def test_folders_are_project_group_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Path(vdlite.init("mnist", "first", group="seeds").logdir) == Path(
        "runs/mnist/seeds/first"
    )
    assert Path(vdlite.init(name="alone", dir="logs").logdir) == Path("logs/alone")
    unnamed = [Path(vdlite.init("mnist").logdir) for _ in range(2)]
    assert unnamed[0] != unnamed[1]
    for folder in unnamed:
        assert folder.parent == Path("runs/mnist")
        assert re.match(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d", folder.name)


@pytest.mark.parametrize(
    "options",
    [
        {"project": ".."},
        {"name": "/root"},
        {"name": ""},
        {"group": "a/../../b"},
        {"project": 3},
        {"project": "x", "logdir": "y"},
        {"config": [1]},
        {"config": {"lr": 0.1}, "metrics": [""]},
        {"notes": 3},
    ],
)
def test_a_wrong_option_is_refused(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PayloadError):
        vdlite.init(**options)
    assert not list(tmp_path.rglob("*.vdl"))


def test_all_of_a_dictionary_is_logged_at_one_step(run: vdlite.Run) -> None:
    run.log({"train": {"loss": 1.0, "deep": {"x": 2}}, "flag": True, "none": None})
    run.log({"train/loss": np.float32(0.5)})
    run.log({"late": np.array([3])})
    assert reader(run).tags(".") == ["flag", "late", "train/deep/x", "train/loss"]
    assert steps(run, "train/loss") == [0, 1]
    assert steps(run, "late") == [2]
    assert run.step == 3


def test_steps_go_on_from_the_one_that_is_given(run: vdlite.Run) -> None:
    """The numbers are those of wandb 0.31, but for the last call, which it drops."""
    stood = []
    for data, step, commit in [
        ({"a": 1.0}, 10, None),
        ({"b": 2.0}, None, False),
        ({"c": 2.0}, None, None),
        ({"a": 3.0}, None, None),
        ({"a": 4.0}, 20, True),
        ({"b": 5.0}, None, True),
        ({"a": 9.0}, 5, None),
    ]:
        run.log(data, step, commit)
        stood.append(run.step)
    assert stood == [10, 10, 11, 12, 21, 22, 5]
    assert steps(run, "a") == [5, 10, 11, 20]
    assert steps(run, "b") == [10, 21]
    assert steps(run, "c") == [10]


def test_a_run_that_is_there_goes_on(tmp_path: Path) -> None:
    for part in range(2):
        with vdlite.init(logdir=tmp_path, config={"lr": 0.1}) as run:
            run.log({"a": 1.0})
            run.log({f"b{part}": 1.0})
    assert steps(run, "a") == [0, 2]
    assert steps(run, "b1") == [3]
    assert len(reader(run).trials(".")) == 1


def test_values_are_what_they_look_like(run: vdlite.Run) -> None:
    picture = Pillow.new("RGB", (4, 3), "red")
    run.log({"text": "**hello**", "number as text": "7", "picture": picture, "row": [picture] * 3})
    assert payload(run, "text", "text") == "**hello**"
    assert payload(run, "text", "number as text") == "7"
    assert payload(run, "image", "picture").pixels.shape == (3, 4, 3)
    assert payload(run, "image", "row").grid.count == 3
    matplotlib = pytest.importorskip("matplotlib.figure")
    run.log({"figure": matplotlib.Figure(figsize=(1, 1))})
    assert payload(run, "image", "figure").pixels.shape == (100, 100, 4)


def test_arrays_say_what_they_are(run: vdlite.Run) -> None:
    run.log(
        {
            "image": vdlite.Image(np.zeros((3, 5, 6)), dataformats="CHW"),
            "images": [vdlite.Image(np.zeros((5, 6)), caption=text) for text in "ab"],
            "histogram": vdlite.Histogram(np.arange(10.0), buckets=5),
            "tensor": vdlite.Tensor([[1, 2]]),
            "audio": vdlite.Audio(np.zeros(100), sample_rate=16000),
            "mesh": vdlite.Mesh(np.eye(3), [[0, 1, 2]], look={"up": "z"}),
            "video": vdlite.Video(np.zeros((2, 5, 6, 3)), fps=8),
        },
        step=7,
    )
    assert payload(run, "image", "image").pixels.shape == (5, 6, 3)
    assert payload(run, "image", "images").labels == ("a", "b")
    assert payload(run, "histogram", "histogram").counts.tolist() == [2, 2, 2, 2, 2]
    assert payload(run, "tensor", "tensor").values.tolist() == [[1, 2]]
    assert payload(run, "audio", "audio").sample_rate == 16000
    assert payload(run, "mesh", "mesh").faces.tolist() == [[0, 1, 2]]
    assert payload(run, "mesh", "mesh").look == {"up": "z"}
    assert payload(run, "video", "video").frames().shape == (2, 5, 6, 3)
    assert {record.step for record in reader(run).records(".", "image", "image")} == {7}


def test_a_list_of_what_arrays_are_is_a_tag_for_each(run: vdlite.Run) -> None:
    corners = np.eye(3)
    run.log(
        {
            "part": [vdlite.Mesh(corners * size) for size in (1, 2)],
            "sound": (vdlite.Audio(np.zeros(100)),),
        }
    )
    assert reader(run).tags(".", "mesh") == ["part/0", "part/1"]
    assert payload(run, "mesh", "part/1").vertices.max() == 2
    assert reader(run).tags(".", "audio") == ["sound/0"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([{1}] * 4, "got list of 4 items, the first of them set {1}, want a number, a text"),
        (np.zeros(3, complex), "x: got ndarray of shape (3,), want a number, a text"),
        (
            [vdlite.Tensor(0)] * 1001,
            "got list of 1001 items, the first of them vdlite.Tensor, want at most 1000",
        ),
        ({1, 2}, "got set {1, 2}, want"),
    ],
)
def test_what_is_refused_is_named_by_type_and_shape(
    run: vdlite.Run, value: Any, reason: str
) -> None:
    with pytest.raises(PayloadError) as error:
        run.log({"x": value})
    assert reason in str(error.value)
    assert "array([" not in str(error.value)


def cycle() -> dict[str, Any]:
    made: dict[str, Any] = {}
    made["self"] = made
    return made


@pytest.mark.parametrize(
    "data",
    [{"x": object()}, {"x": [object()]}, {"": 1.0}, [1], None, cycle()],
)
def test_what_is_neither_this_nor_that_is_refused_whole(run: vdlite.Run, data: Any) -> None:
    with pytest.raises(PayloadError):
        run.log({"fine": 1.0, **data} if isinstance(data, dict) else data)
    assert reader(run).kinds(".") == []
    assert run.step == 0


def test_a_summary_has_the_last_values_and_what_is_set(run: vdlite.Run) -> None:
    run.log({"loss": 1.0, "text": "a"})
    run.log({"loss": 0.5})
    run.summary["best"] = {"loss": 0.4}
    run.summary["verdict"] = "good"
    assert dict(run.summary) == {
        "loss": 0.5,
        "best": {"loss": 0.4},
        "verdict": "good",
    }
    assert reader(run).scalars(".", "summary/best/loss").values.tolist() == [0.4]
    assert steps(run, "summary/best/loss") == [1]
    assert payload(run, "text", "summary/verdict") == "good"
    assert run.step == 2
    del run.summary["verdict"]
    assert list(run.summary) == ["loss", "best"]


def test_the_end_is_the_end(run: vdlite.Run) -> None:
    with run:
        run.log({"loss": 1.0})
    run.finish()
    assert run.writer.closed
    with pytest.raises(ClosedWriterError):
        run.log({"loss": 1.0})


def test_numbers_are_logged_only_if_pictures_can_be(run: vdlite.Run) -> None:
    with pytest.raises(PayloadError):
        run.log({"loss": 1.0, "image": vdlite.Image(np.zeros(3))})
    assert reader(run).kinds(".") == []


def test_a_run_goes_to_other_processes(run: vdlite.Run) -> None:
    run.config.lr = 0.1
    run.log({"x": 1.0})
    copy = pickle.loads(pickle.dumps(run))
    copy.log({"x": 2.0})
    copy.config.late = True
    copy.finish()
    assert steps(run, "x") == [0, 1]
    assert copy.config == {"lr": 0.1, "late": True}
    assert dict(copy.summary) == {"x": 2.0}
    (trial,) = reader(run).trials(".")
    assert trial.hparams == {"lr": 0.1, "late": True}


def test_a_run_that_is_killed_has_lost_nothing(tmp_path: Path) -> None:
    process = programs.start(
        """
        import os, signal, sys, vdlite
        run = vdlite.init(logdir=sys.argv[1], config={"lr": 0.1})
        run.log({"x": 1.0, "text": "hello"})
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        tmp_path,
    )
    process.communicate(timeout=60)
    assert programs.values(tmp_path) == [1.0]
    assert LogReader(tmp_path).trials(".")[0].hparams == {"lr": 0.1}


def test_words_of_a_run_are_its_lineage(tmp_path: Path) -> None:
    with vdlite.init("mnist", id="first", dir=tmp_path, tags=["a", "b"], job_type="train") as run:
        assert (run.name, run.id, run.logdir) == ("first", "first", str(tmp_path / "mnist/first"))
    fields = LogReader(run.logdir).records(".", "lineage", "lineage")[-1].payload.fields
    assert dict(fields) == {"tags": "a, b", "job_type": "train"}


@pytest.mark.parametrize("options", [{"tags": [1]}, {"tags": 3}, {"job_type": 3}])
def test_words_that_are_none_are_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(PayloadError, match=next(iter(options))):
        vdlite.init(dir=tmp_path, **options)
    assert not list(tmp_path.iterdir())


def test_a_call_with_values_is_asked_to_make_a_dictionary(run: vdlite.Run) -> None:
    with pytest.raises(TypeError, match=r"want a dictionary: run.log\({'loss': ...}\)"):
        run.log(loss=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("get_url", "run.url"), ("log_artifact", "no artifacts"), ("nothing", "'nothing'$")],
)
def test_a_run_says_what_there_is_instead(run: vdlite.Run, name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(run, name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("sweep", "Optuna"),
        ("Artifact", "no artifacts"),
        ("Api", "LogReader"),
        ("nothing", "'nothing'$"),
    ],
)
def test_the_package_says_what_there_is_instead(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(vdlite, name)


def test_a_writer_says_who_takes_a_project(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"vdlite.init\(\) takes it"):
        vdlite.LogWriter(project="mnist")  # type: ignore[call-arg]


def test_a_reader_calls_its_folder_as_a_writer_does(tmp_path: Path) -> None:
    vdlite.LogWriter(logdir=tmp_path).close()
    assert LogReader(logdir=tmp_path).runs == ["."]


def test_a_reader_that_is_asked_for_another_kind_says_which_there_is(run: vdlite.Run) -> None:
    run.log({"loss": 1.0, "note": "text"})
    with pytest.raises(NotFoundError, match=r"did you mean records\(run, 'text', 'note'\)\?"):
        reader(run).records(".", "note", "text")
    with pytest.raises(NotFoundError, match=r"did you mean records\(run, 'text', 'note'\)\?"):
        reader(run).scalars(".", "note")
    with pytest.raises(NotFoundError, match=r"did you mean scalars\(run, 'loss'\)\?"):
        reader(run).records(".", "scalar", "loss")
    with pytest.raises(NotFoundError, match=r"in run '\.'$"):
        reader(run).scalars(".", "lost")
    for swapped in (
        lambda: reader(run).scalars("loss", "."),
        lambda: reader(run).records("text", "note", "."),
    ):
        with pytest.raises(NotFoundError, match=r"\(the run comes first: got '\.' behind it\)"):
            swapped()


def test_lines_and_alerts_are_no_steps_of_a_run_that_goes_on(tmp_path: Path) -> None:
    with vdlite.init(logdir=tmp_path, system=False) as run:
        run.log({"loss": 1.0})
        for _ in range(5):
            run.alert("too large")
    with vdlite.init(logdir=tmp_path, system=False) as run:
        assert run.step == 1
