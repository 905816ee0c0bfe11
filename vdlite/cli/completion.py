"""The command `vdlite completion`: what makes a shell complete vdlite's commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.packages import needed

SHELLS = ("bash", "zsh", "tcsh")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite completion` and return its exit status."""
    options = completion_parser().parse_args(arguments)
    with needed("completion"):
        import shtab

    print(shtab.complete(_whole_parser(), options.shell))
    return 0


def completion_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite completion",
        description='Print a completion script. For bash: eval "$(vdlite completion bash)" in ~/.bashrc; for zsh: '
        "vdlite completion zsh > a file called _vdlite in a folder of fpath.",
    )
    parser.add_argument("shell", choices=SHELLS)
    return parser


def help_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="vdlite help", description="Print the options of vdlite, or of a command.")
    parser.add_argument("name", nargs="?", metavar="COMMAND")
    return parser


def _whole_parser() -> argparse.ArgumentParser:
    """All commands below one parser, as shells see them."""
    import shtab

    from vdlite.cli import demo, graph, plugins, run
    from vdlite.cli.landscapes import barriers, curvature, landscape
    from vdlite.cli.logs import baseline, check, copying, halt, profile, prune
    from vdlite.cli.questions import (
        again,
        compare,
        console,
        diff,
        events,
        groups,
        hparams,
        importance,
        logbook,
        mcp,
        note,
        outliers,
        picture,
        query,
        ranks,
        rows,
        runs,
        search,
        series,
        show,
        top,
        watch,
    )
    from vdlite.cli.serving import ps, stop, url
    from vdlite.cli.serving.serve_parser import serve_parser

    whole = serve_parser()
    whole.epilog = None
    for action in whole._actions:
        if action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    commands = whole.add_subparsers(dest="command")
    for name, parser in (
        ("demo", demo.demo_parser()),
        ("check", check.check_parser()),
        ("runs", runs.runs_parser()),
        ("show", show.show_parser()),
        ("series", series.series_parser()),
        ("events", events.events_parser()),
        ("compare", compare.compare_parser()),
        ("diff", diff.diff_parser()),
        ("search", search.search_parser()),
        ("ranks", ranks.ranks_parser()),
        ("outliers", outliers.outliers_parser()),
        ("top", top.top_parser()),
        ("hparams", hparams.hparams_parser()),
        ("importance", importance.importance_parser()),
        ("groups", groups.groups_parser()),
        ("rows", rows.rows_parser()),
        ("console", console.console_parser()),
        ("again", again.again_parser()),
        ("watch", watch.watch_parser()),
        ("picture", picture.picture_parser()),
        ("mcp", mcp.mcp_parser()),
        ("skill", mcp.skill_parser()),
        ("query", query.query_parser()),
        ("note", note.note_parser()),
        ("logbook", logbook.logbook_parser()),
        ("graph", graph.graph_parser()),
        ("landscape", landscape.landscape_parser()),
        ("curvature", curvature.curvature_parser()),
        ("barriers", barriers.barriers_parser()),
        ("profile", profile.profile_parser()),
        ("import", copying.import_parser()),
        ("export", copying.export_parser()),
        ("ps", ps.ps_parser()),
        ("run", run.run_parser()),
        ("stop", stop.stop_parser()),
        ("url", url.url_parser()),
        ("baseline", baseline.baseline_parser()),
        ("halt", halt.halt_parser()),
        ("prune", prune.prune_parser()),
        ("plugins", plugins.plugins_parser()),
        ("completion", completion_parser()),
        ("help", help_parser()),
        ("version", Parser(prog="vdlite version", description="Print the version.")),
    ):
        commands.add_parser(name, parents=[parser], add_help=False, help=parser.description)
    return whole
