"""What is played at a friendly, and what somebody is challenged to, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.rule_books import AgreedRules
from games.tables.clock import Clock
from kernel.permissions import Actor
from pages.parts import consequences
from pages.parts.play_words import clock_words
from tournaments.selectors.events.challenges import challenges_to
from web.actors import say


def rules_in_words(rules: AgreedRules, clock: Clock) -> Mapping[str, str]:
    """What `parts/friendly_rules.html` shows."""
    return {
        "rules": consequences.of_rules(rules),
        "length": consequences.of_length(rules),
        "clock": say(clock_words(clock)),
    }


@dataclass(frozen=True, slots=True)
class ChallengeWords:
    """A challenge that waits for the reader's answer."""

    match: int
    by: str
    rules: str
    length: str
    clock: str
    until: datetime


def waiting_challenges(actor: Actor, now: datetime) -> Sequence[ChallengeWords]:
    """What the reader is challenged to, the newest first."""
    return [
        ChallengeWords(
            match=one.match,
            by=one.by or _("Guest"),
            until=one.until,
            **rules_in_words(one.rules, one.clock),
        )
        for one in challenges_to(actor, now)
    ]
