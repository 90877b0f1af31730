"""What is next for a player of one event: their answer, their match, what they wait for.

Scores have the player's own games first. Names, tables and what is said of a result come as they
are shown to the player: the sentences only place them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kernel.seats import PerSeat
from kernel.text import N_, Text
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.domain.tonight.next_step import Button, NextStep, Urgency
from tournaments.domain.windows import Hour


class OwnEntry(StrEnum):
    """How far somebody is in an event; the later ones are out of it."""

    REQUESTED = "requested"  # the director has not answered yet
    WAITLIST = "waitlist"
    ENTERED = "entered"
    HERE = "here"  # checked in
    NOT_ON = "not_on"  # in a stage that goes on without them
    WITHDRAWN = "withdrawn"
    PUT_OUT = "put_out"  # by a penalty


class Does(StrEnum):
    """What the button of a player's step does: an act on their match, or the page that it opens."""

    CONFIRM = "confirm"  # their opponent's report
    REPORT = "report"
    PAD = "pad"
    END_CALL = "end_call"
    MATCH = "match"
    ONLINE = "online_table"
    TEAM_MATCH = "team_match"
    EVENT = "event"
    STANDINGS = "standings"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class OwnCall:
    """A call for a referee that stands at a match: its id, and who is coming, empty while nobody
    has taken it."""

    key: int
    coming: str = ""


@dataclass(frozen=True, slots=True)
class OwnTime:
    """When a match is played in an event by windows: the hour that is agreed, as it is shown, and
    how it stands; empty and None while there is none."""

    agreed: str = ""
    hour: Hour | None = None


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """The match, or the board, that comes next for somebody, as it stands.

    `key` is the id of the match, None where the player stands by while their team plays: then
    `stands_by` is the id of the pairing. `opponent` is who it is against, or whose place is not
    filled yet (`is_known` is False); `score` is what is reported, None while nothing is. What
    `is_online` is played at the match's own table, to which the player may have been called
    (`is_summoned`). `time` is there in an event by windows.
    """

    state: MatchState
    opponent: str
    key: int | None = None
    is_known: bool = True
    table: str = ""
    is_online: bool = False
    is_summoned: bool = False
    is_by_hands: bool = False
    reported_by_me: bool = False
    score: PerSeat | None = None
    call: OwnCall | None = None
    stands_by: int | None = None
    time: OwnTime | None = None


class Bye(StrEnum):
    """What a round without an opponent counts."""

    WON = "won"
    NOTHING = "nothing"


