"""Start a server from Python: `with vdlite.serve("runs") as server: print(server.url)`."""

from __future__ import annotations

import os
import threading
import time
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from vdlite.cache.column_cache import ColumnCache, open_cache
from vdlite.cache.place import cache_folder, is_below
from vdlite.errors import LogdirError
from vdlite.packages import needed
from vdlite.reader import Store
from vdlite.reader.logdir.logdirs import Logdir, check_logdir
from vdlite.reader.remote.address import address_of, in_full
from vdlite.reader.remote.pace import OFTEN, Pace
from vdlite.server import settings as checks
from vdlite.server.access.encryption import server_context
from vdlite.server.access.hosts import is_loopback
from vdlite.server.access.token import Token, given_token, user_token
from vdlite.server.connections.listening import address, listen
from vdlite.server.live.watcher import Watcher
from vdlite.server.remote_logdirs import first_look
from vdlite.server.running import Announcement, Program, RunningServer
from vdlite.server.settings import DEFAULT_PORT, Language, Settings, Theme
from vdlite.server.workspace import Workspace

if TYPE_CHECKING:  # it loads FastAPI; see serve()
    from vdlite.alerts.rule_file import RuleFile
    from vdlite.server.thread import ServerThread


MODEL_PLACE = "#/graphs?file=1"
"""Where the page shows the graph of the file that the server was started with."""


class Server:
    """A running server. Use it in a `with` block, or call `stop`."""

    def __init__(
        self,
        thread: ServerThread,
        watcher: Watcher,
        url: str,
        port: int,
        notes: Sequence[str],
        announcement: Announcement,
    ) -> None:
        self.url = url  # with the token: it lets a browser in
        self.port = port
        self.notes = tuple(notes)  # what the user should know: one sentence each
        self._thread = thread
        self._watcher = watcher
        self._announcement = announcement

    def login_url(self) -> str:
        """An address that lets one browser in, once and within two minutes; it does not hold the token."""
        return f"{self.url.partition('?')[0]}?login={self._thread.logins.new()}"

    def stop(self) -> None:
        """End the server; harmless when it has ended already."""
        self._watcher.end()  # both at a time: Ctrl-C should not take long
        self._thread.stop()
        self._watcher.stop()
        self._announcement.withdraw()

    def wait(self) -> None:
        """Return when the server has ended; Ctrl-C raises KeyboardInterrupt here as anywhere."""
        while not self._thread.join(1.0):  # on Windows, only a limited wait can be interrupted
            pass

    @property
    def listeners(self) -> int:
        """How many live-event streams are open."""
        return self._watcher.listeners

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<vdlite server at {self.url.partition('?')[0]}>"  # a saved notebook gives no token


def belongs_to(server: Server, program: Program, options: Mapping[str, str]) -> None:
    """Tell `vdlite ps` what a server is part of, and where those of its options come from that were given."""
    announcement = server._announcement
    announcement.update(replace(announcement.about, program=program, options=dict(options)))


