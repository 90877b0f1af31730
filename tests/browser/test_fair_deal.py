"""The deal in the browser: its own hashes and shuffle against the published vectors, on plain http,
where a browser offers no hashes."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from playwright.sync_api import Page

from config.embedded.options import ROOT

VECTORS: list[dict[str, Any]] = json.loads((ROOT / "tests" / "data" / "deals.json").read_text())

HASHED = """async ([lengths, keys]) => {
  const { bytesOf, hex, hmacSha256, sha256 } = await import("/static/js/sha256.js");
  const counted = (length) => Uint8Array.from({ length }, (_byte, at) => at % 251);
  return {
    secure: isSecureContext,
    hashes: lengths.map((length) => hex(sha256(counted(length)))),
    keyed: keys.map((length) => hex(hmacSha256(counted(length), counted(70)))),
    same: hex(bytesOf("00ff10")),
  };
}"""
DEALT = """async (vector) => {
  const { hex } = await import("/static/js/sha256.js");
  const dealing = await import("/static/js/dealing.js");
  const seed = dealing.seedOf(vector);
  const found = {
    commitment: hex(dealing.commitmentBy(vector.secret, vector.j)),
    word_hashes: vector.words.map((word) => hex(dealing.hashOfWord(word))),
    seed: hex(seed),
  };
  if (vector.d === 0) return { ...found, draw: dealing.drawnBy(seed) };
  return { ...found, ...dealing.dealtBy(seed, vector.dealer, vector.deal_11) };
}"""


@pytest.fixture
def on_http(server: str, page: Page) -> Page:
    page.goto(f"{server}/learn/")
    return page


def test_hashes_are_those_of_the_standard(on_http: Page) -> None:
    """Around the edges of a block, and with keys shorter and longer than one."""
    lengths, keys = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000], [0, 32, 64, 65]
    found = on_http.evaluate(HASHED, [lengths, keys])
    counted = bytes(at % 251 for at in range(1000))
    assert found["secure"] is False
    assert found["hashes"] == [hashlib.sha256(counted[:length]).hexdigest() for length in lengths]
    keyed = [hmac.digest(counted[:key], counted[:70], "sha256").hex() for key in keys]
    assert found["keyed"] == keyed
    assert found["same"] == "00ff10"


def test_all_vectors_of_the_deal(on_http: Page) -> None:
    for vector in VECTORS:
        found = on_http.evaluate(DEALT, vector)
        assert found == {name: vector[name] for name in found}, vector["match"]
    assert len(VECTORS) == 24
