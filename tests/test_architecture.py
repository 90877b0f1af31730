"""What is written about the house is true of it: what is named is there, and each decision says
whether it holds."""

import re
from itertools import chain
from pathlib import Path

import pytest

from config.embedded.options import ROOT

TOP = {path.name for path in ROOT.iterdir()} - {"var"}
PACKAGES = ("config", "games", "kernel", "pages", "players", "tournaments", "web")
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
PAPERS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *DECISIONS]

PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+)/?`")
ADDRESSES = {"players/edit"}  # of pages, not paths
LINK = re.compile(r"\]\(([\w./-]+)(?:#[\w-]+)?\)")
NAME = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)")
FUNCTION = re.compile(r"`([a-z]+(?:_[a-z]+)+)`")
DEFINED = re.compile(r"(?m)^\s*(?:async )?(?:def )?(\w+)[ (:=]")

each_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)


def modules_of(rules: str) -> str:
    """The table of rules names its modules and tests from the engine; it has a test of its own."""
    return re.sub(r"(?m)^\|.*$", "", rules)


def said_in(paper: Path) -> str:
    text = paper.read_text()
    return modules_of(text) if paper.name == "rules.md" else text


@each_paper
def test_each_path_that_it_names_is_there(paper: Path) -> None:
    text = said_in(paper)
    paths = set(PATH.findall(text)) - ADDRESSES
    from_root = {path for path in paths if path.split("/")[0] in TOP or path.endswith(".py")}
    assert sorted(path for path in from_root if not (ROOT / path).exists()) == []
    assert [path for path in LINK.findall(text) if not (paper.parent / path).exists()] == []


@each_paper
def test_each_module_that_it_names_is_there(paper: Path) -> None:
    """`web.links.absolute_url` is in `web/links.py`; `config.embedded` is a folder."""
    named = {tuple(name.split(".")[:2]) for name in NAME.findall(said_in(paper))}
    missing = [
        name
        for name in named
        if not any((ROOT / Path(*name).with_suffix(end)).exists() for end in ("", ".py"))
    ]
    assert missing == []


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name[:4])
def test_a_decision_says_whether_it_holds(decision: Path) -> None:
    title, _, status, *_ = decision.read_text().split("\n")
    assert title.startswith(f"# {int(decision.name[:4])}. ")
    assert status.startswith(("**Status:** in force", "**Status:** superseded by "))


def test_a_decision_that_is_named_is_there() -> None:
    known = {decision.name[:4] for decision in DECISIONS}
    named = (re.findall(r"\b00\d\d\b", decision.read_text()) for decision in DECISIONS)
    assert set(chain.from_iterable(named)) <= known


def test_each_function_that_the_house_is_told_by_is_there() -> None:
    """A decision may name what is gone since; `architecture.md` may not."""
    code = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    defined = {path.stem for path in code}  # commands are called as their modules
    defined.update(chain.from_iterable(DEFINED.findall(path.read_text()) for path in code))
    named = set(FUNCTION.findall((ROOT / "docs" / "architecture.md").read_text()))
    assert named - defined == set()


def test_each_decision_has_a_number_of_its_own_and_bears_it() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    headings = [path.read_text().split(". ")[0] for path in DECISIONS]
    assert headings == [f"# {int(number)}" for number in numbers]
