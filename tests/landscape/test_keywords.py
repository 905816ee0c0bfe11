"""Calls that name the near miss of a misspelt keyword."""

import inspect

import numpy as np
import pytest

from vdlite import LandscapeRecorder, compute_landscape
from vdlite.drawing.options import LandscapeOptions
from vdlite.landscape import ArrayProblem, given_directions


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: compute_landscape("run", tuple, num_sample=100),
            r"compute_landscape\(\) got an unexpected keyword argument 'num_sample'. Did you mean 'num_samples'\?",
        ),
        (
            lambda: compute_landscape("run", tuple, weight_decay=0.01),
            r"'weight_decay'; what else a record shall tell goes into facts=\{'weight_decay': ...\}",
        ),
        (
            lambda: ArrayProblem([np.zeros((2, 2))], np.sum, gradent=None),
            r"ArrayProblem\(\) got an unexpected keyword argument 'gradent'. Did you mean 'gradient'\?",
        ),
        (
            lambda: ArrayProblem([np.zeros((2, 2))], np.sum, samples=5),
            r"goes into facts=\{'samples': ...\}",
        ),
        (
            lambda: given_directions([], epoch=3),
            r"given_directions\(\) got .* facts=\{'epoch': ...\}",
        ),
        (
            lambda: LandscapeRecorder(None, [], interval=[range(3)]),
            r"LandscapeRecorder\(\) got .* 'interval'. Did you mean 'intervals'\?",
        ),
    ],
)
def test_a_keyword_that_is_not_known_is_refused_with_what_may_be_meant(call, message) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_the_keywords_of_a_call_are_the_fields_of_its_options() -> None:
    run, callback, *keywords = inspect.signature(compute_landscape).parameters.values()
    assert (run.name, callback.name) == ("run", "callback_fn")
    assert keywords == list(inspect.signature(LandscapeOptions).parameters.values())


def test_arguments_may_be_named(tmp_path) -> None:
    problem = ArrayProblem([np.eye(2)], lambda arrays: float((arrays[0] ** 2).sum()))
    (drawn,) = compute_landscape(run=tmp_path, callback_fn=lambda: problem, size=3)
    assert drawn.shape == (3, 3)


def test_a_missing_argument_is_reported_as_of_any_function() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'callback_fn'"):
        compute_landscape("run", size=3)
