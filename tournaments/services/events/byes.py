"""A computer player takes the free seat of a bye, where the event has it so: who has the bye plays
a match beside it, of which the event knows nothing."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games.rule_books import from_stored
from games.selectors.opponents import bot_of_house
from games.services.bots import seat_bot
from games.services.seats import seat_player
from games.services.tables.writing import writing
from games.tables.clock import FLAGS, Clock
from kernel.permissions import Actor, Role
from kernel.text import N_, refusal
from tournaments.models import Board, Pairing, Tournament
from tournaments.selectors.events.access import own_members
from tournaments.selectors.stages.byes import (
    HOUSE_SEAT,
    OWN_SEAT,
    board_beside,
    bye_of,
    may_begin,
)
from tournaments.services.events.lone_matches import make_lone_match

NAME = "Bye"


def fill_bye(*, tournament_id: int, pairing: int, by: Actor, now: datetime) -> Board:
    """Sit down to the match beside the actor's own bye: under the rules of its round, without a
    clock, against the computer player whom the event names. Asked for again it is the same match.

    Refused as `not_found` where that pairing is no bye of the actor's, and as `wrong_state` where
    the event has no computer player for it or the round is not on.
    """
    with transaction.atomic():
        event = Tournament.objects.select_for_update().get(pk=tournament_id)
        bye = bye_of(by, event, pairing)
        if bye is None:
            raise refusal("not_found", N_("You have no such bye in this tournament."))
        found = board_beside(bye)
        if found is not None:
            return found
        if not may_begin(bye, event):
            sentence = N_("A computer player takes the free seat of a bye while its round is on.")
            raise refusal("wrong_state", sentence)
        return _begin(event, bye, own_members(by, event).get().player_id, by)


def _begin(event: Tournament, bye: Pairing, player: int, by: Actor) -> Board:
    rules = {**event.rules, **(bye.round.rules or {})}
    board = make_lone_match(
        club=event.club_id,
        name=NAME,
        rules=from_stored(rules, event.rules_version),
        clock=Clock("none"),
        flag=FLAGS[0],
        expires_at=None,
        beside=bye,
    )
    match = board.match_id
    seat_player(match=match, seat=OWN_SEAT, player=player)
    seat_bot(match=match, seat=HOUSE_SEAT, as_is=bot_of_house(event.bye_opponent))
    with writing(match) as opened:
        opened.append("sat", by=replace(by, roles=by.roles | {Role.PLAYER}), seat=OWN_SEAT)
        opened.settle()
    return board
