"""The style sheet of all pages: one file, served from memory."""

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from config import styles

FOLDER = Path(settings.BASE_DIR) / "static" / "css"


def test_every_file_is_in_it_the_order_of_the_layers_first() -> None:
    content = styles.joined().content.decode()
    for path in FOLDER.glob("*.css"):
        assert path.read_text() in content, path.name
    assert content.index("@layer tokens, base, components, pages, print;") < content.index("{")
    assert content.endswith((FOLDER / "print.css").read_text())


@pytest.mark.parametrize("debug", [False, True])
def test_it_may_be_kept_for_ever_and_comes_compressed(debug: bool) -> None:
    with override_settings(DEBUG=debug):
        response = Client().get(styles.sheet().address, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/css"
    assert "immutable" in response.headers["Cache-Control"]
    assert gzip.decompress(response.content) == styles.joined().content


def test_another_content_has_another_address(tmp_path: Path) -> None:
    folder = tmp_path / "static" / "css"
    folder.mkdir(parents=True)
    for name in (*styles.FIRST, "seat", *styles.LAST):
        (folder / f"{name}.css").write_text(f"/* {name} */")
    with override_settings(BASE_DIR=tmp_path):
        before = styles.joined()
        (folder / "seat.css").write_text("/* changed */")
        assert styles.joined().address != before.address


@pytest.mark.django_db
def test_every_page_has_one_link_to_it() -> None:
    html = Client().get("/").content.decode()
    assert html.count('rel="stylesheet"') == 1
    assert f'href="{styles.sheet().address}"' in html
