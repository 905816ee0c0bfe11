"""The options of the command `vdlite`."""

from __future__ import annotations

import argparse
import os
from typing import Any

from vdlite.cli.parser import Parser
from vdlite.version import description

_EPILOG = """\
commands:
  vdlite demo           train a small network and watch it live (vdlite demo --help)
  vdlite check PATH     look for damage in logs (vdlite check --help)
  vdlite graph FILE     show the graph in a model's file (vdlite graph --help)
  vdlite landscape RUN  compute loss landscapes (vdlite landscape --help)
  vdlite curvature RUN  compute the curvature of each snapshot (vdlite curvature --help)
  vdlite barriers RUN   compute the loss on lines between models (vdlite barriers --help)
  vdlite profile import FILE...  import traces of other programs (vdlite profile --help)
  vdlite import SRC DST  write logs of other tools as logs of vdlite (vdlite import --help)
  vdlite export SRC DST  write logs for TensorBoard, or as Parquet (vdlite export --help)
  vdlite run -- COMMAND  log what a program logs with other tools (vdlite run --help)
  vdlite ps             list your servers (vdlite ps --help)
  vdlite stop           stop a server (vdlite stop --help)
  vdlite url            print a server's address once more (vdlite url --help)
  vdlite baseline LOGDIR RUN...  choose the runs that others are compared with (vdlite baseline --help)
  vdlite halt LOGDIR    ask trainings to stop (vdlite halt --help)
  vdlite prune LOGDIR   take deleted and archived runs off the disk (vdlite prune --help)
  vdlite runs LOGDIR    say how the runs stand (vdlite runs --help)
  vdlite show LOGDIR RUN  say how one run went (vdlite show --help)
  vdlite series LOGDIR RUN TAG  say how a scalar went (vdlite series --help)
  vdlite events LOGDIR  say what happened: NaN, spikes, pauses, damage (vdlite events --help)
  vdlite compare LOGDIR RUN...  put runs beside each other, or two groups (vdlite compare --help)
  vdlite diff LOGDIR A B  say in what two runs differ (vdlite diff --help)
  vdlite top LOGDIR  show runs in a terminal as they go on (vdlite top --help)
  vdlite outliers LOGDIR RUN  find the scalars that are unlike the others (vdlite outliers --help)
  vdlite ranks LOGDIR RUN  put the processes of a training beside each other (vdlite ranks --help)
  vdlite search LOGDIR WORDS  say where words are (vdlite search --help)
  vdlite hparams LOGDIR       list trials (vdlite hparams --help)
  vdlite importance LOGDIR METRIC  say which hyperparameters matter (vdlite importance --help)
  vdlite groups LOGDIR METRIC --by NAME  say how groups of trials did (vdlite groups --help)
  vdlite rows LOGDIR RUN TAG  print the records of a tag (vdlite rows --help)
  vdlite console LOGDIR RUN  print what a run printed (vdlite console --help)
  vdlite again LOGDIR RUN    lines for a shell that run a run again (vdlite again --help)
  vdlite watch LOGDIR   look after runs by rules: NaN, spikes, stalls (vdlite watch --help)
  vdlite picture LOGDIR VIEW  draw a view of the page as PNG (vdlite picture --help)
  vdlite mcp LOGDIR     answer agents' questions by the Model Context Protocol (vdlite mcp --help)
  vdlite skill          print what an agent should know (vdlite skill --help)
  vdlite query LOGDIR SQL  answer SQL over the runs, or an export (vdlite query --help)
  vdlite note LOGDIR RUN TEXT  write into the logbook what was concluded (vdlite note --help)
  vdlite logbook LOGDIR  print what was concluded from the runs (vdlite logbook --help)
  vdlite plugins        list what installed packages add, commands among it (vdlite plugins --help)
  vdlite completion SH  completion for bash, zsh or tcsh (vdlite completion --help)
  `vdlite help COMMAND` is `vdlite COMMAND --help`, and `vdlite version` is `vdlite --version`.
  A folder called like a command is given as ./demo or with --logdir; `vdlite runs` alone is the folder.

environment:
  Every option can be given as a variable as well, such as VDLITE_LOGDIR or VDLITE_PATH_PREFIX, or in a
  configuration file, as logdir or path-prefix; the command line wins, then the variable.
  VDLITE_LOGDIR and VDLITE_ALLOWED_HOST hold several, divided by %r, VDLITE_FRAME_ORIGIN by spaces;
  VDLITE_OPEN, VDLITE_API_ONLY, VDLITE_ALLOW_EDIT, VDLITE_FOLLOW_LINKS, VDLITE_NO_FOLD and VDLITE_NO_TOKEN are 1 or 0.
"""


