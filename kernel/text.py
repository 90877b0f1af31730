"""Words of the pure packages: sentences as a code and its values.

Pure code never speaks to a person. It returns a `Text`: a code that is stored and sent, the English
template that stands beside the code (marked with `N_` so that makemessages collects it), and the
values that fill it. Pages and API translate with `gettext(text.template) % text.values`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

_LONGEST_SHOWN = 40


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


def shown(value: object) -> str:
    """Whatever somebody sent, short and printable enough to stand in a sentence."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is int and abs(value) >= 10**_LONGEST_SHOWN:  # str() refuses 4,300 digits
        return "a number of more than 40 digits"
    if not isinstance(value, str | int | float):
        return "not a plain value"
    text = ascii(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


class Refusal(Exception):
    """A wish that the rules or the state of things do not allow, with the sentence that says why.

    `text` is the sentence, `field` the input that it is about ("" when it is about the whole).
    The code of the text is the error code of the API.
    """

    def __init__(self, text: Text, field: str = "") -> None:
        super().__init__(str(text))
        self.text = text
        self.field = field


def refusal(code: str, template: str, field: str = "", /, **values: object) -> Refusal:
    """The refusal with the sentence of this code and template, filled with these values."""
    return Refusal(Text(code, template, values), field)
