"""One game: hands up to the target, then boxes and bonuses (rulebook 3.1).

Where a match is a fixed number of hands (`match_type` rounds; ring games, rulebook 4.11) those
hands are its one game: every hand counts as one, a void one too; no target ends it and nobody gets
a game or shutout bonus; the higher total wins. Level after the last, one round more is played until
it is not level (REC of 4.11, which has no other way to end a knock-out match). A round is a hand
(S0: Runde), or two, of which each player deals one (`round_of`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from games.engine.gin.rules import Rules
from games.engine.scoring.facts import PenaltyPoints
from games.engine.scoring.game_score import Bonuses, Entered, GameScore
from kernel.seats import PerSeat, Seat, credited, nothing, opponent
from kernel.text import N_, refusal


class Won(Protocol):
    """What a hand, or a round between partners, brings the side that has won it."""

    @property
    def winner(self) -> Seat | None: ...
    @property
    def points(self) -> int: ...
    @property
    def boxes(self) -> int: ...


def score_game(rules: Rules, entries: Sequence[Won | PenaltyPoints]) -> GameScore:
    """The sheet of one game. Hands after its end are not used, nor penalty points among them."""
    entered = Entered()
    for entry in entries:
        entered = with_entry(rules, entered, entry)
        if is_over(rules, entered):
            break
    return game_of(rules, entered)


def with_entry(rules: Rules, entered: Entered, entry: Won | PenaltyPoints) -> Entered:
    """One hand more, or points of a penalty."""
    points, boxes, won, hands = entered
    if isinstance(entry, PenaltyPoints):
        for winner in entry.winners:
            points = credited(points, winner, entry.points)
        return entered._replace(points=points)
    if entry.winner is None:
        return entered._replace(hands=hands + 1)
    immediate = rules.box_bonus if rules.box_timing == "immediate" else 0
    return Entered(
        credited(points, entry.winner, entry.points + entry.boxes * immediate),
        credited(boxes, entry.winner, entry.boxes),
        credited(won, entry.winner, 1),
        hands + 1,
    )


def game_of(rules: Rules, entered: Entered) -> GameScore:
    """The sheet with these entries, none of them behind its end."""
    points, boxes, won, hands = entered
    if is_over(rules, entered):
        return final_sheet(rules, points, boxes, won, hands)
    return GameScore(False, None, points, boxes, Bonuses(), points, None, hands, False)


def taken_by_leader(rules: Rules, score: GameScore) -> GameScore:
    """An unfinished game given to whoever leads in points: boxes are paid, no game bonus.

    A level game has no leader and is refused (`level_game`).
    """
    if score.points[0] == score.points[1]:
        sentence = N_(
            "The game is level at %(points)s: nobody leads, so it must be played or void."
        )
        raise refusal("level_game", sentence, "if_unfinished", points=score.points[0])
    return _given_to(rules, score, _higher(score.points))


def lost_by_penalty(rules: Rules, score: GameScore, loser: Seat) -> GameScore:
    """A game that a penalty gives to the opponent: boxes are paid, no game bonus (rulebook 5.1).

    Nobody raced to the target, so what the loser has more costs the winner nothing. A game that the
    opponent had won by its hands stays as it is.
    """
    winner = opponent(loser)
    if score.winner == winner:
        return score
    lost = _given_to(rules, score, winner)
    return replace(lost, net=max(0, lost.totals[winner] - lost.totals[loser]))


def _given_to(rules: Rules, score: GameScore, winner: Seat) -> GameScore:
    """Nobody reached the target, so that there is nothing to pay but boxes."""
    bonuses = Bonuses(box=box_points(rules, score.boxes))
    return _finished(score.points, score.boxes, bonuses, winner, score.hands_used)


def is_over(rules: Rules, entered: Entered) -> bool:
    """Whether these entries end a game."""
    if rules.match_type == "rounds":
        totals = _sum(entered.points, box_points(rules, entered.boxes))
        is_whole = entered.hands % rules.hands_a_round == 0
        played = entered.hands >= rules.match_n * rules.hands_a_round
        return played and is_whole and totals[0] != totals[1]
    return max(entered.points) >= rules.target


def final_sheet(
    rules: Rules, points: PerSeat, boxes: PerSeat, won: PerSeat, hands_used: int
) -> GameScore:
    """The sheet of a game that is over.

    `won`: 0 for who won no hand, which is what the shutout is tested on (rulebook 3.1).
    """
    of_boxes = box_points(rules, boxes)
    if rules.match_type == "rounds":
        winner = _higher(_sum(points, of_boxes))
        return _finished(points, boxes, Bonuses(box=of_boxes), winner, hands_used)
    reached = 0 if points[0] >= rules.target else 1
    shutout = won[opponent(reached)] == 0
    raised = shutout_bonus(rules, points[reached], of_boxes[reached]) if shutout else 0
    bonuses = Bonuses(
        credited((0, 0), reached, rules.game_bonus), credited((0, 0), reached, raised), of_boxes
    )
    winner = reached
    if rules.game_winner_by == "grand_total":
        winner = _higher(_totals(points, bonuses), level=reached)
    return _finished(points, boxes, bonuses, winner, hands_used, shutout=shutout)


def shutout_bonus(rules: Rules, hand_points: int, box_points: int) -> int:
    """What a shutout adds to hand points + game bonus + box points (rulebook 3.1)."""
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
) -> GameScore:
    totals = _totals(points, bonuses)
    net = totals[winner] - totals[opponent(winner)]
    return GameScore(True, winner, points, boxes, bonuses, totals, net, hands_used, shutout)


def box_points(rules: Rules, boxes: PerSeat) -> PerSeat:
    """What boxes are paid at the end of a game, by seat."""
    if rules.box_timing == "immediate":
        return nothing(len(boxes))
    return tuple(of_seat * rules.box_bonus for of_seat in boxes)


def _totals(points: PerSeat, bonuses: Bonuses) -> PerSeat:
    return _sum(_sum(points, bonuses.box), _sum(bonuses.game, bonuses.shutout))


def _sum(a: PerSeat, b: PerSeat) -> PerSeat:
    return (a[0] + b[0], a[1] + b[1])


def _higher(totals: PerSeat, *, level: Seat = 0) -> Seat:
    """The seat with the higher total; `level` where they are equal."""
    if totals[0] == totals[1]:
        return level
    return 0 if totals[0] > totals[1] else 1
