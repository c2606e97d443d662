"""A bounded queue of events that a background thread appends in batches."""
from __future__ import annotations

import atexit
import json
import logging
import os
import re
import threading
import time
import uuid
from collections import deque
from datetime import datetime, timezone
from typing import Any, Callable, Deque, List, Mapping, Optional, cast

from .client import GovernanceClient
from .errors import ApiError, GovernanceError
from .request import PASSING
from .types import AppendEvent

logger = logging.getLogger("governance_audit")

#: A batch can be at most 8 MiB.
MAX_BATCH_BYTES = 4 * 2**20
LONGEST_PAUSE = 30.0
#: Responses that depend on the contents of the batch.
CONTENT_STATUSES = frozenset((400, 413, 422))
#: The service rejects requests that contain NUL characters or lone surrogates.
UNSAFE_TEXT = re.compile("[\0\ud800-\udfff]")


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
        self._events: Deque[str] = deque()  # JSON, so that later changes to an object do not change its event.
        self._in_flight = 0
        self._unreported: List[AppendEvent] = []  # The events in flight without a result.
        self._is_closed = self._is_urgent = self._is_abandoned = False
        self._thread: Optional[threading.Thread] = None

    def put(self, event: AppendEvent) -> bool:
        """Adds a copy of an event without waiting. Returns False if it is not valid, or the queue is full or closed. Sets
        `timestamp` if absent."""
        if self._pid != os.getpid():
            self._reset()  # After a fork: the parent appends its own events.
        dated: AppendEvent = {"timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"), **event}
        try:
            text = json.dumps(dated, allow_nan=False)
            _reject_unsafe(dated)
        except (TypeError, ValueError, RecursionError) as error:
            self._on_dropped(dated, f"it is not valid JSON ({error})")
            return False
        with self._changed:
            is_full = len(self._events) + self._in_flight >= self._capacity
            if not is_full and not self._is_closed:
                self._events.append(text)
                self._start()
                self._changed.notify_all()
                return True
        self._on_dropped(dated, "the queue is full" if is_full else "the queue is closed")
        return False

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Waits until all events are appended. Returns False if the timeout in seconds passes first."""
        if self._pid != os.getpid():
            return True  # After a fork: the events are the parent's.
        with self._changed:
            self._is_urgent = True
            self._changed.notify_all()
            try:
                return self._changed.wait_for(lambda: not self._events and not self._in_flight, timeout)
            finally:
                self._is_urgent = self._is_closed

    def close(self, timeout: Optional[float] = None) -> bool:
        """Stops accepting events, and waits until all events are appended.

        If the timeout passes first, calls `on_dropped` for each remaining event, and returns False.
        """
        if self._pid != os.getpid():
            return True
        atexit.unregister(self.close)
        with self._changed:
            self._is_closed = True
        is_empty = self.flush(timeout)
        with self._changed:
            unanswered, unsent = self._unreported, [json.loads(text) for text in self._events]
            self._events.clear()
            self._unreported = []
            self._is_abandoned = True
            self._changed.notify_all()
        self._drop(unanswered, "the queue was closed before the service confirmed it, so it may be recorded")
        self._drop(unsent, "the queue was closed before it could be sent")
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
            while self._events and len(batch) < self._batch_size and (not batch or total + len(self._events[0]) <= MAX_BATCH_BYTES):
                text = self._events.popleft()
                batch.append(json.loads(text))
                total += len(text)
            self._in_flight, self._unreported = len(batch), batch
            return batch

    def _append(self, batch: List[AppendEvent]) -> None:
        """Sends a batch until it is appended or rejected. All attempts have the same key, so it is appended once. If the
        service rejects a batch because of its contents, sends each half, so that only the invalid events are lost."""
        key, pause = str(uuid.uuid4()), 1.0
        while not self._is_abandoned:
            try:
                result = self._client.audit.append_batch({"events": batch}, {"partial": "true"}, idempotency_key=key)
            except GovernanceError as error:
                if isinstance(error, ApiError) and error.status not in PASSING | {429} and error.code != "idempotency_in_progress":
                    if error.status not in CONTENT_STATUSES or len(batch) == 1:
                        return self._drop(self._settled(batch), str(error))
                    middle = len(batch) // 2
                    self._append(batch[:middle])
                    return self._append(batch[middle:])
                logger.warning("Events cannot be recorded at the moment and stay in the queue: %s", error)
                with self._changed:
                    self._changed.wait_for(lambda: self._is_abandoned, pause)
                pause = min(LONGEST_PAUSE, pause * 2)
                continue
            except Exception as error:  # The thread must survive.
                return self._drop(self._settled(batch), f"{type(error).__name__}: {error}")
            events = self._settled(batch)
            for one in result["results"]:
                reason = cast(Mapping[str, Any], one)
                if events and "error" in reason:
                    self._on_dropped(events[reason["index"]], f"{reason['error']}: {reason['message']}")
            return

    def _settled(self, batch: List[AppendEvent]) -> List[AppendEvent]:
        """The events of a batch, whose result is known. Empty if `close` has reported them."""
        with self._changed:
            self._unreported = self._unreported[len(batch):]
            return [] if self._is_abandoned else batch

    def _drop(self, batch: List[AppendEvent], reason: str) -> None:
        for event in batch:
            self._on_dropped(event, reason)


def _reject_unsafe(value: Any) -> None:
    """Raises ValueError for values because of which the service rejects a request as a whole."""
    if isinstance(value, str) and UNSAFE_TEXT.search(value):
        raise ValueError("a text contains a NUL character or a lone surrogate")
    if isinstance(value, (int, float)) and 2**53 < abs(value) and (isinstance(value, int) or abs(value) < 1e21):
        raise ValueError("an integer is beyond ±2^53: use a string")
    if isinstance(value, dict):
        value = [*map(str, value), *value.values()]
    if isinstance(value, (list, tuple)):
        for one in value:
            _reject_unsafe(one)
