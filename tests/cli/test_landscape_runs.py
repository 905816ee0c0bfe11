"""Runs that `vdlite landscape` is given, and which are not there."""

from pathlib import Path

import pytest

from vdlite import LogWriter
from vdlite.cli import main
from vdlite.drawing.runs import check_path, is_run, no_run
from vdlite.errors import LandscapeError


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some runs, and an entry that fails if it is called."""
    for name in ("runs/first", "runs/second", "runs/wide/seed-1", "elsewhere/first"):
        with LogWriter(tmp_path / name) as writer:
            writer.add_scalar("loss", 1.0, 0)
    (tmp_path / "runs" / ".vdlite" / "frist").mkdir(parents=True)
    (tmp_path / "runs" / ".vdlite" / "frist" / "a.vdl").touch()
    (tmp_path / "late_entry.py").write_text("raise RuntimeError('something was begun')")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["landscape", *arguments, "--entry", "late_entry:landscape"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_mistyped_run_is_refused_with_the_runs_that_there_are(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "runs/frist")
    want = "want one of runs/first, runs/second, runs/wide/seed-1; --new draws"
    assert "RUN: there is no run runs/frist, " + want in said.replace("\\", "/")
    assert not (runs / "runs" / "frist").exists()


def test_a_mistyped_folder_of_runs_is_refused_with_the_runs_of_all_folders(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "rnus/first").replace("\\", "/")
    assert said.index("runs/first") < said.index("elsewhere/first") < said.index("runs/second")


@pytest.mark.parametrize("given", ["x" * 300, "runs/" + "x" * 300])
def test_a_name_that_no_folder_can_have_is_refused(
    runs: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    assert f"there is no run {given}, want one of" in refused(capsys, given)
    assert f"there is no run {given}" in refused(capsys, "runs/first", "--model2", given)


def test_an_empty_name_is_seen_in_what_is_said(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As of a variable of the shell that is not set."""
    assert "RUN: there is no run '', want one of" in refused(capsys, "")


def test_runs_that_links_lead_to_again_are_named_once(tmp_path: Path) -> None:
    LogWriter(tmp_path / "runs" / "first").close()
    (tmp_path / "runs" / "loop").symlink_to(tmp_path, target_is_directory=True)
    said = str(no_run("RUN", tmp_path / "runs" / "frist"))
    assert said.partition("want one of ")[2] == str(tmp_path / "runs" / "first")


def test_a_folder_of_runs_is_no_run(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "RUN: there is no run runs, want one of" in refused(capsys, "runs")


@pytest.mark.parametrize("option", ["--model2", "--model3"])
@pytest.mark.parametrize("given", ["runs/secnd", "runs", "second.pt"])
def test_another_model_that_is_not_there_is_refused(
    runs: Path, capsys: pytest.CaptureFixture[str], option: str, given: str
) -> None:
    second = ["--model2", "runs/second"] if option == "--model3" else []
    said = refused(capsys, "runs/first", *second, option, given)
    assert f"{option}: there is no run {given}, want one of" in said


def test_a_third_model_without_the_second_is_refused(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "runs/first", "--model3", "runs/second")
    assert "--model3: got it without --model2, want both for a plane" in said


@pytest.mark.parametrize("option", ["--model2", "--model3"])
def test_two_models_under_one_name_are_refused(
    runs: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    said = refused(capsys, "runs/first", option, "a.pt", "--model2", "b.pt", option, "c.pt")
    assert f"{option}: got a.pt and {'b.pt' if option == '--model2' else 'c.pt'}, want one" in said


def test_of_many_runs_the_most_similar_are_named(tmp_path: Path) -> None:
    for number in range(30):
        LogWriter(tmp_path / f"run-{number:02}").close()
    said = str(no_run("RUN", tmp_path / "run-177"))
    assert said.partition("want one of ")[2].startswith(str(tmp_path / "run-17"))
    assert said.endswith(" and 25 more")


def test_without_any_run_it_is_said_where_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said = str(no_run("RUN", tmp_path / "empty" / "a" / "b"))
    assert said.endswith(f"nor any other in {tmp_path / 'empty'}")


def test_what_is_a_run_or_a_file_is_taken(runs: Path) -> None:
    assert is_run("runs/first")
    assert not is_run("runs")
    check_path("models", "runs/first")
    check_path("models", Path("late_entry.py"))
    with pytest.raises(LandscapeError, match="models: there is no run none"):
        check_path("models", "none")


def test_a_new_run_is_none_that_has_snapshots(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = runs / "runs" / "first" / "snapshots" / "landscape"
    kept.mkdir(parents=True)
    (kept / "recorder.json").touch()
    said = refused(capsys, "runs/first", "--new")
    assert "--new: the last of the snapshots in runs/first would lie in the middle" in said


def test_the_snapshots_of_one_recorder_are_a_model(tmp_path: Path) -> None:
    kept = tmp_path / "run" / "snapshots" / "landscape"
    kept.mkdir(parents=True)
    with pytest.raises(LandscapeError, match="there is no run"):
        check_path("models", kept)
    (kept / "recorder.json").touch()
    check_path("models", kept)


def test_a_run_of_snapshots_alone_is_a_run(tmp_path: Path) -> None:
    (tmp_path / "run" / "snapshots" / "landscape").mkdir(parents=True)
    assert not is_run(tmp_path / "run")
    (tmp_path / "run" / "snapshots" / "landscape" / "recorder.json").touch()
    assert is_run(tmp_path / "run")


def test_a_name_in_a_folder_that_can_not_be_read_is_refused_all_the_same(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("vdlite.drawing.runs.os.scandir", denied)
    assert "there is no run" in str(no_run("RUN", "runs/frist"))


@pytest.mark.parametrize("command", ["landscape", "curvature", "barriers"])
def test_an_entry_that_wants_arguments_is_refused_in_one_line(
    runs: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    (runs / "wanting_entry.py").write_text("def loss(outputs, targets):\n    return 0\n")
    monkeypatch.syspath_prepend(runs)
    for model in ("a.pt", "b.pt"):
        (runs / model).touch()
    run = {"landscape": "runs/new", "curvature": "runs/first", "barriers": "runs/first"}[command]
    more = {"landscape": ["--new"], "barriers": ["a.pt", "b.pt"]}.get(command, [])
    assert main([command, run, *more, "--entry", "wanting_entry:loss"]) == 2
    said = capsys.readouterr().err.strip()
    assert "loss(outputs, targets), want a function without arguments" in said
    assert len(said.splitlines()) == 1
