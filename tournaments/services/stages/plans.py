"""The stages of a tournament are set up: formats, cuts, rules of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from games.rule_books import (
    GIN,
    AgreedRules,
    as_dict,
    from_stored,
    has_partners,
    has_table,
    kept,
    partners_of,
    rules_from,
    seats_exactly,
    version_of,
)
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text, refusal
from tournaments.domain.formats.registry import FORMATS, check_settings, format_class
from tournaments.domain.kinds.base import Format
from tournaments.domain.tiebreaks import STANDARD_OF_TEAMS
from tournaments.models import Round, Stage, Tournament
from tournaments.services.gate.changes import changing

MOST_STAGES = 6
MOST_TAKEN = 4096
FEWEST_TAKEN = 2


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is to be: `take` go on into it from the stage before, after the first `skip`
    (0: all); `rules` are knobs over the tournament's, `final_rules` more for its last
    `final_rounds`."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    take: int = 0
    skip: int = 0
    rules: Mapping[str, Any] = field(default_factory=dict)
    final_rounds: int = 0
    final_rules: Mapping[str, Any] = field(default_factory=dict)


TABLES_ALONE = N_(
    "By these rules three or more sit at a table: choose a format for tables, such as %(format)s, "
    "for each stage."
)
NO_TABLES = N_("By these rules two sides meet: the format %(format)s is for three or more.")
NO_CHANGE = N_(
    "By these rules nobody has partners: the format %(format)s is for the partnership game."
)
AS_MANY_PARTNERS = N_("By these rules %(number)d partners play on a side: leave partners out.")
AS_MANY_SEATS = N_("By these rules %(number)d sit at each table: leave seats and uneven out.")
ONE_WAY = N_("Partners change in all stages of an event, or in none.")
ALONE = N_("Who sits at a table of three or more plays alone: there are no teams.")
BOARDS_FOLLOW = N_("By these rules %(number)d partners play for an entry: leave boards out.")
NOT_BY_DAYS = N_(
    "Where more than two sit at a table they play online in one go: choose a clock that does not "
    "count days."
)
NOT_HYBRID = N_(
    "A match of more than two does not move between a table in the room and an online one: choose "
    "one of the two."
)
SAME_PARTNERS = N_("Who plays a match is the same in all stages of an event.")
NO_BYES = N_(
    "Computer players take a free seat only where single players meet in a Swiss, a round robin or "
    "the like: choose nobody."
)
NO_BYES_BUT_OF_GIN = N_("Computer players take a free seat in events of gin alone: choose nobody.")


def set_stages(
    *, tournament_id: int, stages: Sequence[StagePlan], by: Actor, now: datetime
) -> list[Stage]:
    """Set the stages of a tournament that is not drawn, in order. Setting what is set changes
    nothing."""
    with changing(tournament_id, by=by, now=now, action="change_settings") as change:
        set_boards(change.tournament, change.tournament.boards, stages)
        check_play(change.tournament)
        if change_stages(change.tournament, stages):
            require_byes(change.tournament)
            change.record("tournament.stages", "settings", stages=as_recorded(stages))
    return list(change.tournament.stages.all())


def change_stages(tournament: Tournament, stages: Sequence[StagePlan]) -> bool:
    """Write the stages of a tournament, new or locked by the caller; whether they were others."""
    if not 1 <= len(stages) <= MOST_STAGES:
        sentence = N_("A tournament has 1 to %(most)d stages.")
        raise refusal("invalid", sentence, "stages", most=MOST_STAGES)
    require_formats(tournament, stages)
    wanted = [_row(tournament, number, stage) for number, stage in enumerate(stages, 1)]
    known = {stage.number: stage for stage in tournament.stages.all()}
    if [_values(stage) for stage in known.values()] == [_values(stage) for stage in wanted]:
        return False
    if Round.objects.filter(stage__tournament=tournament).exists():
        sentence = N_("The draw is made: take it back before you change the stages.")
        raise refusal("not_ready", sentence, "stages")
    bring_rules_up_to_date(tournament)
    for stage in wanted:
        old = known.pop(stage.number, None)
        stage.pk = old.pk if old else None
        stage.save()
    for old in known.values():
        old.delete()
    return True


def formats_under(rules: AgreedRules) -> Sequence[type[Format]]:
    """The formats in which those play a match who play it by these rules, the usual one first."""
    return [format for format in FORMATS if _why_not(rules, format) is None]


def _why_not(rules: AgreedRules, format: type[Format]) -> Text | None:
    """Why a format can't be had by these rules."""
    if has_table(rules):
        usual = next(one.name for one in FORMATS if one.meets == "table")
        return None if format.meets == "table" else _not(TABLES_ALONE, usual)
    if format.meets == "table":
        return _not(NO_TABLES, format.name)
    if format.meets == "partners" and not has_partners(rules):
        return _not(NO_CHANGE, format.name)
    return None


