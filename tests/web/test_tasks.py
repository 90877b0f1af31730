"""Work for a worker is asked for by name: nothing but a test sees that the name is right."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django.conf import settings

from config.celery import app
from config.embedded.options import ROOT

PACKAGES = ("config", "games", "pages", "players", "tournaments", "web")


def enqueued_in(path: Path) -> Iterator[str]:
    """The names that a module gives to `enqueue`, as they stand there or as constants."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] != "enqueue":
            continue
        match node.args[0]:
            case ast.Constant(value=str(name)):
                yield name
            case ast.Name(id=constant):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield getattr(import_module(module), constant)
            case other:
                raise AssertionError(f"{path}:{other.lineno}: {ast.unparse(other)} is no name")


def known_tasks() -> set[str]:
    app.autodiscover_tasks(force=True)
    return set(app.tasks)


def test_what_is_enqueued_is_a_task() -> None:
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    enqueued = {name for path in paths for name in enqueued_in(path)}
    assert enqueued
    assert enqueued - known_tasks() == set()


def test_what_is_done_again_and_again_is_a_task() -> None:
    assert {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()} <= known_tasks()
