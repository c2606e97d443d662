"""Records each call of a LiteLLM gateway as an INFERENCE event."""
from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, Mapping, Optional

from governance_audit import EventQueue, GovernanceClient

try:
    from litellm.integrations.custom_logger import CustomLogger
except ImportError:  # Lets you test the class without LiteLLM.
    CustomLogger = object


class GovernanceCallback(CustomLogger):
    """Appends events from a background thread, so calls do not wait. Prompts and answers are recorded only as hashes.

    :param model_ids: the registered model of each LiteLLM model group; `*` applies to all other groups
    """

    def __init__(self, queue: EventQueue, model_ids: Mapping[str, str]) -> None:
        super().__init__()
        self._queue, self._model_ids = queue, model_ids

    def log_success_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        self._record(kwargs, "ANSWERED", start_time, end_time)

    def log_failure_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        self._record(kwargs, "FAILED", start_time, end_time)

    async def async_log_success_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        self._record(kwargs, "ANSWERED", start_time, end_time)

    async def async_log_failure_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        self._record(kwargs, "FAILED", start_time, end_time)

    def _record(self, kwargs: Mapping[str, Any], outcome: str, start_time: Any, end_time: Any) -> None:
        call: Mapping[str, Any] = kwargs.get("standard_logging_object") or {}
        group = call.get("model_group") or call.get("model") or kwargs.get("model")
        model_id = self._model_ids.get(str(group), self._model_ids.get("*"))
        if model_id is None:
            return
        payload: Dict[str, Any] = {
            "gateway": "litellm",
            "callId": call.get("id") or kwargs.get("litellm_call_id"),
            "callType": call.get("call_type"),
            "modelGroup": group,
            "modelVersion": call.get("model") or kwargs.get("model"),
            "provider": call.get("custom_llm_provider"),
            "outcome": outcome,
            "latencyMs": round((end_time - start_time).total_seconds() * 1000),
            "promptTokens": call.get("prompt_tokens"),
            "completionTokens": call.get("completion_tokens"),
            "costUSD": call.get("response_cost"),
            "cacheHit": call.get("cache_hit"),
            "inputHash": _hash(call.get("messages") or kwargs.get("messages")),
            "outputHash": _hash(call.get("response")),
            "errorClass": (call.get("error_information") or {}).get("error_class"),
        }
        self._queue.put({
            "modelId": model_id,
            "eventType": "INFERENCE",
            "severity": "INFO" if outcome == "ANSWERED" else "MEDIUM",
            "payload": {name: value for name, value in payload.items() if value is not None},
            "tags": ["litellm"],
        })


def _hash(content: Any) -> Optional[str]:
    """SHA-256 of the JSON text with sorted keys."""
    if content is None:
        return None
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


client = GovernanceClient(os.environ["GOVERNANCE_URL"], os.environ["GOVERNANCE_API_KEY"])
queue = EventQueue(client)
callback = GovernanceCallback(queue, json.loads(os.environ["GOVERNANCE_MODEL_IDS"]))
