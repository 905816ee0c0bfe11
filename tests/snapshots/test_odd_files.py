"""Links and pipes among snapshots: left out or refused, and never a trouble to whoever draws."""

import logging
import os

import numpy as np
import pytest

from tests.drawing.test_left_out import callback, train
from vdlite import compute_landscape
from vdlite.errors import DamagedSnapshotError, LandscapeError
from vdlite.snapshots.folder import folders

posix = pytest.mark.skipif(os.name != "posix", reason="files of these types are made on POSIX")


@posix
@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_a_snapshot_that_is_no_plain_file_costs_only_itself(tmp_path, caplog, kind):
    run = train(tmp_path / "run")
    (folder,) = folders(run)
    path = folder.path / folder.read().snapshots[2].file
    path.rename(tmp_path / "away.npy")
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "away.npy")
    about = folder.read()
    with pytest.raises(DamagedSnapshotError, match="it is"):
        folder.arrays(about, about.snapshots[2])
    with caplog.at_level(logging.WARNING, "vdlite"):
        plane, _ = compute_landscape(run, callback)
    assert 2 not in plane.path.step.tolist()
    assert "snapshot 2: can't be read" in caplog.text


@posix
def test_a_list_of_snapshots_behind_a_link_is_not_read(tmp_path):
    (folder,) = folders(train(tmp_path / "run"))
    about = folder.path / "recorder.json"
    about.rename(tmp_path / "away.json")
    about.symlink_to(tmp_path / "away.json")
    with pytest.raises(LandscapeError, match="can't be read"):
        folder.read()


def test_a_list_of_snapshots_that_is_no_text_is_not_repeated(tmp_path):
    (folder,) = folders(train(tmp_path / "run"))
    (folder.path / "recorder.json").write_bytes(b"secret \xff")
    with pytest.raises(LandscapeError, match="is no text") as raised:
        folder.read()
    assert "secret" not in str(raised.value)


def test_snapshots_of_other_types_and_orders_are_read_as_numpy_does(tmp_path):
    (folder,) = folders(train(tmp_path / "run"))
    about = folder.read()
    path = folder.path / about.snapshots[0].file
    wanted = np.load(path)
    with path.open("wb") as file:
        np.lib.format.write_array(file, wanted, version=(2, 0))
    found = np.concatenate([one.reshape(-1) for one in folder.arrays(about, about.snapshots[0])])
    np.testing.assert_array_equal(found, wanted)
