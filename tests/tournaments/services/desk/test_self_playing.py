"""Practice copies: filled with computer players, played by the worker match by match, found by
nobody but their staff, and thrown away without a trace."""

from collections.abc import Mapping
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine.gin.bots.characters import CHARACTERS
from games.models import HandFact
from kernel.permissions import SYSTEM, Actor
from kernel.text import Refusal
from players.models import AuditEntry, Club, Player, User
from players.selectors import open_clubs
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, make_user, sign_in, team_event
from tests.formats import OF_TWO
from tournaments.models import Board, HousePlayer, Practice, Staff, Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.events.access import acting_in, boards_visible_to, tournaments_visible_to
from tournaments.selectors.stages.open_boards import open_boards, still_open
from tournaments.services.desk import self_playing
from tournaments.services.events.practice_copies import (
    KEPT,
    LOST_AFTER,
    MOST_COPIES,
    make_practice,
    make_practice_copy,
    remove_over,
    throw_away,
)
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.events.setup import create_tournament, move_tournament
from tournaments.services.events.ticking import tick
from tournaments.services.stages.dropping import drop_rows
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db

SHORT = {"preset": "club", "match_n": 1, "target": 10}


@pytest.fixture
def director() -> User:
    return make_user("Ruben Castellanos")


@pytest.fixture
def by(director: User) -> Actor:
    return Actor(via="page", user_id=director.pk)


def copy_of(source: Tournament, by: Actor) -> Practice:
    made = make_practice_copy(source=source, by=by, now=NOW)
    return Practice.objects.select_related("tournament").get(tournament=made)


def played(
    *,
    format: str = "swiss",
    players: int = 4,
    seed: str = "one",
    rules: Mapping[str, object] = SHORT,
) -> Practice:
    """A practice event of short games; nothing is drawn yet."""
    made = make_practice(
        name="Practice",
        players=players,
        stages=[StagePlan(format, {})],
        rules=rules,
        seed=seed,
        by=SYSTEM,
        now=NOW,
    )
    return Practice.objects.select_related("tournament").get(tournament=made)


def pairs() -> Tournament:
    """An event of eight pairs, played online, of whom nobody is drawn yet."""
    return team_event(
        8, 2, rules={**SHORT, "variant": "partnership"}, format="swiss", play="online", start=False
    )


def facts_of(practice: Practice) -> list[HandFact]:
    facts = HandFact.objects.filter(
        hand__match__board__pairing__round__stage__tournament=practice.tournament_id
    )
    return list(facts.order_by("hand__match", "hand__sequence"))


def hands(practice: Practice) -> list[object]:
    return [(one.dealer, one.kind, one.knocker, one.counts) for one in facts_of(practice)]


def require_played_whole(practice: Practice) -> None:
    """Played to its end, with a whole audit and standings that come out the same made anew."""
    self_playing.play_to_the_end(tournament_id=practice.tournament_id)
    tournament = Tournament.objects.get(pk=practice.tournament_id)
    assert tournament.state == "finished"
    call_command("verify_standings", tournament=tournament.pk, stdout=StringIO())
    call_command("verify_audit", tournament=tournament.pk, stdout=StringIO())
    before = snapshot(tournament)
    rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert snapshot(tournament) == before


