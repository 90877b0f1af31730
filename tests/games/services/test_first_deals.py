"""Who deals first in a match, and what was drawn for it."""

import pytest

from games.catalogue import GAMES
from games.models import FirstDeal
from games.selectors.matches import match_record, proposed_dealer
from games.services import taking_back
from games.services.first_deals import copy_first_dealers, end_first_deals, note_first_deal
from kernel.text import Refusal
from tests.builders import NOW, knock
from tests.games.engine.three_seats import RulesOfThree
from tests.games.services.table import REFEREE, Table, TableOfThree

pytestmark = pytest.mark.django_db

LOW = {"first_dealer": "low_card_deals"}


def note(table, cards=(), dealer=None, by=None, reason=""):
    by = by or table.as_players[0]
    return table.do(note_first_deal, by, cards=cards, dealer=dealer, reason=reason)


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value.text.code, found.value.field


def noted(table):
    first_deal = table.record.first_deal
    return first_deal.cards, first_deal.dealer, table.record.first_deal_agreed


def test_two_cards_are_drawn_and_the_high_one_chooses():
    table = Table()
    assert refused(note, table, ["KS", "7H"]) == ("dealer_needed", "dealer")
    note(table, ["ks", "7H"], 1)
    assert noted(table) == (["KS", "7H"], 1, False)
    assert proposed_dealer(table.record) == 1
    assert table.record.state == "open"


def test_the_low_card_deals_unless_something_else_is_agreed():
    table = Table(**LOW)
    note(table, ["KS", "7H"])
    assert noted(table) == (["KS", "7H"], 1, False)
    note(table, ["KS", "7H"], 0)
    assert noted(table) == (["KS", "7H"], 0, True)
    note(table, [], 1)
    assert noted(table) == ([], 1, True)
    assert refused(note, table) == ("dealer_needed", "dealer")
    assert FirstDeal.objects.filter(superseded_at=None).count() == 1
    assert FirstDeal.objects.count() == 3


def test_the_same_again_changes_nothing():
    table = Table()
    note(table, ["KS", "7H"], 1)
    version = table.record.match.version
    note(table, ["KS", "7H"], 1, by=table.bob)
    assert (table.record.match.version, FirstDeal.objects.count()) == (version, 1)


def test_the_sheet_knows_who_began():
    """Hand 1 of game 1 is proposed for them, game 2 for the other; a hand that is dealt by somebody
    else stays as it was written, and is marked."""
    table = Table(target=20)
    note(table, ["2S", "7H"], 1)
    table.hands(knock(0, 1, 6, dealer=0))
    hand = table.record.sheet.games[0].hands[0]
    assert (hand.dealer, hand.proposed_dealer, hand.dealer_differs) == (0, 1, True)
    table.hands(knock(0, 1, 61))
    assert table.record.sheet.running_game == 2
    assert proposed_dealer(table.record) == 0


def test_after_the_first_hand_staff_alone_put_it_right_and_say_why():
    table = Table()
    note(table, ["KS", "7H"], 1)
    table.hands(knock(0, 3, 20), by=table.ada)
    assert refused(note, table, ["KS", "7H"], 0) == ("forbidden", "")
    assert refused(note, table, ["KS", "7H"], 0, by=REFEREE) == ("reason_needed", "reason")
    note(table, ["KS", "8H"], 0, by=REFEREE, reason="misread")
    assert noted(table) == (["KS", "8H"], 0, False)
    assert table.record.first_deal.reason == "misread"
    # The hand says what it said.
    assert table.record.facts[0].dealer == 1


def test_a_match_that_was_handed_in_whole_has_no_first_deal():
    table = Table()
    table.won(3, 1)
    assert refused(note, table, ["KS", "7H"], 0) == ("not_by_hands", "")


def test_it_ends_where_others_sit_down_and_where_the_match_is_played_anew():
    table = Table()
    note(table, ["KS", "7H"], 1)
    end_first_deals(matches=[table.match.pk], now=NOW)
    assert (table.record.first_deal, table.record.match.first_dealer) == (None, None)
    note(table, [], 1)
    old = table.record.first_deal
    taking_back.void_matches(matches=[table.match.pk], now=NOW)
    taking_back.refold([table.match.pk])
    assert (table.record.first_deal, proposed_dealer(table.record)) == (None, 0)
    taking_back.restore_facts(facts={"first_deal": [old.pk]})
    taking_back.refold([table.match.pk])
    again = table.record.first_deal
    assert (again.dealer, again.pk != old.pk) == (1, True)
    assert proposed_dealer(table.record) == 1


def test_the_copy_is_made_anew():
    table = Table()
    note(table, [], 1)
    match = table.record.match
    match.first_dealer = None
    match.save()
    copy_first_dealers([match])
    assert match.first_dealer == 1
    assert match_record(match).first_deal.dealer == 1


def test_another_game_knows_no_draw_but_who_deals(monkeypatch):
    monkeypatch.setitem(GAMES, RulesOfThree.name, RulesOfThree.from_stored)
    table = TableOfThree()
    assert refused(note, table, ["KS", "7H", "2C"], 2) == ("no_draw", "cards")
    note(table, [], 2)
    assert proposed_dealer(table.record) == 2
