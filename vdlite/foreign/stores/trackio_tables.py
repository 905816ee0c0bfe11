"""trackio's database of a project: tables `metrics`, `configs`, `system_metrics`, `alerts`."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from vdlite.foreign.meanings import walltime_of
from vdlite.foreign.scalar_columns import number_of
from vdlite.foreign.stores.database import Growing, Tables
from vdlite.foreign.stores.facts import Given, Piece, RunFacts, points_of, safe_name, told_apart
from vdlite.foreign.stores.opening import Ask

_METRICS = {"id", "timestamp", "run_name", "step", "metrics"}
_PIECE = 10_000  # rows, of several points each
_MOST_ALERTS = 1000
_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_OWN = "_"  # what the names of trackio's own settings begin with


class TrackioTables:
    """See `database.Tables`."""

    tool = "trackio"
    tells_end = False

    def __init__(self, columns: Mapping[str, list[str]]) -> None:
        # Older versions tell runs apart by their names alone.
        self._run = "run_id" if "run_id" in columns["metrics"] else "run_name"
        self._has = {
            table
            for table in ("configs", "system_metrics", "alerts")
            if {self._run, "id"} <= set(columns.get(table, ()))
        }
        tables = ("metrics", *sorted(self._has))
        self.growing = tuple(Growing(table, "id", self._run) for table in tables)
        self._last = 0  # the newest row whose run is known
        self._known: dict[str, tuple[str, float]] = {}  # name and beginning, by key

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """All that logged anything, or have a config."""
        rows = ask(
            f"SELECT {self._run}, run_name, min(timestamp), max(id) FROM metrics WHERE id > ? GROUP BY 1, 2",
            self._last,
        )
        for key, name, began, last in rows:
            self._known.setdefault(str(key), (str(name), walltime_of(began) or 0.0))
            self._last = max(self._last, last)
        if "configs" in self._has:
            for key, name, began in ask(
                f"SELECT {self._run}, run_name, created_at FROM configs ORDER BY id"
            ):
                self._known.setdefault(str(key), (str(name), walltime_of(began) or 0.0))
        return told_apart(
            {
                key: RunFacts(safe_name(name), name, began)
                for key, (name, began) in self._known.items()
            }
        )

    def given(self, ask: Ask, key: str) -> Given:
        """See `database.Tables`."""
        settings: dict[str, Any] = {}
        texts: dict[str, str] = {}
        if "configs" in self._has:
            for (config,) in ask(
                f"SELECT config FROM configs WHERE {self._run} = ? ORDER BY id LIMIT 1", key
            ):
                settings = dict(_flat_settings(_object(config)))
        if "alerts" in self._has:
            alerts = ask(
                f"SELECT level, title, text FROM alerts WHERE {self._run} = ? ORDER BY id LIMIT ?",
                key,
                _MOST_ALERTS,
            )
            if alerts:
                texts["alerts"] = "\n\n".join(
                    f"**{level}: {title}**\n\n{text or ''}" for level, title, text in alerts
                )
        return Given(settings, (), texts)

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece:
        """mark: the last rows of metrics and of system metrics, and how many of the latter there were."""
        last, last_system, number = mark or (0, 0, 0)
        rows = ask(
            f"""SELECT id, step, timestamp, metrics FROM metrics
            WHERE {self._run} = ? AND id > ? ORDER BY id LIMIT ?""",
            key,
            last,
            _PIECE,
        )
        system = []
        if "system_metrics" in self._has:
            system = ask(
                f"""SELECT id, timestamp, metrics FROM system_metrics
                WHERE {self._run} = ? AND id > ? ORDER BY id LIMIT ?""",
                key,
                last_system,
                _PIECE,
            )
        left_out: dict[str, int] = {}
        points = [
            (tag, step, walltime_of(time) or 0.0, value)
            for _, step, time, metrics in rows
            for tag, value in _numbers(_object(metrics), left_out)
        ]
        points += [
            (f"system/{tag}", step, walltime_of(time) or 0.0, value)
            for step, (_, time, metrics) in enumerate(system, number)
            for tag, value in _numbers(_object(metrics), left_out)
        ]
        mark = (
            rows[-1][0] if rows else last,
            system[-1][0] if system else last_system,
            number + len(system),
        )
        is_all = max(len(rows), len(system)) < _PIECE
        if not points:
            return Piece([], mark, is_all, left_out)
        columns, left = points_of(*zip(*points, strict=True))
        if left:
            left_out["rows without a step"] = left
        return Piece([columns], mark, is_all, left_out)


def make(columns: Mapping[str, list[str]]) -> Tables | None:
    """The tables, if they are trackio's."""
    return TrackioTables(columns) if _METRICS.issubset(columns.get("metrics", ())) else None


def _object(data: object) -> dict[str, Any]:
    try:
        found = json.loads(data) if isinstance(data, str | bytes) else None
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _numbers(
    values: Mapping[str, Any], left_out: dict[str, int], begin: str = "", depth: int = 0
) -> Iterator[tuple[str, float]]:
    """The numbers of a row, those of inner objects as `a/b`; what else there is, is counted."""
    for name, value in values.items():
        if isinstance(value, str):
            value = _WORDS.get(value, value)
        if isinstance(value, bool | int | float):
            yield begin + name, number_of(value)
        elif isinstance(value, dict) and "_type" not in value and depth < 16:
            yield from _numbers(value, left_out, f"{begin}{name}/", depth + 1)
        elif value is not None:
            told = value.get("_type") if isinstance(value, dict) else type(value).__name__
            what = {"str": f"texts called {name:.60}", "list": f"lists called {name:.60}"}.get(
                str(told), str(told)[:60]
            )
            left_out[what] = left_out.get(what, 0) + 1


def _flat_settings(values: Mapping[str, Any], begin: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if not begin and name.startswith(_OWN):
            continue
        if isinstance(value, dict) and value:
            yield from _flat_settings(value, f"{begin}{name}/")
        elif value is None or isinstance(value, bool | int | float | str):
            yield begin + name, value
        else:
            yield begin + name, json.dumps(value)
