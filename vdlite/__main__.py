"""`python -m vdlite` is `vdlite`."""

import sys

from vdlite.cli import main

sys.exit(main())
