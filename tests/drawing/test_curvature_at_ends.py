"""How sharp the models are between which a line or a plane lies."""

import numpy as np
import pytest

from vdlite import LogReader, compute_landscape
from vdlite.landscape import ArrayProblem


def test_both_ends_of_a_line_have_their_own_curvature(tmp_path):
    """As Keskar et al. compare the results of small and large batches (2017)."""

    def loss(arrays):
        w = arrays[0]
        return float(np.sum(w**4))

    def gradient(arrays):
        return [4 * arrays[0] ** 3]

    def make():
        return ArrayProblem([np.array([[1.0, 2.0]])], loss, gradient=gradient)

    (line,) = compute_landscape(
        tmp_path, make, models=[[np.array([[3.0, -1.0]])]], size=3, with_curvature=True
    )
    ends = [
        {name: mark.values[name] for name in ("hessian/max", "hessian/min")} for mark in line.marks
    ]
    # The Hessian is diagonal: 12 w².
    assert ends[0] == pytest.approx({"hessian/max": 48, "hessian/min": 12}, rel=1e-5)
    assert ends[1] == pytest.approx({"hessian/max": 108, "hessian/min": 12}, rel=1e-5)
    assert line.marks[1].values["loss"] == 82
    assert line.curvature["eigenvalues"] == pytest.approx([48, 12], rel=1e-5)
    back = LogReader(tmp_path).landscape(".", "landscape/line/model 2")
    assert back.marks == line.marks
