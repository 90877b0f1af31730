"""A scramble: everybody plays for themselves, with another partner in each round.

At each table two sides of as many partners as the rules have meet, and each player has what their
side made. Everybody partners everybody once where that can be, after as many rounds as there are
others; else as few as can be are partners again, then as few as can be meet again.

A bye counts as a match won. A missed round counts nothing. Who leaves before the table has a result
has nothing of it; the others there have a match won.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernel.seats import SIDES
from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds import settings
from tournaments.domain.kinds.at_tables import AtTables
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.kinds.by_round import starters
from tournaments.domain.kinds.settings import MOST_ROUNDS, ROUNDS_TOLD, setting
from tournaments.domain.pairing.designs import Design, partnering_once
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.seated import seated_rows

FEWEST_PARTNERS, MOST_PARTNERS = 2, 6

NOT_SO_MANY = N_(
    "A scramble takes %(least)d to %(most)d entrants, as two sides of %(partners)d play at a "
    "table; there are %(count)d. Add or check in more, or split the field."
)


@dataclass(frozen=True)
class Scramble(AtTables):
    """So many rounds between sides of so many partners; 0 is until everybody has partnered
    everybody."""

    code = "scramble"
    name = Text("scramble", N_("Scramble: partners change"))
    says = N_(
        "Everybody plays for themselves, with another partner in each round, and has what their "
        "side makes. Each round is drawn when the one before it is over."
    )
    meets = "partners"

    rounds: int = setting(
        0,
        N_("Rounds"),
        N_("0: as many as it takes until everybody can have partnered everybody."),
        most=MOST_ROUNDS,
        told={
            0: N_("As many rounds are played as it takes to partner everybody."),
            1: ROUNDS_TOLD,
        },
    )
    partners: int = setting(
        FEWEST_PARTNERS,
        N_("Partners on a side"),
        N_("How many play together on a side; the rules of its matches follow it."),
        least=FEWEST_PARTNERS,
        most=MOST_PARTNERS,
        told={FEWEST_PARTNERS: N_("Partners on a side: %(n)d.")},
        is_fine=True,
    )
    net_cap: int = settings.net_cap()
    draws: bool = settings.draws()

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        return ("match_points", "net_points", "lots")

    @property
    def fewest(self) -> int:  # type: ignore[override]  # a table full, whatever the rules
        return SIDES * self.partners

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than a table full and more than 4,096 entrants."""
        count = len(entries)
        if not self.fewest <= count <= MOST_ENTRANTS:
            values: dict[str, object] = {"count": count, "least": self.fewest}
            values |= {"most": MOST_ENTRANTS, "partners": self.partners}
            raise Refusal(Text("not_ready", NOT_SO_MANY, values))
        self.check()

    def rounds_in(self, table: Crosstable) -> int:
        """As set, else by those who were there from the start: of an odd number each sits out
        once."""
        if self.rounds:
            return self.rounds
        count = len(starters(table, table.entries))
        return min((count - 1 + count % 2) // (self.partners - 1), MOST_ROUNDS)

    def sizes(self, count: int) -> Sequence[int]:
        return [self.fewest] * (count // self.fewest)

    def design(self, count: int) -> Design:
        return partnering_once(count) if self.partners == FEWEST_PARTNERS else ()

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return seated_rows(table, self.order, self.net_cap, partners=True)
