"""What players can be told by e-mail: one class each, all listed in NOTICES."""

from tournaments.services.stages.notice_kinds.adjourned import Adjourned
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.next_match import NextMatch

NOTICES: tuple[NoticeKind, ...] = (NextMatch(), Adjourned())

__all__ = ["NOTICES", "Due", "Letter", "NoticeKind"]
