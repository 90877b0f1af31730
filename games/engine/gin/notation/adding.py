"""Hands added up to a game, a Hollywood series or a match, as JSON (`manage.py score`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.scoring.bounds import checked_seat
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore, score_hollywood
from games.engine.records import read_list, read_object
from games.engine.scoring.facts import SheetNotice
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.match import score_match
from kernel.text import N_, refusal, shown

#: No hand is worth more than this.
_LARGEST_HAND = 1_000_000


def add_up(request: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet of these hands.

    Refused with the codes of `rules_from`, and as `bad_json`, `bad_seat`, `bad_hand`, `bad_sheet`.
    """
    rules = rules_from(request.get("rules"))
    hands = [_hand(hand) for hand in read_list(request.get("hands"), "hands")]
    sheet = request.get("sheet", "game")
    if sheet == "game":
        return _written_game(score_game(rules, hands))
    if sheet == "hollywood":
        return _written_series(score_hollywood(rules, _with_notice(request, hands)))
    if sheet == "match":
        return _match(rules, hands)
    sentence = N_("A sheet is game, hollywood or match, not %(value)s.")
    raise refusal("bad_sheet", sentence, "sheet", value=shown(sheet))


def _with_notice(
    request: Mapping[str, Any], hands: Sequence[HandScore]
) -> list[HandScore | SheetNotice]:
    """In the endless form `notice` says after how many hands a player gave it."""
    if request.get("notice") is None:
        return [*hands]
    after = _number(request, "notice")
    return [*hands[:after], SheetNotice(None, 1, after), *hands[after:]]


def _hand(value: object) -> HandScore:
    hand = read_object(value, "hands")
    if hand.get("winner") is None:
        return HandScore("void")
    winner = checked_seat(hand["winner"], "winner")
    return HandScore("knock", winner, _number(hand, "points"), _number(hand, "boxes", 1))


def _number(hand: Mapping[str, Any], field: str, left_out: int | None = None) -> int:
    number = hand.get(field, left_out)
    if type(number) is int and 0 <= number <= _LARGEST_HAND:
        return number
    sentence = N_("%(field)s of a hand is a whole number from 0 on, not %(value)s.")
    raise refusal("bad_hand", sentence, field, field=field, value=shown(number))


def _match(rules: Rules, hands: Sequence[HandScore]) -> dict[str, Any]:
    """Game after game from the hands, until one of them ends the match."""
    games: list[GameScore | HollywoodScore] = []
    score = score_match(rules, games)
    used = 0
    while used < len(hands) and not score.finished:
        score_sheet = score_hollywood if rules.sheet == "hollywood" else score_game
        games.append(score_sheet(rules, hands[used:]))
        used += games[-1].hands_used
        score = score_match(rules, games)
    return {
        "finished": score.finished,
        "winner": score.winner,
        "games_won": list(score.games_won),
        "games": [_written(game) for game in games],
        "hands_used": used,
    }


def _written(game: GameScore | HollywoodScore) -> dict[str, Any]:
    return _written_game(game) if isinstance(game, GameScore) else _written_series(game)


def _written_game(score: GameScore) -> dict[str, Any]:
    bonuses = score.bonuses
    return {
        "finished": score.finished,
        "winner": score.winner,
        "points": list(score.points),
        "boxes": list(score.boxes),
        "bonuses": {
            "game": list(bonuses.game),
            "shutout": list(bonuses.shutout),
            "box": list(bonuses.box),
        },
        "totals": list(score.totals),
        "net": score.net,
        "hands_used": score.hands_used,
        "shutout": score.shutout,
    }


def _written_series(score: HollywoodScore) -> dict[str, Any]:
    return {
        "finished": score.finished,
        "winner": score.winner,
        "columns": [_written_game(column) for column in score.columns],
        "columns_won": list(score.columns_won),
        "series_net": score.series_net,
        "hands_used": score.hands_used,
    }
