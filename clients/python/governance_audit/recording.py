"""A bounded queue of events that a background thread appends in batches."""
from __future__ import annotations

import atexit
import json
import logging
import os
import threading
import time
import uuid
from collections import deque
from datetime import datetime, timezone
from typing import Any, Callable, Deque, List, Mapping, Optional, Tuple, cast

from .client import GovernanceClient
from .errors import ApiError, GovernanceError
from .request import PASSING
from .types import AppendEvent

logger = logging.getLogger("governance_audit")

#: A batch can be at most 8 MiB.
MAX_BATCH_BYTES = 4 * 2**20
LONGEST_PAUSE = 30.0


class EventQueue:
    """Appends events from a background thread, in order and each event once, so that your calls do not wait.

    The queue is in memory. Events that are still in it are appended when the process exits, for at most `exit_timeout`
    seconds. They are lost if the process is killed. Use `client.audit.append` for events that must not be lost.

    :param capacity: maximum number of events. When the queue is full, `put` drops the event and returns False
    :param batch_size: maximum number of events in a request. It must not exceed your rate limit of events per minute
    :param interval: seconds to wait for further events before a batch is sent
    :param on_dropped: called with an event that was not recorded, and the reason. Default: logs the reason
    """

    def __init__(
        self,
        client: GovernanceClient,
        *,
        capacity: int = 10_000,
        batch_size: int = 100,
        interval: float = 0.5,
        exit_timeout: float = 10.0,
        on_dropped: Optional[Callable[[AppendEvent, str], None]] = None,
    ) -> None:
        self._client = client
        self._capacity, self._batch_size, self._interval = capacity, batch_size, interval
        self._on_dropped = on_dropped or (lambda event, reason: logger.warning("An event was not recorded: %s", reason))
        self._exit_timeout = exit_timeout
        self._reset()
        atexit.register(self.close, exit_timeout)

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._changed = threading.Condition()
        self._events: Deque[Tuple[AppendEvent, int]] = deque()
        self._in_flight = 0
        self._is_closed = self._is_urgent = self._is_abandoned = False
        self._thread: Optional[threading.Thread] = None

    def put(self, event: AppendEvent) -> bool:
        """Adds an event without waiting. Returns False if the queue is full or closed. Sets `timestamp` if absent."""
        if self._pid != os.getpid():
            self._reset()  # After a fork: the parent appends its own events.
        dated: AppendEvent = {"timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"), **event}
        try:
            size = len(json.dumps(dated, allow_nan=False))
        except (TypeError, ValueError) as error:
            self._on_dropped(dated, f"it is not JSON ({error})")
            return False
        with self._changed:
            is_full = len(self._events) + self._in_flight >= self._capacity
            if not is_full and not self._is_closed:
                self._events.append((dated, size))
                self._start()
                self._changed.notify_all()
                return True
        self._on_dropped(dated, "the queue is full" if is_full else "the queue is closed")
        return False

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Waits until all events are appended. Returns False if the timeout in seconds passes first."""
        with self._changed:
            self._is_urgent = True
            self._changed.notify_all()
            try:
                return self._changed.wait_for(lambda: not self._events and not self._in_flight, timeout)
            finally:
                self._is_urgent = self._is_closed

    def close(self, timeout: Optional[float] = None) -> bool:
        """Accepts no further events, and flushes. Returns False, and reports the events, if the timeout passes first."""
        if self._pid != os.getpid():
            return True
        atexit.unregister(self.close)
        with self._changed:
            self._is_closed = True
        is_empty = self.flush(timeout)
        with self._changed:
            left = [event for event, _ in self._events]
            self._events.clear()
            self._is_abandoned = True
            self._changed.notify_all()
        for event in left:
            self._on_dropped(event, "the queue was closed before it could be sent")
        return is_empty

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="governance-audit", daemon=True)
            self._thread.start()

    def is_own_thread(self) -> bool:
        return threading.current_thread() is self._thread

    def _run(self) -> None:
        while True:
            batch = self._next_batch()
            if not batch:
                return
            self._append(batch)
            with self._changed:
                self._in_flight = 0
                self._changed.notify_all()

    def _next_batch(self) -> List[AppendEvent]:
        """Waits for events. Empty when the queue is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._is_closed)
            is_due = lambda: len(self._events) >= self._batch_size or self._is_urgent or self._is_closed  # noqa: E731
            self._changed.wait_for(is_due, self._interval)
            batch: List[AppendEvent] = []
            total = 0
            while self._events and len(batch) < self._batch_size and (not batch or total + self._events[0][1] <= MAX_BATCH_BYTES):
                event, size = self._events.popleft()
                batch.append(event)
                total += size
            self._in_flight = len(batch)
            return batch

    def _append(self, batch: List[AppendEvent]) -> None:
        """Sends a batch until it is appended or rejected. All attempts have the same key, so it is appended once."""
        key, pause = str(uuid.uuid4()), 1.0
        while True:
            try:
                result = self._client.audit.append_batch({"events": batch}, {"partial": "true"}, idempotency_key=key)
            except GovernanceError as error:
                if isinstance(error, ApiError) and error.status not in PASSING | {429} and error.code != "idempotency_in_progress":
                    return self._drop(batch, str(error))
                logger.warning("Events cannot be recorded at the moment and stay in the queue: %s", error)
                with self._changed:
                    is_abandoned = self._changed.wait_for(lambda: self._is_abandoned, pause)
                if is_abandoned:
                    return self._drop(batch, str(error))
                pause = min(LONGEST_PAUSE, pause * 2)
                continue
            except Exception as error:  # The thread must survive.
                return self._drop(batch, f"{type(error).__name__}: {error}")
            for one in result["results"]:
                reason = cast(Mapping[str, Any], one)
                if "error" in reason:
                    self._on_dropped(batch[reason["index"]], f"{reason['error']}: {reason['message']}")
            return

    def _drop(self, batch: List[AppendEvent], reason: str) -> None:
        for event in batch:
            self._on_dropped(event, reason)
