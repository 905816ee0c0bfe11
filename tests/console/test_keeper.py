"""What is printed is kept as blocks: bounded, masked, and so that the newest lines can be read at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from vdlite.console.keeper import Keeper, last_words
from vdlite.kinds import console
from vdlite.kinds.console_streams import STREAMS
from vdlite.secrets import Secrets


class Blocks:
    def __init__(self) -> None:
        self.blocks: list[tuple[int, console.Lines, Mapping[str, Any]]] = []

    def add_block(
        self, payload: bytes, first: int, walltime: float, summary: Mapping[str, Any]
    ) -> None:
        assert walltime >= 0
        self.blocks.append((first, console.decode(payload), summary))

    @property
    def text(self) -> list[str]:
        found: list[str] = []
        for first, lines, summary in self.blocks:
            assert (summary["first"], summary["lines"]) == (first, len(lines))
            found[first:] = lines.text
        return found


def run(keeper: Keeper, pieces: list[tuple[float, bytes]], stream: int = 1) -> None:
    """Feed it as whoever reads pipes does."""
    for now, data in pieces:
        if keeper.due is not None and now >= keeper.due:
            keeper.keep(now)
        keeper.feed(stream, data, now)
    keeper.finish(pieces[-1][0] + 1)


def test_blocks_come_once_a_second_however_much_is_printed() -> None:
    blocks = Blocks()
    run(Keeper(blocks), [(at / 100, b"line %d\n" % at) for at in range(1000)])
    assert blocks.text == [f"line {at}" for at in range(1000)]
    assert 10 <= len(blocks.blocks) <= 12


def test_times_are_those_of_each_line() -> None:
    blocks = Blocks()
    run(Keeper(blocks), [(1e9, b"a\n"), (1e9 + 0.25, b"b\n")])
    (block,) = blocks.blocks
    assert block[1].walltimes.tolist() == [1e9, 1e9 + 0.25]
    assert [STREAMS[each] for each in block[1].streams] == ["stdout", "stdout"]


def test_a_bar_alone_makes_blocks_ever_more_rarely() -> None:
    blocks = Blocks()
    run(Keeper(blocks), [(at / 10, b"\r%d%%" % at) for at in range(3000)])
    assert blocks.text == ["2999%"]
    assert len(blocks.blocks) < 300 / 8 + 6


def test_an_unfinished_line_is_kept_and_replaced() -> None:
    blocks = Blocks()
    run(Keeper(blocks), [(0.0, b"a\nhalf"), (1.5, b" and half\n")])
    assert [first for first, _, _ in blocks.blocks] == [0, 1]
    assert blocks.text == ["a", "half and half"]


def test_beyond_the_most_bytes_the_last_lines_of_each_minute_are_kept() -> None:
    blocks = Blocks()
    line = b"%06d " + b"x" * 93 + b"\n"
    pieces = [
        (float(second), b"".join(line % (second * 100 + at) for at in range(100)))
        for second in range(600)
    ]
    run(Keeper(blocks, most_bytes=1_000_000), pieces)
    text = blocks.text
    kept = [int(line[:6]) for line in text if line[:6].isdigit()]
    missing = [re.fullmatch(r"… ([\d,]+) lines \([\d,]+ bytes\) left out", line) for line in text]
    counts = [int(found[1].replace(",", "")) for found in missing if found is not None]
    assert kept[:9000] == list(range(9000))
    assert kept[-1] == 59_999
    assert len(kept) + sum(counts) == 60_000
    assert len(text) == len(kept) + len(counts)
    assert sum(summary.get("left_out", 0) for _, _, summary in blocks.blocks) == sum(counts)
    assert sum(len(line) for line in text) < 1_400_000


def test_what_never_came_is_counted() -> None:
    blocks = Blocks()
    keeper = Keeper(blocks)
    keeper.feed(1, b"a\n", 1.0)
    keeper.lose(1_000_000, 2.0)
    keeper.feed(1, b"b\n", 3.0)
    keeper.finish(4.0)
    assert blocks.text[1] == "… 1,000,000 bytes left out: more was printed than could be kept"
    assert [STREAMS[each] for each in blocks.blocks[0][1].streams][1] == "note"


def test_secrets_never_reach_a_block() -> None:
    blocks = Blocks()
    run(
        Keeper(blocks, Secrets(["opensesame"])),
        [(0.0, b"say opense"), (0.1, b"same\npassword=abcd\n")],
    )
    assert blocks.text == ["say ***", "password=***"]


def test_the_last_block_says_how_it_ended() -> None:
    blocks = Blocks()
    keeper = Keeper(blocks)
    keeper.finish(1.0, {"code": 3})
    assert [summary for _, _, summary in blocks.blocks] == [
        {"first": 0, "lines": 0, "ended": {"code": 3}}
    ]


TRACEBACK = """Traceback (most recent call last):
  File "a.py", line 1, in <module>
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 3, in <module>
    raise ValueError(
ValueError: no such thing
"""


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (TRACEBACK, ("ValueError: no such thing", 6)),
        (TRACEBACK + "wandb: bye\n", ("ValueError: no such thing", 6)),
        (
            "".join(f"[rank3]: {line}\n" for line in TRACEBACK.splitlines()),
            ("ValueError: no such thing", 6),
        ),
        ("Fatal Python error: Segmentation fault\n\nCurrent thread\n", ("Fatal Python error: Segmentation fault", 0)),
        ("usage: x\n\x1b[31mx: error: no\x1b[0m\n\n", ("x: error: no", None)),
        ("", (None, None)),
    ],
)  # fmt: skip
def test_the_last_words_are_those_that_say_why(
    text: str, want: tuple[str | None, int | None]
) -> None:
    assert last_words([(line, 2) for line in text.split("\n")]) == want


def test_what_another_stream_prints_amid_a_traceback_is_no_part_of_it() -> None:
    lines = [(line, 2) for line in TRACEBACK.splitlines()]
    lines.insert(7, ("step 3", 1))
    assert last_words(lines) == ("ValueError: no such thing", 6)


def test_a_keeper_remembers_the_last_words_over_blocks() -> None:
    keeper = Keeper(Blocks())
    pieces = [(float(at), b"line\n" * 100) for at in range(20)]
    run(keeper, [*pieces, (20.0, TRACEBACK.encode()[:150]), (22.0, TRACEBACK.encode()[150:])])
    assert keeper.last_words() == ("ValueError: no such thing", 2006)
