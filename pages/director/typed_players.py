"""Players of the club who are meant by what somebody typed."""

import re
from collections.abc import Container, Mapping, Sequence

from kernel.names import MAX_LENGTH, match_key, search_key
from kernel.text import N_, Refusal, Text
from players.models import Player

BY_NUMBER = re.compile(r"#([0-9]{1,18})$")
"""Behind a name: the number of the player in the club, where two have the same name."""

MORE_THAN_ONE = N_("“%(typed)s” can be %(names)s. Write one of them, with its number.")


def read_names(
    text: str, listed: Mapping[int, Player], taken: Container[int], at: str
) -> list[Player | str]:
    """The players of the club that a text names, one a line; a name that is not on the list as it
    was typed.

    A name is written as it stands on the list, with its number where two have it, or begun, word
    by word, as far as only one who is not `taken` is meant. What fits more is refused at field
    `at`.
    """
    named: list[Player | str] = []
    for line in filter(None, (" ".join(line.split()) for line in text.splitlines())):
        found = _meant(line, listed, taken)
        if len(found) > 1:
            names = ", ".join(f"{player.name} #{player.pk}" for player in found[:6])
            values = {"typed": line[:MAX_LENGTH], "names": names}
            raise Refusal(Text("choice_needed", MORE_THAN_ONE, values), at)
        named.append(found[0] if found else line)
    return named


def _meant(line: str, listed: Mapping[int, Player], taken: Container[int]) -> list[Player]:
    number = BY_NUMBER.search(line)
    if number:
        known = listed.get(int(number[1]))
        return [known] if known else []
    whole = [player for player in listed.values() if match_key(player.name) == match_key(line)]
    if whole:
        return [player for player in whole if player.pk not in taken] or whole[:1]
    words = search_key(line).split()
    return [
        player for player in listed.values() if player.pk not in taken and _begins(player, words)
    ]


def _begins(player: Player, words: Sequence[str]) -> bool:
    parts = player.search_key.split()
    return all(any(part.startswith(word) for part in parts) for word in words)
