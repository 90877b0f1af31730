"""Matches played at online tables from the first card to the last, under every rule set."""

import json
import random

import pytest

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.notation.record import replay
from games.selectors.deal_records import hand_record, published_deals
from tests.games.engine.playing import RULES
from tests.games.online import MOVE, OnlineMatch, done

pytestmark = pytest.mark.django_db

HANDS = 3


def published(match):
    """What anybody may read of a match that is over, as it is sent."""
    record = match.record
    deals = published_deals(match.table, record, lambda n: True)
    records = [hand_record(record, fact.hand.sequence) for fact in record.facts]
    return json.loads(json.dumps({**deals, "records": records}))


def assert_checked(match):
    """Each record replays to its stored score, and the deals are found to be fair."""
    said, record = published(match), match.record
    verify_deals(said)
    hands = [hand for game in record.sheet.games for hand in game.hands]
    for written, hand in zip(said["records"], hands, strict=True):
        replayed = replay(written)
        if written["result"] == "cut_off":
            assert (replayed["finished"], hand.score.kind) == (False, "void")
            continue
        assert (replayed["result"], replayed["winner"]) == (hand.score.kind, hand.score.winner)
        if hand.score.winner is not None:
            assert replayed["points"][hand.score.winner] == hand.score.points
            assert replayed["boxes"][hand.score.winner] == hand.score.boxes
        assert written["log"] == record.facts[hand.n - 1].log_digest


@pytest.mark.parametrize("name", RULES)
def test_hands_under_every_rule_set(name):
    """Every action that is offered is taken, and every record is that of its hand."""
    match = OnlineMatch.begun(seed=random.Random(name).randrange(10**6), rules=RULES[name])
    for _ in range(HANDS):
        match.play_hand()
        if match.now.account.is_finished:
            break
    assert_checked(match)


def test_cut_off_hands_are_published_as_they_were_left():
    match = OnlineMatch.begun(MOVE, match_n=5)
    match.play_hand_until_turn()
    match.pass_time(seconds=226)
    match.look()
    match.play_hand()
    match.play_hand_until_turn()
    done(match.resign(0, "match"))
    said = published(match)
    cut = [record["reason"] for record in said["records"] if record["result"] == "cut_off"]
    assert cut[0] == "flag"
    assert cut[-1] == "resigned"
    assert_checked(match)


def test_a_deal_is_shown_when_its_hand_is_over():
    match = OnlineMatch.begun(target=15)
    match.play_hand_until_turn()
    said = published_deals(match.table, match.record, lambda n: True)
    assert (said["dealt"], [deal["d"] for deal in said["deals"]]) == (1, [0])
    match.play_hand()
    said = published_deals(match.table, match.record, lambda n: True)
    assert [(deal["d"], deal["n"], deal["why"]) for deal in said["deals"][:2]] == [
        (0, None, "draw"),
        (1, 1, None),
    ]
    hidden = published_deals(match.table, match.record, lambda n: False)
    assert [deal["d"] for deal in hidden["deals"]] == [0]


def test_words_are_shown_when_both_are_open():
    match = OnlineMatch.begun()
    match.ready(0)
    match.ready(1)
    (seating,) = published_deals(match.table, match.record, lambda n: True)["seatings"]
    assert (seating["words"], seating["word_hashes"]) == ([None, None], [None, None])
    assert seating["commitment"] == match.now.state.seating.commitment
