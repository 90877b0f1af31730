"""A match as the API shows it: its place, who plays, and what was written down of it."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.gin.scoring.game import GameScore
from games.engine.scoring.sheet import SheetGame, SheetHand
from games.levels import ResultLevel
from games.models import HandFact, Match
from games.selectors import MatchRecord, match_by_id, match_record, next_hand, proposed_dealer
from tournaments.domain.lifecycle import MatchState, RoundState, match_state
from tournaments.models import Board, PairingSide
from tournaments.selectors.stages.bracket import Slot, bracket, matches_of
from tournaments.selectors.stages.sides import NamedSide, has_left, name_at, sides_at

SEATS = {"type": "integer", "minimum": 0, "maximum": 1, "nullable": True}


@extend_schema_field(SEATS)
class SeatField(serializers.Field):
    """0 or 1 in the order of `players`, or null."""


def pair(**kwargs: Any) -> serializers.ListField:
    """A number for each seat."""
    return serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, **kwargs
    )


PLAYER = {
    "type": "object",
    "nullable": True,
    "properties": {
        "entry": {"type": "integer"},
        "name": {"type": "string"},
        "seed": {"type": "integer", "nullable": True},
        "team": {"type": "string", "description": "On a board of a match between teams."},
    },
    "required": ["entry", "name", "seed"],
}


@extend_schema_field({"type": "array", "items": PLAYER, "minItems": 2, "maxItems": 2})
class PlayersField(serializers.Field):
    """Who sits there, by seat; null where nobody does or nobody is known."""


class MatchShape(serializers.Serializer):
    """A match in a list."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    board = serializers.IntegerField(help_text="From 1; between players there is one.")
    table = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=[str(state) for state in MatchState])
    players = PlayersField()
    games_won = pair()
    winner = SeatField()
    version = serializers.IntegerField()
    leaves_rules = serializers.BooleanField(
        help_text="Somebody stays in this match who, by the results, does not come to it."
    )


class HandShape(serializers.Serializer):
    """A hand as it was written down, and what it is worth."""

    n = serializers.IntegerField(help_text="Through the match, from 1.")
    game = serializers.IntegerField()
    number_in_game = serializers.IntegerField()
    dealer = SeatField()
    dealer_differs = serializers.BooleanField(help_text="From the one that the rules propose.")
    kind = serializers.ChoiceField(
        choices=["knock", "gin", "big_gin", "undercut", "tie", "refused", "void"]
    )
    knocker = SeatField()
    counts = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Deadwood by seat."
    )
    winner = SeatField()
    points = serializers.IntegerField()
    boxes = serializers.IntegerField()
    upcard = serializers.CharField(allow_null=True)
    limit_card = serializers.CharField(allow_null=True)
    factor = serializers.IntegerField()
    after_end = serializers.BooleanField(
        help_text="Played on after a game that, as corrected, was over: it counts as void."
    )
    revision = serializers.IntegerField(help_text="1, and one more with each correction.")


