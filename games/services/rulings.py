"""What a referee rules on a match (rulebook 5).

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
No score is typed over another one: what stands here is handed to the engine, which prices it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.cut_offs import CutOff
from games.engine.scoring.facts import RuledEffect
from games.models import Ruling
from games.selectors.matches import MatchRecord, hand_of, proposed_players
from games.selectors.tables import running_deal
from games.services import scoresheet
from games.services.hands_before import is_said_with, without_its_hand
from games.services.stored import store, who
from games.services.unfinished import Correction, decided
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, Text

NOT_THEIRS = N_("These two don't play the hand that is ruled on: leave out who plays.")
VOIDS = frozenset({"void_hand"})


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A ruling as a referee makes it, with its effects as the engine found them.

    `n` is a hand of the match, written down already or the one that is being played; `game` a game;
    with neither it is on the match. `hand` is written down, or said anew, with it. Without `rule`
    it is a free ruling. Between partners, of whom several hands are played at once, `players` say
    which of them is meant; left out it is the one that is due.
    """

    effects: Sequence[RuledEffect]
    rule: str = ""
    phase: str = ""
    conditions: Sequence[str] = ()
    offender: Seat | None = None
    option: str = ""
    chosen_by: str = ""
    facts: str = ""
    discretionary: bool = False
    n: int | None = None
    players: Sequence[Seat] | None = None
    game: int | None = None
    hand: scoresheet.HandEntry | None = None


def rule(
    *,
    record: MatchRecord,
    entry: RulingEntry,
    by: Actor,
    now: datetime,
    if_unfinished: str | None = None,
) -> tuple[MatchRecord, Ruling]:
    """Record a ruling; what it does to the score is in the record that comes back.

    `if_unfinished` as in `scoresheet.correct_hand`.
    """
    _require_target(record, entry)
    entry = _of_its_players(record, entry)
    ruling = _unsaved(record, entry, by, now)
    ruling.save(force_insert=True)
    record.match.is_ruled_on = True
    ruled = replace(record, rulings=(*record.rulings, ruling))
    correction = Correction(entry.facts, by, now, if_unfinished, ruling)
    return store(_with_its_hand(ruled, entry, correction)), ruling


def take_back_ruling(
    *,
    record: MatchRecord,
    ruling: Ruling,
    reason: str,
    by: Actor,
    now: datetime,
    if_changed: str | None = None,
    if_unfinished: str | None = None,
) -> MatchRecord:
    """The ruling holds no more: what it wrote down is superseded, and what held before stands.

    A hand of which nothing stands then is played on where it was the last one, and void where it
    was not. `if_changed` (one of `IfChanged`) says what becomes of a hand that somebody else has
    said anew since; left out there it is refused (`choice_needed`). `if_unfinished` as in
    `scoresheet.correct_hand`.
    """
    if ruling not in record.rulings:
        raise Refusal(Text("not_found", N_("This ruling does not stand any more.")))
    Ruling.objects.filter(pk=ruling.pk).update(superseded_at=now, end_reason=reason)
    standing = record.match.decisions.filter(superseded_at__isnull=True)
    with_it = [decision for decision in standing if is_said_with(decision, [ruling])]
    standing.filter(pk__in=[decision.pk for decision in with_it]).update(superseded_at=now)
    ended = {decision.game for decision in with_it}
    rest = replace(
        record,
        rulings=tuple(other for other in record.rulings if other != ruling),
        decisions={
            game: word for game, word in (record.decisions or {}).items() if game not in ended
        },
    )
    correction = Correction(reason, by, now, if_unfinished)
    without = without_its_hand(
        record=rest, ruling=ruling, if_changed=if_changed, correction=correction
    )
    fact = record.fact_of(hand_of(record, ruling))
    left = decided(without, correction, fact.hand.game if fact else None)
    return store(scoresheet.unopened(left, now))


def preview_ruling(*, record: MatchRecord, entry: RulingEntry) -> MatchRecord:
    """The record as it would be under this ruling, with its hand; writes nothing."""
    entry = _of_its_players(record, entry)
    ruled = replace(record, rulings=(*record.rulings, _unsaved(record, entry)))
    if entry.hand is None or entry.n is None:
        return ruled
    if entry.n == len(record.facts) + 1:
        return scoresheet.preview_hand(record=ruled, entry=entry.hand)
    return scoresheet.preview_correction(record=ruled, n=entry.n, entry=entry.hand)


