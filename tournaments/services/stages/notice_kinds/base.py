"""What every notice is."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, NamedTuple

from django.db.models import Q

from tournaments.models import Notice


class Due(NamedTuple):
    """Somebody who is to be told of something, as ids; once of each thing that it is `about`."""

    user: int
    about: str
    pairing: int | None = None
    """The pairing that it is about: a notice goes with it."""


class Letter(NamedTuple):
    """What a mail says."""

    subject: str
    body: str


class NoticeKind(ABC):
    """One thing that players are told: to whom, when, and in which words."""

    code: ClassVar[str]
    """As it is stored; at most 16 characters."""
    asks: ClassVar[str]
    """What stands at the box by which somebody wishes for it."""
    called: ClassVar[str]
    """What it is called in the list of mails that do not go out."""
    foretold: ClassVar[str]
    """How a preview of a correction says that it goes to %(names)s."""
    is_online_alone: ClassVar[bool] = False
    """Whether there is nothing to tell but in an event that is played online."""
    is_of_windows: ClassVar[bool] = False
    """Whether there is nothing to tell but in an event whose rounds have windows."""

    @abstractmethod
    def due(self, stage_id: int, now: datetime) -> Iterable[Due]:
        """Who is to be told of what by now. It is asked when the stage has moved on, and by the
        tick while the stage is played; who has been told already may be among them. What is of
        interest for a while only is left out when that is over: who begins to wish for it is not
        told of all that was."""

    @abstractmethod
    def letter(self, notice: Notice) -> Letter | None:
        """The words, in the language of the reader, which is active; None where it no longer
        holds."""

    def wished_by(self, account: str) -> Q:
        """Whether an account wishes for it, by the path to it in a query."""
        return Q(
            **{f"{account}__notice_wishes__kind": self.code, f"{account}__is_active": True},
        )
