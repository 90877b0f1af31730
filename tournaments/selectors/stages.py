"""A stage as its facts: what the formats are told, and the rows from which it was made."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from config.moment import one_moment
from games.models import Match, MatchSeat, Submission
from players.text import N_, Text
from tournaments.domain.crosstable import Crosstable, Key, Outcome, PairingPlan, Side, fed_by
from tournaments.domain.formats.base import Format, Resolved
from tournaments.domain.formats.registry import format_of
from tournaments.models import (
    Board,
    Draw,
    EntryMember,
    Pairing,
    PairingSide,
    Round,
    Stage,
    Withdrawal,
)

FORFEITS = {Submission.Levels.WALKOVER, Submission.Levels.DOUBLE_FORFEIT}


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage with its rows by the key (round, number) of a pairing, and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[Key, Pairing]
    sides: Mapping[Key, tuple[PairingSide, PairingSide]]
    matches: Mapping[Key, Match]
    seats: Mapping[int, tuple[int | None, int | None]]
    """For each match the entries that sit there, by seat."""
    player_of: Mapping[int, int]
    """For each entry its player on board 1."""
    table: Crosstable

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)

    def resolved(self) -> tuple[Resolved, ...]:
        """Every pairing as it stands, by round and number."""
        return self.format.advance(self.table)

    def begun(self) -> bool:
        """Whether anything of the stage is played or written down."""
        return any(match.state != Match.States.OPEN for match in self.matches.values())


def stage_facts(stage: Stage) -> StageFacts:
    """Read a stage as it is at one moment: eight queries, whatever its size."""
    with one_moment():
        return _read(stage)


def _read(stage: Stage) -> StageFacts:
    rounds = tuple(Round.objects.filter(stage=stage).order_by("number"))
    number_of = {round.pk: round.number for round in rounds}
    pairings: dict[Key, Pairing] = {}
    key_of: dict[int, Key] = {}
    for pairing in Pairing.objects.filter(round__stage=stage).select_related("table"):
        key = (number_of[pairing.round_id], pairing.number)
        pairings[key] = pairing
        key_of[pairing.pk] = key
    sides = _sides(stage, key_of)
    boards = Board.objects.filter(pairing__round__stage=stage, number=1).select_related("match")
    matches = {key_of[board.pairing_id]: board.match for board in boards}
    player_of = _players(stage)
    seats = _seats(stage, {player: entry for entry, player in player_of.items()})
    draw = Draw.objects.filter(stage=stage, superseded_at__isnull=True).first()
    table = Crosstable(
        entries=tuple(draw.order) if draw else (),
        plan=tuple(_plan(key, sides[key], key_of) for key in pairings),
        outcomes=_outcomes(stage, matches, seats),
        withdrawn=_withdrawn(stage),
    )
    return StageFacts(stage, rounds, pairings, sides, matches, seats, player_of, table)


def why_not_corrected(pairing: Pairing) -> Text | None:
    """Why the standing result of a pairing can't change any more: a match to which it led, at once
    or later on, has begun. None while it can."""
    facts = stage_facts(pairing.round.stage)
    for later in fed_by(facts.table.plan, (pairing.round.number, pairing.number)):
        match = facts.matches.get(later)
        if match is not None and match.state != Match.States.OPEN:
            sentence = N_(
                "Match %(number)d of round %(round)d, to which this result led, has begun: it "
                "can't be corrected any more."
            )
            values = {"number": later[1], "round": later[0]}
            return Text("later_match_begun", sentence, values)
    return None


def _sides(stage: Stage, key_of: Mapping[int, Key]) -> dict[Key, tuple[PairingSide, PairingSide]]:
    found: defaultdict[Key, list[PairingSide]] = defaultdict(list)
    for side in PairingSide.objects.filter(pairing__round__stage=stage).order_by("seat"):
        found[key_of[side.pairing_id]].append(side)
    return {key: (first, second) for key, (first, second) in found.items()}


def _plan(
    key: Key, sides: tuple[PairingSide, PairingSide], key_of: Mapping[int, Key]
) -> PairingPlan:
    def planned(side: PairingSide) -> Side:
        own = side.kind == PairingSide.Kinds.ENTRY
        return Side(
            side.kind,
            entry=side.entry_id if own else None,
            feeder=key_of[side.feeder_id] if side.feeder_id else None,
        )

    return PairingPlan(key[0], key[1], (planned(sides[0]), planned(sides[1])))


def _players(stage: Stage) -> dict[int, int]:
    members = EntryMember.objects.filter(tournament_id=stage.tournament_id, board=1)
    return dict(members.values_list("entry_id", "player_id"))


def _seats(stage: Stage, entry_of: Mapping[int, int]) -> dict[int, tuple[int | None, int | None]]:
    found: defaultdict[int, list[int | None]] = defaultdict(lambda: [None, None])
    seats = MatchSeat.objects.filter(match__board__pairing__round__stage=stage)
    for match, seat, player in seats.values_list("match_id", "seat", "player_id"):
        found[match][seat] = entry_of[player]
    return {match: (first, second) for match, (first, second) in found.items()}


def _outcomes(
    stage: Stage,
    matches: Mapping[Key, Match],
    seats: Mapping[int, tuple[int | None, int | None]],
) -> dict[Key, Outcome]:
    forfeited = set(
        Submission.objects.filter(
            match__board__pairing__round__stage=stage,
            superseded_at__isnull=True,
            level__in=FORFEITS,
        ).values_list("match_id", flat=True)
    )
    outcomes = {}
    for key, match in matches.items():
        first, second = seats.get(match.pk, (None, None))
        if match.state != Match.States.FINISHED or first is None or second is None:
            continue
        won = "walkover" if match.pk in forfeited else "played"
        kind = "double_forfeit" if match.winner is None else won
        outcomes[key] = Outcome(kind, (first, second), match.winner)
    return outcomes


def _withdrawn(stage: Stage) -> dict[int, int]:
    rows = Withdrawal.objects.filter(
        entry__tournament_id=stage.tournament_id, from_round__isnull=False
    )
    return dict(rows.values_list("entry_id", "from_round"))
