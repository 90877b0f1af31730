"""Lists in pages: `?page=&page_size=` -> `{"count", "next", "previous", "results"}`."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from web.input import NumberInQuery, Query, read_query
from web.links import absolute_url

USUAL_SIZE = 100
BIGGEST_SIZE = 500


class PageQuery(Query):
    """Which page of a list."""

    page = NumberInQuery(min_value=1, default=1)
    page_size = NumberInQuery(
        min_value=1, default=USUAL_SIZE, help_text="More than 500 is taken as 500."
    )


def page_of(row: type[serializers.Serializer]) -> serializers.Serializer:
    """The shape of a page of such rows, for the documentation."""
    return inline_serializer(
        name=f"{row.__name__}Page",
        fields={
            "count": serializers.IntegerField(help_text="How many there are in all."),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": row(many=True),
        },
    )


def page_answer(
    request: Request,
    items: QuerySet[Any] | Sequence[Any],
    row: Callable[[Any], Any],
) -> Response:
    """The page that the query asks for, each item as `row` shows it."""
    asked = read_query(PageQuery, request)
    page, size = asked["page"], min(asked["page_size"], BIGGEST_SIZE)
    count = items.count() if isinstance(items, QuerySet) else len(items)
    start = min((page - 1) * size, count)
    shown = items[start : start + size] if start < count else ()
    here = absolute_url(request.get_full_path())
    following = replace_query_param(here, "page", page + 1) if start + size < count else None
    before = replace_query_param(here, "page", page - 1) if page > 1 else None
    return Response(
        {
            "count": count,
            "next": following,
            "previous": before,
            "results": [row(item) for item in shown],
        }
    )
