"""The stages of an event in plain words: format, who goes on, lengths, the order of the table."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from games.engine.chapters import Chapter
from games.rule_books import AgreedRules, rules_from
from games.told_rules import rule_words
from kernel.text import N_, Text
from tournaments.domain.formats.registry import format_of
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.services.stages.plans import StagePlan

CHOICE = N_("%(title)s: %(choice)s.")
NET_CAP = N_("A game counts at most %(n)d net points in the table.")
ORDER = N_("The table is ordered by %(order)s; the first that parts two entrants decides.")
THEN = N_("%(first)s, then %(next)s")
EVERYBODY = N_("Everybody plays in it.")
THE_BEST = N_("The best %(take)d of the stage before play in it.")
THE_NEXT = N_("Places %(first)d to %(last)d of the stage before play in it.")
IN_THIS_STAGE = N_("In this stage: %(rule)s")
LAST_ROUND = N_("In the last round: %(rule)s")
LAST_ROUNDS = N_("In the last %(rounds)d rounds: %(rule)s")
TEAMS = N_("Teams")
ON_BOARDS = N_("Teams meet on %(boards)d boards, each of them a match between two players.")
WON_BY_BOARDS = N_("Who wins more boards wins; with as many, games count, then net points.")
LEVEL_IN_ALL = N_(
    "Where all of that is level it is drawn if drawn matches are allowed; if not, the first board "
    "that was won decides."
)


def team_chapter(boards: int) -> Chapter:
    """What a match between teams on so many boards is."""
    sentences = (ON_BOARDS, WON_BY_BOARDS, LEVEL_IN_ALL)
    return Chapter(
        Text("teams", TEAMS), [Text("rule", sentence, {"boards": boards}) for sentence in sentences]
    )


def stage_chapters(rules: Mapping[str, Any], stages: Sequence[StagePlan]) -> list[Chapter]:
    """A chapter for each stage of an event with these rules, as they are stored."""
    if len(stages) == 1:
        return [_chapter(rules, stages[0], stage_title(stages[0]))]
    chapters = []
    for number, plan in enumerate(stages, 1):
        values = {"number": number, "format": stage_title(plan)}
        title = Text("stage", N_("Stage %(number)d: %(format)s"), values)
        chapters.append(_chapter(rules, plan, title, who_plays(plan)))
    return chapters


def stage_title(plan: StagePlan) -> Text:
    """What the format of a stage is called."""
    return format_of(plan.format, plan.settings).name


def who_plays(plan: StagePlan) -> Text:
    """Who comes into a stage."""
    if not plan.take:
        return Text("rule", EVERYBODY)
    if not plan.skip:
        return Text("rule", THE_BEST, {"take": plan.take})
    return Text("rule", THE_NEXT, {"first": plan.skip + 1, "last": plan.skip + plan.take})


def _chapter(rules: Mapping[str, Any], plan: StagePlan, title: Text, *first: Text) -> Chapter:
    says = Text("rule", format_of(plan.format, plan.settings).says)
    return Chapter(title, [*first, says, *_settings(plan), *_rules(rules, plan)])


def _settings(plan: StagePlan) -> Iterator[Text]:
    """What the settings come to; what is as little as it can be is not spoken of."""
    format = format_of(plan.format, plan.settings)
    for name, setting in format.settings().items():
        value = getattr(format, name)
        if value is True:
            yield setting.says
        elif isinstance(value, str):
            values = {"title": setting.title, "choice": setting.choices[value]}
            yield Text("rule", CHOICE, values)
        elif isinstance(value, tuple):
            yield from _tiebreaks(value, format.net_cap)
        elif told := setting.number_told(value):
            yield told


def _tiebreaks(codes: Sequence[str], net_cap: int) -> Iterator[Text]:
    names = [tiebreak_of(code).name for code in codes]
    order = reduce(lambda first, other: Text("then", THEN, {"first": first, "next": other}), names)
    yield Text("rule", ORDER, {"order": order})
    if "net_points" in codes:
        yield Text("rule", NET_CAP, {"n": net_cap})


def _rules(rules: Mapping[str, Any], plan: StagePlan) -> Iterator[Text]:
    """What is otherwise in this stage than in the whole event, and in its last rounds."""
    whole, own = rules_from(rules), rules_from({**rules, **plan.rules})
    for rule in _otherwise(own, whole):
        yield Text("rule", IN_THIS_STAGE, {"rule": rule})
    last = rules_from({**rules, **plan.rules, **plan.final_rules})
    sentence = LAST_ROUND if plan.final_rounds == 1 else LAST_ROUNDS
    for rule in _otherwise(last, own):
        yield Text("rule", sentence, {"rounds": plan.final_rounds, "rule": rule})


def _otherwise(rules: AgreedRules, others: AgreedRules) -> list[Text]:
    known = [sentence for chapter in rule_words(others) for sentence in chapter.sentences]
    return [
        sentence
        for chapter in rule_words(rules)
        for sentence in chapter.sentences
        if sentence not in known
    ]
