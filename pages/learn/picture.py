"""A picture of the hand that is told to beginners, and the cards of that hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernel.text import Text
from pages.learn.laid import Laid, shown, text
from web.actors import say

# The hand that is told. You begin, the opponent has dealt.
DEALT = "7H7CJSQSAC2C2H3D9CKD"
UPCARD = "7D"
THROWN = "KD"
AFTER_ONE_TURN = "7H7D7CJSQSAC2C2H3D9C"
DRAWN = "KS"
KNOCK_CARD = "9C"
KNOCKER = "7H7D7CJSQSKSAC2C2H3D"
OPPONENT_DEALT = "KHKCTSTH8D6C5H2DADQH"
OPPONENT_THROWN = "QH"
DEFENDER = "KHKDKCTSTH8D6C5H2DAD"
# What might have been.
UNDERCUTTER = "KHKDKC7STS9S4H4D4S6C"
GIN = "7H7D7CJSQSKSAC2C3C4C"
BIG_GIN = f"{GIN}5C"


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the ten: `code` is its anchor, `laid` what lies on the table, `outcome` what the hand
    comes to, where it ends."""

    code: str
    title: str
    laid: Sequence[Laid]
    sentences: Sequence[Text]
    outcome: Text | None = None


def shown_pictures(pictures: Sequence[Picture]) -> list[dict[str, Any]]:
    """Pictures in the reader's language."""
    return [
        {
            "code": picture.code,
            "title": say(text(picture.title)),
            "laid": shown(picture.laid),
            "sentences": [say(sentence) for sentence in picture.sentences],
            "outcome": say(picture.outcome) if picture.outcome else "",
        }
        for picture in pictures
    ]
