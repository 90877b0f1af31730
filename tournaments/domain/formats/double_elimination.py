"""Double elimination: who has lost twice is out.

The winners' side is the draw of a single elimination. Its losers drop to the losers' side, where
who loses is out; the last of either side meet in the grand final. Everything is planned at once,
and rounds are those of the schedule: for 2^n slots the winners' round k stands in round k, the
losers' round j in round j + 1, beside the winners' and with the numbers after theirs, and the grand
final in round 2n. The losers' round 1 is for the losers of the winners' round 1. The losers of a
later winners' round k drop to the losers' round 2k - 2, in seat 0, against its survivors; in the
odd losers' rounds the survivors meet.

How they drop: the loser of match m of the winners' round k to match m ^ CROSSINGS[n - k], both
counted from 0. So that two who have met on the winners' side do not soon meet again, the numbers
differ between rounds that follow each other, and the more the nearer they are. They are those that
leave the fewest expected rematches before the losers' final, for every size up to 4,096 among all
ways to drop that keep neighbours together (by exhaustive search; `benchmarks/double_elimination.py`
counts what comes of them).

The grand final, by the setting `final`: "once", it decides. "twice", there is a second final when
the one from the losers' side won the first, for then both have lost once. "advantage", the one from
the winners' side begins one game ahead.

Two who both forfeit a match of the winners' side are both out: the losers' side has one seat for
both. Places: who goes out in one losers' round shares a place: 3, 4, 5 (two), 7 (two), 9 (four),
13 (four), ...; who goes out of the winners' side has that of the losers' round to which they would
have dropped; no place is below the number of entrants. A place that nobody reached stays empty, as
in a single elimination.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable, PairingKey, PairingPlan, Side
from tournaments.domain.kinds import bracket
from tournaments.domain.kinds.base import ROUND, BracketSide
from tournaments.domain.kinds.bracket import Bracket, rounds_of
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.kinds.settings import setting
from tournaments.domain.verification import knock_outs
from tournaments.domain.verification.facts import TableRow

CROSSINGS = (
    0,
    0b0,
    0b10,
    0b010,
    0b0000,
    0b11000,
    0b111000,
    0b1010000,
    0b10000000,
    0b001000000,
    0b0011000000,
    0b01100000000,
)
"""By the binary digits that the number of a match has: in which of them the loser crosses over."""

UNKNOWN_FINAL = N_("There is no final %(given)s. Choose one of: %(known)s.")

WINNERS_ROUND = ("winners_round", N_("Winners' round %(number)d"))
LOSERS_ROUND = ("losers_round", N_("Losers' round %(number)d"))
WINNERS_FINAL = Text("winners_final", N_("Winners' final"))
LOSERS_FINAL = Text("losers_final", N_("Losers' final"))
GRAND_FINAL = Text("grand_final", N_("Grand final"))
SECOND_FINAL = Text("second_final", N_("Second final"))


@dataclass(frozen=True)
class DoubleElimination(Bracket):
    """A double elimination, with a `final` "once", "twice" or "advantage"."""

    code = "double_elimination"
    name = Text("double_elimination", N_("Double elimination"))
    says = N_(
        "Who loses twice is out. Who loses for the first time goes on in the lower half "
        "of the bracket, and can still win the event."
    )
    sentences = (
        WINNERS_ROUND,
        LOSERS_ROUND,
        WINNERS_FINAL,
        LOSERS_FINAL,
        GRAND_FINAL,
        SECOND_FINAL,
    )

    final: str = setting(
        "twice",
        N_("Grand final"),
        N_("What it takes to beat who comes to the grand final without a defeat."),
        choices={
            "once": N_("One match decides"),
            "twice": N_("A second match if the unbeaten one loses the first"),
            "advantage": N_("The unbeaten one begins one game ahead"),
        },
    )

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 4,096 entrants, and an unknown final."""
        super().validate(entries)
        self.require_choice("final", UNKNOWN_FINAL)

    def draw(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        return draw(table.entries, self.final)

    def place_of(
        self, table: Crosstable, last: Resolved, entry: int, planned: Set[PairingKey]
    ) -> int | None:
        if last.decision is None:
            return None
        rounds, round = rounds_of(table), last.plan.round
        side = _side(last.plan.key, rounds)
        if side == "final" or rounds == 1:
            return 1 if last.winner.entry == entry else 2
        number = round - 1 if side == "losers" else max(1, 2 * round - 2)
        place = (3 if number % 2 else 2) * _matches(number, rounds) + 1
        return min(place, len(table.entries))

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return knock_outs.double_elimination(table)

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 3, as both sides play in it; Grand final, Second final."""
        rounds = rounds_of(table)
        named = {2 * rounds: GRAND_FINAL, 2 * rounds + 1: SECOND_FINAL}
        return named.get(round) or Text(*ROUND, {"number": round})

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """Winners' round 2, Losers' round 3, Winners' final, ...; None for a final, the only
        pairing of its round."""
        rounds = rounds_of(table)
        return None if _side(key, rounds) == "final" else _name(key, rounds)

    def side_of(self, table: Crosstable, key: PairingKey) -> BracketSide | None:
        """The winners' or the losers' side, or the final."""
        return _side(key, rounds_of(table))


def draw(entries: Sequence[int], final: str) -> tuple[PairingPlan, ...]:
    """All pairings of a double elimination of two or more entries, given in order of seed; they
    come in order of round and number."""
    winners = bracket.draw(entries)
    rounds = winners[-1].round
    losers = tuple(
        pairing for number in range(1, 2 * rounds - 1) for pairing in _losers_round(number, rounds)
    )
    last = Side("winner", feeder=losers[-1].key) if losers else Side("loser", feeder=(1, 1))
    finalists = (Side("winner", feeder=(rounds, 1)), last)
    head_start = (1, 0) if final == "advantage" else (0, 0)
    finals = [PairingPlan(2 * rounds, 1, finalists, head_start=head_start)]
    if final == "twice":
        again = (Side("loser", feeder=finals[0].key), Side("winner", feeder=finals[0].key))
        finals.append(PairingPlan(2 * rounds + 1, 1, again))
    return tuple(sorted((*winners, *losers, *finals), key=lambda planned: planned.key))


def _losers_round(number: int, rounds: int) -> Iterator[PairingPlan]:
    """The pairings of one round of the losers' side."""
    for place in range(_matches(number, rounds)):
        round, at = _losers_key(number, place, rounds)
        yield PairingPlan(round, at, _losers_sides(number, place, rounds))


def _losers_sides(number: int, place: int, rounds: int) -> tuple[Side, Side]:
    """Who comes to a match of the losers' side, its place in the round counted from 0."""
    upper, lower = 2 * place, 2 * place + 1
    if number == 1:
        return Side("loser", feeder=(1, upper + 1)), Side("loser", feeder=(1, lower + 1))
    if number % 2:
        feeders = (_losers_key(number - 1, feeding, rounds) for feeding in (upper, lower))
        first, second = (Side("winner", feeder=feeder) for feeder in feeders)
        return first, second
    dropping = number // 2 + 1
    match = place ^ _crossing(dropping, rounds)
    survivor = _losers_key(number - 1, place, rounds)
    return Side("loser", feeder=(dropping, match + 1)), Side("winner", feeder=survivor)


def _crossing(round: int, rounds: int) -> int:
    """How the losers of a winners' round cross over, those of the first round staying in place."""
    return CROSSINGS[rounds - round] ^ CROSSINGS[rounds - 1] >> (round - 1)


def _matches(number: int, rounds: int) -> int:
    """How many matches a round of the losers' side has."""
    return 1 << (rounds - 2 - (number - 1) // 2)


def _losers_key(number: int, place: int, rounds: int) -> PairingKey:
    """The key of a match of the losers' side, its place in the round counted from 0."""
    round = number + 1
    beside = 1 << (rounds - round) if round <= rounds else 0
    return round, beside + place + 1


def _side(key: PairingKey, rounds: int) -> BracketSide:
    round, number = key
    if round >= 2 * rounds:
        return "final"
    return "winners" if round <= rounds and number <= 1 << (rounds - round) else "losers"


def _name(key: PairingKey, rounds: int) -> Text:
    round, side = key[0], _side(key, rounds)
    if side == "winners":
        return WINNERS_FINAL if round == rounds else Text(*WINNERS_ROUND, {"number": round})
    if side == "losers":
        is_last = round == 2 * rounds - 1
        return LOSERS_FINAL if is_last else Text(*LOSERS_ROUND, {"number": round - 1})
    return GRAND_FINAL if round == 2 * rounds else SECOND_FINAL
