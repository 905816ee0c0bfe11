"""What distinguishes one loss from another."""

import functools
import subprocess
import sys

import numpy as np
import pytest

from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, compute_surface, random_directions
from vdlite.landscape.identity import identity

SCALE = 2.0


def times(factor):
    return lambda weights: factor * float((weights[0] ** 2).sum())


def scaled(weights, power=2):
    return SCALE * float((weights[0] ** power).sum())


class Loss:
    def __init__(self, smoothing):
        self.smoothing = smoothing

    def __call__(self, weights):
        return self.smoothing * float(weights[0].sum())


def test_the_same_function_made_twice_is_the_same():
    assert identity(times(2)) == identity(times(2))
    assert identity(Loss(0.1)) == identity(Loss(0.1))
    assert identity(functools.partial(scaled, power=3)) == identity(
        functools.partial(scaled, power=3)
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (times(2), times(3)),
        (Loss(0.1), Loss(0.2)),
        (Loss(0.1).__call__, Loss(0.2).__call__),
        (scaled, functools.partial(scaled, power=3)),
        (functools.partial(scaled, power=2), functools.partial(scaled, power=3)),
        (lambda w: w[0].sum(), lambda w: w[0].mean()),
        (lambda w: w[0].sum() + 1, lambda w: w[0].sum() + 2),
    ],
)
def test_another_function_of_the_same_name_is_another(one, other):
    assert identity(one) != identity(other)


def test_a_constant_of_the_module_counts(monkeypatch):
    before = identity(scaled)
    monkeypatch.setattr(sys.modules[__name__], "SCALE", 3.0)
    assert identity(scaled) != before


def test_a_function_that_calls_itself_has_an_end():
    assert identity(again) == identity(again)


def again(weights):
    return again(weights)


def test_it_is_the_same_in_every_process_whatever_the_module_is_called(tmp_path):
    source = (
        "import numpy as np\n"
        "WEIGHTS = np.arange(3.0)\n"
        "def loss(weights, names=frozenset({'a', 'b', 'c', 'd'})):\n"
        "    return sum(weights) * (1 if 'a' in {'a', 'b', 'c'} else 2) + WEIGHTS\n"
        "from vdlite.landscape.identity import identity\n"
        "print(identity(loss))\n"
    )
    (tmp_path / "one.py").write_text(source)
    found = {
        subprocess.run(
            [sys.executable, "-B", *how], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        for how in (["one.py"], ["-m", "one"], ["-c", "import one"])
    }
    assert len(found) == 1


def test_a_landscape_does_not_go_on_with_another_loss():
    weights = [np.ones((2, 2))]
    problem = ArrayProblem(weights, times(2.0))
    directions = random_directions(problem.weights)
    half = compute_surface(problem, directions, x=(-1, 1, 3))
    same = ArrayProblem(weights, times(2.0))
    assert compute_surface(same, directions, x=(-1, 1, 3), resume=half).id == half.id
    other = ArrayProblem(weights, times(3.0))
    with pytest.raises(LandscapeError, match="other weights"):
        compute_surface(other, directions, x=(-1, 1, 3), resume=half)