class TestACopy:
    def test_has_the_settings_of_its_event_and_players_of_the_house(self, by: Actor) -> None:
        source = make_tournament(entrants=10, format="swiss", rules={"preset": "oklahoma"})
        copy = copy_of(source, by)
        made = copy.tournament
        assert made.rules == source.rules
        assert made.stages.get().format == "swiss"
        assert made.entries.count() == 10
        house = HousePlayer.objects.filter(practice=copy)
        assert {one.code for one in house} <= {one.code for one in CHARACTERS}
        assert "Kit" in {one.player.name for one in house}

    def test_of_few_has_more_and_of_many_numbers_them(self, by: Actor) -> None:
        small = copy_of(make_tournament(entrants=2, start=False), by)
        assert small.tournament.entries.count() == 8
        large = copy_of(make_tournament(entrants=17, start=False), by)
        names = set(large.tournament.entries.values_list("name", flat=True))
        assert len(names) == 17
        assert f"{CHARACTERS[0].name} 2" in names

    def test_of_teams_has_teams(self, by: Actor) -> None:
        source = create_tournament(
            club=make_club(), name="League", boards=3, format="round_robin", by=DIRECTOR, now=NOW
        )
        copy = copy_of(source, by)
        assert copy.tournament.has_teams
        assert copy.tournament.entries.count() == 4
        assert HousePlayer.objects.filter(practice=copy).count() == 12

    def test_of_partners_has_partners(self, by: Actor) -> None:
        copy = copy_of(pairs(), by)
        entries = copy.tournament.entries
        assert copy.tournament.has_partners
        assert entries.count() == 8
        assert {entry.members.count() for entry in entries.all()} == {2}
        assert len({*entries.values_list("name", flat=True)}) == 8

    def test_of_few_at_one_table_has_as_many(self, by: Actor) -> None:
        chouette = {**SHORT, "variant": "captain", "table_size": 5}
        source = make_tournament(entrants=5, format="table_rounds", rules=chouette, start=False)
        assert copy_of(source, by).tournament.entries.count() == 5

    def test_is_directed_by_its_maker_and_seen_by_nobody_else(
        self, by: Actor, director: User
    ) -> None:
        copy = copy_of(make_tournament(), by)
        made = copy.tournament
        assert made.staff.get().user == director
        assert made.staff.get().role == Staff.Roles.DIRECTOR
        self_playing.follow_up(practice=copy, now=NOW)
        other = Actor(via="page", user_id=make_user("Somebody").pk)
        for actor, sees in ((by, True), (other, False), (Actor(via="page"), False)):
            assert tournaments_visible_to(actor).filter(pk=made.pk).exists() is sees
            there = boards_visible_to(actor).filter(pairing__round__stage__tournament=made)
            assert there.exists() is sees
        assert acting_in(by, made).may("tournament.edit")

    def test_leaves_the_club_as_it_was(self, by: Actor) -> None:
        source = make_tournament()
        before = set(source.club.players.values_list("pk", flat=True))
        copy = copy_of(source, by)
        assert set(source.club.players.values_list("pk", flat=True)) == before
        assert list(source.club.tournaments.all()) == [source]
        assert copy.tournament.club.is_hidden
        assert copy.tournament.club not in open_clubs(Actor(via="page"))

    def test_there_are_few_of_one_event(self, by: Actor) -> None:
        source = make_tournament()
        copies = [copy_of(source, by) for _copy in range(MOST_COPIES)]
        with pytest.raises(Refusal, match="Throw one of them away"):
            copy_of(source, by)
        throw_away(tournament_id=copies[0].tournament_id)
        copy_of(source, by)

    def test_needs_an_account(self) -> None:
        with pytest.raises(Refusal):
            make_practice_copy(source=make_tournament(), by=Actor(via="page"), now=NOW)

    def test_thrown_away_leaves_nothing(self, by: Actor) -> None:
        source = make_tournament()
        kept = {model: model.objects.count() for model in (Player, Tournament, AuditEntry, Board)}
        copy = copy_of(source, by)
        self_playing.play_to_the_end(tournament_id=copy.tournament_id)
        throw_away(tournament_id=copy.tournament_id)
        assert {model: model.objects.count() for model in kept} == kept
        assert not HousePlayer.objects.exists()
        throw_away(tournament_id=copy.tournament_id)  # twice is once

    def test_goes_by_itself_after_a_week(self, by: Actor) -> None:
        copy = copy_of(make_tournament(), by)
        remove_over(now=NOW + KEPT - timedelta(seconds=1))
        assert Practice.objects.filter(pk=copy.pk).exists()
        remove_over(now=NOW + KEPT)
        assert not Practice.objects.exists()

    def test_outlives_its_event(self, by: Actor) -> None:
        source = make_tournament()
        copy = copy_of(source, by)
        drop_rows(source)
        copy.refresh_from_db()
        assert copy.source is None


