"""Packages as `pip install` leaves them: modules, and a folder of metadata beside them."""

from pathlib import Path

EXAMPLE = Path(__file__).parent / "example"

_BROKEN = """\
[vdlite.logs]
*.gone = nowhere:FORMAT
*.bad = broken_plugin:FORMAT
*.none = harmless_plugin:NUMBER
metrics.csv = broken_plugin:FORMAT

[vdlite.trainers]
their_framework = broken_plugin

[vdlite.commands]
gone = no_such_module:run
none = harmless_plugin:NUMBER
check = broken_plugin:run
"""


def install(folder: Path, name: str, entry_points: str, **modules: str) -> None:
    """A package of these modules, by name, in a folder that is on the path."""
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text, "utf-8")
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (about / "METADATA").write_text(metadata, "utf-8")
    (about / "entry_points.txt").write_text(entry_points, "utf-8")


def install_example(folder: Path) -> None:
    """The one of the docs: logs of a tool, a trainer and a command."""
    modules = {path.stem: path.read_text("utf-8") for path in EXAMPLE.glob("*.py")}
    install(
        folder, "ticks-for-vdlite", (EXAMPLE / "entry_points.txt").read_text("utf-8"), **modules
    )


def install_broken(folder: Path) -> None:
    """One of which nothing can be used, each thing for a reason of its own."""
    broken = "raise RuntimeError('it is broken')\n"
    install(folder, "a-broken-one", _BROKEN, broken_plugin=broken, harmless_plugin="NUMBER = 7\n")
