"""A match at an online table: the table writes down what is played there, and staff rule on it.

Nothing of it is said anew: hands and their deals stay as they were played, and a ruling, a penalty
or an adjudication says what they come to (docs/decisions, online hands). Before its first deal it
is a match like any other, which staff can decide without play.
"""

from games.engine.gin.irregularities.remedies import ONLINE_REMEDIES
from games.engine.gin.irregularities.table import irregularity
from games.selectors.tables import has_dealt, is_online, running_dealings
from games.services.rulings import RulingEntry
from games.services.tables.staff import SEVERAL_PLAYED
from kernel.text import N_, refusal
from tournaments.services.desk.match_edit import EditedMatch

WRITTEN_BY_TABLE = N_(
    "This match is played at its online table, which writes everything down itself. Where "
    "something went wrong a referee can make a ruling."
)
DEALT = N_(
    "Hands were dealt at the online table of this match, and its result follows from them. Make a "
    "ruling on a hand, give a penalty, or decide the match at its table."
)
NOT_AT_THE_TABLE = N_(
    "An online table allows nothing illegal, so this can't have happened there. Make a free "
    "ruling, or give a penalty."
)
NOT_ONLINE = N_(
    "A ruling can't do this at an online table. It can let a hand stand or be void, have it dealt "
    "anew, bar a bonus, say that a player can't win it, or note the conduct."
)
NOTHING_PLAYED = N_(
    "No hand is played at the online table just now. Say which of those that are over is meant."
)


def require_in_a_room(opened: EditedMatch, n: int | None = None) -> None:
    """Refuse for a match at an online table what only its table writes down; of its n-th hand for
    one that was dealt there, wherever the match is now."""
    if _is_online(opened, n):
        raise refusal("wrong_state", WRITTEN_BY_TABLE)


def require_nothing_dealt(opened: EditedMatch) -> None:
    """Refuse a result for a match at an online table, but by staff before its first deal, and for
    one that has come back from there with hands."""
    is_here = _is_online(opened)
    if is_here and not opened.change.by.may("match.enter"):
        raise refusal("wrong_state", WRITTEN_BY_TABLE)
    has_hands = any(fact.hand.deal is not None for fact in opened.record.facts)
    if has_hands or (is_here and has_dealt(opened.record.match)):
        raise refusal("wrong_state", DEALT)


def require_ruled_online(opened: EditedMatch, entry: RulingEntry) -> None:
    """Refuse for a hand of an online table, and for a match that is there, a ruling on what can't
    have happened there, or that does what can't be done there."""
    if not _is_online(opened, entry.n):
        return
    if entry.hand is not None:
        raise refusal("wrong_state", WRITTEN_BY_TABLE, "hand")
    if entry.rule and not irregularity(entry.rule).online:
        raise refusal("wrong_state", NOT_AT_THE_TABLE, "rule")
    if not entry.rule and any(effect.remedy not in ONLINE_REMEDIES for effect in entry.effects):
        raise refusal("wrong_state", NOT_ONLINE, "effects")
    if entry.n == len(opened.record.facts) + 1:
        said = {*(entry.players or ())}
        running = running_dealings(opened.record.match)
        meant = [one for one in running if not said or said == {*one.players}]
        if len(meant) > 1:
            raise refusal("wrong_state", SEVERAL_PLAYED, "n")
        if not meant:
            raise refusal("wrong_state", NOTHING_PLAYED, "n")


def _is_online(opened: EditedMatch, n: int | None = None) -> bool:
    """Whether its n-th hand was dealt at an online table; of one that is not written down, and of
    the match, whether it is played there now, also where nobody has come to it yet."""
    fact = opened.record.fact_of(n)
    if fact is not None:
        return fact.hand.deal is not None
    return opened.change.tournament.is_online or is_online(opened.record.match)
