"""The evening as a line: from the entries to the end, with one step at which it is now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kernel.text import N_, Text
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.domain.tonight.director_facts import DirectorFacts, RoundFacts

SHOWN_TO_COME = 3
"""So many rounds to come stand there by themselves; more are one step."""
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)


class Place(StrEnum):
    """Of which page a step is."""

    ENTRIES = "entries"
    PUBLIC = "public"
    CHECK_IN = "check_in"
    DRAW = "draw"
    ROUND = "round"
    STAGE = "stage"
    FINISH = "finish"


class Standing(StrEnum):
    DONE = "done"
    NOW = "now"
    TODO = "todo"


@dataclass(frozen=True, slots=True)
class LineStep:
    """A step of the evening; `key` is the number of its round. `note` is None where nothing is to
    be said of it."""

    place: Place
    name: Text
    standing: Standing
    note: Text | None = None
    key: int | None = None


def line_of(facts: DirectorFacts) -> tuple[LineStep, ...]:
    """The steps in their order, exactly one of them now; none of an event that was cancelled.

    Check-in is left out where the event began without it.
    """
    if facts.state == TournamentState.CANCELLED:
        return ()
    steps = [*_before(facts), *_stages_before(facts), *_rounds(facts), *_stages_after(facts)]
    steps.append(_finish(facts))
    at = _now(facts, steps)
    return tuple(
        LineStep(step.place, step.name, _standing(place, at, step), step.note, step.key)
        for place, step in enumerate(steps)
    )


def _standing(place: int, at: int, step: LineStep) -> Standing:
    return Standing.NOW if place == at else step.standing


def _now(facts: DirectorFacts, steps: Sequence[LineStep]) -> int:
    """The first that is open; of those before the start the one whose turn it is."""
    places = [step.place for step in steps]
    if facts.is_before_start:
        return places.index(_turn(facts))
    todo = [place for place, step in enumerate(steps) if step.standing != Standing.DONE]
    return todo[0] if todo else len(steps) - 1


def _turn(facts: DirectorFacts) -> Place:
    if facts.draft:
        return Place.DRAW
    if facts.state == TournamentState.CHECK_IN:
        return Place.CHECK_IN if facts.missing or not facts.here else Place.DRAW
    if facts.why_no_draw or facts.requests:
        return Place.ENTRIES
    if facts.is_due:
        return Place.DRAW if facts.state == TournamentState.DRAFT else Place.CHECK_IN
    return Place.PUBLIC if facts.state == TournamentState.DRAFT else Place.ENTRIES


def _before(facts: DirectorFacts) -> Iterator[LineStep]:
    has_begun, is_drawn = not facts.is_before_start, facts.draft is not None
    is_ready = has_begun or is_drawn or not facts.why_no_draw
    count = Text("line_entered", "%(n)d", {"n": facts.field})
    yield LineStep(Place.ENTRIES, Text("line_entries", N_("Entries")), _done(is_ready), count)
    is_public = facts.state != TournamentState.DRAFT
    yield LineStep(Place.PUBLIC, Text("line_public", N_("Public")), _done(is_public))
    at_door = facts.state == TournamentState.CHECK_IN
    if facts.here or not (has_begun or is_drawn):
        here = Text("line_here", N_("%(n)d here"), {"n": facts.here}) if facts.here else None
        checked = has_begun or is_drawn or (at_door and facts.here > 0 and not facts.missing)
        name = Text("line_check_in", N_("Check-in"))
        yield LineStep(Place.CHECK_IN, name, _done(checked), here)
    note = Text("line_draft", N_("a draft")) if is_drawn and not has_begun else None
    yield LineStep(Place.DRAW, Text("line_draw", N_("Draw")), _done(has_begun), note)


def _stages_before(facts: DirectorFacts) -> Iterator[LineStep]:
    for number, title in enumerate(facts.stages[: facts.stage - 1], 1):
        yield LineStep(Place.STAGE, title, Standing.DONE, key=number)


def _stages_after(facts: DirectorFacts) -> Iterator[LineStep]:
    for number, title in enumerate(facts.stages[facts.stage :], facts.stage + 1):
        yield LineStep(Place.STAGE, title, Standing.TODO, key=number)


def _rounds(facts: DirectorFacts) -> Iterator[LineStep]:
    """Those that are over as one step, and many that are to come as one."""
    over = [round for round in facts.rounds if round.state == RoundState.COMPLETE]
    if len(over) == 1:
        yield _round(over[0])
    elif over:
        results = sum(round.matches for round in over)
        values = {"first": over[0].name, "last": over[-1].name}
        name = Text("line_rounds", N_("%(first)s to %(last)s"), values)
        note = Text("line_results", N_("%(n)d results"), {"n": results})
        yield LineStep(Place.ROUND, name, Standing.DONE, note, over[-1].number)
    later = [step for step in map(_round, facts.rounds) if step.standing != Standing.DONE]
    played = sum(
        round.state in (RoundState.PUBLISHED, RoundState.RUNNING) for round in facts.rounds
    )
    later += [LineStep(Place.ROUND, name, Standing.TODO) for name in facts.to_come]
    shown = max(played, 1)
    yield from later[:shown]
    if len(later) - shown <= SHOWN_TO_COME:
        yield from later[shown:]
        return
    values = {"first": later[shown].name, "last": later[-1].name}
    yield LineStep(
        Place.ROUND, Text("line_rounds", N_("%(first)s to %(last)s"), values), Standing.TODO
    )


def _round(round: RoundFacts) -> LineStep:
    values = {"done": round.done, "all": round.matches}
    note: Text | None = Text("line_in", N_("%(done)d of %(all)d in"), values)
    if round.state == RoundState.DRAFT:
        note = Text("line_draft", N_("a draft"))
    is_over = round.state == RoundState.COMPLETE
    return LineStep(Place.ROUND, round.name, _done(is_over), note, round.number)


def _finish(facts: DirectorFacts) -> LineStep:
    is_over = facts.state in OVER
    note = Text("line_won", "%(name)s", {"name": facts.champion}) if facts.champion else None
    return LineStep(Place.FINISH, Text("line_finish", N_("Finish")), _done(is_over), note)


def _done(is_done: bool) -> Standing:
    return Standing.DONE if is_done else Standing.TODO
