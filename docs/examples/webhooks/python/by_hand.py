import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 300


class NotGenuine(Exception):
    pass


def verify(secret, headers, raw_body):
    """Verifies a request and returns its envelope. Header names are in lower case; raw_body is the unparsed bytes."""
    parts = [part.partition("=") for part in headers.get("x-service-signature", "").split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    signatures = [value for name, _, value in parts if name == "v1"]

    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise NotGenuine("signed too long ago, or in the future")

    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures):
        raise NotGenuine("no signature matches")

    return json.loads(raw_body)
