"""What keeps the next step of an event back: matches by name, and what can be done about each."""

from collections.abc import Iterator
from dataclasses import dataclass

from kernel.seats import SIDES, Pair, opponent
from kernel.text import N_, Text
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.tonight.director_facts import DirectorFacts, Does, OpenMatch

PATIENCE = 3
"""Minutes for which a report may wait for the opponent before the director is troubled with it."""
MORE_MINUTES = 5
"""How many minutes a table is given by one press."""


@dataclass(frozen=True, slots=True)
class Cure:
    """One way to get on: what it is called, what follows from it, what it costs or gives (`price`,
    with `unit` below it), and the words of the button that does it. `seat` is who is favoured, None
    where nobody is."""

    does: Does
    title: Text
    consequence: Text
    price: str
    unit: Text
    button: Text
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A match that others wait for: why, its cures (the mildest first; none where somebody has to
    look at it), and what is asked of the director."""

    match: OpenMatch
    why: Text
    cures: tuple[Cure, ...]
    question: Text


def blocks_of(facts: DirectorFacts) -> tuple[Block, ...]:
    """The matches that keep back what comes next and about which the director can do something,
    the most urgent first: disputed ones, reports without an answer, those whose time is up or that
    nobody has begun, those whose window is over, and the last one that everybody waits for."""
    found = [block for match in facts.open if (block := _block(facts, match))]
    order = [MatchState.DISPUTED, MatchState.REPORTED]

    def place(block: Block) -> int:
        state = block.match.state
        return order.index(state) if state in order else len(order)

    return tuple(sorted(found, key=place))


def _block(facts: DirectorFacts, match: OpenMatch) -> Block | None:
    why = _why(facts, match)
    if why is None:
        return None
    question = Text("director_what", N_("What shall happen?"))
    return Block(match, why, tuple(_cures(facts, match)), question)


def _why(facts: DirectorFacts, match: OpenMatch) -> Text | None:
    """Why others wait for a match; None where it is still played in good time."""
    is_last = _is_last(facts, match)
    where = {"where": match.where}
    if match.state == MatchState.DISPUTED:
        return Text("director_disputed", N_("%(where)s: the result is disputed"), where)
    if match.state == MatchState.REPORTED:
        has_waited = match.minutes >= PATIENCE or is_last
        why = Text("director_reported", N_("%(where)s: one report, no answer"), where)
        return why if has_waited else None
    if match.is_late:
        return Text("director_late", N_("%(where)s: the time is up"), where)
    if match.not_begun:
        said = N_("%(where)s: not begun, %(minutes)d min on the clock")
        return Text("director_not_begun", said, {**where, "minutes": match.not_begun})
    if match.is_in_window is False:
        return Text(
            "director_window_over", N_("%(where)s: its window is over, without a result"), where
        )
    if is_last and not match.has_clock and match.is_in_window is None:
        return Text("director_last", N_("%(where)s is the last one"), where)
    return None


def _is_last(facts: DirectorFacts, match: OpenMatch) -> bool:
    """Whether all others of its round are done, and wait for it to go on."""
    others = any(round.done for round in facts.rounds if round.number == match.round)
    return len(facts.open) == 1 and others and facts.next_name is not None


def _cures(facts: DirectorFacts, match: OpenMatch) -> Iterator[Cure]:
    """The mildest first; what is disputed has to be looked at."""
    if match.state == MatchState.DISPUTED:
        return
    if match.state == MatchState.REPORTED:
        yield _confirm(match)
        return
    if match.has_clock:
        yield _more_time(match)
    if can_do_without(facts):
        yield _without(facts, match)
        if any(first != second for first, second in _stands(facts).values()):
            yield _as_it_stands(facts, match)
    if len(match.players) == SIDES:
        for seat in (0, 1):
            yield _walkover(facts, match, seat)


def can_do_without(facts: DirectorFacts) -> bool:
    """Whether the next round can be drawn now, without any match that is open: others wait for
    each of them."""
    return facts.draft is None and all(
        one.may_be_left_open and _why(facts, one) is not None for one in facts.open
    )


def _confirm(match: OpenMatch) -> Cure:
    score = "–".join(map(str, match.score))
    reporter = match.reporter or 0
    others = ", ".join(name for seat, name in enumerate(match.players) if seat != reporter)
    values = {"reporter": match.players[reporter], "other": others}
    return Cure(
        Does.CONFIRM,
        Text("cure_confirm", N_("Confirm %(score)s"), {"score": score}),
        Text(
            "cure_confirm_says",
            N_("%(reporter)s reported it; it stands at once, without %(other)s."),
            values,
        ),
        score,
        Text("cure_final", N_("final")),
        Text("cure_confirm", N_("Confirm %(score)s"), {"score": score}),
    )


def _more_time(match: OpenMatch) -> Cure:
    values = {"where": match.where, "minutes": MORE_MINUTES}
    return Cure(
        Does.MORE_TIME,
        Text("cure_time", N_("Give it five minutes")),
        Text("cure_time_says", N_("At this table alone. Its players see it on their clock.")),
        f"+{MORE_MINUTES}",
        Text("cure_minutes", N_("minutes")),
        Text("cure_time_do", N_("%(where)s: %(minutes)d minutes more"), values),
    )


def _without(facts: DirectorFacts, match: OpenMatch) -> Cure:
    """Of all matches that are open at once: the round needs a word on each."""
    count = len(_stands(facts))
    values = {"where": match.where, "n": count, "next": facts.next_name}
    title, button = N_("Pair without it"), N_("Draw without %(where)s: %(next)s")
    says = N_("It counts as level until its result comes; then the standings are corrected.")
    if count > 1:
        title, button = N_("Pair without all %(n)d"), N_("Draw without all %(n)d: %(next)s")
        says = N_("Each counts as level until its result comes; then the standings are corrected.")
    return Cure(
        Does.WITHOUT,
        Text("cure_without", title, values),
        Text("cure_without_says", says),
        "=",
        Text("cure_for_now", N_("for now")),
        Text("cure_without_do", button, values),
    )


def _as_it_stands(facts: DirectorFacts, match: OpenMatch) -> Cure:
    """The same, where it comes to something else: somebody leads."""
    stands = _stands(facts)
    count = len(stands)
    scores = [f"{first}–{second}" for first, second in stands.values()]
    values = {
        "where": match.where,
        "n": count,
        "next": facts.next_name,
        "scores": ", ".join(scores),
    }
    title, button = N_("Pair as it stands"), N_("Draw with %(where)s as it stands: %(next)s")
    says = N_("Counted as it stands, %(scores)s, until its result comes.")
    price, unit = scores[0], Text("cure_for_now", N_("for now"))
    if count > 1:
        title, button = N_("Pair with all %(n)d as they stand"), N_("Draw as they stand: %(next)s")
        says = N_("Counted as they stand, %(scores)s, until their results come.")
        price = str(count)
        unit = Text("cure_scores", N_("scores"))
    return Cure(
        Does.AS_IT_STANDS,
        Text("cure_stands", title, values),
        Text("cure_stands_says", says, values),
        price,
        unit,
        Text("cure_stands_do", button, values),
    )


def _stands(facts: DirectorFacts) -> dict[int, Pair]:
    """How each match stands that is open, between teams with all its boards."""
    return {one.pairing: one.stands for one in facts.open}


def _walkover(facts: DirectorFacts, match: OpenMatch, seat: int) -> Cure:
    """With the last open match what follows is drawn at the same press, if it is drawn at all."""
    values = {"name": match.players[seat], "other": match.players[opponent(seat)]}
    button = Text("cure_walkover_do", N_("Award it to %(name)s"), values)
    if draws_with(facts, match.key):
        said = N_("Award it to %(name)s and draw: %(next)s")
        button = Text("cure_walkover_draw", said, {**values, "next": facts.follows})
    says = N_("%(other)s loses this match, and is paired again unless withdrawn.")
    if facts.draft and not facts.follows:
        says = N_("%(other)s loses this match.")
    return Cure(
        Does.WALKOVER,
        Text("cure_walkover", N_("Walkover for %(name)s"), values),
        Text("cure_walkover_says", says, values),
        "W–0" if seat == 0 else "0–W",
        Text("cure_final", N_("final")),
        button,
        seat,
    )


def draws_with(facts: DirectorFacts, match: int) -> bool:
    """Whether the result of this match is the last for which the next round waits."""
    is_only = [one.key for one in facts.open] == [match]
    return is_only and facts.draft is None and bool(facts.to_come)
