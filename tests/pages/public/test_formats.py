"""Every page that shows matches, for an event of every format in the middle of its evening."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.selectors.matches import match_record
from kernel.text import Refusal
from players.models import Player
from tests.builders import DIRECTOR, NOW, make_user, owner_of, sign_in
from tests.client import Api
from tests.pages.public.test_tournament import Reader
from tests.tournaments.services.stages.test_plans import board_of_match, staged, win_best_of
from tournaments.models import Board, Round, Tournament
from tournaments.services.desk import results
from tournaments.services.stages.plans import StagePlan

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

BY_ROUND = {"publishing": "automatic"}
EVENTS = {
    "swiss": (9, [StagePlan("swiss", {"rounds": 3, "draws": True})], BY_ROUND),
    "groups": (
        8,
        [StagePlan("round_robin", {"groups": 2}), StagePlan("single_elimination", take=4)],
        {},
    ),
    "double": (6, [StagePlan("double_elimination")], {}),
    "consolation": (7, [StagePlan("single_elimination", {"consolation": True})], {}),
    "ladder": (7, [StagePlan("ladder", {"rounds": 3})], BY_ROUND),
    "qualifying": (6, [StagePlan("qualifying", {"rounds": 3})], BY_ROUND),
    "tables": (
        7,
        [StagePlan("table_rounds", {"rounds": 2})],
        {**BY_ROUND, "rules": {"variant": "cutthroat", "match_type": "single"}},
    ),
    "table_knock_out": (
        9,
        [StagePlan("table_knock_out", {"go_on": 2})],
        {**BY_ROUND, "rules": {"variant": "cutthroat", "match_type": "single"}},
    ),
    "table_ladder": (
        7,
        [StagePlan("table_ladder", {"rounds": 2})],
        {**BY_ROUND, "rules": {"variant": "cutthroat", "match_type": "single"}},
    ),
    "scramble": (
        9,
        [StagePlan("scramble", {"rounds": 2})],
        {**BY_ROUND, "rules": {"variant": "partnership", "match_type": "single"}},
    ),
}
PUBLIC = ("tournament", "matches", "standings", "entrants", "event_rules")
STAFF = (
    *("desk", "board", "tables", "clock", "draw", "entries", "settings", "audit", "penalties"),
    *("print", "print_slips", "print_sheets", "print_bracket", "print_tables"),
    *("print_standings", "print_certificates", "print_roll_call"),
)
OF_MATCH = ("match", "pad", "result")


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def make_event(commits, name: str) -> Tournament:
    entrants, stages, fields = EVENTS[name]
    return staged(commits, stages, entrants, **fields)


def playable(event: Tournament) -> list[Board]:
    """The open matches with all of their players, in order."""
    boards = Board.objects.filter(
        pairing__round__stage__tournament=event, match__state=Match.States.OPEN
    ).exclude(pairing__round__state="draft")
    boards = boards.order_by("pairing__round__stage__number", "pairing__round", "pairing__number")
    return [board for board in boards if board.match.seats.count() == board.pairing.sides.count()]


def decide(commits, board: Board, level: str, payload: dict) -> None:
    board = board_of_match(board.match_id)
    with commits(execute=True):
        results.record_result(
            board=board,
            version=board.match.version,
            level=level,
            payload=payload,
            by=DIRECTOR,
            now=NOW,
        )


def play(commits, event: Tournament, matches: int) -> None:
    """So many matches, or all that there are: won by turns in both seats, a walkover, a double
    forfeit, and a drawn match where there is one."""
    for n in range(matches):
        found = playable(event)
        if not found:
            return
        stage = found[0].pairing.round.stage
        if n == 1:
            decide(commits, found[0], "walkover", {"walkover": 0})
        elif n == 2 and stage.settings.get("draws"):
            decide(commits, found[0], "drawn", {"games_won": [2, 2]})
        elif found[0].match.rules["match_type"] == "single":
            won = [int(seat == n % 2) for seat in range(len(found[0].match.games_won))]
            decide(commits, found[0], "games_won", {"games_won": won})
        else:
            with commits(execute=True):
                win_best_of(found[0], n % 2)


def opened(client: Client, path: str) -> str:
    response = client.get(path, follow=True)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.mark.parametrize(
    ("name", "matches"),
    [(name, 3) for name in EVENTS] + [(name, 99) for name in EVENTS],
)
def test_every_page_of_every_format_opens(commits, name, matches):
    event = make_event(commits, name)
    play(commits, event, matches)
    event.refresh_from_db()
    assert event.state == ("finished" if matches == 99 else "running")
    place = [event.club.slug, event.slug]
    owner, player = Client(), Client()
    sign_in(owner, owner_of(event.club))
    listed = Player.objects.get(name="Player 0001")
    Player.objects.filter(pk=listed.pk).update(user=make_user())
    sign_in(player, Player.objects.get(pk=listed.pk).user)

    for page in PUBLIC:
        opened(Client(), reverse(page, args=place))
    for stage in range(1, len(EVENTS[name][1]) + 1):
        opened(Client(), f"{reverse('tournament', args=place)}?stage={stage}")
    for page in (*PUBLIC, *STAFF):
        opened(owner, reverse(page, args=place))
    opened(player, reverse("me"))
    in_each_state = {
        board.match.state: board.match_id
        for board in Board.objects.filter(pairing__round__stage__tournament=event)
    }
    for match in in_each_state.values():
        opened(Client(), reverse("match", args=[*place, match]))
        opened(player, reverse("match", args=[*place, match]))
        opened(owner, reverse("match", args=[*place, match]))


class TestDrawnMatches:
    """A drawn match is offered where the event knows it, and nowhere else."""

    @pytest.fixture
    def event(self, commits) -> Tournament:
        return make_event(commits, "swiss")

    @pytest.fixture
    def owner(self, event) -> Client:
        client = Client()
        sign_in(client, owner_of(event.club))
        return client

    def test_on_the_page_of_the_result(self, commits, event, owner):
        match = playable(event)[0].match_id
        version = Match.objects.get(pk=match).version
        path = reverse("result", args=[event.club.slug, event.slug, match]) + "?by=drawn"
        assert "2–2" in opened(owner, path)
        with commits(execute=True):
            response = owner.post(path, {"version": version, "games": "2", "key": "k" * 32})
        assert response.status_code == 302
        found = Match.objects.get(pk=match)
        assert (found.state, found.winner, found.games_won) == ("finished", None, [2, 2])
        page = opened(Client(), reverse("match", args=[event.club.slug, event.slug, match]))
        assert "drew, 2–2." in page

    @pytest.mark.parametrize(("first", "second", "status"), [("1", "1", 302), ("3", "3", 400)])
    def test_on_the_results_board(self, commits, event, owner, first, second, status):
        match = playable(event)[0].match
        typed = {"match": match.pk, "version": match.version, "key": "k" * 32}
        typed |= {"first": first, "second": second}
        with commits(execute=True):
            path = reverse("board", args=[event.club.slug, event.slug])
            assert owner.post(path, typed).status_code == status
        match.refresh_from_db()
        assert (match.state == "finished") == (status == 302)

    def test_through_the_api(self, event):
        director = Api(owner_of(event.club))
        match = playable(event)[0].match
        body = {"version": match.version, "drawn": [1, 1]}
        made = director.post(f"matches/{match.pk}/result/", body)
        assert (made["state"], made["winner"], made["games_won"]) == ("finished", None, [1, 1])

    def test_a_knock_out_knows_none(self, commits, owner):
        cup = make_event(commits, "consolation")
        client = Client()
        sign_in(client, owner_of(cup.club))
        match = playable(cup)[0].match_id
        path = reverse("result", args=[cup.club.slug, cup.slug, match])
        assert "?by=drawn" not in opened(client, path)
        assert client.get(f"{path}?by=drawn").status_code == 404
        typed = {"match": match, "version": 1, "first": "1", "second": "1", "key": "k" * 32}
        board = reverse("board", args=[cup.club.slug, cup.slug])
        assert client.post(board, typed).status_code == 400


class TestAGameAhead:
    """The final of a double elimination with advantage."""

    def final(self, commits) -> Board:
        event = staged(commits, [StagePlan("double_elimination", {"final": "advantage"})], 3)
        play(commits, event, 3)
        (board,) = playable(event)
        assert board.pairing.round.number == 4
        return board

    def test_the_final_begins_at_one_game_to_none(self, commits):
        board = self.final(commits)
        assert (board.match.head_start, board.match.games_won) == ([1, 0], [1, 0])
        assert match_record(board.match).score.games_won == (1, 0)

    def test_two_more_games_win_it(self, commits):
        board = self.final(commits)
        games = [{"winner": 0, "points": [110, 40]}, {"winner": 0, "points": [120, 10]}]
        decide(commits, board, "games", {"games": games})
        board.match.refresh_from_db()
        assert (board.match.state, board.match.winner) == ("finished", 0)
        assert board.match.games_won == [3, 0]

    def test_the_game_counts_among_those_won(self, commits):
        board = self.final(commits)
        with pytest.raises(Refusal, match="began at 1 to 0"):
            decide(commits, board, "games_won", {"games_won": [0, 3]})
        decide(commits, board, "games_won", {"games_won": [1, 3]})
        board.match.refresh_from_db()
        assert board.match.winner == 1

    def test_it_is_refused_where_it_would_win_the_match(self, commits):
        with pytest.raises(Refusal, match="Nobody can be a game ahead"):
            staged(commits, [StagePlan("double_elimination", {"final": "advantage"})], 3, best_of=1)


def test_the_api_tells_the_sides_of_a_double_elimination(commits):
    event = make_event(commits, "double")
    play(commits, event, 99)
    rounds = Api().get(f"tournaments/{event.pk}/bracket/")["rounds"]
    assert [round["name"] for round in rounds][-2:] == ["Grand final", "Second final"]
    sides = [[match["side"] for match in round["matches"]] for round in rounds]
    assert sides[1] == ["winners", "winners", "losers", "losers"]
    assert sides[-1] == ["final"]
    last = rounds[-1]["matches"][0]
    played = last["decision"] == "played"
    assert (last["state"], last["decision"]) == (
        ("finished", "played") if played else ("bye", "not_needed")
    )


def test_a_match_is_called_by_its_side_and_says_where_both_go(commits):
    event = make_event(commits, "double")
    said = Reader(opened(Client(), reverse("tournament", args=[event.club.slug, event.slug])))
    assert said.said["match-1-2"] == ("Winners' round 1, match 2: Player 0004 against Player 0005.")
    assert said.said["match-2-3"] == (
        "Losers' round 1, match 1: Loser of Winners' round 1, match 2 has a bye."
    )
    text = said.text
    assert "Winner to Winners' round 2, match 1, loser to Losers' round 1, match 1" in text
    assert text.index("Winners' bracket") < text.index("Losers' bracket") < text.index("If needed")


def test_who_plays_for_which_places(commits):
    event = make_event(commits, "consolation")
    said = Reader(opened(Client(), reverse("tournament", args=[event.club.slug, event.slug])))
    assert said.said["match-2-4"] == (
        "Places 5 to 7, match 2: Loser of Quarter-final 3 against Loser of Quarter-final 4."
    )
    assert said.said["match-3-2"].startswith("Third place: Loser of semi-final 1")


def test_the_round_of_a_swiss_says_who_meets_why_and_who_sits_out(commits):
    event = make_event(commits, "swiss")
    play(commits, event, 4)
    path = reverse("tournament", args=[event.club.slug, event.slug])
    text = Reader(opened(Client(), path)).text
    assert "Round 2 of 3" in text
    assert "not everybody could meet an equal" in text
    assert "Bye 6 Player 0006 Bye with 0:" in text
    assert "Player 0003 and Player 0007 drew, 2–2." in text
    assert "Top of the standings" in text
    first = Reader(opened(Client(), f"{path}?round=1")).said
    assert first["match-1-3"] == ("Round 1 of 3, match 3: Player 0003 and Player 0007 drew, 2–2.")
    assert Client().get(f"{path}?round=3").status_code == 404


def test_groups_stand_apart_and_only_the_last_stage_has_a_champion(commits):
    event = make_event(commits, "groups")
    path = reverse("tournament", args=[event.club.slug, event.slug])
    text = Reader(opened(Client(), path)).text
    assert text.index("Group 1") < text.index("Group 2")
    play(commits, event, 99)
    assert "Champion Player" in Reader(opened(Client(), path)).text
    assert "Champion" not in Reader(opened(Client(), f"{path}?stage=1")).text


def test_who_stands_first_in_the_end_is_the_champion(commits):
    event = make_event(commits, "ladder")
    path = reverse("tournament", args=[event.club.slug, event.slug])
    assert "Champion" not in Reader(opened(Client(), path)).text
    play(commits, event, 99)
    assert "Champion Player" in Reader(opened(Client(), path)).text


def evening_of_player(name: str) -> str:
    """What a player finds on their own page."""
    user, client = make_user(), Client()
    Player.objects.filter(name=name).update(user=user)
    sign_in(client, user)
    return Reader(opened(client, reverse("me"))).text


def test_who_does_not_go_on_is_told_so_once_the_next_stage_is_published(commits):
    event = make_event(commits, "groups")
    names = set(event.entries.values_list("name", flat=True))
    while event.stages.get(number=2).rounds.count() == 0:
        play(commits, event, 1)
    through = {
        side.entry.name
        for board in Board.objects.filter(pairing__round__stage__number=2)
        for side in board.pairing.sides.all()
        if side.entry
    }
    out, on = min(names - through), min(through)
    assert "You are not among those who went on." in evening_of_player(out)
    assert "You play" in evening_of_player(on)
    Round.objects.filter(stage__number=2).update(state="draft")
    assert "went on" not in evening_of_player(out)


def test_between_two_rounds_one_can_still_withdraw(commits):
    event = make_event(commits, "swiss")
    play(commits, event, 1)
    text = evening_of_player("Player 0001")
    assert "Player 0001 beat Player 0005" in text
    assert "Withdraw" in text
