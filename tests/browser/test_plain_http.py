"""On plain http, as in the network of a club, browsers leave out much of what they can."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from config.embedded.options import ROOT

# What there is in a secure context alone (developer.mozilla.org, "Features restricted to secure
# contexts"); a page may use it where it does without.
SECURE_ALONE = re.compile(
    r"\brandomUUID\b|\bsubtle\b|\bclipboard\b|\bwakeLock\b|\bserviceWorker\b|\bcaches\b"
    r"|\bcookieStore\b|\bmediaDevices\b|\bgeolocation\b|\bNotification\b|\bnavigator\.(?:locks"
    r"|share|storage|credentials|permissions|bluetooth|usb|nfc)\b|\bshowSaveFilePicker\b"
)
WITH_A_WAY_OUT = {
    "navigator.serviceWorker?.register(",
    "await navigator.clipboard.writeText(link.value);",  # else it selects what is to be copied
    'awake: () => "wakeLock" in navigator,',  # else there is no switch
    "if (!navigator.wakeLock) return;",
    "awake = await navigator.wakeLock.request(",  # behind the line above
    "button.hidden = !navigator.share;",  # else there is no button
    "await navigator.share({",  # behind that button
}


def test_no_script_needs_a_secure_context() -> None:
    used = {
        (path.name, line.strip())
        for path in (ROOT / "static" / "js").glob("*.js")
        for line in path.read_text().splitlines()
        if SECURE_ALONE.search(line.partition("// ")[0])
        and not any(way in line for way in WITH_A_WAY_OUT)
    }
    assert used == set()


@pytest.mark.browser
def test_the_browser_suite_has_no_secure_context(server: str, opened: Callable[..., Page]) -> None:
    page = opened()
    page.goto(f"{server}/")
    assert page.evaluate("isSecureContext") is False
    absent = ["crypto.randomUUID", "crypto.subtle", "navigator.serviceWorker", "navigator.wakeLock"]
    for name in absent:
        assert page.evaluate(f"typeof {name}") == "undefined", name
