"""The rooms in which an evening is prepared, through the test client."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook
from pytest_django import DjangoCaptureOnCommitCallbacks

from config.embedded.options import ROOT
from players.models import Club, Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_club,
    make_players,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tournaments.models import Round, Tournament
from tournaments.selectors.events.door import door_token
from tournaments.services.events import entries, setup
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, plans_of

pytestmark = pytest.mark.django_db

ROSTER = ROOT / "tests" / "data" / "night-11" / "roster.csv"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


def draft(club: Club, entrants: int = 4, **fields: object) -> Tournament:
    return make_tournament(club, entrants=entrants, start=False, **fields)


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def told(response: HttpResponse) -> str:
    """The page as text."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(words).split())


def seeds(tournament: Tournament) -> list[str]:
    named = tournament.entries.filter(seed__isnull=False).order_by("seed")
    return list(named.values_list("name", flat=True))


def shown_order(page: HttpResponse) -> str:
    """The entrants in the order in which a page has them."""
    return re.findall(r'name="was" value="([\d,]*)"', page.content.decode())[0]


CLUB_PAGES = (
    *("new", "roster", "members", "club_settings", "club_rules", "new_club_rules"),
    *("edit_players", "leave_club"),
)
PARTS = ("when", "rules", "players", "rounds", "play", "tables", "public", "danger")
PAGES = (
    *("entries", "check_in", "draw", "settings", "copy"),
    *(f"settings_{part}" for part in PARTS),
)


class TestWhoMay:
    @pytest.mark.parametrize("name", CLUB_PAGES)
    def test_the_rooms_of_a_club(self, club: Club, client: Client, name: str) -> None:
        address = reverse(name, args=[club.slug])
        assert client.get(address)["Location"].startswith(reverse("sign_in"))
        sign_in(client, make_user())
        assert client.get(address).status_code == 403
        sign_in(client, owner_of(club))
        assert client.get(address).status_code == 200

    @pytest.mark.parametrize("name", PAGES)
    def test_the_rooms_of_a_tournament(self, club: Club, client: Client, name: str) -> None:
        tournament = make_tournament(club)
        address = at(name, tournament)
        assert client.get(address)["Location"].startswith(reverse("sign_in"))
        sign_in(client, make_user())
        assert client.get(address).status_code == 403
        assert client.post(address, {"act": "draw"}).status_code == 403
        sign_in(client, owner_of(club))
        assert client.get(address).status_code == 200

    def test_a_draft_is_not_there_for_others(self, club: Club, client: Client) -> None:
        sign_in(client, make_user())
        assert client.get(at("entries", draft(club))).status_code == 404

    def test_a_visitor_signs_in_first_whether_it_is_there_or_not(
        self, club: Club, client: Client
    ) -> None:
        for address in (at("settings", draft(club)), f"/c/{club.slug}/nothing/settings/"):
            assert client.post(address)["Location"] == f"{reverse('sign_in')}?next={address}"
        assert client.get(f"/c/{club.slug}/nothing/").status_code == 404

    def test_an_unknown_act_is_a_bad_request(self, owner: Client, club: Club) -> None:
        assert owner.post(at("draw", draft(club)), {"act": "destroy"}).status_code == 400


FILLED = {
    "name": "Night 11",
    "starts_at": "2026-11-24T19:30",
    "place": "The Crown",
    "rules": "pagat",
    "length": "best_of",
    "best_of": "3",
    "target": "150",
    "format": "single_elimination",
    "single_elimination-third_place": "on",
    "swiss-rounds": "7",
    "play": "table",
    "tables": "5",
    "registration": "approval",
    "seeding": "rating",
    "publishing": "by_hand",
    "cap": "16",
}
FIRST = {"name": "Night 11", "starts_at": "2026-11-24T19:30", "place": "The Crown"}


