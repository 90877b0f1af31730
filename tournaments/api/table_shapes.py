"""An online table as the API shows it: the view, the record of a hand, the deals (the contract of
the online table). The dicts themselves are made by `games.tables.view` and by the selectors; what
is sent to a table stands in `table_bodies`.
"""

from collections.abc import Sequence
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.cut_offs import CutOff
from games.engine.gin.hand.actions import ActionKind
from games.engine.gin.hand.state import Phase
from games.engine.gin.rules import KNOBS, Knob
from games.engine.rummy.rules import KNOBS as RUMMY_KNOBS
from games.engine.rummy.scoring import RummyScoring
from tournaments.api.fields import InstantField, SeatField, by_seat, pair
from web.schema import ErrorDetails, Shape

STATES = ("seating", "drawing", "playing", "hand_over", "paused", "adjourned", "finished")
OF_THREE, OF_RUMMY = ("offer", "answer"), ("play", "over")
PHASES = list(dict.fromkeys((*get_args(Phase), *OF_THREE, *OF_RUMMY)))
ENDINGS = ["knock", "gin", "big_gin", "void", "refused", "out", "rummy", "blocked"]
RESULTS = ["undercut", "tie", *ENDINGS]

_KNOB_SCHEMAS: dict[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "int_or_null": {"type": "integer", "nullable": True},
    "enum": {"type": "string"},
    "int_or_enum": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
}


def _knob_schema(knob: Knob) -> dict[str, Any]:
    """What values a knob has, with its meaning."""
    schema = _KNOB_SCHEMAS[knob.type] | {"description": knob.meaning}
    return schema | ({"enum": list(knob.choices)} if knob.type == "enum" else {})


def _rules_schema(knobs: Sequence[Knob], **more: Any) -> dict[str, Any]:
    """Every knob with its value, and what else is said."""
    said = more | {knob.name: _knob_schema(knob) for knob in knobs}
    return {
        "type": "object",
        "properties": said,
        "required": list(said),
        "additionalProperties": False,
    }


RULES: dict[str, Any] = {
    "description": "Every knob with its value, of gin or of rummy.",
    "oneOf": [
        _rules_schema(KNOBS),
        _rules_schema(RUMMY_KNOBS, game={"type": "string", "enum": [RummyScoring.name]}),
    ],
}


@extend_schema_field(RULES)
class RulesShape(serializers.Field[Any, Any, Any, Any]):
    """Every knob with its value."""


def card_list(**options: Any) -> serializers.ListField:
    """Cards as `TH`."""
    return serializers.ListField(child=serializers.CharField(), **options)


def meld_list(**options: Any) -> serializers.ListField:
    """Melds, each its cards."""
    return serializers.ListField(child=card_list(), **options)


def of_players(**options: Any) -> serializers.ListField:
    """A number for each seat; at a table of more than two null for who does not play the hand."""
    return by_seat(serializers.IntegerField(allow_null=True), **options)


class TablePlayer(Shape):
    """Who sits at an online table."""

    name = serializers.CharField()
    entry = serializers.IntegerField(required=False, help_text="Their entry in the event.")
    guest = serializers.BooleanField(required=False, help_text="Without an account.")
    bot = serializers.CharField(
        required=False, help_text="A computer player: its code, as in `bots/`."
    )
    portrait = serializers.CharField(
        required=False, help_text="The code of the character whose face a computer player has."
    )
    open = serializers.BooleanField(required=False, help_text="Nobody has taken this seat yet.")


class HandPlaceShape(Shape):
    """Which hand it is: the `n`-th of the match, the `number`-th of its game."""

    n = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField()


class LaidOff(Shape):
    """A card that was laid off, on the meld as it lay then."""

    card = serializers.CharField()
    onto = card_list()


class SpreadShape(Shape):
    """What lies open after a knock, without the card that was thrown face down."""

    knocker = SeatField()
    kind = serializers.ChoiceField(choices=["knock", "gin", "big_gin"])
    melds = meld_list(help_text="As the knocker declared them.")
    count = serializers.IntegerField(help_text="The knocker's deadwood.")
    lying = meld_list(help_text="The same, with what was laid off.")
    layoffs = LaidOff(many=True)
    own = meld_list(allow_null=True, help_text="The defender's; null until they are laid down.")


