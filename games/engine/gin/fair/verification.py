"""Whether the deals of an online match were fair, from what is published of it alone.

Everything is computed anew: the commitment from each secret, the cards from secret and words, each
hand from its cards and actions. What that shows, and what it does not:
docs/decisions/0047-the-fair-deal.md.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from games.engine.gin import play
from games.engine.gin.fair.deal_order import deal_order
from games.engine.gin.fair.dealing import dealt, drawn, seed_of
from games.engine.gin.fair.log import log_digest
from games.engine.gin.fair.published import (
    SAID,
    Dealing,
    PublishedHand,
    PublishedMatch,
    Seating,
    read_match,
)
from games.engine.gin.fair.secrets import Secret, commitment_by
from games.engine.gin.fair.words import word_hash
from games.engine.gin.first_deal import FirstDealDraw, by_height, read_dealt_draw
from games.engine.gin.notation.record import CUT_OFF, STOCK, outcome, replayed, steps
from games.engine.gin.notation.series import at_hand
from games.engine.gin.rules import PARTNERSHIP, has_table
from games.engine.gin.scoring.hand import HandScore
from kernel.seats import Seat
from kernel.text import N_, refusal

OTHER_PLACE = N_("its %(field)s is another than that of its deal or match.")
OTHER_CARDS = N_("%(field)s: these cards are not those that secret and words give.")
OTHER_END = N_("its %(field)s do not follow from its cards and actions.")


def verify_deals(request: Mapping[str, Any]) -> dict[str, Any]:
    """Check a match (`manage.py verify_deals`); refused is the first thing that is wrong.

    `deals` is how many there were without the draw, `ruled` (where there are any) the hands whose
    price a referee ruled on: their cards and actions are checked, their points are not.
    """
    match = read_match(request)
    check_dealings(match, at_once=_is_at_once(match))
    _check_hands(match)
    return checked_json(match)


def check_dealings(match: PublishedMatch, *, at_once: bool = False) -> None:
    """Check all that is the same in every game: seatings, words, numbers, secrets, and that each
    deal was the hand whose record is there. `at_once`: hands go on side by side, and are numbered
    as they end."""
    _check_seatings(match)
    _check_numbers(match)
    _check_secrets(match)
    _check_pairs(match, at_once=at_once)


def _is_at_once(match: PublishedMatch) -> bool:
    return any(hand.record.rules.variant == PARTNERSHIP for hand in match.hands)


def checked_json(match: PublishedMatch) -> dict[str, Any]:
    """What is answered of a match in which nothing is wrong."""
    ruled = [hand.n for hand in match.hands if hand.is_ruled]
    return {"deals": match.dealt} | ({"ruled": ruled} if ruled else {})


def _check_seatings(match: PublishedMatch) -> None:
    """Each seating ever begun is there, and each word is the one that was committed to."""
    for number, seating in enumerate(match.seatings, start=1):
        if seating.number != number:
            sentence = N_("Seating %(number)s is missing: they are numbered from 1, in order.")
            raise refusal("missing_seating", sentence, "seatings", number=number)
        for seat, (word, shown) in enumerate(zip(seating.words, seating.word_hashes, strict=True)):
            if word is not None and word_hash(word) != shown:
                sentence = N_(
                    "The word of seat %(seat)s in seating %(number)s does not have the hash that "
                    "was given before it."
                )
                raise refusal("wrong_word", sentence, "words", seat=seat, number=number)


def _check_numbers(match: PublishedMatch) -> None:
    """Every d from 0 or 1 up to the last once, and in each seating every j from 0 on."""
    dealings = match.dealings
    expected = 0 if dealings and dealings[0].d == 0 else 1
    of_seating = Counter[int]()
    for dealing in dealings:
        if dealing.d < expected:
            sentence = N_("Deal %(d)s is there twice.")
            raise refusal("deal_twice", sentence, "deals", d=dealing.d)
        if dealing.d > expected:
            raise _missing(match, expected)
        expected += 1
        is_next = dealing.seating >= max(of_seating, default=1)
        if not is_next or dealing.j != of_seating[dealing.seating]:
            sentence = N_(
                "Deal %(d)s is out of turn: a seating gives its secrets one after the other, from "
                "0 on, and leaves none out."
            )
            raise refusal("wrong_place", sentence, "deals", d=dealing.d)
        of_seating[dealing.seating] += 1
    if expected <= match.dealt:
        raise _missing(match, expected)
    if expected > match.dealt + 1:
        sentence = N_("There are deals up to %(last)s, but %(dealt)s is said to be the last.")
        raise refusal("wrong_dealt", sentence, "dealt", last=expected - 1, dealt=match.dealt)


def _missing(match: PublishedMatch, d: int) -> Exception:
    sentence = N_(
        "Deal %(d)s of %(dealt)s is missing. One that is not over can be checked when it is."
    )
    return refusal("missing_deal", sentence, "deals", d=d, dealt=match.dealt)


def _check_secrets(match: PublishedMatch) -> None:
    for dealing in match.dealings:
        seating = _seating_of(match, dealing)
        if commitment_by(dealing.secret, dealing.j) != seating.commitment:
            sentence = N_(
                "The secret of deal %(d)s does not lead back to the commitment of its seating."
            )
            raise refusal("wrong_secret", sentence, "deals", d=dealing.d)


def _seating_of(match: PublishedMatch, dealing: Dealing) -> Seating:
    if 1 <= dealing.seating <= len(match.seatings):
        return match.seatings[dealing.seating - 1]
    sentence = N_("Deal %(d)s is of seating %(number)s, which is missing.")
    values = {"d": dealing.d, "number": dealing.seating}
    raise refusal("missing_seating", sentence, "seatings", **values)


def _check_pairs(match: PublishedMatch, *, at_once: bool) -> None:
    """Each deal was the hand whose record is there, or says why it was none, and none was two."""
    for one, other in pairwise(match.hands):
        if one.d == other.d or (one.n >= other.n and not at_once):
            sentence = N_("Hands %(n)s and %(other)s have one deal, or theirs are out of turn.")
            raise refusal("deal_twice", sentence, "records", n=one.n, other=other.n)
    hands = {hand.d: hand.n for hand in match.hands}
    for dealing in match.dealings:
        n = hands.pop(dealing.d, None)
        if n != dealing.n:
            sentence = N_("Deal %(d)s does not belong to the record of the hand that it names.")
            raise refusal("missing_record", sentence, "records", d=dealing.d)
        if n is None and dealing.d and not dealing.why:
            sentence = N_("Deal %(d)s was no hand, and it does not say why.")
            raise refusal("missing_reason", sentence, "deals", d=dealing.d)
    for d, n in hands.items():
        sentence = N_("Hand %(n)s names deal %(d)s, which is not among the deals.")
        raise refusal("missing_deal", sentence, "records", n=n, d=d)


def _check_hands(match: PublishedMatch) -> None:
    """In the order of play, because who deals follows from the hands before."""
    order = deal_order(match.hands, _draw(match))
    _check_places(match)
    dealings = {dealing.d: dealing for dealing in match.dealings}
    for hand in match.hands:
        with at_hand(hand.n):
            dealing = dealings[hand.d]
            check_place(match, hand, dealing)
            if not order.may_play(hand):
                raise refusal("wrong_players", N_("by the rules others play it."), "players")
            if hand.record.dealer not in order.may_deal(hand):
                sentence = N_("by the rules the other seat deals it.")
                raise refusal("wrong_dealer", sentence, "dealer")
            _check_cards(hand, seed_of_deal(match, dealing))
            score = _played(hand)
            _check_end(hand, score)
            check_log(hand)
        order.follow(hand, score)


def check_log(hand: PublishedHand) -> None:
    """The actions have the digest that the audit holds."""
    if log_digest(hand.log) != hand.digest:
        sentence = N_("its actions do not have the digest that the log gives.")
        raise refusal("wrong_log", sentence, "log")


def _draw(match: PublishedMatch) -> FirstDealDraw | None:
    """The draw for the first deal as the rules read it; they are those of the first hand. Null
    where none was held, and where there were deals before the first hand: a match that is played
    anew is dealt by whoever dealt last, which nothing that is published tells."""
    if not is_drawn_for(match) or has_table(match.hands[0].record.rules):
        return None
    first, second = drawn(seed_of_deal(match, match.dealings[0]))
    return read_dealt_draw(match.hands[0].record.rules, (first, second))


def is_drawn_for(match: PublishedMatch) -> bool:
    """Whether the draw was held for the first hand that is published."""
    has_draw = bool(match.hands) and match.dealings[0].d == 0
    return has_draw and match.dealings[1].d == match.hands[0].d


def _check_places(match: PublishedMatch) -> None:
    """Where several draw for their places the two highest play the first hand, and the second of
    them deals."""
    if not is_drawn_for(match) or not has_table(match.hands[0].record.rules):
        return
    first = match.hands[0]
    cards = drawn(seed_of_deal(match, match.dealings[0]), first.record.rules.table_size)
    high, second, *_others = by_height(cards)
    dealt = (second, high) if first.record.dealer == 0 else (high, second)
    if first.players != dealt:
        sentence = N_("Hand %(n)s is not played and dealt by whom the drawn cards say.")
        raise refusal("wrong_players", sentence, "players", n=first.n)


def seed_of_deal(match: PublishedMatch, dealing: Dealing) -> Secret:
    """The seed of a deal, from its secret and the words of its seating."""
    words = [word for word in _seating_of(match, dealing).words if word is not None]
    if len(words) < len(_seating_of(match, dealing).words):
        sentence = N_("Seating %(number)s has deals, but not all words.")
        raise refusal("missing_word", sentence, "words", number=dealing.seating)
    return seed_of(dealing.secret, match.match, dealing.seating, dealing.d, words)


def check_place(match: PublishedMatch, hand: PublishedHand, dealing: Dealing) -> None:
    """The record says of its deal what the deal says, and is under the rules of the match."""
    same = {
        "match": hand.match == match.match,
        "seating": hand.seating == dealing.seating,
        "secret": hand.secret == dealing.secret,
        "rules": hand.record.rules == match.hands[0].record.rules,
    }
    refuse_others(same, OTHER_PLACE)


def _check_cards(hand: PublishedHand, seed: Secret) -> None:
    """The cards are those that secret and words give, the stock whole."""
    record = hand.record
    given, cards = record.deal, dealt(seed, record.dealer, record.rules)
    has_limit_card = record.rules.knock_limit == "second_deck"
    same = {
        "hands": given.hands == cards.hands,
        "upcard": given.upcard == cards.upcard,
        "stock": given.stock == cards.stock and record.known == STOCK,
        "limit_card": not has_limit_card or given.limit_card == cards.limit_card,
    }
    refuse_others(same, OTHER_CARDS)


def _played(hand: PublishedHand) -> HandScore | None:
    """What the hand is worth by its cards and actions, each by the seat that is said to have done
    it; null where it is not over."""
    for at, (step, said) in enumerate(zip(steps(hand.record), hand.log, strict=True)):
        check_seat(said, at, step.before.turn)
    return play.result(replayed(hand.record))


def check_seat(said: Mapping[str, Any], at: int, turn: Seat) -> None:
    """The action in this place was by who was in turn."""
    if said.get("seat") != turn:
        sentence = N_("action %(at)s was not this seat's: the other one was in turn.")
        raise refusal("wrong_seat", sentence, "actions", at=at)


def _check_end(hand: PublishedHand, score: HandScore | None) -> None:
    """What is said of the end is what came of it, unless a referee ruled on the hand."""
    if hand.is_ruled:
        return
    came = outcome(score) | {"counts": score and score.counts and list(score.counts)}
    if hand.record.cut_off and score is None:
        came["result"] = CUT_OFF
    said = dict(hand.said)
    if said["counts"] == [None, None]:
        said["counts"] = None
    same = {name: said[name] == came[name] and came["result"] is not None for name in SAID}
    refuse_others(same, OTHER_END)


def refuse_others(same: Mapping[str, bool], sentence: str) -> None:
    """Refuse the first field that is not the same, as `wrong_` with its name."""
    for name, is_same in same.items():
        if not is_same:
            raise refusal(f"wrong_{name}", sentence, name, field=name)
