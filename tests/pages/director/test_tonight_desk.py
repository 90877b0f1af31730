"""The next step on the desk: from a draft to the archive, and what blocks it."""

import pytest
from django.test import Client

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.pages.director.test_desk import act, desk, settle
from tests.pages.director.test_rooms import at, told
from tests.stock import stocked
from tournaments.models import ClockEvent, LeftOpen, Staff, Tournament
from tournaments.services.desk import results
from tournaments.services.events import setup
from tournaments.services.events.staff import appoint_staff
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def prepared(client: Client) -> Tournament:
    made = make_tournament(start=False)
    sign_in(client, owner_of(made.club))
    return made


@pytest.fixture
@stocked
def swiss() -> Tournament:
    """Six at three tables, published by hand, with a clock that ran out long ago; one is late."""
    made = make_tournament(
        entrants=6,
        start=False,
        format="swiss",
        format_settings={"rounds": 3},
        publishing="by_hand",
    )
    tables = [(number, "") for number in range(1, 4)]
    setup.set_tables(tournament_id=made.pk, tables=tables, by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    rounds.plan_round(tournament_id=made.pk, number=1, minutes=30, by=DIRECTOR, now=NOW)
    rounds.run_clock(tournament_id=made.pk, number=1, kind="start", by=DIRECTOR, now=NOW)
    for number in (1, 2):
        win(board_of(made, 1, number), 0)
    made.refresh_from_db()
    return made


@pytest.fixture
def director(swiss: Tournament, client: Client) -> Client:
    sign_in(client, owner_of(swiss.club))
    return client


def cure(client: Client, event: Tournament, what: str, *more: object):
    match = board_of(event, 1, 3).match
    value = ":".join(map(str, (what, match.pk, *more)))
    return act(client, event, "cure", cure=value, version=match.version)


def test_the_steps_of_an_event_from_a_draft_to_the_archive(
    client: Client, prepared: Tournament
) -> None:
    assert "Next Draw it All 4 who are entered are drawn. Draw with 4" in desk(client, prepared)
    page = told(act(client, prepared, "open_registration"))
    assert "Everybody sees its page now." in page
    assert "Next Open check-in" in page
    assert "Next Check in who comes" in told(act(client, prepared, "open_check_in"))
    assert "Next Publish the draw" in told(act(client, prepared, "draw"))
    assert "In play: Semi-finals" in told(act(client, prepared, "publish:1"))
    for number in (1, 2):
        win(board_of(prepared, 1, number), 0)
    settle(prepared)
    win(board_of(prepared, 2, 1), 0)
    settle(prepared)
    assert "Next Player 0001 has won" in desk(client, prepared)
    assert "Next It is in the archive" in told(act(client, prepared, "archive"))


def test_a_cancelled_event_has_no_line(client: Client, prepared: Tournament) -> None:
    setup.move_tournament(
        tournament_id=prepared.pk, action="cancel", name=prepared.name, by=DIRECTOR, now=NOW
    )
    page = client.get(at("desk", prepared))
    assert "Next It is cancelled" in told(page)
    assert 'class="line"' not in page.text


def test_of_the_line_one_step_is_current(client: Client, prepared: Tournament) -> None:
    page = client.get(at("desk", prepared)).text
    assert page.count('aria-current="step"') == 1


def test_the_late_table_is_named_with_its_cures(director: Client, swiss: Tournament) -> None:
    page = desk(director, swiss)
    assert "Next Table 3: the time is up Player 0003 – Player 0006, 0–0." in page
    for title in ("Give it five minutes", "Pair without it", "Walkover for Player 0006"):
        assert title in page
    assert "Do it" in page  # what the button says without script
    assert "Also waiting for you" not in page  # nothing is said twice


def test_a_walkover_draws_the_next_round(director: Client, swiss: Tournament) -> None:
    page = told(cure(director, swiss, "walkover", 1))
    assert "The walkover is entered." in page
    assert "Next Publish: Round 2" in page
    assert swiss.stages.get().rounds.get(number=2).state == "draft"


def test_a_walkover_of_a_match_that_has_changed_is_refused(
    director: Client, swiss: Tournament
) -> None:
    match = board_of(swiss, 1, 3).match
    said = {"cure": f"walkover:{match.pk}:1", "version": match.version - 1}
    assert act(director, swiss, "cure", **said).status_code == 409
    assert not swiss.stages.get().rounds.filter(number=2).exists()


def test_five_minutes_more_are_for_that_table(director: Client, swiss: Tournament) -> None:
    assert "Table 3: 5 minutes more." in told(cure(director, swiss, "more_time"))
    event = ClockEvent.objects.get(kind="extend")
    assert (event.table.number, event.seconds) == (3, 300)


def test_the_next_round_is_drawn_while_the_late_table_goes_on(
    director: Client, swiss: Tournament
) -> None:
    page = told(cure(director, swiss, "without"))
    assert "Next Publish: Round 2" in page
    assert LeftOpen.objects.get().counted_as == "level"
    assert "Next Table 3: the time is up" in told(act(director, swiss, "publish:2"))


def test_the_late_table_counts_as_it_stands_once_somebody_leads(
    director: Client, swiss: Tournament
) -> None:
    assert "Pair as it stands" not in desk(director, swiss)
    while board_of(swiss, 1, 3).match.games_won == [0, 0]:
        board = board_of(swiss, 1, 3)
        version = board.match.version
        results.record_hand(
            board=board, entry=knock(1, 5, 60), version=version, by=DIRECTOR, now=NOW
        )
    page = desk(director, swiss)
    assert "Pair as it stands Counted as it stands, 0–1, until its result comes." in page
    assert "Next Publish: Round 2" in told(cure(director, swiss, "as_it_stands"))
    said = LeftOpen.objects.get()
    assert (said.counted_as, said.won) == ("as_it_stands", [0, 1])


@pytest.mark.parametrize(("said", "status"), [("", 400), ("publish:2", 400), ("walkover", 400)])
def test_what_is_no_cure_is_refused(
    director: Client, swiss: Tournament, said: str, status: int
) -> None:
    assert act(director, swiss, "cure", cure=said, version=1).status_code == status


def test_a_referee_of_the_event_does_not_open_the_desk(client: Client, swiss: Tournament) -> None:
    referee = make_user()
    appoint_staff(
        tournament_id=swiss.pk, user=referee, role=Staff.Roles.REFEREE, by=DIRECTOR, now=NOW
    )
    sign_in(client, referee)
    assert client.post(at("desk", swiss), {"act": "draw"}).status_code == 403


def test_names_are_pasted_and_the_desk_says_what_is_next(client: Client) -> None:
    club = make_club()
    made = make_tournament(club, entrants=0, start=False)
    Player.objects.create(club=club, name="Anna Šimek")
    sign_in(client, owner_of(club))
    sent = {"act": "names", "names": "Anna Simek\nBo Reyes\n\nChloé Weiß"}
    answer = client.post(at("entries", made), sent, follow=True)
    assert answer.redirect_chain[-1][0] == at("desk", made)
    assert "3 players are entered." in told(answer)
    assert "Draw with 3" in told(answer)
    assert Player.objects.filter(club=club).count() == 3
    answer = client.post(at("entries", made), {"act": "names", "names": "Dora"}, follow=True)
    assert at("desk", made) not in [where for where, _status in answer.redirect_chain]


@pytest.mark.parametrize(
    ("state", "has_tables", "offers", "not_offers"),
    [
        ("check_in", False, "Walk-in", "Print slips"),
        ("running", True, "Print slips", "More"),
        ("finished", False, "Penalties, appeals", "Walk-in"),
        ("archived", False, "", "Announce"),
        ("cancelled", False, "", "Announce"),
    ],
)
def test_the_desk_offers_what_is_of_use_at_its_hour(
    client: Client, state: str, has_tables: bool, offers: str, not_offers: str
) -> None:
    made = make_tournament(start=state == "running")
    Tournament.objects.filter(pk=made.pk).update(state=state)
    sign_in(client, owner_of(made.club))
    page = client.get(at("desk", made)).content.decode()
    assert ('id="grid"' in page) == has_tables
    words = page.partition('id="more"')[2].partition("</details>")[0]
    assert offers in words
    assert not_offers not in words