class EndingShape(Shape):
    """How the hand ended: `counts` are the deadwood by seat."""

    kind = serializers.ChoiceField(choices=ENDINGS)
    ended_by = SeatField()
    counts = of_players(allow_null=True)


class ScoreShape(Shape):
    """What the hand is worth, by seat."""

    kind = serializers.ChoiceField(choices=RESULTS)
    winner = SeatField()
    points = of_players()
    boxes = of_players()


class ClockShape(Shape):
    """A seat's time in milliseconds, at `at`."""

    left = serializers.IntegerField(
        allow_null=True,
        help_text="Of this turn without the reserve, of the other seat of a fresh one; null "
        "without a clock, and for those whose hand goes on beside the reader's.",
    )
    reserve = serializers.IntegerField()
    running = serializers.BooleanField()
    present = serializers.BooleanField(help_text="Whether a page of this seat is connected.")


class SeatingShape(Shape):
    """The chain of secrets and the words of which the deals come; see `deals/`."""

    number = serializers.IntegerField(help_text="From 1; 0 before the first.")
    commitment = serializers.CharField(
        allow_null=True, help_text="Shown once both have sat down: keep it."
    )
    sat = by_seat(serializers.BooleanField())
    word_hashes = by_seat(serializers.CharField(allow_null=True))
    words = by_seat(serializers.CharField(allow_null=True), help_text="Null until both are open.")


class HandOfView(Shape):
    """What the reader may see of the hand; what they may not is null."""

    phase = serializers.ChoiceField(choices=PHASES, allow_null=True)
    turn = SeatField()
    limit = serializers.IntegerField(allow_null=True)
    upcard = serializers.CharField(allow_null=True)
    limit_card = serializers.CharField(allow_null=True)
    hands = by_seat(
        card_list(allow_null=True),
        allow_null=True,
        help_text="In the order of the pack; null: hidden.",
    )
    held = of_players(allow_null=True, help_text="How many cards each seat holds.")
    stock = serializers.IntegerField(allow_null=True, help_text="How many cards are left.")
    discards = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        allow_null=True,
        help_text="What can be seen of the pile, top last; null: it lies face down.",
    )
    discarded = serializers.IntegerField(allow_null=True, help_text="How many lie in the pile.")
    taken = serializers.CharField(
        allow_null=True, help_text="Taken from the pile in this turn: it can't be thrown."
    )
    factor = serializers.IntegerField(allow_null=True, help_text="Doubling.")
    may_double = SeatField()
    spread = SpreadShape(allow_null=True)
    ending = EndingShape(allow_null=True)
    score = ScoreShape(allow_null=True)
    deadwood = serializers.IntegerField(
        allow_null=True, help_text="The reader's own: the least, with eleven after a discard."
    )
    actions = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the reader may do now, melds left out: "
        + ", ".join(get_args(ActionKind))
        + "; while drawing `deal_self`, `deal_opponent`.",
    )
    melds = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        required=False,
        help_text="Rummy: the melds on the table, a joker's place in brackets.",
    )
    melded = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        required=False,
        help_text="Rummy: the seats that have laid down a meld.",
    )
    upcards = card_list(
        allow_null=True, required=False, help_text="Rummy: the cards that began the discards."
    )
    reuses = serializers.IntegerField(
        allow_null=True, required=False, help_text="Rummy: how often the discards became the stock."
    )
    live = card_list(
        allow_null=True,
        required=False,
        help_text="Battle Royal, Jersey: the discards that may be taken, the latest last.",
    )
    laid = card_list(
        allow_null=True,
        required=False,
        help_text="Battle Royal, Jersey: what was laid off on the knocker.",
    )
    counted = of_players(
        allow_null=True,
        required=False,
        help_text="Battle Royal, Jersey: the count of who has answered, and of the knocker.",
    )


class PlayShape(Shape):
    """A hand of those that go on side by side."""

    d = serializers.IntegerField()
    players = pair(help_text="The seats of who play it.")
    state = serializers.ChoiceField(choices=["playing", "hand_over"])


