"""The hour of a match in an event by windows, as its reader has it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from kernel.seats import Seat, opponent
from kernel.text import N_, Text
from pages.parts import consequences
from tournaments.domain.windows import Hour
from tournaments.selectors.desk.arranging import Arrangement

WINDOW = N_(
    "Each round is played within %(days)d days: the two of a match agree on a time. The next "
    "round begins with their end."
)
ONE_DAY = N_(
    "Each round is played within a day: the two of a match agree on a time. The next round begins "
    "with its end."
)
UNPLAYED = N_("What was not begun by then: %(rule)s. %(says)s")


def window_words(days: int | None, unplayed: str) -> list[Text]:
    """Within how many days each round of an event is played, and what becomes of what is not; none
    where a round is played at its time."""
    if days is None:
        return []
    rule, says = consequences.UNPLAYED[unplayed]
    values = {"rule": Text("window", rule), "says": Text("window", says)}
    return [
        Text("window", ONE_DAY if days == 1 else WINDOW, {"days": days}),
        Text("window", UNPLAYED, values),
    ]


@dataclass(frozen=True, slots=True)
class HourWords:
    """An hour as it is said, in whole (`said`) and in `short`."""

    at: datetime
    said: str
    short: str


def hour_words(at: datetime, zone: str) -> HourWords:
    """An hour in the zone of its club."""
    local = localtime(at, ZoneInfo(zone))
    # Translators: a day with its weekday and without its year, in Django's letters for dates.
    day, short = pgettext("format of a day", "l j F"), pgettext("format of a day", "D j M")
    time = date_format(local, "TIME_FORMAT")
    return HourWords(
        at,
        _("%(day)s at %(time)s") % {"day": date_format(local, day), "time": time},
        f"{date_format(local, short)}, {time}",
    )


@dataclass(frozen=True, slots=True)
class TimesWords:
    """The round is played `until` then, `agreed` is the time of the match and `hour` how it stands.
    `proposed` are times of `proposer` that wait for an answer: `may_take` whether it is the
    reader's, `is_own` whether they are theirs. `plays`: the reader plays the match."""

    until: HourWords
    agreed: HourWords | None
    hour: Hour | None
    proposer: str
    proposed: Sequence[HourWords]
    may_take: bool
    is_own: bool
    plays: bool

    @property
    def is_by_appointment(self) -> bool:
        """Whether the time of the match has not come, is past, or has still to be agreed on."""
        return self.hour != Hour.COME

    @property
    def adds_to_step(self) -> bool:
        """Whether its first sentence says what the step of Tonight does not."""
        return self.hour == Hour.COME or (self.agreed is None and bool(self.proposed))


def times_words(
    stands: Arrangement, names: Sequence[str], seat: Seat | None, zone: str, *, sees_proposals: bool
) -> TimesWords:
    """What stands, to who sits in `seat`, None for who does not play it; `names` are by seat."""
    proposer = stands.proposer if sees_proposals else None
    return TimesWords(
        until=hour_words(stands.until, zone),
        agreed=hour_words(stands.agreed, zone) if stands.agreed else None,
        hour=stands.hour,
        proposer="" if proposer is None else names[proposer],
        proposed=[hour_words(time, zone) for time in stands.proposed] if sees_proposals else [],
        may_take=proposer is not None and seat == opponent(proposer),
        is_own=proposer is not None and seat == proposer,
        plays=seat is not None,
    )
