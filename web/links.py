"""The address of the installation, with which every link begins that leaves the program.

Pages link to each other by paths. What is read elsewhere (mails, QR codes, passes, claims, answers
of the API) has to name a host, and it is never the one that a request names: anybody can write that
header, and the token in the link would be theirs.
"""

from typing import Any
from urllib.parse import urlsplit

import segno
from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from web.loopback import is_loopback

register = template.Library()


def absolute_url(path: str) -> str:
    """A path of ours as a link that can be handed on."""
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError(f"{path!r} is no path of this installation")
    return settings.BASE_URL + path


def qr_code(link: str) -> str:
    """A link as a picture that a telephone reads: a data address for `<img>`."""
    return str(segno.make(link, error="m").png_data_uri(scale=6, border=3))


def qr_drawing(link: str) -> str:
    """The same for paper: a drawing in SVG that takes the size of what is around it."""
    code = segno.make(link, error="m")
    return str(code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=0))


def opens_only_here() -> bool:
    """Whether our links lead whoever opens them to their own device."""
    return is_loopback(urlsplit(settings.BASE_URL).hostname or "")


@register.inclusion_tag("parts/only_here.html")
def only_here() -> dict[str, Any]:
    """Beside every link that is handed on: that only this computer opens it, if that is so."""
    return {"opens_only_here": opens_only_here()}


@register.simple_block_tag
def words(content: str) -> SafeString:
    """What stands between the tags, on one line and fit for an attribute as well; with `as` it is
    kept under a name, for a page says its title and what it is about more than once."""
    line = " ".join(content.split()).replace('"', "&quot;")
    return mark_safe(line)  # noqa: S308 - the template has escaped it


@register.simple_tag(takes_context=True)
def canonical(context: template.Context) -> str:
    """The one address of a page, whatever stood after the `?`, as far as an address was set by
    which everybody reaches the installation. A kept page, which is made without the request, has
    its `path`."""
    path = context.get("path") or getattr(context.get("request"), "path", "")
    if not settings.IS_REACHABLE or not path:
        return ""
    link = absolute_url(path)
    return format_html(
        '<link rel="canonical" href="{}">\n<meta property="og:url" content="{}">', link, link
    )


@register.simple_tag
def from_anywhere(path: str) -> str:
    """A path of ours as a link that opens from anywhere; empty where there is none."""
    return absolute_url(path) if settings.IS_REACHABLE else ""