def _not(sentence: str, name: Text) -> Text:
    return Text("invalid", sentence, {"format": name})


def require_formats(tournament: Tournament, stages: Sequence[StagePlan]) -> None:
    """Refuse a format in which others play a match than by the rules of the event."""
    rules = rules_from(tournament.rules)
    meets = [format_class(stage.format).meets for stage in stages]
    for stage in stages:
        why_not = _why_not(rules, format_class(stage.format))
        if why_not is not None:
            raise Refusal(why_not, "format")
    if has_table(rules) and tournament.has_teams:
        raise refusal("invalid", ALONE, "boards")
    if len({meeting == "partners" for meeting in meets}) > 1:
        raise refusal("invalid", ONE_WAY, "stages")


def partners_change(stages: Sequence[StagePlan]) -> bool:
    """Whether entries are single players although partners play their matches."""
    return any(format_class(stage.format).meets == "partners" for stage in stages)


def boards_under(rules: AgreedRules, boards: int, stages: Sequence[StagePlan]) -> int:
    """How many play for an entry under these rules, if `boards` are asked for. Partners are as many
    as the rules say, and single players where they change; any other number but 1, which is said by
    who says nothing, is refused."""
    if not has_partners(rules):
        return boards
    side_size = partners_of(rules)
    if boards not in (1, side_size):
        raise refusal("invalid", BOARDS_FOLLOW, "boards", number=side_size)
    return 1 if partners_change(stages) else side_size


def check_play(tournament: Tournament) -> None:
    """Refuse that a match of more than two moves between its tables, or goes on for days."""
    rules = rules_from(tournament.rules)
    if not (has_partners(rules) or has_table(rules)):
        return
    if tournament.play == Tournament.Plays.HYBRID:
        raise refusal("invalid", NOT_HYBRID, "play")
    if tournament.clock is not None and tournament.clock["kind"] == "days":
        raise refusal("invalid", NOT_BY_DAYS, "clock")


def set_boards(tournament: Tournament, boards: int, stages: Sequence[StagePlan]) -> None:
    """Let as many play for an entry as its rules and these stages say, if `boards` are asked for;
    refused where that is another number than before, and somebody is entered."""
    boards = boards_under(rules_from(tournament.rules), boards, stages)
    if boards == tournament.boards:
        return
    if tournament.entries.exists():
        sentence = N_("Somebody is entered already: how many boards a match has stays as it is.")
        raise refusal("not_ready", sentence, "boards")
    tournament.boards = boards


def require_byes(tournament: Tournament) -> None:
    """Refuse that computer players fill byes where nobody has one that could be filled."""
    if tournament.bye_opponent and tournament.game != GIN.game:
        raise refusal("invalid", NO_BYES_BUT_OF_GIN, "bye_opponent")
    if tournament.bye_opponent and not has_byes_to_fill(tournament):
        raise refusal("invalid", NO_BYES, "bye_opponent")


def has_byes_to_fill(tournament: Tournament) -> bool:
    """Whether single players meet in a stage in which one may have a bye that ends nothing."""
    formats = tournament.stages.values_list("format", flat=True)
    return (
        tournament.game == GIN.game
        and not tournament.has_teams
        and any(
            format_class(format).meets == "two" and not format_class(format).is_bracket
            for format in formats
        )
    )


def bring_rules_up_to_date(tournament: Tournament) -> None:
    """Its rules as they are stored today, with the same meaning, so that stages can have knobs that
    came later; whoever has it locked saves it."""
    rules = from_stored(tournament.rules, tournament.rules_version)
    tournament.rules, tournament.rules_version = as_dict(rules), version_of(rules)


