"""The hand in ten pictures: it can be played, and the engine says of it what the page says."""

import pytest
from django.test import Client

from games.engine.cards import DECK, CardSet, Deal, parse_card
from games.engine.gin import play
from games.engine.gin.hand.actions import DISCARD, DRAW, KNOCK, TAKE, Action
from games.engine.gin.hand.phases import LEFT_IN_STOCK, MOST_TAKES
from games.engine.gin.hand.state import HandState
from games.engine.gin.scoring.hand import HandScore
from games.engine.melds.form import LOW_ACE
from pages.learn import picture as story
from pages.learn.hand import pictures
from pages.learn.laid import CLUB, Laid, bits, cards_of, judged
from pages.learn.picture import Picture

YOU, OPPONENT = 0, 1
BY_CODE = {picture.code: picture for picture in pictures()}


def begun() -> HandState:
    """The hand of the pictures: the opponent has dealt, the king comes first from the stock."""
    hands = (CardSet(bits(story.DEALT)), CardSet(bits(story.OPPONENT_DEALT)))
    upcard, drawn = parse_card(story.UPCARD), parse_card(story.DRAWN)
    gone = {*hands[0], *hands[1], upcard, drawn}
    stock = (drawn, *(card for card in DECK if card not in gone))
    return play.begin(CLUB, OPPONENT, Deal(hands, upcard, stock, None))


def told() -> list[Action]:
    """What the pictures tell, action by action."""
    throws = [DISCARD[parse_card(card).index] for card in (story.THROWN, story.OPPONENT_THROWN)]
    return [TAKE, throws[0], TAKE, throws[1], DRAW, KNOCK[parse_card(story.KNOCK_CARD).index]]


def test_there_are_ten() -> None:
    assert len(pictures()) == len(BY_CODE) == 10


def test_the_hand_can_be_played_as_it_is_told() -> None:
    state = begun()
    assert len(state.stock) == BY_CODE["deal"].sentences[1].values["stock"]
    after_a_turn = play.replay(state, told()[:2])
    assert after_a_turn.hands[YOU] == bits(story.AFTER_ONE_TURN)
    knocked = play.replay(state, told())
    assert knocked.hands[YOU] == bits(story.KNOCKER)
    assert knocked.hands[OPPONENT] == bits(story.DEFENDER)
    score = play.result(play.answered(knocked))
    assert isinstance(score, HandScore)
    assert (score.kind, score.winner, score.points) == ("knock", YOU, 24)
    outcome = BY_CODE["laying-off"].outcome
    assert outcome
    assert str(outcome) == "Knock: 32 − 8 = 24 for you"


@pytest.mark.parametrize(
    ("code", "hands", "kind", "winner", "sentence"),
    [
        (
            "undercut",
            (story.KNOCKER, story.UNDERCUTTER),
            "undercut",
            OPPONENT,
            "Undercut: 25 + 2 = 27 for your opponent",
        ),
        ("gin", (story.GIN, story.DEFENDER), "gin", YOU, "Gin: 25 + 42 = 67 for you"),
        (
            "big-gin",
            (story.BIG_GIN, story.DEFENDER),
            "big_gin",
            YOU,
            "Big gin: 31 + 42 = 73 for you",
        ),
    ],
)
def test_what_might_have_been_ends_as_it_is_told(
    code: str, hands: tuple[str, str], kind: str, winner: int, sentence: str
) -> None:
    score = judged(*hands).score
    assert (score.kind, score.winner) == (kind, winner)
    assert str(BY_CODE[code].outcome) == sentence


def test_gin_grows_out_of_the_cards_that_were_told() -> None:
    """Two draws, two throws; then one draw more."""
    knocked, gin = set(cards_of(story.KNOCKER)), set(cards_of(story.GIN))
    assert {str(card) for card in gin - knocked} == {"3C", "4C"}
    assert not gin & set(cards_of(story.DEFENDER))
    assert gin < set(cards_of(story.BIG_GIN))
    assert not set(cards_of(story.BIG_GIN)) & set(cards_of(story.DEFENDER))


def lying(code: str, sign: str) -> list[Laid]:
    return [one for one in BY_CODE[code].laid if one.sign == sign]


def test_what_is_called_a_meld_is_one_and_what_is_called_none_is_none() -> None:
    for picture in pictures():
        for one in picture.laid:
            kind = LOW_ACE.kind(CardSet.of(one.cards).bits)
            assert (kind is not None) == (one.sign == "meld"), (picture.code, str(one.words))
            if one.sign == "meld":
                assert str(one.words) == kind
    assert len(lying("melds", "no")) == 2


def test_what_a_card_counts_stands_below_it() -> None:
    for one in BY_CODE["values"].laid:
        assert {card.value for card in one.cards} == {one.words.values["value"]}


def test_what_is_laid_off_fits() -> None:
    (off,) = lying("laying-off", "laid_off")
    assert [str(card) for card in off.cards] == ["TS"]
    (off,) = lying("undercut", "laid_off")
    assert {str(card) for card in off.cards} == {"7S", "TS", "9S"}


def test_the_end_of_the_stock_is_that_of_the_engine() -> None:
    end = BY_CODE["stock"]
    assert sum(one.backs for one in end.laid) == LEFT_IN_STOCK == end.sentences[0].values["left"]
    assert end.sentences[1].values["takes"] == MOST_TAKES == 50
    assert CLUB.void_dealer == "same"
    assert CLUB.wall_rule == "last_discard_action"


def every_number(picture: Picture) -> set[object]:
    return {value for sentence in picture.sentences for value in sentence.values.values()}


def test_the_bonuses_are_those_of_the_rules() -> None:
    assert every_number(BY_CODE["knock"]) == {10, 8}
    assert CLUB.undercut_bonus in every_number(BY_CODE["undercut"])
    assert CLUB.gin_bonus in every_number(BY_CODE["gin"])
    assert {CLUB.big_gin_bonus, CLUB.gin_bonus, 11} == every_number(BY_CODE["big-gin"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_card_has_its_name_and_its_drawing(client: Client, language: str) -> None:
    page = client.get("/learn/", headers={"Accept-Language": language}).text
    name = {"en": "10 of spades", "de": "Pik 10"}[language]
    assert f'aria-label="{name}"' in page
    assert "img/cards.svg#c-ts" in page
    assert "img/cards.svg#c-back" in page