def _of_its_players(record: MatchRecord, entry: RulingEntry) -> RulingEntry:
    """The ruling with the two who play its hand, if several are played at once and it is not
    written down; refused (`bad_players`) where they can't."""
    fact, rules = record.fact_of(entry.n), record.game_rules
    if entry.n is None or rules.hands_in_round == 1 or fact is not None:
        played = fact.players if fact else ()
        if entry.players is not None and {*entry.players} != {*played}:
            raise Refusal(Text("bad_players", NOT_THEIRS), "players")
        return replace(entry, players=())
    dealt = record.sheet.dealt if record.sheet else ()
    said = entry.players or (entry.hand and entry.hand.players)
    players = proposed_players(record) if not said else rules.checked_players(dealt, said)
    hand = entry.hand and replace(entry.hand, players=players)
    return replace(entry, players=players, hand=hand)


def _require_target(record: MatchRecord, entry: RulingEntry) -> None:
    """A hand of the match, or the one that is played now: only that can be dealt anew."""
    if entry.offender is not None:
        record.game_rules.checked_seat(entry.offender, "offender")
    is_void = any(effect.remedy in VOIDS for effect in entry.effects)
    if is_void and record.submission is not None and not record.is_by_hands:
        raise Refusal(Text("not_by_hands", scoresheet.NOT_BY_HANDS), "n")
    if entry.n is None:
        if is_void:
            raise Refusal(Text("hand_needed", N_("Say which hand is void.")), "n")
        return
    running = len(record.facts) + 1
    if not 1 <= entry.n <= running:
        raise Refusal(Text("not_found", scoresheet.NO_HAND, {"n": entry.n}), "n")
    if entry.n == running and record.score.finished:
        raise Refusal(Text("match_over", scoresheet.MATCH_OVER), "n")
    if entry.n < running and any(effect.remedy == "redeal" for effect in entry.effects):
        sentence = N_("Hand %(n)d is over: it can't be dealt anew. Declare it void.")
        raise Refusal(Text("wrong_phase", sentence, {"n": entry.n}), "n")


def _with_its_hand(record: MatchRecord, entry: RulingEntry, correction: Correction) -> MatchRecord:
    """The record with the hand that is written down with the ruling, a void one included."""
    hand, fact = entry.hand, record.fact_of(entry.n)
    by, now = correction.by, correction.now
    if hand is not None and fact is not None:
        opened = scoresheet.opened(record, by, now)
        return scoresheet.with_corrected_hand(opened, fact.hand.sequence, hand, correction)
    running = entry.n == len(record.facts) + 1
    if hand is None and running and _ends_hand(record, entry):
        hand = replace(scoresheet.VOID, players=entry.players or None)
    if hand is not None and running:
        opened = scoresheet.opened(record, by, now)
        record = scoresheet.with_hand(
            record=opened,
            entry=hand,
            by=by,
            now=now,
            ruling=correction.ruling,
            cut_off=CutOff.RULED,
            seat=entry.players[0] if entry.players else None,
        )
    return decided(record, correction, fact.hand.game if fact else None)


def _ends_hand(record: MatchRecord, entry: RulingEntry) -> bool:
    """Whether the hand that is being played is over with a ruling: it is void, or at an online
    table, where each deal is a hand of its own, dealt anew."""
    remedies = {effect.remedy for effect in entry.effects}
    if remedies & VOIDS:
        return True
    return "redeal" in remedies and running_deal(record.match) is not None


def _unsaved(
    record: MatchRecord, entry: RulingEntry, by: Actor | None = None, now: datetime | None = None
) -> Ruling:
    facts = who(by, now) if by and now else {}
    return Ruling(
        match=record.match,
        n=entry.n,
        players=list(entry.players or ()),
        game=entry.game,
        offender=entry.offender,
        rule=entry.rule,
        rules_version=record.game_rules.version,
        phase=entry.phase,
        conditions=list(entry.conditions),
        facts=entry.facts,
        option=entry.option,
        chosen_by=entry.chosen_by,
        effects=[effect.as_json() for effect in entry.effects if effect.is_stored],
        discretionary=entry.discretionary,
        **facts,
    )
