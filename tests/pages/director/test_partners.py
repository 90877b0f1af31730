"""Partners in an evening's pages: set up, entered, written down at their table."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.scoring.hand import HandCounts
from games.models import HandFact, Ruling
from games.selectors.matches import match_record
from games.services.scoresheet import HandEntry
from players.models import Club
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_teams, owner_of, sign_in
from tests.hollywood import read_sheets
from tests.pages.director.test_teams import FILLED, at, told
from tests.tournaments.services.desk.test_penalties import give
from tournaments.models import Board, Penalty, Tournament
from tournaments.selectors.events.penalties import earlier_of
from tournaments.services.desk import results
from tournaments.services.events import setup, teams
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db

RULES = {"preset": "rummy-games", "variant": "partnership", "target": 50, "match_type": "single"}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.fixture
def event(club: Club) -> Tournament:
    """Two pairs, about to begin their match."""
    made = setup.create_tournament(club=club, name="Pairs", rules=RULES, by=DIRECTOR, now=NOW)
    pairs = make_teams(club, 2, 2)
    teams.enter_teams(tournament_id=made.pk, teams=pairs, by=DIRECTOR, now=NOW)
    setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, seed="s", by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


@pytest.fixture
def board(event: Tournament) -> Board:
    return board_of(event, 1, 1)


def test_the_wizard_makes_an_event_of_partners(owner: Client, club: Club) -> None:
    address = f"/c/{club.slug}/new/"
    asked = {**FILLED, "step": "2", "seen": ["1", "2"], "boards": "partners-2"}
    assert "2 partners meet 2 at one table" in told(owner.get(address, asked))
    owner.post(address, {**FILLED, "step": "make", "key": "k", "boards": "partners-2"})
    made = Tournament.objects.get()
    assert (made.boards, made.has_partners) == (2, True)
    page = owner.get(at("settings_rules", made))
    assert '<option value="partners-2" selected>' in page.text


def test_the_settings_make_it_one_of_single_players_again(owner: Client, club: Club) -> None:
    rules = {"preset": "club", "variant": "partnership"}
    made = setup.create_tournament(club=club, name="Pairs", rules=rules, by=DIRECTOR, now=NOW)
    form = {
        "rules": "club",
        "length": "best_of",
        "best_of": "5",
        "target": "",
        "boards": "1",
        "initial-boards": "partners-2",
    }
    owner.post(at("settings_rules", made), {"act": "save", "key": "k", **form})
    made.refresh_from_db()
    assert (made.boards, made.has_partners) == (1, False)


def test_its_rules_say_how_partners_play(owner: Client, event: Tournament) -> None:
    said = told(owner.get(reverse("event_rules", args=[event.club.slug, event.slug])))
    assert "Two partners play against two." in said
    assert "Partners: the hands of a round count together." in said
    assert "boards" not in said
    assert "Try these rules" not in said  # at a table of one's own one plays two seats


def test_its_rules_say_what_partners_may_say(owner: Client, event: Tournament) -> None:
    address = reverse("event_rules", args=[event.club.slug, event.slug])
    said = told(owner.get(address))
    assert "What partners may say" in said
    assert "may advise a partner who still plays" in said
    assert "may also say how to lay off" in said
    assert "stands once a partner of the winner has made a play that relies on it" in said
    assert "Any other advice is outside advice" in said
    assert "Irregularities in this form" in said
    assert "the others of the round go on" in said
    german = told(owner.get(address, headers={"accept-language": "de"}))
    assert "Was Partner sagen dürfen" in german
    assert "darf einen Partner beraten, der noch spielt" in german


def test_of_many_partners_none_says_how_to_lay_off(owner: Client, club: Club) -> None:
    rules = RULES | {"side_size": 3}
    made = setup.create_tournament(club=club, name="Threes", rules=rules, by=DIRECTOR, now=NOW)
    said = told(owner.get(reverse("event_rules", args=[club.slug, made.slug])))
    assert "may advise a partner who still plays" in said
    assert "how to lay off" not in said


def test_of_two_players_nothing_is_said_of_partners(owner: Client, club: Club) -> None:
    made = setup.create_tournament(club=club, name="Cup", rules="club", by=DIRECTOR, now=NOW)
    said = told(owner.get(reverse("event_rules", args=[club.slug, made.slug])))
    assert "What partners may say" not in said
    assert "Irregularities in this form" not in said


class TestThePad:
    @pytest.fixture
    def address(self, event: Tournament, board: Board) -> str:
        return reverse("pad", args=[event.club.slug, event.slug, board.match_id])

    @staticmethod
    def typed(board: Board, players: str, knocker: int, left: int) -> dict[str, object]:
        board.match.refresh_from_db()
        counts = {f"count_{knocker}": 2, f"count_{1 - knocker}": left}
        return {
            "key": f"k{board.match.version}",
            "version": board.match.version,
            "players": players,
            "kind": "knock",
            "knocker": knocker,
            **counts,
        }

    def test_it_goes_from_one_hand_of_the_round_to_the_other(
        self, owner: Client, board: Board, address: str
    ) -> None:
        page = told(owner.get(address))
        assert "Also open in this round:" in page
        first = self.typed(board, "0,1", 1, 22)
        assert owner.post(address, first).status_code == 302
        page = told(owner.get(address))
        assert "Also open in this round:" not in page
        assert owner.post(address, self.typed(board, "2,3", 0, 17)).status_code == 302
        (game,) = match_record(Board.objects.get(pk=board.pk).match).games
        assert game.points == (0, 5)
        assert "Round 1" in told(owner.get(address))

    def test_the_other_hand_may_come_first(self, owner: Client, board: Board, address: str) -> None:
        chosen = owner.get(address, {"players": "2,3"}).text
        assert 'name="players" value="2,3"' in chosen
        owner.post(address, self.typed(board, "2,3", 1, 22))
        fact = HandFact.objects.get()
        assert (fact.players, fact.knocker, fact.counts) == ([2, 3], 3, [None, None, 22, 2])

    def test_who_has_played_is_told_and_nothing_typed_is_lost(
        self, owner: Client, board: Board, address: str
    ) -> None:
        owner.post(address, self.typed(board, "0,1", 1, 22))
        again = owner.post(address, self.typed(board, "0,3", 1, 29))
        assert again.status_code == 400
        assert "has been written down for one of these players already" in told(again)
        assert 'value="29"' in again.text

    def test_a_hand_is_corrected(self, owner: Client, board: Board, address: str) -> None:
        owner.post(address, self.typed(board, "0,1", 1, 22))
        owner.post(address, self.typed(board, "2,3", 0, 17))
        shown = owner.get(address, {"hand": "2"}).text
        assert 'name="players" value="2,3"' in shown
        assert 'value="17"' in shown
        owner.post(address, self.typed(board, "2,3", 0, 27) | {"n": 2, "reason": "Counted."})
        (game,) = match_record(Board.objects.get(pk=board.pk).match).games
        assert game.points == (5, 0)

    def test_what_a_hand_would_score(self, owner: Client, board: Board, address: str) -> None:
        said = {"players": "0,1", "kind": "knock", "knocker": 0, "count_0": 2, "count_1": 20}
        preview = address.replace("/pad/", "/pad/preview/")
        waits = told(owner.get(preview, {**said, "version": board.match.version}))
        assert "The round counts when all its hands are written down." in waits
        owner.post(address, self.typed(board, "2,3", 0, 17))
        board.match.refresh_from_db()
        last = told(owner.get(preview, {**said, "version": board.match.version}))
        assert "33 to Team A" in last


@pytest.mark.parametrize("name", ["match", "print_sheets", "print_slips", "tournament"])
def test_other_pages_of_it(owner: Client, event: Tournament, board: Board, name: str) -> None:
    more = [board.match_id] if name == "match" else []
    page = told(owner.get(reverse(name, args=[event.club.slug, event.slug, *more])))
    assert "Team A" in page


def test_a_penalty_names_all_of_them_and_counts_against_each(
    owner: Client, event: Tournament, board: Board
) -> None:
    first, other = (
        [seat.player for seat in board.match.seats.order_by("seat")][place] for place in (1, 3)
    )
    (penalty,) = give(board, 2, "T_SLOW")
    assert penalty.player == first
    said = told(owner.get(reverse("penalties", args=[event.club.slug, event.slug])))
    assert f"{first.name}, {other.name} (Team B)" in said
    # Whoever of the two sits first when the next one is given, it is their second.
    Penalty.objects.update(player=other)
    assert [given.pk for given in earlier_of(board, 1).penalties] == [penalty.pk]
    assert earlier_of(board, 0).penalties == []


def test_rounds_on_a_hollywood_sheet(owner: Client, club: Club) -> None:
    rules = RULES | {"sheet": "hollywood", "roodle": True}
    made = setup.create_tournament(club=club, name="Series", rules=rules, by=DIRECTOR, now=NOW)
    write = {"tournament_id": made.pk, "by": DIRECTOR, "now": NOW}
    teams.enter_teams(teams=make_teams(club, 2, 2), **write)
    rounds.start_tournament(seed="s", **write)
    board = board_of(made, 1, 1)
    here = [club.slug, made.slug, board.match_id]
    pad = reverse("pad", args=here)
    typed = TestThePad.typed
    owner.post(pad, typed(board, "0,1", 1, 22))
    said = {"players": "2,3", "kind": "knock", "knocker": 1, "count_0": 12, "count_1": 2}
    board.match.refresh_from_db()
    preview = told(owner.get(f"{pad}preview/", {**said, "version": board.match.version}))
    assert "30 to Team B" in preview
    assert "Column 1: 0 to 30" in preview
    owner.post(pad, typed(board, "2,3", 1, 12))
    for name in ("match", "pad"):
        page = owner.get(reverse(name, args=here))
        (sheet,) = read_sheets(page.text)
        assert sheet.column(1, 1) == ["30"]
        assert sheet.column(2, 1) == []
        assert "Round 1 Team B +30, roodle, 3 boxes" in told(page)
    printed = owner.get(reverse("print_sheets", args=here[:2]))
    assert printed.status_code == 200


def test_sides_pay_sides(owner: Client, event: Tournament, board: Board) -> None:
    event.settles = True
    event.save()
    for players, seat in (((0, 1), 0), ((2, 3), 2)):
        now = Board.objects.get(pk=board.pk)
        entry = HandEntry(HandCounts.of("knock", seat, 2, 52), seat, players=players)
        results.record_hand(board=now, version=now.match.version, entry=entry, by=DIRECTOR, now=NOW)
    page = told(owner.get(reverse("settlement", args=[event.club.slug, event.slug])))
    # 50 and 50, the game bonus of 100, 100 for the shutout, one box of 25.
    assert all(word in page for word in ("Team A", "Team B", "325"))
    assert "Player 0001" not in page


TEAMS = re.compile(r"[Tt]eams?\b(?! [AB]\b)")


@pytest.mark.parametrize(
    "name",
    [
        *("tournament", "standings", "crosstable", "settings", "settings_players", "entries"),
        *("check_in", "copy", "draw", "settings_public", "print_tables", "settings_rules"),
    ],
)
def test_partners_are_no_team(owner: Client, event: Tournament, name: str) -> None:
    page = told(owner.get(reverse(name, args=[event.club.slug, event.slug]), follow=True))
    # What can be chosen where it is said who plays is not what they are.
    page = re.sub(r"teams of \d+|players or teams", "", page)
    assert not TEAMS.findall(page)
    assert "Boards won" not in page


def test_a_side_is_lined_up_and_entered_in_their_words(
    owner: Client, club: Club, event: Tournament
) -> None:
    entry = event.entries.first()
    page = told(owner.get(reverse("lineup", args=[club.slug, event.slug, entry.pk])))
    assert "· plays" in page or "plays" in page
    assert "stands by" in page
    assert not TEAMS.findall(page)
    open_one = setup.create_tournament(club=club, name="Next", rules=RULES, by=DIRECTOR, now=NOW)
    page = told(owner.get(at("entries", open_one)))
    assert "Add partners" in page
    assert "Partners, one name a line" in page
    assert not TEAMS.findall(page)


def test_players_who_came_alone_are_drawn(owner: Client, club: Club) -> None:
    made = setup.create_tournament(club=club, name="Pairs", rules=RULES, by=DIRECTOR, now=NOW)
    assert "Who came alone gets a partner." in told(owner.get(at("entries", made)))
    form = {"act": "draw_partners", "key": "k", "how": "lot"}
    left = owner.post(at("entries", made), form | {"names": "Anna Berg\nBo Ek\nCem Po"})
    assert left.status_code == 400
    assert "Name the players of two sides at least: 4." in told(left)
    assert "Anna Berg" in left.text
    names = "Anna Berg\nBo Ek\nCem Po\nDora Falk"
    done = owner.post(at("entries", made), form | {"key": "l", "names": names}, follow=True)
    assert "Drawn as partners:" in told(done)
    assert made.entries.count() == 2


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("match", {}),
        ("ruling", {}),
        ("ruling", {"n": 1, "rule": "HAND_COUNT_END_MANY", "phase": "COUNTED"}),
        ("ruling", {"n": 2, "rule": "KNOCK_ILLEGAL_EARLY", "phase": "COUNTED", "offender": 1}),
        ("ruling", {"n": 4, "rule": "DEAL_WRONG_DEALER"}),
        ("penalty", {}),
        ("result", {}),
    ],
)
def test_what_a_referee_opens_of_a_match_in_which_every_seat_has_dealt(
    owner: Client, event: Tournament, board: Board, name: str, query: dict[str, str]
) -> None:
    for players, seat in (((2, 3), 3), ((0, 1), 1), ((2, 1), 2)):
        now = Board.objects.get(pk=board.pk)
        entry = HandEntry(HandCounts.of("knock", seat, 2, 12), seat, players=players)
        results.record_hand(board=now, version=now.match.version, entry=entry, by=DIRECTOR, now=NOW)
    address = reverse(name, args=[event.club.slug, event.slug, board.match_id])
    assert owner.get(address, query).status_code == 200


def test_a_referee_says_which_running_hand_is_meant(
    owner: Client, event: Tournament, board: Board
) -> None:
    first, second = (
        [seat.player.name for seat in board.match.seats.order_by("seat")][place] for place in (2, 3)
    )
    address = reverse("ruling", args=[event.club.slug, event.slug, board.match_id])
    said = {"rule": "HAND_COUNT_END_FEW", "phase": "SHOWDOWN", "offender": "0", "cards": "1"}
    page = owner.get(address, said)
    assert '<option value="1:0,1" selected>' in page.text
    assert f"The hand that is being played: {first} v {second}" in told(page)
    said |= {"n": "1:2,3", "knocker": "0", "kind": "knock", "count_0": "2", "count_1": "22"}
    assert '<option value="1:2,3" selected>' in owner.get(address, said).text
    version = {"key": "k", "version": board.match.version}
    assert owner.post(address, said | version | {"asked": said["rule"]}).status_code == 302
    fact, ruling = HandFact.objects.get(), Ruling.objects.get()
    assert (fact.players, fact.knocker, ruling.players) == ([2, 3], 2, [2, 3])


def test_whoever_deals_first_is_any_of_a_side(
    owner: Client, event: Tournament, board: Board
) -> None:
    write = {"board": board, "version": board.match.version, "by": DIRECTOR, "now": NOW}
    results.note_first_deal(cards=[], dealer=3, **write)
    address = reverse("pad", args=[event.club.slug, event.slug, board.match_id])
    assert owner.get(address).status_code == 200
    owner.post(address, TestThePad.typed(board, "0,1", 1, 22))
    assert HandFact.objects.get().dealer == 1
