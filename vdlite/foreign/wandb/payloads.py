"""Payloads of what a run's records hold, also made again when they are asked for."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks import blocks
from vdlite.foreign.blocks.block_payloads import BlockRecords, message_at
from vdlite.foreign.blocks.console import TAG as CONSOLE
from vdlite.foreign.formats import ReadBeside, ReadPart
from vdlite.foreign.wandb import records
from vdlite.foreign.wandb.environment import NAME as ENVIRONMENT
from vdlite.foreign.wandb.environment import Environment
from vdlite.foreign.wandb.media import encode_console, encode_media, media_kind
from vdlite.foreign.wandb.summaries import read_summary
from vdlite.foreign.wandb.trial import Trial
from vdlite.format.batch import Damage
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import Message

BEGIN = b":W&B"
SEPARATOR = ""
"""Between two things that were printed."""
_RECORDS = BlockRecords(BEGIN, records.what_of, records.OUTPUT, records.read_output, SEPARATOR)


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the record's first fragment."""
    return encode_beside(read, None, offset, kind, tag)


def encode_beside(
    read: ReadPart, beside: ReadBeside | None, offset: int, kind: str, tag: str
) -> Encoded:
    """The payload of a record for which other files may have to be read."""
    try:
        if kind == "hparams":
            return _trial_at(read, offset).encode()
        if kind == "lineage" and _RECORDS.number_at(read, offset) == records.CONFIG:
            return encode_lineage(others=_change_at(read, offset))
        if kind == ENVIRONMENT:
            return _environment_at(read, beside, offset)
        # At the end a file beside the log has all of it.
        is_console = (kind, tag) == ("text", CONSOLE)
        if is_console and _RECORDS.number_at(read, offset) != records.EXIT:
            return _RECORDS.console_at(read, offset)
        return encode(message_at(read, offset), kind, tag, beside)
    except PayloadError as error:
        raise FormatError(str(error)) from error


def encode(record: Message, kind: str, tag: str, beside: ReadBeside | None = None) -> Encoded:
    """The payload of one of the things that a record holds. Raises FormatError, PayloadError, OSError."""
    what = records.what_of(record)
    if what is not None:
        message = record.inner(what)
        if what[0] == records.RUN:
            return of_run(records.read_run(message), kind)
        if what[0] == records.ALERT:
            return records.encode("text", records.read_alert(message))
        if what[0] == records.SUMMARY:
            return encode_lineage(metrics=read_summary(message))
        if what[0] == records.EXIT and beside is not None:
            return encode_console(beside)
        if what[0] == records.HISTORY:
            value = records.read_history(message).values.get(tag)
            if beside is not None and value is not None and media_kind(value) == kind:
                return encode_media(value, beside)
            if value is not None:
                return records.encode(kind, value)
    raise FormatError(f"got a record without {kind} {tag!r:.60}")


def of_run(run: records.RunRecord, kind: str) -> Encoded:
    """The name of a run, its notes, or its lineage: project, group and what else it belongs to."""
    from vdlite.kinds import meta, text

    if kind == "lineage":
        return encode_lineage(others=run.facts)
    return encoded(meta.meta(run.name) if kind == "meta" else text.text(run.notes))


def encode_lineage(
    *, metrics: Mapping[str, Any] | None = None, others: Mapping[str, Any] | None = None
) -> Encoded:
    """The facts known of a run while it went on, or at its end. Raises PayloadError."""
    from vdlite.kinds import lineage

    return encoded(lineage.lineage(None, None, None, None, None, None, metrics, None, others))


def _trial_at(read: ReadPart, offset: int) -> Trial:
    """The trial as a record at that offset has left it: that of the run, and all changes since."""
    trial = Trial()
    _walk_up_to(read, offset, trial.take)
    return trial


def _change_at(read: ReadPart, offset: int) -> dict[str, Any]:
    """The change by the update of the config at that offset."""
    trial = Trial()
    changed: dict[str, Any] = {}

    def take(what: int, message: Message) -> None:
        nonlocal changed
        if what == records.CONFIG:
            changed = trial.change(message)
        else:
            trial.take(what, message)

    _walk_up_to(read, offset, take)
    return changed


def _environment_at(read: ReadPart, beside: ReadBeside | None, offset: int) -> Encoded:
    """The facts known of machine and program with the record at that offset."""
    found = Environment()

    def take(what: int, message: Message) -> None:
        if what == records.ENVIRONMENT:
            found.take_record(message)
        elif what == records.FILES and beside is not None:
            found.take_files(message, beside)

    _walk_up_to(read, offset, take)
    return found.encode()


def _walk_up_to(read: ReadPart, offset: int, take: Callable[[int, Message], None]) -> None:
    """Hand over all records that are read, from the beginning up to the one at that offset, with what each is."""

    def take_record(record: bytes, at: int, _: int) -> None:
        message = Message(memoryview(record))
        what = records.what_of(message)
        if what is not None and at <= offset:
            # One that is damaged was reported when it was read.
            with suppress(FormatError):
                take(what[0], message.inner(what))

    lost: list[Damage] = []
    end = offset + blocks.most_framed(len(blocks.record_at(read, offset)))
    blocks.walk(read(0, end), 0, BEGIN, take_record, lost)
