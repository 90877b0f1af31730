"""What is next for a referee: the tables that need one, their own first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kernel.text import N_, Text
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.calls import CALL_SUBJECTS
from tournaments.domain.tonight.next_step import Button, NextStep, Urgency

ANSWER_WITHIN = 3 * 60
"""Seconds after which a report that nobody has answered is looked at by a referee."""


class Need(StrEnum):
    """Why a table needs a referee, the most urgent first."""

    CALLED = "called"
    GOING = "going"  # the reader is on their way
    DISPUTED = "disputed"
    APPEAL = "appeal"  # a panel has still to decide
    LATE = "late"  # the time is up
    ABSENT = "absent"  # nobody has begun although that costs a game by now
    UNANSWERED = "unanswered"  # a report
    TAKEN = "taken"  # somebody else is on their way


class Does(StrEnum):
    """What the button of a referee's step does: an act, or the page that it opens."""

    TAKE = "take"  # the call `key`
    PAD = "pad"  # of the match `key`
    MATCH = "match"
    RESULT = "result"
    TABLE = "table"  # of that number
    APPEAL = "appeal"  # of that id
    TABLES = "tables"
    CHECK_IN = "check_in"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class TableInNeed:
    """A match that needs a referee, or an appeal about one.

    `where` is what its place is called, `table` its number (None without a table); `mine`: the
    reader may write there; `seconds` it has waited. `key` is the id of the call or of the appeal,
    `about` the subject of the call, `said` the codes of the phrases that were reported with it, and
    `taker` who is on their way.
    """

    need: Need
    where: Text
    match: int | None
    mine: bool
    seconds: int = 0
    table: int | None = None
    key: int | None = None
    about: str = ""
    said: tuple[str, ...] = ()
    taker: str = ""


@dataclass(frozen=True, slots=True)
class RefereeFacts:
    """An event as a referee finds it. `playing` counts the matches that can be played or wait for
    a word; `is_drawn`: there is a round that everybody sees."""

    event: int
    state: TournamentState
    tables: Sequence[TableInNeed] = ()
    playing: int = 0
    is_drawn: bool = False


def in_order(tables: Iterable[TableInNeed]) -> list[TableInNeed]:
    """The reader's own tables first, then by what they need, then who has waited longest."""
    needs = list(Need)

    def place(one: TableInNeed) -> tuple[bool, int, int, bool, int]:
        return (
            not one.mine,
            needs.index(one.need),
            -one.seconds,
            one.table is None,
            one.table or 0,
        )

    return sorted(tables, key=place)


def needed_at(tables: Iterable[TableInNeed]) -> list[TableInNeed]:
    """Those that wait for this reader, in order."""
    return [one for one in in_order(tables) if one.mine and one.need != Need.TAKEN]


def next_step(facts: RefereeFacts) -> NextStep:
    """The sentence and the button for who judges in this event."""
    needed = needed_at(facts.tables)
    if needed:
        urgency, _sentence, _words, _does = _WORDS[needed[0].need]
        sentence = _said(needed[0]) if len(needed) == 1 else _many(len(needed))
        return NextStep(urgency, sentence, button(needed[0]), facts.event)
    return _nobody_waits(facts)


def button(one: TableInNeed) -> Button:
    """The first thing to do about a table."""
    _urgency, _sentence, words, does = _WORDS[one.need]
    keys = {Does.TAKE: one.key, Does.APPEAL: one.key, Does.TABLE: one.table}
    return Button(Text(f"referee_do_{one.need}", words), does, keys.get(does, one.match))


_CALLED = N_("%(where)s calls: %(about)s")
_WORDS: dict[Need, tuple[Urgency, str, str, Does]] = {
    Need.CALLED: (Urgency.CALLED, _CALLED, N_("I am coming"), Does.TAKE),
    Need.GOING: (
        Urgency.CALLED,
        N_("%(where)s: you are on your way"),
        N_("Score pad"),
        Does.PAD,
    ),
    Need.DISPUTED: (
        Urgency.ASKED,
        N_("%(where)s: the two do not agree"),
        N_("Decide it"),
        Does.MATCH,
    ),
    Need.APPEAL: (Urgency.ASKED, N_("%(where)s: under appeal"), N_("Decide it"), Does.APPEAL),
    Need.LATE: (
        Urgency.NOW,
        N_("%(where)s: the time is up"),
        N_("Enter the result"),
        Does.RESULT,
    ),
    Need.ABSENT: (Urgency.NOW, N_("%(where)s: not begun yet"), N_("Who is not here"), Does.TABLE),
    Need.UNANSWERED: (
        Urgency.NOW,
        N_("%(where)s: a report waits for its answer"),
        N_("Look at the report"),
        Does.MATCH,
    ),
    Need.TAKEN: (
        Urgency.GOING_ON,
        N_("%(where)s: %(taker)s is on the way"),
        N_("Take over"),
        Does.TAKE,
    ),
}


def _said(one: TableInNeed) -> Text:
    about = CALL_SUBJECTS.get(one.about, "")
    values = {"where": one.where, "about": Text(f"call_{one.about}", about), "taker": one.taker}
    return Text(f"referee_{one.need}", _WORDS[one.need][1], values)


def _many(number: int) -> Text:
    return Text("referee_needed", N_("%(number)d tables need you"), {"number": number})


def _nobody_waits(facts: RefereeFacts) -> NextStep:
    """Nothing of the reader's own waits: how far the event is."""
    sentence, urgency, to_tables = N_("Nobody waits for a referee"), Urgency.GOING_ON, True
    if facts.state in (TournamentState.ARCHIVED, TournamentState.CANCELLED):
        sentence, urgency, to_tables = N_("The event is closed"), Urgency.OVER, False
    elif facts.state == TournamentState.FINISHED:
        sentence, urgency, to_tables = (
            N_("All results are in, the event is over"),
            Urgency.OVER,
            False,
        )
    elif facts.state == TournamentState.CHECK_IN:
        check_in = Button(Text("referee_do_check_in", N_("Check-in")), Does.CHECK_IN)
        said = Text("referee_check_in", N_("Check-in is open, nothing is played yet"))
        return NextStep(Urgency.NOW, said, check_in, facts.event)
    elif facts.state != TournamentState.RUNNING or not facts.is_drawn:
        sentence, urgency, to_tables = N_("Nothing is played yet"), Urgency.LATER, False
    elif any(one.need != Need.TAKEN for one in facts.tables):
        sentence = N_("Nobody waits at your tables")
    elif not facts.playing:
        sentence = N_("All results are in, the next round is to come")
    words, does = (
        (N_("To the tables"), Does.TABLES) if to_tables else (N_("To the event"), Does.EVENT)
    )
    button = Button(Text(f"referee_do_{does}", words), does)
    return NextStep(urgency, Text("referee_nobody", sentence), button, facts.event)
