"""Games in which everybody at the table plays every hand, and everybody's count is written down.

Written down is how a hand ended, who ended it, and what everybody was left with. What that brings,
and when a game is over, is the matter of each game; here stand what may be written, what rulings
and penalties do to it, and how a game is kept that has an account for each seat.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from games.engine.scoring.facts import (
    LostHand,
    PenaltyPoints,
    SheetNotice,
    StoredHand,
    WrittenHand,
)
from games.engine.scoring.game_score import Bonuses, Entered
from games.engine.scoring.rules import DealtHand, FinishedGame, GameRules
from games.engine.scoring.table_score import (
    TableScore,
    added,
    differences,
    from_accounts,
    lost_by,
    with_accounts,
)
from kernel.seats import PerSeat, Seat, credited, leading, nothing, others
from kernel.text import N_, refusal, shown

MOST_COUNTED = 999
"""No hand holds more: two packs with their jokers count less between all players."""

BY_ACCOUNTS = N_(
    "A game of this match is entered hand by hand, or by who has won it and what everybody settles "
    "(accounts)."
)


class CountedKnobs(Protocol):
    """What a rule set of these games says whatever else it says: how many sit at a table, and how
    long they play."""

    @property
    def table_size(self) -> int: ...
    @property
    def match_type(self) -> str: ...
    @property
    def match_n(self) -> int: ...


class CountedHand(NamedTuple):
    """What is written of a hand: its `kind`, a code of `GameRules.endings`; `ended_by`, null where
    nobody ended it; the `counts` by seat, none in a void hand. `upcard` ("7S") only where the rules
    follow it."""

    kind: str
    ended_by: Seat | None = None
    counts: tuple[int | None, ...] = ()
    upcard: str | None = None


@dataclass(frozen=True, slots=True)
class CountedScore:
    """What a hand is worth: `entries` are what each seat writes down of it, below 0 what they lose.

    `winner` has won it, null where it is nobody's. `counts` are by seat, null in a void hand;
    `surcharge` was added to them by a ruling. `multiplier` is contained in the entries.
    """

    kind: str
    winner: Seat | None
    entries: PerSeat
    knocker: Seat | None = None
    counts: PerSeat | None = None
    boxes: int = 0
    surcharge: PerSeat = ()
    multiplier: int = 1

    @property
    def points(self) -> int:
        """What its winner writes down."""
        return 0 if self.winner is None else self.entries[self.winner]

    @property
    def brings_nothing(self) -> bool:
        """Whether nobody gets or loses anything by it."""
        return self.winner is None and not any(self.entries)

    def as_void(self) -> "CountedScore":
        """The same hand, which brings nobody anything."""
        none = nothing(len(self.entries))
        return replace(self, kind="void", winner=None, entries=none, boxes=0)


@dataclass(frozen=True, slots=True)
class CountedRemedies:
    """What the rulings on one hand, and a penalty, do to its score: `surcharge` is added to counts,
    by seat; of those who `cannot_win` nobody has won; `lost` for a seat, what the others get. The
    dealer of this hand deals again where `deals_again`, and where `as_due` the deal goes on as if
    the right player had dealt it.

    `knock_accepted`: scored with the real count, even above a limit. `as_knock`: who ended it with
    nothing left has a count after all. `bonus_barred`: bonuses that somebody does not get.
    """

    surcharge: PerSeat
    void: bool = False
    cannot_win: frozenset[Seat] = frozenset()
    lost: LostHand | None = None
    deals_again: bool = False
    as_due: bool = False
    knock_accepted: bool = False
    as_knock: bool = False
    bonus_barred: frozenset[tuple[Seat, str]] = frozenset()


@dataclass(frozen=True)
class CountedRules(GameRules[CountedScore, TableScore]):
    """What these games share. To write: `endings`, `priced`, `leader`, `dealer_after`, and what a
    `GameRules` has beside."""

    knobs: CountedKnobs

    @abstractmethod
    def priced(self, hand: CountedHand, counts: PerSeat, remedies: CountedRemedies) -> CountedScore:
        """The price of a hand that is not void, with the rulings on it; what they add is in
        `counts` already. Refuses what can't have happened."""

    @abstractmethod
    def leader(self, entered: Entered) -> Seat | None:
        """Who has won the game with these entries; null while it goes on."""

    @abstractmethod
    def dealer_after(self, last: DealtHand, dealer: Seat) -> Seat:
        """Who deals after a hand of the same game that `dealer` dealt, where nothing is ruled."""

    @property
    def seats(self) -> int:
        return self.knobs.table_size

    @property
    def match_type(self) -> str:
        return self.knobs.match_type

    @property
    def match_n(self) -> int:
        return self.knobs.match_n

    @property
    def seats_of_hand(self) -> int:
        return self.seats

    def worth(self, totals: PerSeat) -> PerSeat:
        """Totals as they are compared and settled: more is better."""
        return totals

    def bonuses(self, entered: Entered, winner: Seat) -> Bonuses:
        """What a game that its hands have ended brings beside its points."""
        return self.paid_boxes(entered)

    def paid_boxes(self, entered: Entered) -> Bonuses:
        """The bonuses of a game that nobody has won by its hands: what boxes are paid."""
        none = nothing(self.seats)
        return Bonuses(none, none, none)

    def score_hand(self, written: WrittenHand) -> CountedScore:
        remedies = self._remedies(written.remedies)
        none = nothing(self.seats)
        if remedies.lost is not None:
            seat, points, boxes = remedies.lost
            gets = tuple(0 if one == seat else points for one in range(self.seats))
            winner = others(seat, self.seats)[0] if self.seats == 2 else None
            return CountedScore("void", winner, self.penalized(gets), boxes=boxes)
        hand: CountedHand = written.counts
        if remedies.void or self._checked_kind(hand) == "void":
            return CountedScore("void", None, none)
        counts = added(self._counts(hand, remedies), remedies.surcharge)
        return replace(self.priced(hand, counts, remedies), surcharge=remedies.surcharge)

    def penalized(self, gets: PerSeat) -> PerSeat:
        """What each writes down where these get so much by a penalty of somebody else."""
        return gets

    def score_game(
        self, entries: Sequence[CountedScore | PenaltyPoints | SheetNotice]
    ) -> TableScore:
        none = nothing(self.seats)
        entered = Entered(none, none, none)
        for entry in entries:
            if isinstance(entry, SheetNotice):
                continue
            entered = self._with(entered, entry)
            winner = self.leader(entered)
            if winner is not None:
                return self._settled(entered, winner, self.bonuses(entered, winner))
        points, boxes, _won, hands = entered
        zero = Bonuses(none, none, none)
        return TableScore(False, None, points, boxes, zero, points, None, hands, False)

    def _with(self, entered: Entered, entry: CountedScore | PenaltyPoints) -> Entered:
        """One hand more, or points of a penalty."""
        points, boxes, won, hands = entered
        if isinstance(entry, PenaltyPoints):
            gets = [entry.points * (seat in entry.winners) for seat in range(self.seats)]
            return entered._replace(points=added(points, self.penalized(tuple(gets))))
        more = self.entered_by(entry)
        return Entered(
            added(points, more.points), added(boxes, more.boxes), added(won, more.won), hands + 1
        )

    def entered_by(self, hand: CountedScore) -> Entered:
        """What a hand enters in its game."""
        boxes = won = nothing(self.seats)
        if hand.winner is not None:
            boxes = credited(boxes, hand.winner, hand.boxes)
            won = credited(won, hand.winner, 1)
        return Entered(hand.entries, boxes, won, 1)

    def _settled(self, entered: Entered, winner: Seat | None, bonuses: Bonuses) -> TableScore:
        """A game that is over. What a shutout brings is no part of the totals: it is paid by those
        who are shut out alone, and sums to nothing."""
        points, boxes, _won, hands = entered
        totals = added(added(points, bonuses.box), bonuses.game)
        is_shutout = any(bonuses.shutout)
        score = TableScore(True, winner, points, boxes, bonuses, totals, None, hands, is_shutout)
        return with_accounts(score, added(differences(self.worth(totals)), bonuses.shutout))

    def _given_to(self, score: TableScore, winner: Seat | None) -> TableScore:
        """An unfinished game that is given to somebody, or to nobody."""
        entered = Entered(score.points, score.boxes, nothing(self.seats), score.hands_used)
        return self._settled(entered, winner, self.paid_boxes(entered))

    def accounts_so_far(self, game: TableScore) -> PerSeat:
        """What a game that goes on brings each from the others as it stands."""
        entered = Entered(game.points, game.boxes, nothing(self.seats), game.hands_used)
        return differences(self.worth(added(game.points, self.paid_boxes(entered).box)))

    def accounts(self, game: FinishedGame) -> PerSeat:
        assert isinstance(game, TableScore)
        return game.accounts

    def taken_by_leader(self, score: TableScore) -> TableScore:
        winner = leading(self.worth(score.points), range(self.seats))
        if winner is None:
            sentence = N_("The game is level: nobody leads, so it must be played or void.")
            raise refusal("level_game", sentence, "if_unfinished")
        return self._given_to(score, winner)

    def lost_by_penalty(self, score: TableScore, loser: Seat) -> TableScore:
        """It goes to whoever of the others leads; level, it is nobody's. One that another had won
        by its hands stays as it is."""
        if score.winner not in (None, loser):
            return score
        winner = leading(self.worth(score.points), others(loser, self.seats))
        lost = self._given_to(score, winner)
        return lost_by(lost, [loser], self.worth(lost.totals))

    def game_from_result(self, handed_in: Mapping[str, object]) -> TableScore:
        """By the winner and the `accounts`, what each gets from the others or pays below 0."""
        accounts = handed_in.get("accounts")
        if accounts is None:
            raise refusal("bad_game", BY_ACCOUNTS, "accounts")
        winner = self.checked_seat(handed_in.get("winner"), "winner")
        return from_accounts(winner, accounts, self.seats)

    def next_dealer(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None,
        earlier: Sequence[DealtHand] = (),
    ) -> Seat | None:
        if not hands:
            return first
        last = hands[-1]
        remedies = self._remedies(last.hand.remedies)
        dealer = last.due if remedies.as_due else last.dealer
        if dealer is None or remedies.deals_again:
            return last.dealer
        return self.dealer_after(last, dealer)

    def written(self, stored: StoredHand) -> CountedHand:
        return CountedHand(stored.kind, stored.knocker, tuple(stored.counts), stored.upcard or None)

    def stored(
        self, said: CountedHand, remedies: Any, players: Sequence[Seat]
    ) -> Mapping[str, object]:
        self.score_hand(WrittenHand(1, said, remedies=remedies))
        counts: Sequence[int | None] = [None] * self.seats
        if self._checked_kind(said) != "void":
            counts = self._counts(said, self._remedies(remedies))
        return {
            "kind": said.kind,
            "knocker": said.ended_by,
            "counts": list(counts),
            "upcard": (said.upcard or "").upper(),
            "limit_card": "",
            "factor": 1,
            "cards": None,
        }

    def remedies(
        self, effects: Iterable[object], lost: LostHand | None, players: Sequence[Seat] = ()
    ) -> CountedRemedies:
        """Those of rulings in their order. A hand that is dealt anew leaves behind what was ruled
        on the deal before."""
        none = CountedRemedies(nothing(self.seats))
        ruled = none
        for effect in effects:
            assert isinstance(effect, Mapping)
            ruled = none if effect["remedy"] == "redeal" else self._ruled(ruled, effect)
        return replace(ruled, lost=lost)

    def _ruled(self, ruled: CountedRemedies, effect: Mapping[str, Any]) -> CountedRemedies:
        """The remedies with one more; those that only touch the play change no score."""
        match effect["remedy"]:
            case "void_hand":
                return replace(ruled, void=True, deals_again="dealer" in effect)
            case "deal_stands":
                return replace(ruled, as_due=effect["rotation"] == "as_due")
            case "cannot_win":
                return replace(ruled, cannot_win=ruled.cannot_win | {*effect["seats"]})
            case "deadwood_surcharge":
                points = effect["amount"] * effect["cards"]
                more = [points * (seat in effect["seats"]) for seat in range(self.seats)]
                return replace(ruled, surcharge=added(ruled.surcharge, tuple(more)))
        return ruled

    def _remedies(self, remedies: CountedRemedies | None) -> CountedRemedies:
        return remedies or CountedRemedies(nothing(self.seats))

    def _checked_kind(self, hand: CountedHand) -> str:
        """The kind of a hand; refused (`bad_kind`, `not_used`, `missing_knocker`) where it is none
        of this game, or what is said of who ended it does not go with it."""
        endings = {one.code: one for one in self.endings}
        ending = endings.get(hand.kind)
        if ending is None:
            sentence = N_("A hand ends with %(kinds)s, not with %(value)s.")
            values = {"kinds": ", ".join(endings), "value": shown(hand.kind)}
            raise refusal("bad_kind", sentence, "kind", **values)
        if ending.by_somebody and hand.ended_by is None:
            raise refusal("missing_knocker", N_("Say who ended the hand."), "knocker")
        if not ending.by_somebody and hand.ended_by is not None:
            sentence = N_("Nobody ends a hand of this kind: leave out who did.")
            raise refusal("not_used", sentence, "knocker")
        if hand.kind == "void" and any(count is not None for count in hand.counts):
            raise refusal("not_used", N_("A void hand has no counts: leave them out."), "counts")
        if hand.ended_by is not None:
            self.checked_seat(hand.ended_by, "knocker")
        return hand.kind

    def most_counted(self, remedies: CountedRemedies) -> int:
        """No hand is left with more."""
        return MOST_COUNTED

    def _counts(self, hand: CountedHand, remedies: CountedRemedies) -> PerSeat:
        """The counts of a hand that is not void; refused (`missing_count`, `bad_count`) where one
        is missing or can't be."""
        ending = next(one for one in self.endings if one.code == hand.kind)
        counts = [*hand.counts, *[None] * self.seats][: self.seats]
        if len(hand.counts) > self.seats:
            sentence = N_("%(seats)s play: give a count for each of them.")
            raise refusal("bad_count", sentence, "counts", seats=self.seats)
        most = self.most_counted(remedies)
        if ending.leaves_nothing and hand.ended_by is not None:
            counts[hand.ended_by] = counts[hand.ended_by] or 0
        for seat, count in enumerate(counts):
            if count is None:
                sentence = N_("Give the count of everybody: one is missing.")
                raise refusal("missing_count", sentence, f"counts.{seat}")
            if type(count) is not int or not 0 <= count <= most:
                sentence = N_("A count is a whole number from 0 to %(most)s, not %(value)s.")
                values = {"most": most, "value": shown(count)}
                raise refusal("bad_count", sentence, f"counts.{seat}", **values)
            leaves_nothing = ending.leaves_nothing and not remedies.as_knock
            if leaves_nothing and seat == hand.ended_by and count:
                sentence = N_("Who ends a hand like this has no card left: their count is 0.")
                raise refusal("bad_count", sentence, f"counts.{seat}")
        return tuple(count for count in counts if count is not None)
