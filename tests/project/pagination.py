"""Every pagination of DRF, with pages of two."""

from rest_framework.pagination import CursorPagination, LimitOffsetPagination, PageNumberPagination


class Pages(PageNumberPagination):
    page_size = 2


class Offsets(LimitOffsetPagination):
    default_limit = 2


class Cursors(CursorPagination):
    page_size = 2
    ordering = "name"
