"""Words of the pure packages: sentences as a code and its values.

Pure code never speaks to a person. It returns a `Text`: a code that is stored and sent, the English
template that stands beside the code (marked with `N_` so that makemessages collects it), and the
values that fill it. Pages and API translate with `gettext(text.template) % text.values`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


def N_(message: str) -> str:
    """Mark an English template for translation; returns it unchanged."""
    return message


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence for a person.

    `code` is what is stored and sent, `template` is English with `%(name)s` places, `values` fills
    them. `str(text)` is the English sentence.
    """

    code: str
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.values


class Refusal(Exception):
    """A wish that the rules or the state of things do not allow, with the sentence that says why.

    `text` is the sentence, `field` the input that it is about ("" when it is about the whole).
    The code of the text is the error code of the API.
    """

    def __init__(self, text: Text, field: str = "") -> None:
        super().__init__(str(text))
        self.text = text
        self.field = field
