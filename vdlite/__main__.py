"""`vdlite`, the program, which `python -m vdlite` is as well."""

import signal
import sys


def run() -> int:
    """Run the command line of this process and return its exit status.

    While it is loaded, Ctrl-C ends it as it ends any program: nothing has begun, and a traceback would tell nobody anything.
    """
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not below `nohup`
    if is_heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from vdlite.cli import main

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return main()


if __name__ == "__main__":
    sys.exit(run())
