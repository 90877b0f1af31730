"""Whom a referee sees, rules against, penalises and misses where more than two entrants meet."""

import re

import pytest
from django.test import Client

from games.models import Match
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of, sign_in
from tests.formats import RULES
from tests.pages.match.test_table_of_three import Pad
from tests.tournaments.tables import play_out, table_of, write_hand
from tournaments.models import ClockEvent, Penalty
from tournaments.services.events import setup
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def scramble(client: Client) -> Pad:
    made = make_tournament(entrants=4, format="scramble", rules=RULES["partners"])
    return Pad(client, board_of(made, 1, 1))


@pytest.fixture
def three(client: Client) -> Pad:
    return Pad(client, table_of(3))


def version(pad: Pad) -> int:
    return Match.objects.get(pk=pad.board.match_id).version


def names(pad: Pad) -> list[str]:
    return [seat.player.name for seat in pad.record.seats]


def context(page: str) -> str:
    """What the page says of each of them beside the form."""
    return page.split('id="context"')[1]


def test_partners_in_a_scramble_are_ruled_on_together(scramble: Pad) -> None:
    address = f"{scramble.match}ruling/"
    said = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 1, "n": "1:2,3"}
    write = {"version": version(scramble), "key": "r"}
    scramble.client.post(address, {**said, **write})
    beside = context(scramble.shown(address))
    own = [beside.split(f">{name}</h2>")[1].split("</section>")[0] for name in names(scramble)]
    assert ["Too many cards" in one for one in own] == [False, True, False, True]


def test_the_third_at_a_table_is_penalised(three: Pad) -> None:
    address = f"{three.match}penalty/"
    said = {"rule": "T_CONDUCT_MINOR", "offender": 2}
    third = names(three)[2]
    assert re.search(rf"Warning, {third}", three.shown(address, **said))
    write = {"version": version(three), "key": "p", "option": "warning", "occurrence": 1}
    assert three.client.post(address, {**said, **write, "facts": "Rude."}).status_code == 302
    assert Penalty.objects.get().player.name == third


def test_each_at_a_table_can_be_late(three: Pad) -> None:
    event = three.board.pairing.round.stage.tournament
    write = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=[(1, "")], **write)
    rounds.plan_round(number=1, minutes=30, **write)
    rounds.run_clock(number=1, kind=ClockEvent.Kinds.START, **write)
    sign_in(three.client, owner_of(event.club))
    page = three.shown(f"/c/{event.club.slug}/{event.slug}/tables/1/")
    for name in names(three):
        assert re.search(rf"[^<>]*{name}[^<>]*(absent|late|walkover|not here)", page), name


def test_everybody_at_a_table_is_named_to_the_referee(three: Pad) -> None:
    event = three.board.pairing.round.stage.tournament
    setup.set_tables(tournament_id=event.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    write_hand(three.board, 20)
    page = three.shown(f"/c/{event.club.slug}/{event.slug}/tables/")
    assert f'<span class="r-w">{"<br>".join(names(three))}</span>' in page


def test_what_a_table_settled_is_written_with_a_minus(three: Pad) -> None:
    event = three.board.pairing.round.stage.tournament
    play_out(three.board)
    page = three.shown(f"/c/{event.club.slug}/{event.slug}/matches/")
    assert re.search(r">−\d+</span>", page)
    assert not re.search(r">-\d+</span>", page)


@pytest.mark.parametrize("name", ["first-deal", "result"])
def test_everybody_at_a_table_is_named_over_its_pages(three: Pad, name: str) -> None:
    title = three.shown(f"{three.match}{name}/").split("<title>")[1].split("</title>")[0]
    assert " v ".join(names(three)) in title
