"""What the terminal says once the server runs."""

import json
import os
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

from config.embedded.data import ACCOUNTS, authority
from config.embedded.options import ROOT, Options, is_wildcard
from web.certificate import fingerprint
from web.loopback import is_loopback

_NO_NETWORK = "This computer is in no network now; once it is, the address is told here."
_ONLY_HERE = (
    "Only this computer opens that address: for telephones start with --host 0.0.0.0, or set "
    "UNDERCUT_BASE_URL."
)


def announce(options: Options, url: str, link: str) -> None:
    """Print the address, then the demo accounts or the link for the first owner."""
    print(f"Undercut is running at {url}", flush=True)
    if not is_loopback(urlsplit(url).hostname or ""):
        draw(url)
    else:
        print(_NO_NETWORK if is_wildcard(options.host) else _ONLY_HERE)
    if options.tls:
        _say_how_to_trust(options, url)
    accounts = options.data / ACCOUNTS
    if accounts.exists():
        for line in accounts.read_text().splitlines():
            account = json.loads(line)
            print(account["role"], account["email"], account["password"])
    elif link:
        print(f"Set up the first owner, once, at {link}")
    print("Ctrl-C stops it.", flush=True)


def _say_how_to_trust(options: Options, url: str) -> None:
    print("On this port only https is answered, with a certificate of the club's own.")
    print(f"Telephones warn until they trust it: open {url}/trust/ on each, and follow the page.")
    print(f"Its fingerprint (SHA-256) is {fingerprint(authority(options.data))}.")


def draw(link: str) -> None:
    """The link as a QR code, on a terminal that speaks UTF-8 and is wide enough."""
    words = os.environ
    spoken = words.get("LC_ALL") or words.get("LC_CTYPE") or words.get("LANG") or ""
    if not sys.stdout.isatty() or "utf" not in spoken.lower():
        return
    columns = shutil.get_terminal_size().columns
    subprocess.run(  # noqa: S603 - our own command line
        [sys.executable, "-m", "config.embedded.picture", link, str(columns)],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        check=False,
    )
