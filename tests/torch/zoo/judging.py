"""What comes of an entry: a landscape that is equal to the plain loop, or what the user reads."""

import copy
import logging
from dataclasses import dataclass

import numpy as np
import torch

from tests.torch.zoo.plain import plain_losses
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

STEADY = 1e-5  # of the loss
SEED = 3  # of what networks draw


@dataclass(frozen=True)
class Verdict:
    """How a landscape compares with the plain loop."""

    outcome: str  # equal, refused, reported, WRONG or CRASHED
    words: str = ""  # what the user has read
    apart: float = 0.0  # the largest difference, as a share of the loss
    anew: bool = False  # whether all was computed once more by fresh copies


class _Heard(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def judged(entry, size=3, axes=1, device="cpu", **options):
    """The verdict of an entry on a line or square of `size` points a side."""
    heard = _Heard()
    logger = logging.getLogger("vdlite")
    logger.addHandler(heard)
    try:
        return _judged(entry, heard, size, axes, device, options)
    except LandscapeError as error:
        return Verdict("refused", str(error))
    except Exception as error:  # noqa: BLE001  # a traceback is what is counted
        return Verdict("CRASHED", f"{type(error).__name__}: {error}")
    finally:
        logger.removeHandler(heard)


def _judged(entry, heard, size, axes, device, options):
    torch.manual_seed(0)
    model, data = entry.model().to(device), entry.data()
    loss, batch_loss = copy.deepcopy((entry.loss, entry.batch_loss))
    given = copy.deepcopy(data)
    problem = TorchProblem(model, given, loss, batch_loss=batch_loss, seed=SEED, **options)
    directions = random_directions(problem.weights, axes=axes, seed=1)
    surface = compute_surface(problem, directions, x=(-0.5, 0.5, size), workers=1)
    grid = np.meshgrid(*[surface.x] * axes)
    points = np.stack([one.ravel() for one in grid], 1)
    wanted = plain_losses(entry, data, directions, points, SEED, device)
    found = surface.values["loss"].ravel()
    apart = float(np.max(np.abs(found - wanted) / np.maximum(np.abs(wanted), 1e-2)))
    words = "\n".join(heard.lines)
    # The word that all is computed once more is no excuse for what is still wrong, and no fault where it is right.
    warnings = [line for line in heard.lines if "computed once more" not in line]
    outcome = "reported" if warnings else "equal" if apart <= STEADY else "WRONG"
    return Verdict(outcome, words, apart, bool(surface.settings.anew))
