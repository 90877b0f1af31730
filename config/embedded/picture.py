"""Draw a QR code in the terminal: a child of the embedded server, whose parent has no segno."""

import io
import sys

import segno

# White on black, whatever colours the terminal has: a telephone wants the ground to be light.
_LIGHT_ON_DARK, _AS_BEFORE = "\033[97;40m", "\033[0m"


def drawn(link: str) -> list[str]:
    """The lines of the picture, two rows of the code in each."""
    picture = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(picture, compact=True)
    return picture.getvalue().splitlines()


def main() -> int:
    """Draw the link that is the first argument in as many columns as the second one gives."""
    link, columns = sys.argv[1:]
    lines = drawn(link)
    if len(lines[0]) > int(columns):
        return 1
    for line in lines:
        print(f"{_LIGHT_ON_DARK}{line}{_AS_BEFORE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
