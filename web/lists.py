"""Lists in pages: `?page=&page_size=` -> `{"count", "next", "previous", "results"}`."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.paginator import EmptyPage, Page, Paginator
from django.db.models import Model, QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from web.input import NumberInQuery, Query, read_query
from web.links import absolute_url

USUAL_SIZE = 100
BIGGEST_SIZE = 500

AModel = TypeVar("AModel", bound=Model)
Row = TypeVar("Row")


class PageQuery(Query):
    """Which page of a list."""

    page = NumberInQuery(min_value=1, default=1)
    page_size = NumberInQuery(
        min_value=1, default=USUAL_SIZE, help_text="More than 500 is taken as 500."
    )


class ListPagination(PageNumberPagination):
    """The page that the query asks for; a query that can't be read is refused."""

    page: "Page[Any]"
    request: Request

    def paginate_queryset(
        self,
        queryset: QuerySet[AModel, Row] | Sequence[Row],
        request: Request,
        view: APIView | None = None,
    ) -> list[Row]:
        """The rows of the page. Beyond its end a list has empty pages."""
        asked = read_query(PageQuery, request)
        paginator = Paginator(queryset, min(asked["page_size"], BIGGEST_SIZE))
        try:
            page = paginator.page(asked["page"])
        except EmptyPage:
            page = Page([], asked["page"], paginator)
        self.request, self.page = request, page
        return list(page)

    def get_next_link(self) -> str | None:
        return self._link(self.page.number + 1) if self.page.has_next() else None

    def get_previous_link(self) -> str | None:
        return self._link(self.page.number - 1) if self.page.has_previous() else None

    def _link(self, page: int) -> str:
        return replace_query_param(absolute_url(self.request.get_full_path()), "page", page)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        count = {"type": "integer", "description": "How many there are in all."}
        link = {"type": "string", "format": "uri", "nullable": True}
        fields = {"count": count, "next": link, "previous": link, "results": schema}
        return {"type": "object", "properties": fields, "required": list(fields)}
