"""What was drawn from a result that is corrected: asked about, drawn again, set aside, back again.

Rounds that are set aside leave their stage with all that was played of them, and nothing of them is
changed or deleted: what reads a stage does not find them any more, and they can be brought back.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from games.models import Match
from games.services.stored import copied
from games.tables.events import REDRAWN
from kernel.text import N_, Refusal, Text, refusal
from tournaments.domain import corrections
from tournaments.domain.corrections import Choice
from tournaments.models import (
    Appeal,
    Correction,
    Draw,
    Notice,
    Penalty,
    Round,
    Stage,
    StandingTable,
)
from tournaments.selectors.stages.drawings import (
    Drawing,
    compared_with,
    drawings_after,
    how_drawn_now,
)
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.marking import mark, mark_drawings
from tournaments.services.stages.next_round import draw_what_follows
from tournaments.services.stages.online_tables import (
    bring_tables_back,
    lock_matches_of,
    tell_tables_of,
)

PENALISED = N_(
    "A penalty was given at a match that would be set aside: leave what was drawn as it is, or "
    "take the penalty back first."
)
APPEALED = N_(
    "An appeal about a match that would be set aside waits for a panel: leave what was drawn as it "
    "is, or record what the panel decided first."
)
PLAYED_SINCE = N_(
    "Round %(round)d has been played in since, and was drawn from the correction: it can't be "
    "taken back any more. Correct the result instead."
)
DRAWN_SINCE = N_(
    "Round %(round)d of stage %(stage)d was drawn from the corrected result: the correction can't "
    "be taken back any more. Correct the result instead, and choose what becomes of the round."
)
NOT_YOURS = N_(
    "What was drawn from this result would change with it: only a director can take this "
    "correction back."
)


class RestsOn(Refusal):
    """Nobody has said yet what becomes of these drawings, which rest on the result; the ways in
    which it can be done, none where somebody else has to choose."""

    def __init__(
        self, text: Text, drawings: Sequence[Drawing], choices: Sequence[Choice] = ()
    ) -> None:
        super().__init__(text, "if_rests_on")
        self.drawings = drawings
        self.choices = choices


@dataclass(frozen=True, slots=True)
class Redrawn:
    """What became of what was drawn from a corrected result.

    `drawings` would be drawn otherwise now, as they stood before; the choices are those there were,
    none where only drafts are among them, which are drawn again of themselves.
    """

    drawings: Sequence[Drawing]
    choice: Choice | None = None
    choices: Sequence[Choice] = ()

    def stays(self) -> list[int]:
        """The rounds that stay, published, although they would be drawn otherwise."""
        rounds = [
            round.pk
            for drawing in self.drawings
            if drawing.is_published
            for round in drawing.rounds
        ]
        left = Round.objects.filter(pk__in=rounds, stage__isnull=False)
        return list(left.order_by("pk").values_list("pk", flat=True))


def results_before(round: Round) -> StageRecord | None:
    """The results of the stage of a round, where something was drawn from them; to be asked before
    one of them changes."""
    return stage_record(round.stage) if drawings_after(round) else None


def redraw(
    change: Change, round: Round, before: StageRecord | None, choice: str | None, *, begun: bool
) -> Redrawn:
    """Do what was chosen with all that was drawn from a result of this round, which has changed
    since `before`; `begun`: what rests on the result in its bracket has begun.

    Refuses `choice_needed` where something that is published rests on it and nothing that is
    possible was chosen, `forbidden` where somebody else has to choose.
    """
    if before is None:
        return Redrawn(())
    stage = round.stage
    _lock(drawings_after(round))
    drawings = compared_with(stage_record(stage), drawings_after(round))
    affected = _drawn_otherwise(drawings, before)
    published = [drawing for drawing in affected if drawing.is_published]
    if not published:
        mark(drawings, stage)
        return Redrawn(affected)
    if not change.by.may_besides("round.redraw"):
        raise RestsOn(Text("forbidden", corrections.DIRECTOR_NEEDED), affected)
    begun = begun or any(other.has_begun for other in published)
    unplayed = _first_unplayed(drawings, affected)
    choices = corrections.of_drawings(unplayed=unplayed is not None, begun=begun)
    if choice not in choices:
        sentence = corrections.REDRAW_NEEDED if choice is None else corrections.NOT_OPEN
        raise RestsOn(Text("choice_needed", sentence), affected, choices)
    first = unplayed if choice == Choice.REDRAW else published[0]
    if choice != Choice.KEEP and first is not None:
        _set_aside(change, [drawing for drawing in drawings if drawing.place >= first.place])
        advance_stage(change, stage)
        draw_what_follows(change, stage_record(stage))
    mark_drawings(round)
    return Redrawn(affected, Choice(choice), choices)


def require_drawn_as_before(round: Round, before: StageRecord | None, stays: Sequence[int]) -> None:
    """Refuse where something that is published was drawn from results of this round which do not
    stand any more; `before` are these, and `stays` the rounds of which somebody has said already
    that they stay."""
    if before is None:
        return
    drawings = compared_with(stage_record(round.stage), drawings_after(round))
    for drawing in _drawn_otherwise(drawings, before):
        if drawing.is_published and drawing.rounds[0].pk not in stays:
            stage, number = drawing.place
            raise refusal("wrong_state", DRAWN_SINCE, round=number, stage=stage)


def _drawn_otherwise(drawings: Sequence[Drawing], before: StageRecord) -> list[Drawing]:
    """Those that would be drawn otherwise now, and not as they would have been before."""
    return [
        drawing
        for drawing in drawings
        if drawing.found and drawing.found != how_drawn_now(drawing, before)
    ]


def bring_back(change: Change, correction: Correction) -> Sequence[Stage]:
    """What a correction set aside stands again, and what was drawn in its place, or after that, is
    set aside. Refused where it was played in since. Gives the other stages of which it is, for the
    caller to advance."""
    came = Round.objects.filter(pk__in=correction.made.get("round", ()))
    went = Round.objects.filter(pk__in=correction.ended.get("round", ()))
    places = [
        *came.filter(stage__isnull=False).values_list("stage__number", "number"),
        *went.filter(stage__isnull=True).values_list("set_aside_from__number", "number"),
    ]
    if not places:
        return ()
    if not change.by.may_besides("round.redraw"):
        raise refusal("forbidden", NOT_YOURS)
    _lock(drawings_after(correction.board.pairing.round))
    after = drawings_after(correction.board.pairing.round)
    new = [drawing for drawing in after if drawing.place >= min(places)]
    _require_not_played(new, correction)
    _set_aside(change, new)
    for draw in Draw.objects.filter(pk__in=correction.ended.get("draw", ())):
        copied(draw)
    went.update(stage=F("set_aside_from"), set_aside_from=None)
    rounds = sorted(went.values_list("pk", flat=True))
    bring_tables_back(change, rounds)
    # Who was told of another match meanwhile is told of the old one again.
    told = Notice.objects.filter(
        pairing__round__in=[row.pk for drawing in new for row in drawing.rounds]
    )
    Notice.objects.filter(pairing__round__in=rounds, user__in=told.values("user")).delete()
    change.record("round.bring_back", "rounds", rounds=rounds)
    stages = Stage.objects.filter(rounds__in=rounds).distinct().order_by("number")
    return [stage for stage in stages if stage != correction.board.pairing.round.stage]


def _lock(drawings: Sequence[Drawing]) -> None:
    """Lock what is to be set aside; whether it has begun is to be asked behind that."""
    lock_matches_of(round.pk for drawing in drawings for round in drawing.rounds)


def as_left(rounds: Sequence[int]) -> list[list[int]]:
    """The matches of rounds in which something is played or written down, with their versions."""
    matches = Match.objects.filter(board__pairing__round__in=rounds)
    begun = matches.exclude(state=Match.States.OPEN).order_by("pk")
    return [list(row) for row in begun.values_list("pk", "version")]


def _require_not_played(drawings: Sequence[Drawing], correction: Correction) -> None:
    """What is set aside is as the correction made it."""
    for drawing in drawings:
        rounds = [round.pk for round in drawing.rounds]
        played = [match for match in as_left(rounds) if match not in correction.made["played"]]
        if played:
            raise refusal("wrong_state", PLAYED_SINCE, round=drawing.rounds[0].number)


def _first_unplayed(drawings: Sequence[Drawing], affected: Sequence[Drawing]) -> Drawing | None:
    """The first that is published and rests on the result, and of which nothing is played, nor of
    what comes after it."""
    last_begun = max((drawing.place for drawing in drawings if drawing.has_begun), default=(0, 0))
    return next(
        (drawing for drawing in affected if drawing.is_published and drawing.place > last_begun),
        None,
    )


def _set_aside(change: Change, drawings: Sequence[Drawing]) -> None:
    rounds = [round.pk for drawing in drawings for round in drawing.rounds]
    if not rounds:
        return
    _require_nothing_given(rounds)
    # A penalty that has its effect in one of these matches waits for the next one.
    hitting = Penalty.objects.filter(takes_effect__pairing__round__in=rounds)
    hitting.filter(superseded_at__isnull=True).update(adjustment=None, takes_effect=None)
    StandingTable.objects.filter(round__in=rounds).delete()
    whole = [drawing.stage.pk for drawing in drawings if drawing.rounds[0].number == 1]
    standing = Draw.objects.filter(stage__in=whole, superseded_at__isnull=True)
    standing.update(superseded_at=change.now)
    Stage.objects.filter(pk__in=whole).update(redrawn=None, repaired=[])
    Round.objects.filter(pk__in=rounds).update(set_aside_from=F("stage"), stage=None)
    tell_tables_of(change, rounds, REDRAWN)
    change.record("round.set_aside", "rounds", rounds=rounds)


def _require_nothing_given(rounds: Sequence[int]) -> None:
    """Refuse where a penalty stands that names one of these matches, or an appeal about one of them
    is open. What is taken back or decided goes with its match."""
    given = Penalty.objects.filter(board__pairing__round__in=rounds, superseded_at__isnull=True)
    if given.exists():
        raise refusal("not_ready", PENALISED, "if_rests_on")
    appealed = Q(ruling__match__board__pairing__round__in=rounds)
    appealed |= Q(penalty__board__pairing__round__in=rounds)
    appealed |= Q(
        penalty__takes_effect__pairing__round__in=rounds, penalty__superseded_at__isnull=False
    )
    if Appeal.objects.filter(appealed, decision__isnull=True).exists():
        raise refusal("not_ready", APPEALED, "if_rests_on")
