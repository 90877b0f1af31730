"""What the record of a match makes of hands that an online table wrote."""

from functools import partial

import pytest

from games.cut_offs import flag_reference, resignation_reference
from games.engine.gin.irregularities.remedies import Effect
from games.models import Adjustment, Hand, HandFact, Match
from games.services import adjustments, rulings, taking_back
from games.services.rulings import RulingEntry
from kernel.permissions import SYSTEM
from tests.games.services.online import TableOnline, deal_at
from tests.games.services.table import REFEREE, Table

pytestmark = pytest.mark.django_db

VOID_HAND = [Effect("void_hand")]


@pytest.fixture
def table():
    return TableOnline()


def adjusted(table, by=REFEREE, **fields):
    left = {}

    def service(**given):
        record, left["adjustment"] = adjustments.adjust(**given, **fields)
        return record

    return table.do(service, by), left["adjustment"]


def ended(table, adjustment):
    def service(*, record, by, now):
        return adjustments.end_adjustment(record=record, adjustment=adjustment, now=now)

    return table.do(service, REFEREE)


def ruled(table, **fields):
    left = {}

    def service(*, record, by, now):
        record, left["ruling"] = rulings.rule(
            record=record, by=by, now=now, entry=RulingEntry(**fields)
        )
        return record

    return table.do(service, REFEREE), left["ruling"]


def places(table):
    rows = Hand.objects.filter(match=table.match).order_by("deal")
    return list(rows.values_list("deal", "sequence"))


def test_what_the_table_wrote_stands_without_anybody_confirming_it(table):
    for _hand in range(3):
        table.dealt("gin", 0, (0, 75))
    assert table.record.state == Match.States.FINISHED
    assert (table.record.by_players, table.record.reporter) == ([], None)
    assert (table.record.winner, table.record.stands) == (0, True)


def test_what_the_program_wrote_at_a_table_in_a_room_stands_too():
    """A penalty that waited takes effect by the program itself, and may write down a void hand."""
    table = Table()
    adjusted(table, SYSTEM, kind="hand_loss", seat=0)
    assert table.record.by_players == []


def test_a_hand_that_was_cut_off_is_dealt_again_by_the_same_dealer():
    table = TableOnline(void_dealer="alternate")
    table.dealt()
    dealer = table.record.sheet.next_dealer
    table.dealt(cut_off="ruled")
    record = table.record
    assert [(fact.hand.sequence, fact.kind, fact.cut_off) for fact in record.facts] == [
        (1, "knock", ""),
        (2, "void", "ruled"),
    ]
    assert record.sheet.next_dealer == dealer
    table.dealt()
    assert [fact.dealer for fact in table.record.facts] == [0, dealer, dealer]


def test_a_hand_that_a_penalty_took_is_that_of_the_running_deal(table):
    table.dealt()
    deal_at(table.online, table.now)
    record, adjustment = adjusted(table, kind="hand_loss", seat=0)
    fact = record.facts[-1]
    assert (fact.hand.deal, fact.hand.sequence, fact.cut_off) == (2, 2, "penalty")
    assert record.games[0].points == (15, 25)
    record = ended(table, adjustment)
    assert places(table) == [(1, 1), (2, 2)]
    assert (record.facts[-1].kind, record.games[0].points) == ("void", (15, 0))
    assert record.sheet.next_dealer == fact.dealer


def test_the_same_by_a_flag(table):
    deal_at(table.online, table.now)
    record, _adjustment = adjusted(table, kind="hand_loss", seat=0, reference=flag_reference(7))
    assert record.facts[-1].cut_off == "flag"


def test_a_hand_that_is_lost_between_two_deals_is_of_no_deal(table):
    table.dealt()
    record, _adjustment = adjusted(table, kind="hand_loss", seat=0)
    assert (record.facts[-1].hand.deal, record.facts[-1].cut_off) == (None, "")


def test_a_running_hand_that_is_ruled_void_keeps_its_place_when_that_is_taken_back(table):
    deal_at(table.online, table.now)
    record, ruling = ruled(table, effects=VOID_HAND, n=1)
    assert [(fact.hand.deal, fact.cut_off) for fact in record.facts] == [(1, "ruled")]
    record = table.do(partial(rulings.take_back_ruling, ruling=ruling, reason="misread"), REFEREE)
    (fact,) = record.facts
    assert (fact.kind, fact.cut_off, fact.ruling, fact.revision) == ("void", "ruled", None, 2)
    assert places(table) == [(1, 1)]


def test_a_hand_ruled_void_afterwards_counts_again_when_that_is_taken_back(table):
    table.dealt()
    record, ruling = ruled(table, effects=VOID_HAND, n=1)
    assert record.games[0].points == (0, 0)
    record = table.do(partial(rulings.take_back_ruling, ruling=ruling, reason="misread"), REFEREE)
    assert (record.games[0].points, places(table)) == ((15, 0), [(1, 1)])


def test_a_cut_off_hand_that_a_correction_ended_stands_again_in_its_place(table):
    """The ruling that wrote it was taken back meanwhile: it is a hand of nobody."""
    deal_at(table.online, table.now)
    record, ruling = ruled(table, effects=VOID_HAND, n=1)
    (fact,) = record.facts
    taking_back.end_facts(facts={"hand_fact": [fact.pk], "ruling": [ruling.pk]}, now=table.now)
    taking_back.restore_facts(facts={"hand_fact": [fact.pk]})
    (again,) = HandFact.objects.filter(hand=fact.hand, superseded_at=None)
    assert (again.kind, again.cut_off, again.ruling) == ("void", "ruled", None)
    assert places(table) == [(1, 1)]


def test_a_match_that_is_played_anew_has_its_deals_and_no_hands(table):
    table.dealt()
    taking_back.void_matches(matches=[table.match.pk], now=table.now)
    ((deal, sequence),) = places(table)
    assert (deal, sequence > taking_back.ASIDE) == (1, True)
    assert table.dealt() == 2
    assert [fact.hand.sequence for fact in table.record.facts] == [1]


def test_a_game_that_was_given_up_says_so(table):
    table.dealt()
    table.dealt(cut_off="resigned")
    record, adjustment = adjusted(
        table, kind="game_loss", seat=0, reference=resignation_reference(9)
    )
    assert adjustment.reference == "resigned:9"
    assert (record.sheet.games[0].ended_by, record.score.games_won) == ("resigned", (0, 1))


def test_a_flag_that_costs_the_game_says_what_a_penalty_says(table):
    table.dealt(cut_off="flag")
    record, _adjustment = adjusted(table, kind="game_loss", seat=0, reference=flag_reference(9))
    assert record.sheet.games[0].ended_by == "penalty"


def test_a_match_that_was_given_up_says_so_in_its_game(table):
    table.dealt(cut_off="resigned")
    record, _adjustment = adjusted(
        table, kind="match_loss", seat=1, reference=resignation_reference(9)
    )
    assert (record.sheet.games[0].ended_by, record.winner) == ("resigned", 0)
    assert Adjustment.objects.get().reference == "resigned:9"
