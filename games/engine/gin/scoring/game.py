"""One game: hands up to the target, then boxes and bonuses (gin.md 3.1).

Where a match is a fixed number of hands (`match_type` rounds; ring games, gin.md 4.11) those hands
are its one game: every hand counts as one, a void one too; no target ends it and nobody gets a
game or shutout bonus; the higher total wins. Level after the last, one hand more is played until
it is not level (REC of 4.11, which has no other way to end a knock-out match).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.bounds import checked_seat, largest_hand, most_boxes
from games.engine.gin.scoring.hand import HandScore
from games.engine.scoring.facts import PenaltyPoints
from kernel.seats import PerSeat, Seat, credited, nothing, opponent
from kernel.text import N_, Refusal, Text, shown

#: Nothing that was played has more points or boxes than this; longer numbers are slips.
_LARGEST_SCORE = 1_000_000


@dataclass(frozen=True, slots=True)
class Bonuses:
    """What comes on top of the hand points, by seat."""

    game: PerSeat = (0, 0)
    shutout: PerSeat = (0, 0)
    box: PerSeat = (0, 0)


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game's sheet; pairs are by seat.

    `points` are the hand points (with `box_timing` immediate the boxes are in them), `totals` the
    final totals with boxes and bonuses, until the end just the points. `net` is the winner's total
    less the other's, negative where the loser of the race has more; null until the end.
    `shutout`: the target was reached against somebody who won no hand. `hands_used` are the hands
    up to the end.
    `boxes_known` is false where only points were handed in: then boxes are 0 and not in the totals.
    """

    finished: bool
    winner: Seat | None
    points: PerSeat
    boxes: PerSeat
    bonuses: Bonuses
    totals: PerSeat
    net: int | None
    hands_used: int
    shutout: bool
    boxes_known: bool = True


def score_game(rules: Rules, hands: Sequence[HandScore | PenaltyPoints]) -> GameScore:
    """The sheet of one game. Hands after its end are not used, nor penalty points among them."""
    points = boxes = won = nothing(rules.seats)
    used = 0
    for hand in hands:
        if isinstance(hand, PenaltyPoints):
            for winner in hand.winners:
                points = credited(points, winner, hand.points)
        else:
            used += 1
            points, boxes = _with_hand(rules, points, boxes, hand)
            won = won if hand.winner is None else credited(won, hand.winner, 1)
        if _is_over(rules, points, boxes, used):
            return _final_sheet(rules, points, boxes, won, used)
    return GameScore(False, None, points, boxes, Bonuses(), points, None, used, False)


def _with_hand(
    rules: Rules, points: PerSeat, boxes: PerSeat, hand: HandScore
) -> tuple[PerSeat, PerSeat]:
    if hand.winner is None:
        return points, boxes
    immediate = rules.box_bonus if rules.box_timing == "immediate" else 0
    points = credited(points, hand.winner, hand.points + hand.boxes * immediate)
    return points, credited(boxes, hand.winner, hand.boxes)


def taken_by_leader(rules: Rules, score: GameScore) -> GameScore:
    """An unfinished game given to whoever leads in points: boxes are paid, no game bonus.

    The target was not reached, so there is nothing to pay a game or shutout bonus for. A level game
    has no leader and is refused (`level_game`).
    """
    if score.points[0] == score.points[1]:
        sentence = N_(
            "The game is level at %(points)s: nobody leads, so it must be played or void."
        )
        values = {"points": score.points[0]}
        raise Refusal(Text("level_game", sentence, values), "if_unfinished")
    leader = 0 if score.points[0] > score.points[1] else 1
    bonuses = Bonuses(box=_box_points(rules, score.boxes))
    return _finished(score.points, score.boxes, bonuses, leader, score.hands_used)


