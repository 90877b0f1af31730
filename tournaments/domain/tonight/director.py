"""What is next for the director of one event: one step, what it needs, and what else may be done.

Nothing is asked for that can't be done: what waits for results is named, not asked for.
"""

from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.domain.tonight.director_blocks import Block, blocks_of
from tournaments.domain.tonight.director_facts import DirectorFacts, Does, Draft
from tournaments.domain.tonight.next_step import Button, NextStep, Urgency


@dataclass(frozen=True, slots=True)
class Panel:
    """The next step as the director reads it: a heading, a sentence, the button, and the `others`
    beside it. With a `block` its cures stand above the button, which does the chosen one."""

    urgency: Urgency
    heading: Text
    sentence: Text
    button: Button
    others: tuple[Button, ...] = ()
    block: Block | None = None


def next_step(facts: DirectorFacts) -> NextStep:
    """The step in one sentence, for who has more than one part in tonight."""
    panel = panel_of(facts)
    return NextStep(panel.urgency, panel.heading, panel.button, facts.event)


def panel_of(facts: DirectorFacts) -> Panel:
    """The next step of an event in any state."""
    if facts.state == TournamentState.CANCELLED:
        said = N_("Nothing is left to do. Whoever was entered reads it on the event's page.")
        return _over(Text("director_cancelled", N_("It is cancelled")), Text("director_none", said))
    if facts.state == TournamentState.ARCHIVED:
        said = N_("It stays where it is, for everybody to read and to print.")
        return _over(
            Text("director_archived", N_("It is in the archive")), Text("director_kept", said)
        )
    if facts.state == TournamentState.FINISHED:
        return _finished(facts)
    if facts.is_before_start:
        return _first_draft(facts, facts.draft) if facts.draft else _preparing(facts)
    return _running(facts)


def _button(does: Does, template: str, key: int | None = None, **values: object) -> Button:
    return Button(Text(f"director_do_{does}", template, values), does, key)


_SEE_EVENT = _button(Does.EVENT, N_("See it as a player does"))
_SEE_RESULTS = _button(Does.RESULTS, N_("Results by table"))
_FINAL_TABLE = _button(Does.FINAL_TABLE, N_("Print the final table"))
_ENTER = _button(Does.ENTRIES, N_("Enter players"))
_OPEN = _button(Does.OPEN_REGISTRATION, N_("Make it public"))
_OPEN_CHECK_IN = _button(Does.OPEN_CHECK_IN, N_("Open check-in"))
_TO_CHECK_IN = _button(Does.CHECK_IN, N_("Check in who is here"))


def _over(heading: Text, sentence: Text) -> Panel:
    see = _button(Does.EVENT, N_("To the event"))
    return Panel(Urgency.OVER, heading, sentence, see)


# Before the start


def _preparing(facts: DirectorFacts) -> Panel:
    """While nothing is drawn."""
    if facts.requests:
        return _requests(facts)
    if facts.why_no_draw is not None:
        return _too_few(facts, facts.why_no_draw)
    if facts.state == TournamentState.CHECK_IN:
        return _at_check_in(facts)
    if not facts.is_due:
        return _early(facts)
    if facts.state == TournamentState.REGISTRATION:
        said = N_("%(n)d are entered. Who is not here when it is drawn is left out.")
        sentence = Text("director_check_in_says", said, {"n": facts.field})
        heading = Text("director_check_in", N_("Open check-in"))
        return Panel(Urgency.NOW, heading, sentence, _OPEN_CHECK_IN, (_draw(facts),))
    return _to_draw(facts, _OPEN, _OPEN_CHECK_IN)


def _requests(facts: DirectorFacts) -> Panel:
    words = N_("%(n)d players ask to take part")
    if facts.requests == 1:
        words = N_("1 player asks to take part")
    heading = Text("director_requests", words, {"n": facts.requests})
    sentence = Text("director_requests_say", N_("Who is not let in before the draw is not in it."))
    answer = _button(Does.ENTRIES, N_("Answer"))
    others = () if facts.why_no_draw else (_draw(facts),)
    return Panel(Urgency.ASKED, heading, sentence, answer, others)


