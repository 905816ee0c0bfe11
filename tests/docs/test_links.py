"""What a page points at is there."""

import re

import pytest

from tests.docs.pages import PAGES, ROOT, Page, page

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")
# Code in a sentence that looks like a path of the repository.
PATH = re.compile(
    r"`((?:vdlite|webapp|docs|tests|demos|benchmarks)/[\w./-]+|[\w-]+\.(?:md|toml|ini|py))`"
)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_links_and_pictures_lead_somewhere(page: Page) -> None:
    broken = []
    for found in LINK.finditer(page.prose):
        target = found[1] or found[2]
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.path.parent / path).resolve() if path else page.path
        if not file.is_file() or (anchor and anchor not in Page(file).anchors):
            broken.append(target)
    assert broken == []


@every_page
def test_no_page_names_a_file_that_does_not_exist(page: Page) -> None:
    built_or_made_by_users = {
        "vdlite/server/static",
        "vdlite/token",
        "tests/browser",
        "vdlite.toml",
        "logbook.md",
        "train.py",
    }
    named = set(PATH.findall(page.prose)) - built_or_made_by_users
    named = {name for name in named if not re.search("KIND|VIEW|CHART", name)}  # of recipes
    places = [ROOT, page.path.parent, ROOT / "webapp" / "src" / "views"]
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert missing == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [page("README.md")]
    while waiting:
        at = waiting.pop()
        reached.add(at.name)
        for found in LINK.finditer(at.prose):
            file = (at.path.parent / (found[1] or found[2]).partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_file():
                target = Page(file)
                if target.name not in reached:
                    waiting.append(target)
    assert reached == {each.name for each in PAGES}


@every_page
def test_a_page_begins_with_its_title_and_a_sentence(page: Page) -> None:
    assert re.match(r"# [^\n]+\n\n[A-Z]", page.text)


@every_page
def test_no_two_sections_of_a_page_have_one_anchor(page: Page) -> None:
    # What changed in each version stands below the same heads.
    if page.path.name == "CHANGELOG.md":
        return
    headings = re.findall(r"^## (.+)$", page.prose, re.MULTILINE)
    assert len(headings) == len(set(headings))


def test_the_section_of_a_kind_about_the_page_is_called_the_same_everywhere() -> None:
    kinds = [each for each in PAGES if each.path.parent.name == "kinds"]
    assert kinds
    assert [each.name for each in kinds if "\n## In the page" in each.text] == []
