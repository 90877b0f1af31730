"""Friendlies by link: opened by anybody, joined by whoever has the link, played again.

Claiming, a new link and a rematch lock the tournament, then the match; opening locks the hidden
club, under whose lock the limits are counted. Play locks the match alone.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.rule_books import (
    AgreedRules,
    from_stored,
    has_partners,
    partners_of,
    playable,
    scoring_of,
)
from games.selectors.bots import bots_at
from games.selectors.guests import guest_seat, guests_at
from games.selectors.opponents import bot_called
from games.selectors.tables import has_drawn, rematch_asked
from games.services.bots import seat_bot, seat_same_bots
from games.services.guests import (
    add_key,
    seat_guest,
    seat_same_guests,
    take_name,
    unseat_guest,
)
from games.services.tables.acting import MISMATCH
from games.services.tables.ruled import lock_matches
from games.services.tables.writing import Writing, writing
from games.tables.clock import DEFAULT_CLOCK, FLAGS, Clock, clock_from
from kernel.names import GUEST_NAME_LENGTH, normal_name
from kernel.permissions import COMPUTER, ONLINE, Actor, Role
from kernel.seats import SIDES, Seat, opponent
from kernel.text import N_, refusal
from kernel.tokens import token_hash
from players.selectors import account_name, are_blocked
from players.services.club_changes import lock_club
from players.services.clubs import hidden_club
from tournaments.models import Board, Challenge, ClubTable, Friendly, Tournament, WouldPlay
from tournaments.selectors.events.challenges import challenged_player, challenges_between
from tournaments.selectors.events.friendlies import (
    INVITED,
    OPENER,
    UNKNOWN_LINK,
    board_of,
    friendly_at,
    friendly_by_seat_token,
    friendly_by_token,
    invitation_token,
    rematch_of,
    seat_holder,
    seat_token,
)
from tournaments.services.events.friendly_limits import require_room
from tournaments.services.events.lone_matches import KEPT, make_lone_match, remove
from tournaments.services.events.setup import rules_with_length
from tournaments.services.stages.notices import send_notices
from tournaments.services.stages.plans import NOT_BY_DAYS
from web.addresses import site_of

JOINED_WITHIN = timedelta(days=1)
"""Nobody joins a table that was opened longer ago: it goes."""

SHORTEST_KEY = 16
NAME = "Friendly"
UNKNOWN_BOT = N_("There is no computer player called %(code)s.")
MOST_PARTNERS = 2
BOTS_BETWEEN_TWO = N_("By these rules two play: name one computer player.")
BOTS_OF_ALL = N_(
    "By these rules %(seats)s play every hand: name the computer players in the %(others)s other "
    "seats."
)
BOTS_OF_FOUR = N_(
    "At a friendly of partners sit four: name the computer players in the three other seats."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a table, from where: the same `key` again is the same wish, and `body_digest` is
    that of what was sent with it."""

    by: Actor
    now: datetime
    address: str
    key: str = ""
    body_digest: str = ""

    @property
    def network(self) -> str:
        """The network as it is kept: a keyed hash, that says only what came from the same."""
        salt = "tournaments.friendlies.network"
        return salted_hmac(salt, site_of(self.address), algorithm="sha256").hexdigest()

    @property
    def key_digest(self) -> str | None:
        """What is kept of the key and of whose it is; null without one."""
        who = f"user:{self.by.user_id}" if self.by.user_id else self.network
        return _digest(who, self.key) if self.key else None


