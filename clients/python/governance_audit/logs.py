"""A handler that records log records as events."""
from __future__ import annotations

import logging
from typing import Any, Dict, Optional, Union

from .client import GovernanceClient
from .recording import EventQueue
from .types import AppendEvent, EventType, Severity


class AuditLogHandler(logging.Handler):
    """Records log records as events, which a background thread appends continuously.

    When the process exits, the handler waits up to 10 seconds for the remaining events, or for the `exit_timeout` of your
    own `EventQueue`.

    A record can set members of its event: `logger.info("Deployed", extra={"audit": {"eventType": "DEPLOYMENT"}})`. Members
    of `payload` are added to `logger`, `level`, `message` and, for an exception, `errorType`.

    :param recorder: a client, or your own `EventQueue`
    :param model_id: the model of the events
    :param event_type: the type of the events. Default: ALERT, for all levels
    """

    def __init__(
        self,
        recorder: Union[GovernanceClient, EventQueue],
        model_id: str,
        *,
        event_type: EventType = "ALERT",
        level: int = logging.WARNING,
    ) -> None:
        super().__init__(level)
        self._owned: Optional[EventQueue] = EventQueue(recorder) if isinstance(recorder, GovernanceClient) else None
        self._queue: EventQueue = self._owned or recorder  # type: ignore[assignment]
        self._model_id, self._event_type = model_id, event_type

    def emit(self, record: logging.LogRecord) -> None:
        # Records of this package and of its thread would create further records.
        if record.name.split(".")[0] == "governance_audit" or self._queue.is_own_thread():
            return
        try:
            self._queue.put(self._event_of(record))
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Does not wait. Use `EventQueue.flush` to wait until the events are appended."""

    def close(self) -> None:
        if self._owned:
            self._owned.close(timeout=10.0)
        super().close()

    def _event_of(self, record: logging.LogRecord) -> AppendEvent:
        given: Dict[str, Any] = dict(getattr(record, "audit", {}))
        payload = {
            "logger": record.name,
            "level": record.levelname,
            "message": record.getMessage(),
            **({"errorType": record.exc_info[0].__name__} if record.exc_info and record.exc_info[0] else {}),
            **given.pop("payload", {}),
        }
        event: AppendEvent = {
            "modelId": self._model_id,
            "eventType": self._event_type,
            "severity": severity_of(record.levelno),
            "payload": payload,
        }
        return {**event, **given}  # type: ignore[typeddict-item]


def severity_of(level: int) -> Severity:
    if level >= logging.CRITICAL:
        return "CRITICAL"
    if level >= logging.ERROR:
        return "HIGH"
    return "MEDIUM" if level >= logging.WARNING else "INFO"
