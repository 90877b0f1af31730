"""Lists as files for spreadsheets (RFC 4180)."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""By it Excel knows that a file is UTF-8."""
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | float | None


def csv_answer(name: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """The rows below their headings as a file to keep, for this reader alone."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(headings)
    writer.writerows([[harmless(cell) for cell in row] for row in rows])
    answer = HttpResponse(
        BYTE_ORDER_MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    patch_cache_control(answer, no_cache=True, private=True)
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula: such words get an apostrophe before them,
    numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(BEGINS_A_FORMULA):
        return f"'{cell}"
    return cell
