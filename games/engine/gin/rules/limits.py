"""The knock limit of one hand, and what its upcard doubles (rulebook 4.1, 4.2)."""

from games.engine.cards import parse_card
from games.engine.gin.rules.model import Rules
from kernel.text import N_, refusal


def knock_limit_of(rules: Rules, upcard: object = None, limit_card: object = None) -> int:
    """The highest count with which one may knock in a hand (rulebook 4.1, 4.2).

    0 means gin only. The cards are checked: refused where the rule set has no use for them, and
    missed where it needs them.
    """
    _check_used(upcard, rules.knock_limit == "upcard", "upcard")
    _check_used(limit_card, rules.knock_limit == "second_deck", "limit_card")
    if isinstance(rules.knock_limit, int):
        return rules.knock_limit
    if rules.knock_limit == "second_deck":
        return parse_card(limit_card, "limit_card").value
    value = parse_card(upcard, "upcard").value
    return 0 if value == 1 and rules.oklahoma_ace == "gin_only" else value


def spade_factor(rules: Rules, upcard: object) -> int:
    """2 where a spade that sets the limit doubles the hand, else 1."""
    if rules.knock_limit != "upcard" or rules.oklahoma_spade == "none":
        return 1
    return 2 if parse_card(upcard, "upcard").suit == "S" else 1


def _check_used(card: object, needed: bool, field: str) -> None:
    if needed and card is None:
        sentence = {
            "upcard": N_("The upcard sets the knock limit of the hand: say which it was."),
            "limit_card": N_("The card of the second pack sets the knock limit: say which it was."),
        }[field]
        raise refusal(f"missing_{field}", sentence, field)
    if not needed and card is not None:
        sentence = N_("These rules have a fixed knock limit or take it elsewhere: leave it out.")
        raise refusal("not_used", sentence, field)
