"""The API's own pages, in a browser and under its policy."""

from playwright.sync_api import ConsoleMessage, Page, expect


def test_the_documentation_shows_every_call(server: str, page: Page) -> None:
    said: list[ConsoleMessage] = []
    page.on("console", lambda message: said.append(message))
    page.goto(f"{server}/api/v1/docs/")
    expect(page.locator(".opblock-summary").first).to_be_visible()
    hands = page.locator(".opblock-summary", has_text="Write down the next hand")
    for _scroll in range(200):  # of so many calls the page holds only those in sight
        if hands.count():
            break
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(50)
    expect(hands).to_be_visible()
    hands.click()
    expect(page.get_by_text("Idempotency-Key").first).to_be_visible()
    assert [message.text for message in said if message.type == "error"] == []