def lost_by_penalty(rules: Rules, score: GameScore, loser: Seat) -> GameScore:
    """A game that a penalty gives to the opponent: boxes are paid, no game bonus (gin.md 5.1).

    Nobody raced to the target, so what the loser has more costs the winner nothing. A game that the
    opponent had won by its hands stays as it is.
    """
    winner = opponent(loser)
    if score.winner == winner:
        return score
    bonuses = Bonuses(box=_box_points(rules, score.boxes))
    lost = _finished(score.points, score.boxes, bonuses, winner, score.hands_used)
    return replace(lost, net=max(0, lost.totals[winner] - lost.totals[loser]))


def game_from_points(
    rules: Rules, winner: object, points: object, boxes: object = None
) -> GameScore:
    """A game handed in as its final points and boxes.

    `boxes` left out are unknown (`boxes_known`). Refused, with the field at fault, is what can't
    have been played (`bad_game`), and boxes left out where they decide (`missing_boxes`). It counts
    no hands: `hands_used` is 0.
    """
    seat = checked_seat(winner, "winner")
    scored = _checked_pair(points, "points")
    won = None if boxes is None else _checked_pair(boxes, "boxes")
    if rules.match_type != "rounds":
        _check_race(rules, scored)
    if won is not None:
        _check_boxes(rules, scored, won)
    if won is None and _boxes_decide(rules):
        sentence = N_("Under these rules boxes decide who has won: enter them too.")
        raise Refusal(Text("missing_boxes", sentence), "boxes")
    boxes_known = won is not None
    # Each won hand is a box; where these are not known, points tell of one.
    score = _final_sheet(rules, scored, won or (0, 0), won or scored, 0, boxes_known=boxes_known)
    _check_winner(rules, score, seat)
    return score


def _is_over(rules: Rules, points: PerSeat, boxes: PerSeat, hands_used: int) -> bool:
    if rules.match_type == "rounds":
        totals = _sum(points, _box_points(rules, boxes))
        return hands_used >= rules.match_n and totals[0] != totals[1]
    return max(points) >= rules.target


def _final_sheet(
    rules: Rules,
    points: PerSeat,
    boxes: PerSeat,
    won: PerSeat,
    hands_used: int,
    *,
    boxes_known: bool = True,
) -> GameScore:
    """`won`: 0 for who won no hand, which is what the shutout is tested on (gin.md 3.1)."""
    box_points = _box_points(rules, boxes)
    if rules.match_type == "rounds":
        winner = _higher(_sum(points, box_points))
        bonuses = Bonuses(box=box_points)
        return _finished(points, boxes, bonuses, winner, hands_used, boxes_known=boxes_known)
    reached = 0 if points[0] >= rules.target else 1
    shutout = won[opponent(reached)] == 0
    raised = _shutout_bonus(rules, points[reached], box_points[reached]) if shutout else 0
    bonuses = Bonuses(
        credited((0, 0), reached, rules.game_bonus), credited((0, 0), reached, raised), box_points
    )
    winner = reached
    if rules.game_winner_by == "grand_total":
        winner = _higher(_totals(points, bonuses), level=reached)
    return _finished(
        points, boxes, bonuses, winner, hands_used, shutout=shutout, boxes_known=boxes_known
    )


def _shutout_bonus(rules: Rules, hand_points: int, box_points: int) -> int:
    """What a shutout adds to hand points + game bonus + box points (gin.md 3.1)."""
    game_bonus = rules.game_bonus
    return {
        "none": 0,
        "add_100": 100,
        "double_game_bonus": game_bonus,
        "double_hand_points": hand_points,
        "double_excl_boxes": hand_points + game_bonus,
        "double_all": hand_points + game_bonus + box_points,
    }[rules.shutout_rule]


def _finished(
    points: PerSeat,
    boxes: PerSeat,
    bonuses: Bonuses,
    winner: Seat,
    hands_used: int,
    *,
    shutout: bool = False,
    boxes_known: bool = True,
) -> GameScore:
    totals = _totals(points, bonuses)
    net = totals[winner] - totals[opponent(winner)]
    return GameScore(
        True, winner, points, boxes, bonuses, totals, net, hands_used, shutout, boxes_known
    )


