"""One game of three or more at a table (rulebook 4.7), and how they settle.

Points, boxes and totals are by seat, as between two. The first to the target wins the game and has
the game bonus. Then every two settle with one another; `accounts` says what each gets in all, or
pays below 0, so that they sum to nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.game import Bonuses, Entered, GameScore, box_points
from kernel.seats import PerSeat, Seat, leading, nothing
from kernel.text import N_, refusal

AN_ACCOUNT_EACH = N_("Say what each of the %(seats)s settles with the others, in whole points.")
NOT_SETTLED = N_(
    "What some get the others pay: these accounts sum to %(sum)s, and must sum to nothing."
)


@dataclass(frozen=True, slots=True)
class TableScore(GameScore):
    """The game of a table. `accounts` are what it brings each, there when it is over; `net` is what
    its winner gets of the others.

    `solo` is in the box, and `lead` who played last against them, where one plays against the
    others.
    """

    accounts: PerSeat = ()
    solo: Seat | None = None
    lead: Seat | None = None

    @property
    def points_known(self) -> bool:
        """Whether more was handed in than the winner and the accounts; else points stand at 0."""
        return self.boxes_known

    @property
    def brings(self) -> PerSeat:
        return nothing(len(self.points)) if self.winner is None else self.accounts


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
    return _with_accounts(
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


def from_accounts(winner: Seat, accounts: object, seats: int) -> TableScore:
    """A game of which nothing is known but its winner and how everybody settled; refused
    (`bad_game`) where the accounts are not those of so many or don't sum to nothing."""
    given = list(accounts) if isinstance(accounts, list | tuple) else []
    if len(given) != seats or any(type(one) is not int for one in given):
        raise refusal("bad_game", AN_ACCOUNT_EACH, "accounts", seats=seats)
    if sum(given):
        raise refusal("bad_game", NOT_SETTLED, "accounts", sum=f"{sum(given):+d}")
    none = nothing(seats)
    won = TableScore(
        True, winner, none, none, Bonuses(none, none, none), none, None, 0, False, boxes_known=False
    )
    return _with_accounts(won, tuple(given))


def leader_of(score: TableScore, among: Iterable[Seat]) -> Seat:
    """Who leads an unfinished game; refused (`level_game`) where several are level."""
    found = leading(score.points, among)
    if found is None:
        sentence = N_(
            "The game is level at %(points)s: nobody leads, so it must be played or void."
        )
        raise refusal("level_game", sentence, "if_unfinished", points=max(score.points))
    return found


def lost_by(score: TableScore, losers: Iterable[Seat]) -> TableScore:
    """The same game, in which these are paid nothing: what they have more than another, who did not
    lose it, costs nobody anything."""
    losing = {*losers}
    totals = score.totals
    accounts = [0] * len(totals)
    for one in range(len(totals)):
        for other in range(len(totals)):
            gets = totals[one] - totals[other]
            if (one in losing) != (other in losing):
                gets = min(0, gets) if one in losing else max(0, gets)
            accounts[one] += gets
    return _with_accounts(score, tuple(accounts))


def differences(totals: PerSeat) -> PerSeat:
    """What each gets when every two settle the difference of their totals."""
    return tuple(len(totals) * total - sum(totals) for total in totals)


def added(first: PerSeat, second: PerSeat) -> PerSeat:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _with_accounts(score: TableScore, accounts: PerSeat) -> TableScore:
    winner = score.winner
    return replace(score, accounts=accounts, net=None if winner is None else accounts[winner])
