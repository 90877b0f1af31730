"""The game of a table at which everybody has an account of their own, and how they settle
(rulebook 4.7): every two of them the difference of what they have in all."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.scoring.game_score import Bonuses, GameScore
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
    return with_accounts(won, tuple(given))


def leader_of(score: TableScore, among: Iterable[Seat]) -> Seat:
    """Who leads an unfinished game; refused (`level_game`) where several are level."""
    found = leading(score.points, among)
    if found is None:
        sentence = N_(
            "The game is level at %(points)s: nobody leads, so it must be played or void."
        )
        raise refusal("level_game", sentence, "if_unfinished", points=max(score.points))
    return found


def lost_by(score: TableScore, losers: Iterable[Seat], worth: PerSeat | None = None) -> TableScore:
    """The same game, in which these are paid nothing: what they have more than another, who did not
    lose it, costs nobody anything. `worth` is what each has in all where the totals don't say it.
    """
    losing = {*losers}
    totals = score.totals if worth is None else worth
    accounts = [0] * len(totals)
    for one in range(len(totals)):
        for other in range(len(totals)):
            gets = totals[one] - totals[other]
            if (one in losing) != (other in losing):
                gets = min(0, gets) if one in losing else max(0, gets)
            accounts[one] += gets
    return with_accounts(score, tuple(accounts))


def differences(totals: PerSeat) -> PerSeat:
    """What each gets when every two settle the difference of their totals."""
    return tuple(len(totals) * total - sum(totals) for total in totals)


def added(first: PerSeat, second: PerSeat) -> PerSeat:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def with_accounts(score: TableScore, accounts: PerSeat) -> TableScore:
    """The game, with what each gets from the others."""
    winner = score.winner
    return replace(score, accounts=accounts, net=None if winner is None else accounts[winner])