def _too_few(facts: DirectorFacts, why: Text) -> Panel:
    others: tuple[Button, ...] = (_OPEN,) if facts.state == TournamentState.DRAFT else ()
    if facts.state == TournamentState.CHECK_IN and facts.here:
        heading = Text("director_few_here", N_("Too few are here"))
        return Panel(Urgency.NOW, heading, why, _TO_CHECK_IN, (_ENTER,))
    urgency = Urgency.NOW if facts.is_due else Urgency.LATER
    heading = Text("director_enter", N_("Enter the players"))
    return Panel(urgency, heading, why, _ENTER, others)


def _early(facts: DirectorFacts) -> Panel:
    """Of an event of another day."""
    if facts.state == TournamentState.DRAFT:
        said = N_("Then players see the page and can enter. Until now only its staff see it.")
        sentence = Text("director_open_says", said)
        heading = Text("director_open", N_("Make it public"))
        return Panel(Urgency.LATER, heading, sentence, _OPEN, (_draw(facts), _SEE_EVENT))
    heading = Text("director_entered", N_("%(n)d are entered"), {"n": facts.field})
    said = N_("Everybody sees its page. On the day check-in comes first, then the draw.")
    see = _button(Does.ENTRIES, N_("See the entries"))
    return Panel(
        Urgency.LATER, heading, Text("director_wait", said), see, (_draw(facts), _SEE_EVENT)
    )


def _at_check_in(facts: DirectorFacts) -> Panel:
    if not facts.here:
        heading = Text("director_door", N_("Check in who comes"))
        said = N_("Nobody is checked in. Without check-in all %(n)d who are entered are drawn.")
        sentence = Text("director_door_says", said, {"n": facts.field})
        return Panel(Urgency.NOW, heading, sentence, _TO_CHECK_IN, (_draw(facts),))
    return _to_draw(facts, _TO_CHECK_IN) if facts.missing else _to_draw(facts)


def _to_draw(facts: DirectorFacts, *others: Button) -> Panel:
    heading = Text("director_draw", N_("Draw it"))
    return Panel(Urgency.NOW, heading, _who_is_drawn(facts), _draw(facts), others)


def _draw(facts: DirectorFacts) -> Button:
    return _button(Does.DRAW, N_("Draw with %(n)d"), n=facts.field)


def _who_is_drawn(facts: DirectorFacts) -> Text:
    said = Text("director_all", N_("All %(n)d who are entered are drawn."), {"n": facts.field})
    if len(facts.missing) == 1:
        values = {"n": facts.field, "name": facts.missing[0]}
        said = Text("director_one_missing", N_("%(n)d are here; %(name)s is not."), values)
    elif facts.missing:
        values = {"n": facts.field, "missing": len(facts.missing)}
        words = N_("%(n)d are here; %(missing)d who are entered are not, and are left out.")
        said = Text("director_missing", words, values)
    elif facts.here:
        said = Text("director_all_here", N_("All %(n)d are here."), {"n": facts.field})
    if not facts.has_bye:
        return said
    words = N_("%(said)s The number is odd: one has nobody to play in round 1.")
    return Text("director_bye", words, {"said": said})


def _first_draft(facts: DirectorFacts, draft: Draft) -> Panel:
    """A draw that nobody but the staff sees yet."""
    look = _button(Does.LOOK_AT_DRAFT, N_("Look through it"), draft.round)
    if draft.is_stale:
        return _stale(look)
    heading = Text("director_publish_draw", N_("Publish the draw"))
    said = N_("Only the staff see it. Publish it, and everybody sees it: the event begins.")
    publish = _button(Does.PUBLISH, N_("Publish the draw"), draft.round)
    return Panel(Urgency.NOW, heading, Text("director_publish_says", said), publish, (look,))


def _stale(look: Button) -> Panel:
    heading = Text("director_stale", N_("Draw it again"))
    said = N_("Somebody has come or gone since this draft was drawn.")
    draw = _button(Does.DRAW, N_("Draw it again"))
    return Panel(Urgency.NOW, heading, Text("director_stale_says", said), draw, (look,))