class Follows(StrEnum):
    """What may come for who has no open match."""

    ROUND = "round"
    CUT = "cut"  # the next stage, for those who go on
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of one player in one event.

    `match` is the own one that is open, None where there is none. `round` is the newest one, 0
    before the draw; `away` and `bye` are about it, `last` is the own result of it, as it is said.
    `under_appeal`: a panel has still to decide about that match. `place` is where they came in, in
    words, once the event is over; empty where they have none.
    """

    event: int
    state: TournamentState
    entry: OwnEntry
    for_team: bool = False
    match: OwnMatch | None = None
    round: int = 0
    away: bool = False
    bye: Bye | None = None
    last: str = ""
    under_appeal: bool = False
    follows: Follows = Follows.ROUND
    place: str = ""


def next_step(facts: PlayerFacts) -> NextStep:
    """The sentence and the button for a player of an event that is no draft."""
    if facts.state in _OVER or facts.state == TournamentState.CANCELLED:
        return _over(facts)
    if facts.entry in _OUT:
        return _by_entry(facts)
    if facts.match is not None:
        return _with_appeal(facts, *_of_match(facts.match))
    if facts.entry in _SAID_OF_ENTRY and (facts.round == 0 or facts.entry in _NOT_IN):
        return _by_entry(facts)
    return _with_appeal(facts, *_between(facts))


def nothing_to_do() -> NextStep:
    """The step of who is entered in no event that is to come."""
    sentence = N_(
        "You are not entered in an evening that is to come. Look at your club's page, or ask its "
        "organiser for the link that connects your account with your name on the list."
    )
    see = Button(Text("player_home", N_("See what is on")), Does.HOME)
    return NextStep(Urgency.NOTHING, Text("player_nothing", sentence), see)


def said_by(opponent: str, score: PerSeat) -> Text:
    """What an opponent has reported, to who is to answer; their own games first."""
    own, other = score
    said = N_("%(opponent)s says %(score)s: you drew.")
    if own > other:
        said = N_("%(opponent)s says %(score)s: you won.")
    elif own < other:
        said = N_("%(opponent)s says %(score)s: you lost.")
    values = {"opponent": opponent, "score": f"{own}–{other}"}
    return Text("player_to_answer", said, values)


def confirm_words(score: PerSeat) -> Text:
    """What the button says with which a score is confirmed."""
    own, other = score
    return Text("player_confirm", N_("Confirm %(score)s"), {"score": f"{own}–{other}"})


Answer = tuple[Urgency, Text, Button]
"""A step without its event."""

_OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)
_OUT = (OwnEntry.WITHDRAWN, OwnEntry.PUT_OUT)
_NOT_IN = (OwnEntry.REQUESTED, OwnEntry.WAITLIST)
_SEE_EVENT = Button(Text("player_see_event", N_("See the event")), Does.EVENT)
_SEE_STANDINGS = Button(Text("player_see_standings", N_("Standings")), Does.STANDINGS)
_SEE_ROUND = Button(Text("player_see_round", N_("See the round")), Does.EVENT)

_SAID_OF_ENTRY: Mapping[OwnEntry, tuple[str, str]] = {
    OwnEntry.REQUESTED: (N_("You asked to take part. The director has not answered yet."),) * 2,
    OwnEntry.WAITLIST: (
        N_("You are on the waitlist: you play if a place is given back."),
        N_("Your team is on the waitlist: it plays if a place is given back."),
    ),
    OwnEntry.ENTERED: (
        N_("You are entered. The draw comes next."),
        N_("Your team is entered. The draw comes next."),
    ),
    OwnEntry.HERE: (
        N_("You are checked in. The draw comes next."),
        N_("Your team is checked in. The draw comes next."),
    ),
    OwnEntry.WITHDRAWN: (N_("You have withdrawn."), N_("Your team is withdrawn.")),
    OwnEntry.PUT_OUT: (
        N_("You were put out of this tournament by a penalty. You can appeal."),
        N_("Your team was put out of this tournament by a penalty. Who was given it can appeal."),
    ),
}
"""What is said to a player without a match: to one alone, and to one who plays for a team."""

_TO_COME = N_("Check in at the door: scan the code there, or tell the desk.")
_NOT_ON = (
    N_("You are not among those who went on."),
    N_("Your team is not among those that went on."),
)
_NO_MATCH = (
    N_("You have no match in this round."),
    N_("Your team has no match in this round."),
)
_AWAY = (
    N_("You sit out round %(round)d, as was agreed."),
    N_("Your team sits out round %(round)d, as was agreed."),
)
_AFTER_LAST: Mapping[Follows, str] = {
    Follows.ROUND: N_("%(last)s The next round follows."),
    Follows.CUT: N_("%(last)s Who goes on is known once everybody has played."),
    Follows.NOTHING: "%(last)s",
}
_BYES: Mapping[Bye, tuple[str, str]] = {
    Bye.WON: (
        N_("You have a bye in round %(round)d: it counts as a match won."),
        N_("Your team has a bye in round %(round)d: it counts as a match won."),
    ),
    Bye.NOTHING: (
        N_("You are free in round %(round)d, as the number is odd. That counts nothing."),
        N_("Your team is free in round %(round)d, as the number is odd. That counts nothing."),
    ),
}


def _said(facts: PlayerFacts, code: str, words: tuple[str, str], **values: object) -> Text:
    """One of two sentences: to one alone, or to one who plays for a team."""
    return Text(code, words[facts.for_team], values)


def _over(facts: PlayerFacts) -> NextStep:
    if facts.state == TournamentState.CANCELLED:
        sentence = Text("player_cancelled", N_("This evening was cancelled."))
        return NextStep(Urgency.OVER, sentence, _SEE_EVENT, facts.event)
    sentence = Text("player_over", N_("This evening is over."))
    if facts.place:
        words = (
            N_("It is over: you came in place %(place)s."),
            N_("It is over: your team came in place %(place)s."),
        )
        sentence = _said(facts, "player_place", words, place=facts.place)
    see = Button(Text("player_final_table", N_("Final table")), Does.STANDINGS)
    return NextStep(Urgency.OVER, sentence, see, facts.event)


def _by_entry(facts: PlayerFacts) -> NextStep:
    """Before the draw, and for who is out."""
    entry, urgency = facts.entry, Urgency.OVER if facts.entry in _OUT else Urgency.LATER
    sentence = _said(facts, f"player_{entry}", _SAID_OF_ENTRY[entry])
    if entry == OwnEntry.ENTERED and facts.state == TournamentState.CHECK_IN:
        urgency, sentence = Urgency.NOW, Text("player_to_come", _TO_COME)
    return NextStep(urgency, sentence, _SEE_EVENT, facts.event)


def _between(facts: PlayerFacts) -> Answer:
    """Of who has no open match in an event that is running."""
    is_out = facts.follows == Follows.NOTHING
    see, going = _SEE_ROUND, Urgency.OVER if is_out else Urgency.GOING_ON
    if facts.entry == OwnEntry.NOT_ON:
        going, sentence = Urgency.OVER, _said(facts, "player_not_on", _NOT_ON)
    elif facts.away:
        sentence = _said(facts, "player_away", _AWAY, round=facts.round)
    elif facts.bye is not None:
        sentence = _said(facts, "player_bye", _BYES[facts.bye], round=facts.round)
    elif facts.last:
        see = _SEE_STANDINGS
        sentence = Text("player_last", _AFTER_LAST[facts.follows], {"last": facts.last})
    else:
        sentence = _said(facts, "player_no_match", _NO_MATCH)
    return going, sentence, see


def _with_appeal(facts: PlayerFacts, urgency: Urgency, sentence: Text, button: Button) -> NextStep:
    """Nothing is over while a panel has still to decide."""
    if facts.under_appeal:
        said = N_("%(said)s It is under appeal: a panel has still to decide.")
        sentence = Text("player_under_appeal", said, {"said": sentence})
        urgency = min(urgency, Urgency.GOING_ON)
    return NextStep(urgency, sentence, button, facts.event)


def _of_match(match: OwnMatch) -> Answer:
    """The first of these that holds: what waits for an answer stands before what goes on."""
    if match.stands_by is not None:
        return _standing_by(match)
    if match.state == MatchState.REPORTED and not match.reported_by_me:
        return _to_answer(match)
    if match.is_summoned:
        return _summoned(match)
    if match.call is not None and match.state in _AT_THE_TABLE:
        return _called(match.call)
    if match.state == MatchState.REPORTED:
        return _own_report(match)
    return _AS_IT_STANDS[match.state](match)


def _standing_by(match: OwnMatch) -> Answer:
    later = match.state in (MatchState.LOCKED, MatchState.WAITING)
    sentence = N_("Your team plays %(opponent)s. You stand by, and may come in for somebody.")
    if later:
        sentence = N_("Your team meets %(opponent)s next. You stand by.")
    see = Button(
        Text("player_see_team", N_("To your team’s match")), Does.TEAM_MATCH, match.stands_by
    )
    said = Text("player_stands_by", sentence, {"opponent": match.opponent})
    return Urgency.LATER if later else Urgency.GOING_ON, said, see


def _to_answer(match: OwnMatch) -> Answer:
    score = match.score or (0, 0)
    button = Button(confirm_words(score), Does.CONFIRM, match.key)
    return Urgency.ASKED, said_by(match.opponent, score), button


def _summoned(match: OwnMatch) -> Answer:
    said = N_("You are called to your online table: you play %(opponent)s.")
    values = {"opponent": match.opponent}
    return Urgency.CALLED, Text("player_summoned", said, values), _to_table(match)


def _called(call: OwnCall) -> Answer:
    sentence = Text("player_called", N_("You have called a referee. Nobody has answered yet."))
    if call.coming:
        said = N_("%(who)s is coming. Leave the cards as they lie, please.")
        sentence = Text("player_coming", said, {"who": call.coming})
    end = Button(Text("player_end_call", N_("We have sorted it out")), Does.END_CALL, call.key)
    return Urgency.GOING_ON, sentence, end


def _own_report(match: OwnMatch) -> Answer:
    values = {"opponent": match.opponent, "score": _score(match)}
    said = N_("You reported %(score)s. It counts as soon as %(opponent)s confirms it.")
    change = Button(Text("player_change", N_("Change my report")), Does.REPORT, match.key)
    button = _to_match(match) if match.is_by_hands else change
    return Urgency.GOING_ON, Text("player_own_report", said, values), button


def _disputed(match: OwnMatch) -> Answer:
    values = {"opponent": match.opponent, "score": _score(match)}
    said = N_("You say that %(score)s against %(opponent)s is not right. A referee decides.")
    if match.reported_by_me:
        said = N_("%(opponent)s says that %(score)s is not right. A referee decides.")
    return Urgency.GOING_ON, Text("player_disputed", said, values), _to_match(match)


def _running(match: OwnMatch) -> Answer:
    sentence = Text(
        "player_running", N_("You are playing %(opponent)s."), {"opponent": match.opponent}
    )
    pad = Button(Text("player_pad", N_("Score pad")), Does.PAD, match.key)
    return Urgency.NOW, sentence, _to_table(match) if match.is_online else pad


def _by_appointment(match: OwnMatch, time: OwnTime) -> Answer:
    """In an event by windows, while the hour of the match has not come: they may play all the
    same."""
    values = {"opponent": match.opponent, "hour": time.agreed}
    button = _to_table(match) if match.is_online else _to_report(match)
    if time.hour == Hour.AHEAD:
        said = Text("player_agreed", N_("You play %(opponent)s on %(hour)s."), values)
        return Urgency.LATER, said, button if match.is_online else _to_match(match)
    if time.hour == Hour.MISSED:
        words = N_(
            "You were to play %(opponent)s on %(hour)s. That is past, and nothing was played."
        )
        return Urgency.NOW, Text("player_missed", words, values), button
    words = N_("You play %(opponent)s in this round. Agree on a time.")
    return Urgency.NOW, Text("player_no_time", words, values), button


def _ready(match: OwnMatch) -> Answer:
    if match.time is not None and match.time.hour != Hour.COME:
        return _by_appointment(match, match.time)
    values = {"opponent": match.opponent, "table": match.table}
    said = N_("You play %(opponent)s as soon as a table is free.")
    if match.is_online:
        said = N_("You play %(opponent)s online. Sit down and begin.")
        return Urgency.NOW, Text("player_ready_online", said, values), _to_table(match)
    if match.table:
        said = N_("You play %(opponent)s at %(table)s. Sit down and begin.")
    return Urgency.NOW, Text("player_ready", said, values), _to_report(match)


def _to_come(match: OwnMatch) -> Answer:
    said = N_("You meet %(opponent)s next. The round is not open yet.")
    if not match.is_known:
        said = N_("You are through. You wait for: %(opponent)s.")
    sentence = Text("player_to_meet", said, {"opponent": match.opponent})
    return Urgency.GOING_ON, sentence, _to_match(match)


def _to_match(match: OwnMatch) -> Button:
    return Button(Text("player_see_match", N_("To the match")), Does.MATCH, match.key)


def _to_report(match: OwnMatch) -> Button:
    return Button(Text("player_report", N_("Report the result")), Does.REPORT, match.key)


def _to_table(match: OwnMatch) -> Button:
    return Button(Text("player_to_table", N_("To the table")), Does.ONLINE, match.key)


def _score(match: OwnMatch) -> str:
    own, other = match.score or (0, 0)
    return f"{own}–{other}"


_AT_THE_TABLE = (
    MatchState.READY,
    MatchState.RUNNING,
    MatchState.REPORTED,
    MatchState.DISPUTED,
)
_AS_IT_STANDS: Mapping[MatchState, Callable[[OwnMatch], Answer]] = {
    MatchState.LOCKED: _to_come,
    MatchState.WAITING: _to_come,
    MatchState.READY: _ready,
    MatchState.RUNNING: _running,
    MatchState.DISPUTED: _disputed,
}