def open_friendly(
    *,
    asked: Asked,
    rules: str | Mapping[str, object],
    best_of: int | None = None,
    target: int | None = None,
    clock: Mapping[str, object] | None = None,
    name: str = "",
    called: str = "",
    player: int | None = None,
    bots: Sequence[str] = (),
) -> Friendly:
    """Open a table and sit down at it; whoever has the opponent's link may sit down opposite, or
    the `player` who is challenged, and nobody else; or computer players sit there, by their codes:
    of the house, or of one's own as they are now. Against these nobody needs a name. Where more
    than two play, `bots` are those in the other seats, in order: between partners, two against two,
    the second is one's partner.

    Who has an account plays under its name where they say no other, or are `called` something by
    their club. Refused where no guests are let in, where the rules can't be played, where the
    player can't be challenged or has not answered yet, where there is no such computer player, and
    where too many tables are open or were opened.
    """
    _require_guests(asked.by)
    if player is not None and asked.by.user_id is None:
        raise refusal("forbidden", N_("Sign in to challenge a player."))
    asked_bots = [_bot_called(code, asked.by) for code in bots]
    chosen = rules_with_length(rules, best_of, target)
    _require_seats(chosen, len(bots))
    told = DEFAULT_CLOCK if clock is None else clock_from(clock)
    if len(bots) > 1 and told.kind == "days":
        raise refusal("invalid", NOT_BY_DAYS, "clock")
    is_nameless = bool(bots) and asked.by.user_id is None and not name
    called = called or ("" if is_nameless else _name_of(asked.by, name))
    _require_own_key(asked.by, asked.key)
    with transaction.atomic():
        club = lock_club(hidden_club().pk)
        before = Friendly.objects.filter(key=asked.key_digest, key__isnull=False).first()
        if before is not None:
            return _same(before, asked)
        challenged = None if player is None else _challenged(asked, player)
        require_room(asked.network, asked.now)
        friendly = _make(club.pk, chosen, told, asked, is_joined=bool(bots))
        for seat, asked_bot in enumerate(asked_bots, INVITED):
            seat_bot(match=board_of(friendly).match_id, seat=seat, as_is=asked_bot)
        _give_seat(friendly, OPENER, called, asked.by, asked.now)
        if challenged is not None:
            _ask(friendly, challenged, asked)
    return friendly


def claim_seat(*, token: str, by: Actor, now: datetime, name: str = "", key: str = "") -> Friendly:
    """Sit down by the opponent's link, which is used up with it. The same form or request, sent
    again, leads to the same seat until the first card."""
    _require_guests(by)
    _require_own_key(by, key)
    claim_key = _digest(f"user:{by.user_id}", token, key) if key else ""
    with transaction.atomic():
        friendly = locked(friendly_by_token(token, now))
        if friendly.token_hash != token_hash(token):  # a new link was made meanwhile
            friendly = friendly_by_token(token, now)
        board = board_of(friendly)
        own = guest_seat(by, board.match_id)
        if own == OPENER:
            sentence = N_("You sit at this table already. Send the link to whom you want to play.")
            raise refusal("own_table", sentence)
        is_same = bool(key) and friendly.claim_key == claim_key and not has_drawn(board.match)
        if own is not None or is_same:
            _add_key(friendly, INVITED, by)
            return friendly
        if friendly.claimed_at is not None:
            raise refusal("link_used", N_("Somebody has taken this seat already."))
        if are_blocked(by.user_id, guests_at(board.match_id)[OPENER].user_id):
            raise refusal("link_unknown", UNKNOWN_LINK)
        friendly.claim_key = claim_key
        join(friendly, _name_of(by, name), by, now)
    return friendly


def go_on(*, token: str, by: Actor, now: datetime) -> Friendly:
    """Open one's seat on another device, by one's own link."""
    with transaction.atomic():
        friendly = locked(friendly_by_seat_token(token, now))
        match = board_of(friendly).match_id
        seat = guest_seat(seat_holder(token), match)
        if seat is None:  # a new link was made for this seat meanwhile
            raise refusal("link_unknown", UNKNOWN_LINK)
        if guest_seat(by, match) not in (None, seat):
            sentence = N_("You sit at this table opposite: this link is not yours.")
            raise refusal("own_table", sentence)
        if by.seat_key:
            add_key(match=match, seat=seat, digest=by.seat_key)
    return friendly


