"""The browser of this machine, and how the suite starts it."""

import shutil

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Under it the browsers of the suite find this computer. It is not localhost, so on plain http they
# keep from the pages what only a secure context has, as in the network of a club.
CLUB_HOST = "gin.club.test"
FLAGS = (
    "--no-sandbox",
    f"--host-resolver-rules=MAP {CLUB_HOST} 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def find_browser() -> str | None:
    """The Chromium, Chrome or Edge on the PATH."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)
