"""Options of a `TorchProblem`, from wherever they are said."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import digits, digits_model
from vdlite import LandscapeError, compute_landscape
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem


def problem(**options) -> TorchProblem:
    return TorchProblem(digits_model(), [digits()], F.cross_entropy, **options)


def test_a_misspelt_option_names_the_near_miss() -> None:
    with pytest.raises(TypeError, match=r"^TorchProblem\(\) got .* Did you mean 'num_samples'\?$"):
        problem(num_sample=100)
    with pytest.raises(TypeError, match=r"goes into facts=\{'note': ...\}"):
        problem(note="first")


def test_a_misspelt_option_of_a_callback_is_reported_as_such(tmp_path) -> None:
    def callback():
        return {"model": digits_model(), "data": [digits()], "loss": F.cross_entropy, "sed": 1}

    with pytest.raises(LandscapeError, match=r"callback_fn \(--entry\): .* Did you mean 'seed'"):
        compute_landscape(tmp_path, callback)


def test_facts_of_callback_and_caller_are_reported_together(tmp_path) -> None:
    def callback():
        return {
            "model": digits_model(),
            "data": [digits()],
            "loss": F.cross_entropy,
            "facts": {"note": "first", "fold": 1},
        }

    (drawn,) = compute_landscape(tmp_path, callback, size=3, num_samples=9, facts={"fold": 2})
    assert (drawn.settings["note"], drawn.settings["fold"]) == ("first", 2)
    assert drawn.settings["samples"] == 9


def test_what_is_named_replaces_the_callbacks_also_where_it_is_as_usual(tmp_path) -> None:
    def callback():
        return {
            "model": digits_model(),
            "data": [digits()],
            "loss": F.cross_entropy,
            "batch_norm": "batch",
            "num_samples": 7,
        }

    (own,) = compute_landscape(tmp_path / "own", callback, size=3)
    assert (own.settings["batch_norm"], own.settings["samples"]) == ("batch", 7)
    (said,) = compute_landscape(
        tmp_path / "said", callback, size=3, batch_norm="frozen", num_samples=None
    )
    assert (said.settings["batch_norm"], said.settings["samples"]) == ("frozen", len(digits()[1]))


@pytest.mark.parametrize(
    "wrong", [{"batch_norm": "none"}, {"precision": "int8"}, {"num_samples": 0}]
)
def test_a_wrong_option_is_reported_before_anything_is_built(tmp_path, wrong) -> None:
    def late():
        raise AssertionError("the callback was called")

    with pytest.raises(LandscapeError, match=next(iter(wrong))):
        compute_landscape(tmp_path, late, **wrong)


class MakesFloats(nn.Module):
    """A state that begins as float32, whatever comes in."""

    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(4, 4)

    def forward(self, x):
        return self.cell(torch.zeros(len(x), 4, dtype=torch.float32) + 0) + x


def test_a_model_that_computes_in_one_type_only_refuses_another_precision():
    data = [(torch.randn(6, 4), torch.randn(6, 4))]
    problem = TorchProblem(MakesFloats(), data, F.mse_loss, precision="float64")
    with pytest.raises(LandscapeError, match="precision: the model or its loss can't be computed"):
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