def make_new_link(*, board: Board, by: Actor, now: datetime) -> Friendly:
    """Another link for the opponent, in place of the one before: whoever came by that one, or from
    the club for which it was opened, has the seat no longer, and nobody else of the club can take
    it. Only who opened the table makes one, and only before the first card."""
    with transaction.atomic():
        friendly = locked(friendly_at(board))
        if guest_seat(by, board.match_id) != OPENER:
            sentence = N_("Only who opened this table can make a new link.")
            raise refusal("forbidden", sentence)
        if Challenge.objects.filter(friendly=friendly).exists():
            sentence = N_("This table was opened for one player alone: there is no link to it.")
            raise refusal("forbidden", sentence)
        if bots_at(board.match.table):
            sentence = N_("A computer player sits there: there is no link to this table.")
            raise refusal("forbidden", sentence)
        ClubTable.objects.filter(friendly=friendly).delete()
        with writing(board.match_id) as opened:
            opened.settle()
            if has_drawn(board.match):
                sentence = N_("The cards have been dealt: nobody else can join any more.")
                raise refusal("too_late", sentence)
            _empty_seat(opened, INVITED)
        friendly.invitation += 1
        friendly.token_hash = token_hash(invitation_token(friendly))
        friendly.claimed_at, friendly.claim_key = None, ""
        friendly.save(update_fields=["invitation", "token_hash", "claimed_at", "claim_key"])
        Tournament.objects.filter(pk=friendly.tournament_id).update(expires_at=now + JOINED_WITHIN)
    return friendly


def close_friendly(*, board: Board, by: Actor) -> None:
    """Remove the table with all that hangs on it, as if it had never been opened. Only who opened
    it closes it, and only before the first card."""
    with transaction.atomic():
        friendly = locked(friendly_at(board))
        lock_matches([board.match_id])
        if guest_seat(by, board.match_id) != OPENER:
            raise refusal("forbidden", N_("Only who opened this table can close it."))
        if has_drawn(board.match):
            sentence = N_("The cards have been dealt: play the match, or resign it.")
            raise refusal("too_late", sentence)
        remove([friendly.tournament])


def ask_rematch(*, board: Board, asked: Asked) -> Friendly | None:
    """Ask to play again when a match is over: once both have, there is a new table, at which both
    sit. Until then null. Refused where that one is gone already: nobody opens it anew alone."""
    by = asked.by
    _require_guests(by)
    with transaction.atomic():
        club = lock_club(hidden_club().pk)
        friendly = locked(friendly_at(board))
        before = rematch_of(friendly)
        if before is not None:
            return before
        seat = _seat_still_had(by, board)
        if all(rematch_asked(board.match)):  # whoever asked second has opened it
            sentence = N_("The next table is gone already. Open a new one.")
            raise refusal("too_late", sentence)
        with writing(board.match_id) as opened:
            opened.settle()
            if not opened.account.is_finished:
                raise refusal("match_open", N_("This match is not over yet. Play it to its end."))
            if not rematch_asked(board.match)[seat]:
                opened.append("rematch", by=_seated(by), seat=seat)
                for other in opened.bots:  # which never says no
                    opened.append("rematch", by=COMPUTER, seat=other)
        # Who was blocked is not told so: nobody answers them.
        if not all(rematch_asked(board.match)) or _are_apart(board):
            return None
        require_room(asked.network, asked.now)
        return _played_again(club.pk, friendly, asked)


def report_name(*, board: Board, by: Actor) -> None:
    """The opponent's name is an insult: from now on they are called a guest. Twice it changes
    nothing."""
    with transaction.atomic():
        locked(friendly_at(board))
        seat = _seat_still_had(by, board)
        with writing(board.match_id) as opened:
            if take_name(match=board.match_id, seat=opponent(seat)):
                opened.append("name_report", by=_seated(by), seat=seat)


