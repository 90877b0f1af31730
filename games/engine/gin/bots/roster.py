"""Whom one can play against, by one code: the four levels, and the characters at their own."""

from games.engine.gin.bots.characters import CHARACTERS, Pace
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.player import Player

_LEVELS = {level.code: level for level in LEVELS}
_CHARACTERS = {character.code: character for character in CHARACTERS}

CODES = (*_LEVELS, *_CHARACTERS)
"""The levels from the weakest to the best, then the characters."""


def is_level(code: str) -> bool:
    """Whether this is a level, of nobody in particular."""
    return code in _LEVELS


def name_of(code: str) -> str:
    """The name of the level or of the character, in English."""
    return _LEVELS[code].name if code in _LEVELS else _CHARACTERS[code].name


def pace_of(code: str) -> Pace:
    """How long they take over what they do."""
    return "even" if code in _LEVELS else _CHARACTERS[code].pace


def player_of(code: str, seed: str) -> Player:
    """The player of this code in one hand; a KeyError where there is none."""
    if code in _LEVELS:
        return Player(_LEVELS[code].skill, _LEVELS[code].style, seed)
    character = _CHARACTERS[code]
    return Player(_LEVELS[character.level].skill, character.style, seed)
