"""Lists that are read page by page."""
from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, Optional, TypeVar

One = TypeVar("One")
Page = TypeVar("Page")


class Listing(Generic[One, Page]):
    """Iterate over it for the items of all pages, or call `page()` for the first page. Pages are fetched as needed."""

    def __init__(self, read: Callable[[Optional[str]], Page]) -> None:
        self._read = read

    def page(self) -> Page:
        """The first page, with `data` and `pagination`."""
        return self._read(None)

    def pages(self) -> Iterator[Page]:
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = _next(page)
            if cursor is None:
                return

    def __iter__(self) -> Iterator[One]:
        for page in self.pages():
            yield from _items(page)


class AsyncListing(Generic[One, Page]):
    """Await it for the first page, or use `async for` for the items of all pages."""

    def __init__(self, read: Callable[[Optional[str]], Awaitable[Page]]) -> None:
        self._read = read

    async def page(self) -> Page:
        """The first page, with `data` and `pagination`."""
        return await self._read(None)

    def __await__(self) -> Generator[Any, None, Page]:
        return self.page().__await__()

    async def pages(self) -> AsyncIterator[Page]:
        cursor: Optional[str] = None
        while True:
            page = await self._read(cursor)
            yield page
            cursor = _next(page)
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[One]:
        async for page in self.pages():
            for one in _items(page):
                yield one


def _items(page: Any) -> Any:
    return page["data"]


def _next(page: Any) -> Optional[str]:
    """The cursor of the next page; None after the last."""
    pagination = page["pagination"]
    return pagination.get("nextCursor") if pagination["hasMore"] else None
