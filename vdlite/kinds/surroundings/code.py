"""The version of the training's code, as git knows it."""

from dataclasses import dataclass
from pathlib import Path

from vdlite.kinds.surroundings.commands import Patience, output

MOST_DIFF = 1 << 20  # bytes

# What the repository or the user has set up must neither run programs nor change what a diff looks like.
_GIT = (
    "git",
    *("-c", "core.fsmonitor=false"),
    *("-c", "diff.relative=false"),
    *("-c", "diff.noprefix=false"),
    *("-c", "diff.mnemonicPrefix=false"),
)


@dataclass(frozen=True, slots=True)
class Code:
    commit: str  # 40 hexadecimal digits
    branch: str  # empty where none is checked out
    # Tracked files differ from the commit; None if git did not find out in time.
    changed: bool | None
    diff: str  # from the commit to the files as they are; empty if it was not asked for
    is_cut: bool  # the diff is longer than what is here
    root: str = ""  # folder of the repository
    remote: str = ""  # address from which it is cloned; empty where there is none


def code(folder: str, *, diff: bool, patience: Patience | None = None) -> Code | None:
    """The version of the code in a folder; None where that is no repository with a commit, or git does not answer."""
    patience = patience or Patience()

    def git(*arguments: str, most: int = 1 << 16) -> bytes | None:
        return output([*_GIT, *arguments], patience, folder=folder, most=most)

    found_root = git("rev-parse", "--show-toplevel", "HEAD")
    if found_root is None:
        return None
    root, _, commit = found_root.decode(errors="replace").strip().rpartition("\n")
    branch = git("symbolic-ref", "--quiet", "--short", "HEAD")
    status = git("status", "--porcelain", "--untracked-files=no")
    found: bytes | None = b""
    if diff and status != b"":
        found = git("diff", "--no-color", "--no-ext-diff", "--no-textconv", "HEAD", most=MOST_DIFF)
    return Code(
        commit=commit,
        branch=(branch or b"").decode(errors="replace").strip(),
        changed=None if status is None else bool(status),
        diff=(found or b"")[:MOST_DIFF].decode(errors="replace"),
        is_cut=found is not None and len(found) > MOST_DIFF,
        root=root,
        remote=(git("config", "--get", "remote.origin.url") or b"")
        .decode(errors="replace")
        .strip(),
    )


def is_tracked(file: Path, patience: Patience) -> bool | None:
    """True if git knows a file, False if it does not, or there is no repository; None if it does not answer in time."""
    asked = ("--literal-pathspecs", "ls-files", "-z", "--", file.name)
    found = output([*_GIT, *asked], patience, folder=str(file.parent))
    if found is None and patience.is_over:
        return None
    return bool(found)
