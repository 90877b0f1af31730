"""The online table of a game in which everybody plays every hand, in words and as a page shows it:
made from the reader's view alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.gin.hand.showdown import KNOCKS
from games.engine.rummy.melds import read_meld
from games.engine.rummy.pack import name_of
from pages.match.action_words import action_words, face
from pages.match.table_hand import HeldCard, HeldGroup, Knock, OwnHand
from pages.match.table_words import Button, View
from pages.parts.card_faces import CardFace, joker_for

#: So many melds are proposed at once; the others are a press away.
_PROPOSED = 4


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld that lies on the table, by its text in actions; `takes` are the actions that put a
    card on it, of the reader in turn."""

    text: str
    words: str
    cards: Sequence[CardFace]
    takes: bool


def table_melds(view: View, *, acts: bool) -> list[TableMeld]:
    """The melds on the table, in the order in which they were laid down."""
    found = []
    for text in view.get("melds") or ():
        takes = acts and any(action.endswith(f" on {text}") for action in view["actions"])
        cards = meld_faces(text)
        words = ", ".join(card.name for card in cards)
        found.append(TableMeld(text, words, cards, takes))
    return found


def meld_faces(text: str) -> list[CardFace]:
    """A meld of rummy: a joker shows which card it stands for."""
    meld = read_meld(text)
    return [
        joker_for(face(name_of(card))) if card in meld.wild else face(name_of(card))
        for card in meld.cards
    ]


def counted_buttons(view: View) -> list[Button]:
    """What the reader may do besides throwing a card, which is pressed itself, and ending the
    hand."""
    kinds = {"discard", "meld", *KNOCKS}
    texts = [text for text in view["actions"] if text.split()[0] not in kinds]
    texts.sort(key=lambda text: text in ("pass", "done"))
    top = (view["discards"] or [""])[-1]
    return [Button(text, action_words(text, top)) for text in texts]


@dataclass(frozen=True, slots=True)
class MeldButtons:
    """The melds that the reader may lay down, the dearest first: those that are proposed, and
    others."""

    first: Sequence[Button]
    others: Sequence[Button]


def meld_buttons(view: View) -> MeldButtons | None:
    """What the reader may lay down; None where it is nothing."""
    texts = [text for text in view["actions"] if text.startswith("meld ")]
    if not texts:
        return None
    texts.sort(key=lambda text: (text.count("("), -len(read_meld(text.split()[1]).cards)))
    found = [Button(text, action_words(text)) for text in texts]
    return MeldButtons(found[:_PROPOSED], found[_PROPOSED:])


def counted_hand(view: View, *, new: str, acts: bool) -> OwnHand | None:
    """The reader's own cards; None where they have none in hand. `new` is the card that they just
    drew or took."""
    seat = view["seat"]
    hands = view["hands"]
    if seat is None or not hands or hands[seat] is None or view["state"] != "playing":
        return None
    if view["spread"] and view["spread"]["knocker"] == seat:
        return None
    throws = {text.split()[1] for text in view["actions"] if text.startswith("discard")}
    marked, cards = False, []
    for name in hands[seat]:
        is_new = name == new and not marked
        marked = marked or is_new
        throw = f"discard {name}" if acts and name in throws else ""
        cards.append(HeldCard(name, face(name), throw, None, is_new))
    knocks = [_knock(text) for text in _endings(view)] if acts else []
    return OwnHand([HeldGroup("", False, cards)], view["deadwood"], knocks)


def _endings(view: View) -> Iterable[str]:
    return (text for text in view["actions"] if text.split()[0] in KNOCKS)


def _knock(action: str) -> Knock:
    return Knock(action, action_words(action), "", "", "", is_first=True)


def live_discards(view: View) -> list[CardFace]:
    """The discards that may be taken, or the one that lies on top."""
    shown = view["live"] if view.get("live") is not None else (view["discards"] or ())[-1:]
    return [face(card) for card in shown if card]
