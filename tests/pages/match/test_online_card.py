"""The card of an online table: what staff see there, do there, and are refused."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.timezone import localtime

from kernel.permissions import TABLE, Role
from players.models import AuditEntry, Membership, User
from tests.builders import DIRECTOR, board_of, make_user, owner_of, sign_in
from tests.online import OnlineEvent
from tests.reading import said_by
from tournaments.models import Staff
from tournaments.services.events.staff import issue_pass
from web.db import clock
from web.page import new_key

pytestmark = pytest.mark.django_db

TIMED = {"kind": "move", "seconds": 45, "reserve": 180}


class Card:
    """The card as one reader has it."""

    def __init__(self, event: OnlineEvent, user: User | None = None) -> None:
        self.event, self.client = event, Client()
        if user is not None:
            sign_in(self.client, user)
        tournament = event.tournament
        self.match = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{event.board.match_id}/"
        self.address = f"{self.match}table/card/"

    def said(self) -> str:
        response = self.client.get(self.address)
        assert response.status_code == 200
        return " | ".join(said_by(response.content.decode()))

    def html(self) -> str:
        return self.client.get(self.address).content.decode()

    def send(self, act: str, **fields: object) -> HttpResponse:
        return self.client.post(self.address, {"key": new_key(), "act": act, **fields})

    def done(self, act: str, **fields: object) -> str:
        """What the page says that was done."""
        answer = self.client.post(
            self.address, {"key": new_key(), "act": act, **fields}, follow=True
        )
        assert answer.redirect_chain == [(self.address, 302)]
        (notice,) = re.findall(r'<p class="notice" data-k="success">(.*?)</p>', answer.text)
        return str(notice)


@pytest.fixture
def event() -> OnlineEvent:
    made = OnlineEvent(clock=TIMED)
    made.begin()
    return made


@pytest.fixture
def card(event: OnlineEvent) -> Card:
    return Card(event, owner_of(event.tournament.club))


def table_page(event: OnlineEvent, seat: int) -> str:
    """What the table says to a seat."""
    reader = Card(event, event.users[seat])
    page = reader.client.get(f"{reader.match}table/").content.decode()
    return " | ".join(said_by(page))


def test_it_shows_both_seats_and_how_play_stands(event: OnlineEvent, card: Card) -> None:
    said = card.said()
    names = [seat.player.name for seat in event.board.match.seats.order_by("seat")]
    assert all(name in said for name in names)
    turn = event.view()["turn"]
    assert f"{names[turn]} is to play." in said
    assert "Not connected" in said
    assert "Game 1, hand 1" in said


def test_a_pause_is_told_and_goes_on_again(event: OnlineEvent, card: Card) -> None:
    assert card.done("pause", reason="A call.").startswith("The match is paused")
    assert event.view()["state"] == "paused"
    assert 'data-hold="paused"' in card.html()
    assert "The match is paused." in table_page(event, 0)
    assert card.done("resume", reason="Settled.").startswith("Play goes on")
    assert event.view()["state"] == "playing"
    assert 'data-hold=""' in card.html()
    assert "Play goes on." in table_page(event, 0)


def test_time_is_given_to_one_of_the_two(event: OnlineEvent, card: Card) -> None:
    name = event.view()["players"][1]["name"]
    said = card.done("give_time", seat=1, seconds=120, reason="A call.")
    assert said == f"{name} has 2 min more."
    assert event.view()["clocks"][1]["reserve"] == 300_000
    assert f"{name} was given more time: 2:00." in table_page(event, 0)


def test_without_a_clock_no_time_is_offered() -> None:
    made = OnlineEvent()
    made.begin()
    card = Card(made, owner_of(made.tournament.club))
    assert "Give time" not in card.said()
    refused = card.send("give_time", seat=1, seconds=120, reason="A call.")
    assert refused.status_code == 409
    assert "There is no clock at this table." in refused.text


def test_where_a_turn_takes_days_hours_are_given() -> None:
    made = OnlineEvent(clock={"kind": "days", "days": 2})
    made.begin()
    card = Card(made, owner_of(made.tournament.club))
    said = card.done("give_time", seat=0, seconds=6 * 3600, reason="In hospital.")
    assert said.endswith(" has 6 h more.")
    assert card.send("give_time", seat=0, seconds=60, reason="Late.").status_code == 400


def test_an_hour_is_the_clubs(event: OnlineEvent, card: Card) -> None:
    club = event.tournament.club
    club.time_zone = "Asia/Tokyo"
    club.save()
    assert "Hours are local to the club (Tokyo time)." in card.said()
    until = localtime(clock.now() + timedelta(days=1), ZoneInfo("Asia/Tokyo"))
    typed = until.replace(second=0, microsecond=0)
    said = card.done("adjourn", at=typed.strftime("%Y-%m-%dT%H:%M"), reason="It is late.")
    assert typed.strftime("%H:%M") in said
    hold = event.table.events.get(kind="adjournment")
    assert hold.data["until"] == int(typed.timestamp() * 1000)
    assert "It goes on by itself" in card.said()
    assert "It goes on by itself" in table_page(event, 1)


def test_a_hand_is_void_or_brings_points(event: OnlineEvent, card: Card) -> None:
    name = event.view()["players"][0]["name"]
    answer = card.send("adjudicate", outcome="0", reason="A dead phone.")
    assert answer.status_code == 400
    assert "Say how many points they win." in answer.text
    said = card.done("adjudicate", outcome="0", points=17, reason="A dead phone.")
    assert said == f"The hand is cut off: 17 points for {name}."
    assert event.view()["points"] == [17, 0]
    assert "An official has ended this hand." in table_page(event, 1)
    for seat in (0, 1):
        event.ready(seat)
    assert card.done("adjudicate", outcome="void", points="", reason="x").startswith(
        "The hand is void."
    )
    assert event.view()["points"] == [17, 0]


def test_in_a_pause_the_next_hand_waits_for_play_to_go_on(card: Card) -> None:
    card.done("pause", reason="A call.")
    said = card.done("adjudicate", outcome="void", points="", reason="x")
    assert said == "The hand is void. The next one follows when play goes on."


def test_hands_are_disclosed_to_who_asks_and_the_engine_counts_them(
    event: OnlineEvent, card: Card
) -> None:
    hands = [event.view(seat)["hands"][seat] for seat in (0, 1)]
    assert not [one for one in hands[0] + hands[1] if f"#l-{one.lower()}" in card.html()]
    assert "In this event a hand is shown when it is over" in card.said()
    assert card.done("disclose", reason="A quarrel.").startswith("Both hands are shown to you")
    shown = card.html()
    assert all(f"#l-{one.lower()}" in shown for one in hands[0] + hands[1])
    counts = [event.view(seat)["deadwood"] for seat in (0, 1)]
    found = [int(count) for count in re.findall(r"deadwood (\d+)", " ".join(said_by(shown)))]
    assert found == counts
    assert "Show me both hands" not in card.said()
    assert AuditEntry.objects.filter(action="table.disclose").count() == 1
    for seat in (0, 1):
        assert "An official who does not play in this event sees both hands" in table_page(
            event, seat
        )
    other = make_user("Other")
    Membership.objects.create(club=event.tournament.club, user=other, role="organiser")
    theirs = Card(event, other).html()
    assert not [one for one in hands[0] + hands[1] if f"#l-{one.lower()}" in theirs]


def test_what_lies_open_is_shown_where_everybody_sees_it() -> None:
    made = OnlineEvent(spectators="live_public")
    view = made.begin()
    html = Card(made, owner_of(made.tournament.club)).html()
    assert f"#l-{view['upcard'].lower()}" in html
    assert "As far as you may see it: what lies open." in " ".join(said_by(html))
    hidden = [one for seat in (0, 1) for one in made.view(seat)["hands"][seat]]
    assert not [one for one in hidden if f"#l-{one.lower()}" in html]


def test_what_is_refused_loses_nothing_typed(event: OnlineEvent, card: Card) -> None:
    refused = card.send("adjourn", at="2020-01-01T20:00", reason="It is late.")
    assert refused.status_code == 400
    assert "This hour is past" in refused.text
    assert 'value="2020-01-01T20:00"' in refused.text
    assert 'value="It is late."' in refused.text
    for act in ("pause", "resume", "disclose"):
        empty = card.send(act, reason="")
        assert empty.status_code == 400
        assert "Say why: the reason is kept with it." in empty.text
    twice = card.send("resume", reason="Go on.")
    assert twice.status_code == 409
    assert "Play goes on already at this table." in twice.text
    assert 'value="Go on."' in twice.text


def test_a_form_sent_twice_is_done_once(event: OnlineEvent, card: Card) -> None:
    form = {"key": new_key(), "act": "give_time", "seat": 0, "seconds": 60, "reason": "A call."}
    for _ in range(2):
        assert card.client.post(card.address, form).status_code == 302
    assert event.table.events.filter(kind="time").count() == 1


def test_who_plays_in_the_match_or_in_the_event(event: OnlineEvent) -> None:
    club = event.tournament.club
    Membership.objects.create(club=club, user=event.users[0], role="organiser")
    own = Card(event, event.users[0])
    assert "another official must do this" in own.said()
    assert 'name="act"' not in own.html()
    assert own.send("pause", reason="I want it.").status_code == 403


def test_who_plays_in_the_event_disclose_nothing() -> None:
    made = OnlineEvent(entrants=4)
    made.begin()
    player = board_of(made.tournament, 1, 2).match.seats.get(seat=0).player
    player.user = make_user("Plays and organises")
    player.save()
    Membership.objects.create(club=made.tournament.club, user=player.user, role="organiser")
    card = Card(made, player.user)
    said = card.said()
    assert "its hidden cards are not shown to you" in said.replace("’", "'")
    assert "Pause the match" in said
    assert card.send("disclose", reason="Curious.").status_code == 403
    assert not made.table.events.filter(kind="disclosure").exists()


def test_once_the_match_is_over_nothing_is_offered(event: OnlineEvent, card: Card) -> None:
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    said = card.said()
    assert "This match is over." in said
    assert "Pause the match" not in said


def test_it_is_kept_by_nobody_and_says_nothing_by_its_length(card: Card) -> None:
    answer = card.client.get(card.address)
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "identity"


STAFF = {
    Role.OWNER: "owner",
    Role.ORGANISER: "organiser",
    Role.CLUB_REFEREE: "referee",
    Role.MEMBER: "member",
}


def reader_with(role: Role, event: OnlineEvent) -> Card:
    """The card as somebody has it who is this and nothing else."""
    tournament = event.tournament
    if role == Role.ANYONE:
        return Card(event)
    if role == Role.PLAYER:
        return Card(event, event.users[0])
    user = make_user(role)
    if role == Role.OWNER:
        return Card(event, owner_of(tournament.club))
    if role in STAFF:
        Membership.objects.create(club=tournament.club, user=user, role=STAFF[role])
    elif role == Role.ENTRANT:
        player = board_of(tournament, 1, 2).match.seats.get(seat=0).player
        player.user = user
        player.save()
    elif role != Role.USER:
        Staff.objects.create(tournament=tournament, user=user, role=str(role), name=user.name)
    return Card(event, user)


@pytest.mark.parametrize("action", ["table.run", "table.disclose"])
@pytest.mark.parametrize(
    "role",
    sorted(set(Role) - {Role.SYSTEM, Role.TABLE_REFEREE, Role.SEAT}),
    ids=lambda role: role.value,
)
def test_the_table_of_permissions_holds_cell_by_cell(role: Role, action: str) -> None:
    event = OnlineEvent(entrants=4)
    event.begin()
    card = reader_with(role, event)
    act = {"table.run": "pause", "table.disclose": "disclose"}[action]
    read, sent = card.client.get(card.address), card.send(act, reason="A call.")
    kind = {"table.run": "pause", "table.disclose": "disclosure"}[action]
    was_done = event.table.events.filter(kind=kind).exists()
    assert was_done is (role in TABLE[action])
    assert (read.status_code == 200) is (role in TABLE["table.run"])
    if role == Role.ANYONE:
        assert sent.url.startswith("/sign-in/")
    elif role not in TABLE["table.run"]:
        assert sent.status_code == 403


def test_a_pass_opens_it_too(event: OnlineEvent) -> None:
    made = issue_pass(
        tournament_id=event.tournament.pk, name="Rita", tables=[], by=DIRECTOR, now=clock.now()
    )
    card = Card(event)
    card.client.post(f"/pass/{made.token}/")
    assert card.done("pause", reason="A call.").startswith("The match is paused")


def test_the_match_leads_its_staff_there(event: OnlineEvent, card: Card) -> None:
    link = f'href="{card.address}">'
    assert link in card.client.get(card.match).text
    for user in (None, event.users[0]):
        reader = Card(event, user)
        assert link not in reader.client.get(reader.match).text
