"""The fifteen players of the house: a face, a manner, and the level at which each plays at home.

A manner is a row of parameters (`Style`). It stays the same at whatever level is chosen. How strong
each is is measured (`benchmarks/bots.py`), never promised.
"""

from dataclasses import dataclass
from typing import Literal

from games.engine.gin.bots.player import Style
from kernel.text import N_

Pace = Literal["quick", "even", "slow"]


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody of the house. `code` is also that of the portrait; `about` are two sentences,
    `manner` says how they play; `level` is the code of the one at home."""

    code: str
    name: str
    about: str
    manner: str
    level: str
    style: Style
    pace: Pace = "even"


CHARACTERS = (
    Character(
        "kit",
        N_("Kit"),
        N_(
            "Learned gin on Sunday and tells everybody. Loves a big hand and forgives itself "
            "everything."
        ),
        N_("Knocks late, forgets what was thrown after three turns, keeps court cards too long."),
        "beginner",
        Style(knocks_at=5, memory=3, faces=4.0, speculates=0.3),
        "quick",
    ),
    Character(
        "tibor",
        N_("Uncle Tibor"),
        N_(
            "Taught half the club and remembers their birthdays, not their discards. Hums at "
            "every pair."
        ),
        N_("Knocks on a whim, forgets, takes any card that makes a pair."),
        "beginner",
        Style(memory=1, sets=2.0, speculates=0.6),
        "slow",
    ),
    Character(
        "paula",
        N_("Paula Doppler"),
        N_(
            "Two buns, two earrings, two of everything. A run is for people who cannot find a "
            "third."
        ),
        N_("Collects pairs and sets, and breaks runs for them."),
        "club",
        Style(memory=6, sets=4.0, runs=-1.0),
    ),
    Character(
        "vento",
        N_("Signor Vento"),
        N_(
            "Walks only in straight lines and plays that way. Would rather hold 5, 6, 8 than three "
            "kings."
        ),
        N_("Loves runs and gaps in runs, throws pairs early."),
        "club",
        Style(memory=6, sets=-2.0, runs=4.0),
        "quick",
    ),
    Character(
        "anselm",
        N_("Brother Anselm"),
        N_("Wants little and has it soon. Says thank you for every card."),
        N_("Knocks as early as the rules allow, throws high cards first, never speculates."),
        "club",
        Style(faces=-3.0),
    ),
    Character(
        "contessa",
        N_("Contessa Miravalle"),
        N_("Finds a knock a little vulgar. Waits for gin as others wait for a carriage."),
        N_("Hunts gin, remembers well."),
        "club",
        Style(until_turn=0, gin=15.0),
        "slow",
    ),
    Character(
        "ferreira",
        N_("Captain Ferreira"),
        N_(
            "Sails by the card that might come. Has told the story of the fourth jack for thirty "
            "years."
        ),
        N_("Speculates: takes discards for what they may become."),
        "club",
        Style(speculates=0.35, knocks_at=7),
    ),
    Character(
        "mats",
        N_("Old Mats"),
        N_("Throws slowly, because once thrown is thrown. The pipe has been out since 1998."),
        N_("Remembers a lot, gives little away, knocks in the middle."),
        "club",
        Style(caution=1.5, knocks_at=7),
        "slow",
    ),
    Character(
        "nanami",
        N_("Nanami Quick"),
        N_(
            "Has thrown before you have sorted. Loses some by speed and wins the evening by volume."
        ),
        N_("Very quick, knocks early, remembers the last eight cards, speculates a little."),
        "club",
        Style(memory=8, speculates=0.1),
        "quick",
    ),
    Character(
        "knopf",
        N_("Grete Knopf"),
        N_("Keeps what you need until it hurts. The coat has nine buttons and none is loose."),
        N_("Defends first, holds back dangerous cards, knocks to end your hopes."),
        "strong",
        Style(caution=2.0),
    ),
    Character(
        "zahl",
        N_("Fräulein Zahl"),
        N_("Works out the stock to the last card and writes it all down. Rounds nothing."),
        N_(
            "Counts exactly, throws the card with the fewest uses; has no taste for gin or early "
            "knocks."
        ),
        "strong",
        Style(until_turn=8, knocks_at=8),
    ),
    Character(
        "baron",
        N_("The Baron"),
        N_(
            "Lets you knock. Then raises the monocle, lays three cards on your run, and apologises."
        ),
        N_("Plays for the undercut: keeps low cards, knocks rarely."),
        "strong",
        Style(until_turn=2, faces=-2.0),
        "slow",
    ),
    Character(
        "cole",
        N_("Dr Yewande Cole"),
        N_(
            "Asks what you would have done, and has done better. Explains it afterwards if you "
            "like."
        ),
        N_("Balanced; knocks in the first turns and waits later."),
        "strong",
        Style(until_turn=4),
    ),
    Character(
        "ingelund",
        N_("Professor Ingelund"),
        N_(
            "Remembers every card since the deal and most since the war. Forgets where the other "
            "glasses are."
        ),
        N_("Remembers everything, infers your hand from your throws, knocks when you are far."),
        "expert",
        Style(caution=1.3, gin=2.0),
        "slow",
    ),
    Character(
        "hush",
        N_("Mr Hush"),
        N_(
            "Nobody knows where else Mr Hush ever sits. Has never said the word gin; only lays "
            "it down."
        ),
        N_("The strongest of the house: remembers everything and weighs every card."),
        "expert",
        Style(),
    ),
)
