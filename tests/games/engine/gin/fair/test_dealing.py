"""From the secrets of a seating to the cards: the published vectors, and each step by itself."""

import hashlib
import json
import pprint
import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.options import ROOT
from games.engine.cards import CardSet, deal, parse_cards
from games.engine.gin import play
from games.engine.gin.fair.dealing import dealt, drawn, seed_of
from games.engine.gin.fair.log import log_digest
from games.engine.gin.fair.secrets import (
    LAST_DEAL,
    LENGTH,
    Secret,
    checked_hex,
    commitment_by,
    commitment_of,
    secret_from_hex,
    secret_of,
)
from games.engine.gin.fair.words import MOST_CHARACTERS, word_hash, word_of
from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.view import seat_view
from kernel.text import Refusal
from tests.games.engine.playing import played
from tests.games.engine.strategies import refuses

VECTORS = json.loads((ROOT / "tests" / "data" / "deals.json").read_text())
LAST = bytes(range(32))

each_vector = pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda vector: f"{vector['match']}-{vector['d']}"
)


def chain(vector) -> tuple[bytes, int]:
    return bytes.fromhex(vector["chain_end"]), vector["chain_length"]


def seed(vector) -> Secret:
    place = vector["match"], vector["seating"], vector["d"]
    return seed_of(bytes.fromhex(vector["secret"]), *place, tuple(vector["words"]))


@each_vector
def test_a_secret_of_the_chain_leads_back_to_its_commitment(vector) -> None:
    last, length = chain(vector)
    assert commitment_of(last, length=length) == vector["commitment"]
    secret = secret_of(last, vector["j"], length=length)
    assert secret.hex() == vector["secret"]
    assert commitment_by(secret, vector["j"]) == vector["commitment"]


@each_vector
def test_words_are_used_as_they_were_hashed(vector) -> None:
    assert [word_of(word) for word in vector["words"]] == vector["words"]
    assert [word_hash(word) for word in vector["words"]] == vector["word_hashes"]
    assert seed(vector).hex() == vector["seed"]


@pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS if "stock" in vector],
    ids=lambda vector: f"{vector['match']}-{vector['d']}",
)
def test_the_cards(vector) -> None:
    rules = rules_from("german" if vector["deal_11"] else "club")
    cards = dealt(seed(vector), vector["dealer"], rules)
    assert list(cards.hands) == [CardSet.of(parse_cards("".join(hand))) for hand in vector["hands"]]
    assert (str(cards.upcard) if cards.upcard else None) == vector["upcard"]
    assert [str(card) for card in cards.stock] == vector["stock"]
    assert str(cards.limit_card) == vector["limit_card"]


@pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS if "draw" in vector],
    ids=lambda vector: str(vector["match"]),
)
def test_the_draw(vector) -> None:
    assert [str(card) for card in drawn(seed(vector))] == vector["draw"]


def test_the_vectors_have_both_kinds() -> None:
    assert {("draw" in vector) for vector in VECTORS} == {True, False}
    assert {vector.get("deal_11") for vector in VECTORS} == {True, False, None}


def test_a_chain_has_1999_deals() -> None:
    assert (LENGTH, LAST_DEAL) == (2000, 1998)
    assert commitment_by(secret_of(LAST, 0), 0) == commitment_of(LAST)
    assert secret_of(LAST, LAST_DEAL) == hashlib.sha256(LAST).digest()
    assert secret_of(LAST, 4, length=5) == LAST
    for j in (-1, LAST_DEAL + 1):
        with pytest.raises(ValueError, match="used up"):
            secret_of(LAST, j)


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_of(b"short")


@given(st.text())
def test_a_word_is_taken_as_it_stands_or_refused(typed: str) -> None:
    refused = refuses(word_of, typed)
    if refused is not None:
        assert refused.text.code == "bad_word"
        return
    word = word_of(typed)
    assert word_of(word) == word
    assert len(word) <= MOST_CHARACTERS
    assert len(word.splitlines()) <= 1
    assert len(word_hash(word)) == 64


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", ""),
        ("a b", "a b"),
        ("u\u0308", "ü"),
        ("u\u0308" * 100, "ü" * 100),
        ("7♠ Šimek", "7♠ Šimek"),
    ],
)
def test_what_may_be_a_word(typed: str, word: str) -> None:
    assert word_of(typed) == word