class TestWizard:
    @pytest.fixture
    def address(self, club: Club) -> str:
        return reverse("new", args=[club.slug])

    def test_three_steps_make_a_draft(self, owner: Client, club: Club, address: str) -> None:
        assert "What and when" in told(owner.get(address))
        second = owner.get(address, FIRST | {"seen": "1", "step": "2"})
        assert "Who first wins 3 games wins the match" in told(second)
        for said in ("Eleven cards for the non-dealer", "Match to 500", "Loose ace 15"):
            assert said in told(second)
        assert "<b>Wikipedia" not in second.content.decode()
        assert 'name="name" value="Night 11"' in second.content.decode()
        third = owner.get(address, FILLED | {"seen": ["1", "2"], "step": "3"})
        assert "Players ask, I say yes" in told(third)
        made = owner.post(address, FILLED | {"step": "make", "key": "k1"})
        tournament = Tournament.objects.get()
        assert made["Location"] == at("entries", tournament)
        assert (tournament.name, tournament.place, tournament.state) == (
            "Night 11",
            "The Crown",
            "draft",
        )
        assert tournament.rules["gin_bonus"] == 20
        assert (tournament.rules["match_n"], tournament.rules["target"]) == (3, 150)
        assert (tournament.cap, tournament.seeding, tournament.publishing) == (
            16,
            "rating",
            "by_hand",
        )
        assert tournament.stages.get().settings == {"third_place": True}
        assert list(tournament.tables.values_list("number", flat=True)) == [1, 2, 3, 4, 5]

    def test_the_time_is_the_clubs(self, owner: Client, club: Club, address: str) -> None:
        Club.objects.filter(pk=club.pk).update(time_zone="Europe/Berlin")
        owner.post(address, FILLED | {"step": "make"})
        starts_at = Tournament.objects.get().starts_at
        assert starts_at is not None
        assert starts_at.isoformat() == "2026-11-24T18:30:00+00:00"

    def test_sent_twice_it_is_made_once(self, owner: Client, address: str) -> None:
        answers = [owner.post(address, FILLED | {"step": "make", "key": "k1"}) for _ in range(2)]
        assert answers[0]["Location"] == answers[1]["Location"]
        assert [answer.cookies["taken"].value for answer in answers] == ["k1", "k1"]
        assert Tournament.objects.count() == 1

    def test_a_step_that_is_wrong_is_shown_again_with_what_was_typed(
        self, owner: Client, address: str
    ) -> None:
        page = owner.get(address, {"place": "The Crown", "name": "", "seen": "1", "step": "3"})
        assert "This field is required." in told(page)
        assert 'value="The Crown"' in page.content.decode()
        later = owner.get(address, FILLED | {"target": "1", "seen": ["1", "2"], "step": "3"})
        assert "Ensure this value is greater than or equal to 10." in told(later)
        assert 'name="tables" value="5"' in later.content.decode()

    def test_going_back_loses_nothing(self, owner: Client, address: str) -> None:
        back = owner.post(address, FILLED | {"seen": ["1", "2", "3"], "step": "2", "key": "k1"})
        page = owner.get(back["Location"])
        html = page.content.decode()
        assert "csrf" not in back["Location"]
        assert 'name="tables" value="5"' in html
        assert '<option value="3" selected>' in html
        again = owner.get(address, FILLED | {"seen": ["1", "2", "3"], "step": "3"})
        assert 'value="5"' in again.content.decode()
        assert again.content.decode().count(" checked") == 6
        assert 'name="swiss-rounds" value="7"' in again.content.decode()

    def test_what_the_service_refuses_is_said_on_its_step(
        self, owner: Client, address: str
    ) -> None:
        page = owner.post(address, FILLED | {"name": "x" * 200, "step": "make"})
        assert page.status_code == 400
        assert "This name has 200 characters" in told(page)
        assert 'aria-current="step"><b>1</b>' in page.content.decode()

    def test_the_settings_of_the_chosen_format_and_a_knock_out_after_it(
        self, owner: Client, address: str
    ) -> None:
        chosen = {
            "format": "swiss",
            "swiss-rounds": "5",
            "swiss-first_round": "random",
            "swiss-system": "least_cost",
            "swiss-half_points": "",
            "swiss-draws": "on",
            "swiss-take": "8",
            "publishing": "",
        }
        owner.post(address, FILLED | chosen | {"step": "make"})
        tournament = Tournament.objects.get()
        assert plans_of(tournament) == [
            StagePlan("swiss", {"rounds": 5, "first_round": "random", "draws": True}),
            StagePlan("single_elimination", take=8),
        ]
        assert tournament.publishing == "by_hand"

    def test_what_is_drawn_at_once_goes_on_by_itself(self, owner: Client, address: str) -> None:
        owner.post(address, FILLED | {"publishing": "", "step": "make"})
        assert Tournament.objects.get().publishing == "automatic"

    def test_a_setting_that_cannot_be_is_said_at_its_field(
        self, owner: Client, address: str
    ) -> None:
        wrong = {"format": "ladder", "ladder-rounds": "100", "swiss-rounds": "many"}
        page = owner.post(address, FILLED | wrong | {"step": "make"})
        assert page.status_code == 400
        assert "less than or equal to 99" in told(page)
        assert 'name="ladder-rounds" value="100"' in page.content.decode()

    def test_an_earlier_one_can_be_copied(self, owner: Client, club: Club, address: str) -> None:
        before = make_tournament(club, name="October")
        assert at("copy", before) in owner.get(address).content.decode()
        data = {"act": "copy", "name": "November", "place": "The Crown", "with_entries": "on"}
        made = owner.post(at("copy", before), data)
        copy = Tournament.objects.get(name="November")
        assert made["Location"] == at("entries", copy)
        assert (copy.state, copy.place, copy.entries.count()) == ("draft", "The Crown", 4)


