"""Running it again: the text for a shell, made of what is known of a program's code, its variables and its command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from vdlite.kinds.fields import Hparam
from vdlite.kinds.surroundings.text_files import CUT
from vdlite.kinds.surroundings.variables import matters
from vdlite.secrets import MASK

SCRIPT = "script"
"""The field with the path of the file that was started, and the name of its text where that was kept."""

_FOLDER = "again"  # into which the code is put
_NOTEBOOKS = ("ipykernel_launcher", "ipykernel/__main__", "colab_kernel_launcher")
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal would obey where the text is pasted into it."""
_BINARY = re.compile(r"^Binary files .* differ$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_SEEDS = {"torch": "seed_torch", "NumPy": "seed_numpy", "hash": "seed_hash"}


@dataclass(frozen=True, slots=True)
class Start:
    """What is known of how a program was started."""

    fields: Mapping[str, Hparam]  # as they are in an environment
    variables: Mapping[str, str]
    files: Mapping[str, str]  # texts
    diff: str  # from the commit to the code that ran
    diff_is_cut: bool


def shell_text(start: Start) -> str:
    """The lines that put the code into a new folder and start the program there; empty if nobody knows its command.

    What can't be done again as it was, such as with a secret that was masked, is said in a comment.
    """
    start = _sound(start)
    typed = _words(start.fields, "launched_by") or _words(start.fields, "command")
    if not typed:
        return ""
    lines = [
        _comment(_head(start)),
        *_code(start),
        *_folder(start),
        *(
            f"export {name}={shlex.quote(value)}"
            for name, value in sorted(start.variables.items())
            # A shell runs what others say, such as PROMPT_COMMAND: a log may be made by anybody.
            if _NAME.fullmatch(name) and matters(name)
        ),
        *_command(start, typed),
        _comment(_seeds(start.fields)),
    ]
    text = "\n".join(lines) + "\n"
    if MASK in text:
        text = _comment(f"Secrets were masked: put yours where {MASK} is.") + "\n" + text
    return text


def _sound(start: Start) -> Start:
    """A start without what a terminal would obey: before lines are looked at, as these may become others by it."""

    def sound(text: str) -> str:
        return _OBEYED.sub("", text)

    return Start(
        {
            name: sound(value) if isinstance(value, str) else value
            for name, value in start.fields.items()
        },
        {name: sound(value) for name, value in start.variables.items()},
        {name: sound(text) for name, text in start.files.items()},
        sound(start.diff),
        start.diff_is_cut,
    )


def _head(start: Start) -> str:
    host, python = _text(start.fields, "host"), _text(start.fields, "python")
    on = f" on {host}" if host else ""
    return f"As it was started{on}" + (f" with Python {python}." if python else ".")


def _code(start: Start) -> list[str]:
    """The lines that get the code."""
    commit, root = _text(start.fields, "git_commit"), _text(start.fields, "git_root")
    origin = _text(start.fields, "git_remote") or root
    script = start.files.get(SCRIPT)
    if not _COMMIT.fullmatch(commit):
        lines = [_comment("Its code is not known: git knew of no commit.")]
        return [*lines, *_new_folder(), *_write(_name_of(start), script)] if script else lines
    lines = (
        [f"git clone -- {shlex.quote(origin)} {_FOLDER}", f"cd {_FOLDER}"]
        if origin
        else [_comment("Where its repository is, is not known: enter a clone of it.")]
    )
    lines.append(f"git checkout --detach {shlex.quote(commit)}")
    if start.diff_is_cut:
        lines.append(_comment("Its changes to the commit are too long: they were not kept."))
    elif start.diff:
        if _BINARY.search(start.diff):
            lines.append(_comment("Binary files were changed, too, which were not kept."))
        lines += [_comment("What was changed and not committed:")]
        lines += _document("git apply", start.diff)
    elif start.fields.get("git_changed"):
        lines.append(_comment("Its changes to the commit were not kept."))
    if script:
        lines += _write(_beneath(_text(start.fields, SCRIPT), root) or _name_of(start), script)
    return lines


def _folder(start: Start) -> list[str]:
    """The line that enters the folder in which it was started."""
    folder, root = _text(start.fields, "folder"), _text(start.fields, "git_root")
    if not folder:
        return []
    if not _COMMIT.fullmatch(_text(start.fields, "git_commit")):
        script = start.files.get(SCRIPT)
        return [] if script else [f"cd -- {shlex.quote(folder)}"]
    inner = _beneath(folder, root)
    if inner is None:
        return [_comment(f"It was started in {folder}: files that it names are found from there.")]
    return [] if inner == "." else [f"cd -- {shlex.quote(inner)}"]


def _command(start: Start, typed: Sequence[str]) -> list[str]:
    if any(mark in word for word in typed for mark in _NOTEBOOKS):
        return [_comment("It was a notebook: run its cells again.")]
    return [shlex.join(_with_new_paths(start, typed))]


def _with_new_paths(start: Start, typed: Sequence[str]) -> list[str]:
    """The command with the path of its script in the new folder, where it was typed from elsewhere."""
    script, root = _text(start.fields, SCRIPT), _text(start.fields, "git_root")
    folder = _beneath(_text(start.fields, "folder"), root) or "."
    inner = _beneath(script, root)
    if inner is None and start.files.get(SCRIPT):
        inner, folder = _name_of(start), "."
    if inner is None:
        return list(typed)
    up = "../" * (0 if folder == "." else len(PurePosixPath(folder).parts))
    inside = inner.removeprefix(f"{folder}/") if inner.startswith(f"{folder}/") else up + inner
    words = list(typed)
    for place, word in enumerate(words):
        if place and _pure(word).name == _pure(script).name:
            words[place] = inside
            break
    return words


def _seeds(fields: Mapping[str, Hparam]) -> str:
    known = [
        f"{what} {_text(fields, name)}" for what, name in _SEEDS.items() if _text(fields, name)
    ]
    unknown = [what for what, name in _SEEDS.items() if not _text(fields, name)] + ["random"]
    seeds = f"Seeds: {', '.join(known)}; " if known else "Seeds: "
    return f"{seeds}not known of {', '.join(unknown)}."


def _new_folder() -> list[str]:
    return [f"mkdir -p {_FOLDER}", f"cd {_FOLDER}"]


def _write(path: str, text: str) -> list[str]:
    """The lines that write the script."""
    lines = [_comment("The script, which git did not know:")]
    if text.endswith(f"{CUT}\n"):
        lines.append(_comment("It was too long: its end is not here."))
    parent = str(PurePosixPath(path).parent)
    if parent != ".":
        lines.append(f"mkdir -p -- {shlex.quote(parent)}")
    return [*lines, *_document(f"cat > {shlex.quote('./' + path)}", text)]


def _document(command: str, text: str) -> list[str]:
    """A command that gets a text as its input."""
    lines = text.removesuffix("\n").split("\n")
    end, number = "END", 0
    while end in lines:
        number += 1
        end = f"END{number}"
    return [f"{command} <<'{end}'", *lines, end]


def _name_of(start: Start) -> str:
    name = _pure(_text(start.fields, SCRIPT)).name
    return "script.py" if name in ("", "..") else name


def _beneath(path: str, root: str) -> str | None:
    """The path from a folder on, with `/`; None where it is not in it."""
    if not path or not root:
        return None
    try:
        found = _pure(path).relative_to(_pure(root))
    except ValueError:
        return None
    return None if ".." in found.parts else found.as_posix()


def _pure(path: str) -> PurePath:
    is_of_windows = re.match(r"[A-Za-z]:|\\\\", path) is not None
    return PureWindowsPath(path) if is_of_windows else PurePosixPath(path)


def _words(fields: Mapping[str, Hparam], name: str) -> list[str]:
    """The words of a command line; none if it is no such."""
    try:
        return shlex.split(_text(fields, name))
    except ValueError:
        return []


def _text(fields: Mapping[str, Hparam], name: str) -> str:
    value = fields.get(name)
    return "" if value is None else str(value)


def _comment(text: str) -> str:
    """A comment, which is one line whatever is in it."""
    return "# " + " ".join(text.split())
