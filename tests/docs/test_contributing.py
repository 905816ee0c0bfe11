"""The commands of CONTRIBUTING.md exist, and its recipes name the places that a change really touches."""

import configparser
import json
import re
from fnmatch import fnmatch

from tests.docs.pages import ROOT, page

TEXT = page("CONTRIBUTING.md").text


def test_every_tox_environment_is_named_and_exists() -> None:
    tox = configparser.ConfigParser()
    tox.read(ROOT / "tox.ini", "utf-8")
    environments = {one.removeprefix("testenv:") for one in tox if one.startswith("testenv:")}
    assert set(re.findall(r"tox (?:devenv )?-e (\w+)", TEXT)) == environments - {".pkg"}


def test_every_npm_script_exists() -> None:
    scripts = json.loads((ROOT / "webapp" / "package.json").read_text("utf-8"))["scripts"]
    named = set(re.findall(r"npm (?:run )?(test|(?<=run )\w+)", TEXT))
    assert named == scripts.keys() - {"build"}  # which `pip install` does


def test_the_server_for_the_page_listens_where_vite_asks() -> None:
    config = (ROOT / "webapp" / "vite.config.ts").read_text("utf-8")
    (asked,) = re.findall(r'target: "http://127\.0\.0\.1:(\d+)"', config)
    (command,) = re.findall(r"vdlite --api-only .*", TEXT)
    port = re.search(r"--port (\d+)", command)
    assert asked == (port[1] if port else "8040")


# A real kind, its view and its chart.
KIND, VIEW, CHART = "confusion_matrix", "confusion", "matrix"
FOLDERS = ("vdlite", "webapp/src", "docs", "tests")
SUFFIXES = {".py", ".ts", ".svelte", ".md", ".toml"}


def footprint() -> set[str]:
    """The files that know of the kind, or are named after it or its view."""
    named = re.compile(rf"{KIND}|view\.{VIEW}\b")
    found = set()
    for path in (each for folder in FOLDERS for each in (ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix not in SUFFIXES or "/server/static/" in name:
            continue
        is_drawn = name.startswith(f"webapp/src/charts/{CHART}/")
        if is_drawn or VIEW in name or named.search(path.read_text("utf-8")):
            found.add(name)
    return found


def places() -> list[str]:
    """Patterns of the places that the recipe for a kind names."""
    (recipe,) = re.findall(r"^## Add a kind\n(.*?)^## ", TEXT, re.DOTALL | re.MULTILINE)
    patterns = re.findall(r"`((?:vdlite|webapp|docs|tests)/[^` ]+\.\w+|[\w/]+/\*)`", recipe)
    return [of_the_kind(name) for name in patterns]


def of_the_kind(name: str) -> str:
    return name.replace("KIND", KIND).replace("VIEW", VIEW).replace("CHART", CHART)


def test_each_place_that_a_kind_touches_is_named() -> None:
    named = places()
    missing = {
        name
        for name in footprint()
        if not any(fnmatch(name, pattern) for pattern in named)
        and not name.startswith("tests/")  # a kind may have more tests than those
        and not name.endswith(".test.ts")
    }
    assert missing == set()


def test_each_place_that_is_named_is_touched() -> None:
    real = footprint()
    exceptions = {  # of other kinds, and tests that know all kinds by their list
        "tests/docs/test_reference_pages.py",
        "tests/docs/test_views_page.py",
        "tests/server/test_answers.py",
        "vdlite/kinds/text.py",
        "vdlite/server/routes/series/records.py",
        "vdlite/writer/calls/media_calls.py",
        "vdlite/writer/log_writer.py",
        "vdlite/kinds/draft.py",
    }
    untouched = {
        pattern
        for pattern in set(places()) - exceptions
        if not any(fnmatch(name, pattern) for name in real)
    }
    assert untouched == set()
    assert all((ROOT / name).exists() for name in exceptions)


def test_every_path_of_the_recipes_exists() -> None:
    paths = re.findall(r"`((?:vdlite|webapp|docs|tests)/[\w./-]+)`", TEXT)
    assert len(paths) > 25
    for path in paths:
        assert (ROOT / of_the_kind(path)).exists(), path


def test_the_recipe_for_a_kind_names_the_newest_golden_log_and_tests_that_exist() -> None:
    newest = max((ROOT / "tests" / "golden").glob("kinds*/"), key=lambda path: int(path.name[5:]))
    assert f"`tests/golden/{newest.name}`" in TEXT
    golden = (ROOT / "tests" / "format" / "test_golden_kinds.py").read_text("utf-8")
    for name in re.findall(r"`(test_\w+)`", TEXT):
        assert f"def {name}(" in golden


def test_the_chart_of_the_recipe_is_as_it_is() -> None:
    (recipe,) = re.findall(r"^## Add a chart\n(.*?)^## ", TEXT, re.DOTALL | re.MULTILINE)
    given = {name: int(count) for name, count in re.findall(r"\| `(.+?)` \| (\d+) \|", recipe)}
    assert len(given) == 3
    for name, count in given.items():
        assert len((ROOT / name).read_text("utf-8").splitlines()) == count, name
    (code,) = re.findall(r"^```ts\n(.*?)^```", recipe, re.DOTALL | re.MULTILINE)
    assert code == (ROOT / "webapp/src/charts/tree/chart.ts").read_text("utf-8")