class TestRoster:
    @pytest.fixture
    def address(self, club: Club) -> str:
        return reverse("roster", args=[club.slug])

    def test_a_file_is_looked_at_first_then_taken_in(
        self, owner: Client, club: Club, address: str
    ) -> None:
        with ROSTER.open("rb") as file:
            page = owner.post(address, {"act": "look", "file": file})
        assert "New: 11" in told(page)
        assert "Take in 11 players" in told(page)
        assert not Player.objects.exists()
        text = page.context["forms"]["roster"].initial["text"]
        taken = owner.post(address, {"act": "take", "text": text, "key": "k1"})
        assert taken["Location"] == reverse("edit_players", args=[club.slug])
        assert club.players.count() == 11

    def test_into_a_tournament_with_their_seeds(
        self, owner: Client, club: Club, address: str
    ) -> None:
        tournament = draft(club, entrants=0)
        data = {"text": ROSTER.read_text("utf-8-sig"), "tournament": tournament.slug}
        page = owner.post(address, data | {"act": "look"})
        assert "Take in and enter 11 players" in told(page)
        taken = owner.post(address, data | {"act": "take"})
        assert taken["Location"] == at("entries", tournament)
        assert seeds(tournament)[0] == "Anna Šimek"
        assert len(seeds(tournament)) == 11

    def test_all_or_nothing_the_tournament_included(
        self, owner: Client, club: Club, address: str
    ) -> None:
        tournament = draft(club, entrants=2)
        data = {"text": "Name;Seed\nAnna Šimek;2\n", "tournament": tournament.slug}
        page = owner.post(address, data | {"act": "take"})
        assert page.status_code == 400
        assert "Give each seed" in told(page)
        assert "Anna Šimek;2" in page.content.decode()
        assert not club.players.filter(name="Anna Šimek").exists()

    def test_errors_are_told_by_line_and_nothing_is_taken_in(
        self, owner: Client, club: Club, address: str
    ) -> None:
        text = "Anna Šimek, 1744\nBjörn, seventeen\n"
        for act in ("look", "take"):
            page = owner.post(address, {"act": act, "text": text})
            assert "After the name stand a rating" in told(page)
            assert "Björn, seventeen" in unescape(page.content.decode())
        assert page.status_code == 409
        assert not Player.objects.exists()

    def test_a_question_is_answered(self, owner: Client, club: Club, address: str) -> None:
        known = Player.objects.create(club=club, name="Anna Simek")
        text = "Anna Šimek, 1744\n"
        page = owner.post(address, {"act": "look", "text": text})
        assert "This may be Anna Simek, written differently." in told(page)
        digest = page.context["digest"]
        answered = {"text": text, "digest": digest, "answer-1": str(known.pk)}
        again = owner.post(address, answered | {"act": "look"})
        assert "Known, changed: 1" in told(again)
        assert f'name="answer-1" value="{known.pk}"' in again.content.decode()
        owner.post(address, answered | {"act": "take"})
        known.refresh_from_db()
        assert (known.name, club.players.count()) == ("Anna Šimek", 1)

    def test_answers_are_for_the_text_that_was_looked_at(
        self, owner: Client, club: Club, address: str
    ) -> None:
        Player.objects.create(club=club, name="Anna Simek")
        data = {"text": "Anna Šimek\n", "digest": "of another text", "answer-1": "new"}
        assert owner.post(address, data | {"act": "take"}).status_code == 409
        assert club.players.count() == 1

    def test_the_preview_shows_all_that_was_read(
        self, owner: Client, club: Club, address: str
    ) -> None:
        Player.objects.create(club=club, name="Jürgen Müller")
        text = "Hallo,\n1. Anna Šimek (SC Bonn), 1744, anna@b.example, 0171 2345678\nMüller, Jürgen"
        page = owner.post(address, {"act": "look", "text": text})
        shown = told(page)
        for word in ("1744 · anna@b.example · SC Bonn", "Not used: 0171 2345678.", "No player: 1"):
            assert word in shown
        # Whose name is the same, turned round, is the one who is meant, most probably.
        assert re.search(r'name="answer-3" value="\d+" checked', page.content.decode())
        assert "leave this line out" in shown
        answers = {"text": text, "digest": page.context["digest"], "answer-3": "skip"}
        owner.post(address, answers | {"act": "take"})
        assert sorted(club.players.values_list("name", flat=True)) == [
            "Anna Šimek",
            "Jürgen Müller",
        ]

    def test_somebody_new_of_a_known_name_is_shown_as_they_will_be_called(
        self, owner: Client, club: Club, address: str
    ) -> None:
        Player.objects.create(club=club, name="Jan Jansen", home_club="Köln")
        page = owner.post(address, {"act": "look", "text": "Jan Jansen (Bonn)"})
        assert "Somebody new on the list as Jan Jansen (Bonn)" in told(page)

    def test_a_workbook_is_read_into_the_page(
        self, owner: Client, club: Club, address: str
    ) -> None:
        book = Workbook()
        for row in (("Name", "Elo"), ("Müller, Jürgen", 1530)):
            book.worksheets[0].append(row)
        book.create_sheet("Notes")
        file = BytesIO()
        book.save(file)
        sent = SimpleUploadedFile("players.xlsx", file.getvalue())
        page = owner.post(address, {"act": "look", "file": sent})
        assert "not: Notes" in told(page)
        assert (
            page.context["forms"]["roster"].initial["text"] == "Name\tElo\nMüller, Jürgen\t1530\n"
        )
        assert "Jürgen Müller 1530" in told(page)

    def test_a_list_is_taken_back_while_nobody_of_it_is_entered(
        self, owner: Client, club: Club, address: str
    ) -> None:
        assert "Taken in lately" not in told(owner.get(address))
        owner.post(address, {"act": "take", "text": "Anna Šimek\nBob Jansen"})
        done = club.imports.get()
        assert "2 new, 0 changed" in told(owner.get(address))
        tournament = draft(club, entrants=0)
        anna = club.players.get(name="Anna Šimek")
        owner.post(at("entries", tournament), {"act": "enter", "player": [anna.pk]})
        refused = owner.post(address, {"act": f"undo:{done.pk}"})
        assert refused.status_code == 409
        assert f"Anna Šimek is entered in {tournament.name}." in told(refused)
        tournament.entries.all().delete()
        page = owner.post(address, {"act": f"undo:{done.pk}"}, follow=True)
        assert "2 taken off the list, 0 as before." in told(page)
        assert "taken back" in told(page)
        assert not club.players.exists()
        assert owner.post(address, {"act": "undo:x"}).status_code == 404

    def test_nothing_pasted(self, owner: Client, address: str) -> None:
        page = owner.post(address, {"act": "look", "text": " \n"})
        assert (page.status_code, "Paste the list" in told(page)) == (400, True)


