"""Gin for somebody who has never played: a hand in pictures, points, forms of the game, positions
to try, advice, and the words. Whatever number stands there the engine has counted."""
