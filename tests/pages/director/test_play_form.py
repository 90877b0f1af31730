"""Where an event is played: chosen in the wizard and among the settings, told to who reads it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pages.director.play_form import PlayFields, initial_of
from players.models import Club
from tests.builders import board_of, make_club, make_tournament, make_user, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, at, shown, told
from tournaments.models import Tournament
from tournaments.selectors.events.play import online_play

MOVE = {"kind": "move", "seconds": 45, "reserve": 180}
ONLINE = {
    "play": "online",
    "kind": "move",
    "seconds": "30",
    "reserve": "60",
    "minutes": "x",
    "increment": "",
    "days": "99",
    "flag": "hand_loss",
    "spectators": "none",
    "assist": "on",
}
KINDS = [
    ({"kind": "move"}, {"kind": "move", "seconds": 30, "reserve": 60}),
    (
        {"kind": "game", "minutes": "20", "increment": "0"},
        {"kind": "game", "minutes": 20, "increment": 0},
    ),
    ({"kind": "days", "days": "3", "vacation": ""}, {"kind": "days", "days": 3}),
    ({"kind": "none"}, {"kind": "none"}),
]
of_each_kind = pytest.mark.parametrize(
    ("typed", "clock"), KINDS, ids=[k["kind"] for k, _c in KINDS]
)


@of_each_kind
def test_the_numbers_of_the_chosen_kind_count(typed: dict[str, str], clock: object) -> None:
    form = PlayFields(ONLINE | typed)
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {
        "play": "online",
        "clock": clock,
        "flag": "hand_loss",
        "spectators": "none",
        "assist": True,
    }
    assert form["days"].value() == (ONLINE | typed)["days"]  # there when it is chosen again


def test_days_of_vacation_count_where_there_are_any() -> None:
    form = PlayFields(ONLINE | {"kind": "days", "days": "3", "vacation": "14"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["clock"] == {"kind": "days", "days": 3, "vacation": 14}


def test_a_hybrid_event_has_a_clock_too() -> None:
    form = PlayFields(ONLINE | {"play": "hybrid"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["play"] == "hybrid"
    assert form.cleaned_data["clock"] == {"kind": "move", "seconds": 30, "reserve": 60}


def test_at_the_table_nothing_else_counts() -> None:
    form = PlayFields(ONLINE | {"play": "table", "seconds": "x", "kind": "y", "flag": "z"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"play": "table"}


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"play": "both"}, "play", "valid choice"),
        ({"play": ""}, "play", "required"),
        ({"kind": ""}, "kind", "required"),
        ({"kind": "sand"}, "kind", "valid choice"),
        ({"seconds": "0"}, "seconds", "greater than or equal to 1"),
        ({"seconds": "601"}, "seconds", "less than or equal to 600"),
        ({"seconds": ""}, "seconds", "required"),
        ({"reserve": "3601"}, "reserve", "less than or equal to 3600"),
        ({"kind": "game", "minutes": "181", "increment": "0"}, "minutes", "equal to 180"),
        ({"kind": "game", "minutes": "5", "increment": ""}, "increment", "required"),
        ({"kind": "days"}, "days", "less than or equal to 30"),
        ({"flag": ""}, "flag", "required"),
        ({"flag": "match_loss"}, "flag", "valid choice"),
        ({"spectators": ""}, "spectators", "required"),
    ],
)
def test_what_can_not_be_is_refused_beside_it(
    typed: dict[str, str], field: str, words: str
) -> None:
    form = PlayFields(ONLINE | typed)
    assert not form.is_valid()
    assert form.errors.keys() == {field}
    assert words in str(form.errors[field])


@pytest.mark.django_db
class TestOnThePages:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    @pytest.fixture
    def owner(self, club: Club, client: Client) -> Client:
        sign_in(client, owner_of(club))
        return client

    @of_each_kind
    def test_the_settings_keep_and_show_it(
        self, owner: Client, club: Club, typed: dict[str, str], clock: object
    ) -> None:
        event = make_tournament(club, start=False)
        address = at("settings_play", event)
        answer = owner.post(address, shown(owner.get(address)) | ONLINE | typed)
        assert answer.status_code == 302, told(answer)
        event.refresh_from_db()
        assert settings_of(event) == ("online", clock, "hand_loss", "none", True)
        again = shown(owner.get(address))
        owner.post(address, {name: value for name, value in again.items() if name != "assist"})
        event.refresh_from_db()
        assert settings_of(event) == ("online", clock, "hand_loss", "none", False)
        owner.post(address, shown(owner.get(address)) | {"play": "table"})
        event.refresh_from_db()
        assert settings_of(event) == ("table", None, "", "", False)

    def test_only_what_is_changed_is_written(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, start=False, play="online")
        address = at("settings_play", event)
        data = shown(owner.get(address))
        Tournament.objects.filter(pk=event.pk).update(flag="auto_play", assist=False)
        owner.post(address, data | {"seconds": "20"})
        event.refresh_from_db()
        clock = MOVE | {"seconds": 20}
        assert settings_of(event) == ("online", clock, "auto_play", "hand_end", False)

    def test_what_is_hidden_is_not_changed(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, start=False)
        address, version = at("settings_play", event), event.version
        owner.post(address, shown(owner.get(address)) | {"seconds": "20", "flag": "auto_play"})
        event.refresh_from_db()
        assert (event.version, *settings_of(event)) == (version, "table", None, "", "", True)

    def test_once_a_round_is_published_it_says_why_not(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, play="online")
        address = at("settings_play", event)
        page = owner.get(address)
        assert "its settings are fixed" in told(page)
        refused = owner.post(address, shown(page) | {"seconds": "20"})
        assert refused.status_code == 409
        event.refresh_from_db()
        assert event.clock == MOVE

    def test_the_wizard_makes_an_online_event_without_tables(
        self, owner: Client, club: Club
    ) -> None:
        address = reverse("new", args=[club.slug])
        page = owner.get(address, FILLED | {"seen": ["1", "2"], "step": "3"})
        for said in ("Where is it played", "What it costs to run out of time", "1 to 600"):
            assert said in told(page)
        bounds = ('name="seconds"', 'min="1"', 'max="600"')
        assert all(bound in page.content.decode() for bound in bounds)
        wrong = FILLED | ONLINE | {"seconds": "601", "step": "make", "key": "k"}
        assert "less than or equal to 600" in told(owner.post(address, wrong))
        owner.post(address, FILLED | ONLINE | {"step": "make", "key": "k"})
        event = Tournament.objects.get()
        clock = {"kind": "move", "seconds": 30, "reserve": 60}
        assert settings_of(event) == ("online", clock, "hand_loss", "none", True)
        assert not event.tables.exists()

    def test_a_hybrid_event_is_made_with_tables_and_kept(self, owner: Client, club: Club) -> None:
        hybrid = {"play": "hybrid", "tables": "4", "step": "make", "key": "k"}
        owner.post(reverse("new", args=[club.slug]), FILLED | ONLINE | hybrid)
        event = Tournament.objects.get()
        assert event.tables.count() == 4
        address = at("settings_play", event)
        owner.post(address, shown(owner.get(address)) | {"seconds": "20"})
        event.refresh_from_db()
        clock = {"kind": "move", "seconds": 20, "reserve": 60}
        assert settings_of(event) == ("hybrid", clock, "hand_loss", "none", True)
        assert "At the table, and online." in told(owner.get(at("settings", event)))

    def test_the_event_tells_it(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, play="online")
        said = (
            "Each turn within 45 s",
            "Who is out of time loses the game.",
            "Spectators see a hand when it is over.",
        )
        for name in ("tournament", "event_rules", "print_rules", "settings"):
            page = told(owner.get(at(name, event)))
            assert all(sentence in page for sentence in said), name
        for name in ("event_rules", "print_rules", "settings_play"):
            assert "Whoever runs the server could look at them" in told(owner.get(at(name, event)))

    @pytest.mark.parametrize(
        ("play", "offered"), [("table", True), ("hybrid", True), ("online", False)]
    )
    def test_paper_and_tables_are_of_the_table(
        self, owner: Client, club: Club, play: str, offered: bool
    ) -> None:
        event = make_tournament(club, play=play)
        paper = owner.get(at("print", event)).content.decode()
        for name in ("print_slips", "print_sheets", "print_tables", "print_cards"):
            assert (at(name, event) in paper) == offered
        for name in ("print_rules", "print_standings", "print_certificates"):
            assert at(name, event) in paper
        settings = owner.get(at("settings", event)).content.decode()
        assert (at("settings_tables", event) in settings) == offered
        event.tables.create(number=1)
        assert at("settings_tables", event) in owner.get(at("settings", event)).content.decode()

    @pytest.mark.parametrize(
        ("play", "offered"), [("table", True), ("hybrid", True), ("online", False)]
    )
    def test_nobody_is_sent_to_a_score_pad_online(
        self, owner: Client, club: Club, client: Client, play: str, offered: bool
    ) -> None:
        event = make_tournament(club, play=play)
        board = board_of(event, 1, 1)
        pad, match, card = (
            f'href="{at(name, event, board.match_id)}"' for name in ("pad", "match", "online_card")
        )
        referee = owner.get(at("tables", event)).content.decode()
        assert (pad in referee, card in referee) == (offered, not offered)
        player = board.match.seats.get(seat=0).player
        player.user = make_user(player.name)
        player.save()
        sign_in(client, player.user)
        page = client.get(reverse("me")).content.decode()
        assert (pad in page) == offered
        assert ("Report the result" in page) == offered
        assert ("online. Sit down and begin." in page) != offered
        assert match in page

    def test_the_audit_tells_a_change(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, start=False)
        address = at("settings_play", event)
        owner.post(address, shown(owner.get(address)) | ONLINE)
        page = told(owner.get(at("audit", event)))
        for said in ("At the table", "Online", "Each turn within 30 s", "The hand", "Nobody"):
            assert said in page


def settings_of(event: Tournament) -> tuple[Any, ...]:
    return (event.play, event.clock, event.flag, event.spectators, event.assist)


def test_what_is_kept_is_shown_as_it_was_chosen() -> None:
    event = Tournament(play="online", clock=MOVE, flag="auto_play", spectators="none", assist=False)
    assert initial_of(online_play(event)) == {
        "play": "online",
        **MOVE,
        "flag": "auto_play",
        "spectators": "none",
        "assist": False,
    }
    assert initial_of(online_play(Tournament())) == {"play": "table"}
