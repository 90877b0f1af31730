"""Knock-outs in which who loses plays on, through the services: seated, played, over."""

import pytest
from django.test import Client

from tests.builders import board_of, make_tournament, win
from tests.tournaments.services.stages.test_rounds import advanced, play_on, slots_of, states
from tournaments.selectors.stages.reading import stage_record

pytestmark = pytest.mark.django_db


def played_out(tournament):
    for _ in range(12):
        play_on(tournament)
        advanced(tournament)
        tournament.refresh_from_db()
        if tournament.state == "finished":
            return
    raise AssertionError("it does not end")


def slot_at(tournament, round, number):
    return next(
        slot for slot in slots_of(tournament) if (slot.round, slot.number) == (round, number)
    )


@pytest.mark.parametrize("entrants", [2, 5])
def test_a_double_elimination_comes_to_its_end_without_a_second_final(entrants):
    tournament = make_tournament(entrants=entrants, format="double_elimination")
    played_out(tournament)
    assert set(states(tournament)) == {"finished", "complete"}
    last = slots_of(tournament)[-1]
    assert (last.decision, last.state, last.players) == ("not_needed", "bye", (None, None))
    played = [slot for slot in slots_of(tournament) if slot.decision == "played"]
    assert len(played) == 2 * entrants - 2


def test_the_second_final_seats_the_two_of_the_first_once_it_is_needed():
    tournament = make_tournament(entrants=4, format="double_elimination")
    for round in (1, 2, 3):
        play_on(tournament)
        advanced(tournament)
        assert slot_at(tournament, 5, 1).players == (None, None), round
    win(board_of(tournament, 4, 1), seat=1)
    advanced(tournament)
    first, second = slot_at(tournament, 4, 1), slot_at(tournament, 5, 1)
    assert second.players == first.players
    assert second.state == "ready"
    win(board_of(tournament, 5, 1), seat=1)
    advanced(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_everybody_is_placed_in_a_consolation():
    tournament = make_tournament(entrants=6, format_settings={"consolation": True})
    played_out(tournament)
    facts = stage_record(tournament.stages.get())
    assert [row.rank for row in facts.format.places(facts.table)] == list(range(1, 7))


@pytest.mark.parametrize(
    "fields",
    [{"format": "double_elimination"}, {"format_settings": {"consolation": True}}],
    ids=["double elimination", "consolation"],
)
def test_its_pages_can_be_read(fields, client: Client):
    tournament = make_tournament(entrants=6, **fields)
    play_on(tournament)
    advanced(tournament)
    assert client.get(f"/c/{tournament.club.slug}/{tournament.slug}/").status_code == 200
