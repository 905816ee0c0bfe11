"""What is known of a landscape: known fields by type, anything else as it is."""

import numpy as np
import pytest

from vdlite.kinds.landscape import Curvature, DirectionsRecord, Landscape, Provenance
from vdlite.kinds.landscape.record import from_plain, to_plain

DIRECTIONS = {
    "kind": "random",
    "seed": 3,
    "ignore": ["bias"],
    "parameters": "weights",
    "lengths": [1.5, 2],
    "note": "mine",
}


def test_known_fields_have_types_and_the_others_stay() -> None:
    record = from_plain(DirectionsRecord, DIRECTIONS)
    assert (record.kind, record.seed, record.moved) == ("random", 3, "weights")
    assert (record.ignore, record.lengths) == (("bias",), (1.5, 2))
    assert record.extra == {"note": "mine"}
    assert record.norm is None


def test_what_was_reported_comes_back() -> None:
    assert to_plain(from_plain(DirectionsRecord, DIRECTIONS)) == DIRECTIONS
    assert to_plain(DirectionsRecord()) == {}


@pytest.mark.parametrize(
    "odd",
    [
        {"seed": "three"},
        {"seed": True},
        {"seed": None},
        {"lengths": [1, "2"]},
        {"kind": 5},
        {"ignore": "bias"},
        {"extra": 1},
    ],
)
def test_what_has_another_type_is_kept_but_not_taken_for_the_field(odd) -> None:
    record = from_plain(DirectionsRecord, odd)
    assert record == DirectionsRecord(extra=odd)
    assert record.extra == to_plain(record) == odd


def test_it_is_a_mapping_of_what_is_reported() -> None:
    settings = from_plain(Provenance, {"interval": [0, 35], "parameters": 26})
    assert settings["interval"] == [0, 35]
    assert settings.interval == (0, 35)
    assert settings.parameter_count == settings["parameters"] == 26
    assert settings.get("loss") is None
    assert dict(settings) == settings == {"interval": [0, 35], "parameters": 26}
    with pytest.raises(KeyError):
        settings["loss"]


def test_rates_are_one_number_or_one_for_each_snapshot() -> None:
    assert from_plain(Provenance, {"learning_rate": 0.1}).learning_rate == 0.1
    assert from_plain(Provenance, {"learning_rate": [0.1, 0.2]}).learning_rate == (0.1, 0.2)


def test_curvature_holds_columns() -> None:
    column = np.array([2.0, -1.0])
    fields = {"eigenvalues": column, "density": {"x": column, "y": column}, "remark": "x"}
    record = from_plain(Curvature, fields)
    assert record.eigenvalues is column
    assert record.density is not None
    assert record.density["y"] is column
    assert record.extra == {"remark": "x"}


def test_a_landscape_made_by_hand_takes_plain_mappings() -> None:
    x = np.array([0.0, 1.0])
    given = {
        "directions": {"kind": "given"},
        "settings": {"loss": "mse"},
        "curvature": {"trace": 1},
    }
    held = Landscape(x, None, {"loss": x}, x == x, **given)
    assert held.curvature is not None
    assert (held.directions.kind, held.settings.loss, held.curvature.trace) == ("given", "mse", 1)
