"""Verification of events and chains from the API's responses, without relying on the service."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional

from verify_evidence import GENESIS, HEADER, canonical, named

from .types import AuditEvent, Receipt


@dataclass(frozen=True)
class EventCheck:
    """The result of `verify_event`.

    Problems: `content_changed` (actor, payload, salt or tags do not hash to `contentHash`), `header_changed` (the header
    does not hash to `blockHash`), `receipt_mismatch` (the receipt belongs to another event).
    """

    problems: List[str]
    #: Whether the content was erased following a legal request. Only the header is hashed in that case.
    is_erased: bool
    content_hash: str
    block_hash: str

    @property
    def is_intact(self) -> bool:
        return not self.problems


def verify_event(event: AuditEvent, receipt: Optional[Receipt] = None) -> EventCheck:
    """Recomputes an event's hashes, and compares them with the recorded hashes and with a saved receipt.

    An event that passes matches its hashes. Only the receipt proves that the chain was not rewritten.
    """
    is_erased = any(event[name] is None for name in ("actor", "payload", "contentSalt"))
    content_hash: str = event["contentHash"]
    if not is_erased:
        content = {"actor": event["actor"], "payload": event["payload"], "salt": event["contentSalt"], "tags": event["tags"]}
        content_hash = named(canonical(content))
    problems = ["content_changed"] if content_hash != event["contentHash"] else []
    if _header_hash(event) != event["blockHash"]:
        problems.append("header_changed")
    if receipt and not _is_of(receipt, event):
        problems.append("receipt_mismatch")
    return EventCheck(problems, is_erased, content_hash, _header_hash({**event, "contentHash": content_hash}))


def _is_of(receipt: Receipt, event: AuditEvent) -> bool:
    return all(receipt[name] == event[name] for name in ("organisationId", "chainPosition", "blockHash"))


def _header_hash(event: Mapping[str, Any]) -> str:
    return named(canonical({"schema": "audit-event/1", **{name: event[name] for name in HEADER}}))


@dataclass(frozen=True)
class ChainProblem:
    """A problem of one event. `code` is a problem of `EventCheck`, or `wrong_position`, `wrong_previous_hash`,
    `wrong_previous_model_hash`, `recorded_earlier`, `other_organisation` or `receipt_not_found` (there is no event at
    the position of a saved receipt)."""

    chain_position: int
    #: Empty for `receipt_not_found`.
    event_id: str
    code: str


@dataclass
class ChainCheck:
    """The result of `verify_chain`."""

    problems: List[ChainProblem] = field(default_factory=list)
    events: int = 0
    #: The last event. Compare it with a saved receipt, or keep it for the next verification.
    head: Optional[Receipt] = None

    @property
    def is_intact(self) -> bool:
        return not self.problems


def verify_chain(
    events: Iterable[AuditEvent], *, after: Optional[Receipt] = None, receipts: Iterable[Receipt] = ()
) -> ChainCheck:
    """Verifies consecutive events, oldest first, and the links between them. Memory is constant apart from the receipts
    and one hash per model.

    :param events: `read_events(client.audit.stream({"after": 0}))`
    :param after: the event before the first, if the events do not start at position 1
    :param receipts: saved receipts, which the events at their positions must match. Pass only receipts of these events
    """
    check, head = ChainCheck(), after
    saved: Dict[int, List[Receipt]] = {}
    for receipt in receipts:
        saved.setdefault(receipt["chainPosition"], []).append(receipt)
    recorded_at, models = "", {}  # type: str, Dict[str, str]
    for event in events:
        problems = verify_event(event).problems
        if not all(_is_of(receipt, event) for receipt in saved.pop(event["chainPosition"], [])):
            problems.append("receipt_mismatch")
        if event["chainPosition"] != (head["chainPosition"] if head else 0) + 1:
            problems.append("wrong_position")
        if event["previousHash"] != (head["blockHash"] if head else GENESIS):
            problems.append("wrong_previous_hash")
        if models.get(event["modelId"], event["previousModelHash"] if after else GENESIS) != event["previousModelHash"]:
            problems.append("wrong_previous_model_hash")
        if event["recordedAt"] < recorded_at:
            problems.append("recorded_earlier")
        if head and event["organisationId"] != head["organisationId"]:
            problems.append("other_organisation")
        check.problems += [ChainProblem(event["chainPosition"], event["id"], code) for code in problems]
        check.events += 1
        models[event["modelId"]], recorded_at = event["blockHash"], event["recordedAt"]
        head = {name: event[name] for name in ("organisationId", "chainPosition", "blockHash")}  # type: ignore
    check.problems += [ChainProblem(position, "", "receipt_not_found") for position in sorted(saved)]
    check.head = head
    return check


def read_events(lines: Iterable[bytes]) -> Iterator[AuditEvent]:
    """The events of `client.audit.stream()` or an export as NDJSON. The last line of a stream is not an event."""
    for line in lines:
        event = json.loads(line)
        if "blockHash" in event:
            yield event
