"""Environment: what a training ran in."""

import platform
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.fields import Hparam, plain, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.kinds.surroundings.code import MOST_DIFF, Code, code
from vdlite.kinds.surroundings.commands import Patience
from vdlite.kinds.surroundings.machine import machine
from vdlite.secrets import masked, masked_arguments

NAME = "environment"

_IN_TABLE = ("torch", "tensorflow", "jax", "numpy", "vdlite")  # packages that are fields, too


@dataclass(frozen=True, slots=True)
class Environment:
    """The surroundings of a training. What could not be found out is not in the fields."""

    fields: Mapping[str, Hparam]  # by name, such as `host`, `git_commit`, `python`
    packages: Mapping[str, str]  # installed versions by name
    diff: str  # from the git commit to the code that ran; empty if there was none, or it was not asked for
    diff_is_cut: bool  # the diff was longer


def find_out(_arrays: Arrays, settings: Settings) -> Encoded:
    """The facts that can be known of this process.

    Asks other programs, and reads hundreds of small files: nothing that a training should wait for.
    """
    # One for all: other records wait behind this one.
    patience = Patience()
    version = None
    if settings["folder"] is not None:
        version = code(settings["folder"], diff=settings["diff"], patience=patience)
    packages = _packages()
    fields = {
        **settings["given"],
        **_of_code(version),
        **machine(patience),
        **{name: packages[name] for name in _IN_TABLE if name in packages},
    }
    return _packed(fields, packages, version)


def encode(_arrays: Arrays, settings: Settings) -> Encoded:
    """The payload of what was known of a process when it called: another one, after its end, can't find out more."""
    return _packed(settings["given"], {}, None)


def of_other_tool(
    fields: Mapping[str, Hparam], packages: Mapping[str, str], diff: bytes = b""
) -> Encoded:
    """The payload and summary of what another tool has found out."""
    versions = {name: packages[name] for name in _IN_TABLE if name in packages}
    text = diff[:MOST_DIFF].decode(errors="replace")
    version = Code("", "", None, text, is_cut=len(diff) > MOST_DIFF)
    return _packed({**fields, **versions}, packages, version)


def _packed(
    fields: Mapping[str, Hparam], packages: Mapping[str, str], version: Code | None
) -> Encoded:
    content = {
        "fields": {
            name: masked(sound(value)) if isinstance(value, str) else value
            for name, value in fields.items()
        },
        "packages": packages,
        "diff": "" if version is None else masked(sound(version.diff)),
        "diff_is_cut": version is not None and version.is_cut,
    }
    return pack(content), {"count": len(fields), "packages": len(packages)}


@taking(NAME)
def environment(diff: object) -> Draft:
    """A draft of the environment of this process, as it is now. Raises PayloadError if `diff` is no boolean."""
    if not isinstance(diff, bool):
        raise PayloadError(f"diff: got {type(diff).__name__} {diff!r:.60}, want True or False")
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    own = _folder()
    folder = _folder_of(script) if isinstance(script, str) else own
    given = {
        "command": plain(
            shlex.join([Path(sys.executable or "python").name, *masked_arguments(_arguments())])
        ),
        **({} if own is None else {"folder": plain(own)}),
        "python": platform.python_version(),
    }
    settings = {"folder": folder, "diff": diff, "given": given}
    return Draft(find_out, [], settings, is_slow=True)


def decode(payload: bytes) -> Environment:
    """The environment. Raises FormatError for bytes that are none."""
    content = unpack(payload, NAME)
    fields, packages = content.get("fields"), content.get("packages")
    if not isinstance(fields, dict) or not isinstance(packages, dict):
        raise FormatError("environment payload: want the fields `fields` and `packages`")
    return Environment(
        fields,
        {str(name): str(version) for name, version in packages.items()},
        str(content.get("diff", "")),
        bool(content.get("diff_is_cut")),
    )


def _folder() -> str | None:
    """The working folder; None where it was removed meanwhile."""
    try:
        return str(Path.cwd())
    except OSError:
        return None


def _folder_of(script: str) -> str | None:
    """The script's own folder; None where it can't be known any more."""
    try:
        return str(Path(script).resolve().parent)
    except (OSError, ValueError):
        return None


def _arguments() -> list[str]:
    """The arguments as they were typed: of `python -m package` sys.argv has only the file's path."""
    typed = getattr(sys, "orig_argv", None)
    return list(map(str, typed[1:] if typed else getattr(sys, "argv", ())))


def _packages() -> dict[str, str]:
    """Versions of what is installed, by lower-case name. One with broken metadata is left out."""
    found: dict[str, str] = {}
    for each in metadata.distributions():
        try:
            name, version = sound(each.metadata["Name"]).lower(), sound(each.version)
        except Exception:  # noqa: BLE001  # somebody else's files, and warnings that raise
            continue
        found.setdefault(name, version)  # the first one of the path is what is imported
    return dict(sorted(found.items()))


def _of_code(version: Code | None) -> dict[str, Hparam]:
    if version is None:
        return {}
    return {
        "git_commit": version.commit,
        **({"git_branch": version.branch} if version.branch else {}),
        **({} if version.changed is None else {"git_changed": version.changed}),
    }


KIND = Kind(NAME, decode, encode)
