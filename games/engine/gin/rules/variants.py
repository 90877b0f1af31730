"""The forms of the game, by the knob `variant`: who plays a match and its hands."""

PLAYABLE_VARIANTS = ("standard", "doubling", "round_the_corner")
"""Those that the engine deals and judges, between two."""
PARTNERSHIP = "partnership"
TWO_OF_A_TABLE = ("cutthroat", "captain")
"""Those of three or more at a table, of whom two play each hand."""
ALL_PLAY = ("battle_royal", "jersey")
"""Those of three at a table who all play every hand."""
SEATS_OF_ALL = 3
"""So many play where all do."""
TABLE_VARIANTS = (*TWO_OF_A_TABLE, *ALL_PLAY)
"""Those of three or more at a table."""
KEPT_VARIANTS = (*PLAYABLE_VARIANTS, PARTNERSHIP, *TABLE_VARIANTS)
"""Those that are kept in a tournament."""
