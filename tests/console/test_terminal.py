"""What was printed is kept as a terminal would have left it on its screen."""

from __future__ import annotations

import io
import itertools
import re
import threading
import time

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.progress import Progress
from tqdm import tqdm

from vdlite.console.row import Row
from vdlite.console.scroll import LONGEST
from vdlite.console.terminal import Terminal

PIECES = [
    *(b"abc", b"x", b"hello world", "灰é".encode(), b"\n", b"\n", b"\r", b"\r", b"\r\n", b"\b"),
    *(b"\x1b[A", b"\x1b[2A", b"\x1b[3C", b"\x1b[2D", b"\x1b[5G", b"\x1b[K", b"\x1b[1K", b"\x1b[2K"),
    *(b"\x1b[J", b"\x1b[31m", b"\x1b[1;38;5;7m", b"\x1b[0m", b"\x1b[m", b"\x1b[2P", b"\x1b[3X"),
    *(b"\x1b[2@", b"\x1b]0;title\x07", b"\x1b[?25l", b"\x07"),
]
BARS = [b"ab", b"a long state", "█▌".encode(), b"  ", b"\r", b"\r", b"\n", b"\x1b[32m", b"\x1b[0m"]


def feed(pieces: list[bytes], *, taken: bool = False) -> list[bytes]:
    """The lines that are left. taken: what has changed is taken after each piece, as a follower does."""
    terminal = Terminal()
    kept: list[bytes] = []
    for piece in pieces:
        terminal.feed(0, piece, 1.0)
        if taken:
            changed = terminal.take()
            kept[changed.first :] = changed.lines
    terminal.finish(1.0)
    changed = terminal.take()
    kept[changed.first :] = changed.lines
    return kept


def plain(lines: list[bytes]) -> str:
    text = "\n".join(re.sub(r"\x1b\[[0-9;]*m", "", line.decode()).rstrip() for line in lines)
    return text.rstrip("\n")


def screen(data: bytes) -> str:
    """What another terminal shows."""
    shown = pyte.Screen(400, 110)
    shown.set_mode(pyte.modes.LNM)
    pyte.ByteStream(shown).feed(data)
    # It keeps an empty cell behind a wide character.
    return "\n".join(line.rstrip() for line in shown.display).rstrip("\n")


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(ends)]


@given(st.lists(st.sampled_from([each for each in PIECES if each.isascii()]), max_size=30))
def test_the_screen_is_that_of_another_terminal(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert plain(feed([data])) == screen(data)


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.lists(st.integers(0, 500), max_size=6))
def test_it_makes_no_difference_where_output_is_cut(pieces: list[bytes], places: list[int]) -> None:
    data = b"".join(pieces)

    def same(lines: list[bytes]) -> list[bytes]:
        return [Row(line).rendered() for line in lines]

    assert same(feed(cut(data, places), taken=True)) == same(feed([data]))


@given(st.lists(st.binary(max_size=20), max_size=10), st.sampled_from([0, 1, 2]))
def test_any_bytes_become_lines_of_sound_text(pieces: list[bytes], stream: int) -> None:
    terminal = Terminal()
    for piece in pieces:
        terminal.feed(stream, piece, 1.0)
    terminal.finish(1.0)
    for line in terminal.take().lines:
        text = re.sub(r"\x1b\[[0-9;]*m", "", line.decode())
        assert "\n" not in text
        assert "\x1b" not in text
        assert "\0" not in text


@pytest.mark.parametrize(
    ("pieces", "want"),
    [
        ([b"a\nb"], [b"a", b"b"]),
        ([b"a\n\n"], [b"a", b""]),
        ([b"10%\r20%\r30%"], [b"30%"]),
        ([b"10%\r", b"20%\r", b"\n"], [b"20%"]),
        ([b"long line\rab"], [b"abng line"]),
        ([b"a\r", b"\nb\r\n"], [b"a", b"b"]),
        (["灰".encode()[:2], "灰".encode()[2:] + b"\n"], ["灰".encode()]),
        ([b"a\xff\n"], ["a\ufffd".encode()]),
        ([b"a\x00b\n"], [b"ab"]),
        ([b"\x1b[31mred\nstill\x1b[0m no\n"], [b"\x1b[31mred\x1b[0m", b"\x1b[31mstill\x1b[0m no"]),
        ([b"a\x1b", b"[3", b"1mb\x1b[0m\n"], [b"a\x1b[31mb\x1b[0m"]),
        ([b"\x1b[?1049hfull screen\n\n\x1b[?1049lback\n"], [b"back"]),
        ([b"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\n"], [b"link"]),
        ([b"a\tb\n"], [b"a\tb"]),
        ([b"half a sequence\x1b[3"], [b"half a sequence"]),
        ([b"half a character " + b"\xe7\x81"], ["half a character \ufffd".encode()]),
    ],
)
def test_what_is_left(pieces: list[bytes], want: list[bytes]) -> None:
    assert feed(pieces) == want
    assert feed(pieces, taken=True) == want


def test_a_long_line_keeps_its_beginning_and_says_what_is_left_out() -> None:
    (line, after) = feed([b"x" * 100_000] * 100 + [b"\nafter\n"])
    assert line == b"x" * LONGEST + f" … {10_000_000 - LONGEST:,} bytes left out".encode()
    assert after == b"after"


def test_two_streams_keep_their_own_lines() -> None:
    terminal = Terminal()
    for stream, data in (
        (2, b"bar 1"),
        (1, b"step 1\n"),
        (2, b"\rbar 2"),
        (1, b"st"),
        (1, b"ep 2\n"),
    ):
        terminal.feed(stream, data, 1.0)
    changed = terminal.take()
    assert list(changed.lines) == [b"bar 2", b"step 1", b"step 2"]
    assert list(changed.streams) == [2, 1, 1]


