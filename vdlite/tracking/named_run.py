"""What a run is called, and where it lies: its attributes, as scripts for `wandb` read and set them."""

import atexit
import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from vdlite.tracking.words import Words, tags_of, word
from vdlite.writer import LogWriter


class NamedRun:
    """The part of a Run that knows its words."""

    def __init__(self, writer: LogWriter, words: Words, *, disabled: bool, resumed: bool) -> None:
        self._writer = writer
        self._words = words
        self._disabled = disabled
        self._resumed = resumed
        if words.notes:
            writer.add_text("notes", words.notes)
        if fields := words.fields():
            writer.add_lineage(others=fields)

    @property
    def logdir(self) -> str:
        """The run's folder."""
        return self._writer.logdir

    @property
    def id(self) -> str:
        """The name of the run's folder: `init(project, id=...)` goes on with the run."""
        return Path(self.logdir).name

    @property
    def name(self) -> str:
        """What the page calls the run: the name of its folder, unless another one was given. Can be set."""
        return self._words.name or self.id

    @name.setter
    def name(self, name: str) -> None:
        self._words = self._words.but(name=word(name, "name"))
        self._writer.add_meta(display_name=self.name)

    @property
    def notes(self) -> str:
        """A text of the run. Can be set."""
        return self._words.notes

    @notes.setter
    def notes(self, notes: str) -> None:
        self._words = self._words.but(notes=word(notes, "notes", "a text"))
        self._writer.add_text("notes", self.notes)

    @property
    def tags(self) -> tuple[str, ...]:
        """Labels of the run. Can be set."""
        return self._words.tags

    @tags.setter
    def tags(self, tags: Iterable[str]) -> None:
        self._words = self._words.but(tags=tags_of(tags))
        self._writer.add_lineage(others={"tags": self._words.fields().get("tags", "")})

    @property
    def project(self) -> str:
        """The folder below the logdir, as `init` was given it."""
        return self._words.project

    @property
    def group(self) -> str:
        """The folder below that of the project, as `init` was given it."""
        return self._words.group

    @property
    def job_type(self) -> str:
        """A word for the run, as `init` was given it."""
        return self._words.job_type

    @property
    def entity(self) -> str:
        """Whose run it is, as `init` was given it."""
        return self._words.entity

    @property
    def dir(self) -> str:
        """The absolute path of a folder for files of the run: its own; of a disabled run one that goes when the program ends."""
        return self._folder_for_files if self._disabled else os.path.abspath(self.logdir)

    @cached_property
    def _folder_for_files(self) -> str:
        import tempfile  # hardly any training needs it, and every one would wait for it

        try:
            folder = tempfile.mkdtemp(prefix="vdlite-disabled-")
        except OSError:  # a full disk ends no training
            return os.path.abspath(os.curdir)
        atexit.register(_remove, folder, os.getpid())
        return folder

    @property
    def url(self) -> str:
        """The run's folder as an address, `file:///...`; that of the page is what `vdlite --logdir DIR` prints."""
        return Path(self.dir).as_uri()

    @property
    def sweep_id(self) -> None:
        """None: no run is one of a sweep."""

    @property
    def resumed(self) -> bool:
        """True if logs were there already, which the run goes on with."""
        return self._resumed

    @property
    def disabled(self) -> bool:
        """True if nothing is written: `init(mode="disabled")`."""
        return self._disabled


def _remove(folder: str, pid: int) -> None:
    """At the end of the program that has made it."""
    if os.getpid() == pid:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
