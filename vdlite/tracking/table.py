"""Tables, as `wandb.Table` makes them: logged as a text in Markdown, until there is a kind for them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.packages import needed
from vdlite.tracking.media import Logged
from vdlite.tracking.pictures import Image, Images, is_figure, is_picture
from vdlite.writer import LogWriter

_DEFAULT = ("Input", "Output", "Expected")  # columns, as with `wandb`


class Table:
    """Rows under the names of columns. It is logged as a table in Markdown, whole.

    Pictures in cells are logged beside it, as a grid `TAG/COLUMN`, each with the number of its row; other media as `TAG/COLUMN/ROW`.
    """

    def __init__(
        self,
        columns: Sequence[Any] | None = None,
        data: Any = None,
        rows: Any = None,
        dataframe: Any = None,
        dtype: object = None,
        optional: object = True,
        allow_mixed_types: object = False,
        log_mode: object = None,
    ) -> None:
        """columns: their names; those of the DataFrame, if one is given.

        data, rows: lists of as many values each, an array of two dimensions, or a DataFrame.
        dataframe: of pandas.
        dtype, optional, allow_mixed_types, log_mode: of `wandb.Table`: columns may hold anything, and a table can be logged again.
        Raises PayloadError if they do not fit together.
        """
        given = rows if data is None else data
        frame = given if dataframe is None and hasattr(given, "iterrows") else dataframe
        if frame is not None:
            columns = list(frame.columns)
            given = zip(*(frame[name].tolist() for name in columns), strict=True)
        self.columns: list[Any] = list(_DEFAULT if columns is None else columns)
        self.data: list[list[Any]] = []
        for row in () if given is None else _items(given, "data"):
            self.add_data(*_items(row, "a row"))

    def add_data(self, *data: Any) -> None:
        """Add a row. Raises PayloadError if it has more or fewer values than there are columns."""
        if len(data) != len(self.columns):
            raise PayloadError(
                f"Table: got a row of {len(data)} values, want {len(self.columns)}: {shown(self.columns)}"
            )
        self.data.append(list(data))

    def add_row(self, *row: Any) -> None:
        """Add a row, as `add_data` does."""
        self.add_data(*row)

    def add_column(self, name: str, data: Iterable[Any], optional: object = False) -> None:
        """Add a column, of a value for each row. Raises PayloadError if there are more or fewer of them."""
        values = list(_items(data, "data"))
        if name in self.columns:
            raise PayloadError(f"Table: got the column {name!r:.60} again")
        if not self.columns:
            self.data = [[] for _ in values]
        if len(values) != len(self.data):
            raise PayloadError(
                f"Table: got a column of {len(values)} values, want {len(self.data)}, one for each row"
            )
        self.columns.append(name)
        for row, value in zip(self.data, values, strict=True):
            row.append(value)

    def get_column(self, name: str, convert_to: Literal["numpy"] | None = None) -> Any:
        """A list of the values of a column, or an array. Raises PayloadError if there is no such column."""
        if name not in self.columns:
            raise PayloadError(f"Table: got the column {name!r:.60}, want one of {self.columns}")
        at = self.columns.index(name)
        values = [row[at] for row in self.data]
        return np.array(values) if convert_to == "numpy" else values

    def get_dataframe(self) -> Any:
        """A DataFrame of pandas."""
        with needed("a DataFrame"):
            import pandas

        return pandas.DataFrame.from_records(self.data, columns=self.columns)

    def iterrows(self) -> Iterator[tuple[int, list[Any]]]:
        """The number of each row, and its values."""
        yield from enumerate(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"Table({len(self.data)} rows of {shown(self.columns)})"

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        """Log it, and the media in it."""
        writer.add_text(tag, self.markdown(tag), step, walltime)
        for at, column in enumerate(self.columns):
            cells = {number: media_of(row[at]) for number, row in enumerate(self.data)}
            media = {number: each for number, each in cells.items() if each is not None}
            pictures = [
                Image(
                    each.picture, each.caption or f"row {number}", each.dataformats, mode=each.mode
                )
                for number, each in media.items()
                if isinstance(each, Image)
            ]
            if pictures:
                Images(pictures).add_to(writer, f"{tag}/{column}", step, walltime)
            for number, each in media.items():
                if not isinstance(each, Image):
                    each.add_to(writer, f"{tag}/{column}/{number}", step, walltime)

    def markdown(self, tag: str) -> str:
        """The table in Markdown. tag: that of the table, by which cells name their media."""
        lines = [_line(self.columns), "|" + " --- |" * len(self.columns)]
        for number, row in enumerate(self.data):
            lines.append(
                _line(
                    _place(cell, f"{tag}/{column}", number)
                    for column, cell in zip(self.columns, row, strict=True)
                )
            )
        return "\n".join(lines)


def media_of(value: Any) -> "Logged | None":
    """What logs the value of a cell, if it is more than text and numbers."""
    if is_picture(value) or is_figure(value):
        return Image(value)
    return value if hasattr(value, "add_to") else None


def _items(given: Any, what: str) -> Iterable[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise PayloadError(
            f"Table: got {type(given).__name__} {shown(given)} as {what}, want a list"
        )
    return given


def _place(cell: Any, tag: str, number: int) -> Any:
    media = media_of(cell)
    if media is None:
        return cell
    return f"{tag}, row {number}" if isinstance(media, Image) else f"{tag}/{number}"


def _line(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else str(value)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\r", "").replace("\n", " ")
