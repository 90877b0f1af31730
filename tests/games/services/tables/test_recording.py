"""What an online table writes into its match."""

import pytest
from django.db import transaction

from games.models import FirstDeal, TableEvent
from games.selectors.matches import proposed_dealer
from games.services.adjustments import adjust, end_adjustment
from games.services.tables.ruled import table_was_ruled_on, tables_were_ruled_on
from games.tables.records import digest_of
from tests.builders import NOW
from tests.games.online import MOVE, OnlineMatch, done
from tests.games.services.table import REFEREE

pytestmark = pytest.mark.django_db

SHORT = {"match_n": 1, "target": 15}


def test_hands_are_written_as_they_were_played():
    match = OnlineMatch.begun(**SHORT)
    match.play()
    record = match.record
    assert record.state == record.match.state == "finished"
    assert record.submission.level == "hands"
    assert {(fact.role, fact.via) for fact in record.facts} == {("system", "online")}
    assert [fact.hand.deal for fact in record.facts] == list(range(1, 1 + len(record.facts)))
    deals = [hand.dealer for game in record.sheet.games for hand in game.hands]
    assert deals == [fact.dealer for fact in record.facts]
    assert not any(hand.dealer_differs for game in record.sheet.games for hand in game.hands)
    for fact in record.facts:
        log = match.events(deal=fact.hand.deal)
        assert fact.log_digest == digest_of(log, fact.hand.deal)


@pytest.mark.parametrize("first_dealer", ["high_card_chooses", "low_card_deals", "random"])
def test_the_draw_says_who_deals_first(first_dealer):
    match = OnlineMatch.begun(**SHORT, first_dealer=first_dealer)
    match.play_hand()
    noted = FirstDeal.objects.get(match=match.match)
    assert (len(noted.cards), noted.via) == (2, "online")
    assert match.record.facts[0].dealer == noted.dealer
    assert not match.record.first_deal_agreed
    asked = "choice" in match.kinds()
    assert asked == (first_dealer == "high_card_chooses")


def test_a_flag_loses_the_game_and_cuts_the_hand_off():
    match = OnlineMatch.begun(MOVE, match_n=3)
    match.play_hand_until_turn()
    loser = match.now.state.turn
    match.pass_time(seconds=45 + 180 + 1)
    match.look()
    record = match.record
    (fact,), (given,) = record.facts, record.adjustments
    assert (fact.kind, fact.cut_off, fact.hand.deal) == ("void", "flag", 1)
    flag = TableEvent.objects.get(kind="flag")
    assert given.reference == f"flag:{flag.number}"
    assert (given.kind, given.seat, flag.seat) == ("game_loss", loser, loser)
    assert flag.data == {"cost": "game_loss", "away": False}
    assert record.games[0].winner == 1 - loser
    assert record.score.games_won[1 - loser] == 1
    match.look()
    assert match.kinds().count("flag") == 1


def test_a_flag_may_cost_the_hand_alone():
    match = OnlineMatch.begun(MOVE, flag="hand_loss", match_n=1)
    match.play_hand_until_turn()
    loser = match.now.state.turn
    match.pass_time(seconds=45 + 180 + 1)
    match.look()
    record = match.record
    assert record.games[0].points[1 - loser] == 25
    assert (record.state, record.facts[0].cut_off) == ("running", "flag")
    match.play_hand()
    assert [fact.hand.deal for fact in match.record.facts] == [1, 2]


@pytest.mark.parametrize(("of", "state"), [("game", "running"), ("match", "finished")])
def test_who_resigns_has_lost(of, state):
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    done(match.resign(1, of))
    record = match.record
    assert (record.state, record.winner) == (state, None if of == "game" else 0)
    (given,), (fact,) = record.adjustments, record.facts
    assert given.reference == f"resigned:{len(match.kinds())}"
    assert (fact.cut_off, fact.kind) == ("resigned", "void")
    assert record.sheet.games[0].ended_by == "resigned"


def test_who_resigns_a_game_twice_has_lost_one():
    """Whoever sends it again, or too late, without a key. The match can still be given up."""
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    done(match.resign(0))
    for seat in (0, 1):
        assert match.resign(seat).refused.text.code == "hand_over"
    assert match.record.score.games_won == (0, 1)
    done(match.resign(0, "match"))
    assert match.record.winner == 1


