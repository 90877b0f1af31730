"""Whom one can play against, by one code: the four levels, and the characters at their own."""

from games.engine.gin.bots.characters import CHARACTERS
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.manners import Manner
from games.engine.gin.bots.player import Player

_LEVELS = {level.code: level for level in LEVELS}
_CHARACTERS = {character.code: character for character in CHARACTERS}

CODES = (*_LEVELS, *_CHARACTERS)
"""The levels from the weakest to the best, then the characters."""

OWN = "own-"
"""With this begins the code of an opponent of somebody's own, and that of nobody here."""


def is_level(code: str) -> bool:
    """Whether this is a level, of nobody in particular."""
    return code in _LEVELS


def name_of(code: str) -> str:
    """The name of the level or of the character, in English."""
    return _LEVELS[code].name if code in _LEVELS else _CHARACTERS[code].name


def portrait_of(code: str) -> str:
    """The portrait of a character; empty for who has no face."""
    return code if code in _CHARACTERS else ""


def manner_of(code: str) -> Manner:
    """How they play; a KeyError where there is none of this code."""
    if code in _LEVELS:
        return Manner(code, _LEVELS[code].style)
    character = _CHARACTERS[code]
    return Manner(character.level, character.style, character.pace)


def player_of(code: str, seed: str) -> Player:
    """The player of this code in one hand; a KeyError where there is none."""
    return manner_of(code).player(seed)
