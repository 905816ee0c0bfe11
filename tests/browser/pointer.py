"""The pointer over something that is drawn, once that has come to rest and nothing lies over it.

Places are shares of its width and height, from its top left corner.
"""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator

Place = tuple[float, float]
_ATTEMPTS = 20


def box_of(target: Locator) -> FloatRect:
    """Its rectangle in the window, in pixels."""
    box = target.bounding_box()
    assert box is not None
    return box


def resting(target: Locator, place: Place = (0.5, 0.5)) -> FloatRect:
    """Its rectangle, once it stands still and can be pointed at there."""
    for _ in range(_ATTEMPTS):
        target.scroll_into_view_if_needed()
        box = box_of(target)
        x, y = _within(box, place)
        # Unlike a bare move of the mouse, this waits until it does not move and is not covered.
        target.hover(position={"x": x - box["x"], "y": y - box["y"]}, trial=True)
        if box_of(target) == box:
            return box
    raise AssertionError(f"it does not come to rest: {target}")


def point_at(target: Locator, place: Place = (0.5, 0.5)) -> FloatRect:
    """Move the pointer there; its rectangle."""
    box = resting(target, place)
    target.page.mouse.move(*_within(box, place))
    return box


def drag(target: Locator, *places: Place, key: str | None = None, steps: int = 4) -> None:
    """Press at the first place, go along the others, and let go at the last.

    key: held meanwhile.
    """
    page = target.page
    box = point_at(target, places[0])
    if key is not None:
        page.keyboard.down(key)
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*_within(box, place), steps=steps)
    page.mouse.up()
    if key is not None:
        page.keyboard.up(key)


def _within(box: FloatRect, place: Place) -> Place:
    """Pixels of the window. The right and the lower edge are no longer part of it."""
    x = min(place[0] * box["width"], box["width"] - 1)
    y = min(place[1] * box["height"], box["height"] - 1)
    return box["x"] + x, box["y"] + y
