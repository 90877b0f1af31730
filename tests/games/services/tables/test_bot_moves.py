"""A computer player at a table: it sits down, moves once a version, and plays whole games against a
person whose seat is driven by script."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games.engine.cards import DECK, indexes
from games.engine.gin.bots.knowledge import Knowledge, known_from
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.roster import manner_of
from games.engine.gin.fair.words import word_hash
from games.engine.gin.hand.showdown import KNOCKS
from games.engine.gin.hand.state import HandState
from games.models import Bot, MatchSeat, OnlineTable, TableEvent
from games.selectors.bots import bots_at, seat_sight
from games.selectors.table_now import table_now
from games.services.bots import seat_bot
from games.services.tables import acting, bot_moves, bot_turns
from games.services.tables.bot_moves import move_bot
from games.services.tables.ticking import tick_tables
from games.services.uptime import beat
from games.tables.bots import choice_of, word_of_bot
from kernel.text import N_, refusal
from tests.concurrency import at_once
from tests.games.online import OnlineMatch
from web.db import clock

pytestmark = pytest.mark.django_db

PERSON, BOT = 0, 1
WORD = "seven of hearts"


class BotMatch(OnlineMatch):
    """A match whose second seat is a computer player's; the first one is driven by script."""

    @classmethod
    def against(cls, level: str = "club", **knobs: Any) -> "BotMatch":
        match = cls.begun(**knobs)
        MatchSeat.objects.filter(match=match.match, seat=BOT).delete()
        seat_bot(match=match.match, seat=BOT, as_is=Bot(code=level))
        Bot.objects.update(seed=f"seed of {level}")
        return match

    def sit(self) -> None:
        """The person sits down and chooses a word; all else follows."""
        self.ready(PERSON)
        self.ready(PERSON, word_hash=word_hash(WORD))
        self.ready(PERSON, word=WORD)

    def move(self) -> bool:
        """Whoever is in turn does what is to be done; false once nobody has anything to do."""
        now = self.now
        if now.account.hand.is_over:
            return False
        if now.state.stage == "hand_over":
            self.ready(PERSON)
        elif now.state.turn == BOT:
            move_bot(match=self.match, version=now.state.version)
        else:
            action = choice_of(manner_of("club"), "a person", seat_sight(now, PERSON))
            request, version = self.asks(PERSON), now.state.version
            assert not acting.act(request=request, version=version, action=action).refused
        assert self.now.state.version > now.state.version
        return True

    def play_until_bot(self) -> int:
        """Until the computer player is to move in a hand; the version."""
        while self.now.state.turn != BOT or self.now.state.stage != "playing":
            self.move()
        return self.now.state.version


@pytest.fixture
def match() -> BotMatch:
    beat()
    made = BotMatch.against()
    made.sit()
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, float]]]:
    """The versions for which moves were asked for, and after how many seconds."""
    found: list[tuple[int, float]] = []

    def note(name: str, match: int, version: int, after: float = 0) -> None:
        assert name == bot_turns.MOVE
        found.append((version, after))

    monkeypatch.setattr(bot_turns, "enqueue", note)
    return found


def test_it_sits_down_and_gives_its_word_by_itself() -> None:
    match = BotMatch.against()
    assert match.kinds() == []
    match.ready(PERSON)
    assert match.kinds() == ["sat", "sat", "commitment", "word_hash"]
    match.ready(PERSON, word_hash=word_hash(WORD))
    assert match.kinds()[4:] == ["word_hash", "word"]
    match.ready(PERSON, word=WORD)
    assert match.now.state.stage in ("drawing", "playing")
    said = TableEvent.objects.filter(seat=BOT)
    assert {(one.role, one.via, one.by_id) for one in said} == {("seat", "bot", None)}


def test_its_word_follows_from_its_seed_and_the_seating() -> None:
    match = BotMatch.against()
    match.sit()
    seed = bots_at(match.table)[BOT].seed
    assert match.now.state.dealing.words == (WORD, word_of_bot(seed, 1))
    assert len({word_of_bot(seed, 1), word_of_bot(seed, 2), word_of_bot("other", 1)}) == 3


@pytest.mark.parametrize("level", [level.code for level in LEVELS])
def test_each_level_plays_a_game_to_its_end(level: str) -> None:
    match = BotMatch.against(level, match_type="single", match_n=1, target=50)
    match.sit()
    while match.move():
        pass
    assert match.now.account.is_finished
    assert match.record.state == "finished"
    chosen = TableEvent.objects.filter(seat=BOT, kind="action")
    assert not [one for one in chosen if one.data.get("by")], "the clock played none"


