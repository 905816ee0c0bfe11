"""An option is said once, in a dataclass; what is forgotten elsewhere is reported here."""

import argparse
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

import vdlite
from vdlite.cli.flags import add_flags, given_of
from vdlite.drawing.names import IN_NAMES
from vdlite.drawing.options import GROUPS, LandscapeOptions
from vdlite.landscape.keywords import Given
from vdlite.landscape.options import ProblemOptions

NAMES = [one.name for one in fields(LandscapeOptions)]
OF_PROBLEM = [one.name for one in fields(ProblemOptions)]


@pytest.mark.parametrize("name", NAMES)
def test_every_option_says_whether_the_command_line_has_it(name: str) -> None:
    (option,) = [one for one in fields(LandscapeOptions) if one.name == name]
    assert "flag" in option.metadata


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_reported_in_the_docs(name: str) -> None:
    docs = Path(vdlite.__file__).parents[1] / "docs"
    pages = (docs / "landscapes.md", docs / "landscapes" / "record-and-compute.md")
    page = "".join(each.read_text("utf-8") for each in pages)
    heading = "## A problem" if name in OF_PROBLEM else "## compute_landscape"
    section = page.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    listed = {part for line in section.splitlines() for part in line.partition(" | ")[0].split("`")}
    assert name in listed


# What they change is seen in the record or in a part of the name of its own, or shows the same more exactly.
NOT_IN_NAMES = {
    *("classes", "each_snapshot", "save_directions", "streamed", "with_runs"),
    *("tag", "train", "result", "intervals", "models", "snapshots", "unit", "axes"),
    *("size", "x", "y", "num_samples", "sampling", "with_curvature", "curvature_size"),
    *("curvature_samples", "with_sharpness", "sharpness_radius", "adaptive_radius"),
    *("averages", "ensemble"),
    *("adaptive_scale", "sharpness_directions"),
    *("loss", "metrics", "batch_loss", "batch_size", "compile", "facts", "allow_nondeterministic"),
    *("axis_curvature", "device", "devices", "executor", "workers", "report"),
}


def test_for_every_option_it_was_decided_whether_names_tell_it() -> None:
    """Another picture under the name of the usual one would be taken for it."""
    assert set(NAMES) == IN_NAMES | NOT_IN_NAMES
    assert not IN_NAMES & NOT_IN_NAMES


@pytest.mark.parametrize("group", GROUPS)
def test_options_are_values(group: type) -> None:
    assert group() == group()
    assert "compute_landscape(" in (group.__doc__ or "")
    with pytest.raises(FrozenInstanceError):
        setattr(group(), fields(group)[0].name, None)


def parsed(*arguments: str) -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_flags(parser, LandscapeOptions)
    return given_of(parser.parse_args(arguments), LandscapeOptions)


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ((), {}),
        (("--samples", "100"), {"num_samples": 100}),
        (("--line",), {"axes": 1}),
        (("--uncentered",), {"centered": False}),
        (("--curvature", "--compile"), {"with_curvature": True, "compile": True}),
        (("--precision", "bfloat16"), {"precision": "bfloat16"}),
        (("--averages", "3,all"), {"averages": "3,all"}),
        (("--sharpness-radius", "0.1"), {"sharpness_radius": 0.1}),
        (("--x=-1:1:5",), {"x": "-1:1:5"}),
    ],
)
def test_flags_give_the_options_that_were_said(arguments, given) -> None:
    assert parsed(*arguments) == given
    assert LandscapeOptions(**given)


@pytest.mark.parametrize(
    "arguments",
    [("--parameters", "whole"), ("--precision", ""), ("--norm", "long"), ("--size", "1.5")],
)
def test_a_flag_with_a_wrong_value_is_refused(arguments) -> None:
    with pytest.raises(SystemExit):
        parsed(*arguments)


def test_what_was_named_is_known_even_where_it_is_as_usual() -> None:
    given = Given(LandscapeOptions(batch_norm="frozen"), frozenset({"batch_norm", "size"}))
    assert given.named(ProblemOptions) == {"batch_norm": "frozen"}
