"""Players of the hidden club, who are nobody: computer players of practice copies."""

from collections.abc import Collection, Sequence

from players.models import Player


def add_hidden_players(*, club: int, names: Sequence[str]) -> list[Player]:
    """New players of the hidden club, in order of their names; some may be called the same."""
    players = [Player(club_id=club, name=name) for name in names]
    for player in players:
        player.set_keys()
    return Player.objects.bulk_create(players)


def delete_hidden_players(players: Collection[int]) -> None:
    """Delete players of the hidden club, who play nowhere any more."""
    Player.objects.filter(pk__in=players, club__is_hidden=True).delete()
