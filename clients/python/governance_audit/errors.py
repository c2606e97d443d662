"""Exceptions of the client. All are subclasses of `GovernanceError`."""
from __future__ import annotations

import json
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Optional


class GovernanceError(Exception):
    """Base class of all exceptions of this package."""


class ApiError(GovernanceError):
    """A response that is not 2xx, with the message of the service."""

    def __init__(self, method: str, url: str, status: int, headers: "Message[str, str]", text: str) -> None:
        self.body: Any = _parsed(text)
        members: Dict[str, Any] = self.body if isinstance(self.body, dict) else {}
        message = members.get("message")
        self.message: str = message if isinstance(message, str) else f"The request failed with status {status}."
        super().__init__(self.message)
        self.status = status
        #: For programs. `unknown` if the response is not from the service, but for example from a proxy.
        self.code: str = members["error"] if isinstance(members.get("error"), str) else "unknown"
        #: The problems of the request: dictionaries with `path` and `message`.
        self.details: List[Dict[str, str]] = members["details"] if isinstance(members.get("details"), list) else []
        #: Identifies the request in the service's logs. Include it when you report a problem.
        self.request_id: Optional[str] = members.get("requestId") or headers.get("X-Request-Id")
        #: With 403: the scope that the key lacks.
        self.required_scope: Optional[str] = members.get("requiredScope")
        #: Seconds to wait, if the response has `Retry-After`.
        self.retry_after = _retry_after(headers.get("Retry-After"))
        self.method = method
        #: Without its query, which may contain a token.
        self.url = url.partition("?")[0]

    def __str__(self) -> str:
        problems = "".join(f" {one['path']}: {one['message']}." for one in self.details if {"path", "message"} <= set(one))
        return f"{self.status} {self.code}: {self.message}{problems}"


class NoResponseError(GovernanceError):
    """No complete response: no connection, a lost connection or a timeout. `__cause__` is the original exception."""

    def __init__(self, message: str, is_timeout: bool = False) -> None:
        super().__init__(message)
        self.is_timeout = is_timeout


class WebhookError(GovernanceError):
    """The request is not genuine. Respond with 400.

    `reason` is `no_signature`, `wrong_time`, `wrong_signature` or `not_json`.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class PackageError(GovernanceError):
    """The package failed, has expired, or the downloaded file does not match its hash."""

    def __init__(self, message: str, package_id: str) -> None:
        super().__init__(message)
        self.package_id = package_id


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _retry_after(value: Optional[str]) -> Optional[float]:
    """`Retry-After` (RFC 9110, 10.2.3): seconds, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