@pytest.mark.parametrize(
    "typed",
    [
        "x" * 101,
        "a\nb",
        "a\r",
        "a\u2028b",
        "a\tb",
        "\x00",
        "\ud800",
        "\u202e",
        None,
        7,
        ["a"],
        b"a",
    ],
    ids=ascii,
)
def test_what_may_not(typed: object) -> None:
    with pytest.raises(Refusal) as refused:
        word_of(typed)
    assert (refused.value.text.code, refused.value.field) == ("bad_word", "word")
    assert "100 characters" in str(refused.value)


SEED = seed_of(LAST, 7, 1, 2, ("a", "b"))


@pytest.mark.parametrize(
    "other",
    [
        seed_of(bytes(32), 7, 1, 2, ("a", "b")),
        seed_of(LAST, 8, 1, 2, ("a", "b")),
        seed_of(LAST, 7, 2, 2, ("a", "b")),
        seed_of(LAST, 7, 1, 3, ("a", "b")),
        seed_of(LAST, 7, 1, 2, ("b", "a")),
        seed_of(LAST, 7, 1, 2, ("ab", "")),
    ],
)
def test_everything_goes_into_the_seed(other: bytes) -> None:
    assert other != SEED


@pytest.mark.parametrize("text", ["", "ab", "A" * 64, "g" * 64, " " + "a" * 63, "a" * 65, None, 7])
def test_bytes_are_64_small_hexadecimal_digits(text: object) -> None:
    with pytest.raises(Refusal) as refused:
        checked_hex(text, "secret")
    assert (refused.value.text.code, refused.value.field) == ("bad_hex", "secret")


def test_a_secret_is_read_as_it_is_published() -> None:
    assert secret_from_hex(LAST.hex(), "secret") == LAST
    assert checked_hex("0" * 64, "commitment") == "0" * 64


def test_the_digest_of_a_log() -> None:
    """Recomputed once with `printf .. | sha256sum`."""
    actions = [
        {"seat": 1, "action": "pass", "at": "2026-05-01T18:00:00.250+02:00", "left": 44750},
        {"left": None, "by": "clock", "action": "draw", "at": "ü", "seat": 0},
    ]
    assert log_digest(actions) == EXPECTED_DIGEST
    assert log_digest(actions[::-1]) != EXPECTED_DIGEST
    assert len(log_digest([{"action": "\ud800"}])) == 64


EXPECTED_DIGEST = "defb175ceb913d6a454417489da42295cf022f7b66bbdd9d4c32a52a9fd8667a"


# What is printed of a hand, by mistake or in a report of an error, shows no card.


def test_neither_a_deal_nor_a_hand_shows_cards_where_it_is_printed() -> None:
    """Also inside other things, and as reports of errors print them."""
    cards = deal(SEED, 1)
    state = play.begin(Rules(), 1, cards)
    for _ in range(3):
        state = play.apply(state, play.legal_actions(state)[-1])
    for value in (cards, state, seat_view(state, 0), SEED, secret_of(LAST, 3)):
        for text in (repr(value), str(value), f"{value}", repr([value]), pprint.pformat(value)):
            assert text.strip("[]").startswith("<")
            assert len(text) < 60
            assert not any(digit in text for digit in "23456789")


def test_the_card_thrown_face_down_is_not_printed() -> None:
    states, _ = played(Rules(), 3)
    spreads = {state.spread for state in states if state.spread}
    assert spreads
    assert all("melds=" in repr(spread) and "thrown" not in repr(spread) for spread in spreads)


def test_a_refusal_leaves_no_card_in_its_traceback() -> None:
    cards = deal(SEED, 1)
    wrong = deal(seed_of(LAST, 7, 1, 3, ("a", "b")), 1)
    with pytest.raises(Refusal) as refused:
        play.begin(Rules(), 1, type(cards)(cards.hands, cards.upcard, wrong.stock))
    report = traceback.TracebackException.from_exception(refused.value, capture_locals=True)
    assert "<Deal>" in "".join(report.format())
