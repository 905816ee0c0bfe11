"""LogWriter: what a training script calls."""

import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from time import time as now_seconds
from typing import TYPE_CHECKING, Any, Literal, NoReturn, cast

import numpy as np

from vdlite.errors import ClosedWriterError, PayloadError, VdliteError
from vdlite.format.media import MAX_PAYLOAD
from vdlite.format.records import ROW_VALUES, pack_scalar
from vdlite.format.scalar_rows import CHUNK
from vdlite.kinds import scalar as scalar_kind
from vdlite.kinds.draft import taking
from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.kinds.numbers.device import DeviceScalar
from vdlite.kinds.scalar import ScalarLike
from vdlite.writer.arguments.checks import (
    StepLike,
    check_kind,
    check_step,
    check_steps,
    check_summary,
    check_tag,
    check_walltime,
    check_walltimes,
    given_step,
)
from vdlite.writer.arguments.hints import unknown_argument, with_hint
from vdlite.writer.arguments.points import Points, Row
from vdlite.writer.calls.array_calls import ArrayCalls
from vdlite.writer.calls.graph_calls import GraphCalls
from vdlite.writer.calls.media_calls import MediaCalls
from vdlite.writer.calls.profile_calls import ProfileCalls
from vdlite.writer.life.run_recorder import RunRecorder
from vdlite.writer.life.run_writer import RunWriter
from vdlite.writer.limits.limited import LimitedWriter

if TYPE_CHECKING:
    from vdlite.console.capture import OutputCapture
    from vdlite.writer.loader_watch import Batch, WatchedLoader
    from vdlite.writer.progress import Item, TrackedLoop


_ROW_PIECE = 16 * ROW_VALUES  # values that are written at a time