class GameShape(serializers.Serializer):
    """A game's sheet, pairs by seat."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(
        choices=["running", "finished", "void", "undecided", "after_end"]
    )
    hands = HandShape(many=True)
    points = pair()
    boxes = pair()
    totals = pair()
    winner = SeatField()
    shutout = serializers.BooleanField()
    net = serializers.IntegerField(allow_null=True)


class NextHandShape(serializers.Serializer):
    """The hand that comes next, and who would deal it."""

    n = serializers.IntegerField()
    game = serializers.IntegerField()
    number_in_game = serializers.IntegerField()
    dealer = SeatField()


class MatchAnswer(MatchShape):
    """A match with all that was written down of it."""

    tournament = serializers.IntegerField()
    level = serializers.ChoiceField(
        choices=[level.value for level in ResultLevel],
        allow_null=True,
        help_text="How it was handed in; null while nothing was.",
    )
    reporter = SeatField()
    next_hand = NextHandShape(allow_null=True)
    games = GameShape(many=True)


def player_rows(slot: Slot) -> list[dict[str, Any] | None]:
    """Who sits there, by seat; on a board of a match between teams with the team."""
    return [side and _player_row(side) for side in slot.players]


def _player_row(side: NamedSide) -> dict[str, Any]:
    row: dict[str, Any] = {"entry": side.entry, "name": side.name, "seed": side.seed}
    return row | ({"team": side.team} if side.team else {})


def slot_row(slot: Slot) -> dict[str, Any]:
    """A match of a bracket as it stands in a list; a bye, and one between teams, has no id."""
    return {
        "id": slot.match and slot.match.pk,
        "stage": slot.stage,
        "round": slot.round,
        "number": slot.number,
        "board": slot.board or 1,
        "table": slot.table,
        "state": slot.state,
        "players": player_rows(slot),
        "games_won": list(slot.games_won),
        "winner": slot.winner,
        "version": slot.match and slot.match.version,
        "leaves_rules": slot.against,
    }


def match_answer(
    board: Board,
    record: MatchRecord | None = None,
    sides: Sequence[PairingSide] | None = None,
    *,
    full_names: bool,
) -> dict[str, Any]:
    """A match with its sheet; `record` and `sides` are read unless a write has left them.
    `full_names` are for the staff."""
    if record is None:
        record = match_record(match_by_id(board.match_id))
    if sides is None:
        sides = list(sides_at(board.pairing_id))
    return {
        **_place_of(board, record, sides, full_names),
        "tournament": board.pairing.round.stage.tournament_id,
        "level": record.submission.level if record.submission else None,
        "reporter": record.reporter if record.state in {"reported", "disputed"} else None,
        "next_hand": _next_hand(record),
        "games": games_of(record),
    }


def games_of(record: MatchRecord) -> list[dict[str, Any]]:
    """The games of a record, with their hands where there are any."""
    if record.sheet is None:
        return [game_row(number, game) for number, game in enumerate(record.games, 1)]
    facts = {fact.hand.sequence: fact for fact in record.facts}
    return [sheet_row(game, facts) for game in record.sheet.games]


def sheet_row(game: SheetGame, facts: dict[int, HandFact]) -> dict[str, Any]:
    """A game that was written down hand by hand."""
    hands = [hand_row(hand, facts[hand.n]) for hand in game.hands]
    return game_row(game.number, game.score, game.state, hands)


def game_row(
    number: int, score: GameScore, state: str = "finished", hands: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    return {
        "number": number,
        "state": state,
        "hands": list(hands),
        "points": list(score.points),
        "boxes": list(score.boxes),
        "totals": list(score.totals),
        "winner": score.winner,
        "shutout": score.shutout,
        "net": score.net,
    }


def hand_row(hand: SheetHand, fact: HandFact) -> dict[str, Any]:
    score = hand.score
    return {
        "n": hand.n,
        "game": hand.game,
        "number_in_game": hand.number,
        "dealer": hand.dealer,
        "dealer_differs": hand.dealer_differs,
        "kind": score.kind,
        "knocker": score.knocker,
        "counts": None if score.counts is None else list(score.counts),
        "winner": score.winner,
        "points": score.points,
        "boxes": score.boxes,
        "upcard": fact.upcard or None,
        "limit_card": fact.limit_card or None,
        "factor": fact.factor,
        "after_end": hand.after_end,
        "revision": fact.revision,
    }


def _next_hand(record: MatchRecord) -> dict[str, Any] | None:
    by_hand = record.submission is None or record.sheet is not None
    n, game, number = next_hand(record)
    if record.score.finished or not by_hand or not game:
        return None
    return {"n": n, "game": game, "number_in_game": number, "dealer": proposed_dealer(record)}


def _place_of(
    board: Board, record: MatchRecord, sides: Sequence[PairingSide], full_names: bool
) -> dict[str, Any]:
    """Where a match stands. With both entrants known it follows from them; else, and between teams,
    from the bracket, where an empty side may mean that nobody will come, as where somebody was
    kept."""
    pairing, match = board.pairing, record.match
    has_teams = pairing.round.stage.tournament.has_teams
    if has_teams or any(side.entry is None or vars(side)["stays"] for side in sides):
        slots = matches_of(bracket(pairing.round.stage, full_names=full_names))
        slot = next((slot for slot in slots if slot.match and slot.match.pk == match.pk), None)
        if slot is not None:
            return slot_row(slot)
    winner, over = record.winner, False
    if record.state != Match.States.FINISHED:
        here = [side.seat for side in sides if side.entry and not has_left(side)]
        over = len(here) < 2
        winner = here[0] if len(here) == 1 else None
    published = pairing.round.state != RoundState.DRAFT
    known = sum(side.entry is not None for side in sides)
    return {
        "id": match.pk,
        "stage": pairing.round.stage.number,
        "round": pairing.round.number,
        "number": pairing.number,
        "board": board.number,
        "table": pairing.table.number if pairing.table else None,
        "state": str(match_state(match.state, known, published=published, over=over)),
        "players": [
            side.entry
            and {
                "entry": side.entry_id,
                "name": name_at(side, full=full_names),
                "seed": side.entry.seed,
            }
            for side in sides
        ],
        "games_won": list(record.score.games_won),
        "winner": winner,
        "version": match.version,
        "leaves_rules": False,
    }
