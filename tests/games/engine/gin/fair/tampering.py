"""What somebody could change in what is published of a match, each as cleverly as it can be done
without playing another hand: what belongs together is changed together. For matches made in tests
and for those that the server publishes."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from games.engine.gin.fair.log import log_digest
from games.engine.gin.fair.words import word_hash

Match = dict[str, Any]
Record = dict[str, Any]


def a_card_exchanged(match: Match, record: Record) -> None:
    """One hand has another's card, the stock gets its own: still 52 different ones."""
    hand, stock = record["hands"][0], record["stock"]
    hand[0], stock[-1] = stock[-1], hand[0]


def cards_of_the_hands_exchanged(match: Match, record: Record) -> None:
    first, second = record["hands"]
    first[0], second[0] = second[0], first[0]


def the_upcard_exchanged(match: Match, record: Record) -> None:
    if record["upcard"] is None:
        the_stock_reordered(match, record)
        return
    record["upcard"], record["stock"][-1] = record["stock"][-1], record["upcard"]


def the_stock_reordered(match: Match, record: Record) -> None:
    stock = record["stock"]
    stock[-1], stock[-2] = stock[-2], stock[-1]


def the_stock_cut(match: Match, record: Record) -> None:
    del record["stock"][-2:]


def another_secret(match: Match, record: Record) -> None:
    with_secret(match, record, "ab" * 32)


def the_secret_of_another_deal(match: Match, record: Record) -> None:
    others = [deal["secret"] for deal in match["deals"] if deal["d"] != record["d"]]
    with_secret(match, record, others[0])


def the_secret_of_the_record_alone(match: Match, record: Record) -> None:
    record["secret"] = "ab" * 32


def a_word_changed(match: Match, record: Record) -> None:
    words = seating_of(match, record)["words"]
    words[1] += "x"


def a_word_and_its_hash_changed(match: Match, record: Record) -> None:
    seating = seating_of(match, record)
    seating["words"][1] += "x"
    seating["word_hashes"][1] = word_hash(seating["words"][1])


def a_deal_left_out(match: Match, record: Record) -> None:
    match["deals"] = [deal for deal in match["deals"] if deal["d"] != record["d"]]
    match["records"].remove(record)


def a_deal_left_out_and_the_others_moved_up(match: Match, record: Record) -> None:
    gone = deal_of(match, record)
    a_deal_left_out(match, record)
    match["dealt"] -= 1
    for one in [*match["deals"], *match["records"]]:
        one["d"] -= one["d"] > gone["d"]
    for deal in match["deals"]:
        deal["j"] -= deal["seating"] == gone["seating"] and deal["j"] > gone["j"]


def a_deal_said_to_be_no_hand(match: Match, record: Record) -> None:
    """Dealt again because somebody did not like it; that it says why is all that is seen of it."""
    deal_of(match, record)["n"] = None
    match["records"].remove(record)


def a_deal_that_serves_two_hands(match: Match, record: Record) -> None:
    again = deepcopy(record)
    again["n"] = 1 + max(one["n"] for one in match["records"])
    match["records"].append(again)


def the_dealer_changed(match: Match, record: Record) -> None:
    record["dealer"] = 1 - record["dealer"]


def the_dealer_changed_and_the_hands(match: Match, record: Record) -> None:
    """As the same pack would have been dealt by the other seat."""
    record["dealer"] = 1 - record["dealer"]
    record["hands"].reverse()
    for action in record["actions"]:
        action["seat"] = 1 - action["seat"]
    for name in ("points", "boxes", "counts"):
        record[name] = record[name] and record[name][::-1]
    if record["winner"] is not None:
        record["winner"] = 1 - record["winner"]
    record["log"] = log_digest(record["actions"])


def an_action_changed(match: Match, record: Record) -> None:
    action = record["actions"][-1]
    action["action"] = "pass" if action["action"] != "pass" else "draw"


def an_action_changed_and_its_digest(match: Match, record: Record) -> None:
    an_action_changed(match, record)
    record["log"] = log_digest(record["actions"])


def an_action_left_out_and_its_digest_changed(match: Match, record: Record) -> None:
    del record["actions"][0]
    record["log"] = log_digest(record["actions"])


def an_action_of_the_other_seat(match: Match, record: Record) -> None:
    record["actions"][0]["seat"] = 1 - record["actions"][0]["seat"]
    record["log"] = log_digest(record["actions"])


def the_time_of_an_action_changed(match: Match, record: Record) -> None:
    record["actions"][0]["left"] = 1


def points_changed(match: Match, record: Record) -> None:
    record["points"][record["winner"] or 0] += 1


def another_winner(match: Match, record: Record) -> None:
    record["winner"] = 1 - (record["winner"] or 0)


def a_hand_said_to_be_cut_off(match: Match, record: Record) -> None:
    record |= {"result": "cut_off", "winner": None, "points": [0, 0], "boxes": [0, 0]}
    record["counts"] = None


def the_rules_changed(match: Match, record: Record) -> None:
    record["rules"]["undercut_bonus"] += 1


def with_secret(match: Match, record: Record, secret: str) -> None:
    record["secret"] = deal_of(match, record)["secret"] = secret


def deal_of(match: Match, record: Record) -> dict[str, Any]:
    return next(deal for deal in match["deals"] if deal["d"] == record["d"])


def seating_of(match: Match, record: Record) -> dict[str, Any]:
    return match["seatings"][record["seating"] - 1]


#: Each with the code by which it is found, or the codes where it depends on the hand.
TAMPERINGS: dict[Callable[[Match, Record], None], set[str]] = {
    a_card_exchanged: {"wrong_hands"},
    cards_of_the_hands_exchanged: {"wrong_hands"},
    the_upcard_exchanged: {"wrong_upcard", "wrong_stock"},
    the_stock_reordered: {"wrong_stock"},
    the_stock_cut: {"wrong_stock"},
    another_secret: {"wrong_secret"},
    the_secret_of_another_deal: {"wrong_secret"},
    the_secret_of_the_record_alone: {"wrong_secret"},
    a_word_changed: {"wrong_word"},
    a_word_and_its_hash_changed: {"wrong_hands", "wrong_dealer"},
    a_deal_left_out: {"missing_deal"},
    a_deal_left_out_and_the_others_moved_up: {"wrong_secret", "wrong_hands", "wrong_dealer"},
    a_deal_said_to_be_no_hand: {"missing_reason"},
    a_deal_that_serves_two_hands: {"deal_twice"},
    the_dealer_changed: {"wrong_dealer", "wrong_hands"},
    the_dealer_changed_and_the_hands: {"wrong_dealer"},
    an_action_changed: {"illegal_action", "wrong_log"},
    an_action_changed_and_its_digest: {"illegal_action"},
    an_action_left_out_and_its_digest_changed: {"illegal_action", "wrong_seat"},
    an_action_of_the_other_seat: {"wrong_seat"},
    the_time_of_an_action_changed: {"wrong_log"},
    points_changed: {"wrong_points"},
    another_winner: {"wrong_winner"},
    a_hand_said_to_be_cut_off: {"wrong_result"},
    the_rules_changed: {"wrong_rules", "wrong_points"},
}


def tampered(match: Match, tamper: Callable[[Match, Record], None], at: int) -> Match:
    """The match with this done to the record of the hand at place `at`."""
    changed = deepcopy(match)
    tamper(changed, changed["records"][at])
    return changed
