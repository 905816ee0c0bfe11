"""The screen of `vdlite top`, drawn by Textual."""

from __future__ import annotations

from threading import Lock
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import DataTable, Footer, Input, Static

from vdlite.cli.questions.top_lines import SORTS, Screen, details, screen
from vdlite.cli.terminal import printable
from vdlite.errors import VdliteError
from vdlite.reader import LogReader

_EVERY = 2.0  # seconds between two looks


class Top(App[None]):
    """Runs as lines; the one that is chosen at length below them."""

    TITLE = "vdlite top"
    CSS = """
    DataTable { height: 1fr; }
    VerticalScroll { height: 2fr; max-height: 60%; border-top: solid $primary; padding: 0 1; }
    Top.-one DataTable { display: none; }
    Top.-one VerticalScroll { max-height: 100%; border-top: none; }
    Input { display: none; }
    Input.-open { display: block; }
    #said { height: 1; color: $text-muted; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter"),
        Binding("s", "sort", "sort"),
        Binding("escape", "leave", "back"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, reader: LogReader, where: str | None, *, archived: bool = False) -> None:
        super().__init__()
        self._reader = reader
        self._where = where
        self._archived = archived
        self._reading = Lock()
        self._sort = next(iter(SORTS))
        self._shown: Screen | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="said", markup=False)
        yield Input(self._where or "", placeholder="lr < 1e-3 and state == live", id="filter")
        yield DataTable(cursor_type="row", zebra_stripes=True)
        with VerticalScroll():
            yield Static(id="details", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(DataTable).focus()
        self.look()
        self.set_interval(_EVERY, self.look)

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """Take in what was logged, in a thread of its own: a drive may be slow."""
        try:
            with self._reading:
                self._reader.refresh()
                found = screen(self._reader, self._where, self._sort, archived=self._archived)
        except (VdliteError, OSError) as error:
            self.call_from_thread(self._say, str(error))
            return
        self.call_from_thread(self._show, found)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(printable(text))

    def _show(self, found: Screen) -> None:
        table = self.query_one(DataTable)
        chosen = self._chosen()
        self._shown = found
        self._say(f"{found.said}, sorted by {self._sort}")
        table.clear(columns=True)
        table.add_columns(*map(_plain, found.head))
        for row in found.rows:
            table.add_row(*map(_plain, row), key=row[0])
        names = [row[0] for row in found.rows]
        if chosen in names:
            table.move_cursor(row=names.index(chosen), animate=False)
        self._explain()

    def _chosen(self) -> str | None:
        rows = () if self._shown is None else self._shown.rows
        at = self.query_one(DataTable).cursor_row
        return rows[at][0] if 0 <= at < len(rows) else None

    def on_data_table_row_highlighted(self) -> None:
        self._explain()

    def on_data_table_row_selected(self) -> None:
        self.add_class("-one")

    @work(thread=True, exclusive=True, group="details")
    def _explain(self) -> None:
        run = self._chosen()
        try:
            with self._reading:
                text = "" if run is None else details(self._reader, run)
        except (VdliteError, OSError) as error:
            text = printable(str(error))
        self.call_from_thread(self.query_one("#details", Static).update, Text(text))

    def action_filter(self) -> None:
        field = self.query_one("#filter", Input)
        field.add_class("-open")
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._where = event.value.strip() or None
        self.action_leave()
        self.look()

    def action_sort(self) -> None:
        """The next order: by what runs are, then by each metric that has a column."""
        orders = [*SORTS, *(self._shown.metrics if self._shown is not None else ())]
        at = orders.index(self._sort) if self._sort in orders else -1
        self._sort = orders[(at + 1) % len(orders)]
        self.look()

    def action_leave(self) -> None:
        self.remove_class("-one")
        self.query_one("#filter", Input).remove_class("-open")
        self.query_one(DataTable).focus()


def _plain(cell: str) -> Text:
    """A cell as it is, of which nothing is markup or steers the terminal."""
    return Text(printable(cell))
