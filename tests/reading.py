"""What a page says to its reader, out of its markup."""

from html.parser import HTMLParser

SPOKEN = {"alt", "aria-label", "content", "placeholder", "title"}
SILENT = {"script", "style"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.is_silent = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.is_silent = tag in SILENT or (tag != "html" and "lang" in dict(attributes))
        self.said += [value for name, value in attributes if name in SPOKEN and value]

    def handle_endtag(self, _tag: str) -> None:
        self.is_silent = False

    def handle_data(self, text: str) -> None:
        if text.strip() and not self.is_silent:
            self.said.append(" ".join(text.split()))


def said_by(markup: str) -> list[str]:
    """Its texts in their order: those between the tags, and those of attributes that are read. What
    an element says of which the language is named, a word of another one, is left out."""
    reader = _Reader()
    reader.feed(markup)
    return reader.said
