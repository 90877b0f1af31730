"""What players can be told by e-mail: one class each, all listed in NOTICES."""

from tournaments.services.stages.notice_kinds.adjourned import Adjourned
from tournaments.services.stages.notice_kinds.arranging import MatchTime, TimesProposed
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.challenged import Challenged
from tournaments.services.stages.notice_kinds.next_match import NextMatch
from tournaments.services.stages.notice_kinds.summoned import Summoned

NOTICES: tuple[NoticeKind, ...] = (
    NextMatch(),
    TimesProposed(),
    MatchTime(),
    Summoned(),
    Adjourned(),
    Challenged(),
)

__all__ = ["NOTICES", "Due", "Letter", "NoticeKind"]
