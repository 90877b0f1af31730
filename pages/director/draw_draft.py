"""A draw, or a round of it, as its director reads it before it is published: each pairing with its
reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.text import Refusal, Text
from pages.parts import consequences
from tournaments.domain.formats.registry import format_of
from tournaments.domain.standings import shown
from tournaments.models import Draw, Stage
from tournaments.selectors.events.entries import EntryRow, field_of
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.drafts import Before, DraftPair, before_round
from tournaments.selectors.stages.record import StageRecord
from web.actors import figure, say


def pairings_of(
    first: BracketRound, tables: Mapping[int, str], *, byes: int, by_seed: bool
) -> list[tuple[Slot, str, str]]:
    """Round 1 in its order, each pairing with its table and why it is; `by_seed`: seeds say who
    meets whom, as in a knock-out."""
    size = 2 * len(first.slots)
    return [
        (slot, tables.get(slot.table or 0, ""), _why(slot, size, byes) if by_seed else "")
        for slot in first.slots
    ]


def of_byes(entrants: int, byes: int) -> str:
    """Why some have the first round free, and who."""
    if not byes:
        return ""
    return ngettext(
        "%(entrants)d entrants in %(size)d places leave one free: the top seed has the first round "
        "off.",
        "%(entrants)d entrants in %(size)d places leave %(byes)d free: the top %(byes)d seeds have "
        "the first round off.",
        byes,
    ) % {"entrants": entrants, "size": entrants + byes, "byes": byes}


def _why(slot: Slot, size: int, byes: int) -> str:
    seeds = sorted(player.stage_seed for player in slot.players if player and player.stage_seed)
    if not seeds:
        return ""
    if None in slot.players:
        sentence = ngettext("Bye: the top seed.", "Bye: seed %(seed)d of the top %(byes)d.", byes)
        return sentence % {"seed": seeds[0], "byes": byes}
    values = {"low": seeds[0], "high": seeds[-1], "sum": size + 1}
    return _("Seed %(low)d meets seed %(high)d: the two add up to %(sum)d.") % values


def why_no_field(stage: Stage, rows: Sequence[EntryRow]) -> str:
    """Why a stage can't be drawn of those who are entered; "" when it can."""
    try:
        format_of(stage.format, stage.settings).validate([row.entry.pk for row in field_of(rows)])
    except Refusal as refusal:
        return say(refusal.text)
    return ""


def bracket_says(stage: Stage, entrants: int) -> str:
    """How many rounds and matches so many entrants make; "" where it is no single bracket."""
    known = entrants > 1 and stage.format_class.is_single_bracket
    return consequences.of_bracket(entrants) if known else ""


def drawn_by(draw: Draw) -> str:
    """What the order was made from."""
    return {
        "rating": _("By rating"),
        "hand": _("By hand"),
        "random": _("By lot, from %(seed)s") % {"seed": draw.seed[:8].upper()},
        "places": _("By the places in the stage before"),
    }[draw.method]


def far_apart(rounds: Sequence[BracketRound]) -> str:
    """What seeding does for the best: who can meet whom when."""
    if len(rounds) < 2:
        return ""
    if len(rounds) == 2:
        return _("Seeds 1 and 2 can meet in the final only.")
    return _("Seeds 1 and 2 can meet in the final only, seeds 1 to 4 not before the semi-finals.")


@dataclass(frozen=True, slots=True)
class PairedPlayer:
    """Somebody in a pair, with what they have before the round."""

    entry: int
    name: str
    before: str


@dataclass(frozen=True, slots=True)
class ShownPair:
    """A pair, all of a table, or a bye where the second player is None; `faults` are what is wrong
    with it besides what the reason says."""

    pair: DraftPair
    table: str
    players: tuple[PairedPlayer | None, ...]
    why: str
    faults: Sequence[str]
    is_float: bool
    free_seats: int = 0
    """How many more sit at other tables of the round."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.pair.faults)

    @property
    def key(self) -> str:
        """The two by their entries."""
        return "-".join(str(player.entry) for player in self.players if player)

    @property
    def names(self) -> str:
        return " – ".join(player.name for player in self.players if player)


def shown_pairs(
    record: StageRecord, round: int, pairs: Sequence[DraftPair], tables: Mapping[int, str]
) -> list[ShownPair]:
    """The pairs of a round that is paired by itself."""
    before = before_round(record, round)
    # A later stage is paired at first by the order in which it was drawn.
    drawn = record.table.entries if record.stage.number > 1 else ()
    seeds = {entry: place for place, entry in enumerate(drawn, 1)}

    def player(entry: int) -> PairedPlayer:
        entrant = record.entrants[entry]
        words = _("seed %(seed)s") % {"seed": seeds.get(entry, entrant.seed)}
        return PairedPlayer(
            entry, entrant.name, words if round == 1 else _so_far(before.get(entry))
        )

    return [
        ShownPair(
            pair,
            tables.get(pair.table, "") if pair.table else "",
            tuple(None if entry is None else player(entry) for entry in pair.entries),
            say(pair.reason) if pair.reason else "",
            [say(fault) for fault in pair.faults if _is_news(fault, pair)],
            _is_float(pair, before),
        )
        for pair in pairs
    ]


def _so_far(before: Before | None) -> str:
    """Rank, matches won and lost, and points, as far as there are any."""
    if before is None:
        return ""
    parts = [f"{before.won}–{before.lost}"]
    if before.rank is not None:
        parts.insert(0, _("place %(rank)d") % {"rank": before.rank})
    if before.points is not None:
        number = 1 if before.points == 1 else 2
        words = ngettext("%(points)s point", "%(points)s points", number)
        parts.append(words % {"points": figure(shown(before.points))})
    return " · ".join(parts)


def _is_news(fault: Text, pair: DraftPair) -> bool:
    return pair.reason is None or pair.reason.code != fault.code


def _is_float(pair: DraftPair, before: Mapping[int, Before]) -> bool:
    """Whether two with unequal points meet."""
    points = {before[entry].points for entry in pair.entries if entry and entry in before}
    return pair.entries[1] is not None and len(points) > 1
