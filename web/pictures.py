"""Pictures that the server makes: an SVG becomes a PNG, with the fonts of `static/fonts`.

The machine's own fonts are left alone, so that a picture is the same on each of them.
"""

import re
from functools import cache

from django.conf import settings
from resvg_py import svg_to_bytes

# What all fonts have: Latin, Greek and Cyrillic with their marks, and what stands between words.
LETTERS = re.compile(
    "[ -~\u00a0-\u024f\u02b0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1"
    "\u03f0-\u052f\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac\u2116\u2122\ufffd]*"
)


def is_drawn(words: str) -> bool:
    """Whether the fonts have all letters of these words; others would be left out."""
    return LETTERS.fullmatch(words) is not None


def png(svg: str) -> bytes:
    """The drawing as a bitmap of its own size. Raises ValueError where it is no drawing."""
    return svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts())


@cache
def _fonts() -> list[str]:
    return sorted(map(str, (settings.BASE_DIR / "static" / "fonts").glob("*.ttf")))