def as_recorded(stages: Sequence[StagePlan]) -> list[dict[str, Any]]:
    """Stages as the audit keeps them: codes and numbers alone."""
    return [asdict(stage) for stage in stages]


def plans_of(tournament: Tournament) -> list[StagePlan]:
    """The stages of a tournament as they were planned, in order."""
    return [plan_of(stage) for stage in tournament.stages.order_by("number")]


def plan_of(stage: Stage) -> StagePlan:
    """A stage as it was planned."""
    return StagePlan(
        stage.format,
        stage.settings,
        take=stage.cut.get("take", 0),
        skip=stage.cut.get("skip", 0),
        rules=stage.rules,
        final_rounds=stage.finals.get("rounds", 0),
        final_rules=stage.finals.get("rules", {}),
    )


def _row(tournament: Tournament, number: int, plan: StagePlan) -> Stage:
    """A stage of this plan; refused where it can't be."""
    check_settings(plan.format, plan.settings)
    _check_cut(number, plan)
    for knobs in (plan.rules, {**plan.rules, **plan.final_rules}):
        if "preset" in knobs:
            sentence = N_("A stage changes single rules of the event, and has no rule set.")
            raise refusal("bad_rules", sentence, "rules")
        _check_rules(tournament, knobs)
    if bool(plan.final_rounds) != bool(plan.final_rules):
        sentence = N_("Say for how many of the last rounds other rules hold, and which.")
        raise refusal("invalid", sentence, "final_rounds")
    if plan.final_rounds and format_class(plan.format).drawn_by_round:
        sentence = N_("Where rounds are drawn one by one, all are played by the same rules.")
        raise refusal("invalid", sentence, "final_rounds")
    finals = {"rounds": plan.final_rounds, "rules": dict(plan.final_rules)}
    return Stage(
        tournament=tournament,
        number=number,
        format=plan.format,
        settings=_settings(tournament, plan),
        cut={"take": plan.take, "skip": plan.skip} if number > 1 else {},
        rules=dict(plan.rules),
        finals=finals if plan.final_rounds else {},
    )


def _check_rules(tournament: Tournament, knobs: Mapping[str, Any]) -> None:
    """Refuse rules that a stage can't have, and others for who play a match than the event's."""
    own, event = rules_from(tournament.rules | dict(knobs)), rules_from(tournament.rules)
    kept(own)
    if any(has_table(rules) or has_partners(rules) for rules in (own, event)):
        for knob in ("variant", "side_size", "table_size"):
            if as_dict(own).get(knob) != as_dict(event).get(knob):
                raise refusal("bad_rules", SAME_PARTNERS, knob)


def _settings(tournament: Tournament, plan: StagePlan) -> dict[str, Any]:
    """As they are given; between teams boards are compared as well, and how many sit at a table is
    as the rules say, unless something else is said."""
    settings, rules = dict(plan.settings), rules_from(tournament.rules)
    meets = format_class(plan.format).meets
    if meets == "table":
        settings.setdefault("seats", rules.table_size)
        if seats_exactly(rules):
            settings.setdefault("uneven", False)
            if (settings["seats"], settings["uneven"]) != (rules.table_size, False):
                raise refusal("invalid", AS_MANY_SEATS, "seats", number=rules.table_size)
    side_size = partners_of(rules)
    if meets == "partners" and settings.setdefault("partners", side_size) != side_size:
        raise refusal("invalid", AS_MANY_PARTNERS, "partners", number=side_size)
    if tournament.plays_boards and "tiebreaks" in format_class(plan.format).settings():
        settings.setdefault("tiebreaks", list(STANDARD_OF_TEAMS))
    return settings


def _check_cut(number: int, plan: StagePlan) -> None:
    if number == 1 and (plan.take or plan.skip):
        sentence = N_("Everybody plays the first stage: a cut is for a later one.")
        raise refusal("invalid", sentence, "take")
    if number > 1 and not FEWEST_TAKEN <= plan.take <= MOST_TAKEN:
        sentence = N_("Say how many go on into stage %(number)d, %(least)d or more.")
        raise refusal("invalid", sentence, "take", number=number, least=FEWEST_TAKEN)


def _values(stage: Stage) -> list[object]:
    return [stage.number, stage.format, stage.settings, stage.cut, stage.rules, stage.finals]
