"""What was drawn from the results of a stage, and how it would be drawn now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Exists, Min, OuterRef, Q

from games.models import Match
from tournaments.domain.formats.registry import DRAWN_BY_ROUND
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.reseeding import Repairing, Reseeding
from tournaments.models import Board, Correction, Round, Stage
from tournaments.selectors.stages.drafts import own_round, pairs_of
from tournaments.selectors.stages.qualifying import reseeding
from tournaments.selectors.stages.record import StageRecord

Otherwise = Reseeding | Repairing
"""How something would be drawn otherwise: a stage, or a round that is paired by itself."""


@dataclass(frozen=True, slots=True)
class BegunMatch:
    """A match of what was drawn in which something is played: its place, the entries by seat, the
    number of its table, games won, and how far it is."""

    match: int
    stage: int
    round: int
    number: int
    entries: tuple[int | None, ...]
    table: int | None
    games_won: tuple[int, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A round that is paired by itself, or the whole of a stage that is planned at once.

    `rounds` are its rows. `found` is how it would be drawn now; None where it would be drawn as it
    was, or where that does not follow from the results at hand.
    """

    stage: Stage
    rounds: tuple[Round, ...]
    has_begun: bool
    found: Otherwise | None = None

    @property
    def is_published(self) -> bool:
        return self.rounds[0].state != RoundState.DRAFT

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the event: its stage, and its first round there."""
        return self.stage.number, self.rounds[0].number

    @property
    def number(self) -> int | None:
        """Of the round; None for the whole of a stage whose rounds are drawn together."""
        return self.rounds[0].number if self.is_round else None

    @property
    def is_round(self) -> bool:
        """Whether it is one round of several that are paired one by one."""
        return self.stage.format_class.drawn_by_round

    @property
    def repairing(self) -> Repairing | None:
        """How it would be paired now; None for the whole of a stage."""
        return self.found if isinstance(self.found, Repairing) else None

    def has(self, played: BegunMatch) -> bool:
        """Whether a match is one of it."""
        numbers = {round.number for round in self.rounds}
        return played.stage == self.stage.number and played.round in numbers


def played_in(drawings: Sequence[Drawing]) -> tuple[BegunMatch, ...]:
    """The matches of drawings that are played or being played, in order."""
    rounds = [round.pk for drawing in drawings if drawing.has_begun for round in drawing.rounds]
    boards = Board.objects.filter(pairing__round__in=rounds).exclude(match__state=Match.States.OPEN)
    boards = boards.select_related("match", "pairing__table", "pairing__round__stage")
    places = ("pairing__round__stage__number", "pairing__round__number", "pairing__number")
    found = []
    for board in boards.prefetch_related("pairing__sides").order_by(*places, "number"):
        pairing, match = board.pairing, board.match
        entries = tuple(side.entry_id for side in pairing.sides.all())
        found.append(
            BegunMatch(
                match.pk,
                pairing.round.stage.number,
                pairing.round.number,
                pairing.number,
                entries,
                pairing.table.number if pairing.table else None,
                tuple(match.games_won),
                match.state,
            )
        )
    return tuple(found)


def drawings_after(round: Round) -> tuple[Drawing, ...]:
    """What is drawn from the results of a round and from all that came after it, in order."""
    stage = round.stage
    later = Q(stage=stage, stage__format__in=DRAWN_BY_ROUND, number__gt=round.number)
    later |= Q(stage__tournament=stage.tournament_id, stage__number__gt=stage.number)
    played = Board.objects.filter(pairing__round=OuterRef("pk"))
    rows = Round.objects.filter(later).select_related("stage__tournament__club")
    rows = rows.annotate(has_begun=Exists(played.exclude(match__state=Match.States.OPEN)))
    found = []
    for _place, group in groupby(rows.order_by("stage__number", "number"), _drawn_with):
        rounds = tuple(group)
        has_begun = any(vars(other)["has_begun"] for other in rounds)
        found.append(Drawing(rounds[0].stage, rounds, has_begun))
    return tuple(found)


def _drawn_with(round: Round) -> tuple[int, int]:
    return round.stage.number, round.number if round.stage.format_class.drawn_by_round else 1


def is_drawn_from(drawing: Drawing, stage: Stage) -> bool:
    """Whether it is drawn from the results of a stage itself, and not from what came of these: one
    of its later rounds, or the stage after it."""
    if drawing.stage == stage:
        return True
    return drawing.place == (stage.number + 1, 1)


def how_drawn_now(drawing: Drawing, facts: StageRecord) -> Otherwise | None:
    """How it would be drawn by the results of a stage; None where it would be as it was, and where
    it is not drawn from them."""
    if not is_drawn_from(drawing, facts.stage):
        return None
    if drawing.stage == facts.stage:
        return how_paired_now(facts, drawing.rounds[0])
    return reseeding(facts, drawing.stage)


def compared_with(facts: StageRecord, drawings: Sequence[Drawing]) -> tuple[Drawing, ...]:
    """The same, each with how it would be drawn by the results of a stage."""
    return tuple(replace(drawing, found=how_drawn_now(drawing, facts)) for drawing in drawings)


def how_paired_now(facts: StageRecord, round: Round) -> Repairing | None:
    """How a round would be paired by the results before it. Who was paired in it and left since is
    taken for one who is there."""
    here = {entry for two in round.proposed for entry in two}
    withdrawn = {
        entry: gone
        for entry, gone in facts.table.withdrawn.items()
        if gone > round.number or entry not in here
    }
    table = replace(facts.table, withdrawn=withdrawn)
    pairs = pairs_of(own_round(replace(facts, table=table), round.number))
    return Repairing.of(round.proposed, pairs)


def first_corrected(stage: Stage) -> int | None:
    """The first round of a stage of which a result was ever corrected, None where none was."""
    found = Correction.objects.filter(board__pairing__round__stage=stage)
    first: int | None = found.aggregate(first=Min("board__pairing__round__number"))["first"]
    return first
