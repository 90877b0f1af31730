"""A call for a referee, in words."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from pages.parts.clocks import minutes_and_seconds
from tournaments.domain.tonight.calls import CALL_SUBJECTS
from tournaments.selectors.desk.calls import OpenCall


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call that stands: `subject` is what it is about, `taker` who is on their way (empty while
    nobody is), `mine` whether it is the reader; `waited` is "1:52", counted on by waiting.js."""

    pk: int
    match: int
    subject: str
    taker: str
    mine: bool
    seconds: int
    waited: str

    @classmethod
    def of(cls, call: OpenCall, now: datetime) -> "ShownCall":
        """The call as it is shown at an instant."""
        seconds = call.seconds(now)
        return cls(
            call.pk,
            call.match,
            _(CALL_SUBJECTS[call.about]),
            call.taker,
            call.mine,
            seconds,
            minutes_and_seconds(seconds),
        )
