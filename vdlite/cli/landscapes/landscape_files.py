"""The files that `vdlite landscape` writes beside the log: of landscapes, and of directions."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.cli.terminal import UsageError
from vdlite.packages import needs

if TYPE_CHECKING:
    from vdlite.kinds.landscape import Landscape

_OF_SURFACES = ("metric", "zmax", "log", "interpolate")


def add_file_flags(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--output", metavar="FILE", help="also write .npz, .csv, .vtp, .obj, .stl or .h5")
    add("--metric", metavar="NAME", help="of a surface in --output (default: the loss)")
    add("--zmax", type=float, metavar="Z", help="greater heights of that surface become Z")
    add("--log", action="store_true", help="its heights become ln(height + 0.1)")
    add("--interpolate", type=int, metavar="N", help="so many points along each of its axes")


def check_files(options: argparse.Namespace) -> None:
    """Before hours of computing: whether the files can be written afterwards."""
    _check_output(options)
    if path := getattr(options, "save_directions", None):
        from vdlite.drawing.directions import DirectionsFiles

        DirectionsFiles(path)
        _check_writable("--save-directions", Path(path))


def _check_output(options: argparse.Namespace) -> None:
    from vdlite.landscape.files import SURFACES, format_of, writable

    given = [name for name in _OF_SURFACES if getattr(options, name) not in (None, False)]
    if not options.output:
        if given:
            raise UsageError(
                f"--{given[0]}: got it without --output, want a surface: .vtp, .obj or .stl"
            )
        return
    path = Path(options.output)
    kind = format_of(path)
    if kind not in writable():
        raise UsageError(f"--output: {needs('HDF5', 'h5py')}")
    if given and kind not in SURFACES:
        raise UsageError(
            f"--{given[0]}: {path.name} holds all as it is, want a surface: .vtp, .obj or .stl"
        )
    if options.interpolate is not None and options.interpolate < 2:
        raise UsageError(f"--interpolate: got {options.interpolate}, want 2 points or more")
    _check_writable("--output", path)
    between_two = options.model2 and not options.model3
    line = getattr(options, "axes", 2) == 1 and options.which != "train" and not options.model2
    if kind in SURFACES and (line or between_two):
        raise UsageError(f"--output: a line is no surface, want .npz, .csv or .h5: {path}")


def _check_writable(flag: str, path: Path) -> None:
    if not path.parent.is_dir():
        raise UsageError(f"{flag}: there is no such folder: {path.parent}")
    if path.is_dir():
        raise UsageError(f"{flag}: there is a folder of this name: {path}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{flag}: it can't be written to: {path}")


def save_landscapes(made: Sequence[Landscape], options: argparse.Namespace) -> None:
    """Each to a file of its own; their names are printed."""
    from vdlite.landscape.files import Options, save

    if not options.output:
        return
    path = Path(options.output)
    drawn = Options(
        metric=options.metric, interpolate=options.interpolate, zmax=options.zmax, log=options.log
    )
    for number, landscape in enumerate(made):
        where = path if number == 0 else path.with_stem(f"{path.stem}-{number + 1}")
        save(landscape, where, drawn)
        print(f"written: {where}")