class TestEntries:
    def test_players_of_the_club_come_in(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=0)
        players = make_players(club, 3)
        address = at("entries", tournament)
        assert "3 players who are not in" in told(owner.get(address))
        owner.post(address, {"act": "enter", "player": [players[0].pk]})
        assert list(tournament.entries.values_list("name", flat=True)) == ["Player 0001"]
        assert owner.post(address, {"act": "enter"}).status_code == 400
        owner.post(address, {"act": "enter_all"})
        assert tournament.entries.count() == 3
        assert "Everybody on the club's list is in." in told(owner.get(address))

    def test_somebody_new_comes_in(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=0)
        address = at("entries", tournament)
        wrong = owner.post(address, {"act": "new", "name": "Anna", "rating": "a lot"})
        assert (wrong.status_code, 'value="Anna"' in wrong.content.decode()) == (400, True)
        assert not club.players.exists()
        owner.post(address, {"act": "new", "name": "Anna", "rating": "1700"})
        assert tournament.entries.get().name == "Anna"

    def test_who_asked_is_let_in(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=0, registration="approval")
        setup.move_tournament(
            tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        for player in make_players(club, 3):
            entries.register_player(
                tournament_id=tournament.pk, player=player, by=DIRECTOR, now=NOW
            )
        address = at("entries", tournament)
        first = tournament.entries.order_by("pk")[0]
        assert "They ask to come in" in told(owner.get(address))
        owner.post(address, {"act": f"approve:{first.pk}"})
        owner.post(address, {"act": "approve_all"})
        assert tournament.entries.filter(approval__isnull=False).count() == 3

    @pytest.mark.parametrize(
        ("data", "order"),
        [
            ({"act": "up:{3}"}, [1, 3, 2, 4]),
            ({"act": "down:{1}"}, [2, 1, 3, 4]),
            ({"act": "up:{1}"}, [1, 2, 3, 4]),
            ({"act": "down:{4}"}, [1, 2, 3, 4]),
            ({"act": "drop:{4}", "to": "1"}, [4, 1, 2, 3]),
            ({"act": "places", "place-{1}": "4"}, [2, 3, 4, 1]),
            ({"act": "places", "place-{1}": "99", "place-{2}": ""}, [2, 3, 4, 1]),
            ({"act": "places", "place-{1}": "2", "place-{2}": "1"}, [2, 1, 3, 4]),
        ],
    )
    def test_seeds_by_hand(
        self, owner: Client, club: Club, data: dict[str, str], order: list[int]
    ) -> None:
        tournament = draft(club)
        ids = [0, *tournament.entries.order_by("seed").values_list("pk", flat=True)]
        sent = {key.format(*ids): value.format(*ids) for key, value in data.items()}
        sent["was"] = shown_order(owner.get(at("entries", tournament)))
        assert owner.post(at("entries", tournament), sent).status_code == 302
        assert seeds(tournament) == [f"Player {number:04}" for number in order]

    def test_who_looks_at_an_old_order_is_told_and_keeps_what_they_typed(
        self, owner: Client, club: Club
    ) -> None:
        tournament = draft(club)
        address = at("entries", tournament)
        first, second, third, fourth = tournament.entries.order_by("seed").values_list(
            "pk", flat=True
        )
        was = shown_order(owner.get(address))
        owner.post(address, {"act": f"up:{third}", "was": was})
        left = seeds(tournament)
        typed = {f"place-{first}": "4", f"place-{second}": "2", f"place-{fourth}": "1"}
        for act in (f"up:{fourth}", f"drop:{first}", "places"):
            page = owner.post(address, {"act": act, "to": "4", "was": was, **typed})
            assert page.status_code == 409
            assert "Somebody has changed the order meanwhile: seed 2 is Player 0003" in told(page)
            assert seeds(tournament) == left
        places = dict(re.findall(r'id="(place-\d+)" value="(\d+)"', page.content.decode()))
        assert places == {
            f"place-{first}": "4",
            f"place-{third}": "2",
            f"place-{second}": "3",
            f"place-{fourth}": "1",
        }
        sent = {"act": "places", "was": shown_order(page), **places}
        assert owner.post(address, sent).status_code == 302
        assert seeds(tournament) == ["Player 0004", "Player 0003", "Player 0002", "Player 0001"]

    def test_the_order_knows_the_other_parts_of_the_list(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=102)
        address = at("entries", tournament)
        page = owner.get(address, {"page": "2"})
        last = tournament.entries.get(seed=102).pk
        sent = {"act": f"up:{last}", "was": shown_order(page)}
        assert owner.post(f"{address}?page=2", sent).status_code == 302
        assert seeds(tournament)[-2:] == ["Player 0102", "Player 0101"]

    def test_a_row_that_was_not_shown_is_a_bad_request(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        entry = tournament.entries.get(seed=2).pk
        assert owner.post(at("entries", tournament), {"act": f"up:{entry}"}).status_code == 400

    def test_the_order_that_is_shown_is_the_one_that_is_moved(
        self, owner: Client, club: Club
    ) -> None:
        tournament = draft(club)
        strongest = club.players.get(name="Player 0004")
        strongest.ratings.create(value=1900, source="hand", at=NOW)
        address = at("entries", tournament)
        owner.post(address, {"act": "seeding:rating"})
        assert told(owner.get(address)).index("Player 0004") < told(owner.get(address)).index(
            "Player 0001"
        )
        last = tournament.entries.get(name="Player 0003")
        was = shown_order(owner.get(address))
        owner.post(address, {"act": f"drop:{last.pk}", "to": "2", "was": was})
        assert seeds(tournament) == ["Player 0004", "Player 0003", "Player 0001", "Player 0002"]
        tournament.refresh_from_db()
        assert tournament.seeding == "hand"

    def test_taken_out_and_put_back(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        out = tournament.entries.get(name="Player 0002")
        page = owner.post(at("entries", tournament), {"act": f"remove:{out.pk}"}, follow=True)
        assert "Player 0002 is taken out. Undo" in told(page)
        assert tournament.entries.count() == 3
        (player,) = page.context["removed"]["players"]
        owner.post(at("entries", tournament), {"act": "enter", "player": player.pk})
        assert tournament.entries.count() == 4

    def test_once_it_is_drawn_each_button_says_why_not(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        entry = tournament.entries.order_by("seed")[0]
        address = at("entries", tournament)
        page = owner.get(address)
        assert "The draw is made." in told(page)
        assert at("entry_withdrawal", tournament, entry.pk) in page.content.decode()
        for act in (f"down:{entry.pk}", f"remove:{entry.pk}", "seeding:random", "enter_all"):
            make_players(club, 1)
            refused = owner.post(address, {"act": act, "was": shown_order(page)})
            assert (refused.status_code, "The draw is made." in told(refused)) == (409, True), act

    def test_to_withdraw_asks_for_the_name(self, owner: Client, club: Club) -> None:
        tournament = make_tournament(club)
        entry = tournament.entries.get(seed=1)
        address = at("entry_withdrawal", tournament, entry.pk)
        assert "Player 0004 goes on." in told(owner.get(address))
        wrong = owner.post(address, {"act": "withdraw", "typed": "Player 1", "reason": "ill"})
        assert (wrong.status_code, 'value="ill"' in wrong.content.decode()) == (400, True)
        assert not hasattr(tournament.entries.get(seed=1), "withdrawal")
        owner.post(address, {"act": "withdraw", "typed": "player 0001", "reason": "ill"})
        assert tournament.entries.get(seed=1).withdrawal.reason == "ill"

    def test_a_long_list_comes_in_pages_and_is_searched(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=130)
        address = at("entries", tournament)
        assert owner.get(address).content.decode().count('class="seed"') == 100
        assert owner.get(address, {"page": "2"}).content.decode().count('class="seed"') == 30
        found = owner.get(address, {"q": "0123"}).content.decode()
        assert found.count('class="seed"') == 1
        assert 'value="123"' in found


class TestCheckIn:
    def test_opened_noted_taken_back_closed(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address, entry = at("check_in", tournament), tournament.entries.order_by("seed")[0]
        blocked = owner.post(address, {"act": f"here:{entry.pk}"})
        assert (blocked.status_code, "until check-in is opened" in told(blocked)) == (409, True)
        owner.post(address, {"act": "open"})
        owner.post(address, {"act": f"here:{entry.pk}"})
        assert owner.get(address).context["here"] == 1
        owner.post(address, {"act": f"away:{entry.pk}"})
        assert owner.get(address).context["here"] == 0
        owner.post(address, {"act": "close"})
        tournament.refresh_from_db()
        assert tournament.state == "registration"

    def test_the_code_at_the_door_leads_to_the_players_own_check_in(
        self, owner: Client, club: Club
    ) -> None:
        tournament = draft(club)
        door = owner.get(at("check_in", tournament)).context["door"]
        assert door["link"] == "http://club.example" + at(
            "door", tournament, door_token(tournament)
        )
        assert door["qr"].startswith("data:image/png;base64,")

    def test_names_are_found_without_accents(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        tournament.entries.filter(seed=1).update(name="Anna Šimek")
        found = owner.get(at("check_in", tournament), {"q": "simek"}).context["found"]
        assert [line.row.entry.name for line in found] == ["Anna Šimek"]

    def test_a_referee_notes_but_does_not_open(self, club: Club, client: Client) -> None:
        referee = make_user()
        club.memberships.create(user=referee, role="referee")
        sign_in(client, referee)
        tournament = draft(club)
        assert client.get(at("check_in", tournament)).status_code == 200
        assert client.post(at("check_in", tournament), {"act": "open"}).status_code == 403
        assert client.get(at("entries", tournament)).status_code == 403


class TestDraw:
    def test_drawn_published_taken_back_dropped(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=11)
        address = at("draw", tournament)
        assert "4 rounds, 10 matches; the 5 top seeds" in told(owner.get(address))
        owner.post(address, {"act": "draw"})
        page = told(owner.get(address))
        assert "The draw, a draft" in page
        assert "11 entrants in 16 places leave 5 free" in page
        assert "Bye: seed 1 of the top 5." in page
        assert "Seed 8 meets seed 9: the two add up to 17." in page
        owner.post(address, {"act": "publish"})
        tournament.refresh_from_db()
        assert tournament.state == "running"
        assert "Take the publication back first." in told(owner.get(address))
        owner.post(address, {"act": "unpublish"})
        owner.post(address, {"act": "drop"})
        assert not Round.objects.exists()

    def test_too_few_is_said_at_the_blocked_button(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=1)
        page = owner.get(at("draw", tournament))
        assert "A knock-out needs at least 2 entrants; there are 1." in told(page)
        assert 'aria-disabled="true" aria-describedby="why-not"' in page.content.decode()
        refused = owner.post(at("draw", tournament), {"act": "draw"})
        assert refused.status_code == 409

    def test_at_an_hour_and_called_off(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address = at("draw", tournament)
        owner.post(address, {"act": "draw"})
        wrong = owner.post(address, {"act": "publish_at", "at": "soon"})
        assert (wrong.status_code, 'value="soon"' in wrong.content.decode()) == (400, True)
        owner.post(address, {"act": "publish_at", "at": "2126-03-04T20:00"})
        assert "publishes itself on 4 Mar 2126, 20:00" in told(owner.get(address))
        owner.post(address, {"act": "unpublish"})
        assert Round.objects.get(number=1).publish_at is None

    def test_a_no_show_makes_room_for_who_waits(self, owner: Client, club: Club) -> None:
        tournament = draft(club, entrants=5, cap=4)
        address = at("draw", tournament)
        owner.post(address, {"act": "draw"})
        out = tournament.entries.get(seed=2)
        assert "Player 0005 takes the place" in told(owner.get(address))
        owner.post(address, {"act": "swap", "out": out.pk})
        assert tournament.entries.get(seed=2).name == "Player 0005"
        assert "Nobody is on the waitlist" in told(owner.get(address))

    def test_rounds_are_planned(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address = at("draw", tournament)
        owner.post(address, {"act": "draw"})
        data = {"round-2-planned_start": "2026-11-24T20:30", "round-2-minutes": "50"}
        owner.post(address, data | {"act": "plan:2"})
        planned = Round.objects.get(number=2)
        assert (planned.minutes, planned.planned_start.isoformat()) == (
            50,
            "2026-11-24T20:30:00+00:00",
        )
        wrong = owner.post(address, {"round-2-minutes": "0", "act": "plan:2"})
        assert wrong.status_code == 400

    def test_what_is_played_stays(
        self,
        owner: Client,
        club: Club,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        tournament = make_tournament(club)
        with django_capture_on_commit_callbacks(execute=True):
            win(board_of(tournament, 1, 1), 0)
        address = at("draw", tournament)
        assert "can't be unpublished" in told(owner.get(address))
        assert owner.post(address, {"act": "unpublish"}).status_code == 409
        assert owner.post(address, {"act": "drop"}).status_code == 409


def shown(page: HttpResponse) -> dict[str, str]:
    """What a browser would send of the form of a page of settings as it is shown."""
    sent = {}
    for bound in page.context["forms"]["part"]:
        value = bound.value()
        if not isinstance(value, bool):
            sent[bound.html_name] = "" if value is None else str(value)
        elif value:
            sent[bound.html_name] = "on"
        if bound.field.show_hidden_initial:
            sent[bound.html_initial_name] = "" if value is None else str(value)
    return sent | {"act": "save"}


class TestSettings:
    def test_only_what_is_changed_is_written(self, owner: Client, club: Club) -> None:
        tournament = draft(club, place="The Crown", starts_at=NOW)
        address = at("settings_when", tournament)
        data = shown(owner.get(address))
        edit_tournament(tournament_id=tournament.pk, place="The Anchor", by=DIRECTOR, now=NOW)
        owner.post(address, data | {"name": "Winter Cup"})
        tournament.refresh_from_db()
        assert (tournament.name, tournament.place, tournament.starts_at) == (
            "Winter Cup",
            "The Anchor",
            NOW,
        )

    def test_what_somebody_else_changed_meanwhile_is_shown_with_mine(
        self, owner: Client, club: Club
    ) -> None:
        tournament = draft(club, place="The Crown")
        address = at("settings_when", tournament)
        data = shown(owner.get(address)) | {"place": "The Bell"}
        edit_tournament(tournament_id=tournament.pk, place="The Anchor", by=DIRECTOR, now=NOW)
        page = owner.post(address, data)
        assert page.status_code == 409
        assert "Somebody has set this to “The Anchor” meanwhile." in told(page)
        assert 'value="The Bell"' in page.content.decode()
        owner.post(address, shown(page) | {"initial-place": "The Anchor"})
        tournament.refresh_from_db()
        assert tournament.place == "The Bell"

    def test_all_of_it_at_a_glance(self, owner: Client, club: Club) -> None:
        tournament = draft(club, place="The Crown", cap=8)
        page = owner.get(at("settings", tournament))
        for part in PARTS:
            assert at(f"settings_{part}", tournament) in page.content.decode()
        for said in ("Autumn Cup, The Crown", "The first 8 play.", "Only the club's staff see it."):
            assert said in told(page)

    @pytest.mark.parametrize("part", PARTS)
    def test_each_page_leads_to_the_others_and_has_one_main_button(
        self, owner: Client, club: Club, part: str
    ) -> None:
        page = owner.get(at(f"settings_{part}", draft(club))).content.decode()
        assert page.count('class="btn btn-main"') == (part != "danger")
        assert f'/settings/{part}/" aria-current="page"' in page
        assert all(f'/settings/{other}/"' in page for other in PARTS)

    def test_rules_and_length(self, owner: Client, club: Club) -> None:
        tournament = draft(club, rules={"preset": "club", "gin_bonus": 30})
        address = at("settings_rules", tournament)
        data = shown(owner.get(address))
        assert data["rules"] == "own"
        owner.post(address, data | {"best_of": "7"})
        tournament.refresh_from_db()
        assert (tournament.rules["gin_bonus"], tournament.rules["match_n"]) == (30, 7)
        data = shown(owner.get(address))
        owner.post(address, data | {"rules": "pagat"})
        tournament.refresh_from_db()
        assert (tournament.rules["gin_bonus"], tournament.rules["match_n"]) == (20, 7)

    def test_players_rounds_and_registration(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        chosen = {
            "players": {"cap": "8", "seeding": "rating"},
            "rounds": {"publishing": "by_hand", "protest_minutes": "20"},
            "public": {"registration": "approval"},
        }
        for part, data in chosen.items():
            address = at(f"settings_{part}", tournament)
            saved = owner.post(address, shown(owner.get(address)) | data)
            assert saved["Location"] == address
        tournament.refresh_from_db()
        assert (tournament.cap, tournament.seeding) == (8, "rating")
        assert (tournament.publishing, tournament.protest_minutes) == ("by_hand", 20)
        assert tournament.registration == "approval"

    def test_what_the_draw_was_made_with_is_fixed(self, owner: Client, club: Club) -> None:
        tournament = make_tournament(club)
        address = at("settings_rules", tournament)
        page = owner.get(address)
        assert "its settings are fixed" in told(page)
        refused = owner.post(address, shown(page) | {"best_of": "7", "key": "k"})
        assert refused.status_code == 409
        assert "taken" not in refused.cookies
        tournament.refresh_from_db()
        assert tournament.rules["match_n"] == 5

    def test_tables(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address = at("settings_tables", tournament)
        wrong = owner.post(address, {"act": "save", "tables": "1\nby the bar"})
        assert "“by the bar” does not begin with the number" in told(wrong)
        owner.post(address, {"act": "save", "tables": "1\n\n7 by the bar\n"})
        assert dict(tournament.tables.values_list("number", "label")) == {1: "", 7: "by the bar"}

    def test_announced_and_taken_back(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address = at("settings_public", tournament)
        for action, state in (
            ("open_registration", "registration"),
            ("close_registration", "draft"),
        ):
            owner.post(address, {"act": f"move:{action}"})
            tournament.refresh_from_db()
            assert tournament.state == state
        assert owner.post(address, {"act": "move:archive"}).status_code == 400
        danger = at("settings_danger", tournament)
        assert owner.post(danger, {"act": "move:archive"}).status_code == 409
        assert owner.post(danger, {"act": "move:cancel"}).status_code == 400

    def test_to_cancel_and_to_delete_ask_for_the_name(self, owner: Client, club: Club) -> None:
        tournament = draft(club)
        address = at("settings_danger", tournament)
        for act in ("cancel", "delete"):
            wrong = owner.post(address, {"act": act, "typed": "autumn"})
            assert "Type the name as it stands here: Autumn Cup" in told(wrong)
        owner.post(address, {"act": "cancel", "typed": "Autumn  Cup"})
        tournament.refresh_from_db()
        assert tournament.state == "cancelled"
        gone = owner.post(address, {"act": "delete", "typed": "Autumn Cup"})
        assert gone["Location"] == reverse("club", args=[club.slug])
        assert not Tournament.objects.exists()


class TestClub:
    def test_a_club_is_made_and_says_the_next_step(self, client: Client) -> None:
        assert client.get(reverse("new_club"))["Location"].startswith(reverse("sign_in"))
        sign_in(client, make_user())
        data = {"act": "make", "name": "Gin & Co", "time_zone": "Europe/Berlin", "language": "de"}
        data["names"] = "full"
        wrong = client.post(reverse("new_club"), data | {"name": "x" * 200})
        assert wrong.status_code == 400
        assert 'value="Europe/Berlin" selected' in wrong.content.decode()
        page = client.post(reverse("new_club"), data, follow=True)
        club = Club.objects.get()
        assert (club.name, club.time_zone, club.language) == ("Gin & Co", "Europe/Berlin", "de")
        assert reverse("new", args=[club.slug]) in page.content.decode()
        draft(club, entrants=0)
        again = client.get(reverse("club", args=[club.slug]))
        assert "Go on with Autumn Cup" in told(again)
        assert "Go on with" not in told(Client().get(reverse("club", args=[club.slug])))

    def test_settings_and_the_end(self, owner: Client, club: Club) -> None:
        address = reverse("club_settings", args=[club.slug])
        data = {"act": "edit", "name": "Other", "time_zone": "Asia/Tokyo", "language": "en"}
        data["names"] = "short"
        owner.post(address, data)
        club.refresh_from_db()
        assert (club.name, club.time_zone) == ("Other", "Asia/Tokyo")
        assert owner.post(address, {"act": "delete", "typed": "No"}).status_code == 400
        owner.post(address, {"act": "delete", "typed": "Other"})
        assert not Club.objects.exists()

    def test_a_key_in_any_letters_is_told_back_in_plain_ones(
        self, owner: Client, club: Club
    ) -> None:
        address = reverse("club_settings", args=[club.slug])
        data = {"act": "edit", "name": "Other", "time_zone": "UTC", "language": "en"}
        answer = owner.post(address, data | {"names": "full", "key": "\u0663;\u0142"})
        assert answer.status_code == 302
        assert answer.cookies["taken"].value == "%D9%A3%3B%C5%82"
        assert owner.get(address).status_code == 200

    def test_an_organiser_does_not_delete(self, club: Club, client: Client) -> None:
        organiser = make_user()
        club.memberships.create(user=organiser, role="organiser")
        sign_in(client, organiser)
        address = reverse("club_settings", args=[club.slug])
        assert "Delete the club" not in told(client.get(address))
        assert client.post(address, {"act": "delete", "typed": club.name}).status_code == 403

    def test_members_are_invited_with_a_link_that_is_shown_once(
        self, owner: Client, club: Club, client: Client
    ) -> None:
        address = reverse("members", args=[club.slug])
        data = {"act": "invite", "email": "ruth@club.example", "role": "referee"}
        page = owner.post(address, data, follow=True)
        found = re.search(r'href="http://club\.example(/invitation/[^"]+)"', page.content.decode())
        assert found
        assert "/invitation/" not in owner.get(address).content.decode()
        assert Client().get(found[1]).status_code == 200
        link = club.links.get()
        owner.post(address, {"act": f"withdraw:{link.pk}"})
        assert Client().get(found[1]).status_code == 404

    def test_roles_removal_and_handing_over(self, owner: Client, club: Club) -> None:
        ruth, address = make_user("Ruth"), reverse("members", args=[club.slug])
        club.memberships.create(user=ruth, role="member")
        owner.post(address, {"act": f"role:{ruth.pk}", f"role-{ruth.pk}": "organiser"})
        assert club.memberships.get(user=ruth).role == "organiser"
        data = {"act": "hand_over", "heir": ruth.pk}
        assert owner.post(address, data | {"typed": "no"}).status_code == 400
        former = owner_of(club)
        owner.post(address, data | {"typed": club.name})
        assert owner_of(club) == ruth
        assert owner.post(address, {"act": f"remove:{ruth.pk}"}).status_code == 409
        assert owner.post(address, {"act": "hand_over", "typed": club.name}).status_code == 403
        owner.post(reverse("leave_club", args=[club.slug]), {"act": "leave"})
        assert not club.memberships.filter(user=former).exists()

    def test_a_removal_is_undone_with_one_button(self, owner: Client, club: Club) -> None:
        ruth, address = make_user("Ruth"), reverse("members", args=[club.slug])
        club.memberships.create(user=ruth, role="organiser")
        page = owner.post(address, {"act": f"remove:{ruth.pk}"}, follow=True)
        assert "Ruth does not belong to the club any more." in told(page)
        assert f"restore:{ruth.pk}" in page.content.decode()
        assert "Ruth belongs to the club again." in told(
            owner.post(address, {"act": f"restore:{ruth.pk}"}, follow=True)
        )
        assert club.memberships.get(user=ruth).role == "organiser"
        assert owner.post(address, {"act": f"restore:{ruth.pk}"}).status_code == 409

    def test_the_owner_stays(self, owner: Client, club: Club) -> None:
        address = reverse("leave_club", args=[club.slug])
        assert "hand it over to another member first" in told(owner.get(address))
        assert owner.post(address, {"act": "leave"}).status_code == 409


class TestPlayers:
    def test_found_added_edited(self, owner: Client, club: Club) -> None:
        address = reverse("edit_players", args=[club.slug])
        owner.post(address, {"act": "add", "name": "Anna Šimek", "rating": "1700"})
        player = club.players.get()
        assert "Anna Šimek" in told(owner.get(address, {"q": "simek"}))
        assert "Nobody is called" in told(owner.get(address, {"q": "zoe"}))
        own = reverse("edit_player", args=[club.slug, player.pk])
        data = {"act": "edit", "name": "Anna S", "rating": "1710", "shown": "short"}
        owner.post(own, data | {"email": "anna@club.example", "home_club": ""})
        player.refresh_from_db()
        assert (player.name, player.shown, player.email) == (
            "Anna S",
            "short",
            "anna@club.example",
        )
        assert player.ratings.first().value == 1710

    def test_a_claim_link_is_shown_once(self, owner: Client, club: Club) -> None:
        (player,) = make_players(club, 1)
        address = reverse("edit_player", args=[club.slug, player.pk])
        page = owner.post(address, {"act": "link"}, follow=True)
        assert "/claim/" in page.content.decode()
        assert "/claim/" not in owner.get(address).content.decode()

    def test_two_become_one(self, owner: Client, club: Club) -> None:
        kept, other = make_players(club, 2)
        address = reverse("edit_player", args=[club.slug, kept.pk])
        assert f"?other={other.pk}" in owner.get(address, {"find": "0002"}).content.decode()
        merge = address + f"?other={other.pk}"
        wrong = owner.post(merge, {"act": f"merge:{other.pk}", "typed": kept.name})
        assert "Type the name as it stands here: Player 0002" in told(wrong)
        owner.post(merge, {"act": f"merge:{other.pk}", "typed": other.name})
        other.refresh_from_db()
        assert other.merged_into == kept

    def test_a_name_is_taken_out(self, owner: Client, club: Club) -> None:
        (player,) = make_players(club, 1)
        address = reverse("edit_player", args=[club.slug, player.pk])
        assert owner.post(address, {"act": "anonymise", "typed": "x"}).status_code == 400
        owner.post(address, {"act": "anonymise", "typed": player.name})
        player.refresh_from_db()
        assert "Player 0001" not in player.name
        assert owner.get(address).status_code == 404