def _check_race(rules: Rules, points: PerSeat) -> None:
    """Exactly one player has reached the target, and not by more than one hand can be worth."""
    if min(points) >= rules.target:
        raise _bad_points(
            N_("Both can't have reached %(target)s: the first ended the game."), rules
        )
    if max(points) < rules.target:
        raise _bad_points(N_("Nobody has reached %(target)s, so the game is not over."), rules)
    most = rules.target - 1 + largest_hand(rules)
    if max(points) > most:
        sentence = N_(
            "%(points)s can't be: the last hand began below %(target)s, so %(most)s is most."
        )
        raise _bad_points(sentence, rules, points=max(points), most=most)


def _check_boxes(rules: Rules, points: PerSeat, boxes: PerSeat) -> None:
    """Points come from won hands, each of which is at least a box, and boxes from points."""
    for scored, won in zip(points, boxes, strict=True):
        values = {"points": scored, "boxes": won}
        if scored and not won:
            sentence = N_("%(points)s points without a box can't be: every won hand is one.")
            raise Refusal(Text("bad_game", sentence, values), "boxes")
        if scored > won * largest_hand(rules):
            sentence = N_("%(points)s points are more than %(boxes)s won hands can bring.")
            raise Refusal(Text("bad_game", sentence, values), "boxes")
        most = most_boxes(rules, scored)
        if most is not None and won > most:
            sentence = N_("%(boxes)s boxes are more than %(points)s points can have brought.")
            raise Refusal(Text("bad_game", sentence, values), "boxes")


def _boxes_decide(rules: Rules) -> bool:
    by_total = rules.game_winner_by == "grand_total" or rules.match_type == "rounds"
    return by_total and rules.box_timing == "end" and rules.box_bonus > 0


def _check_winner(rules: Rules, score: GameScore, seat: Seat) -> None:
    totals = f"{score.totals[0]} to {score.totals[1]}"
    values = {"winner": score.winner, "target": rules.target, "totals": totals}
    if rules.match_type == "rounds" and score.totals[0] == score.totals[1]:
        sentence = N_("The totals are level, %(totals)s: one hand more decides the game.")
        raise Refusal(Text("bad_game", sentence, values), "points")
    if score.winner == seat:
        return
    sentence = N_("The totals are %(totals)s, so seat %(winner)s has won the game.")
    if rules.match_type != "rounds" and rules.game_winner_by == "target":
        sentence = N_("Seat %(winner)s has reached %(target)s and so won the game.")
    raise Refusal(Text("bad_game", sentence, values), "winner")


def _bad_points(sentence: str, rules: Rules, **values: object) -> Refusal:
    return Refusal(Text("bad_game", sentence, {"target": rules.target, **values}), "points")


def _checked_pair(value: object, field: str) -> PerSeat:
    numbers = value if isinstance(value, list | tuple) and len(value) == 2 else (None,)
    if all(type(n) is int and 0 <= n <= _LARGEST_SCORE for n in numbers):
        return tuple(numbers)
    sentence = N_("%(field)s are two whole numbers from 0 on, one for each seat, not %(value)s.")
    raise Refusal(Text("bad_game", sentence, {"field": field, "value": _shown_pair(value)}), field)


def _shown_pair(value: object) -> str:
    if isinstance(value, list | tuple) and len(value) <= 3:
        return "[" + ", ".join(shown(item) for item in value) + "]"
    return shown(value)


def _box_points(rules: Rules, boxes: PerSeat) -> PerSeat:
    if rules.box_timing == "immediate":
        return (0, 0)
    return (boxes[0] * rules.box_bonus, boxes[1] * rules.box_bonus)


def _totals(points: PerSeat, bonuses: Bonuses) -> PerSeat:
    return _sum(_sum(points, bonuses.box), _sum(bonuses.game, bonuses.shutout))


def _sum(a: PerSeat, b: PerSeat) -> PerSeat:
    return (a[0] + b[0], a[1] + b[1])


def _higher(totals: PerSeat, *, level: Seat = 0) -> Seat:
    """The seat with the higher total; `level` where they are equal."""
    if totals[0] == totals[1]:
        return level
    return 0 if totals[0] > totals[1] else 1
