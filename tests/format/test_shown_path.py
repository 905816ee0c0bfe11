"""A path in a text for people."""

from pathlib import Path, PureWindowsPath

import pytest

from vdlite.format.shown_path import shown_path
from vdlite.reader.remote.address import address_of


@pytest.mark.parametrize(
    "address",
    [
        "s3://bucket/runs/a.vdl",
        "gs://bucket/runs",
        "az://container/runs",
        "https://host.example/runs/a.vdl",
        "ftp://host.example/runs",
        "sftp://me@host.example/runs",
        "memory://place/runs",
    ],
)
def test_an_address_has_both_slashes_whatever_a_path_made_of_it(address: str) -> None:
    assert shown_path(Path(address)) == address
    assert shown_path(address) == address
    known = address_of(address)
    assert known is not None
    assert shown_path(known.path) == address


@pytest.mark.parametrize("path", ["/data/runs/a.vdl", "runs/s3:/a", "a.vdl", "C:/runs"])
def test_other_paths_stay_as_they_are(path: str) -> None:
    assert shown_path(path) == path
    assert shown_path(PureWindowsPath("C:/runs/a.vdl")) == r"C:\runs\a.vdl"
