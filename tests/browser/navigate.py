"""The way to a view through the bar."""

from __future__ import annotations

from playwright.sync_api import Page


def open_view(page: Page, group: str, view: str) -> None:
    """Click the group, then the view in it; both by their names in English."""
    groups = page.get_by_role("navigation", name="Groups of views")
    groups.get_by_role("link", name=group, exact=True).click()
    views = page.get_by_role("navigation", name=f"Views: {group}")
    views.get_by_role("link", name=view, exact=True).click()
