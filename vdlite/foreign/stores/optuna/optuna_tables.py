"""Optuna's database: tables `studies`, `trials`, and one for each thing that a trial has."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.foreign.stores.facts import Given, Piece, RunFacts, points_of, with_own_names
from vdlite.foreign.stores.optuna import optuna_words as words
from vdlite.foreign.stores.sqlite.database import Growing, Tables
from vdlite.foreign.stores.sqlite.queries import Ask
from vdlite.foreign.tables.meanings import walltime_of

_NEEDED = {
    "studies": {"study_id", "study_name"},
    "study_directions": {"study_id", "objective", "direction"},
    "trials": {"trial_id", "number", "study_id", "state", "datetime_start", "datetime_complete"},
    "trial_params": {"param_id", "trial_id", "param_name", "param_value", "distribution_json"},
    "trial_values": {"trial_value_id", "trial_id", "objective", "value"},
    "trial_intermediate_values": {
        "trial_intermediate_value_id", "trial_id", "step", "intermediate_value",
    },
    "trial_user_attributes": {"trial_user_attribute_id", "trial_id", "key", "value_json"},
}  # fmt: skip
_PIECE = 50_000  # points
_MOST_GIVEN = 10_000


class OptunaTables:
    """See `database.Tables`."""

    tool = "Optuna"
    reports_end = True
    growing = (
        Growing(
            "trial_intermediate_values",
            "trial_intermediate_value_id",
            "trial_id",
            ("trial_id", "step", "intermediate_value"),
        ),
        Growing("trial_params", "param_id", "trial_id", ("trial_id", "param_value")),
        Growing("trial_values", "trial_value_id", "trial_id", ("trial_id", "objective", "value")),
        Growing("trial_user_attributes", "trial_user_attribute_id", "trial_id"),
    )

    def __init__(self, columns: Mapping[str, list[str]]) -> None:
        self._has_names = {"study_id", "key", "value_json"} <= set(
            columns.get("study_system_attributes", ())
        )
        # Older versions have no infinities.
        self._type = "value_type" if "value_type" in columns["trial_values"] else "NULL"
        name = "intermediate_value_type"
        self._inner_type = name if name in columns["trial_intermediate_values"] else "NULL"

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """All trials that have begun."""
        rows = ask(
            """SELECT trial_id, study_name, number, state, datetime_start, datetime_complete
            FROM trials JOIN studies USING (study_id) WHERE state != 'WAITING'"""
        )
        return with_own_names({str(row[0]): words.facts_of(*row[1:]) for row in rows})

    def given(self, ask: Ask, key: str) -> Given:
        """See `database.Tables`."""
        params = ask(
            """SELECT param_name, param_value, distribution_json FROM trial_params
            WHERE trial_id = ? ORDER BY param_id LIMIT ?""",
            key,
            _MOST_GIVEN,
        )
        attributes = ask(
            "SELECT key, value_json FROM trial_user_attributes WHERE trial_id = ? LIMIT ?",
            key,
            _MOST_GIVEN,
        )
        settings = {str(name): words.setting_of(value, how) for name, value, how in params}
        parsed = {str(name): words.attribute_of(text) for name, text in attributes}
        return self._objectives(ask, key).given(settings, parsed)

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece:
        """mark: the numbers of the last rows of both tables."""
        last, last_value = mark or (0, 0)
        inner, is_all = ask.piece(
            f"""SELECT trial_intermediate_value_id, step, intermediate_value, {self._inner_type}
            FROM trial_intermediate_values
            WHERE trial_id = ? AND trial_intermediate_value_id > ? ORDER BY 1 LIMIT ?""",
            key,
            last,
            rows=_PIECE,
        )
        values = ask(
            f"""SELECT trial_value_id, objective, value, {self._type} FROM trial_values
            WHERE trial_id = ? AND trial_value_id > ? ORDER BY 1""",
            key,
            last_value,
        )
        if not inner and not values:
            return Piece([], mark, is_all=True)
        ((started, ended),) = ask(
            "SELECT datetime_start, datetime_complete FROM trials WHERE trial_id = ?", key
        ) or [(None, None)]
        tags = self._objectives(ask, key).tags
        began = walltime_of(started) or 0.0
        closed = walltime_of(ended) or began
        rows = [
            (words.INTERMEDIATE, step, began, _value(value, how)) for _, step, value, how in inner
        ]
        rows += [
            (tags[goal], 0, closed, _value(value, how))
            for _, goal, value, how in values
            if isinstance(goal, int) and 0 <= goal < len(tags)
        ]
        mark = (inner[-1][0] if inner else last, values[-1][0] if values else last_value)
        if not rows:
            return Piece([], mark, is_all)
        points, left = points_of(*zip(*rows, strict=True))
        left_out = {"values that are no numbers": left} if left else {}
        return Piece([points], mark, is_all, left_out)

    def _objectives(self, ask: Ask, key: str) -> words.Objectives:
        directions = ask(
            """SELECT direction FROM study_directions
            WHERE study_id = (SELECT study_id FROM trials WHERE trial_id = ?) ORDER BY objective""",
            key,
        )
        names = (
            ask(
                """SELECT value_json FROM study_system_attributes WHERE key = ?
                AND study_id = (SELECT study_id FROM trials WHERE trial_id = ?)""",
                words.METRIC_NAMES,
                key,
            )
            if self._has_names
            else []
        )
        metric_names = words.json_of(names[0][0]) if names else None
        return words.objectives([way for (way,) in directions], metric_names)


def make(columns: Mapping[str, list[str]]) -> Tables | None:
    """The tables, if they are Optuna's."""
    if all(names <= set(columns.get(table, ())) for table, names in _NEEDED.items()):
        return OptunaTables(columns)
    return None


def _value(value: object, how: object) -> Any:
    found = words.VALUE_TYPES.get(str(how), value)
    return np.nan if found is None else found