def test_it_plays_whole_hands_under_rules_that_differ_in_play() -> None:
    for knobs in (
        {"variant": "doubling"},
        {"variant": "round_the_corner"},
        {"upcard_rule": "deal_11"},
    ):
        match = BotMatch.against(**knobs)
        match.sit()
        while match.now.state.stage != "hand_over":
            match.move()


class TestOnce:
    def test_a_task_that_comes_twice_moves_once(self, match: BotMatch) -> None:
        version = match.play_until_bot()
        for _ in range(2):
            move_bot(match=match.match, version=version)
        assert match.now.state.version == version + 1

    def test_two_that_have_chosen_at_once_move_once(
        self, match: BotMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version, choose = match.play_until_bot(), bot_moves.choice_of

        def while_another_moves(*chosen: Any) -> str:
            monkeypatch.setattr(bot_moves, "choice_of", choose)
            move_bot(match=match.match, version=version)
            return choose(*chosen)

        monkeypatch.setattr(bot_moves, "choice_of", while_another_moves)
        move_bot(match=match.match, version=version)
        assert match.now.state.version == version + 1

    @pytest.mark.databases_differ
    @pytest.mark.django_db(transaction=True)
    def test_of_many_workers_at_once_one_moves(
        self, asked: list[tuple[int, float]], match: BotMatch
    ) -> None:
        version = match.play_until_bot()
        at_once(lambda: move_bot(match=match.match, version=version), times=4)
        assert match.now.state.version == version + 1
        assert TableEvent.objects.filter(number=version + 1).count() == 1

    def test_who_dies_before_it_is_written_leaves_nothing_and_the_next_chooses_the_same(
        self, match: BotMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version, sent = match.play_until_bot(), list[object]()

        def die(*, action: object, **_: object) -> None:
            sent.append(action)
            raise SystemExit

        with monkeypatch.context() as patched:
            patched.setattr(bot_moves, "act", die)
            with pytest.raises(SystemExit):
                move_bot(match=match.match, version=version)
        assert match.now.state.version == version
        move_bot(match=match.match, version=version)
        written = str(match.events()[-1]["action"])
        assert written.split("|")[0].strip() == str(sent[0]).split("|")[0].strip()

    def test_at_another_version_nothing_is_done(self, match: BotMatch) -> None:
        version = match.play_until_bot()
        for other in (version - 1, version + 1):
            move_bot(match=match.match, version=other)
        assert match.now.state.version == version

    def test_in_the_turn_of_the_person_nothing_is_done(self, match: BotMatch) -> None:
        while match.now.state.turn != PERSON:
            match.move()
        version = match.now.state.version
        move_bot(match=match.match, version=version)
        assert match.now.state.version == version

    def test_where_the_table_is_gone_nothing_is_done(self) -> None:
        move_bot(match=4711, version=1)


class TestAsked:
    def test_each_write_that_leaves_it_in_turn_asks_after_a_human_time(
        self, asked: list[tuple[int, float]]
    ) -> None:
        match = BotMatch.against()
        match.sit()
        while match.now.state.stage != "hand_over":
            match.move()
        versions = [event.number - 1 for event in match.events(kind="action", seat=BOT)]
        assert set(versions) <= {version for version, _after in asked}
        assert len({version for version, _after in asked}) == len(asked)
        assert all(0.6 <= after <= 2.5 for _version, after in asked)

    def test_without_the_time_where_it_is_left_out(
        self, asked: list[tuple[int, float]], settings: Settings
    ) -> None:
        settings.BOTS_WAIT = False
        match = BotMatch.against()
        match.sit()
        match.play_until_bot()
        assert {after for _version, after in asked} == {0}

    def test_a_move_that_was_lost_is_asked_for_by_the_tick_ever_more_seldom(
        self, match: BotMatch, asked: list[tuple[int, float]]
    ) -> None:
        version = match.play_until_bot()
        asked.clear()
        tick_tables(now=clock.now())
        assert asked == []
        seconds = 0
        for _ in range(40):
            match.pass_time(seconds=5)
            seconds += 5
            due = OnlineTable.objects.get(match=match.match)
            due.due_at -= timedelta(seconds=5)
            due.save(update_fields=["due_at"])
            beat()
            tick_tables(now=clock.now())
        assert [version for version, _after in asked] == [version] * len(asked)
        assert 3 <= len(asked) <= 6, (seconds, asked)
        move_bot(match=match.match, version=version)
        assert match.now.state.version == version + 1

    def test_the_tick_leaves_a_table_alone_at_which_the_person_is_to_act(
        self, match: BotMatch, asked: list[tuple[int, float]]
    ) -> None:
        while match.now.state.turn != PERSON or match.now.state.stage != "playing":
            match.move()
        asked.clear()
        match.pass_time(hours=1)
        OnlineTable.objects.update(due_at=None)
        beat()
        tick_tables(now=clock.now())
        assert asked == []


class TestFaults:
    def test_a_choice_that_fails_is_the_tables(
        self,
        match: BotMatch,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        version = match.play_until_bot()

        def fail(*_: object) -> str:
            raise ValueError("no idea")

        monkeypatch.setattr(bot_moves, "choice_of", fail)
        move_bot(match=match.match, version=version)
        assert match.now.state.version == version + 1
        assert "no choice" in caplog.text

    @pytest.mark.parametrize("action", ["deal_self", "discard", "knock AS | AS2S3S", "?"])
    def test_so_is_one_that_is_refused(
        self,
        match: BotMatch,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        action: str,
    ) -> None:
        version = match.play_until_bot()
        monkeypatch.setattr(bot_moves, "choice_of", lambda *_: action)
        move_bot(match=match.match, version=version)
        assert match.now.state.version == version + 1
        assert "was chosen" in caplog.text

    def test_other_refusals_are_errors(
        self, match: BotMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version = match.play_until_bot()

        def refuse(**_: object) -> None:
            raise refusal("wrong_state", N_("This match is paused. Wait until it is resumed."))

        monkeypatch.setattr(bot_moves, "act", refuse)
        with pytest.raises(Exception, match="paused"):
            move_bot(match=match.match, version=version)


class TestSight:
    def test_nothing_that_is_hidden_from_its_seat_reaches_it(self) -> None:
        """In hand after hand: where the hidden cards lie otherwise it is told the same, and none of
        them is named."""
        match, looked = BotMatch.against("expert", match_type="single", match_n=1, target=2000), 0
        match.sit()
        chance = random.Random(5)
        while looked < 40:
            assert match.move()
            now, hand = match.now, match.now.state.hand
            if now.state.stage != "playing" or hand is None or hand.spread is not None:
                continue
            sighted = seat_sight(now, BOT, remembers=True)
            known = known_from(sighted.view, sighted.played, BOT, hand.table.form)
            moved = hand_with(hand, known, chance)
            other = replace(now, state=now.state._replace(hand=moved))
            assert seat_sight(other, BOT, remembers=True) == sighted
            # The draw for the first deal was of another shuffle.
            of_hand = json.dumps([{**sighted.view, "draw": None}, sighted.played])
            assert not [card for card in indexes(known.hidden) if str(DECK[card]) in of_hand]
            looked += 1

    def test_the_card_under_a_knock_is_left_out(self) -> None:
        match = BotMatch.against("beginner")
        match.sit()
        while (hand := match.now.state.hand) is None or hand.phase != "layoff":
            assert match.move()
        sighted = seat_sight(match.now, hand.turn)
        (knock,) = [one["action"] for one in sighted.played if is_knock(one["action"])]
        assert knock.split()[1] == "|"
        *_earlier, event = [one for one in match.now.log if is_knock(str(one["action"]))]
        assert str(event["action"]).partition("|")[2] == knock.partition("|")[2]

    def test_what_was_played_before_is_of_this_match_alone(self) -> None:
        BotMatch.against().sit()
        match = BotMatch.against(match_type="single", match_n=1, target=150)
        match.sit()
        while match.now.state.dealing.n != 3:
            match.move()
        earlier = seat_sight(match.now, BOT, remembers=True).earlier
        assert len(earlier) == 2
        of_match = TableEvent.objects.filter(table__match=match.match, kind="action", deal__lt=3)
        assert sum(len(one) for one in earlier) == of_match.count()


def is_knock(action: str) -> bool:
    """Whether this ends the play: with gin, too, the other one lays down their melds."""
    return action.partition(" ")[0] in KNOCKS


def hand_with(hand: HandState, known: Knowledge, chance: random.Random) -> HandState:
    """The same hand with everything that the computer player does not know somewhere else."""
    hidden = list(indexes(known.hidden))
    chance.shuffle(hidden)
    unknown = hand.hands[PERSON].bit_count() - known.theirs.bit_count()
    held = known.theirs | sum(1 << card for card in hidden[:unknown])
    return hand._replace(hands=(held, hand.hands[BOT]), stock=tuple(hidden[unknown:]), drawn=None)


def test_bots_are_found_at_their_table_alone(match: BotMatch) -> None:
    assert set(bots_at(table_now(match.match).table)) == {BOT}
