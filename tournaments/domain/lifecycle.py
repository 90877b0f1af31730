"""The life of a tournament, of its rounds and of its matches.

A tournament's state is stored, and moves by the table ACTIONS alone. The states of rounds and
matches are folds over facts and are never set. ACTIONS and ROUND_ACTIONS say what may be done
when; whether a wish that has been fulfilled already is a repeat or an error is the service's to
say, before it asks here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kernel.text import N_, Refusal, Text


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
    """From a match for which nobody is known yet to its standing result."""

    LOCKED = "locked"
    WAITING = "waiting"
    READY = "ready"
    RUNNING = "running"
    REPORTED = "reported"
    DISPUTED = "disputed"
    FINISHED = "finished"


STATE_NAMES: Mapping[str, Text] = {
    TournamentState.DRAFT: Text("draft", N_("a draft")),
    TournamentState.REGISTRATION: Text("registration", N_("open for registration")),
    TournamentState.CHECK_IN: Text("check_in", N_("at check-in")),
    TournamentState.RUNNING: Text("running", N_("running")),
    TournamentState.FINISHED: Text("finished", N_("finished")),
    TournamentState.ARCHIVED: Text("archived", N_("archived")),
    TournamentState.CANCELLED: Text("cancelled", N_("cancelled")),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """When an action is allowed, the sentence for when it is not, and the state it leads to."""

    states: frozenset[str]
    why_not: str
    leads_to: TournamentState | None = None


_BEFORE = frozenset({TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CHECK_IN})
_DRAFT = frozenset({TournamentState.DRAFT})
_REGISTRATION = frozenset({TournamentState.REGISTRATION})
_CHECK_IN = frozenset({TournamentState.CHECK_IN})
_RUNNING = frozenset({TournamentState.RUNNING})
_FINISHED = frozenset({TournamentState.FINISHED})
_ARCHIVED = frozenset({TournamentState.ARCHIVED})

ACTIONS: Mapping[str, Rule] = {
    "change_settings": Rule(
        _BEFORE,
        N_(
            "The tournament is %(state)s: its settings are fixed. "
            "They can be changed again if its start is taken back while nothing is played."
        ),
    ),
    "open_registration": Rule(
        _DRAFT | _CHECK_IN,
        N_("The tournament is %(state)s: registration can be opened only from draft or check-in."),
        TournamentState.REGISTRATION,
    ),
    "close_registration": Rule(
        _REGISTRATION,
        N_("The tournament is %(state)s: there is no open registration to close."),
        TournamentState.DRAFT,
    ),
    "open_check_in": Rule(
        _DRAFT | _REGISTRATION,
        N_("The tournament is %(state)s: check-in can be opened only from draft or registration."),
        TournamentState.CHECK_IN,
    ),
    "register": Rule(
        _REGISTRATION,
        N_("The tournament is %(state)s, not open for registration. Ask a director to enter you."),
    ),
    "check_in": Rule(
        _CHECK_IN,
        N_("The tournament is %(state)s: nobody can be checked in until check-in is opened."),
    ),
    "change_entries": Rule(
        _BEFORE,
        N_(
            "The tournament is %(state)s: its entries are fixed. "
            "Who can't play is withdrawn, or swapped for another while nothing is played."
        ),
    ),
    "line_up": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: who played for a team stays as it is."),
    ),
    "enter_late": Rule(
        _RUNNING,
        N_("The tournament is %(state)s: nobody can join it late. Enter them as an entrant."),
    ),
    "note_absence": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: no round is left to sit out."),
    ),
    "pair": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: nobody is paired any more."),
    ),
    "swap_entry": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: nobody can be swapped for another any more."),
    ),
    "withdraw": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: there is nothing left to withdraw from."),
    ),
    "draw": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: nothing more is drawn in it."),
    ),
    "start": Rule(
        _BEFORE,
        N_("The tournament is %(state)s: only one that has not begun can be started."),
        TournamentState.RUNNING,
    ),
    "take_back_start": Rule(
        _RUNNING,
        N_("The tournament is %(state)s: there is no start to take back."),
        TournamentState.CHECK_IN,
    ),
    "publish_round": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: no round of it can be published."),
        TournamentState.RUNNING,
    ),
    "drop_round": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: its rounds stay as they are."),
    ),
    "enter_result": Rule(
        _RUNNING,
        N_("The tournament is %(state)s: results are entered only while it is running."),
    ),
    "correct_result": Rule(
        _RUNNING | _FINISHED,
        N_(
            "The tournament is %(state)s: results can be corrected only while it is running "
            "or finished."
        ),
    ),
    "give_penalty": Rule(
        _RUNNING | _FINISHED,
        N_(
            "The tournament is %(state)s: penalties are given, taken back and appealed only while "
            "it is running or finished."
        ),
    ),
    "finish": Rule(
        _RUNNING,
        N_("The tournament is %(state)s: only a running one can be finished."),
        TournamentState.FINISHED,
    ),
    "resume": Rule(
        _FINISHED,
        N_("The tournament is %(state)s: only a finished one can be resumed."),
        TournamentState.RUNNING,
    ),
    "archive": Rule(
        _FINISHED,
        N_("The tournament is %(state)s: only a finished one can be archived."),
        TournamentState.ARCHIVED,
    ),
    "unarchive": Rule(
        _ARCHIVED,
        N_("The tournament is %(state)s: it is not in the archive."),
        TournamentState.FINISHED,
    ),
    "cancel": Rule(
        _BEFORE | _RUNNING,
        N_("The tournament is %(state)s: only one that is not over can be cancelled."),
        TournamentState.CANCELLED,
    ),
    "delete": Rule(
        frozenset(TournamentState) - _RUNNING,
        N_("The tournament is %(state)s: cancel it before you delete it."),
    ),
}

_PLAYED = N_("Round %(round)d has been played in: only a round without any play can be changed.")
_NOT_PLAYED = frozenset({RoundState.DRAFT, RoundState.PUBLISHED})

ROUND_ACTIONS: Mapping[str, Rule] = {
    "publish": Rule(frozenset({RoundState.DRAFT}), N_("Round %(round)d is published already.")),
    "unpublish": Rule(
        frozenset({RoundState.PUBLISHED}),
        N_("Round %(round)d can't be unpublished: it is a draft, or has been played in."),
    ),
    "drop": Rule(_NOT_PLAYED, _PLAYED),
    "swap": Rule(_NOT_PLAYED, _PLAYED),
}


def why_not(state: str, action: str) -> Text | None:
    """Why a tournament in this state does not allow an action of ACTIONS; None when it does."""
    rule = ACTIONS[action]
    if state in rule.states:
        return None
    return Text("wrong_state", rule.why_not, {"state": STATE_NAMES[state]})


def require(state: str, action: str) -> TournamentState:
    """The state in which an action leaves the tournament; refused where it is not allowed."""
    refused = why_not(state, action)
    if refused:
        raise Refusal(refused)
    return ACTIONS[action].leads_to or TournamentState(state)


def why_not_round(state: str, action: str, *, round: int) -> Text | None:
    """Why a round in this state does not allow an action of ROUND_ACTIONS; None when it does."""
    rule = ROUND_ACTIONS[action]
    if state in rule.states:
        return None
    return Text("wrong_state", rule.why_not, {"round": round})


def require_round(state: str, action: str, *, round: int) -> None:
    """Refuse an action that a round in this state does not allow."""
    refused = why_not_round(state, action, round=round)
    if refused:
        raise Refusal(refused)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What the state of a round follows from.

    `begun`: a hand or a result of it has been entered. `over`: every pairing is decided.
    """

    published: bool
    begun: bool
    over: bool


def round_state(facts: RoundFacts) -> RoundState:
    """The state of a round."""
    if not facts.published:
        return RoundState.DRAFT
    if facts.over:
        return RoundState.COMPLETE
    return RoundState.RUNNING if facts.begun else RoundState.PUBLISHED


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What the state of a match follows from.

    `known` counts the entries (0 to 2) that are known to play it. `begun`: a hand of it has been
    entered. `reported` and `disputed`: a player's report waits for the opponent, or for a referee.
    `over`: the pairing is decided, by a result or by a withdrawal.
    """

    published: bool
    known: int
    begun: bool = False
    reported: bool = False
    disputed: bool = False
    over: bool = False


def match_state(facts: MatchFacts) -> MatchState:
    """The state of a match. What is decided is finished, whatever else is open about it."""
    if facts.over:
        return MatchState.FINISHED
    if not facts.published or facts.known == 0:
        return MatchState.LOCKED
    if facts.known == 1:
        return MatchState.WAITING
    if facts.disputed:
        return MatchState.DISPUTED
    if facts.reported:
        return MatchState.REPORTED
    return MatchState.RUNNING if facts.begun else MatchState.READY
