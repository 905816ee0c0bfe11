"""One thread keeps the store up to date and informs whoever listens of what has changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from vdlite.reader import Changes, Store

logger = logging.getLogger("vdlite.server")

Listener = Callable[[Changes], None]

_DISCOVER_EVERY = 1.0  # seconds, at least, between two looks for new files
_SHARE = 0.2  # of the time at most that looking may take
_SHARE_OF_CHECKS = 0.0015  # of the time at most that looking whether to search may take
_LONGEST_REST = 4.0  # seconds between two such looks, however long one took: a busy machine makes each seem long
_LONGEST_GOODBYE = 0.8  # seconds: a look changes nothing, and may be left behind
_LONGEST_KEEPING = 0.5  # seconds, at the end
_AFTER_DEFECT = 5.0  # seconds
_NOTHING = Changes(runs=False, tags=False, growth=())
_LONGEST_PAUSE = 60.0  # seconds; where a look takes ages, it is still repeated


class Watcher:
    """Calls `store.refresh` again and again, in a thread of its own.

    reload_interval: seconds between two looks at the known files; 0: read everything once.
    A look that takes long is repeated the more rarely, so that looking takes a fifth of the time
    at most; that holds for the search for new files as well.
    """

    def __init__(self, store: Store, reload_interval: float) -> None:
        self._store = store
        self._interval = reload_interval
        self._stopping = threading.Event()
        self._lock = threading.Lock()  # guards _listeners and _looks
        self._listeners: list[Listener] = []
        self._looks: list[tuple[Callable[[], None], bool]] = []
        self._hurry = threading.Event()
        self._searches = False  # whether whoever is in a hurry wants a search in any case
        self._looked = threading.Condition()  # guards _begun and _ended
        self._begun = self._ended = 0  # looks at the logs
        self._late = threading.Lock()  # one look at a time when the thread has ended
        # A daemon: a first look at a huge logdir must not hold the end of the process.
        self._thread = threading.Thread(target=self._run, name="vdlite-watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Let the thread end with the look that it is at; does not wait for that."""
        self._stopping.set()
        self._hurry.set()

    def stop(self) -> None:
        """End the thread; one that a dead network drive holds up is left behind."""
        self.end()
        self._thread.join(_LONGEST_GOODBYE)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` in the watcher's thread after every look that found a change.

        It must be quick and must not raise. Returns how to end that.
        """
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return end

    def also(self, look: Callable[[], None], *, often: bool = False) -> None:
        """Call `look` in the watcher's thread with each look whether to search for new files; it must not raise.

        often: call it every second, also where the searches are rarer.
        """
        with self._lock:
            self._looks.append((look, often))

    def tell(self) -> None:
        """Wake the listeners: something has changed that is not in the logs."""
        self._tell(_NOTHING)

    def hurry(self) -> None:
        """Search for new and vanished files at once, also if the logs are read only once."""
        self._searches = True
        self._wake()

    def _wake(self) -> None:
        """Look at once, at all known files, and into all folders that have changed."""
        if self._thread.is_alive():
            self._hurry.set()
            return
        with self._late:
            self._look(discover=True)

    def look_now(self, seconds: float) -> bool:
        """Look for what was logged until now, in new files, too; False if that takes longer."""
        end = time.monotonic() + seconds
        with self._looked:
            wanted = self._begun + 1  # one that is at work may have passed what is looked for
        self._wake()
        with self._looked:
            while self._ended < wanted or not self._store.done:
                if not self._looked.wait(end - time.monotonic()) and time.monotonic() >= end:
                    return False
        return True

    @property
    def listeners(self) -> int:
        with self._lock:
            return len(self._listeners)

    def _run(self) -> None:
        try:
            self._watch()
        finally:
            self._store.keep(_LONGEST_KEEPING)

    def _watch(self) -> None:
        next_discovery = next_others = 0.0  # on the monotonic clock
        while not self._stopping.is_set():
            begun = time.monotonic()
            hurry = self._hurry.is_set()
            due = begun >= next_discovery or hurry
            searches = False
            if hurry:
                self._hurry.clear()
                # While something is left to be read, only a search looks at all the others as well.
                searches, self._searches = self._searches or not self._store.done, False
            discover = searches or (due and self._store.may_have_changed())
            checked = time.monotonic()
            others = due or begun >= next_others
            if others:
                next_others = begun + _DISCOVER_EVERY
            if not self._look(discover, others=others, rare=due, sparing=not hurry):
                self._stopping.wait(_AFTER_DEFECT)
                continue
            rest = _pause_after(time.monotonic() - begun)
            if due:
                idle = min(_pause_after(checked - begun, _SHARE_OF_CHECKS), _LONGEST_REST)
                next_discovery = time.monotonic() + max(_DISCOVER_EVERY, rest if discover else idle)
                rest = 0.0  # the known files need not wait for the next search
            if not self._store.done:
                continue  # a look ends after a while to tell what it found; there is more to read
            if self._interval == 0 and not (self._store.held_up or self._store.is_making):
                return
            self._hurry.wait(max(self._interval or _DISCOVER_EVERY, rest))

    def _look(
        self, discover: bool, *, others: bool = True, rare: bool = True, sparing: bool = True
    ) -> bool:
        """True if the store could be refreshed; if so, tell the listeners.

        others: call what else wants to look; rare: also what need not look often; sparing: see `Store.refresh`.
        """
        with self._looked:
            self._begun += 1
        try:
            if others:
                with self._lock:
                    looks = tuple(self._looks)
                for look, often in looks:
                    if often or rare:
                        look()
            changes = self._store.refresh(discover=discover, sparing=sparing)
        except Exception:  # the outermost edge of this thread: log it, and look again later
            if threading.main_thread().is_alive():
                # Else the program is ending, and threads with it.
                logger.exception("reading the logs failed")
            return False
        with self._looked:
            self._ended = self._begun
            self._looked.notify_all()
        self._tell(changes)
        return True

    def _tell(self, changes: Changes) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(changes)


def _pause_after(seconds: float, share: float = _SHARE) -> float:
    """How long to rest after work of `seconds`, so that it takes `share` of the time."""
    return min(seconds * (1 / share - 1), _LONGEST_PAUSE)