def _make(
    club: int,
    rules: AgreedRules,
    clock: Clock,
    asked: Asked,
    rematch_of: Friendly | None = None,
    *,
    is_joined: bool,
) -> Friendly:
    """The rows of a new table, at which nobody sits yet. The next one of the same two has the seed
    of the one before: their own links stay as they are, and lead to the newest table. `is_joined`:
    it waits for nobody."""
    board = make_lone_match(
        club=club,
        name=NAME,
        rules=rules,
        clock=clock,
        flag=FLAGS[0],
        expires_at=asked.now + (KEPT if is_joined else JOINED_WITHIN),
    )
    friendly = Friendly(
        tournament=board.pairing.round.stage.tournament,
        opened_at=asked.now,
        network=asked.network,
        seed=rematch_of.seed if rematch_of else secrets.token_hex(32),
        invitation=rematch_of.invitation if rematch_of else 1,
        claimed_at=asked.now if is_joined else None,
        rematch_of=rematch_of,
        key=None if rematch_of else asked.key_digest,
        body_digest="" if rematch_of else asked.body_digest,
    )
    # Where both sit nobody is told a link: the token is chance, and leads nowhere.
    token = secrets.token_hex(32) if is_joined else invitation_token(friendly)
    friendly.token_hash = token_hash(token)
    friendly.save()
    return friendly


def _played_again(club: int, friendly: Friendly, asked: Asked) -> Friendly:
    """A new table for the same two, under the same rules: all that opens their seats at the old one
    opens these."""
    event = friendly.tournament
    rules = from_stored(event.rules, event.rules_version)
    made = _make(club, rules, clock_from(event.clock), asked, rematch_of=friendly, is_joined=True)
    match, before = board_of(made).match_id, board_of(friendly).match
    seat_same_guests(match=match, as_at=before.pk, at=asked.now)
    seat_same_bots(match=match, as_at=before.table)
    with writing(match) as opened:
        for number in range(scoring_of(rules).seats):
            opened.append("sat", by=ONLINE, seat=number)
        opened.settle()
    _end_would_play(made)
    return made


def join(friendly: Friendly, name: str, by: Actor, now: datetime) -> None:
    """Somebody has the second seat from now on, and sits down in it. The caller holds the lock, and
    knows that they may and that it is free."""
    friendly.claimed_at = now
    friendly.save(update_fields=["claimed_at", "claim_key"])
    Tournament.objects.filter(pk=friendly.tournament_id).update(expires_at=now + KEPT)
    _give_seat(friendly, INVITED, name, by, now)
    _end_would_play(friendly)


def _end_would_play(friendly: Friendly) -> None:
    """Both sit at a table: they look for nobody any more."""
    guests = guests_at(board_of(friendly).match_id).values()
    WouldPlay.objects.filter(user__in=[guest.user_id for guest in guests if guest.user_id]).delete()


def _give_seat(friendly: Friendly, seat: Seat, name: str, by: Actor, now: datetime) -> None:
    """A guest has this seat from now on, and sits down in it."""
    match = board_of(friendly).match_id
    seat_guest(match=match, seat=seat, name=name, user_id=by.user_id, at=now)
    if by.user_id is None:
        add_key(match=match, seat=seat, digest=token_hash(seat_token(friendly, seat)))
    _add_key(friendly, seat, by)
    with writing(match) as opened:
        opened.append("sat", by=_seated(by), seat=seat)
        opened.settle()


def _add_key(friendly: Friendly, seat: Seat, by: Actor) -> None:
    """The browser of a guest opens their seat, too: unless it is an account's by now. The token of
    a seat, as programs send it, opens that one alone."""
    if by.user_id is not None or not by.seat_key or by.is_seat_sent:
        return
    match = board_of(friendly).match_id
    if guests_at(match)[seat].user_id is None:
        add_key(match=match, seat=seat, digest=by.seat_key)


def _empty_seat(opened: Writing, seat: Seat) -> None:
    """Nobody sits there any more, and nothing is left of who did but that the table knows it."""
    if unseat_guest(table=opened.table, seat=seat):
        seating = opened.state.seating
        sat = [one and place != seat for place, one in enumerate(seating.sat)]
        data = {"seating": seating.number, "reason": "new_link", "sat": sat}
        opened.append("unseated", by=ONLINE, data=data)


