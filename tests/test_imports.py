"""Every module can be imported, in each Python that is promised."""

import subprocess
import sys

# The framework that a module is for may be missing; anything else that goes wrong is a defect of the module.
PROGRAM = """
import importlib, pkgutil, sys, warnings
import vdlite

warnings.filterwarnings("error", module=r"vdlite\\.")
sys.argv = ["vdlite"]
names = [each.name for each in pkgutil.walk_packages(vdlite.__path__, "vdlite.")]
names = [name for name in names if not name.endswith((".__main__", ".site"))]
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name.partition(".")[0] in {"vdlite", *sys.stdlib_module_names}:
            print(f"{name}: {error!r}")
    except Exception as error:
        print(f"{name}: {error!r}")
print(len(names), "modules")
"""


def test_every_module_can_be_imported() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600, check=True
    )
    *wrong, count = ran.stdout.splitlines()
    assert wrong == []
    assert int(count.split()[0]) > 600
