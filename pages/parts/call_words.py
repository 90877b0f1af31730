"""A call for a referee, in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.tables.phrases import PHRASES
from pages.parts.clocks import minutes_and_seconds
from tournaments.domain.tonight.calls import CALL_SUBJECTS, PRESSED
from tournaments.selectors.desk.calls import OpenCall


def call_subject(about: str, said: Sequence[str] = ()) -> str:
    """What a call is about, with the phrases that were reported with it, each once."""
    subject = _(CALL_SUBJECTS[about])
    if not said:
        return subject
    values = {"subject": subject, "phrases": phrase_words(said)}
    return _("%(subject)s: %(phrases)s") % values


def phrase_words(codes: Sequence[str]) -> str:
    """These phrases, each once and how often it was said where that was more."""
    words = [
        _("“%(phrase)s” (%(count)d times)") % {"phrase": _(PHRASES[code]), "count": count}
        if count > 1
        else _("“%(phrase)s”") % {"phrase": _(PHRASES[code])}
        for code, count in Counter(codes).items()
    ]
    return ", ".join(words)


def pressed_subjects() -> list[tuple[str, str]]:
    """What the two can call a referee for: the codes and their words."""
    return [(about, _(CALL_SUBJECTS[about])) for about in PRESSED]


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
            call_subject(call.about, call.said),
            call.taker,
            call.mine,
            seconds,
            minutes_and_seconds(seconds),
        )
