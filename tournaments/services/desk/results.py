"""Results come in: hands, reports, walkovers, confirmations, disputes, corrections."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.levels import ResultLevel
from games.models import Match
from games.services import first_deals, scoresheet, series_notices
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.models import Board, Tournament
from tournaments.services.desk.match_edit import EditedMatch, editing_match
from tournaments.services.desk.played_online import require_in_a_room, require_nothing_dealt
from tournaments.services.desk.result_change import CorrectionRequest


def record_hand(
    *, board: Board, version: int, entry: HandEntry, by: Actor, now: datetime
) -> EditedMatch:
    """Write down the next hand of a match; the game and the match end by themselves."""
    with editing_match(board, version, "enter_result", by, now) as opened:
        require_in_a_room(opened)
        record = scoresheet.add_hand(record=opened.record, entry=entry, by=by, now=now)
        opened.note("match.hand", record, n=len(record.facts))
    return opened


def correct_hand(
    *,
    board: Board,
    version: int,
    n: int,
    entry: HandEntry,
    reason: str,
    by: Actor,
    now: datetime,
    if_unfinished: str | None = None,
    choice: str | None = None,
    confirm: str = "",
) -> EditedMatch:
    """Say anew what a hand was. Where a result stands it needs a reason, and a choice (with what
    was typed to confirm it) if somebody else goes on and later matches have begun."""
    request = CorrectionRequest("hand", reason, choice, confirm)
    with editing_match(board, version, "correct_result", by, now, request) as opened:
        require_in_a_room(opened, n)
        _require_correctable(opened, reason)
        record = scoresheet.correct_hand(
            record=opened.record,
            n=n,
            entry=entry,
            reason=reason,
            if_unfinished=if_unfinished,
            by=by,
            now=now,
        )
        opened.note("match.correct_hand", record, n=n)
    return opened


def record_result(
    *,
    board: Board,
    version: int,
    level: str,
    payload: Mapping[str, object],
    by: Actor,
    now: datetime,
    reason: str = "",
    choice: str | None = None,
    confirm: str = "",
) -> EditedMatch:
    """Hand in a result as games, games won, walkover or double forfeit: by staff it stands, by a
    player it is a report. Of a match at an online table staff do so before its first deal alone.
    `choice` and `confirm` as in `correct_hand`."""
    request = CorrectionRequest(level, reason, choice, confirm)
    with editing_match(board, version, "correct_result", by, now, request) as opened:
        if opened.record.match.state != Match.States.FINISHED:
            lifecycle.require(opened.change.tournament.state, "enter_result")
        require_nothing_dealt(opened)
        _require_correctable(opened, reason)
        if level == ResultLevel.DRAWN and not opened.round.stage.knows_draws:
            sentence = N_("This event knows no drawn match: play on until one has won.")
            raise refusal("bad_result", sentence)
        record = scoresheet.submit_result(
            record=opened.record, level=level, payload=payload, reason=reason, by=by, now=now
        )
        opened.note("match.result", record, level=level, payload=dict(payload))
    return opened


def note_first_deal(
    *,
    board: Board,
    version: int,
    cards: Sequence[str],
    dealer: int | None,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> EditedMatch:
    """Note the cards that were drawn for the first deal, and who deals: before the first hand by
    whoever writes hands down, later by a referee with a reason."""
    request = CorrectionRequest("first_deal", reason)
    with editing_match(board, version, "correct_result", by, now, request) as opened:
        if opened.record.match.state != Match.States.FINISHED:
            lifecycle.require(opened.change.tournament.state, "enter_result")
        require_in_a_room(opened)
        record = first_deals.note_first_deal(
            record=opened.record, cards=cards, dealer=dealer, reason=reason, by=by, now=now
        )
        if record is not opened.record:
            assert record.first_deal is not None
            said = {"first_deal": record.first_deal.pk, "cards": record.first_deal.cards}
            opened.note("match.first_deal", record, **said, dealer=record.match.first_dealer)
    return opened


def forfeit_boards(*, board: Board, walkover: int, by: Actor, now: datetime) -> None:
    """A team does not come: the seat `walkover` wins every board of the match, to which `board`
    belongs, of which nothing is written down.

    All or nothing. What is played on other boards goes on; doing it twice changes nothing.
    """
    with transaction.atomic():
        tournament = board.pairing.round.stage.tournament_id
        list(Tournament.objects.select_for_update().filter(pk=tournament))
        boards = Board.objects.filter(pairing=board.pairing_id, match__state=Match.States.OPEN)
        places = ("match", "pairing__table", "pairing__round__stage__tournament")
        for team_board in boards.select_related(*places).order_by("number"):
            record_result(
                board=team_board,
                version=team_board.match.version,
                level=ResultLevel.WALKOVER,
                payload={"walkover": walkover},
                by=by,
                now=now,
            )


def confirm_result(*, board: Board, version: int, by: Actor, now: datetime) -> EditedMatch:
    """The opponent or a referee confirms a report: from now on it stands."""
    with editing_match(board, version, "enter_result", by, now) as opened:
        record = scoresheet.confirm_result(record=opened.record, by=by, now=now)
        if record is not opened.record:
            opened.note("match.confirm", record)
    return opened


def dispute_result(
    *, board: Board, version: int, reason: str, by: Actor, now: datetime
) -> EditedMatch:
    """The opponent disputes a report: it waits for a referee."""
    with editing_match(board, version, "enter_result", by, now) as opened:
        record = scoresheet.dispute_result(record=opened.record, reason=reason, by=by, now=now)
        if record is not opened.record and record.submission is not None:
            opened.note("match.dispute", record, submission=record.submission.pk)
    return opened


def give_notice(
    *, board: Board, version: int, seat: int | None, by: Actor, now: datetime
) -> EditedMatch:
    """In an endless series a player, left out who writes it down, says before a deal that the
    running columns are the last."""
    with editing_match(board, version, "enter_result", by, now) as opened:
        record, notice = series_notices.give_notice(record=opened.record, seat=seat, by=by, now=now)
        opened.note("match.notice", record, seat=notice.seat, game=notice.game, hands=notice.after)
    return opened


def take_back_notice(*, board: Board, version: int, by: Actor, now: datetime) -> EditedMatch:
    """The notice was not given, while no hand came after it."""
    with editing_match(board, version, "enter_result", by, now) as opened:
        record, notice = series_notices.take_back_notice(record=opened.record, by=by, now=now)
        opened.note("match.take_back_notice", record, seat=notice.seat, game=notice.game)
    return opened


def _require_correctable(opened: EditedMatch, reason: str) -> None:
    """A standing result may change by the word of a referee, and with a reason."""
    if opened.record.match.state != Match.States.FINISHED:
        return
    if not opened.change.by.may("match.correct"):
        raise refusal("forbidden", N_("This result stands: only a referee can correct it."))
    if not reason:
        sentence = N_("A result stands already: give the reason for the correction.")
        raise refusal("reason_needed", sentence, "reason")
