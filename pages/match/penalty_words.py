"""Penalties and appeals in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.scoring.rules import AnyRules
from games.models import Ruling
from kernel.seats import SIDES
from kernel.text import N_
from pages.parts.score_sheet import role_words, rule_name
from tournaments.domain.penalties.ladder import LADDER, STEP_NAMES, PenaltyStep, effect_of
from tournaments.models import Appeal, AppealDecision, Penalty
from tournaments.selectors.events.penalties import infraction_of, partners_penalised
from web.actors import say

Appealed = Ruling | Penalty
OUTCOME_WORDS: Mapping[str, str] = {
    AppealDecision.Outcomes.UPHELD: N_("Upheld: everything stays as it is"),
    AppealDecision.Outcomes.CHANGED: N_("Changed: something else takes its place"),
    AppealDecision.Outcomes.OVERTURNED: N_("Overturned: it is taken back"),
}
OUTCOMES_SAID: Mapping[str, str] = {
    AppealDecision.Outcomes.UPHELD: N_("Upheld"),
    AppealDecision.Outcomes.CHANGED: N_("Changed"),
    AppealDecision.Outcomes.OVERTURNED: N_("Overturned"),
}


@dataclass(frozen=True, slots=True)
class PenaltyWords:
    """A penalty as pages show it. `match` is the one that it hits, else where it was given; None
    where that was set aside after the penalty had been taken back."""

    pk: int
    at: datetime
    name: str
    infraction: str
    step: str
    stands: bool
    facts: str
    role: str
    notes: Sequence[str]
    match: int | None
    appeal: Appeal | None


def penalty_words(penalty: Penalty, name: str) -> PenaltyWords:
    """A penalty of who is called so."""
    board, stands = penalty.takes_effect or penalty.board, penalty.superseded_at is None
    return PenaltyWords(
        pk=penalty.pk,
        at=penalty.at,
        name=name,
        infraction=say(infraction_of(penalty).name),
        step=step_words(penalty.step),
        stands=stands,
        facts=penalty.facts,
        role=role_words(penalty.role),
        notes=list(_notes(penalty)),
        match=board.match_id if board and (stands or not board.is_set_aside) else None,
        appeal=getattr(penalty, "appeal", None),
    )


def offender_of(penalty: Penalty) -> str:
    """The offender's full name, for the staff: of a team the player's, with that of the team; of
    partners, whom a penalty hits together, all of theirs."""
    team = penalty.entry.name
    if partners := partners_penalised(penalty):
        return f"{', '.join(partners)} ({team})"
    return f"{penalty.player.name} ({team})" if penalty.tournament.has_teams else team


def step_words(step: str) -> str:
    return say(STEP_NAMES[PenaltyStep(step)])


def step_effect(step: str, rules: AnyRules) -> str:
    """What it does in a match of these rules, in a sentence."""
    effect = effect_of(
        PenaltyStep(step),
        of_several=rules.sides > SIDES,
        has_boxes=rules.has_boxes,
        counts_against=rules.counts_against,
    )
    return say(effect)


def ladder_of(given: Iterable[str]) -> list[tuple[str, bool]]:
    """The steps of the ladder from the note on, and whether each was given."""
    known, steps = set(given), LADDER[LADDER.index(PenaltyStep.NOTE) :]
    return [(step_words(step), step in known) for step in steps]


def appeal_words(appeal: Appeal) -> dict[str, Any]:
    """What is appealed, and what became of it."""
    decision = getattr(appeal, "decision", None)
    given = appeal.ruling or appeal.penalty
    assert given is not None  # a constraint of the table
    return {
        "appeal": appeal,
        "what": what_words(given),
        "decision": decision,
        "outcome": _(OUTCOMES_SAID[decision.outcome]) if decision else "",
    }


def what_words(given: Appealed) -> str:
    """What is appealed, in a few words."""
    if isinstance(given, Ruling):
        return _("Ruling: %(rule)s") % {"rule": rule_name(given.rule)}
    words = penalty_words(given, offender_of(given))
    values = {"step": words.step, "name": words.name, "infraction": words.infraction}
    return _("%(step)s, %(name)s: %(infraction)s") % values


def _notes(penalty: Penalty) -> Iterable[str]:
    if penalty.minutes is not None:
        yield _("%(minutes)d min on the clock") % {"minutes": penalty.minutes}
    if penalty.discretionary:
        yield _("at the referee’s discretion")
    if penalty.takes_effect_id is not None:
        yield _("carried to the next match")
    if penalty.superseded_at is not None:
        reason = penalty.end_reason
        yield _("taken back: %(reason)s") % {"reason": reason} if reason else _("replaced")