def test_between_two_hands_of_a_game_one_may_resign_it():
    match = OnlineMatch.begun(match_n=3, target=1000)
    match.play_hand()
    assert match.now.state.stage == "hand_over"
    done(match.resign(0))
    assert match.record.score.games_won == (0, 1)


def test_after_a_lost_game_the_other_deals():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    first = match.record.match.first_dealer
    done(match.resign(0))
    assert proposed_dealer(match.record) == 1 - first
    match.play_hand()
    assert [fact.dealer for fact in match.record.facts] == [first, 1 - first]


def test_with_its_first_deal_a_match_has_begun():
    match = OnlineMatch.begun(**SHORT)
    assert match.record.state == "open"
    match.play_hand_until_turn()
    assert (match.record.state, match.record.match.state) == ("running", "running")
    assert (match.record.submission.role, match.record.facts) == ("system", ())


def penalised(match, kind, seat=0):
    """A referee gives a penalty while a hand is played; the penalty."""
    with transaction.atomic():
        record, given = adjust(record=match.record, kind=kind, seat=seat, by=REFEREE, now=NOW)
        data = {"said": ["penalty.score"]}
        table_was_ruled_on(match=record.match, by=REFEREE, data=data)
    return given


def test_a_hand_of_a_game_that_a_penalty_ends_keeps_its_place_in_it():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    first = match.record.match.first_dealer
    penalised(match, "game_loss")
    match.look()
    (fact,) = match.record.facts
    assert (fact.cut_off, fact.hand.game, fact.hand.number, fact.hand.deal) == ("ruled", 1, 1, 1)
    assert match.record.sheet.games[0].ended_by == "penalty"
    assert proposed_dealer(match.record) == 1 - first
    match.play_hand()
    later = match.record.facts[1]
    assert (later.hand.game, later.hand.number, later.dealer) == (2, 1, 1 - first)


def test_a_hand_of_a_match_that_a_penalty_ends_keeps_its_place():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    penalised(match, "match_loss")
    match.look()
    record = match.record
    assert [(fact.hand.sequence, fact.cut_off) for fact in record.facts] == [(1, "ruled")]
    assert (record.state, record.winner) == ("finished", 1)


def test_a_hand_that_a_penalty_took_is_written_once():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    penalised(match, "hand_loss")
    match.look()
    (fact,) = match.record.facts
    assert (fact.cut_off, fact.hand.deal) == ("penalty", 1)
    assert fact.log_digest == digest_of(match.events(deal=1), 1)
    match.play_hand()
    deals = [fact.hand.deal for fact in match.record.facts]
    assert deals == list(range(1, 1 + len(deals)))


def test_a_ruling_is_of_the_instant_at_which_its_match_was_locked():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    penalised(match, "hand_loss")
    instants = [event.at for event in match.events()]
    assert instants == sorted(instants)


def told(match, ended):
    """What its director says at the table of a match."""
    data = {"ended": ended}
    tables_were_ruled_on(matches=[match.match], by=REFEREE, data=data)
    match.look()


def test_nothing_is_played_while_a_round_is_set_aside():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    seat = match.now.state.turn
    told(match, "redrawn")
    assert match.act(seat, "draw").refused.text.code == "hand_over"
    assert match.resign(seat).refused.text.code == "hand_over"
    assert [fact.cut_off for fact in match.record.facts] == ["ruled"]
    kinds = match.kinds()
    match.pass_time(minutes=5)
    match.look()
    assert match.kinds() == kinds
    told(match, None)
    match.play_hand()
    assert [fact.hand.deal for fact in match.record.facts][:2] == [1, 2]


def test_nobody_sits_down_in_a_round_that_is_taken_back():
    match = OnlineMatch.begun(match_n=3)
    told(match, "redrawn")
    match.ready(0)
    match.ready(1)
    assert "commitment" not in match.kinds()


def test_points_that_are_taken_back_leave_a_match_begun():
    match = OnlineMatch.begun(match_n=3)
    match.play_hand_until_turn()
    given = penalised(match, "points")
    end_adjustment(record=match.record, adjustment=given, now=NOW)
    assert match.record.state == "running"
    match.play_hand()
    assert match.record.facts[0].hand.deal == 1
