"""The parts in which the rules of any game are read."""

from dataclasses import dataclass, field

from kernel.text import Text


@dataclass
class Chapter:
    """A part of the rules: its title and its sentences, in the order in which they are read."""

    title: Text
    sentences: list[Text] = field(default_factory=list)

    def say(self, template: str, **values: object) -> None:
        """One more sentence."""
        self.sentences.append(Text("rule", template, values))
