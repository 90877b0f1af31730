"""What every format of a stage answers.

A tournament is a list of stages, each with one format. A format is a frozen dataclass: its fields
are the stage's settings, its `code` is how the stage names it. All it is told is a `Crosstable`.
It inherits from a kind, in which stands what formats share: `Bracket`, `InTurn`, `ByRound`.

To write one: `code`, `name` and `says`; the fields, by `settings`; in `sentences` those that its
own reasons have; and what its kind leaves open, as the head of the kind tells. What it draws by lot
comes from `Crosstable.seed` alone, by `chance_of` or `in_random_order` of `seeding`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, Literal

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable, PairingKey, PairingPlan
from tournaments.domain.kinds.clinch.points import Through, by_places
from tournaments.domain.kinds.clinch.sentences import STILL_OPEN
from tournaments.domain.kinds.pairings import Resolved, all_decided, last_round, open_round, resolve
from tournaments.domain.kinds.settings import SETTING, Setting
from tournaments.domain.pairing.field import Field
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.domain.tiebreaks.base import Tiebreak
from tournaments.domain.verification.facts import TableRow

Meets = Literal["two", "table", "partners"]

BracketSide = Literal["winners", "losers", "final"]

Groups = Mapping[int | None, Sequence[int]]
"""Those who are ranked together, in order of seed, by the number of their group; the one table of
all has none."""

Sentence = Text | tuple[str, str]
"""One without values, or a code with its template."""

NOT_DRAWN = Text("not_drawn", N_("Not drawn yet"))
"""The reason of who is in no pairing yet."""

ROUND = ("round_number", N_("Round %(number)d"))
GROUP = ("group", N_("Group %(group)d"))


@dataclass(frozen=True)  # without slots, as are all formats: so `super()` can be called
class Format(ABC):
    """How one stage is paired, advanced and ranked; every method is pure."""

    code: ClassVar[str]
    name: ClassVar[Text]
    says: ClassVar[str]
    """What it leads to."""
    sentences: ClassVar[tuple[Sentence, ...]] = (NOT_DRAWN,)
    """What it says in reasons that are stored, beside what its kind says."""

    meets: ClassVar[Meets] = "two"
    """Who plays a match: "two" entries, each for itself at a "table" of three or more, or
    "partners" who change from round to round."""
    drawn_by_round: ClassVar[bool] = False
    """Whether each round is drawn from what came out of those before it; else all are planned
    together."""
    waits_for_results: ClassVar[str] = N_(
        "All rounds of this stage are drawn together: none of them waits for a result."
    )
    """Why no round is drawn while a match before it is open; "" where the director may have that.
    """
    why_no_late: ClassVar[str] = ""
    """Why nobody can come into it once its first round is published; "" where they can."""
    is_knock_out: ClassVar[bool] = False
    """Whether some are out before it is over, so that not everybody plays every round."""
    is_bracket: ClassVar[bool] = False
    """Whether pairings are fed by earlier ones."""
    rounds_in_turn: ClassVar[bool] = False
    """Whether rounds that are planned together are played one after the other."""
    has_free_rounds: ClassVar[bool] = False
    """Whether who has no opponent in a round is free: it is no match that counts."""
    has_crosstable: ClassVar[bool] = False
    """Whether a table of who met whom says all of it."""
    is_single_bracket: ClassVar[bool] = False
    """Whether one bracket is all of it, so that the field tells how many rounds, matches and byes
    there are."""

    @property
    def title(self) -> Text:
        """What a stage of it is called among others."""
        return self.name

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """What can be set, by name, in order."""
        return {found.name: found.metadata[SETTING] for found in fields(cls)}

    def check(self) -> None:
        """Refuse settings that don't go together (field: one of them), and an unknown tie-break."""
        for code in self.tiebreaks:
            tiebreak_of(code)

    def require_choice(self, name: str, sentence: str) -> None:
        """Refuse a setting that has none of its choices, with this sentence."""
        given, known = getattr(self, name), self.settings()[name].choices
        if given not in known:
            values = {"given": given, "known": ", ".join(known)}
            raise Refusal(Text("invalid", sentence, values), name)

    # What is a setting in some formats, and the same in all others

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """What the table is ordered by; () where it has an order of its own."""
        return ()

    @property
    def order(self) -> Sequence[Tiebreak]:
        """The tie-breaks themselves."""
        return [tiebreak_of(code) for code in self.tiebreaks]

    @property
    def net_cap(self) -> int:
        """As how many net points a game counts at most."""
        return 0

    @property
    def draws(self) -> bool:
        """Whether a match may end level."""
        return False

    @property
    def groups(self) -> int:
        """Into how many groups the field is divided."""
        return 1

    # The draw

    @abstractmethod
    def validate(self, entries: Sequence[int]) -> None:
        """Refuse with a sentence when these entries can't be drawn in this format."""

    @abstractmethod
    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """The pairings to add now, of one round or of all; () while (or for good) there are none.

        A format whose rounds depend on results gives () until the last round is decided.
        """

    def field_of(self, table: Crosstable, round: int) -> Field | None:
        """Who is there for a round, with what pairing has to know; of the plan nothing may be of
        that round or later. None where pairing has no costs."""
        return None

    def who_plays(self, table: Crosstable, round: int) -> list[int]:
        """Who is to be drawn in a round of which nothing is drawn yet."""
        return [entry for entry in table.entries if table.is_there(entry, round)]

    def points_of(self, table: Crosstable) -> Mapping[int, float]:
        """The points that rounds are paired by, by entry; none where they are paired otherwise."""
        return {}

    # How it goes on

    def advance(self, table: Crosstable) -> tuple[Resolved, ...]:
        """Every pairing of the plan as it stands, in order of round and number."""
        return resolve(table)

    def is_over(self, table: Crosstable) -> bool:
        """Whether everything is drawn and decided."""
        return bool(table.plan) and all_decided(table)

    def leaves_from(self, table: Crosstable, entry: int) -> int | None:
        """The round from which an entry that withdraws now no longer plays, None where it is out
        or through to the end."""
        return open_round(resolve(table), entry)

    @abstractmethod
    def rounds_left(self, table: Crosstable, round: int) -> int:
        """How many rounds there are still to come after a round, the last one of which anything is
        known."""

    def through(self, table: Crosstable) -> Mapping[PairingKey, frozenset[int]]:
        """Who goes on from tables of more than two, as far as it is known; nothing where all play
        every round."""
        return {}

    # What comes out

    def groups_of(self, table: Crosstable) -> Groups:
        """Those who are ranked together; who came after the draw of all rounds is in none."""
        return {None: table.entries}

    @abstractmethod
    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The table of standings, one row for each entry, best first."""

    @abstractmethod
    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        """The table of an event that is drawn, worked out a second time: by `verification` alone,
        from nothing that `places` uses."""

    def clinch(self, table: Crosstable, take: int, *, best_of: float = 1) -> Mapping[int, Text]:
        """What is sure of each entry, where the first `take` go through; 1 is to win the event.

        Of groups as many go on from each as `take` divided by the groups, and the best of the next
        place, of whom nothing is said. `best_of` is the number of games of a match, infinite where
        a match won says nothing of its games, as between teams.
        """
        if take < 1:
            raise ValueError(f"nobody goes through: {take=}")
        if not table.plan:
            return dict.fromkeys(table.entries, STILL_OPEN)
        return self.clinch_drawn(table, take, best_of)

    def clinch_drawn(self, table: Crosstable, take: int, best_of: float) -> Mapping[int, Text]:
        """The same of an event that is drawn: still open until it is over."""
        if not self.is_over(table):
            return dict.fromkeys(table.entries, STILL_OPEN)
        return by_places(self.places(table), Through.of(take))

    # Words

    @abstractmethod
    def round_name(self, table: Crosstable, round: int) -> Text:
        """What a round is called."""

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """What a pairing is called that has a name of its own beside its round's, else None: the
        group, where there are several."""
        if self.groups == 1:
            return None
        plan = next(plan for plan in table.plan if plan.key == key)
        entries = {side.entry for side in plan.sides} - {None}
        return next(
            Text(*GROUP, {"group": number})
            for number, group in self.groups_of(table).items()
            if not entries.isdisjoint(group)
        )

    def full_name(self, table: Crosstable, key: PairingKey) -> Text:
        """What a pairing is called where its round is not named beside it."""
        return self.pairing_name(table, key) or self.round_name(table, key[0])

    def side_of(self, table: Crosstable, key: PairingKey) -> BracketSide | None:
        """The side of the bracket on which a pairing stands, None where there are no sides."""
        return None


@dataclass(frozen=True)
class DrawnAtOnce(Format):
    """A format of which all rounds are drawn together."""

    @abstractmethod
    def draw(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All pairings of a field that can be drawn; of the table nothing is planned yet."""

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All rounds when nothing is drawn yet, then ()."""
        if table.plan:
            return ()
        self.validate(table.entries)
        return self.draw(table)

    def rounds_left(self, table: Crosstable, round: int) -> int:
        return last_round(table) - round if table.plan else 0
