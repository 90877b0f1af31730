"""The first sheet of a workbook (XLSX) as rows of text, within bounds.

A workbook is a zip of XML: what it would be when unpacked is looked at before anything is.
"""

import io
import zipfile
from datetime import date, datetime, time
from itertools import islice

from kernel.text import N_, Refusal, Text, refusal
from players.roster_rows import MOST_BYTES, MOST_LINES

MOST_UNPACKED = 32 * 1024 * 1024
MOST_PARTS = 500
MOST_COLUMNS = 60
LONGEST_CELL = 1_000

_NO_WORKBOOK = Text(
    "not_text", N_("This workbook cannot be read. Save the sheet as CSV and send that.")
)
_TOO_LARGE = Text(
    "too_large",
    N_("This workbook is too large. Save the sheet with the players as CSV alone."),
)

SheetRow = tuple[str, ...]


def read_sheet(data: bytes) -> tuple[list[SheetRow], tuple[str, ...]]:
    """The rows of the first sheet that holds something, and the names of those that are not read.
    Raises Refusal for what is no workbook, or is too large."""
    _check_parts(data)
    # Loaded when the first workbook comes: nothing else of the program needs it.
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        for sheet in sheets:
            # What a sheet says of its own size need not be true.
            sheet.reset_dimensions()
            cells = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
            rows = [tuple(map(_text, row)) for row in islice(cells, MOST_LINES + 2)]
            if any(map(any, rows)):
                return rows, tuple(other.title for other in sheets if other is not sheet)
    except Exception as error:
        raise Refusal(_NO_WORKBOOK) from error
    return [], ()


def _check_parts(data: bytes) -> None:
    """Refuse what is no workbook, or would be far larger when unpacked."""
    if len(data) > MOST_BYTES:
        raise Refusal(_TOO_LARGE)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            listed = parts.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Refusal(_NO_WORKBOOK) from error
    names = {part.filename for part in listed}
    if "word/document.xml" in names or "content.xml" in names:
        sentence = N_("This is a document. Copy the names out of it, or save a table as XLSX.")
        raise refusal("not_text", sentence)
    if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
        raise Refusal(_TOO_LARGE)
    if "xl/workbook.xml" not in names:
        raise Refusal(_NO_WORKBOOK)


def _text(cell: object) -> str:
    if cell is None or isinstance(cell, bool):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if isinstance(cell, datetime | date | time):
        cell = cell.isoformat()
    return str(cell)[:LONGEST_CELL].strip()
