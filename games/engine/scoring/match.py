"""One match: a single game, the best of several, or games up to a point total (rulebook 6).

In a match to points each finished game brings its net to its winner's account (A30: the nets of the
winners accumulate), a negative net taken off it; counted gross, it brings each player all that they
have in it, and where several have the points after the same game, the most wins; level, a further
game is played. A match of a fixed number of hands is one game, which its rules end. In an event a
player may begin games ahead (`head_start`, by seat), as in the final of a double elimination: they
count as won, though nobody played them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.scoring.rules import FinishedGame, MatchLength
from kernel.seats import PerSeat, Seat, leading, nothing
from kernel.text import N_, refusal, shown

MOST_DRAWN = 100
"""More games than anybody wins in a match to points that ends level."""


BEGAN_AHEAD = N_(
    "This match began at %(first)s to %(second)s: count the games ahead with those that were won."
)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Where a match stands. `nets` are, by seat, the nets of the games that each has won, or where
    more than two settle what each gets from the others, `gross` what each has in all in games that
    somebody has won, known where they are known game by game.

    `games_used` are the games up to the end, void and unfinished ones among them.
    """

    finished: bool
    winner: Seat | None
    games_won: PerSeat
    nets: PerSeat
    games_used: int
    gross: PerSeat

    def account(self, rules: MatchLength) -> PerSeat:
        """What a match to points counts, by seat."""
        return self.gross if rules.points_by == "gross" else self.nets


def decided(sides: int, winner: Seat | None) -> MatchScore:
    """A match that was decided without a game; `winner` null: nobody has won it."""
    return MatchScore(True, winner, nothing(sides), nothing(sides), 0, nothing(sides))


def games_needed(rules: MatchLength) -> int:
    """Won games that win a match which is not to points."""
    return (rules.match_n + 1) // 2 if rules.match_type == "best_of" else 1


def score_match(
    rules: MatchLength, games: Sequence[FinishedGame], head_start: PerSeat | None = None
) -> MatchScore:
    """The match so far: games without a winner do not count, games after its end are not used."""
    nets = gross = nothing(rules.sides)
    won = list(nets if head_start is None else head_start)
    winner = None
    used = 0
    for game in games:
        if winner is not None:
            break
        used += 1
        if game.winner is None:
            continue
        won[game.winner] += 1
        nets = tuple(sum(both) for both in zip(nets, game.brings, strict=True))
        gross = tuple(sum(both) for both in zip(gross, game.totals, strict=True))
        winner = _winner(rules, game.winner, won, gross if rules.points_by == "gross" else nets)
    return MatchScore(winner is not None, winner, tuple(won), nets, used, gross)


def match_from_games(
    rules: MatchLength, games: Sequence[FinishedGame], head_start: PerSeat | None = None
) -> MatchScore:
    """A final result handed in game by game: refused (`bad_result`) unless the last one ends it."""
    score = score_match(rules, games, head_start)
    if not score.finished:
        _refuse_unfinished(rules, score)
    if score.games_used < len(games):
        sentence = N_("The match was over after game %(last)s: leave the later games out.")
        raise refusal("bad_result", sentence, "games", last=score.games_used)
    return score


def match_from_games_won(
    rules: MatchLength, games_won: object, head_start: PerSeat | None = None
) -> MatchScore:
    """A final result handed in as games won by each seat, a head start among them; its nets are not
    known and stand at 0.

    Refused (`bad_result`) is what does not end the match, goes on after its end or leaves the head
    start out.
    """
    if rules.match_type == "points":
        sentence = N_("A match to %(points)s points is entered game by game, with its points.")
        raise refusal("bad_result", sentence, "games_won", points=rules.match_n)
    needed = games_needed(rules)
    ahead = nothing(rules.sides) if head_start is None else head_start
    value, won = shown(games_won), _checked_games_won(rules, games_won)
    if won is not None:
        if any(games < before for games, before in zip(won, ahead, strict=True)):
            began = {"first": ahead[0], "second": _each(ahead[1:])}
            raise refusal("bad_result", BEGAN_AHEAD, "games_won", **began)
        if max(won) == needed and won.count(needed) == 1:
            played = sum(won) - sum(ahead)
            none = nothing(rules.sides)
            return MatchScore(True, won.index(needed), won, none, played, none)
        value = _each(won)
    if needed == 1:
        sentence = N_("This match is one game: its result is 1 to 0, not %(value)s.")
    else:
        sentence = N_(
            "The best of %(n)s ends when a player has won %(needed)s games and the other fewer, "
            "so not at %(value)s."
        )
    raise refusal("bad_result", sentence, "games_won", n=rules.match_n, needed=needed, value=value)


def drawn_match(rules: MatchLength, games_won: object) -> MatchScore:
    """A match that ended level when time was up, as an event may allow (rulebook 6).

    `games_won` are those of each seat; refused (`bad_result`) where they differ, or have won it.
    """
    needed = MOST_DRAWN if rules.match_type == "points" else games_needed(rules)
    won = _checked_games_won(rules, games_won)
    if won is not None and len({*won}) == 1 and 0 <= won[0] < needed:
        none = nothing(rules.sides)
        return MatchScore(True, None, won, none, sum(won), none)
    sentence = N_("A drawn match has as many games won on both sides, and fewer than win it.")
    raise refusal("bad_result", sentence, "games_won")


def _winner(
    rules: MatchLength, last: Seat, games_won: Sequence[int], account: Sequence[int]
) -> Seat | None:
    """Who has won the match with the game that `last` won; null: nobody yet."""
    if rules.match_type != "points":
        return last if games_won[last] >= games_needed(rules) else None
    return leading(account, range(rules.sides)) if max(account) >= rules.match_n else None


def _refuse_unfinished(rules: MatchLength, score: MatchScore) -> None:
    if rules.match_type == "points":
        sentence = N_("With %(nets)s points nobody has reached %(n)s: the match is not over.")
    else:
        sentence = N_("At %(won)s games nobody has won %(needed)s: the match is not over.")
    values = {
        "n": rules.match_n,
        "needed": games_needed(rules),
        "won": _each(score.games_won),
        "nets": _each(score.account(rules)),
    }
    raise refusal("bad_result", sentence, "games", **values)


def _checked_games_won(rules: MatchLength, games_won: object) -> PerSeat | None:
    """A whole number for each seat; None where it is anything else."""
    if not isinstance(games_won, list | tuple) or len(games_won) != rules.sides:
        return None
    return tuple(games_won) if all(type(games) is int for games in games_won) else None


def _each(values: Iterable[object]) -> str:
    return " to ".join(map(shown, values))
