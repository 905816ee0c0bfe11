"""trackio's database of a project: tables `metrics`, `configs`, `system_metrics`, `alerts`; media lie beside it."""

import json
import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from vdlite.errors import FormatError
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.stores.facts import (
    Encode,
    Given,
    Piece,
    RunFacts,
    Unencoded,
    points_of,
    safe_name,
    with_own_names,
)
from vdlite.foreign.stores.sqlite.database import Growing, Tables
from vdlite.foreign.stores.sqlite.queries import MOST_ROW, Ask, Rows
from vdlite.foreign.stores.trackio.trackio_values import encode_value, kind_of, type_of
from vdlite.foreign.tables.meanings import walltime_of
from vdlite.foreign.tables.scalar_columns import number_of

_METRICS = {"id", "timestamp", "run_name", "step", "metrics"}
_PIECE = 10_000  # rows, of several points each
_MOST_VALUES = 200  # that are no numbers, in a piece: each may be a file
_MOST_DEPTH = 16
_MOST_ALERTS = 1000
_MOST_NAME = 10_000  # characters
_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_SORTS: dict[type, str] = {str: "texts", list: "lists", dict: "objects"}
_GROUP = "_Group"
_CREATED = "_Created"
_OWN = "_"  # what the names of trackio's own settings begin with
_COUNTED = {"traces": "traces", "run_artifact_links": "artifacts"}
"""Tables that are not read but counted, and what is known of them."""


