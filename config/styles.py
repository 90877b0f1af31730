"""The style sheet: the files of `static/css` joined into one when the server starts.

Each page needs one request for it, and none on a later visit: its address holds a digest of its
content, so it may be kept for ever. There is no build; with DEBUG it is joined anew each time.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

# The layers say what outweighs what. Within one, these come before what refines them.
FIRST = ("tokens", "base", "frame", "masthead", "section", "button", "form", "notice", "table")
LAST = ("print",)

# The token --paper, which is no colour that a manifest or a browser's frame knows.
PAPER, PAPER_IN_THE_DARK = "#fcfaf6", "#110e0b"

register = template.Library()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet and the address at which it is served."""

    address: str
    content: bytes


def sheet() -> Sheet:
    """The style sheet of all pages."""
    return joined() if settings.DEBUG else _kept()


def joined() -> Sheet:
    """The style sheet, read anew."""
    folder = settings.BASE_DIR / "static" / "css"
    rest = {path.stem for path in folder.glob("*.css")} - {*FIRST, *LAST}
    names = (*FIRST, *sorted(rest), *LAST)
    content = b"".join((folder / f"{name}.css").read_bytes() for name in names)
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Sheet(f"{settings.STATIC_URL}undercut.{digest}.css", content)


_kept = cache(joined)


@cache
def _icon() -> str:
    drawing = (settings.BASE_DIR / "static" / "img" / "mark.svg").read_text()
    return "data:image/svg+xml," + quote(" ".join(drawing.split()))


@register.simple_tag
def stylesheet() -> SafeString:
    """The link to the style sheet."""
    return format_html('<link rel="stylesheet" href="{}">', sheet().address)


@register.simple_tag
def icon() -> SafeString:
    """The links to the icons, of which the first is small enough to stand in the page, and the
    colour of the ground for what the browser draws around it."""
    return format_html(
        '<link rel="icon" href="{}">\n<link rel="apple-touch-icon" href="{}">\n'
        '<link rel="manifest" href="{}">\n'
        '<meta name="theme-color" content="{}" media="(prefers-color-scheme: light)">\n'
        '<meta name="theme-color" content="{}" media="(prefers-color-scheme: dark)">',
        _icon(),
        static("img/touch-icon.png"),
        reverse("manifest"),
        PAPER,
        PAPER_IN_THE_DARK,
    )