@pytest.mark.django_db(transaction=True)  # the worker is asked once it is committed
class TestPlaying:
    def test_to_the_end_plays_every_match(self) -> None:
        practice = played()
        self_playing.play_to_the_end(tournament_id=practice.tournament_id)
        practice.refresh_from_db()
        assert practice.until == ""
        tournament = Tournament.objects.get(pk=practice.tournament_id)
        assert tournament.state == "finished"
        boards = Board.objects.filter(pairing__round__stage__tournament=tournament)
        assert {board.match.state for board in boards} == {"finished"}

    @pytest.mark.databases_differ
    def test_a_copy_of_a_whole_event_of_partners(self, by: Actor) -> None:
        practice = copy_of(pairs(), by)
        require_played_whole(practice)
        played = [tuple(one.players) for one in facts_of(practice)]
        assert len(played) % 2 == 0
        assert played[:2] == [(0, 1), (2, 3)]

    @pytest.mark.databases_differ
    @pytest.mark.parametrize(
        ("format", "entrants", "rules"),
        [
            ("table_rounds", 9, {**SHORT, "variant": "cutthroat"}),
            ("table_rounds", 5, {**SHORT, "variant": "captain", "table_size": 5}),
            ("scramble", 8, {**SHORT, "variant": "partnership"}),
        ],
    )
    def test_a_copy_of_tables_and_of_partners_who_change(
        self, by: Actor, format: str, entrants: int, rules: Mapping[str, object]
    ) -> None:
        source = make_tournament(entrants=entrants, format=format, rules=rules, start=False)
        require_played_whole(copy_of(source, by))

    def test_a_round_stops_before_the_next_one(self) -> None:
        practice = played()
        self_playing.follow_up(practice=practice, now=NOW)
        first = practice.tournament.stages.get().rounds.get(number=1)
        self_playing.play_round(tournament_id=practice.tournament_id)
        self_playing.follow_up(practice=practice, now=NOW)
        states = {
            board.pairing.round_id == first.pk for board in open_boards(practice.tournament_id)
        }
        assert states == {False}

    def test_the_same_seed_plays_the_same_hands(self) -> None:
        first, second = played(), played()
        for practice in (first, second):
            self_playing.play_to_the_end(tournament_id=practice.tournament_id)
        assert len(hands(first)) > 4
        assert hands(first) == hands(second)
        other = played(seed="another")
        self_playing.play_to_the_end(tournament_id=other.tournament_id)
        assert hands(other) != hands(first)

    def test_a_hand_at_a_time(self) -> None:
        practice = played(seed="two")
        self_playing.follow_up(practice=practice, now=NOW)
        board = self_playing.next_board(practice)
        assert board is not None
        number = 0
        while self_playing.play_hand(board=board, practice=practice, by=SYSTEM, now=NOW):
            number += 1
            assert len(hands(practice)) == number
            board.match.refresh_from_db()
        assert board.match.state == "finished"

    def test_what_somebody_else_has_written_is_not_overwritten(self) -> None:
        practice = played()
        self_playing.follow_up(practice=practice, now=NOW)
        board = self_playing.next_board(practice)
        assert board is not None
        stale = Board.objects.select_related("match").get(pk=board.pk)
        assert self_playing.play_hand(board=board, practice=practice, by=SYSTEM, now=NOW)
        assert not self_playing.play_hand(board=stale, practice=practice, by=SYSTEM, now=NOW)
        assert len(hands(practice)) == 1

    def test_lost_work_is_found_by_the_tick(self) -> None:
        practice = played()
        Practice.objects.update(until=Practice.Until.END)  # and nobody was told
        tick(by=SYSTEM, now=NOW)
        assert Tournament.objects.get(pk=practice.tournament_id).state == "finished"

    def test_what_has_had_its_time_goes_with_the_tick(self) -> None:
        played()
        tick(by=SYSTEM, now=NOW + KEPT)
        assert not Practice.objects.exists()

    def test_what_is_being_played_is_not_asked_for_again(self) -> None:
        practice = played()
        Practice.objects.update(until=Practice.Until.END, played_at=NOW)
        tick(by=SYSTEM, now=NOW + LOST_AFTER - timedelta(seconds=1))
        assert hands(practice) == []
        tick(by=SYSTEM, now=NOW + LOST_AFTER)
        assert hands(practice) != []

    def test_stopped_it_plays_no_more(self) -> None:
        practice = played()
        Practice.objects.update(until=Practice.Until.END)
        self_playing.stop_playing(tournament_id=practice.tournament_id)
        tick(by=SYSTEM, now=NOW)
        assert hands(practice) == []

    def test_it_stops_where_the_event_is_cancelled(self) -> None:
        practice = played()
        self_playing.follow_up(practice=practice, now=NOW)
        tournament = practice.tournament
        move_tournament(
            tournament_id=tournament.pk,
            action="cancel",
            name=tournament.name,
            by=DIRECTOR,
            now=NOW,
        )
        self_playing.play_to_the_end(tournament_id=tournament.pk)
        practice.refresh_from_db()
        assert practice.until == ""
        assert hands(practice) == []
        assert not open_boards(tournament.pk).exists()

    def test_thrown_away_between_two_hands_it_plays_no_more(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        practice = played(rules={**SHORT, "target": 500})
        self_playing.follow_up(practice=practice, now=NOW)
        board = self_playing.next_board(practice)
        assert board is not None
        play_hand = self_playing.play_hand

        def play_the_last(**hand: Any) -> bool:
            is_played = play_hand(**hand)
            throw_away(tournament_id=practice.tournament_id)
            return is_played

        monkeypatch.setattr(self_playing, "play_hand", play_the_last)
        hands = self_playing.play_match(board=board, practice=practice, by=SYSTEM, now=NOW)
        assert hands == 1

    def test_a_match_without_an_end_is_left_as_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(self_playing, "MOST_HANDS", 2)
        practice = played(rules={**SHORT, "target": 500})
        self_playing.play_to_the_end(tournament_id=practice.tournament_id)
        practice.refresh_from_db()
        assert practice.until == ""
        assert len(hands(practice)) == 2  # of the first match, and no other one is begun


class TestTheCommand:
    @pytest.mark.parametrize(
        ("format", "players", "partners"),
        [
            *((format, 4, False) for format in OF_TWO),
            ("swiss", 8, True),
            ("single_elimination", 8, True),
            ("table_rounds", 6, False),
            ("scramble", 4, False),
        ],
    )
    def test_plays_verifies_and_throws_away(
        self, format: str, players: int, partners: bool
    ) -> None:
        said = StringIO()
        asked = {"players": players, "format": format, "partners": partners}
        call_command("practice", **asked, seed="x", stdout=said)
        text = said.getvalue()
        assert "; finished" in text
        assert "champion: " in text
        assert ": whole," in text
        assert " 0 of them wrong" in text
        assert not Tournament.objects.exists()
        assert not Player.objects.exists()

    def test_says_where_a_match_does_not_come_to_its_end(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(self_playing, "MOST_HANDS", 1)
        with pytest.raises(CommandError, match="did not come to its end"):
            call_command("practice", players=4, seed="x", stdout=StringIO())
        assert not Tournament.objects.exists()

    def test_keeps_it_if_asked(self) -> None:
        call_command("practice", players=2, keep=True, stdout=StringIO())
        assert Practice.objects.count() == 1

    def test_refuses_too_few(self) -> None:
        with pytest.raises(CommandError):
            call_command("practice", players=1, stdout=StringIO())
        assert not Club.objects.filter(tournaments__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_the_page_makes_a_copy_and_plays_it(by: Actor, director: User) -> None:
    source = make_tournament(rules=SHORT, entrants=4)
    source.staff.create(user=director, role=Staff.Roles.DIRECTOR, name=director.name)
    client = Client()
    sign_in(client, director)
    address = f"/c/{source.club.slug}/{source.slug}/practice/"
    assert "Make a practice copy" in client.get(address).text
    made = client.post(address, {"act": "make"}, follow=True)
    panel = made.redirect_chain[-1][0]
    assert "Nothing is drawn yet." in made.text
    assert client.post(panel, {"act": "round"}, follow=True).status_code == 200
    practice = Practice.objects.get()
    assert hands(practice) == []  # nothing was drawn
    self_playing.follow_up(practice=practice, now=NOW)
    board = open_boards(practice.tournament_id)[0]
    client.post(panel, {"act": f"hand:{board.match_id}"})
    assert board.match.hands.count() == 1
    client.post(panel, {"act": f"match:{board.match_id}"})
    assert still_open(board) is None
    played = client.post(panel, {"act": "end"}, follow=True).text
    matches = Board.objects.filter(pairing__round__stage__tournament=practice.tournament_id).count()
    assert f"{matches} of {matches} matches are over." in played
    assert panel in client.get(address).text  # its event names it
    stranger = Client()
    sign_in(stranger, make_user("Somebody"))
    assert stranger.get(panel).status_code == 404
    for act in ("end", "throw_away"):  # of the event itself
        assert client.post(address, {"act": act}).status_code == 409
    gone = client.post(panel, {"act": "throw_away"}, follow=True)
    assert "is thrown away" in gone.text
    assert not Practice.objects.exists()
    assert client.get(panel).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("format", "rules", "names"),
    [
        ("table_rounds", {**SHORT, "variant": "cutthroat"}, 3),
        ("scramble", {**SHORT, "variant": "partnership"}, 2),
    ],
)
def test_the_page_names_who_sits_at_a_table(
    by: Actor, director: User, format: str, rules: Mapping[str, object], names: int
) -> None:
    copy = copy_of(make_tournament(format=format, rules=rules, entrants=9, start=False), by)
    self_playing.follow_up(practice=copy, now=NOW)
    client = Client()
    sign_in(client, director)
    made = copy.tournament
    panel = client.get(f"/c/{made.club.slug}/{made.slug}/practice/").text
    (line, *_others) = panel.split('class="list"')[1].split("<li>")[1:]
    called = line.split("</a>")[0].rsplit(">", 1)[1]
    assert len(called.split(" – ")) == names
    assert f"of {called.split(' – ')[0]}" in line
