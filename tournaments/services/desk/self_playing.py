"""The matches of a practice copy are played by its computer players: written down hand by hand, as
a referee does it."""

import hashlib
from datetime import datetime

from games.engine.gin.bots.roster import player_of
from games.engine.gin.fair.dealing import dealt
from games.engine.gin.self_play import self_play
from games.selectors.matches import (
    MatchRecord,
    match_record,
    next_hand,
    proposed_dealer,
    proposed_players,
)
from games.services.scoresheet import HandEntry
from games.tables.records import said_of
from games.tables.state import BOTH
from kernel.permissions import SYSTEM, Actor
from kernel.text import Refusal
from tournaments.domain import lifecycle
from tournaments.models import Board, HousePlayer, Practice
from tournaments.selectors.stages.open_boards import open_boards, still_open
from tournaments.services.desk import results
from tournaments.services.events.practice_copies import PLAY_ON, practice_of
from tournaments.services.stages import rounds, settling
from web.tasks import enqueue

MOST_HANDS = 300
"""So many hands of a match are played in one go: an endless series has no end of its own."""
OVERTAKEN = frozenset({"match_over", "not_found", "stale", "wrong_state"})
"""Why a hand comes too late: somebody has written to the match meanwhile."""


def play_match(*, board: Board, practice: Practice, by: Actor, now: datetime) -> int:
    """Play a match to its end; how many hands it took. Where somebody else writes to it meanwhile
    nothing more is played."""
    for hand in range(MOST_HANDS):
        if not play_hand(board=board, practice=practice, by=by, now=now):
            return hand
        found = still_open(board)
        if found is None:
            return hand + 1
        board = found
    return MOST_HANDS


def play_hand(*, board: Board, practice: Practice, by: Actor, now: datetime) -> bool:
    """Play the next hand of a match; whether there was one."""
    record = match_record(board.match)
    if record.score.finished:
        return False
    entry = _played(board, record, practice)
    version = board.match.version
    try:
        results.record_hand(board=board, version=version, entry=entry, by=by, now=now)
    except Refusal as refused:
        if refused.text.code not in OVERTAKEN:
            raise
        return False
    return True


def play_hand_of(*, tournament_id: int, match: int, by: Actor, now: datetime) -> None:
    """Play the next hand of one match of a practice copy, if it is not over."""
    practice = practice_of(tournament_id)
    for board in open_boards(tournament_id).filter(match=match):
        play_hand(board=board, practice=practice, by=by, now=now)


def play_match_of(*, tournament_id: int, match: int, by: Actor, now: datetime) -> None:
    """Play one match of a practice copy to its end, if it is not over."""
    practice = practice_of(tournament_id)
    for board in open_boards(tournament_id).filter(match=match):
        play_match(board=board, practice=practice, by=by, now=now)


def play_round(*, tournament_id: int) -> None:
    """Have the worker play all matches of a practice copy that can be played now."""
    practice = practice_of(tournament_id)
    newest = open_boards(tournament_id).order_by("-pairing__round").first()
    if newest is not None:
        _ask(practice, Practice.Until.ROUND, newest.pairing.round_id)


def play_to_the_end(*, tournament_id: int) -> None:
    """Have the worker play a practice copy to its end."""
    _ask(practice_of(tournament_id), Practice.Until.END, None)


def stop_playing(*, tournament_id: int) -> None:
    """The worker plays the match to its end that it plays now, and no other one."""
    Practice.objects.filter(tournament=tournament_id).update(until="", through=None)


def play_on(*, practice_id: int, now: datetime) -> None:
    """Play one match of what the worker was asked for, and ask for the next one. Where a match does
    not come to its end (somebody else writes to it, the event is over, it has none) nothing more is
    played."""
    Practice.objects.filter(pk=practice_id).update(played_at=now)
    practice = Practice.objects.select_related("tournament").filter(pk=practice_id).first()
    if practice is None or not practice.until:
        return
    board = next_board(practice)
    if board is None:
        follow_up(practice=practice, now=now)
        board = next_board(practice)
    if board is None:
        stop_playing(tournament_id=practice.tournament_id)
        return
    play_match(board=board, practice=practice, by=SYSTEM, now=now)
    if still_open(board):
        stop_playing(tournament_id=practice.tournament_id)
    else:
        enqueue(PLAY_ON, practice.pk)


def next_board(practice: Practice) -> Board | None:
    """The next match that can be played, of those that the worker was asked for."""
    boards = open_boards(practice.tournament_id)
    if practice.through is not None:
        boards = boards.filter(pairing__round__lte=practice.through)
    return boards.first()


def follow_up(*, practice: Practice, now: datetime) -> None:
    """Start an event that has not begun, and draw what follows from the results."""
    tournament = practice.tournament
    tournament.refresh_from_db()
    if not lifecycle.why_not(tournament.state, "start"):
        rounds.start_tournament(tournament_id=tournament.pk, seed=practice.seed, by=SYSTEM, now=now)
    for stage in tournament.stages.order_by("number"):
        settling.settle_stage(stage_id=stage.pk, by=SYSTEM, now=now)


def _ask(practice: Practice, until: str, through: int | None) -> None:
    Practice.objects.filter(pk=practice.pk).update(until=until, through=through)
    enqueue(PLAY_ON, practice.pk)


def _played(board: Board, record: MatchRecord, practice: Practice) -> HandEntry:
    """The next hand as its computer players play it. Cards and whims follow from the seed of the
    copy and the place of the hand."""
    codes = dict(HousePlayer.objects.filter(practice=practice).values_list("player", "code"))
    round, (number, _game, _place) = board.pairing.round, next_hand(record)
    place = (round.stage.number, round.number, board.pairing.number, board.number, number)
    seed = "/".join(map(str, (practice.seed, *place)))
    rules, dealer = record.rules, proposed_dealer(record)
    two = proposed_players(record) or BOTH
    cards = hashlib.sha256(seed.encode()).digest()
    seated = dict(board.match.seats.values_list("seat", "player"))
    players = [player_of(codes[seated[seat]], f"{seed}/{seat}") for seat in two]
    first = two.index(dealer)
    return HandEntry(said_of(self_play(players, rules, first, dealt(cards, first, rules)), two))
