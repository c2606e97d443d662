"""Base classes of the generated resources."""
from __future__ import annotations

import asyncio
from typing import Any, Dict, Mapping, Optional, Protocol, TypedDict

from .listing import AsyncListing, Listing
from .request import Response


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    retries: int
    #: Timeout of each network operation in seconds.
    timeout: float
    #: Additional headers, such as `If-Match` or `X-Request-Id`. For bytes, also `Content-Type` and `Content-Encoding`.
    headers: Mapping[str, str]


class CreateOptions(CallOptions, total=False):
    """Options of operations that create resources."""

    #: Default: a new key for each call. All attempts of a call use the same key.
    idempotency_key: str


class Caller(Protocol):
    """Sends the request of an operation."""

    def __call__(
        self, operation: str, path: "tuple[str, ...]", body: Any, query: Optional[Mapping[str, Any]], options: Any
    ) -> Response: ...

    def open(self, url: str) -> Any: ...


class Resource:
    """The operations of one resource, as functions that block."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _call(self, operation: str, *path: str, body: Any = None, query: Any = None, **options: Any) -> Any:
        return self._caller(operation, path, body, query, options).data

    def _list(self, operation: str, *path: str, query: Any = None, **options: Any) -> Listing[Any, Any]:
        return Listing(lambda cursor: self._call(operation, *path, query=_at(query, cursor), **options))


class AsyncResource:
    """The same functions as coroutines. A request runs in a thread (`asyncio.to_thread`)."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def _call(self, operation: str, *path: str, body: Any = None, query: Any = None, **options: Any) -> Any:
        return (await asyncio.to_thread(self._caller, operation, path, body, query, options)).data

    def _list(self, operation: str, *path: str, query: Any = None, **options: Any) -> AsyncListing[Any, Any]:
        async def read(cursor: Optional[str]) -> Any:
            return await self._call(operation, *path, query=_at(query, cursor), **options)

        return AsyncListing(read)


def _at(query: Any, cursor: Optional[str]) -> Optional[Dict[str, Any]]:
    return query if cursor is None else {**(query or {}), "cursor": cursor}