def test_a_bar_whose_line_is_far_above_goes_on_in_a_new_line() -> None:
    terminal = Terminal()
    terminal.feed(2, b"bar 1", 1.0)
    terminal.feed(1, b"line\n" * 1000, 1.0)
    terminal.take()
    terminal.feed(2, b"\rbar 2", 2.0)
    changed = terminal.take()
    assert (changed.first, list(changed.lines), list(changed.walltimes)) == (
        1001,
        [b"bar 2"],
        [2.0],
    )


@given(st.lists(st.sampled_from(BARS), max_size=40), st.lists(st.integers(0, 500), max_size=6))
def test_states_of_bars_are_those_of_another_terminal(
    pieces: list[bytes], places: list[int]
) -> None:
    data = b"".join(pieces)
    assert plain(feed([data])) == screen(data)
    assert plain(feed(cut(data, places), taken=True)) == screen(data)


def test_a_line_has_the_time_at_which_it_was_begun() -> None:
    terminal = Terminal()
    terminal.feed(0, b"10%", 1.0)
    terminal.feed(1, b"step 1\n", 2.0)
    for second in range(3, 9):
        terminal.feed(0, b"\r%d%%" % (10 * second), float(second))
    terminal.feed(0, b"\ndone\n", 9.0)
    changed = terminal.take()
    assert list(changed.lines) == [b"80%", b"step 1", b"done"]
    assert list(changed.walltimes) == [1.0, 2.0, 9.0]


@given(
    st.lists(
        st.tuples(
            st.sampled_from([b"line\n", b"half ", b"\x1b[31mred\x1b[0m\n", b"\x1b[32mgreen\n", b"\rbar", b"\n"]),
            st.integers(1, 12),
        ),
        max_size=20,
    )
)  # fmt: skip
def test_what_is_left_out_unseen_is_what_is_left_out_later(
    pieces: list[tuple[bytes, int]],
) -> None:
    seen, unseen = Terminal(), Terminal()
    left = 0
    for piece, times in pieces:
        seen.feed(0, piece * times, 1.0)
        left += unseen.feed_end(0, piece * times, 1.0, 3, 3)
    left += unseen.leave_out(3, 3)
    assert seen.leave_out(3, 3) == left

    def without_bytes(terminal: Terminal) -> list[bytes]:
        return [re.sub(rb"\([\d,]+ bytes\)", b"", line) for line in terminal.take().lines]

    assert without_bytes(unseen) == without_bytes(seen)


def test_only_what_has_changed_is_taken() -> None:
    terminal = Terminal()
    terminal.feed(0, b"a\nb\nc", 1.0)
    assert terminal.take().first == 0
    terminal.feed(0, b"d", 2.0)
    changed = terminal.take()
    assert (changed.first, list(changed.lines)) == (2, [b"cd"])
    assert not terminal.has_changed


class Printed(io.TextIOBase):
    """A file that a library takes for a terminal."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.pieces.append(text.encode())
        return len(text)


def test_bars_of_tqdm_are_folded() -> None:
    printed = Printed()
    outer = tqdm(total=50, file=printed, mininterval=0, ncols=60, desc="outer", position=0)
    inner = tqdm(total=100, file=printed, mininterval=0, ncols=60, desc="inner", position=1)
    for _ in range(50):
        inner.reset()
        for _ in range(100):
            inner.update()
        outer.update()
        if outer.n % 25 == 0:
            tqdm.write(f"at {outer.n}", file=printed)
    inner.close()
    outer.close()
    lines = feed(printed.pieces, taken=True)
    assert plain(lines) == screen(b"".join(printed.pieces))
    assert plain(lines).splitlines()[:2] == ["at 25", "at 50"]
    assert len(lines) == 4


def test_bars_of_threads_are_folded() -> None:
    printed = Printed()
    tqdm.set_lock(threading.RLock())

    def work(number: int) -> None:
        for _ in tqdm(
            range(200), file=printed, mininterval=0, ncols=60, desc=f"w{number}", position=number
        ):
            pass

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = feed(printed.pieces)
    assert plain(lines) == screen(b"".join(printed.pieces))
    assert len(lines) < 12  # of 800 states


def test_live_displays_of_rich_are_folded() -> None:
    printed = Printed()
    console = Console(file=printed, force_terminal=True, width=80, color_system="truecolor")
    with Progress(console=console, refresh_per_second=1000) as progress:
        tasks = [progress.add_task(f"[red]task {number}", total=100) for number in range(3)]
        for step in range(100):
            for task in tasks:
                progress.advance(task)
            if step % 30 == 0:
                progress.console.print(f"step {step}", style="bold green")
    lines = feed(printed.pieces, taken=True)
    assert plain(lines) == screen(b"".join(printed.pieces))
    assert plain(lines).splitlines()[:4] == ["step 0", "step 30", "step 60", "step 90"]
    assert plain(lines).count("100%") == 3
    assert b"\x1b[" in lines[0]


@pytest.mark.parametrize(
    "piece", [b"\x1b]", b"\x1b[", b"\x1bP", b"\x1b[31m", b"\r", b"\b", b"\x1b[A\n", b"\xe7"]
)
def test_output_made_to_take_long_does_not(piece: bytes) -> None:
    data = (piece * 200_000)[:200_000]
    begin = time.process_time()
    feed([data[at : at + 4096] for at in range(0, len(data), 4096)], taken=True)
    assert time.process_time() - begin < 10  # seconds; squares of the length would take an hour