def serve(
    logdir: str | Path | Sequence[str | Path] = ".",
    *,
    port: int | None = None,
    host: str = "127.0.0.1",
    token: str | Literal[False] | None = None,
    allowed_hosts: Sequence[str] = (),
    frame_origins: Sequence[str] = (),
    path_prefix: str = "",
    language: Language | None = None,
    theme: Theme | None = None,
    model: str | Path | None = None,
    reload_interval: float = 0.2,
    api_only: bool = False,
    allow_edit: bool = False,
    follow_links: bool = False,
    fold: bool = True,
    open_browser: bool = False,
    workspace: str | Path | None = None,
    poll_seconds: float = OFTEN,
    rules: str | Path | RuleFile | None = None,
    ssl_certfile: str | Path | None = None,
    ssl_keyfile: str | Path | None = None,
) -> Server:
    """Serve the runs below `logdir`, in threads of this process; returns when the server answers.

    logdir: one folder or several, or single files that are logs; a missing one is waited for. Each may be an address,
        such as s3://bucket/runs.
    port: None: 8040, or the next free one; 0: any free one.
    token: None: this user's own, kept in the config folder; False: none, on loopback only.
    allowed_hosts: further names that lead to this server, through a proxy for instance.
    frame_origins: origins of the pages that may show this one in a frame, such as "https://hub.example".
    path_prefix: the path below which everything lies, such as "/vdlite".
    language, theme: of the page; None: the browser decides.
    model: a file of a model, for the page to show; a missing one is waited for.
    reload_interval: seconds between two looks at the log files; 0: they are read once.
    api_only: serve no page.
    allow_edit: let whoever may read also annotate, delete (into a trash) and restore runs.
    follow_links: follow links that lead out of the logdirs, too.
    fold: show what TensorBoard's `add_scalars` and `add_hparams` log into folders of their own as parts of the run;
        False: as runs.
    workspace: a folder for the server's log, and for annotations in place of the logdirs.
    poll_seconds: seconds between two looks at logdirs that have an address, while a run is written there and the page is
        open; otherwise a minute, or as long if that is more.
    rules: a file of rules and channels: what breaks a rule is shown and sent, whether a page is open or not.
    ssl_certfile, ssl_keyfile: PEM files; with them, the server speaks HTTPS. The key may be in the
        first one.
    Raises LogdirError if a logdir is a file that is no log, an address that does not let in, or has annotations allowed and
    no workspace for them, or if the workspace can't be used; PortError (an OSError) if the
    server can't listen there, ValueError if an option is out of range, or the certificate can't be used.
    """
    logdirs = [logdir] if isinstance(logdir, (str, Path)) else list(logdir)
    checked = None if port is None else checks.port_number(port)
    held = _token(token, host)
    settings = Settings(
        host=host,
        token=None if held is None else held.text,
        allowed_hosts=checks.host_names(allowed_hosts),
        frame_origins=checks.frame_origins(frame_origins),
        path_prefix=checks.path_prefix(path_prefix),
        language=None if language is None else checks.language(language),
        theme=None if theme is None else checks.theme(theme),
        model=None if model is None else checks.model_file(model),
        reload_interval=checks.reload_seconds(reload_interval),
        api_only=api_only,
        allow_edit=allow_edit,
        encrypted=ssl_certfile is not None,
    )
    given = _rules(rules)
    encryption = server_context(ssl_certfile, ssl_keyfile)
    for path in logdirs:
        check_logdir(path)
    cache, no_cache = _cache(
        None if workspace is None else Path(workspace).absolute(),
        [Path(each) for each in logdirs if address_of(each) is None],
    )
    pace = Pace(checks.poll_seconds(poll_seconds))
    store = Store(logdirs, follow_links=follow_links, fold=fold, cache=cache, pace=pace)
    if allow_edit and workspace is None:
        _refuse_to_annotate(store.places)
    notes = [note for each in store.remote for note in first_look(each, pace)]
    with needed("the server"):
        from vdlite.server.thread import ServerThread  # loads FastAPI

    listener = listen(host, checked)
    try:
        own = None if workspace is None else Workspace(workspace)
    except LogdirError:
        listener.close()
        raise
    watcher = Watcher(store, settings.reload_interval)
    pace.is_watched = lambda: watcher.listeners > 0
    bound: int = listener.getsockname()[1]
    settings = replace(settings, port=bound)
    thread = ServerThread(store, watcher, settings, listener, encryption, own, given)
    # Only now: side by side with a thread that reads, loading FastAPI takes several times as long.
    watcher.start()
    query = f"?token={held.text}" if held is not None else ""
    url = address(host, bound, settings.path_prefix, encrypted=settings.encrypted) + query
    announcement = Announcement(
        RunningServer(
            pid=os.getpid(),
            port=bound,
            url=url.partition("?")[0],
            logdirs=[in_full(path) for path in logdirs],
            workspace=None if own is None else str(own.folder),
            started=time.time(),
            program="python",
            # What commands have to know of it, see `vdlite.cli.questions.served`.
            options={
                name: "vdlite.serve"
                for name, is_given in {
                    "token": isinstance(token, str),
                    "follow-links": follow_links,
                    "no-fold": not fold,
                }.items()
                if is_given
            },
        )
    )
    notes += [*_notes(port, settings, held), *no_cache]
    server = Server(thread, watcher, url, bound, notes, announcement)
    if open_browser:
        place = url if model is None else url + MODEL_PLACE
        threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()
    return server


def _rules(rules: str | Path | RuleFile | None) -> RuleFile | None:
    if not isinstance(rules, (str, Path)):
        return rules
    from vdlite.alerts.rule_file import read_rules  # which loads what sends messages

    return read_rules(rules)


def _refuse_to_annotate(places: Sequence[Logdir]) -> None:
    for place in places:
        if place.address is not None:
            raise LogdirError(
                f"nothing is written into an object store: give --workspace, a folder for annotations, or no --allow-edit: {place}"
            )


def _token(token: str | Literal[False] | None, host: str) -> Token | None:
    if token is False:
        if not is_loopback(host):
            raise ValueError(
                f"without a token, everyone who reaches this machine on {host} could read the "
                "logs: keep the token, or listen on 127.0.0.1 (ssh -L reaches it from elsewhere)"
            )
        return None
    return user_token() if token is None else given_token(token)


def _cache(workspace: Path | None, logdirs: Sequence[Path]) -> tuple[ColumnCache | None, list[str]]:
    """What keeps what logs hold; and what the user should know if nothing does."""
    folder = cache_folder(workspace)
    if folder is None:
        return None, []
    if workspace is None and any(is_below(folder, logdir) for logdir in logdirs):
        why = "it would lie in the logdir; VDLITE_CACHE names another folder"
    else:
        try:
            return open_cache(folder), []
        except OSError as error:
            why = error.strerror or str(error)
    return None, [f"each start reads all logs anew: no cache in {folder}: {why}"]


def _notes(wanted: int | None, settings: Settings, held: Token | None) -> list[str]:
    notes = []
    if wanted is None and settings.port != DEFAULT_PORT:
        notes.append(f"port {DEFAULT_PORT} is taken, so this is port {settings.port}")
    if not settings.encrypted and not is_loopback(settings.host):
        notes.append(
            "nothing is encrypted: whoever is on the way can read the token and the logs; "
            "--ssl-certfile encrypts, and so does ssh -L to a vdlite that listens on 127.0.0.1"
        )
    if held is None:
        may = "read the logs, annotate and delete runs" if settings.allow_edit else "read the logs"
        notes.append(f"no token: every user and every program of this machine can {may}")
    elif held.note:
        notes.append(held.note)
    if settings.model is not None:
        notes += _notes_of_model(Path(settings.model))
    return notes


def _notes_of_model(file: Path) -> list[str]:
    from vdlite.graphs.files import SUFFIXES

    if file.suffix.lower() not in SUFFIXES:
        return [
            f"--model: got {file.name!r}, of which no graph is read: want one of {', '.join(SUFFIXES)}"
        ]
    return [] if file.is_file() else [f"--model: {file} does not exist yet; waiting for it"]
