"""What the page of a friendly shows of it, beside the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.selectors.tables import has_drawn, rematch_asked
from kernel.seats import opponent
from tournaments.selectors.desk.tables import TableReader
from tournaments.selectors.events.challenges import has_blocked_other
from tournaments.selectors.events.club_play import club_of_table
from tournaments.selectors.events.friendlies import (
    OPENER,
    challenge_of,
    friendly_at,
    invitation_path,
    rematch_of,
    seat_path,
    table_of,
)
from web.links import absolute_url, opens_only_here, qr_code


@dataclass(frozen=True, slots=True)
class FriendlyWords:
    """`invitation` is the opponent's link, as long as the reader may hand it out, `qr` its picture;
    `club` is the name of the club on whose page of play the table waits, "" for none; `own` the
    reader's own link, "" with an account. `may_renew`: another link may still be made;
    `may_close`: the table may still be closed. `challenged` is who was asked to sit opposite and
    has not answered, `declined` who said no. `may_block`: an account sits opposite; `is_blocked`:
    the reader wishes to meet it no more. `rematch` is the address of the next table; before there
    is one, `has_asked` and `is_asked` say who would play again. `may_report`: somebody sits
    opposite under a name that they chose.
    """

    invitation: str
    qr: str
    club: str
    own: str
    may_renew: bool
    may_close: bool
    challenged: str
    declined: str
    may_block: bool
    is_blocked: bool
    rematch: str
    has_asked: bool
    is_asked: bool
    may_report: bool


def friendly_words(found: TableReader, view: Mapping[str, Any]) -> FriendlyWords | None:
    """What is shown of a friendly by link to who sits at it; None at all other tables."""
    seat, event = found.reader.seat, found.board.pairing.round.stage.tournament
    if seat is None or event.is_trial or event.is_beside_bye or not event.is_friendly:
        return None
    friendly = friendly_at(found.board)
    other = view["players"][opponent(seat)]
    is_early = seat == OPENER and not has_drawn(found.board.match)
    challenge = challenge_of(friendly)
    is_early = is_early and challenge is None
    invitation = absolute_url(invitation_path(friendly)) if is_early and other.get("open") else ""
    asked_for = challenge.called or _("Guest") if challenge and other.get("open") else ""
    is_declined = challenge is not None and challenge.declined_at is not None
    has_account = not any(other.get(kind) for kind in ("guest", "bot", "open"))
    may_block = found.actor.user_id is not None and has_account
    next_one = rematch_of(friendly)
    asked = rematch_asked(found.board.match)
    return FriendlyWords(
        invitation=invitation,
        qr=qr_code(invitation) if invitation and not opens_only_here() else "",
        club=club_of_table(friendly) if invitation else "",
        own=absolute_url(seat_path(friendly, seat)) if view["players"][seat].get("guest") else "",
        may_renew=is_early and not other.get("bot"),
        may_close=is_early,
        challenged="" if is_declined else asked_for,
        declined=asked_for if is_declined else "",
        may_block=may_block,
        is_blocked=may_block and has_blocked_other(found.actor, found.board.match_id),
        rematch=table_of(next_one) if next_one else "",
        has_asked=asked[seat],
        is_asked=asked[opponent(seat)],
        may_report=bool(other["name"]) and not other.get("bot"),
    )
