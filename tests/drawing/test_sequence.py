"""Snapshots that are looked at again and again."""

import numpy as np

from vdlite.drawing.sequence import remembered


def test_as_many_snapshots_as_fit_are_loaded_once():
    asked = []

    def load(position):
        asked.append(position)
        return [np.full(10, float(position))]

    look = remembered(load, room=2 * 80)
    for _ in range(2):
        assert [look(position)[0][0] for position in range(4)] == [0, 1, 2, 3]
    assert asked == [0, 1, 2, 3, 2, 3]
