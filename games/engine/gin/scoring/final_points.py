"""A game handed in as its final points and boxes, a Hollywood series as those of its columns; what
can't have been played is refused."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.bounds import checked_seat, largest_hand, most_boxes
from games.engine.gin.scoring.game import final_sheet
from games.engine.gin.scoring.hollywood import COLUMNS, HollywoodScore, of_column, series_of
from games.engine.scoring.game_score import GameScore
from kernel.seats import PerSeat, Seat
from kernel.text import N_, Refusal, Text, refusal, shown

#: Nothing that was played has more points or boxes than this; longer numbers are slips.
_LARGEST_SCORE = 1_000_000

#: Nor has an endless series more columns.
MOST_COLUMNS = 100

_IN_COLUMN = N_("Column %(column)s: %(problem)s")


def game_from_points(
    rules: Rules, winner: object, points: object, boxes: object = None
) -> GameScore:
    """A game handed in as its final points and boxes.

    `boxes` left out are unknown (`boxes_known`). Refused, with the field at fault, is what can't
    have been played (`bad_game`), and boxes left out where they decide (`missing_boxes`). It counts
    no hands: `hands_used` is 0.
    """
    seat = checked_seat(winner, "winner")
    score = _final(rules, points, boxes)
    _check_winner(rules, score, seat)
    return score


def series_from_columns(rules: Rules, winner: object, columns: object) -> HollywoodScore:
    """A series handed in as its columns, `{"points", "boxes"}` each, the first one first.

    Each column is checked as a game is, and refused with its number before the sentence. Refused
    too is what is no three columns (`bad_game`; the endless form has three or more), and a winner
    other than the columns say.
    """
    seat = checked_seat(winner, "winner")
    handed_in = _checked_columns(rules, columns)
    scored = [_column(rules, n, column) for n, column in enumerate(handed_in, start=1)]
    series = series_of(rules, scored)
    if series.winner is None:
        sentence = N_("Columns and net are level: this series is nobody's, so leave it out.")
        raise refusal("bad_game", sentence, "columns")
    if series.winner != seat:
        sentence = N_("By these columns seat %(winner)s has won the series.")
        raise refusal("bad_game", sentence, "winner", winner=series.winner)
    return series


def _column(rules: Rules, n: int, column: object) -> GameScore:
    try:
        if not isinstance(column, Mapping):
            sentence = N_("A column has its points and, where they were kept, its boxes.")
            raise refusal("bad_game", sentence, "columns")
        boxes = column.get("boxes")
        if boxes is None and _net_decides(rules):
            sentence = N_("Under these rules boxes decide who has won: enter them too.")
            raise refusal("missing_boxes", sentence, "boxes")
        return _final(of_column(rules), column.get("points"), boxes)
    except Refusal as refused:
        values = {"column": n, "problem": refused.text}
        raise Refusal(Text(refused.text.code, _IN_COLUMN, values), refused.field) from refused


def _checked_columns(rules: Rules, columns: object) -> list[object]:
    most = MOST_COLUMNS if rules.hollywood_endless else COLUMNS
    if isinstance(columns, list | tuple) and COLUMNS <= len(columns) <= most:
        return [*columns]
    sentence = N_("On a Hollywood sheet a game is handed in as its three columns.")
    if rules.hollywood_endless:
        sentence = N_(
            "On an endless Hollywood sheet a game is handed in as its columns, from 3 on."
        )
    raise refusal("bad_game", sentence, "columns")


def _net_decides(rules: Rules) -> bool:
    """Whether nets or totals, with the boxes in them, can decide a series or its match."""
    may_be_level = rules.hollywood_winner == "net" or rules.hollywood_endless
    is_gross = rules.match_type == "points" and rules.points_by == "gross"
    return (may_be_level or is_gross) and rules.box_timing == "end" and rules.box_bonus > 0


def _final(rules: Rules, points: object, boxes: object) -> GameScore:
    """A game by what stands on its sheet in the end, whoever is said to have won it."""
    scored = _checked_pair(points, "points")
    won = None if boxes is None else _checked_pair(boxes, "boxes")
    if rules.match_type != "rounds":
        _check_race(rules, scored)
    if won is not None:
        _check_boxes(rules, scored, won)
    elif _boxes_decide(rules):
        sentence = N_("Under these rules boxes decide who has won: enter them too.")
        raise refusal("missing_boxes", sentence, "boxes")
    # Each won hand is a box; where these are not known, points tell of one.
    score = final_sheet(rules, scored, won or (0, 0), won or scored, 0)
    return replace(score, boxes_known=won is not None)


def _check_race(rules: Rules, points: PerSeat) -> None:
    """Exactly one player has reached the target, and not by more than one hand can be worth."""
    target = rules.target
    if min(points) >= target:
        sentence = N_("Both can't have reached %(target)s: the first ended the game.")
        raise refusal("bad_game", sentence, "points", target=target)
    if max(points) < target:
        sentence = N_("Nobody has reached %(target)s, so the game is not over.")
        raise refusal("bad_game", sentence, "points", target=target)
    most = target - 1 + largest_hand(rules)
    if max(points) > most:
        sentence = N_(
            "%(points)s can't be: the last hand began below %(target)s, so %(most)s is most."
        )
        raise refusal("bad_game", sentence, "points", target=target, points=max(points), most=most)


def _check_boxes(rules: Rules, points: PerSeat, boxes: PerSeat) -> None:
    """Points come from won hands, each of which is at least a box, and boxes from points."""
    for scored, won in zip(points, boxes, strict=True):
        most = most_boxes(rules, scored)
        if scored and not won:
            sentence = N_("%(points)s points without a box can't be: every won hand is one.")
        elif scored > won * largest_hand(rules):
            sentence = N_("%(points)s points are more than %(boxes)s won hands can bring.")
        elif most is not None and won > most:
            sentence = N_("%(boxes)s boxes are more than %(points)s points can have brought.")
        else:
            continue
        raise refusal("bad_game", sentence, "boxes", points=scored, boxes=won)


def _boxes_decide(rules: Rules) -> bool:
    by_total = (
        rules.game_winner_by == "grand_total"
        or rules.match_type == "rounds"
        or (rules.match_type == "points" and rules.points_by == "gross")
    )
    return by_total and rules.box_timing == "end" and rules.box_bonus > 0


def _check_winner(rules: Rules, score: GameScore, seat: Seat) -> None:
    totals = f"{score.totals[0]} to {score.totals[1]}"
    values = {"winner": score.winner, "target": rules.target, "totals": totals}
    if rules.match_type == "rounds" and score.totals[0] == score.totals[1]:
        sentence = N_("The totals are level, %(totals)s: one hand more decides the game.")
        raise refusal("bad_game", sentence, "points", **values)
    if score.winner == seat:
        return
    sentence = N_("The totals are %(totals)s, so seat %(winner)s has won the game.")
    if rules.match_type != "rounds" and rules.game_winner_by == "target":
        sentence = N_("Seat %(winner)s has reached %(target)s and so won the game.")
    raise refusal("bad_game", sentence, "winner", **values)


def _checked_pair(value: object, field: str) -> PerSeat:
    numbers = value if isinstance(value, list | tuple) and len(value) == 2 else (None,)
    if all(type(n) is int and 0 <= n <= _LARGEST_SCORE for n in numbers):
        return tuple(numbers)
    sentence = N_("%(field)s are two whole numbers from 0 on, one for each seat, not %(value)s.")
    raise refusal("bad_game", sentence, field, field=field, value=_shown_pair(value))


def _shown_pair(value: object) -> str:
    if isinstance(value, list | tuple) and len(value) <= 3:
        return "[" + ", ".join(map(shown, value)) + "]"
    return shown(value)
