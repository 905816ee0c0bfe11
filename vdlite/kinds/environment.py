"""Environment: what a training ran in."""

import os
import platform
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.fields import Hparam, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.kinds.surroundings.again import SCRIPT, Start, shell_text
from vdlite.kinds.surroundings.code import MOST_DIFF, Code, code
from vdlite.kinds.surroundings.commands import Patience
from vdlite.kinds.surroundings.hydra import hydra_files, hydra_folders
from vdlite.kinds.surroundings.job import container, job
from vdlite.kinds.surroundings.launcher import launcher_command
from vdlite.kinds.surroundings.machine import machine
from vdlite.kinds.surroundings.script import untracked_script
from vdlite.kinds.surroundings.seeds import seeds
from vdlite.kinds.surroundings.text_files import CUT
from vdlite.kinds.surroundings.variables import variables
from vdlite.secrets import masked, masked_arguments, masked_beginning

NAME = "environment"

_IN_TABLE = ("torch", "tensorflow", "jax", "numpy", "vdlite")  # packages that are fields, too


@dataclass(frozen=True, slots=True)
class Environment:
    """The surroundings of a training. What could not be found out is not in the fields."""

    fields: Mapping[str, Hparam]  # by name, such as `host`, `git_commit`, `python`
    packages: Mapping[str, str]  # installed versions by name
    diff: str  # from the git commit to the code that ran; empty if there was none, or it was not asked for
    diff_is_cut: bool  # the diff was longer
    variables: Mapping[str, str] = field(default_factory=dict)  # of the environment, that matter
    # Texts by name: those that Hydra resolved, such as `.hydra/config.yaml`, and `script`.
    files: Mapping[str, str] = field(default_factory=dict)
    again: str = ""  # lines for a shell that run it again; empty where its command is not known


def find_out(_arrays: Arrays, settings: Settings) -> Encoded:
    """The facts that can be known of this process.

    Asks other programs, and reads hundreds of small files: nothing that a training should wait for.
    """
    # One for all: other records wait behind this one.
    patience = Patience()
    version = None
    if settings["folder"] is not None:
        version = code(settings["folder"], diff=settings["diff"], patience=patience)
    files = hydra_files(settings["hydra"])
    script = settings["script"]
    text = None if script is None else untracked_script(script, patience)
    if text is not None:
        files[SCRIPT] = text
    packages = _packages()
    launched_by = launcher_command()
    fields = {
        **settings["given"],
        **({} if launched_by is None else {"launched_by": launched_by}),
        **container(),
        **_of_code(version),
        **machine(patience),
        **{name: packages[name] for name in _IN_TABLE if name in packages},
    }
    return _packed(fields, packages, version, variables=settings["variables"], files=files)


def encode(_arrays: Arrays, settings: Settings) -> Encoded:
    """The payload of what was known of a process when it called: another one, after its end, can't find out more."""
    return _packed(settings["given"], {}, None, variables=settings.get("variables", {}))


def of_other_tool(
    fields: Mapping[str, Hparam], packages: Mapping[str, str], diff: bytes = b""
) -> Encoded:
    """The payload and summary of what another tool has found out."""
    versions = {name: packages[name] for name in _IN_TABLE if name in packages}
    text = diff[:MOST_DIFF].decode(errors="replace")
    version = Code("", "", None, text, is_cut=len(diff) > MOST_DIFF)
    return _packed({**fields, **versions}, packages, version)


def _packed(
    fields: Mapping[str, Hparam],
    packages: Mapping[str, str],
    version: Code | None,
    *,
    variables: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Encoded:
    content = {
        "fields": {name: _sound(value) for name, value in fields.items()},
        **({"variables": _masked(variables)} if variables else {}),
        **({"files": _masked_files(files)} if files else {}),
        "packages": packages,
        "diff": "" if version is None else _masked_diff(version),
        "diff_is_cut": version is not None and version.is_cut,
    }
    return pack(content), {"count": len(fields), "packages": len(packages)}


def _sound(value: Hparam) -> Hparam:
    return masked(sound(value)) if isinstance(value, str) else value


def _masked(texts: Mapping[str, str]) -> dict[str, str]:
    return {sound(name): masked(sound(text)) for name, text in texts.items()}


def _masked_files(texts: Mapping[str, str]) -> dict[str, str]:
    end = f"\n{CUT}\n"
    return {
        sound(name): masked_beginning(sound(text.removesuffix(end))) + end
        if text.endswith(end)
        else masked(sound(text))
        for name, text in texts.items()
    }


def _masked_diff(version: Code) -> str:
    text = sound(version.diff)
    return masked_beginning(text) if version.is_cut else masked(text)


@taking(NAME)
def environment(diff: object, script: object) -> Draft:
    """A draft of the environment of this process, as it is now. Raises PayloadError if an argument is no boolean."""
    for name, choice in {"diff": diff, "script": script}.items():
        if not isinstance(choice, bool):
            got = f"{type(choice).__name__} {choice!r:.60}"
            raise PayloadError(f"{name}: got {got}, want True or False")
    hydra = hydra_folders()
    # Where Hydra has changed to its output folder, the command was typed elsewhere.
    own = hydra.get("started") or _folder()
    started = _started_file()
    folder = own if started is None else str(Path(started).parent)
    given: dict[str, Hparam] = {
        "command": shlex.join(
            [Path(sys.executable or "python").name, *masked_arguments(_arguments())]
        ),
        **({} if own is None else {"folder": own}),
        **({} if started is None else {SCRIPT: started}),
        "python": platform.python_version(),
        **({"executable": sys.executable} if sys.executable else {}),
        **({"hydra_output": hydra["output"]} if hydra else {}),
        **job(os.environ),
        **seeds(os.environ),
    }
    settings = {
        "folder": folder,
        "diff": diff,
        "given": {name: _sound(value) for name, value in given.items()},
        "variables": _masked(variables(os.environ)),
        "hydra": hydra,
        "script": started if script else None,
    }
    return Draft(find_out, [], settings, is_slow=True)


def decode(payload: bytes) -> Environment:
    """The environment. Raises FormatError for bytes that are none."""
    content = unpack(payload, NAME)
    fields, packages = content.get("fields"), content.get("packages")
    if not isinstance(fields, dict) or not isinstance(packages, dict):
        raise FormatError("environment payload: want the fields `fields` and `packages`")
    start = Start(
        {str(name): value for name, value in fields.items()},
        _texts(content.get("variables")),
        _texts(content.get("files")),
        str(content.get("diff", "")),
        bool(content.get("diff_is_cut")),
    )
    return Environment(
        start.fields,
        _texts(packages),
        start.diff,
        start.diff_is_cut,
        start.variables,
        start.files,
        shell_text(start),
    )


def _texts(found: object) -> dict[str, str]:
    """Texts by name; none of what is no map."""
    return {str(name): str(each) for name, each in found.items()} if isinstance(found, dict) else {}


def _folder() -> str | None:
    """The working folder; None where it was removed meanwhile."""
    try:
        return str(Path.cwd())
    except OSError:
        return None


def _started_file() -> str | None:
    """The file that was started; None where there is none, or it can't be known any more."""
    file = getattr(sys.modules.get("__main__"), "__file__", None)
    try:
        return str(Path(file).resolve()) if isinstance(file, str) else None
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
        **({"git_remote": version.remote} if version.remote else {}),
        **({"git_root": version.root} if version.root else {}),
        **({"git_branch": version.branch} if version.branch else {}),
        **({} if version.changed is None else {"git_changed": version.changed}),
    }


KIND = Kind(NAME, decode, encode)
