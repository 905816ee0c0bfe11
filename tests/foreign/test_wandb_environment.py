"""What W&B says of machine and program: in its log, and in files that lie beside it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.foreign.event_files import message, number
from tests.foreign.wandb_files import framed
from vdlite import LogReader
from vdlite.cli import main
from vdlite.kinds.environment import Environment

GOLDEN = Path(__file__).parent / "golden" / "wandb-environment"
FIELDS = {
    "command": "python3 /home/me/train.py --lr 0.1",
    "folder": "/home/me",
    "python": "3.11.7",
    "git_commit": "ab" * 20,
    "git_remote": "https://example.org/me/it.git",
    "host": "host",
    "system": "Linux",
    "cpu": "A processor",
    "cpus": 2,
    "memory_bytes": 64 << 30,
    "gpu": "A card",
    "gpus": 2,
    "cuda": "12.8",
}  # fmt: skip
METADATA = {
    "os": "Linux",
    "python": "3.11.7",
    "program": "/home/me/train.py",
    "args": ["--lr", "0.1"],
    "executable": "/usr/bin/python3",
    "root": "/home/me",
    "host": "host",
    "git": {"remote": "https://example.org/me/it.git", "commit": "ab" * 20},
    "cpu": {"model": "A processor"},
    "cpu_count": 1,
    "cpu_count_logical": 2,
    "memory": {"total": str(64 << 30)},
    "gpu_nvidia": [{"name": "A card"}, {"name": "A card"}],
    "gpu_count": 2,
    "cudaVersion": "12.8",
    "email": "me@example.org",
    "username": "me",
}


def environment(folder: Path) -> Environment:
    """What was found out, without the lines that run it again, which the fields say."""
    (record,) = LogReader(folder).records(".", "environment", "environment")
    found: Environment = record.payload
    return replace(found, again="")


def test_the_lines_that_run_it_again_are_known_by_what_it_has_written(tmp_path: Path) -> None:
    log(tmp_path, "wandb-metadata.json", wandb__metadata_json=json.dumps(METADATA))
    lines = LogReader(tmp_path).again(".").splitlines()
    assert "git clone -- https://example.org/me/it.git again" in lines
    assert f"git checkout --detach {'ab' * 20}" in lines
    assert "python3 /home/me/train.py --lr 0.1" in lines


def log(folder: Path, *files: str, **contents: str) -> Path:
    """A log that names files, and the files that are there."""
    named = b"".join(message(1, message(1, name)) for name in files)
    run = message(17, message(8, "first") + message(17, number(1, 1_700_000_000)))
    (folder / "files").mkdir(parents=True, exist_ok=True)
    (folder / "run-1.wandb").write_bytes(framed([run, message(6, named)]))
    for name, text in contents.items():
        (folder / "files" / name.replace("__", "-").replace("_", ".")).write_text(text)
    return folder


def test_what_wandb_has_written_is_the_environment() -> None:
    found = environment(GOLDEN)
    assert found == Environment(FIELDS, {"pyyaml": "6.0.3", "wandb": "0.31.0"}, "", False)
    assert LogReader(GOLDEN).damage == []
    assert LogReader(GOLDEN).outcome(".") == "failed"


def test_every_record_of_it_can_be_read_again_and_nothing_of_it_is_damaged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    records = LogReader(GOLDEN).records(".", "environment", "environment", superseded=True)
    counts = [(len(each.payload.fields), len(each.payload.packages)) for each in records]
    assert counts == [(7, 0), (13, 0), (13, 2)]
    assert main(["check", str(GOLDEN)]) == 0
    assert capsys.readouterr().out.endswith("intact\n")


def test_without_the_files_the_log_itself_says(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "run-golden.wandb", tmp_path)
    assert environment(tmp_path) == Environment(FIELDS, {}, "", False)


def test_the_files_of_older_versions_tell_the_same(tmp_path: Path) -> None:
    names = ("wandb-metadata.json", "requirements.txt", "diff.patch")
    log(
        tmp_path, *names,
        wandb__metadata_json=json.dumps(METADATA),
        requirements_txt="numpy==2.1.0\ntorch==2.9.0+cu128\n-e git+https://example.org/x\n# no\n",
        diff_patch="--- a\n+++ b\n",
    )  # fmt: skip
    versions = {"torch": "2.9.0+cu128", "numpy": "2.1.0"}
    found = environment(tmp_path)
    assert found == Environment(FIELDS | versions, versions, "--- a\n+++ b\n", False)


@pytest.mark.parametrize(
    "metadata",
    [
        "",
        "[]",
        "{",
        "[" * 100_000,
        '{"git": 1, "gpu_nvidia": {}, "memory": {"total": "x"}}',
        f'{{"host": 5, "cpu_count": {1 << 64}, "gpu_count": {-1 << 64}, "os": true}}',
    ],
)
def test_files_that_hold_anything_else_do_no_harm(tmp_path: Path, metadata: str) -> None:
    log(
        tmp_path, "wandb-metadata.json", "requirements.txt",
        wandb__metadata_json=metadata, requirements_txt="wandb==0.31.0",
    )  # fmt: skip
    assert environment(tmp_path) == Environment({}, {"wandb": "0.31.0"}, "", False)


def test_other_files_are_no_environment(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("wandb==0.31.0")
    log(tmp_path / "run", "media/a.png", "../../requirements.txt", "../requirements.txt")
    assert "environment" not in LogReader(tmp_path / "run").kinds(".")


def test_a_diff_that_is_too_long_is_cut(tmp_path: Path) -> None:
    log(tmp_path, "diff.patch", diff_patch="x" * (3 << 20))
    found: Any = environment(tmp_path)
    assert (len(found.diff), found.diff_is_cut) == (1 << 20, True)
