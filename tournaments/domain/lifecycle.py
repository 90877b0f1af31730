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


PLAYED_OUT = (TournamentState.FINISHED, TournamentState.ARCHIVED)
"""The states in which everything is decided."""


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


_DRAFT = frozenset({TournamentState.DRAFT})
_REGISTRATION = frozenset({TournamentState.REGISTRATION})
_CHECK_IN = frozenset({TournamentState.CHECK_IN})
_BEFORE = _DRAFT | _REGISTRATION | _CHECK_IN
_RUNNING = frozenset({TournamentState.RUNNING})
_FINISHED = frozenset({TournamentState.FINISHED})
_ARCHIVED = frozenset({TournamentState.ARCHIVED})

_ALLOWED_IN: Mapping[frozenset[str], Mapping[str, str]] = {
    _DRAFT | _CHECK_IN: {
        "open_registration": N_(
            "The tournament is %(state)s: registration can be opened only from draft or check-in."
        ),
    },
    _REGISTRATION: {
        "close_registration": N_(
            "The tournament is %(state)s: there is no open registration to close."
        ),
        "register": N_(
            "The tournament is %(state)s, not open for registration. Ask a director to enter you."
        ),
    },
    _DRAFT | _REGISTRATION: {
        "open_check_in": N_(
            "The tournament is %(state)s: check-in can be opened only from draft or registration."
        ),
    },
    _CHECK_IN: {
        "check_in": N_(
            "The tournament is %(state)s: nobody can be checked in until check-in is opened."
        ),
    },
    _BEFORE: {
        "change_settings": N_(
            "The tournament is %(state)s: its settings are fixed. "
            "They can be changed again if its start is taken back while nothing is played."
        ),
        "change_entries": N_(
            "The tournament is %(state)s: its entries are fixed. "
            "Who can't play is withdrawn, or swapped for another while nothing is played."
        ),
        "start": N_("The tournament is %(state)s: only one that has not begun can be started."),
    },
    _BEFORE | _RUNNING: {
        "line_up": N_("The tournament is %(state)s: who played for a team stays as it is."),
        "note_absence": N_("The tournament is %(state)s: no round is left to sit out."),
        "pair": N_("The tournament is %(state)s: nobody is paired any more."),
        "swap_entry": N_(
            "The tournament is %(state)s: nobody can be swapped for another any more."
        ),
        "withdraw": N_("The tournament is %(state)s: there is nothing left to withdraw from."),
        "draw": N_("The tournament is %(state)s: nothing more is drawn in it."),
        "publish_round": N_("The tournament is %(state)s: no round of it can be published."),
        "drop_round": N_("The tournament is %(state)s: its rounds stay as they are."),
        "cancel": N_("The tournament is %(state)s: only one that is not over can be cancelled."),
    },
    _RUNNING: {
        "enter_late": N_(
            "The tournament is %(state)s: nobody can join it late. Enter them as an entrant."
        ),
        "take_back_start": N_("The tournament is %(state)s: there is no start to take back."),
        "enter_result": N_(
            "The tournament is %(state)s: results are entered only while it is running."
        ),
        "finish": N_("The tournament is %(state)s: only a running one can be finished."),
    },
    _RUNNING | _FINISHED: {
        "correct_result": N_(
            "The tournament is %(state)s: results can be corrected only while it is running "
            "or finished."
        ),
        "give_penalty": N_(
            "The tournament is %(state)s: penalties are given, taken back and appealed only while "
            "it is running or finished."
        ),
    },
    _FINISHED: {
        "resume": N_("The tournament is %(state)s: only a finished one can be resumed."),
        "archive": N_("The tournament is %(state)s: only a finished one can be archived."),
    },
    _ARCHIVED: {"unarchive": N_("The tournament is %(state)s: it is not in the archive.")},
    frozenset(TournamentState) - _RUNNING: {
        "delete": N_("The tournament is %(state)s: cancel it before you delete it."),
    },
}
"""The actions that each set of states allows, with the sentence for where they are not."""

_LEADS_TO = {
    "open_registration": TournamentState.REGISTRATION,
    "close_registration": TournamentState.DRAFT,
    "open_check_in": TournamentState.CHECK_IN,
    "start": TournamentState.RUNNING,
    "take_back_start": TournamentState.CHECK_IN,
    "publish_round": TournamentState.RUNNING,
    "finish": TournamentState.FINISHED,
    "resume": TournamentState.RUNNING,
    "archive": TournamentState.ARCHIVED,
    "unarchive": TournamentState.FINISHED,
    "cancel": TournamentState.CANCELLED,
}

ACTIONS: Mapping[str, Rule] = {
    action: Rule(states, why_not, _LEADS_TO.get(action))
    for states, actions in _ALLOWED_IN.items()
    for action, why_not in actions.items()
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


def round_state(*, published: bool, begun: bool, over: bool) -> RoundState:
    """The state of a round. `begun`: a hand or a result of it has been entered. `over`: every
    pairing is decided."""
    if not published:
        return RoundState.DRAFT
    if over:
        return RoundState.COMPLETE
    return RoundState.RUNNING if begun else RoundState.PUBLISHED


def match_state(written: str, known: int, *, published: bool, over: bool) -> MatchState:
    """The state of a match. What is decided is finished, whatever else is open about it.

    `written` is that of its sheet: "open" while nothing is written down, then "running", "reported"
    or "disputed" (a player's report waits for the opponent, or for a referee), "finished". `known`
    counts the entries (0 to 2) that are known to play it. `over`: the pairing is decided, by a
    result or by a withdrawal.
    """
    if over or written == MatchState.FINISHED:
        return MatchState.FINISHED
    if not published or known == 0:
        return MatchState.LOCKED
    if known == 1:
        return MatchState.WAITING
    return MatchState.READY if written == "open" else MatchState(written)