# While it runs


def _running(facts: DirectorFacts) -> Panel:
    blocks = blocks_of(facts)
    waiting = next((round for round in facts.rounds if round.needs_start), None)
    if waiting is not None:
        heading = Text("director_clock", N_("Start the clock"))
        said = N_("%(round)s: its %(minutes)d minutes run from your word, at all tables.")
        sentence = Text(
            "director_clock_says", said, {"round": waiting.name, "minutes": waiting.minutes}
        )
        start = _button(Does.START_CLOCK, N_("Start the clock"), waiting.number)
        return Panel(Urgency.NOW, heading, sentence, start, (_SEE_RESULTS,))
    if facts.draft and _is_to_be_published(facts.draft):
        return _draft(facts.draft)
    if blocks:
        return _blocked(facts, blocks)
    if facts.open:
        return _going_on(facts)
    if facts.draft:
        return _waits_by_itself(facts, facts.draft)
    if facts.follows is not None:
        return _nothing_drawn(facts, facts.follows)
    return _nearly_over(facts)


def _is_to_be_published(draft: Draft) -> bool:
    return draft.is_ready and draft.has_turn and not draft.by_itself


def _sooner(facts: DirectorFacts) -> tuple[Button, ...]:
    """A round that everybody knows may be opened before its turn."""
    if facts.draft is None or not facts.draft.is_ready:
        return ()
    values = {"round": facts.draft.name}
    return (_button(Does.PUBLISH, N_("Publish: %(round)s"), facts.draft.round, **values),)


def _draft(draft: Draft) -> Panel:
    """A round that can be published."""
    look = _button(Does.LOOK_AT_DRAFT, N_("Look through it"), draft.round)
    if draft.is_stale:
        return _stale(look)
    values = {"round": draft.name}
    heading = Text("director_publish", N_("Publish: %(round)s"), values)
    publish = _button(Does.PUBLISH, N_("Publish: %(round)s"), draft.round, **values)
    if draft.at:
        said = N_("It publishes itself at %(at)s. You may open it sooner.")
        sentence = Text("director_at", said, {"at": draft.at})
        return Panel(Urgency.GOING_ON, heading, sentence, publish, (look,))
    said = N_("It is drawn, and only the staff see it.")
    if draft.is_shown:
        said = N_("It opens at your word.")
    return Panel(Urgency.NOW, heading, Text("director_drawn", said), publish, (look,))


def _blocked(facts: DirectorFacts, blocks: tuple[Block, ...]) -> Panel:
    """The first of what keeps the next step back, with its cures."""
    block = blocks[0]
    match = block.match
    score = "–".join(map(str, match.score))
    who = Text(
        "director_two", "%(who)s, %(score)s.", {"who": " – ".join(match.players), "score": score}
    )
    said = N_("%(who)s The end of the event waits for it.")
    if facts.next_name is not None:
        said = N_("%(who)s What comes next waits for it: %(next)s.")
    sentence = Text("director_waits", said, {"who": who, "next": facts.next_name})
    page, key = (Does.TABLE, match.table) if match.table else (Does.MATCH, match.key)
    look = _button(page, N_("Open %(where)s"), key, where=match.where)
    if not block.cures:
        decide = _button(Does.MATCH, N_("Decide %(where)s"), match.key, where=match.where)
        return Panel(Urgency.ASKED, block.why, sentence, decide, (), block)
    first = block.cures[0]
    button = Button(first.button, first.does, match.key)
    return Panel(Urgency.ASKED, block.why, sentence, button, (look,), block)


