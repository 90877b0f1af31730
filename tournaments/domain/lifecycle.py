"""The life of a tournament, of its rounds and of its matches.

A tournament's state is stored and moves by the table ACTIONS, the one place that says what may be
done when. The states of rounds and matches are not stored as such: they are folds over facts.
"""

from dataclasses import dataclass
from enum import StrEnum

from players.text import N_, Refusal, Text


class TournamentState(StrEnum):
    """From the first draft to the archive."""

    DRAFT = "draft"
    REGISTRATION = "registration"
    CHECK_IN = "check_in"
    RUNNING = "running"
    FINISHED = "finished"
    ARCHIVED = "archived"
    CANCELLED = "cancelled"


class RoundState(StrEnum):
    """From the draw of a round to its last result."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    COMPLETE = "complete"


class MatchState(StrEnum):
    """From a match nobody is known for to its standing result."""

    LOCKED = "locked"
    WAITING = "waiting"
    READY = "ready"
    RUNNING = "running"
    REPORTED = "reported"
    DISPUTED = "disputed"
    FINISHED = "finished"


class Report(StrEnum):
    """How it stands with the submission of a result that is not yet the result."""

    OPEN = "open"
    DISPUTED = "disputed"


STATE_NAMES = {
    TournamentState.DRAFT: Text("draft", N_("a draft")),
    TournamentState.REGISTRATION: Text("registration", N_("open for registration")),
    TournamentState.CHECK_IN: Text("check_in", N_("at check-in")),
    TournamentState.RUNNING: Text("running", N_("running")),
    TournamentState.FINISHED: Text("finished", N_("finished")),
    TournamentState.ARCHIVED: Text("archived", N_("archived")),
    TournamentState.CANCELLED: Text("cancelled", N_("cancelled")),
}
