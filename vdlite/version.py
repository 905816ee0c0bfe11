"""The version of this package, and what it was built of."""

__version__ = "0.1.0"


def description() -> str:
    """What `vdlite --version` prints: version, commit where one is known, Python, and where this package lies."""
    import platform
    import subprocess
    from pathlib import Path

    here = Path(__file__).resolve().parent
    built, commit = here / "commit.txt", ""
    try:
        if (here.parent / ".git").exists():
            command = ["git", "-C", str(here), "rev-parse", "--short=7", "HEAD"]
            commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        elif built.exists():
            commit = built.read_text("ascii").split()[0]
    except (OSError, subprocess.CalledProcessError):
        pass  # no git: nothing more is known
    built_of = f" (commit {commit.strip()})" if commit else ""
    return f"vdlite {__version__}{built_of}, Python {platform.python_version()}, {here}"
