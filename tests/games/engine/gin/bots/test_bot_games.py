"""The quick games of the benchmark are gin: the engine plays their hands again, and counts them
alike."""

import random

from benchmarks.bot_games import Hand, dealt, play_hand
from benchmarks.yardsticks import CAMPER, Simple
from games.engine.cards import DECK, CardSet, Deal
from games.engine.gin import play
from games.engine.gin.bots.knowledge import Habits, Knowledge, known_from
from games.engine.gin.bots.player import Player, Throw
from games.engine.gin.bots.roster import player_of
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action
from games.engine.gin.notation.views import view_json
from games.engine.gin.rules import Rules
from games.engine.gin.view import seat_view
from games.engine.melds.arrangements import Melds
from games.engine.melds.form import LOW_ACE

#: The rules of the challenge of 2021, of one game.
CHALLENGE = Rules(
    match_type="single",
    match_n=1,
    wall_rule="void_at_once",
    big_gin_bonus=None,
    undercut_bonus=25,
    gin_bonus=25,
)
HANDS = 1_000


class Watched:
    """A player of whom is kept what they were told, and what they laid down."""

    def __init__(self, player: Player | Simple) -> None:
        self.player = player
        self.told: list[Knowledge] = []
        self.laid: Melds | None = None

    def takes(self, known: Knowledge) -> bool:
        self.told.append(known)
        return self.player.takes(known)

    def throws(self, known: Knowledge) -> Throw:
        self.told.append(known)
        return self.player.throws(known)

    def melds(self, known: Knowledge, cards: int) -> Melds:
        self.laid = self.player.melds(known, cards)
        return self.laid


def test_the_engine_plays_its_hands_again_and_nobody_knew_more_than_a_view_shows() -> None:
    for seed in range(HANDS):
        second = CAMPER if seed % 2 else player_of("club", str(seed))
        players = [Watched(Simple(seed)), Watched(second)]
        hand = dealt(random.Random(seed), seed // 2 % 2, (Habits(), Habits()))
        stock = tuple(DECK[card] for card in reversed(hand.stock))
        deal = Deal((CardSet(hand.hands[0]), CardSet(hand.hands[1])), DECK[hand.pile[0]], stock)
        ending = play_hand(players, hand)
        score = play.result(played_again(hand, deal, players))
        assert score is not None
        assert (score.winner, score.points) == (ending.winner, ending.points)


def played_again(hand: Hand, deal: Deal, players: list[Watched]) -> HandState:
    told = [iter(player.told) for player in players]
    state = play.begin(CHALLENGE, hand.dealer, deal)
    log: list[dict[str, object]] = []
    for seat, kind, card in hand.actions:
        assert state.turn == seat
        if state.phase == "forced_stock":
            assert kind == "draw"
        else:
            view = view_json(seat_view(state, seat))
            assert next(told[seat]) == known_from(view, log, seat, LOW_ACE)
        melds = players[seat].laid if kind in ("knock", "gin") else None
        action = Action(kind, card, melds)
        state = play.apply(state, action)
        log.append({"seat": seat, "action": format_action(action)})
    assert not [known for rest in told for known in rest]
    return play.answered(state) if state.phase == "layoff" else state
