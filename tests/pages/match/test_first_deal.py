"""The draw for the first deal on the pad, on its own page, on the match's and on paper."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.engine.gin.rules import Rules, rules_from
from games.models import FirstDeal, Match
from pages.parts.first_deal_words import first_deal_words, meanings
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user, owner_of
from tests.pages.match.test_match import address, client_of, play, player_of, text_of, version
from tournaments.models import Board
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben")
LOW, LOT = (rules_from({"first_dealer": reading}) for reading in ("low_card_deals", "random"))


@pytest.fixture
def board() -> Board:
    return drawn_for("high_card_chooses")


def drawn_for(reading: str) -> Board:
    """Player 0001 against Player 0004, in an event whose players draw."""
    tournament = make_tournament(draws_first_deal=True, rules={"first_dealer": reading})
    board = board_of(tournament, 1, 1)
    for seat in board.match.seats.all():
        seat.player.user = make_user(seat.player.name)
        seat.player.save()
    return board


@pytest.fixture
def referee(board: Board) -> Client:
    return client_of(owner_of(board.pairing.round.stage.tournament.club))


def send(client: Client, board: Board, *cards: str, status: int = 302, **fields: object) -> object:
    typed = {
        f"{part}_{seat}": card[at]
        for seat, card in enumerate(cards)
        for at, part in enumerate(("rank", "suit"))
    }
    said = {"key": "k" * 20, "version": version(board), **typed, **fields}
    response = client.post(address(board, "first-deal/"), said)
    assert response.status_code == status
    return response


@pytest.mark.parametrize(
    ("rules", "cards", "dealer", "words"),
    [
        (
            Rules(),
            ["KS", "7H"],
            1,
            "Anna drew the king of spades, Ben the 7 of hearts: Anna chose that Ben deals.",
        ),
        (
            Rules(),
            ["AS", "2C"],
            1,
            "Anna drew the ace of spades, Ben the 2 of clubs: Ben chose to deal.",
        ),
        (
            LOW,
            ["KS", "7H"],
            1,
            "Anna drew the king of spades, Ben the 7 of hearts: Ben deals.",
        ),
        (
            LOW,
            ["KS", "7H"],
            0,
            "Anna drew the king of spades, Ben the 7 of hearts: Anna deals, as agreed.",
        ),
        (LOW, [], 0, "Agreed: Anna deals first."),
        (LOT, [], 1, "By lot: Ben deals first."),
    ],
)
def test_how_it_was_found_in_words(rules: Rules, cards: list[str], dealer: int, words: str) -> None:
    assert first_deal_words(rules, cards, dealer, NAMES) == words


def test_the_same_in_german() -> None:
    with override("de"):
        said = first_deal_words(Rules(), ["KS", "7H"], 1, NAMES)
    assert said == "Anna zog Pik König, Ben Herz 7: Anna hat gewählt, Ben gibt."


def test_what_each_outcome_means_is_said_before_it_is_noted() -> None:
    assert meanings(Rules(), NAMES)[1] == "Ben drew the higher card and chooses who deals."
    low = "Ben drew the lower card and deals; Anna chooses seat and pack."
    assert meanings(LOW, NAMES)[0] == low
    assert meanings(LOT, NAMES) == []


def test_the_pad_asks_before_the_first_hand(board: Board) -> None:
    player = player_of(board, 0)
    shown = text_of(player.get(address(board, "pad/")))
    assert "Who deals first?" in shown
    assert "the higher one chooses who deals" in shown
    assert "Save hand 1" not in shown
    response = send(player, board, "KS", "7H", dealer=1)
    assert response["Location"] == address(board, "pad/")
    shown = text_of(player.get(address(board, "pad/")))
    assert "drew the king of spades" in shown
    assert "Save hand 1" in shown
    assert Match.objects.get(pk=board.match_id).first_dealer == 1


def test_nobody_is_kept_from_the_first_hand(board: Board) -> None:
    player = player_of(board, 0)
    assert "?draw=later" in player.get(address(board, "pad/")).content.decode()
    assert "Save hand 1" in text_of(player.get(address(board, "pad/?draw=later")))
    play(board, (0, 4, 20))
    shown = text_of(player.get(address(board, "pad/")))
    assert "Save hand 2" in shown
    assert "Who deals first?" not in shown


def test_where_players_do_not_draw_the_pad_asks_nothing() -> None:
    board = board_of(make_tournament(), 1, 1)
    owner = client_of(owner_of(board.pairing.round.stage.tournament.club))
    shown = text_of(owner.get(address(board, "pad/")))
    assert "Save hand 1" in shown
    assert "Who deals first?" not in shown


def test_where_chance_decides_no_card_is_asked_for() -> None:
    board = drawn_for("random")
    player = player_of(board, 0)
    page = player.get(address(board, "pad/")).content.decode()
    assert "Chance decides who deals first." in page
    assert 'name="rank_0"' not in page
    send(player, board, dealer=0)
    assert "By lot:" in text_of(player.get(address(board)))


@pytest.mark.parametrize(
    ("cards", "fields", "words"),
    [
        (["KS", "KS"], {"dealer": 0}, "can't have drawn KS"),
        (["KS", "7H"], {}, "Say who deals first."),
        ([], {"rank_0": "K", "dealer": 0}, "by its rank and its suit, or no card."),
        ([], {"rank_0": "K", "suit_0": "S", "dealer": 0}, "by its rank and its suit, or no card."),
    ],
)
def test_what_was_tapped_is_not_lost_where_it_is_refused(
    board: Board, cards: list[str], fields: dict[str, object], words: str
) -> None:
    page = send(player_of(board, 0), board, *cards, status=400, **fields)
    assert words in text_of(page).replace("’", "'")
    assert 'name="rank_0" value="K" checked' in page.content.decode()
    assert not FirstDeal.objects.exists()


def test_an_old_form_says_what_happened_meanwhile(board: Board) -> None:
    player, other = player_of(board, 0), player_of(board, 1)
    seen = version(board)
    send(other, board, "KS", "7H", dealer=0)
    page = send(player, board, "KS", "7H", dealer=1, version=seen, status=409)
    assert "It was noted who deals first." in text_of(page)
    assert FirstDeal.objects.count() == 1


def test_everybody_reads_it_and_who_may_puts_it_right(board: Board, referee: Client) -> None:
    player, way = player_of(board, 0), address(board, "first-deal/")
    send(player, board, "KS", "7H", dealer=1)
    assert "chose that" in text_of(Client().get(address(board)))
    assert way not in Client().get(address(board)).content.decode()
    assert way in player.get(address(board)).content.decode()
    play(board, (0, 4, 20))
    assert way not in player.get(address(board)).content.decode()
    assert way in referee.get(address(board)).content.decode()
    refused = send(referee, board, "KS", "8H", dealer=0, status=400)
    assert "give the reason" in text_of(refused)
    response = send(referee, board, "KS", "8H", dealer=0, reason="misread", key="m" * 20)
    assert response["Location"] == address(board)
    shown = text_of(Client().get(address(board)))
    assert "8 of hearts" in shown
    assert "Corrected : misread" in shown
    assert client_of(make_user("Eve")).get(way).status_code == 403


def test_the_audit_says_it(board: Board, referee: Client) -> None:
    tournament = board.pairing.round.stage.tournament
    send(player_of(board, 0), board, "KS", "7H", dealer=1)
    audit = referee.get(reverse("audit", args=[tournament.club.slug, tournament.slug]))
    assert "it was noted who deals first: Player 0004." in text_of(audit)


def test_the_sheet_on_paper_has_a_place_for_it(board: Board, referee: Client) -> None:
    tournament = board.pairing.round.stage.tournament
    sheets = reverse("print_sheets", args=[tournament.club.slug, tournament.slug])
    assert text_of(referee.get(sheets)).count("Deals first") == 2
    send(player_of(board, 0), board, "KS", "7H", dealer=1)
    shown = text_of(referee.get(sheets))
    assert shown.count("Deals first") == 1
    assert "Player 0001 drew the king of spades, Player 0004 the 7 of hearts" in shown


def test_a_first_hand_by_somebody_else_is_marked(board: Board) -> None:
    send(player_of(board, 0), board, "KS", "7H", dealer=1)
    results.record_hand(
        board=board, version=version(board), entry=knock(0, 4, 20, dealer=0), by=DIRECTOR, now=NOW
    )
    assert "dealt" in text_of(Client().get(address(board)))


def test_the_setting_is_saved(board: Board, referee: Client) -> None:
    tournament = board.pairing.round.stage.tournament
    way = reverse("settings_deal", args=[tournament.club.slug, tournament.slug])
    page = referee.get(way).content.decode()
    assert 'name="draws_first_deal"' in page
    said = {"act": "save", "key": "s" * 20, "initial-draws_first_deal": "True"}
    assert referee.post(way, said).status_code == 302
    tournament.refresh_from_db()
    assert tournament.draws_first_deal is False