class _Version(argparse.Action):
    """Prints what is looked up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(description())
        parser.exit()


def serve_parser() -> argparse.ArgumentParser:
    """The options of `vdlite`; what is not given is None or empty."""
    parser = Parser(
        prog="vdlite",
        description="Show the logs of your trainings in the browser, live.",
        epilog=_EPILOG % os.pathsep,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folders", nargs="*", metavar="DIR", help="same as --logdir")
    add(
        "--logdir",
        nargs="+",
        action="extend",
        metavar="DIR",
        help="folder whose runs are shown, a single log file, such as study.db, or an address, such as "
        "s3://bucket/runs; several are shown side by side (default: the current folder)",
    )
    add("-p", "--port", metavar="N", help="port to listen on (default: 8040, or the next free one)")
    add(
        "-t",
        "--host",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, which only this machine reaches; "
        "0.0.0.0 for every address)",
    )
    add("--open", action="store_true", default=None, help="open the page in the browser")
    add(
        "--path-prefix",
        "--public-path",
        dest="path_prefix",
        metavar="PATH",
        help="path below which everything lies, for a proxy that serves more than vdlite",
    )
    add(
        "-L",
        "--language",
        metavar="en|zh",
        help="language of the page (default: as the browser's)",
    )
    add(
        "--theme",
        metavar="light|dark",
        help="look of the page, until its user chooses another (default: as the browser's)",
    )
    add(
        "-m",
        "--model",
        metavar="FILE",
        help="file of a model (.pt2, .onnx, .safetensors, .json) whose graph the page shows",
    )
    add(
        "--config",
        metavar="FILE|python:MODULE",
        help="TOML file, or Python module, with options of these names (default: vdlite.toml in the current folder)",
    )
    add(
        "--workspace",
        metavar="DIR",
        help="folder in which the server keeps its log, and the notes and labels of --allow-edit "
        "(default: no log; the folder .vdlite of the logdir)",
    )
    add(
        "--rules",
        metavar="FILE",
        help="rules and channels, as TOML: what breaks a rule is shown, and sent, whether a page is open or not",
    )
    add(
        "--reload-interval",
        metavar="SECONDS",
        help="time between two looks at the log files (default: 0.2; 0: read them once)",
    )
    add(
        "--poll-seconds",
        metavar="SECONDS",
        help="time between two looks at logdirs with an address, such as s3://bucket/runs, while a run is written there "
        "and the page is open (default: 5; at least 60 otherwise)",
    )
    add("--api-only", action="store_true", default=None, help="serve the HTTP API without a page")
    add(
        "--allow-edit",
        action="store_true",
        default=None,
        help="let the page annotate and delete runs: notes and deleted files are kept in the "
        "folder .vdlite of the logdir; the logs themselves are never written to",
    )
    add(
        "--follow-links",
        action="store_true",
        default=None,
        help="follow links that lead out of the logdirs: whoever may write there can then show "
        "whatever you may read",
    )
    add(
        "--no-fold",
        action="store_true",
        default=None,
        help="show the folders that TensorBoard's add_scalars and add_hparams make as runs of their own",
    )
    token = parser.add_mutually_exclusive_group()
    token.add_argument(
        "--token",
        metavar="TEXT",
        help="token that a browser or program must show (default: your own, made once and kept; "
        "other users can see this option in the process list, but not VDLITE_TOKEN)",
    )
    token.add_argument(
        "--no-token",
        action="store_true",
        default=None,
        help="let every user and every program of this machine read the logs; only with a "
        "loopback address",
    )
    add(
        "--allowed-host",
        action="append",
        metavar="NAME",
        help="further name that leads to this server, such as that of a proxy (repeatable)",
    )
    add(
        "--frame-origin",
        action="append",
        metavar="ORIGIN",
        help="origin of a page that may show this one in a frame, such as https://hub.example (repeatable; "
        "default: none but this server)",
    )
    add(
        "--ssl-certfile",
        metavar="FILE",
        help="certificate (PEM) with which the server speaks HTTPS",
    )
    add(
        "--ssl-keyfile",
        metavar="FILE",
        help="private key of the certificate (default: it is in the same file)",
    )
    add("--version", action=_Version, nargs=0, help="print version, commit, Python and folder")
    return parser
