"""Lists in pages: `?page=&page_size=` -> `{"count", "next", "previous", "results"}`."""

from typing import Any

from django.core.paginator import Paginator
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
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


class EndlessPaginator(Paginator):
    """Beyond its end a list has empty pages."""

    def validate_number(self, number: int) -> int:
        return number


class ListPagination(PageNumberPagination):
    """The page that the query asks for; a query that can't be read is refused."""

    django_paginator_class = EndlessPaginator
    template = None

    def get_page_size(self, request: Request) -> int:
        return min(read_query(PageQuery, request)["page_size"], BIGGEST_SIZE)

    def get_page_number(self, request: Request, paginator: Paginator) -> int:
        return read_query(PageQuery, request)["page"]

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
