"""Pictures that the server makes: an SVG becomes a PNG, with the fonts of `static/fonts`.

The machine's own fonts are left alone, so that a picture is the same on each of them.
"""

from functools import cache

from django.conf import settings
from resvg_py import svg_to_bytes


def png(svg: str) -> bytes:
    """The drawing as a bitmap of its own size. Raises ValueError where it is no drawing."""
    return svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts())


@cache
def _fonts() -> list[str]:
    return sorted(map(str, (settings.BASE_DIR / "static" / "fonts").glob("*.ttf")))
