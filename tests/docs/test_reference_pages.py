"""Every public name, with its arguments and members, is on its page."""

import inspect
import re
from collections.abc import Callable

import pytest

import vdlite
from tests.docs.pages import PAGES, page
from vdlite import notebook
from vdlite.reader import FileDamage, FileGap, LoggedLandscape, Record, ScalarPoints

REFERENCE: dict[str, list[type]] = {
    "docs/log-writer.md": [vdlite.LogWriter],
    "docs/log-reader.md": [
        vdlite.LogReader,
        ScalarPoints,
        Record,
        LoggedLandscape,
        FileDamage,
        FileGap,
    ],
    "docs/run.md": [vdlite.Run],
    "docs/serve.md": [vdlite.Server],
    "docs/notebooks.md": [notebook.View],
}


def public_members(kind: type) -> list[str]:
    names = {
        name
        for base in kind.__mro__
        if base.__module__.startswith("vdlite")
        for name in vars(base)
        if not name.startswith("_")
    }
    if kind in {ScalarPoints, FileDamage, FileGap}:
        return sorted(names)
    if kind is Record:
        return ["step", "walltime", "summary", "payload"]  # the others are for the reader itself
    if kind is vdlite.Server:
        names |= set(re.findall(r"self\.([a-z]\w*) = ", inspect.getsource(kind.__init__)))
    return sorted(names)


def is_mentioned(name: str, text: str) -> bool:
    """True if the name is in code or a heading of the text."""
    return re.search(rf"(?:`[^`\n]*|^#+ .*)\b{name}\b", text, re.MULTILINE) is not None


@pytest.mark.parametrize("name", vdlite.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    reference = [each for each in PAGES if each.path.parent.name in {"docs", "landscapes"}]
    assert any(is_mentioned(name, each.prose) for each in reference)


@pytest.mark.parametrize(
    ("page_name", "kind"),
    [
        pytest.param(name, kind, id=kind.__name__)
        for name, kinds in REFERENCE.items()
        for kind in kinds
    ],
)
def test_every_member_is_on_its_page(page_name: str, kind: type) -> None:
    text = page(page_name).prose
    assert [name for name in public_members(kind) if not is_mentioned(name, text)] == []


def arguments_of(function: object) -> list[inspect.Parameter]:
    """What can be given; `**unknown` only says what a wrong name is called here."""
    return [
        parameter
        for parameter in inspect.signature(function).parameters.values()  # type: ignore[arg-type]
        if parameter.name != "self" and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]


@pytest.mark.parametrize(
    ("page_name", "function"),
    [
        ("docs/log-writer.md", vdlite.LogWriter),
        ("docs/log-writer.md", vdlite.LogWriter.add_scalar),
        ("docs/log-writer.md", vdlite.LogWriter.add_scalars),
        ("docs/log-writer.md", vdlite.LogWriter.add_scalar_series),
        ("docs/log-writer.md", vdlite.LogWriter.add_scalar_row),
        ("docs/log-writer.md", vdlite.LogWriter.add_record),
        ("docs/run.md", vdlite.init),
        ("docs/run.md", vdlite.Run.log),
        ("docs/log-reader.md", vdlite.LogReader),
        ("docs/log-reader.md", vdlite.LogReader.scalars),
        ("docs/log-reader.md", vdlite.LogReader.records),
        ("docs/log-reader.md", vdlite.LogReader.dataframe),
        ("docs/serve.md", vdlite.serve),
        ("docs/notebooks.md", notebook.show),
    ],
)
def test_every_argument_is_on_its_page(page_name: str, function: object) -> None:
    text = page(page_name).prose
    arguments = [parameter.name for parameter in arguments_of(function)]
    assert [name for name in arguments if not is_mentioned(name, text)] == []


CALLS = sorted(name for name in dir(vdlite.LogWriter) if name.startswith("add_"))


@pytest.mark.parametrize("name", CALLS)
def test_every_call_has_a_heading_with_its_signature(name: str) -> None:
    headings = [
        heading
        for each in PAGES
        if each.path.parent.name in {"docs", "kinds"}
        for heading in re.findall(rf"^## {name}(\(.*\))$", each.text, re.MULTILINE)
    ]
    shown = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in arguments_of(getattr(vdlite.LogWriter, name))
    ]
    assert headings == [str(inspect.Signature(shown)).replace("'", '"')]


@pytest.mark.parametrize("function", [vdlite.LogWriter, vdlite.serve])
def test_the_defaults_of_the_page_are_those_of_the_code(function: object) -> None:
    text = page("docs/serve.md" if function is vdlite.serve else "docs/log-writer.md").prose
    for name, parameter in inspect.signature(function).parameters.items():  # type: ignore[arg-type]
        shown = re.search(rf"^\| `{name}` \| (.+?) \|", text, re.MULTILINE)
        assert shown is not None
        default = parameter.default
        as_text = f'"{default}"' if isinstance(default, str) else repr(default)
        assert shown[1].strip("`") == as_text


@pytest.mark.parametrize("function", [notebook.show, notebook.running, notebook.stop])
def test_every_call_for_notebooks_has_a_heading_with_its_signature(
    function: Callable[..., object],
) -> None:
    shown = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in arguments_of(function)
    ]
    heading = f"{function.__name__}{inspect.Signature(shown)}".replace("'", '"')
    assert heading in page("docs/notebooks.md").headings


def test_the_table_of_errors_is_the_tree_of_errors() -> None:
    errors = {
        name: kind
        for name in vdlite.__all__
        if inspect.isclass(kind := getattr(vdlite, name)) and issubclass(kind, Exception)
    }
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) ?\|", page("docs/errors.md").text, re.MULTILINE))
    assert rows.keys() == errors.keys()
    for name, also in rows.items():
        bases = {base.__name__ for base in errors[name].__bases__} - {"VdliteError", "Exception"}
        assert set(re.findall(r"\w+", also)) == bases
