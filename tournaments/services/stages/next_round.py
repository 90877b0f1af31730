"""What follows in a running event: the next round of a stage that pairs round by round, and the
next stage when one is over.

A draft follows the facts: as long as it is not published, a result, an absence or a late entry
that changes makes it anew. What the director has set in it stays, as pairs that are fixed.
"""

from kernel.text import N_, Text
from tournaments.domain.formats.registry import format_of
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Round, Stage
from tournaments.selectors.stages.drafts import own_round, pairs_of
from tournaments.selectors.stages.left_open import said_of
from tournaments.selectors.stages.qualifying import order_of_next
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.drawing import draw_order, drop_draw, drop_drawn_round, write_plan


def draw_what_follows(change: Change, facts: StageRecord, *, anew: bool = False) -> bool:
    """Draw what follows of itself, and bring a draft up to the facts: those of the current stage.

    A draft that is up to them is drawn again only with `anew`, around the pairs that are fixed by
    then. Whether anything was drawn or dropped: with nothing new, nothing changes. What can't be
    drawn (too few are left for the next stage) is refused.
    """
    stage, draft = facts.stage, _draft(facts)
    if draft is None:
        return _draw_round(change, facts) or _draw_next_stage(change, facts)
    if not anew and _is_current(facts, draft):
        return False
    if draft.number > 1:
        drop_drawn_round(change, draft)
        _draw_round(change, stage_record(stage))
    else:
        drop_draw(change, stage)
        _draw_next_stage(change, _record_before(stage))
    return True


def is_out_of_date(round: Round, facts: StageRecord | None = None) -> bool:
    """Whether a round is a draft of what would be drawn otherwise by now; `facts` may be handed in
    by who has just read them."""
    facts = facts or stage_record(round.stage)
    draft = _draft(facts)
    return draft == round and not _is_current(facts, round)


def release(stage: Stage) -> None:
    """What the director had dropped is no more kept back: neither a round nor the next stage."""
    Stage.objects.filter(tournament=stage.tournament_id).update(held=None)
    stage.held = None


def hold(stage: Stage, round: int) -> None:
    """Keep a round that was dropped from being drawn again of itself."""
    stage.held = round
    stage.save(update_fields=["held"])


def why_nothing_follows(stage: Stage) -> Text:
    """Why there is nothing to draw."""
    facts = stage_record(stage)
    if facts.format.is_over(facts.table):
        return Text("not_ready", N_("Everything of this event is drawn already."))
    if _draft(facts):
        return Text("not_ready", N_("Nothing has changed since this draft was drawn."))
    sentence = N_("What comes next can be drawn when all results of this round are in.")
    return Text("not_ready", sentence)


def _draft(facts: StageRecord) -> Round | None:
    """The round that was drawn from what came before it and that is not published yet."""
    if not facts.rounds:
        return None
    first, last = facts.rounds[0], facts.rounds[-1]
    if facts.stage.number > 1 and first.state == RoundState.DRAFT:
        return first
    one_by_one = facts.stage.format_class.drawn_by_round
    return last if one_by_one and last.state == RoundState.DRAFT else None


def _is_current(facts: StageRecord, draft: Round) -> bool:
    if draft.number == 1 and facts.stage.number > 1:
        before = _record_before(facts.stage)
        return order_of_next(before, facts.stage) == facts.table.entries
    return bool(pairs_of(own_round(facts, draft.number)) == draft.proposed)


def _draw_round(change: Change, facts: StageRecord) -> bool:
    stage, number = facts.stage, len(facts.rounds) + 1
    if not stage.format_class.drawn_by_round or number == 1 or stage.held == number:
        return False
    left_open = said_of(facts, number)
    facts = facts.without(number, left_open)
    plan = facts.format.next_round(facts.table.before(number))
    if not plan:
        return False
    proposed = pairs_of(own_round(facts, number))
    write_plan(change, stage, plan, proposed=proposed, left_open=left_open)
    change.record("round.draw", "rounds", public=False, stage=stage.pk, number=number)
    advance_stage(change, stage)
    return True


def _draw_next_stage(change: Change, facts: StageRecord) -> bool:
    if not facts.format.is_over(facts.table):
        return False
    following = Stage.objects.filter(
        tournament=facts.stage.tournament_id, number=facts.stage.number + 1
    ).first()
    if following is None or following.held or following.rounds.exists():
        return False
    order = order_of_next(facts, following)
    if order is None:
        return False
    format_of(following.format, following.settings).validate(order)
    draw_order(change, following, order, facts.table.seed, method="places")
    advance_stage(change, following)
    return True


def _record_before(stage: Stage) -> StageRecord:
    return stage_record(Stage.objects.get(tournament=stage.tournament_id, number=stage.number - 1))