def _going_on(facts: DirectorFacts) -> Panel:
    """Everybody plays."""
    round = next(
        (one for one in facts.rounds if one.state in (RoundState.PUBLISHED, RoundState.RUNNING)),
        facts.rounds[-1],
    )
    heading = Text("director_plays", N_("In play: %(round)s"), {"round": round.name})
    values = {"done": round.done, "all": round.matches, "next": facts.next_name}
    said = N_("%(done)d of %(all)d results are in. With the last one the event is over.")
    if facts.next_name is not None:
        said = N_("%(done)d of %(all)d results are in. Then comes: %(next)s.")
    sentence = Text("director_plays_says", said, values)
    if facts.draft and facts.draft.is_ready:
        words = N_("%(said)s It opens at your word.")
        if facts.draft.by_itself:
            words = N_(
                "%(said)s It publishes itself with the last result before it. "
                "You may open it sooner."
            )
        if facts.by_window:
            words = N_(
                "%(said)s It publishes itself when the window is over. You may open it sooner."
            )
        sentence = Text("director_opens", words, {"said": sentence})
    return Panel(Urgency.GOING_ON, heading, sentence, _SEE_RESULTS, _sooner(facts))


def _waits_by_itself(facts: DirectorFacts, draft: Draft) -> Panel:
    """A round that is not to be published by hand now."""
    heading = Text("director_next", N_("Next: %(round)s"), {"round": draft.name})
    look = _button(Does.LOOK_AT_DRAFT, N_("Look through it"), draft.round)
    if facts.by_window:
        window = Text("director_by_window", N_("It publishes itself when the window is over."))
        return Panel(Urgency.GOING_ON, heading, window, look, _sooner(facts))
    said = N_("It publishes itself when both sides of one of its matches are known.")
    return Panel(Urgency.GOING_ON, heading, Text("director_by_itself", said), look)


def _nothing_drawn(facts: DirectorFacts, follows: Text) -> Panel:
    """All results are in, and what follows was not drawn by itself."""
    heading = Text("director_draw_next", N_("Draw: %(next)s"), {"next": follows})
    if facts.why_no_draw is not None:
        return Panel(Urgency.NOW, heading, facts.why_no_draw, _SEE_RESULTS)
    draw = _button(Does.DRAW, N_("Draw: %(next)s"), next=follows)
    if facts.by_window:
        words = N_("All results are in. It is drawn when the window is over.")
        said = Text("director_draw_by_window", words)
        return Panel(Urgency.GOING_ON, heading, said, draw, (_SEE_RESULTS,))
    said = Text("director_draw_says", N_("All results are in. It is drawn at your word."))
    return Panel(Urgency.NOW, heading, said, draw, (_SEE_RESULTS,))


def _nearly_over(facts: DirectorFacts) -> Panel:
    if facts.appeals:
        return _appeal(facts)
    heading = Text("director_ends", N_("All results are in"))
    said = Text("director_ends_says", N_("The event ends by itself in a moment."))
    return Panel(Urgency.GOING_ON, heading, said, _FINAL_TABLE, (_SEE_RESULTS,))


# After the end


def _finished(facts: DirectorFacts) -> Panel:
    if facts.appeals:
        return _appeal(facts)
    heading = Text("director_nobody_won", N_("The event is over"))
    if facts.champion:
        heading = Text("director_won", N_("%(name)s has won"), {"name": facts.champion})
    archive = _button(Does.ARCHIVE, N_("Put it into the archive"))
    if facts.protests_until:
        said = N_("Protests are taken until %(at)s. Then it can go into the archive.")
        sentence = Text("director_protests", said, {"at": facts.protests_until})
        return Panel(Urgency.OVER, heading, sentence, _FINAL_TABLE, (_SEE_EVENT,))
    said = N_("Nothing is open. In the archive nothing of it can be changed any more.")
    sentence = Text("director_archive_says", said)
    return Panel(Urgency.OVER, heading, sentence, _FINAL_TABLE, (archive, _SEE_EVENT))


def _appeal(facts: DirectorFacts) -> Panel:
    heading = Text("director_appeal", N_("An appeal waits for a panel"))
    said = N_("What it is about may still change the final table.")
    decide = _button(Does.APPEAL, N_("Decide it"), facts.appeals[0])
    return Panel(
        Urgency.ASKED, heading, Text("director_appeal_says", said), decide, (_FINAL_TABLE,)
    )
