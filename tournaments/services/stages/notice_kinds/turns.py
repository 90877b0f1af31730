"""What players of matches by days can be told, whichever event they are of: that it is their turn,
and that their time runs out. What goes out when is `tournaments.services.desk.turn_mails`."""

from typing import NamedTuple

from kernel.text import N_


class TurnMail(NamedTuple):
    """A kind of mail as `NoticeKind` has it: how it is stored, what stands at its box, and what it
    is called in the list of mails that do not go out."""

    code: str
    asks: str
    called: str


TURN = TurnMail(
    "turn",
    N_("In matches by days: tell me by e-mail each time it is my turn"),
    N_("News of a turn"),
)
TURN_DIGEST = TurnMail(
    "turn_digest",
    N_("In matches by days: tell me by e-mail where it is my turn, once a day at most"),
    N_("News of the turns of a day"),
)
TURN_REMINDER = TurnMail(
    "turn_reminder",
    N_("In matches by days: remind me by e-mail when half of my time is left, and a tenth"),
    N_("Reminder of a turn"),
)
TURN_MAILS = (TURN, TURN_DIGEST, TURN_REMINDER)
