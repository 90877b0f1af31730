"""The rules of an event as its players read them, on the page and on paper."""

from collections.abc import Sequence

from games.engine.chapters import Chapter
from games.engine.gin.rules import Rules
from games.rule_books import AgreedRules, as_dict, has_partners
from games.told_rules import rule_words
from kernel.text import N_, Text
from pages.parts import consequences
from pages.parts.club_rules import club_name_of
from pages.parts.form_words import form_chapters
from pages.parts.knob_words import house_chapter
from pages.parts.play_words import online_chapter
from pages.parts.stage_words import stage_chapters, team_chapter
from tournaments.selectors.events.play import OnlinePlay
from tournaments.services.stages.plans import StagePlan


def event_chapters(
    rules: AgreedRules,
    plans: Sequence[StagePlan],
    *,
    club_id: int,
    boards: int,
    online: OnlinePlay | None,
    windows: Sequence[Text],
    byes: Sequence[Text],
) -> list[Chapter]:
    """All of them: what is the house's, what holds online, within which `windows` its rounds are
    played, who fills its `byes`, how it is played, what holds in hands and games, and what in this
    form of the game besides."""
    return [
        house_chapter(rules, club_name_of(club_id, rules)),
        *([online_chapter(online)] if online else []),
        *([Chapter(Text("windows", N_("Rounds by days")), list(windows))] if windows else []),
        *([Chapter(Text("byes", N_("Byes")), list(byes))] if byes else []),
        *([team_chapter(boards)] if boards > 1 and not has_partners(rules) else []),
        *stage_chapters(as_dict(rules), plans),
        *rule_words(rules),
        *(form_chapters(rules) if isinstance(rules, Rules) else ()),
    ]


def in_short(rules: AgreedRules, plans: Sequence[StagePlan]) -> tuple[str, str]:
    """How long a match is, and how hands are scored; both empty where stages have rules of their
    own, so that neither holds for every match."""
    if any(plan.rules or plan.final_rules for plan in plans):
        return "", ""
    return consequences.of_length(rules), consequences.of_rules(rules)
