"""One game of three or more at a table (rulebook 4.7), and how they settle.

Points, boxes and totals are by seat, as between two. The first to the target wins the game and has
the game bonus. Then every two settle with one another; `accounts` says what each gets in all, or
pays below 0, so that they sum to nothing.
"""

from dataclasses import replace

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.game import box_points, shutout_bonus
from games.engine.scoring.game_score import Bonuses, Entered
from games.engine.scoring.table_score import TableScore, added, differences, with_accounts
from kernel.seats import PerSeat, Seat, credited, leading, nothing


def running(entered: Entered) -> TableScore:
    """A game that is not over."""
    points, boxes, _won, hands = entered
    none = nothing(len(points))
    bonuses = Bonuses(none, none, none)
    return TableScore(False, None, points, boxes, bonuses, points, None, hands, False)


def leader(rules: Rules, entered: Entered) -> Seat | None:
    """Who has won the game with these entries; null while it goes on.

    Points of a penalty can bring several to the target at once: then the higher wins, and where
    they are level the game goes on (REC).
    """
    points, boxes, _won, hands = entered
    seats = range(len(points))
    if rules.match_type == "rounds":
        totals, is_over = added(points, box_points(rules, boxes)), hands >= rules.match_n
        return leading(totals, seats) if is_over else None
    return leading(points, seats) if max(points) >= rules.target else None


def bonuses(rules: Rules, entered: Entered, winner: Seat) -> Bonuses:
    """What everybody gets on top where each has an account of their own: whoever has won no hand
    pays the winner what a shutout adds between two. A match of so many hands pays boxes alone."""
    none, of_boxes = nothing(len(entered.points)), box_points(rules, entered.boxes)
    if rules.match_type == "rounds":
        return Bonuses(none, none, of_boxes)
    each = shutout_bonus(rules, entered.points[winner], of_boxes[winner])
    shutouts = [0 if won or seat == winner else -each for seat, won in enumerate(entered.won)]
    shutouts[winner] = -sum(shutouts)
    return Bonuses(credited(none, winner, rules.game_bonus), tuple(shutouts), of_boxes)


def settled(
    rules: Rules,
    entered: Entered,
    winner: Seat | None,
    *,
    game: PerSeat | None = None,
    shutout: PerSeat | None = None,
) -> TableScore:
    """A game that is over, with its bonuses by seat. What a `shutout` brings is no part of the
    totals: it is paid by those who are shut out alone, and sums to nothing."""
    none = nothing(len(entered.points))
    bonuses = Bonuses(game or none, shutout or none, box_points(rules, entered.boxes))
    totals = added(added(entered.points, bonuses.box), bonuses.game)
    return with_accounts(
        TableScore(
            True,
            winner,
            entered.points,
            entered.boxes,
            bonuses,
            totals,
            None,
            entered.hands,
            any(bonuses.shutout),
        ),
        added(differences(totals), bonuses.shutout),
    )


def taken_by(rules: Rules, score: TableScore, winner: Seat | None) -> TableScore:
    """An unfinished game that is given to somebody, or to nobody: nobody reached the target, so
    that there is nothing to pay but boxes."""
    entered = Entered(score.points, score.boxes, nothing(len(score.points)), score.hands_used)
    given = settled(rules, entered, winner)
    return replace(given, solo=score.solo, lead=score.lead)
