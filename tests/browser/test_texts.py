"""Texts: read as Markdown or as they were logged, found again in every step."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import opened, until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter

MARKDOWN = """\
# Answers

The **first** of `two`, and a [link](https://example.org/a).

| step | loss |
| ---- | ---- |
| 1    | 0.5  |

- one
- two

```
for x in y:
```

<script>document.title = "taken over"</script>
<img src=x onerror="document.title = 'taken over'"> <b>not bold</b>

[bad](javascript:alert(1)) ![far](https://example.org/far.png)
"""


def log_texts(folder: Path, tag: str, texts: dict[int, str]) -> None:
    with LogWriter(folder) as writer:
        for step, text in texts.items():
            writer.add_text(tag, text, step, START + step)


def content(page: Page, tag: str = "x") -> Locator:
    return page.get_by_role("document", name=f"Text of {tag}, step")


def marked(page: Page) -> list[str]:
    """What is marked on the page, in the order of the page."""
    found: list[str] = page.evaluate(
        "[...(CSS.highlights.get('found') ?? [])].map(range => range.toString())"
    )
    return found


def test_markdown_is_rendered_and_html_is_shown_as_it_is_written(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "x", {0: MARKDOWN})
    page = show("#/texts")
    text = content(page)
    expect(text.get_by_role("heading", name="Answers")).to_be_visible()
    expect(text.locator("strong")).to_have_text("first")
    expect(text.locator("code").first).to_have_text("two")
    expect(text.get_by_role("cell", name="0.5")).to_be_visible()
    expect(text.get_by_role("listitem")).to_have_text(["one", "two"])
    expect(text.locator("pre")).to_have_text("for x in y:")
    expect(text).to_contain_text('<script>document.title = "taken over"</script>')
    expect(text).to_contain_text("<b>not bold</b>")
    expect(text.locator("script, img, b")).to_have_count(0)
    expect(text).to_contain_text("[bad](javascript:alert(1))")
    links = text.get_by_role("link")
    # A picture from elsewhere is a link: loading it would tell others that the text is read.
    expect(links).to_have_text(["link", "far"])
    for link in links.all():
        expect(link).to_have_attribute("target", "_blank")
        expect(link).to_have_attribute("rel", "noopener noreferrer")
    assert page.title() != "taken over"


def test_the_newest_text_comes_first_and_every_other_can_be_reached(
    logdir: Path, show: Show
) -> None:
    log_texts(logdir / "a", "x", {step * 10: f"text of {step * 10}" for step in range(200)})
    page = show("#/texts")
    box = page.get_by_role("textbox", name="Step")
    expect(content(page)).to_have_text("text of 1990")
    expect(box).to_have_value("1990")
    slider = page.get_by_role("slider", name="Step")
    slider.press("Home")
    expect(content(page)).to_have_text("text of 0")
    slider.press("ArrowRight")
    expect(content(page)).to_have_text("text of 10")
    for typed, step in (("770", 770), ("773", 770), ("100000", 1990), ("-5", 0)):
        box.fill(typed)
        box.press("Enter")
        expect(box).to_have_value(str(step))
        expect(content(page)).to_have_text(f"text of {step}")
    expect(page.get_by_text("1 of 200")).to_be_visible()


def test_what_is_found_in_another_step_is_opened_and_marked(logdir: Path, show: Show) -> None:
    texts = {step: f"nothing here, {step}" for step in range(50)}
    texts[17] = "\n\n".join(["a paragraph"] * 60) + "\n\nthe Needle, and a needle"
    log_texts(logdir / "a", "x", texts)
    log_texts(logdir / "b", "group/y", {3: "one needle"})
    page = show("#/texts")
    expect(content(page)).to_contain_text("nothing here, 49")
    page.get_by_role("button", name="Find in texts").click()
    field = page.get_by_role("searchbox", name="Find in texts")
    expect(field).to_be_focused()
    field.fill("NEEDLE")
    expect(page.get_by_text("2 texts have these words, of 51")).to_be_visible()
    hits = page.get_by_role("list", name="Find in texts").get_by_role("listitem")
    expect(hits).to_have_count(2)
    hit = hits.filter(has_text="step 17, 2 times")
    expect(hit.locator("mark")).to_have_text(re.compile("needle", re.IGNORECASE))
    hit.get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="x")
    text = dialog.get_by_role("document")
    expect(text).to_contain_text("the Needle, and a needle")
    expect(dialog.get_by_role("textbox", name="Step")).to_have_value("17")
    until(page, lambda: marked(page)[-2:] == ["Needle", "needle"])
    expect(text.get_by_text("the Needle")).to_be_in_viewport()
    # Plain mode marks them, too.
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    settings = opened(page, "Settings of the texts")
    settings.get_by_text("Plain text", exact=True).click()
    until(page, lambda: sorted(marked(page)) == ["Needle", "needle", "needle"])
    page.get_by_role("button", name="Find in texts").click()
    field.fill("no such word")
    expect(page.get_by_text("None of 51 texts has these words.")).to_be_visible()
    until(page, lambda: marked(page) == [])


def test_plain_text_keeps_every_character(logdir: Path, show: Show) -> None:
    text = "  two spaces\n\n\n# no heading\t*no stress*\n<b>&amp;</b> \u4e2d\u6587 \U0001f600"
    log_texts(logdir / "a", "x", {0: text})
    page = show("#/texts?form=plain")
    expect(content(page).get_by_text("no heading")).to_be_visible()
    assert content(page).locator("pre").evaluate("element => element.textContent") == text
    expect(content(page).get_by_role("heading")).to_have_count(0)
    settings = opened(page, "Settings of the texts")
    settings.get_by_text("Markdown", exact=True).click()
    expect(content(page).get_by_role("heading")).to_have_text(re.compile("^no heading"))
    expect(page).not_to_have_url(re.compile("form="))


def test_a_very_long_text_is_shown_as_it_is_written(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "x", {0: "# long\n" + "word " * 70_000})
    page = show("#/texts")
    expect(page.get_by_text("Too long for Markdown: shown as plain text")).to_be_visible()
    expect(content(page).locator("pre")).to_contain_text("# long")


def test_the_text_can_be_copied_and_saved(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "group/x", {4: MARKDOWN})
    page = show("#/texts", permissions=["clipboard-read", "clipboard-write"])
    expect(content(page, "group/x")).to_contain_text("Answers")
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == MARKDOWN
    page.get_by_role("button", name="Save the text").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Save the text").click()
    assert download.value.suggested_filename == "a-group_x-4.md"
    assert download.value.path().read_bytes() == MARKDOWN.encode()


def test_the_newest_text_is_followed_but_one_that_was_chosen_stays(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_text("x", "zero", 0)
        writer.add_text("x", "one", 1)
        page = show("#/texts")
        expect(content(page)).to_have_text("one")
        writer.add_text("x", "two", 2)
        expect(content(page)).to_have_text("two")
        page.get_by_role("button", name="Previous step").click()
        expect(content(page)).to_have_text("one")
        writer.add_text("x", "three", 3)
        expect(page.get_by_text("2 of 4")).to_be_visible()
        expect(content(page)).to_have_text("one")
        writer.add_text("new", "another tag", 0)
        expect(content(page, "new")).to_have_text("another tag")


def test_a_link_shows_the_same_text(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "group/x", {step: f"# text {step}" for step in range(5)})
    page = show("#/texts?form=plain")
    expect(content(page, "group/x")).to_have_text("# text 4")
    slider = page.get_by_role("slider", name="Step")
    slider.press("Home")
    slider.press("ArrowRight")
    expect(content(page, "group/x")).to_have_text("# text 1")
    page.get_by_role("button", name="Full screen").click()
    expect(page).to_have_url(re.compile("full="))
    again = show(page.url[page.url.index("#") :])
    dialog = again.get_by_role("dialog", name="group/x")
    expect(dialog.get_by_role("document")).to_have_text("# text 1")
    expect(dialog.get_by_role("textbox", name="Step")).to_have_value("1")


def test_an_empty_text_says_so(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "x", {0: "first", 1: ""})
    page = show("#/texts")
    expect(page.get_by_text("The text is empty.")).to_be_visible()
    page.get_by_role("button", name="Previous step").click()
    expect(content(page)).to_have_text("first")
    expect(page.get_by_text("The text is empty.")).to_have_count(0)


def test_the_page_with_texts_has_no_violation(logdir: Path, show: Show) -> None:
    log_texts(logdir / "a", "x", {0: "zero", 1: MARKDOWN})
    log_texts(logdir / "b", "group/a_rather_long_name_of_a_tag", {0: "word " * 500, 2: ""})
    page = show("#/texts")
    expect(content(page).get_by_role("heading")).to_be_visible()
    expect(page.get_by_text("The text is empty.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Find in texts").click()
    page.get_by_role("searchbox", name="Find in texts").fill("first")
    expect(page.get_by_text("1 text has these words, of 4")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 420, "height": 800})
    expect(content(page)).to_be_visible()
    until(page, lambda: overflow(page) == 0)
    assert violations(page) == []


def test_formulas_are_drawn_and_what_is_none_stays_as_it_is(logdir: Path, show: Show) -> None:
    text = "Inline $e^{i\\pi}$, wrong $\\nothing$, $5 and $6.\n\n$$\n\\frac{a}{b}\n$$\n"
    with LogWriter(logdir / "a") as writer:
        writer.add_text("notes", text, 0)
    page = show("#/texts")
    card = page.get_by_role("article", name="notes")
    expect(card.locator("math")).to_have_count(2)
    expect(card.locator("math[display=block] mfrac")).to_be_visible()
    expect(card.get_by_text("\\nothing", exact=True)).to_be_visible()
    expect(card).to_contain_text("$5 and $6.")


def test_an_alert_says_at_which_step_the_training_was(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in (10, 70):
            writer.add_scalar("loss", 1.0, step)
            writer.alert("too large", "the gradient")
        writer.add_text("notes", "a word", 5)
    page = show("#/texts")
    expect(page.get_by_text("at step 70 of the training")).to_have_count(1)
    expect(page.get_by_text("of the training")).to_have_count(1)
