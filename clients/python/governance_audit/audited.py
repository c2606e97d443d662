"""A decorator that records the calls of a function."""
from __future__ import annotations

import asyncio
import functools
import hashlib
import inspect
import logging
import math
import threading
import time
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, TypeVar, Union, cast

from verify_evidence import canonical

from .client import AsyncGovernanceClient, GovernanceClient
from .recording import EventQueue
from .resources import Audit
from .types import AppendEvent, EventActor

logger = logging.getLogger("governance_audit")
Function = TypeVar("Function", bound=Callable[..., Any])
Recorder = Union[GovernanceClient, AsyncGovernanceClient, EventQueue]


def audited(
    recorder: Recorder,
    *,
    model_id: str,
    include_contents: bool = False,
    details: Optional[Callable[[Any], Mapping[str, Any]]] = None,
    tags: Sequence[str] = (),
    actor: Optional[EventActor] = None,
    must_record: bool = False,
) -> Callable[[Function], Function]:
    """Records an INFERENCE event for each call of a function or coroutine function.

    The payload has `function`, `outcome` (`success` or `error`), `latencyMs`, `inputHash`, `outputHash`, and `errorType`
    if the call raises an exception. The exception is raised again. An input or output that cannot be hashed, for example
    because its `repr` fails, is logged and left out. If a coroutine is cancelled, its event is appended in a thread, so
    that the cancellation does not wait.

    :param recorder: a client, which appends the event before the call returns, or an `EventQueue`, which does not wait
    :param include_contents: also records `input`, `output` and the message of an error. The audit chain is permanent,
        so do not record personal data
    :param details: further members of the payload, computed from the result, such as `confidence` or `decisionOutput`
    :param must_record: whether a successful call raises an exception if its event cannot be appended. By default,
        the failure is logged
    """
    if must_record and isinstance(recorder, EventQueue):
        raise TypeError("must_record requires a client, because a queue appends events after the call has returned")
    append: Callable[[AppendEvent], Any]
    if isinstance(recorder, EventQueue):
        append = recorder.put
    else:
        append = (Audit(recorder._caller) if isinstance(recorder, AsyncGovernanceClient) else recorder.audit).append

    def decorate(function: Function) -> Function:
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError(f"{function.__qualname__} is a generator: decorate the function that consumes it")
        signature = inspect.signature(function)

        def started(args: Any, kwargs: Any) -> Dict[str, Any]:
            return {"function": function.__qualname__, **described("input", lambda: _arguments(signature, args, kwargs))}

        def failed(payload: Dict[str, Any], error: BaseException) -> AppendEvent:
            content = {"errorMessage": str(error)} if include_contents else {}
            return event({**payload, "outcome": "error", "errorType": type(error).__name__, **content})

        def succeeded(payload: Dict[str, Any], result: Any) -> AppendEvent:
            further = details(result) if details else {}
            return event({**payload, "outcome": "success", **described("output", lambda: result), **further})

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def call_async(*args: Any, **kwargs: Any) -> Any:
                payload, began = started(args, kwargs), time.perf_counter()
                try:
                    result = await function(*args, **kwargs)
                except BaseException as error:
                    given = (failed, timed(payload, began), error)
                    if isinstance(error, Exception) or isinstance(recorder, EventQueue):
                        await record_async(*given)
                    else:  # Cancellation must not wait.
                        threading.Thread(target=record, args=given, name="governance-audit").start()
                    raise
                await record_async(succeeded, timed(payload, began), result)
                return result

            return cast(Function, call_async)

        if isinstance(recorder, AsyncGovernanceClient):
            raise TypeError(f"{function.__qualname__} is not a coroutine function: use GovernanceClient or EventQueue")

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            payload, began = started(args, kwargs), time.perf_counter()
            try:
                result = function(*args, **kwargs)
            except BaseException as error:
                record(failed, timed(payload, began), error)
                raise
            record(succeeded, timed(payload, began), result)
            return result

        return cast(Function, call)

    def described(name: str, value: Callable[[], Any]) -> Dict[str, Any]:
        try:
            plain = _plain(value())
            return {f"{name}Hash": _hash(plain), **({name: plain} if include_contents else {})}
        except Exception as error:
            logger.warning("The %s of a call was not recorded: %s", name, error)
            return {}

    def timed(payload: Dict[str, Any], began: float) -> Dict[str, Any]:
        return {**payload, "latencyMs": round((time.perf_counter() - began) * 1000, 3)}

    def event(payload: Dict[str, Any]) -> AppendEvent:
        made: AppendEvent = {"modelId": model_id, "eventType": "INFERENCE", "payload": payload, "tags": list(tags)}
        return {**made, "actor": actor} if actor else made

    def record(build: Callable[[Dict[str, Any], Any], AppendEvent], payload: Dict[str, Any], outcome: Any) -> None:
        try:
            append(build(payload, outcome))
        except Exception as error:
            if must_record and not isinstance(outcome, BaseException):
                raise
            logger.warning("A call was not recorded: %s", error)

    async def record_async(build: Callable[[Dict[str, Any], Any], AppendEvent], payload: Dict[str, Any], outcome: Any) -> None:
        if isinstance(recorder, EventQueue):
            record(build, payload, outcome)
        else:
            await asyncio.to_thread(record, build, payload, outcome)

    return decorate


def _arguments(signature: inspect.Signature, args: Any, kwargs: Any) -> Dict[str, Any]:
    """The arguments by name, without `self`, so that positional and named arguments have the same hash."""
    try:
        named = dict(signature.bind(*args, **kwargs).arguments)
    except TypeError:  # The call itself raises it.
        return {"args": list(args), "kwargs": kwargs}
    return {name: value for name, value in named.items() if name not in ("self", "cls")}


def _plain(value: Any) -> Any:
    """The value as JSON. Bytes and arrays are replaced by their SHA-256, and unknown objects by their `repr`."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"sha256:{hashlib.sha256(bytes(value)).hexdigest()}"
    if isinstance(value, date):
        return value.isoformat()
    if callable(getattr(value, "model_dump", None)):  # pydantic
        return _plain(value.model_dump())
    if callable(getattr(value, "tobytes", None)):  # NumPy
        return f"sha256:{hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


def _hash(value: Any) -> str:
    data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else canonical(value)
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
