"""Ladder night, king of the hill: winners go up a table, losers go down.

All entries stand in one order, the ladder, at first that of the seeds. Each round pairs those who
are there from the top: first and second at table 1, third and fourth at table 2, and so on. With an
odd number the lowest of those with the fewest byes sits out. After the round:

- who won goes up a table and who lost goes down one, so that the winner of table k meets the loser
  of table k - 1; the winner of table 1 stays there, and so does the loser of the last one;
- in a drawn match both stay at their table;
- in a match that both forfeited both go down;
- who had the bye stays at its place, who was absent goes down a table as if it had lost;
- of those who come to one table the one from further up stands above the other;
- who has withdrawn leaves the ladder, and the others close up.

A late entry begins at the foot of the ladder. Places are the order of the ladder; below it stand
those who left, the last to leave first. Pairs that the director has set for a round meet, at the
table where the upper one of them stands, and the others are neighbours without them. Meeting again
is part of the game, and so nobody is kept apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds import settings
from tournaments.domain.kinds.bounds import require_rounds, require_size
from tournaments.domain.kinds.on_ladder import NOT_SO_MANY_ROUNDS, OnLadder
from tournaments.domain.kinds.pairings import Resolved, byes_of
from tournaments.domain.pairing.field import Paired
from tournaments.domain.pairing.reasons import FIXED
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.ladder import ladder_rows

TABLE = 4
"""How much lower a table stands than the one above it, in the heights of `_moved`."""

TOO_FEW = N_("A ladder needs at least 2 entrants; there are %(count)d. Add or check in more.")
TOO_MANY = N_(
    "A ladder takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)

WAITS = N_(
    "On a ladder the result says at which table the two play next: the round waits for it. Enter "
    "the result, or a walkover."
)

NEIGHBOURS = ("ladder_neighbours", N_("Places %(upper)d and %(lower)d of the ladder"))
BYE = ("ladder_bye", N_("Bye: the lowest of those with the fewest byes, at place %(place)d"))

WON = ("ladder_won", N_("%(round)s: beat %(opponent)s at table %(table)d"))
LOST = ("ladder_lost", N_("%(round)s: lost to %(opponent)s at table %(table)d"))
DREW = ("ladder_drew", N_("%(round)s: drew with %(opponent)s at table %(table)d"))
PLAYS = ("ladder_plays", N_("%(round)s: meets %(opponent)s at table %(table)d"))
WALKOVER = ("ladder_walkover", N_("%(round)s: %(opponent)s gave up the match at table %(table)d"))
FORFEIT = ("ladder_forfeit", N_("%(round)s: gave up the match with %(opponent)s"))
REASONS = (WON, LOST, DREW, PLAYS, WALKOVER, FORFEIT)
"""What the last match did to an entry, as a code and a template each."""


@dataclass(frozen=True)
class Ladder(OnLadder):
    """A ladder of so many rounds. `draws`: a match may end level."""

    code = "ladder"
    name = Text("ladder", N_("Ladder"))
    says = N_(
        "King of the hill: who wins goes up a table, who loses goes down. At the end the "
        "order of the tables is the result."
    )
    sentences = (*REASONS, NEIGHBOURS, BYE)
    waits_for_results = WAITS

    draws: bool = settings.draws()

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 4,096 entrants, and other than 1 to 99 rounds."""
        require_size(len(entries), TOO_FEW, TOO_MANY)
        require_rounds(self.rounds, NOT_SO_MANY_ROUNDS)

    def pairs(self, table: Crosstable, round: int) -> list[Paired]:
        standing, _ = self.ladder(table, round)
        return _pairs(table, standing, round)

    def moved(
        self, table: Crosstable, standing: Sequence[int], pairings: Sequence[Resolved]
    ) -> list[int]:
        return _moved(standing, pairings)

    def came(
        self, table: Crosstable, pairings: Sequence[Resolved], round: Text
    ) -> Mapping[int, Text]:
        return {
            entry: _told(pairing, entry, round) for pairing in pairings for entry in pairing.entries
        }

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return ladder_rows(table)


def _moved(standing: Sequence[int], pairings: Sequence[Resolved]) -> list[int]:
    """The ladder after a round.

    A height is counted from the top; the two of table k were at TABLE * k. Who had no match was
    half a table below the last two above it, or at the height of those of a table with one of them
    on either side. The winner of the first table and the loser of the last one have nowhere to go:
    they only part from each other. The sort leaves those of one height in the order they were in.
    """
    paired = {entry: pairing for pairing in pairings for entry in pairing.entries}
    top, bottom = TABLE - 1, TABLE * sum(not pairing.is_bye for pairing in pairings) + 1
    height: dict[int, int] = {}
    above = 0
    for entry in standing:
        pairing = paired.get(entry)
        if pairing is not None and not pairing.is_bye:
            above += 1
            height[entry] = min(
                max(top, TABLE * pairing.plan.number + _step(pairing, entry)), bottom
            )
        else:
            height[entry] = TABLE * (above + 1) // 2 + (TABLE if pairing is None else 0)
    return sorted(standing, key=height.__getitem__)


def _step(pairing: Resolved, entry: int) -> int:
    if pairing.decision in (None, "drawn"):
        return 0
    return -TABLE if pairing.winner.entry == entry else TABLE


def _pairs(table: Crosstable, standing: Sequence[int], round: int) -> list[Paired]:
    """Those who are there by tables, the upper one first; who sits out comes last."""
    here = [entry for entry in standing if table.is_there(entry, round)]
    place = {entry: number for number, entry in enumerate(standing, 1)}
    fixed = [two for two in table.constraints.fixed.get(round, ()) if {*here} >= {*two}]
    set_apart = {entry for two in fixed for entry in two}
    free = [entry for entry in here if entry not in set_apart]
    out = _sits_out(table, free) if len(free) % 2 else None
    playing = [entry for entry in free if entry != out]
    pairs: list[Paired] = []
    for two in fixed:
        upper, lower = sorted(two, key=place.__getitem__)
        pairs.append(Paired(upper, lower, FIXED))
    for upper, lower in zip(playing[::2], playing[1::2], strict=True):
        places = {"upper": place[upper], "lower": place[lower]}
        pairs.append(Paired(upper, lower, Text(*NEIGHBOURS, places)))
    pairs.sort(key=lambda pair: place[pair.first])
    if out is not None:
        pairs.append(Paired(out, None, Text(*BYE, {"place": place[out]})))
    return pairs


def _sits_out(table: Crosstable, here: Sequence[int]) -> int:
    """The lowest of those with the fewest byes."""
    byes = byes_of(table)
    return min(reversed(here), key=lambda entry: byes[entry])


def _told(pairing: Resolved, entry: int, round: Text) -> Text:
    opponent, table = pairing.opponent_of(entry), pairing.plan.number
    values = {"round": round, "opponent": opponent, "table": table}
    return Text(*_sentence(pairing, entry), values)


def _sentence(pairing: Resolved, entry: int) -> tuple[str, str]:
    """What a match came to for an entry that is still in the event."""
    if pairing.decision is None:
        return PLAYS
    if pairing.decision == "drawn":
        return DREW
    won = pairing.winner.entry == entry
    if pairing.decision == "played":
        return WON if won else LOST
    return WALKOVER if won else FORFEIT
