"""Somebody with a telephone in one hand: what they press is in sight, and is counted."""

from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.services import wait_until

IN_SIGHT = """element => {
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const top = document.elementFromPoint(x, y);
  return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth
    && (element.contains(top) || top?.closest("label")?.control === element);
}"""


class Thumb:
    """Presses, drags and fills in on a page, and counts all of it in `taps`. What is not in sight
    without scrolling can't be pressed, unless it is `after_scrolling`."""

    def __init__(self, page: Page) -> None:
        assert page.viewport_size == PHONE
        self.page = page
        self.taps = 0

    def tap(self, target: Locator, *, after_scrolling: bool = False) -> None:
        """Press something, and wait until the page that it leads to is there."""
        self._reach(target, after_scrolling=after_scrolling)
        target.click()
        self.page.wait_for_load_state()

    def fill(self, target: Locator, words: str, *, after_scrolling: bool = False) -> None:
        """Fill in one field."""
        self._reach(target, after_scrolling=after_scrolling)
        target.fill(words)

    def drag(self, source: Locator, target: Locator) -> None:
        """Drag something onto something else: one touch."""
        self._reach(source, after_scrolling=False)
        source.drag_to(target)

    def press(self, name: str, *, after_scrolling: bool = False) -> None:
        """Press the button or the link of that name."""
        page = self.page
        named = page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name))
        self.tap(named.filter(visible=True).first, after_scrolling=after_scrolling)

    def _reach(self, target: Locator, *, after_scrolling: bool) -> None:
        expect(target).to_be_visible()
        if after_scrolling:
            target.scroll_into_view_if_needed()
        else:
            # Live frames may still be moving it.
            is_in_sight = partial(target.evaluate, IN_SIGHT)
            wait_until(is_in_sight, seconds=2, what=f"{target} in sight on {self.page.url}")
        self.taps += 1
