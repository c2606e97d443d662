"""Sends requests, and retries those that are safe to repeat."""
from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Dict, Mapping, Optional, Union
from urllib.parse import quote, urlencode

from .errors import ApiError, GovernanceError, NoResponseError

#: The response of operations that return lines or a file: read it like a file, and close it.
Stream = HTTPResponse

USER_AGENT = "governance-audit-python/0.1.0"
#: Statuses after which a retry can succeed.
PASSING = frozenset((408, 500, 502, 503, 504))
BASE_DELAY, MAX_DELAY = 0.25, 8.0
#: For longer delays the call raises instead. A window of the rate limit is one minute.
MAX_RETRY_AFTER = 120.0


@dataclass(frozen=True)
class Operation:
    """A row of the table of operations."""

    method: str
    path: str
    takes: str
    answers: str
    is_idempotent: bool
    is_repeatable: bool


@dataclass(frozen=True)
class Response:
    """A response with its status and headers (`X-RateLimit-Remaining`, `ETag` and others)."""

    data: Any
    status: int
    headers: "Message[str, str]"


@dataclass(frozen=True)
class Attempt:
    """The result of one attempt. Times are in seconds."""

    method: str
    url: str
    attempt: int
    duration: float
    status: Optional[int]
    error: Optional[GovernanceError]
    retry_in: Optional[float]


@dataclass(frozen=True)
class Outgoing:
    """A request that can be sent repeatedly."""

    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    is_streamed: bool
    is_repeatable: bool
    retries: int
    timeout: float


class _KeepSecrets(urllib.request.BaseHandler):
    """Rejects redirects of requests with an API key, which could be sent to another host."""

    handler_order = 0  # Before every handler that follows redirects.

    def http_error_302(self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any) -> None:
        if req.has_header("Authorization"):
            raise urllib.error.HTTPError(req.full_url, code, msg, headers, fp)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class Sender:
    """Sends a request until it succeeds or cannot be retried."""

    def __init__(
        self,
        opener: Optional[urllib.request.OpenerDirector] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> None:
        self._opener = opener or urllib.request.build_opener()
        self._opener.add_handler(_KeepSecrets())
        self._on_attempt = on_attempt

    def send(self, request: Outgoing) -> "tuple[Stream, bytes]":
        attempt = 0
        while True:
            attempt += 1
            started = time.monotonic()
            error: Optional[Union[ApiError, NoResponseError]] = None
            status: Optional[int] = None
            result: "Optional[tuple[Stream, bytes]]" = None
            try:
                result = self._exchange(request)
                status = result[0].status
            except (ApiError, NoResponseError) as problem:
                error, status = problem, getattr(problem, "status", None)
            delay = delay_before_next(attempt, error, request.is_repeatable, request.retries) if error else None
            if self._on_attempt:
                url, duration = request.url.partition("?")[0], time.monotonic() - started
                self._on_attempt(Attempt(request.method, url, attempt, duration, status, error, delay))
            if result:
                return result
            if error and delay is None:
                raise error
            time.sleep(delay or 0)

    def _exchange(self, request: Outgoing) -> "tuple[Stream, bytes]":
        method, url = request.method, request.url
        place = f"{method} {url.partition('?')[0]}"
        sent = urllib.request.Request(url, data=request.body, headers=request.headers, method=method)
        try:
            try:
                response = self._opener.open(sent, timeout=request.timeout)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    text = refusal.read().decode("utf-8", "replace")
                raise ApiError(method, url, refusal.code, refusal.headers, text) from None
            if request.is_streamed:
                return response, b""
            with response:
                return response, response.read()
        except (OSError, HTTPException) as cause:
            reason = getattr(cause, "reason", cause)
            if isinstance(reason, TimeoutError) or "timed out" in str(reason):
                message = f"{place} received no response within {request.timeout:g} seconds."
                raise NoResponseError(message, is_timeout=True) from cause
            raise NoResponseError(f"{place} received no response: {reason or type(reason).__name__}.") from cause


def delay_before_next(
    attempts: int, error: Union[ApiError, NoResponseError], is_repeatable: bool, retries: int
) -> Optional[float]:
    """The delay before the next attempt in seconds; None if the request must not be retried.

    The rate limit rejects a request (429) before it starts, so any request can be retried. After other failures, only
    requests that are safe to repeat. The delay is exponential with full jitter, in addition to `Retry-After`.
    """
    if attempts > retries or not _may_pass(error, is_repeatable):
        return None
    asked = (error.retry_after or 0.0) if isinstance(error, ApiError) else 0.0
    if asked > MAX_RETRY_AFTER:
        return None
    limit: float = min(MAX_DELAY, BASE_DELAY * 2 ** (attempts - 1))
    return asked + random.random() * limit


def _may_pass(error: Union[ApiError, NoResponseError], is_repeatable: bool) -> bool:
    if not isinstance(error, ApiError):
        return is_repeatable
    if error.status == 429:
        return True
    return is_repeatable and (error.status in PASSING or error.code == "idempotency_in_progress")


def build_url(origin: str, template: str, path: "tuple[str, ...]", query: Optional[Mapping[str, Any]]) -> str:
    """The URL of an operation. Raises ValueError for an ID such as `..` that would change the resource."""
    names = re.findall(r"\{(\w+)\}", template)
    if len(path) != len(names):
        raise ValueError(f"{template} takes {len(names)} IDs, not {len(path)}")
    for name, value in zip(names, path):
        if not isinstance(value, str) or re.fullmatch(r"\.{0,2}", value):
            raise ValueError(f"{template}: {name} must be an ID, not {value!r}")
        template = template.replace(f"{{{name}}}", quote(value, safe=""))
    given = {name: value for name, value in (query or {}).items() if value is not None}
    # Lists are repeated parameters, because their values may contain commas.
    search = urlencode([
        (name, str(one).lower() if isinstance(one, bool) else one)
        for name, value in given.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
    ])
    return f"{origin}{template}{'?' if search else ''}{search}"


def origin_of(base_url: str) -> str:
    """The base URL without `/v1` and without a trailing slash."""
    if not re.match("https?://", base_url):
        raise ValueError(f"base_url must start with https:// or http://, not {base_url!r}")
    return re.sub("/v1$", "", base_url.rstrip("/"))


def json_bytes(value: Any) -> bytes:
    """Raises ValueError for numbers that JSON cannot represent."""
    return json.dumps(value, allow_nan=False).encode()