class TrackioTables:
    """See `database.Tables`."""

    tool = "trackio"
    reports_end = False

    def __init__(self, columns: Mapping[str, list[str]], read: ReadBeside) -> None:
        """read: reads a file by its path in the folder of media."""
        self._read = read
        # Older versions distinguish runs by their names alone.
        self._run = "run_id" if "run_id" in columns["metrics"] else "run_name"
        self._has = {
            table
            for table in ("configs", "system_metrics", "alerts")
            if {self._run, "id"} <= set(columns.get(table, ()))
        }
        self._counted = [table for table in _COUNTED if self._run in columns.get(table, ())]
        tables = ("metrics", *sorted(self._has))
        fixed = {"metrics": (self._run, "timestamp", "step", "metrics")}
        self.growing = tuple(
            Growing(table, "id", self._run, fixed.get(table, ())) for table in tables
        )
        self._last = self._last_config = 0  # the newest rows whose run is known
        self._known: dict[str, tuple[str, float]] = {}  # name and beginning, by key

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """All that logged anything, or have a config."""
        rows = ask(
            # Without names that nobody gives: they would all be sorted, with a file on the disk.
            f"""SELECT {self._run}, run_name, min(timestamp), max(id) FROM metrics WHERE id > ?
            AND length({self._run}) <= {_MOST_NAME} AND length(run_name) <= {_MOST_NAME} GROUP BY 1, 2""",
            self._last,
        )
        for key, name, began, last in rows:
            self._known.setdefault(str(key), (str(name), walltime_of(began) or 0.0))
            self._last = max(self._last, last)
        if "configs" in self._has:
            for key, name, began, config, last in ask(
                f"""SELECT {self._run}, run_name, created_at,
                CASE WHEN length(config) <= {MOST_ROW} THEN config END, id FROM configs
                WHERE id > ? ORDER BY id""",
                self._last_config,
            ):
                # Rows are written a while after the run began, all with the same time.
                created = walltime_of(_object(config).get(_CREATED) or began) or 0.0
                first = self._known.get(str(key), (str(name), created))[1]
                self._known[str(key)] = (str(name), min(created or first, first or created))
                self._last_config = max(self._last_config, last)
        return with_own_names(
            {
                key: RunFacts(safe_name(name), name, began)
                for key, (name, began) in self._known.items()
            }
        )

    def given(self, ask: Ask, key: str) -> Given:
        """See `database.Tables`."""
        settings: dict[str, Any] = {}
        texts: dict[str, str] = {}
        fields: dict[str, str] = {}
        if "configs" in self._has:
            for (config,) in ask(
                f"SELECT config FROM configs WHERE {self._run} = ? ORDER BY id LIMIT 1", key
            ):
                parsed = _object(config)
                settings = dict(_flat_settings(parsed))
                if isinstance(parsed.get(_GROUP), str):
                    fields["group"] = parsed[_GROUP]
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
        return Given(settings, (), texts, fields=fields)

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece:
        """mark: the last rows of metrics and of system metrics, how many of the latter there were, and what was counted."""
        last, last_system, number, counted = mark or (0, 0, 0, dict[str, int]())
        piece = Piece([], mark, is_all=True)
        rows, is_all = self._next_rows(ask, "metrics", "step", key, last)
        system, is_all_system = Rows([], is_all=True)
        if "system_metrics" in self._has:
            system, is_all_system = self._next_rows(ask, "system_metrics", "NULL", key, last_system)
        points = []
        for at, row in enumerate(rows):
            points += self._take(row, "", piece)
            if len(piece.values) >= _MOST_VALUES:
                rows, rest = rows[: at + 1], rows[at + 1 :]
                is_all = is_all and not rest
                ask.give_back(rest)
                break
        for step, (row_id, _, *others) in enumerate(system, number):
            points += self._take((row_id, step, *others), "system/", piece)
        counts = {table: self._count(ask, table, key) for table in self._counted}
        for table, count in counts.items():
            if count > counted.get(table, 0):
                piece.leave_out(_COUNTED[table], count - counted.get(table, 0))
        piece.mark = (
            rows[-1][0] if rows else last,
            system[-1][0] if system else last_system,
            number + len(system),
            {table: max(count, counted.get(table, 0)) for table, count in counts.items()},
        )
        piece.is_all = is_all and is_all_system
        if points:
            columns, left = points_of(*zip(*points, strict=True))
            piece.points.append(columns)
            if left:
                piece.leave_out("rows without a step", left)
        return piece

    def record(self, ask: Ask, key: str, kind: str, tag: str, offset: int) -> Encode:
        """See `database.RecordTables`; the offset is the number of the row."""
        rows = ask(
            f"""SELECT metrics FROM metrics WHERE id = ? AND {self._run} = ?
            AND length(metrics) <= {MOST_ROW}""",
            offset,
            key,
        )
        for (metrics,) in rows:
            for name, value in _leaves(_object(metrics)):
                if name == tag and kind_of(value) == kind:
                    return partial(encode_value, value, self._read)
        raise FormatError(f"there is no {kind} {tag!r:.60} in row {offset} (any more)")

    def _take(
        self, row: tuple[Any, ...], begin: str, piece: Piece
    ) -> list[tuple[str, Any, float, float]]:
        """The points of a row; what else it holds is put into the piece."""
        number, step, time, metrics, length = row
        if (length or 0) > MOST_ROW:
            piece.leave_out("rows that are too large")
        walltime = walltime_of(time) or 0.0
        points = []
        for name, value in _leaves(_object(metrics)):
            if isinstance(value, bool | int | float):
                points.append((begin + name, step, walltime, number_of(value)))
            elif not begin and type(step) is int and (kind := kind_of(value)) is not None:
                what = type_of(value) or f"texts called {name:.60}"
                encode = partial(encode_value, value, self._read)
                piece.values.append(Unencoded(kind, name, step, walltime, number, what, encode))
            elif value is not None:
                described = f"{_SORTS.get(type(value), type(value).__name__)} called {name:.60}"
                piece.leave_out((type_of(value) or described)[:60])
        return points

    def _count(self, ask: Ask, table: str, key: str) -> int:
        ((count,),) = ask(f"SELECT count(*) FROM {table} WHERE {self._run} = ?", key)
        return int(count)

    def _next_rows(self, ask: Ask, table: str, step: str, key: str, last: int) -> Rows:
        """Their numbers, steps, times, metrics and how long those are.

        Which ones is asked first: an index by runs would have all that follow sorted, with what they hold.
        """
        return ask.piece(
            f"""SELECT id, {step}, timestamp, CASE WHEN length(metrics) <= {MOST_ROW} THEN metrics END,
            length(metrics) FROM {table} WHERE id IN
            (SELECT id FROM {table} WHERE {self._run} = ? AND id > ? ORDER BY id LIMIT ?) ORDER BY id""",
            key,
            last,
            rows=_PIECE,
        )


def make(columns: Mapping[str, list[str]], read: ReadBeside) -> Tables | None:
    """The tables, if they are trackio's; read: reads a file by its path in the folder of media."""
    return TrackioTables(columns, read) if _METRICS.issubset(columns.get("metrics", ())) else None


def _object(data: object) -> dict[str, Any]:
    try:
        found = json.loads(data) if isinstance(data, str | bytes) else None
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _leaves(
    values: Mapping[str, Any], begin: str = "", depth: int = 0
) -> Iterator[tuple[str, Any]]:
    """The values of a row, those of inner objects as `a/b`, but for objects that tell what they are."""
    for name, value in values.items():
        if isinstance(value, dict) and "_type" not in value and depth < _MOST_DEPTH:
            yield from _leaves(value, f"{begin}{name}/", depth + 1)
        else:
            yield begin + name, _WORDS.get(value, value) if isinstance(value, str) else value


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
