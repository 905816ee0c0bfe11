"""Facts stand beside what a record says by itself, never in its place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vdlite import LandscapeRecorder, compute_barriers, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem
from vdlite.landscape.keywords import check_keywords
from vdlite.landscape.options import ProblemOptions


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("flip", "facts: got 'flip', want a mapping"),
        ({"loss": "z"}, "facts: got 'loss', want a name that the record has not itself"),
        ({1: "z"}, "facts: got 1, want a name"),
        ({"m": object()}, "facts: m: got <object .*, want a number, text, or a list of them"),
        ({"m": {"c": 1}}, "facts: m: got {'c': 1}, want a number"),
    ],
)
def test_facts_that_no_record_can_hold_are_refused(facts: Any, message: str) -> None:
    with pytest.raises(LandscapeError, match=message):
        ProblemOptions(facts=facts)
    with pytest.raises(LandscapeError, match=message):
        ArrayProblem([np.zeros(3)], lambda weights: {"loss": 0.0}, facts=facts)


def test_facts_are_in_the_record() -> None:
    facts: Any = {"weight_decay": 0.01, "augmentations": ["flip", "crop"]}
    problem = ArrayProblem([np.zeros(3)], lambda weights: {"loss": 0.0}, facts=facts)
    assert facts.items() <= problem.facts().items()


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("num_sample", {"num_samples", "facts"}, "num_samples"),
        ("curvature", {"curvature_size", "facts"}, "curvature_size"),
    ],
)
def test_the_option_that_was_meant_is_named(name: str, known: set[str], meant: str) -> None:
    with pytest.raises(TypeError, match=f"Did you mean '{meant}'"):
        check_keywords("draw", [name], known)


@pytest.mark.parametrize(
    ("call", "name", "here"),
    [
        (compute_landscape, "landscape_size", "'size'"),
        (compute_landscape, "points", "'size'"),
        (compute_landscape, "create_landscape", "'train' and 'result'"),
        (compute_landscape, "dtype", "'precision'"),
        (LandscapeRecorder, "landscape_size", "'size'"),
        (LandscapeRecorder, "train", "create_landscape={'train': ...}"),
        (LandscapeRecorder, "result", "create_landscape={'result': ...}"),
        (LandscapeRecorder, "precision", "'dtype'"),
        (compute_barriers, "size", "'points'"),
        (compute_barriers, "landscape_size", "'points'"),
    ],
)
def test_a_keyword_of_the_other_half_is_answered_with_what_it_is_called_here(
    call: Any, name: str, here: str
) -> None:
    with pytest.raises(TypeError) as raised:
        call(None, None, **{name: 3})
    assert str(raised.value) == (
        f"{call.__name__}() got an unexpected keyword argument {name!r}: it is called {here} here"
    )
