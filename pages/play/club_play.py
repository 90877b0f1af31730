"""The page on which those who belong to a club find each other for friendlies."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from pages.parts.challenge_words import rules_in_words, waiting_challenges
from pages.parts.rooms import ClubRoomPage
from pages.play.forms import CLOCKS, FriendlyForm, options_of
from players.selectors import clubs_to_play_in
from tournaments.selectors.events.club_play import (
    is_found,
    own_waiting_table,
    waiting_tables,
    who_would_play,
    would_play_until,
)
from tournaments.selectors.events.friendlies import own_friendlies, table_of
from tournaments.services.events.challenges import end
from tournaments.services.events.club_play import (
    close_table,
    open_table,
    say_would_play,
    take_back_would_play,
    take_seat,
)
from tournaments.services.events.friendlies import Asked
from web.addresses import client_address
from web.numbers import number_in


class ClubPlayPage(ClubRoomPage):
    """Who would play now, and the tables that wait. There is none where the club wishes for none,
    and for nobody who does not belong to it."""

    action = "club.play"
    template = "play/club_play.html"
    acts = ("would_play", "would_not", "open", "sit", "close", "take_back")
    form_classes = {"table": FriendlyForm}

    def find(self) -> Actor:
        actor = super().find()
        get_object_or_404(clubs_to_play_in(self.actor), pk=self.club.pk)
        return actor

    def form_options(self, name: str) -> dict[str, Any]:
        return {"has_account": True, "opponents": []}

    def would_play(self, _key: str) -> str:
        say_would_play(club=self.club.pk, **self.write())
        return self.done(_("The others see that you would play."), self.address("club_play"))

    def would_not(self, _key: str) -> str:
        take_back_would_play(club=self.club.pk, by=self.actor)
        return self.address("club_play")

    def open(self, _key: str) -> str:
        chosen = self.sent("table")
        friendly = open_table(
            club=self.club.pk,
            asked=Asked(self.actor, self.now, client_address(self.request)),
            rules=chosen["rules"],
            best_of=int(chosen["best_of"]),
            clock=CLOCKS[chosen["clock"]],
        )
        said = _("The table stands open to %(club)s for an hour, and to whoever has its link.")
        return self.done(said % {"club": self.club.name}, table_of(friendly))

    def sit(self, key: str) -> str:
        return table_of(take_seat(club=self.club.pk, match=_match(key), **self.write()))

    def close(self, key: str) -> str:
        close_table(club=self.club.pk, match=_match(key), **self.write())
        return self.done(_("The table is closed."), self.address("club_play"))

    def take_back(self, key: str) -> str:
        end(match=_match(key), **self.write())
        return self.done(_("The challenge is taken back."), self.address("club_play"))

    def context(self) -> dict[str, Any]:
        here = (self.actor, self.club.pk, self.now)
        own = own_friendlies(self.actor, self.now)
        return super().context() | {
            "challenges": waiting_challenges(self.actor, self.now),
            "is_found": is_found(self.actor, self.club.pk),
            "until": would_play_until(*here),
            "players": who_would_play(*here),
            "waiting": [
                (one, rules_in_words(one.rules, one.clock)) for one in waiting_tables(*here)
            ],
            "tables": [one for one in own if not one.is_over],
            "own_waiting": own_waiting_table(*here),
            **options_of(self.forms["table"]),
        }


def _match(key: str) -> int:
    """The match that a button names."""
    match = number_in(key, digits=18)
    if match is None:
        raise Http404
    return match