class LogWriter(RunWriter, ArrayCalls, MediaCalls, GraphCalls, ProfileCalls):
    """Writes the records of one run into its folder.

        with LogWriter("runs/first") as writer:
            for step in range(1000):
                writer.add_scalar("loss/train", loss, step)

    A record is safe from the end of the process, even by `kill -9`, when the call returns; one that takes more than
    a moment to make (a large image, say) is made and written behind, in order, and safe after `flush`. Threads may
    share a writer; a forked child writes files of its own; any number of writers may write into one folder at once.

    After the constructor, no call raises for what happens to the disk: it warns once, keeps up to 16 MiB in
    memory, counts what is lost beyond that, and goes on when writing works again. A wrong argument raises
    PayloadError at the call, and ClosedWriterError is raised by an `add_*` after `close`.
    """

    _recorder: RunRecorder

    def add_scalar(
        self,
        tag: str,
        value: ScalarLike,
        step: StepLike | None = None,
        walltime: float | None = None,
        **unknown: NoReturn,
    ) -> None:
        """Log one number.

        tag: the series' name; `/` makes groups.
        value: a real number, or an array or tensor of size one, on any device. A CUDA tensor does not make the
            caller wait: its number is written when it has arrived.
        step: a whole number; None goes on from the tag's last step, which may stem from an earlier writer.
        walltime: seconds since 1970; now if None.
        unknown: nothing; a TypeError says what an argument of another tool is called here.
        Raises PayloadError for any other tag, value, step or walltime.
        """
        if unknown:
            raise unknown_argument("add_scalar", unknown, ["tag", "value", "step", "walltime"])
        number = value if type(value) is float else scalar_kind.scalar(value, tag)
        now = now_seconds() if walltime is None else check_walltime(walltime)
        # From here on this is `RunRecorder.in_turn`, written out; see `Turn`.
        recorder = self._recorder
        turn, file = recorder.turn, recorder.file
        nested = turn.taken and turn.is_mine
        with turn.lock:
            if turn.taken:
                numbers = {check_tag(tag): number}
                turn.postpone(nested, turn.run, recorder.add_numbers, numbers, step, now)
            else:
                turn.taken = True
                try:
                    try:
                        series = recorder.scalars[tag]
                    except Exception:  # noqa: BLE001  # it is new, or no tag, whose __hash__ raises
                        step = given_step(step)  # what is refused leaves no empty series
                        series = recorder.open_series(scalar_kind.NAME, tag)
                    if type(step) is not int:
                        step = given_step(step)
                        if step is None:
                            step = recorder.series.next_step(series)
                    try:
                        body = pack_scalar(
                            series.head, step, b"\xcb", now, b"\xcb", number, b"\xce"
                        )
                    except struct.error:
                        recorder.add_scalar(series, check_step(step), now, number)
                    else:
                        file.append(body, now)
                    series.last_step = step
                except VdliteError:
                    turn.taken = False
                    raise
                turn.taken = False
        if file.needs_care or not recorder.looked_at <= now < recorder.look_at:
            recorder.look_after()

    @with_hint
    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, ScalarLike],
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log several numbers of one step, as the tags `main_tag/sub_tag` of this run.

        step: None goes on from the largest of the tags' last steps.
        The rest, and what raises, as in `add_scalar`; if a value is refused, none is logged.
        """
        check_tag(main_tag)
        now = now_seconds() if walltime is None else check_walltime(walltime)
        numbers = _numbers_of(main_tag, tag_scalar_dict)
        self._recorder.in_turn(self._recorder.add_numbers, numbers, step, now)

    @with_hint
    def add_scalar_series(
        self,
        tag: str,
        values: ArrayLike,
        steps: ArrayLike | None = None,
        walltimes: ArrayLike | None = None,
    ) -> None:
        """Log many numbers of one tag at once: a record for each, as safe as those of `add_scalar`.

        For loops that hold arrays already, such as vectorized environments and scans, and for imports.

        values: [N], a list, array or tensor of any real dtype and on any device.
        steps: [N], whole numbers; None goes on from the tag's last step.
        walltimes: [N], seconds since 1970; now if None.
        Raises PayloadError for any other tag, values, steps or walltimes; then none is logged.
        """
        tag = check_tag(tag)
        # Copies: what is postponed, or comes piece by piece, is not what the caller makes of its arrays meanwhile.
        numbers = np.array(scalar_kind.scalars(values))
        checked = None if steps is None else check_steps(steps, len(numbers))
        points = Points(
            numbers,
            None if checked is None else np.array(checked),
            np.full(len(numbers), now_seconds())
            if walltimes is None
            else check_walltimes(walltimes, len(numbers)),
        )
        self._recorder.check_open()
        # A turn for each piece: other threads need not wait for all of them.
        for start in range(0, len(numbers), CHUNK):
            piece = slice(start, start + CHUNK)
            self._recorder.in_turn(self._recorder.add_points, tag, points, piece)

    @with_hint
    def add_scalar_row(
        self,
        tags: Sequence[str],
        values: ArrayLike,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a number of each of many tags at one step: 8 bytes a number, as safe as with `add_scalar`.

            norms = tuple(f"norm/{name}" for name, _ in model.named_parameters())
            for step in range(1000):
                writer.add_scalar_row(norms, torch.stack(torch._foreach_norm(parameters)), step)

        tags: [N], each once. Give the same tuple again and again: it is known at once, a list is compared with what it held.
        values: [N], a list, array or tensor of any real dtype and on any device, which is waited for.
        step: None goes on from the largest of the tags' last steps.
        walltime: seconds since 1970; now if None.
        Raises PayloadError for any other tags, values, step or walltime; then none is logged.
        """
        recorder = self._recorder
        known = recorder.row_tags.of(tags)
        is_plain = type(values) is np.ndarray and values.dtype == np.float64 and values.ndim == 1
        numbers = values if is_plain else scalar_kind.scalars(values)
        if len(numbers) != len(known):
            raise PayloadError(f"values: got {len(numbers)}, want {len(known)}, one for each tag")
        row = Row(
            known,
            # A copy: what is postponed, or comes piece by piece, is not what the caller makes of its array meanwhile.
            memoryview(numbers.astype("<f8", copy=False).tobytes()),
            given_step(step),
            now_seconds() if walltime is None else check_walltime(walltime),
        )
        recorder.check_open()
        # A turn for each piece: other threads need not wait for all of them.
        for start in range(0, len(known), _ROW_PIECE):
            recorder.in_turn(recorder.add_row, row, start, min(start + _ROW_PIECE, len(known)))

    @with_hint
    def add_hparams(
        self,
        hparams_dict: Mapping[str, Any],
        metrics_list: "Sequence[str] | Mapping[str, ScalarLike]" = (),
        walltime: float | None = None,
        *,
        goals: "Mapping[str, Literal['min', 'max']] | None" = None,
        logarithmic: Sequence[str] = (),
        replace: bool = False,
        extend: bool = False,
    ) -> None:
        """Log the hyperparameters of a trial. Each call is a trial of its own, unless it is about the last one.

        hparams_dict: names to numbers, strings, booleans or None; anything else, such as a list, is kept as text.
        metrics_list: tags of the scalars that judge the trial; or a mapping of them to values, each of which is
            logged as one more point of that scalar.
        walltime: seconds since 1970; now if None.
        goals: "min" or "max" by tag of a scalar: whether less or more of it is better. Without it the page
            knows it by the name (more of `accuracy`, less of `loss`), or asks. Without `metrics_list` these tags judge the trial.
        logarithmic: names of hyperparameters that are searched by their magnitude: their axes are logarithmic.
        replace: True gives the trial that this writer logged last once more, as it is known now: all of this counts in
            its place. Settings that are found out step by step are safe from the beginning so.
        extend: True adds these to the trial that was logged last in the run, in place of what it has under these names:
            for a program that goes on with the run of an earlier one.
        Raises PayloadError if they are not such.
        """
        from vdlite.kinds import hparams

        draft = hparams.hparams(
            hparams_dict, metrics_list, goals, logarithmic, replace=replace, extend=extend
        )
        numbers = (
            {check_tag(tag): scalar_kind.scalar(value, tag) for tag, value in metrics_list.items()}
            if isinstance(metrics_list, Mapping)
            else {}
        )
        now = now_seconds() if walltime is None else check_walltime(walltime)
        self._recorder.add(hparams.NAME, hparams.NAME, draft, None, now)
        self._recorder.trials += not (replace or extend)
        for tag, number in numbers.items():  # each goes on from its own last step
            self._recorder.in_turn(self._recorder.add_numbers, {tag: number}, None, now)

    @with_hint
    def add_lineage(
        self,
        *,
        model: Any = None,
        optimizer: Any = None,
        scheduler: Any = None,
        loss: Any = None,
        train_loader: Any = None,
        test_loader: Any = None,
        metrics: "Sequence[str] | Mapping[str, Any] | None" = None,
        epochs: int | None = None,
        others: Mapping[str, Any] | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log what the run's model is trained with. Each part may be missing; a later call adds to an earlier one.

        model: a torch module, bare, compiled or wrapped for parallel work: its class, number and bytes of parameters.
        optimizer: a torch optimizer: its class, learning rate and other settings.
        scheduler: of the learning rate: its class.
        loss: a module, a function, or a name.
        train_loader, test_loader: a DataLoader or a dataset: batch size, dataset, number of samples; and the graph of
            both, as `add_data_graph` would log it.
        metrics: tags of the scalars that judge the model; or values by name, which are kept as they are.
        epochs: how many are planned.
        others: further fields, as `add_hparams` takes them.
        walltime: seconds since 1970; now if None.
        Raises PayloadError for what can't be taken.
        """
        from vdlite.graphs.data import is_walked
        from vdlite.kinds import lineage

        draft = lineage.lineage(
            model, optimizer, scheduler, loss, train_loader, test_loader, metrics, epochs, others
        )
        self._recorder.add(lineage.NAME, lineage.NAME, draft, None, walltime)
        loaders = {"train": train_loader, "test": test_loader}
        # A name, such as "MNIST", has no stages.
        given = {name: each for name, each in loaders.items() if is_walked(each)}
        if given:
            # The next step: loaders of an earlier call stay what they are.
            self.add_data_graph(given, step=None, walltime=walltime)

    @with_hint
    def add_environment(
        self, *, diff: bool = True, script: bool = False, walltime: float | None = None
    ) -> None:
        """Log what the run's process runs in: command line, git commit, package versions, host, GPUs, job, seeds.

        It is collected by a thread of the writer, not by the caller. Secrets in it, such as `--token abc`, are masked.
        diff: also keep the difference between the git commit and the code (up to 1 MiB).
        script: also keep the file that was started, where git does not know it (up to 256 KiB).
        walltime: seconds since 1970; now if None.
        Raises PayloadError if `diff` or `script` is no boolean.
        """
        from vdlite.kinds import environment

        self._recorder.add(
            environment.NAME,
            environment.NAME,
            environment.environment(diff, script),
            None,
            walltime,
        )

    @cached_property
    def _batches(self) -> dict[str, int]:
        """How many batches of watched loaders there were, by name."""
        return {}

    def watch_loader(
        self, loader: "Iterable[Batch]", name: str = "train", *, every: int = 20
    ) -> "WatchedLoader[Batch]":
        """The loader, which logs how long the training waits for its batches.

            for inputs, targets in writer.watch_loader(train_loader, "train"):
                ...

        Logged are `data/NAME/wait_ms`, milliseconds of waiting for a batch; `data/NAME/wait_share`, of the time from
        one batch to the next; and `data/NAME/samples_per_second`. The step is the number of batches of that name so
        far, over all epochs.
        name: of the tags.
        every: each point is the mean of so many batches, or of those that are left at the end of an epoch.
        What the loader raises, it raises. Raises PayloadError for a name that is no tag, for other `every`, and for
        what gives no batches.
        """
        from vdlite.writer.loader_watch import WatchedLoader

        return WatchedLoader(loader, name, self, self._batches, every=every)

    def track(
        self,
        items: "Iterable[Item]",
        name: str = "steps",
        *,
        total: int | None = None,
        start: int = 0,
        show: bool = True,
    ) -> "TrackedLoop[Item]":
        """What a loop goes over, which logs how far the loop is: of how many, how fast, and so how long it still takes.

            for epoch in writer.track(range(90), "epochs"):
                for inputs, targets in writer.track(loader, "batches"):
                    ...

        Logged are, about once a second and the more rarely the longer it takes, `progress/NAME/left`, how many are left;
        `progress/NAME/steps_per_second`; and `progress/NAME/samples_per_second`, where items are batches that tell their
        size. The step is the number of items that are done. The loop that began first says how far the run is.
        name: of the tags.
        total: how many there are in all, those before `start` too; None asks the items, which need not know it.
        start: how many were done before, in a training that is resumed.
        show: True shows it in the terminal, too: with tqdm or rich, whichever the program has imported, else in a line.
        What the items raise, they raise. Raises PayloadError for a name that is no tag, for other numbers, and for what
        no loop goes over.
        """
        from vdlite.writer.progress import TrackedLoop

        return TrackedLoop(items, name, self, total=total, start=start, show=show)

    def capture_output(self) -> "OutputCapture":
        """Keep what this process prints from now on, as the run's console: for notebooks.

            with writer.capture_output():
                train()

        Kept is what Python writes to `sys.stdout` and `sys.stderr`, where it goes as well; `vdlite run` keeps what others
        print, too, and how a program ended. It ends with the block, with `close()` of what is returned, or with the
        writer. Raises ClosedWriterError after `close`.
        """
        from vdlite.console.capture import OutputCapture
        from vdlite.console.keeper import Keeper
        from vdlite.secrets import Secrets
        from vdlite.writer.life.console_records import ConsoleRecords

        self._recorder.check_open()
        keeper = Keeper(ConsoleRecords(self._recorder), Secrets.of_environment(os.environ))
        capture = OutputCapture(keeper)
        self._recorder.before_close(capture.close)
        return capture

    def limit(self, *, every: int = 1, budget: int | None = None) -> "LogWriter":
        """This writer, with `add_*` methods that log less.

            sparse = writer.limit(every=100, budget=500 << 20)
            for step, batch in enumerate(batches):
                sparse.add_image("sample", batch[0], step)

        every: of each tag, only every n-th step is logged: the first, and then whenever so many steps have passed. Calls
            without a step are counted. What is left out costs about a microsecond, and is no loss: nothing reports it.
        budget: the most bytes that a tag may have, of all its kinds but numbers; what goes beyond is left out, warned of
            once, and counted as missing.
        Views of one writer share what they count. Raises PayloadError for anything else.
        """
        limit_tag = self._recorder.budget.limit_tag
        limited = LimitedWriter(self, self._last_logged, limit_tag, every=every, budget=budget)
        return cast("LogWriter", limited)

    @with_hint
    def add_meta(
        self,
        tag: str = "meta_data_tag",
        display_name: str = "",
        step: StepLike | None = 0,
        walltime: float | None = None,
    ) -> None:
        """Give the run a name, which the page shows instead of its folder's; the last one given counts.

        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import meta

        self._recorder.add(meta.NAME, tag, meta.meta(display_name), step, walltime)

    @with_hint
    def alert(
        self,
        title: str,
        text: str = "",
        level: str = "warn",
        *,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log what somebody should read: `vdlite watch`, the page and the channels of a server make it known.

            if loss != loss:
                writer.alert("the loss is NaN", f"learning rate {rate}", level="error")

        title, text: what is said; the page shows the text as Markdown. Each alert is a text under the tag `alerts`.
        level: "info", "warn" or "error".
        step: where the training is; None: the largest step of a scalar so far.
        walltime: seconds since 1970; now if None.
        Raises PayloadError for what is no text, for another level, and as `add_scalar`.
        """
        from vdlite.kinds import alert

        at = given_step(step)
        if at is None:
            at = self._recorder.largest_step()
        draft = alert.alert(title, text, level, None if at is None else check_step(at))
        self._recorder.add(alert.KIND_OF_ALERTS, alert.TAG, draft, None, walltime)

    def should_stop(self) -> bool:
        """True if the training should come to its end: somebody has asked for it, or `stop_after` hours are over.

            for step in range(steps):
                ...
                if writer.should_stop():
                    break

        A person asks by `vdlite halt` or in the page, a rule by `stop = true`; that is known within a second, stays so,
        and is logged as an alert once. Of several processes, each may know it at another step. It costs about 0.2 us.
        """
        stopping = self._stopping
        if stopping.is_asked():
            if not self._has_said_stop:
                self._has_said_stop = True
                with suppress(ClosedWriterError):
                    self.alert("asked to stop", stopping.reason or "", level="info")
            return True
        return False

    _has_said_stop = False

    @with_hint
    def add_record(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None = None,
        walltime: float | None = None,
        summary: Mapping[str, Any] | None = None,
    ) -> None:
        """Log bytes of a kind of your own; `LogReader.records` gives them back.

        kind: its name, of at most 64 bytes; not one that has an `add_` method of its own.
        payload: up to 4 GiB; more than 2 KiB go to the media file.
        summary: a little to know about the payload without reading it; msgpack of at most 4 KiB.
        The rest, and what raises, as in `add_scalar`.
        """
        tag, kind = check_tag(tag), check_kind(kind)
        if kind == scalar_kind.NAME:
            raise PayloadError("kind: got 'scalar', which add_scalar logs")
        content = _bytes_of(payload)
        summary = check_summary({} if summary is None else summary)
        self._recorder.add_bytes(kind, tag, content, step, walltime, summary)


@taking("tag_scalar_dict")
def _numbers_of(main_tag: str, given: object) -> "dict[str, float | DeviceScalar]":
    """The numbers of a mapping, by their whole tags. Raises PayloadError if it is none."""
    if not isinstance(given, Mapping):
        raise PayloadError(
            f"tag_scalar_dict: got {type(given).__name__}, want a mapping of sub-tag to number"
        )
    return {
        (tag := check_tag(f"{main_tag}/{check_tag(sub_tag)}")): scalar_kind.scalar(value, tag)
        for sub_tag, value in given.items()
    }


@taking("payload")
def _bytes_of(given: object) -> bytes:
    """A copy of bytes. Raises PayloadError if they are none, or too many."""
    if not isinstance(given, (bytes, bytearray, memoryview)):
        raise PayloadError(f"payload: got {type(given).__name__}, want bytes")
    size = memoryview(given).nbytes
    if size > MAX_PAYLOAD:
        raise PayloadError(f"payload: got {size} bytes, want at most {MAX_PAYLOAD}")
    return bytes(given)
