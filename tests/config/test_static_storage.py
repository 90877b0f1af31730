"""Collected scripts import each other by the names that pages load them by."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import override_settings

HASHED = {"staticfiles": {"BACKEND": "config.static_storage.StaticFilesStorage"}}


@pytest.fixture
def collected(tmp_path: Path):
    with override_settings(STATIC_ROOT=str(tmp_path), STORAGES=settings.STORAGES | HASHED):
        call_command("collectstatic", "--no-input", verbosity=0)
        yield storages["staticfiles"]


def test_an_import_names_the_file_that_pages_load(collected) -> None:
    text = collected.open(collected.stored_name("js/moves.js")).read().decode()
    imported = re.search(r'from "\./(preferences\.[0-9a-f]+\.js)"', text)
    assert imported
    assert f"js/{imported[1]}" == collected.stored_name("js/preferences.js")
