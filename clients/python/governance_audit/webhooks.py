"""Verification of webhook requests."""
from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Iterable, Mapping, Optional, Union, cast

from .errors import WebhookError
from .types import WebhookEnvelope


def verify_webhook(
    *,
    secret: Union[str, Iterable[str]],
    headers: Mapping[str, str],
    body: Union[bytes, str],
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> WebhookEnvelope:
    """Verifies a request and returns its envelope. Raises `WebhookError` if the request is not genuine.

    An envelope can arrive twice: deduplicate on its `id`. Ignore unknown types.

    :param secret: the signing secret including `whsec_`; during a rotation, both
    :param headers: the headers of the request, in any case
    :param body: the raw bytes, before parsing
    :param tolerance: maximum difference between the signature's time and your clock in seconds
    """
    header = next((value for name, value in headers.items() if name.lower() == "x-service-signature"), "")
    parts = [part.strip().partition("=") for part in header.split(",")]
    stamp = next((value for name, _, value in parts if name == "t"), "")
    signatures = [value for name, _, value in parts if name == "v1" and re.fullmatch("[0-9a-f]{64}", value)]
    if not re.fullmatch("[0-9]{1,15}", stamp) or not signatures:
        message = "The X-Service-Signature header is missing or does not have the form t=…,v1=…."
        raise WebhookError(message, "no_signature")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise WebhookError("The request was signed too long ago, or in the future.", "wrong_time")
    data = body.encode() if isinstance(body, str) else body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [hmac.new(one.encode(), f"{stamp}.".encode() + data, hashlib.sha256).hexdigest() for one in secrets]
    # A list, so that the time does not depend on which signature matches.
    if not any([hmac.compare_digest(one, signature) for one in expected for signature in signatures]):
        raise WebhookError("No signature matches the secret and the body.", "wrong_signature")
    try:
        return cast(WebhookEnvelope, json.loads(data))
    except ValueError:
        raise WebhookError("The signature is valid, but the body is not JSON.", "not_json") from None