class OnlineTableAnswer(HandOfView):
    """An online table as the caller may see it."""

    match = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The number of what was done last.")
    seat = SeatField(help_text="The caller's.")
    players = TablePlayer(many=True)
    rules = RulesShape()
    where = serializers.ChoiceField(
        choices=["online", "table"],
        help_text="`table` while a match of a hybrid event is played in the room.",
    )
    state = serializers.ChoiceField(choices=STATES)
    d = serializers.IntegerField(
        help_text="The deal on the table; while seating and drawing the next one, 0 for the draw."
    )
    hand = HandPlaceShape(allow_null=True)
    dealer = SeatField()
    games_won = pair()
    points = pair(help_text="Of the game that is played, or was last.")
    boxes = pair()
    clocks = ClockShape(many=True)
    at = InstantField()
    seating = SeatingShape()
    ready = by_seat(serializers.BooleanField(), help_text="Who has seen the end of this deal.")
    draw = by_seat(serializers.CharField(), allow_null=True, help_text="Drawn for the first deal.")
    disclosed = serializers.BooleanField(
        required=False, help_text="There, and true, where the caller sees both hands as staff."
    )
    plays = PlayShape(
        many=True,
        required=False,
        help_text="At a table of more than two: the hands that were dealt, in the order of d.",
    )


class RecordedAction(Shape):
    """An action of a hand, melds filled in."""

    seat = SeatField()
    action = serializers.CharField()
    at = InstantField()
    left = serializers.IntegerField(allow_null=True, help_text="Of the turn, in milliseconds.")
    by = serializers.ChoiceField(
        choices=["clock"], required=False, help_text="There where the clock played."
    )


class RecordAnswer(Shape):
    """A hand that is over, whole: `replay` plays it again."""

    match = serializers.IntegerField()
    n = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField()
    d = serializers.IntegerField()
    seating = serializers.IntegerField()
    rules = RulesShape()
    players = pair(
        required=False,
        help_text="At a table of more than two: the seats of the two who played it. All other "
        "seats of the record are places here, 0 or 1.",
    )
    dealer = SeatField()
    hands = by_seat(card_list(), help_text="As they were dealt, in the order of the pack.")
    upcard = serializers.CharField(allow_null=True)
    limit_card = serializers.CharField(allow_null=True)
    stock = card_list(help_text="In the order of drawing.")
    actions = RecordedAction(many=True)
    seats = serializers.IntegerField(
        required=False, help_text="Where everybody plays every hand: how many do."
    )
    seed = serializers.CharField(
        required=False, help_text="Where everybody plays every hand: what dealt its cards."
    )
    result = serializers.ChoiceField(choices=[*RESULTS, "cut_off"])
    reason = serializers.ChoiceField(
        choices=[str(by) for by in CutOff], required=False, help_text="Why it was cut off."
    )
    winner = SeatField()
    points = pair()
    boxes = pair()
    counts = pair(allow_null=True, help_text="Deadwood by seat.")
    secret = serializers.CharField()
    log = serializers.CharField(help_text="The digest of the actions, as the audit has it.")
    rulings = serializers.ListField(
        child=serializers.IntegerField(), help_text="Those on it, by their ids: see `rulings/`."
    )


class DealtSeating(Shape):
    """A seating, also one that was given up."""

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    word_hashes = by_seat(serializers.CharField(allow_null=True))
    words = by_seat(serializers.CharField(allow_null=True))
    ended = serializers.CharField(allow_null=True, help_text="Why it was given up, if it was.")


class DealtDeal(Shape):
    """A deal that is over and may be checked by the caller."""

    d = serializers.IntegerField()
    seating = serializers.IntegerField()
    j = serializers.IntegerField(help_text="Which of its seating, from 0.")
    secret = serializers.CharField()
    n = serializers.IntegerField(allow_null=True, help_text="The hand that it was.")
    why = serializers.CharField(allow_null=True, help_text="Why it was no hand.")


class DealsAnswer(Shape):
    """What it takes to check the deals that the caller may see."""

    match = serializers.IntegerField()
    dealt = serializers.IntegerField(help_text="How often was dealt so far.")
    seatings = DealtSeating(many=True)
    deals = DealtDeal(many=True)


class TableErrorDetails(ErrorDetails):
    """Besides, where a table says more of it."""

    current = OnlineTableAnswer(required=False, help_text="With `stale`: the view as it is now.")
    legal = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="With `illegal_action`."
    )


class TableErrorAnswer(Shape):
    """What a table answers to what it does not take."""

    error = TableErrorDetails()
