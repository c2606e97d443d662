"""The clients: `GovernanceClient` blocks, `AsyncGovernanceClient` has the same functions as coroutines."""
from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.request import OpenerDirector

from .errors import NoResponseError
from .operations import OPERATIONS
from .request import USER_AGENT, Attempt, Operation, Outgoing, Response, Sender, Stream, build_url, json_bytes, origin_of
from .resources import AsyncResources, Resources


class _Caller:
    def __init__(self, base_url: str, api_key: Optional[str], retries: int, timeout: float, sender: Sender) -> None:
        self._origin = origin_of(base_url)
        self._api_key = api_key
        self._retries = retries
        self._timeout = timeout
        self._sender = sender

    def __call__(
        self, operation: str, path: "tuple[str, ...]", body: Any, query: Optional[Mapping[str, Any]], options: Any
    ) -> Response:
        row = OPERATIONS[operation]
        unknown = set(options) - {"retries", "timeout", "headers"} - ({"idempotency_key"} if row.is_idempotent else set())
        if unknown:
            raise TypeError(f"{operation} has no option {', '.join(sorted(unknown))}")
        sent = json_bytes(body) if row.takes == "json" and body is not None else body
        stream, data = self._sender.send(Outgoing(
            method=row.method,
            url=build_url(self._origin, row.path, path, query),
            headers=self._headers(row, body, options),
            body=sent.encode() if isinstance(sent, str) else sent,
            is_streamed=row.answers == "stream",
            is_repeatable=row.is_repeatable,
            retries=options.get("retries", self._retries),
            timeout=options.get("timeout", self._timeout),
        ))
        return Response(stream if row.answers == "stream" else _data(row, data), stream.status, stream.headers)

    def open(self, url: str) -> Stream:
        """Opens a URL without a key."""
        headers = {"User-Agent": USER_AGENT}
        return self._sender.send(Outgoing("GET", url, headers, None, True, True, self._retries, self._timeout))[0]

    def _headers(self, row: Operation, body: Any, options: Any) -> Dict[str, str]:
        key = options.get("idempotency_key") or str(uuid.uuid4())
        return {
            "User-Agent": USER_AGENT,
            **({"Accept": "application/json"} if row.answers == "json" else {}),
            **({"Content-Type": _media_type(row, body)} if body is not None else {}),
            **({"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}),
            **({"Idempotency-Key": key} if row.is_idempotent else {}),
            **options.get("headers", {}),
        }


def _media_type(row: Operation, body: Any) -> str:
    if row.takes == "json":
        return "application/json"
    return "text/plain; charset=utf-8" if isinstance(body, str) else "application/octet-stream"


def _data(row: Operation, data: bytes) -> Any:
    if row.answers == "nothing":
        return None
    try:
        return json.loads(data)
    except ValueError as cause:
        raise NoResponseError(f"{row.method} {row.path} returned a response that is not JSON.") from cause


class GovernanceClient(Resources):
    """A client of the API with one key. It can be shared by threads.

    After retries, calls raise `ApiError` for a response that is not 2xx, and `NoResponseError` without a response.
    Operations that create a resource are sent with an `Idempotency-Key`, so that retries create it once.

    :param base_url: the URL of the service, with or without `/v1`
    :param api_key: `gas_live_…`, or `gas_test_…` for a sandbox organisation
    :param retries: maximum number of retries
    :param timeout: timeout of each network operation in seconds
    :param opener: replaces the default opener of urllib, for example to set a proxy or certificates. The client adds a
        handler to it, which rejects redirects of requests with an API key
    :param on_attempt: called after each attempt, for logs and metrics
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = 4,
        timeout: float = 30.0,
        opener: Optional[OpenerDirector] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> None:
        self._caller = _Caller(base_url, api_key, retries, timeout, Sender(opener, on_attempt))
        super().__init__(self._caller)

    def request(
        self, operation: str, *path: str, body: Any = None, query: Optional[Mapping[str, Any]] = None, **options: Any
    ) -> Response:
        """Calls an operation by its operationId, and returns status and headers with the data."""
        return self._caller(operation, path, body, query, options)


class AsyncGovernanceClient(AsyncResources):
    """`GovernanceClient` with coroutines, which run each request in a thread.

    If you cancel a call, its request continues in its thread until it ends, and its result is dropped.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = 4,
        timeout: float = 30.0,
        opener: Optional[OpenerDirector] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> None:
        self._caller = _Caller(base_url, api_key, retries, timeout, Sender(opener, on_attempt))
        super().__init__(self._caller)

    async def request(
        self, operation: str, *path: str, body: Any = None, query: Optional[Mapping[str, Any]] = None, **options: Any
    ) -> Response:
        """Calls an operation by its operationId, and returns status and headers with the data."""
        return await asyncio.to_thread(self._caller, operation, path, body, query, options)