def _are_apart(board: Board) -> bool:
    """Whether the two at a table wish to meet no more; of a computer player nobody can say so."""
    guests = guests_at(board.match_id)
    if len(guests) < len((OPENER, INVITED)):
        return False
    return are_blocked(guests[OPENER].user_id, guests[INVITED].user_id)


def _seat_still_had(by: Actor, board: Board) -> Seat:
    """The actor's seat, behind the lock: it may have been given up since they were let in."""
    seat = guest_seat(by, board.match_id)
    if seat is None:
        raise refusal("not_found", UNKNOWN_LINK)
    return seat


def locked(friendly: Friendly) -> Friendly:
    """The same, read anew with its tournament locked. Raises Refusal where it is gone."""
    Tournament.objects.select_for_update().filter(pk=friendly.tournament_id).first()
    found = Friendly.objects.select_related("tournament").filter(pk=friendly.pk).first()
    if found is None:
        raise refusal("not_found", UNKNOWN_LINK)
    return found


def _same(before: Friendly, asked: Asked) -> Friendly:
    """The table that was opened by this key before."""
    if before.body_digest != asked.body_digest:
        raise refusal("idempotency_mismatch", MISMATCH)
    _add_key(before, OPENER, asked.by)
    return before


def _bot_called(code: str, by: Actor) -> Any:
    """The computer player of this code, as they sit down."""
    found = bot_called(code, by)
    if found is None:
        raise refusal("unknown_bot", UNKNOWN_BOT, "opponent", code=code)
    return found


def _require_seats(rules: AgreedRules, bots: int) -> None:
    """Refuse rules by which others play than two, or than one at a table of four or more whose
    others are all computer players; and more or fewer of these than there are seats."""
    scoring = scoring_of(rules)
    if scoring.endings:
        if bots != scoring.seats - 1 and (bots or scoring.seats > SIDES):
            values = {"seats": scoring.seats, "others": scoring.seats - 1}
            raise refusal("invalid", BOTS_OF_ALL, "opponent", **values)
    elif not has_partners(rules) or not bots:
        playable(rules)
        if bots > 1:
            raise refusal("invalid", BOTS_BETWEEN_TWO, "opponent")
    elif partners_of(rules) != MOST_PARTNERS or bots != scoring.seats - 1:
        raise refusal("invalid", BOTS_OF_FOUR, "opponent")


def _challenged(asked: Asked, player: int) -> tuple[int, str]:
    """Who is challenged, and what they are called. Who waits for their answer waits for it: nobody
    is asked by the same person twice at a time."""
    user, called = challenged_player(asked.by, player)
    if challenges_between(asked.by.account_id, user, asked.now).exists():
        sentence = N_("A challenge between you two waits for an answer already.")
        raise refusal("challenged_already", sentence, "opponent")
    return user, called


def _ask(friendly: Friendly, challenged: tuple[int, str], asked: Asked) -> None:
    """Ask the account that is challenged to sit down; it is written to where it wishes so."""
    user, called = challenged
    Challenge.objects.create(friendly=friendly, user_id=user, called=called)
    send_notices(stage_id=friendly.tournament.stages.get().pk, by=asked.by, now=asked.now)


def _require_guests(by: Actor) -> None:
    if by.user_id is None and not settings.GUESTS:
        sentence = N_("Here only people with an account play. Sign in first.")
        raise refusal("forbidden", sentence)


def _require_own_key(by: Actor, key: str) -> None:
    """Where there is no account nothing else says whose key it is: so nobody may have the same by
    chance, whose seat it would give away."""
    if by.user_id is None and 0 < len(key) < SHORTEST_KEY:
        sentence = N_("Without an account an Idempotency-Key has at least %(least)d characters.")
        raise refusal("bad_idempotency_key", sentence, least=SHORTEST_KEY)


def _name_of(by: Actor, name: str) -> str:
    """What somebody is called at the table: as they say, else by their account."""
    if by.user_id is not None and not name:
        return account_name(by.user_id)
    return normal_name(name, most=GUEST_NAME_LENGTH)


def _seated(by: Actor) -> Actor:
    return replace(by, roles=by.roles | {Role.SEAT})


def _digest(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()
