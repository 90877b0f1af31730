"""`bin/messages`: collects what the sources mark for translation, and compiles what is translated.

Marked are the calls of gettext and its kin and `N_` in Python, and the tags of Django's i18n in
templates. What is already translated is kept; a new sentence waits in the file with nothing beside
it; one that is marked no more goes.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.embedded.options import ROOT

SOURCES = ("config", "games", "kernel", "pages", "players", "tournaments", "web", "templates")
WRITTEN = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"
COMPILED = WRITTEN.with_suffix(".mo")
# What marks a sentence: whether a context comes first, and whether there is a plural.
MARKS = {
    "N_": (False, False),
    "_": (False, False),
    "_lazy": (False, False),
    "gettext": (False, False),
    "gettext_lazy": (False, False),
    "ngettext": (False, True),
    "ngettext_lazy": (False, True),
    "npgettext": (True, True),
    "pgettext": (True, False),
    "pgettext_lazy": (True, False),
}
_LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(?:n?p?gettext|_)\(\s*{_LITERAL}(?:\s*,\s*(?:{_LITERAL}|\w+))*\s*\)", re.S)

Key = tuple[str | None, str]


class German(Catalog):
    """A catalogue whose header says nothing that changes by itself: no hours, no versions."""

    mime_headers = (
        ("Project-Id-Version", "undercut"),
        ("Language", "de"),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    )


def key_of(message: Message) -> Key:
    """What a translation is looked up by: the context, and the English (the singular of two)."""
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def collected() -> dict[Key, Message]:
    """All that the sources mark, each with the files that it stands in; nothing is translated."""
    ids: dict[Key, str | tuple[str, str]] = {}
    files: dict[Key, set[str]] = defaultdict(set)
    for path in sources():
        for context, marked in _marked_in(path):
            key = (context, marked if isinstance(marked, str) else marked[0])
            # The same words alone and with a plural are one entry, the one with the plural.
            if not isinstance(marked, str) or key not in ids:
                ids[key] = marked
            files[key].add(path.relative_to(ROOT).as_posix())
    return {
        key: Message(
            ids[key], locations=[(file, None) for file in sorted(files[key])], context=key[0]
        )
        for key in sorted(ids, key=lambda key: (min(files[key]), key[1], key[0] or ""))
    }


def written() -> dict[Key, Message]:
    """The entries of the German catalogue as they are kept."""
    with WRITTEN.open("rb") as file:
        return {key_of(entry): entry for entry in read_po(file, locale="de") if entry.id}


def is_translated(message: Message) -> bool:
    """Whether it has German, both of its forms where it has two, and nobody doubts it."""
    strings = [message.string] if isinstance(message.string, str) else message.string
    return all(strings) and not message.fuzzy


def catalogue() -> German:
    """All that is marked, with the German that there is for it."""
    known, result = written(), German(locale="de", fuzzy=False)
    for key, message in collected().items():
        entry = known.get(key)
        has_plural = not isinstance(message.id, str)
        if entry is not None and has_plural == (not isinstance(entry.id, str)):
            message.string = entry.string
            message.user_comments = entry.user_comments
        result[message.id] = message
    return result


def as_text(entries: German) -> bytes:
    """The catalogue as it is kept and written by hand."""
    file = BytesIO()
    result = German(locale="de", fuzzy=False, header_comment="# German words of Undercut.")
    for message in entries:
        if message.id:
            result[message.id] = message
    write_po(file, result, width=79, include_lineno=False)
    return file.getvalue()


def as_compiled(entries: German) -> bytes:
    """The catalogue as the program reads it."""
    file = BytesIO()
    write_mo(file, entries)
    return file.getvalue()


def main() -> None:
    """Write both files anew, and say how much waits for its German."""
    entries = catalogue()
    WRITTEN.write_bytes(as_text(entries))
    COMPILED.write_bytes(as_compiled(entries))
    waiting = sum(not is_translated(entry) for entry in entries if entry.id)
    print(f"{len(entries)} sentences, {waiting} without German: {WRITTEN.relative_to(ROOT)}")


def sources() -> Iterator[Path]:
    """The files in which sentences are marked."""
    for top in SOURCES:
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts:
                yield path


def _name_of(function: ast.expr) -> str:
    """Without what it is a name of: some keep `_` as their own."""
    return getattr(function, "attr", getattr(function, "id", ""))


def _marked_in(path: Path) -> Iterator[tuple[str | None, str | tuple[str, str]]]:
    """The context of each marked sentence, and its English: one form, or one and many."""
    source = path.read_text()
    if path.suffix != ".py":
        # Of a template Django makes calls between words that mean nothing.
        source = "\n".join(CALL.findall(templatize(source)))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (mark := _name_of(node.func)) in MARKS:
            words = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            if words:
                has_context, has_plural = MARKS[mark]
                context = words.pop(0) if has_context else None
                yield context, tuple(words[:2]) if has_plural else words[0]


if __name__ == "__main__":
    main()
