#!/usr/bin/env python3
"""Verifies an evidence package (JSON or PDF) or a report (PDF) offline, by docs/evidence-format.md, without the service's own code.

Needs Python 3.9 or later, and for signatures the package `cryptography`: without it, no package is reported as intact.
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import math
import re
import sys
import zlib
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any, Callable, Iterator

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512
    from cryptography.hazmat.primitives.serialization import Encoding, load_der_public_key
    # InvalidVersion, DuplicateExtension and ExtensionNotFound are not ValueErrors.
    UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, UnsupportedAlgorithm,
                  x509.InvalidVersion, x509.DuplicateExtension, x509.ExtensionNotFound)
    can_verify_signatures = True
except ImportError:
    can_verify_signatures = False
    InvalidSignature, UNREADABLE = type("Unavailable", (Exception,), {}), (ValueError,)

VERDICTS = {  # status: exit code, last line of the report
    "intact": (0, "INTACT: signed with a key you provided, and not changed since.{}"),
    "tampered": (1, "TAMPERED: {} failed. Do not rely on this file."),
    "unusable": (2, "UNUSABLE: {}"),
    "content_intact": (3, "CONTENT INTACT, BYTES DIFFER: the file was reformatted; its sealed values are unchanged."),
    "unknown_signer": (4, "UNKNOWN SIGNER: no check failed, but a key is not one that you provided (--keys)."),
    "not_witnessed": (6, "NOT WITNESSED: no check failed, but {}."),
    "outdated": (5, "OUTDATED: This verifier is too old for this package; get the current one. {}"),
}
AUTHORITY_UNCHECKED = " The authority of its timestamp was not checked."
OTHER_AUTHORITY = "Your certificates did not issue its certificate."
UNVERIFIED = "Signature not verified: the Python package cryptography is not installed."
HEADER = ("organisationId id chainPosition previousHash previousModelHash timestamp recordedAt eventType severity "
          "modelId source contentHash").split()
CHECKPOINT = "organisationId size headHash rootHash issuedAt previousCheckpointHash keyId".split()
EVIDENCE = set("chain events framework generator keys limits manifest package schema statistics summary".split())
GENESIS = "sha256:" + "0" * 64

Json = dict[str, Any]
class Unusable(Exception):
    """The file or an argument cannot be read."""

class Outdated(ValueError):
    """The package has the form of a later version."""

class Unsupported(Exception):
    """A timestamp or certificate uses an algorithm that this program does not know."""

def es_number(value: float) -> str:
    """A number as ECMAScript writes it."""
    if value == 0:
        return "0"
    sign, numerals, power = Decimal(repr(value)).normalize().as_tuple()
    digits, point = "".join(map(str, numerals)), len(numerals) + int(power)
    if 0 < point <= 21:
        text = digits[:point].ljust(point, "0") + ("." + digits[point:] if point < len(digits) else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" * sign + text

def canonical(value: Any) -> bytes:
    return canonical_text(value).encode("utf-8", "surrogatepass")

def canonical_text(value: Any) -> str:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical_text(key)}:{canonical_text(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_text, value)) + "]"
    return es_number(value) if type(value) in (int, float) else json.dumps(value, ensure_ascii=False)

def parse_json(data: bytes) -> tuple[Any, list[str]]:
    """The value, and the reasons why another program could read another value from the same text."""
    ambiguities: list[str] = []
    def number(text: str) -> float:
        value = float(text)  # JSON numbers are IEEE 754 doubles
        if not math.isfinite(value):
            raise ValueError(f"the number {text[:40]} is too large")
        if Decimal(text) != Decimal(repr(value)):
            ambiguities.append(f"The number {text[:40]} cannot be represented exactly.")
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    def members(pairs: list[tuple[str, Any]]) -> Json:
        if len(dict(pairs)) < len(pairs):
            ambiguities.append("An object has the same member twice.")
        return dict(pairs)
    text = data.decode("utf-8").removeprefix("\ufeff")
    value = json.loads(text, parse_int=number, parse_float=number, parse_constant=number, object_pairs_hook=members)
    if "\\u" in text and re.search("[\ud800-\udfff]", canonical_text(value)):
        ambiguities.append("A text is not valid Unicode.")
    return value, ambiguities

def named(data: bytes) -> str:
    return "sha256:" + sha256(data).hexdigest()

def raw_hash(name: str) -> bytes:
    if not re.fullmatch("sha256:[0-9a-f]{64}", name):
        raise ValueError(f"{name!r} is not a hash")
    return bytes.fromhex(name[7:])

def from_base64(text: str, url_safe: bool = False) -> bytes:
    """Decodes canonical base64, or base64url without padding."""
    alphabet, end = (b"-_", "=") if url_safe else (b"+/", "")
    data = base64.b64decode(text + end * (-len(text) % 4), alphabet)
    if base64.b64encode(data, alphabet).decode().rstrip(end) != text:
        raise ValueError("a value is not canonical base64")
    return data

def der(tag: int, body: bytes) -> bytes:
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8 or 1, "big")
    return bytes([tag]) + (size if len(body) < 128 else bytes([0x80 | len(size)]) + size) + body

def der_values(data: bytes) -> list[tuple[int, bytes, bytes]]:
    """The DER values in these bytes: tag, body, and all bytes of the value."""
    values, at = [], 0
    while at < len(data):
        start, size, at = at, data[at + 1], at + 2
        if size >= 128:
            size, at = int.from_bytes(data[at:at + size - 128], "big"), at + size - 128
        at += size
        if at > len(data):
            raise ValueError("a DER value is truncated")
        values.append((data[start], data[at - size:at], data[start:at]))
    return values

def first_value(data: bytes) -> bytes:
    """The first DER value, without the zeros of the reserved space after it."""
    head = 2 + (data[1] - 128 if data[1] >= 128 else 0)
    size = int.from_bytes(data[2:head], "big") if head > 2 else data[1]
    return data[:head + size]

def inside(data: bytes) -> list[tuple[int, bytes, bytes]]:
    """The members of the first DER value."""
    return der_values(der_values(data)[0][1])

PKCS = "2a864886f70d01"
(DATA, SIGNED_DATA, CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE, RSA, RSA_SHA256, SHA256_ID, ED25519, TIMESTAMP,
 TST_INFO, CERTIFICATE_SHA1) = map(
    bytes.fromhex, (f"0609{PKCS}0701", f"0609{PKCS}0702", f"0609{PKCS}0903", f"0609{PKCS}0904", f"060b{PKCS}0910022f",
                    f"300d0609{PKCS}01010500", f"300d0609{PKCS}010b0500", "300b0609608648016503040201",
                    "302a300506032b6570032100", f"060b{PKCS}0910020e", f"060b{PKCS}09100104", f"060b{PKCS}0910020c"))
DIGESTS = {bytes.fromhex(f"06096086480165030402{end}"): name for end, name in (
    ("01", "sha256"), ("02", "sha384"), ("03", "sha512"))}
# The key and the digest of a signature algorithm. With the first one, the digest is stated elsewhere.
SIGNATURES = {bytes.fromhex(f"06{oid}"): (kind, digest) for kind, oid, digest in (
    ("rsa", f"09{PKCS}0101", None), ("rsa", f"09{PKCS}010b", "sha256"), ("rsa", f"09{PKCS}010c", "sha384"),
    ("rsa", f"09{PKCS}010d", "sha512"), ("ec", "082a8648ce3d040302", "sha256"), ("ec", "082a8648ce3d040303", "sha384"),
    ("ec", "082a8648ce3d040304", "sha512"))}

@dataclass(frozen=True)
class Key:
    kind: str  # rsa, ed25519 or witness
    data: bytes  # RSA: SPKI in DER; otherwise the 32 raw bytes
    name: str = ""  # of a witness

    @property
    def id(self) -> str:
        return sha256(self.data).hexdigest()[:16]

    def verifies(self, signature: bytes, message: bytes) -> bool:
        try:
            if self.kind != "rsa":
                ed25519.Ed25519PublicKey.from_public_bytes(self.data).verify(signature, message)
                return True
            key = load_der_public_key(self.data)
            if not isinstance(key, rsa.RSAPublicKey) or key.key_size < 2048:
                return False
            key.verify(signature, message, padding.PKCS1v15(), SHA256())
            return True
        except (InvalidSignature, ValueError):
            return False

def key_of_spki(spki: bytes) -> Key:
    if spki.startswith(ED25519) and len(spki) == 44:
        return Key("ed25519", spki[12:])
    if inside(spki)[0][2] != RSA:
        raise ValueError("a key is neither RSA nor Ed25519")
    return Key("rsa", spki)

def key_of_jwk(jwk: Json) -> Key:
    if (jwk["kty"], jwk.get("crv")) == ("OKP", "Ed25519"):
        return key_of_spki(ED25519 + from_base64(jwk["x"], True))
    numbers = [from_base64(jwk[name], True).lstrip(b"\0") for name in "ne"]
    numbers = [der(2, b"\0" * (number[0] >> 7) + number) for number in numbers]
    return key_of_spki(der(0x30, RSA + der(3, b"\0" + der(0x30, b"".join(numbers)))))

def key_of_vkey(text: str) -> Key:
    """The verifier key of a witness (c2sp.org/tlog-cosignature): `name+hash+base64` of the type 4 and the key."""
    name, key_hash, encoded = text.split("+", 2)
    data = from_base64(encoded)
    if len(data) != 33 or data[0] != 4 or sha256(name.encode() + b"\n" + data).hexdigest()[:8] != key_hash:
        raise ValueError(f"{name} is not the verifier key of a witness")
    return Key("witness", data[1:], name)

def read_keys(path: str) -> list[Key]:
    try:
        text = Path(path).read_text("utf-8").strip()
        if "PRIVATE KEY" in text:
            raise ValueError("a private key")
        if text.startswith("{"):
            value = json.loads(text)
            jwks = value.get("keys", [value])
            if any("d" in jwk for jwk in jwks):
                raise ValueError("a private key")
            found = [key_of_jwk(jwk) for jwk in jwks if jwk["kty"] in ("RSA", "OKP")]
        else:
            blocks = re.findall("-----BEGIN PUBLIC KEY-----([^-]+)-----END", text)
            found = [key_of_spki(base64.b64decode(block)) for block in blocks] or list(map(key_of_vkey, text.split()))
        if not found:
            raise ValueError("no key")
        return found
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unusable(f"--keys: {path} contains no readable keys ({error}).") from error

@dataclass
class Check:
    id: str
    status: str = "ok"
    detail: str = ""
    is_signer_unknown: bool = False
    is_unwitnessed: bool = False
    failures: list[str] = field(default_factory=list)

    def require(self, holds: Any, message: str, event: Json | None = None) -> None:
        if not holds:
            self.status = "failed"
            place = f"{event.get('evidenceId') or 'event'}, position {event['chainPosition']}: " if event else ""
            self.failures.append(place + message)

    def skip(self, why: str) -> Check:
        if self.status == "ok":
            self.status, self.detail = "not_checked", why
        return self

@dataclass
class Keyring:
    given: list[Key]
    in_file: list[Json] = field(default_factory=list)

    def of(self, kind: str) -> list[Key]:
        return [key for key in self.given if key.kind == kind]

    def check(self, check: Check, kind: str, key_id: str, signature: bytes, message: bytes, *in_file: Key) -> None:
        """Uses your key, otherwise the one in the file: the signer is then unknown if you provided keys of the kind."""
        given = [key for key in self.of(kind) if key.id == key_id]
        contained = [*in_file, *(key_of_jwk(jwk) for jwk in self.in_file if jwk["kid"] == key_id)]
        key = next((key for key in given or contained if key.id == key_id and key.kind == kind), None)
        if key is None:
            check.require(False, f"The key {key_id!r} is neither among your keys nor in the file.")
        elif not can_verify_signatures:
            check.skip(UNVERIFIED)
        else:
            check.require(key.verifies(signature, message), f"The signature is not valid for the key {key_id}.")
            check.detail = f"Signed with the key {key_id}, {'provided by you' if given else 'taken from the file'}."
            check.is_signer_unknown = not given and bool(self.of(kind))
            if check.is_signer_unknown:
                check.skip(check.detail)

def check_hashes(events: list[Json]) -> list[Check]:
    content, headers = Check("content"), Check("headers")
    for event in events:
        mark, shown = event["disclosure"], {"content", "contentText"} & set(event)
        if mark == "listed":
            holds = shown == {"content"} and named(canonical(event["content"])) == event["contentHash"]
            content.require(holds, "The content does not match contentHash.", event)
        else:
            content.require(not shown, "The event is not listed, but has content.", event)
        holds = is_erased(event) if mark == "erased" else "erasure" not in event
        content.require(holds, "The record of the erasure does not match the event.", event)
        headers.require(header_hash(event) == event["blockHash"], "The header does not match blockHash.", event)
    return [content, headers]

def is_erased(event: Json) -> bool:
    record = event["erasure"]
    payload = json.loads(record["contentText"])["payload"]
    return (named(record["contentText"].encode()) == record["contentHash"]
            and header_hash(record) == record["blockHash"]
            and record["organisationId"] == event["organisationId"] and record["eventType"] == "CONFIG_CHANGE"
            and record["chainPosition"] > event["chainPosition"] and payload["kind"] == "EVENT_CONTENT_ERASED"
            and [payload[name] for name in ("eventId", "chainPosition", "contentHash")]
            == [event[name] for name in ("id", "chainPosition", "contentHash")])

def header_hash(event: Json) -> str:
    return named(canonical({"schema": "audit-event/1", **{name: event[name] for name in HEADER}}))

def check_order(evidence: Json) -> Check:
    check, about, listed = Check("order"), evidence["package"], 0
    before: Json | None = None
    ids: set[str] = set()
    for event in evidence["events"]:
        position, mark = event["chainPosition"], event["disclosure"]
        hidden = event["eventType"] == "HUMAN_REVIEW" and not about["includeHumanOversight"]
        expected = "erased" if "erasure" in event else "withheld" if hidden else "listed"
        if not about["dateRange"]["from"] <= event["timestamp"] <= about["dateRange"]["to"]:
            expected = "outside_period"
        listed += mark == "listed"
        number = f"E-{listed:04d}" if mark == "listed" else None
        check.require(event["id"] not in ids, "The event is contained more than once.", event)
        check.require(event["organisationId"] == about["organisation"]["id"], "Another organisation's event.", event)
        check.require(event["modelId"] == about["model"]["id"], "Another model's event.", event)
        check.require(position <= evidence["manifest"]["chainSize"], "The position was not read.", event)
        check.require(mark == expected, f"By its time and type, the event must be marked as {expected}.", event)
        check.require(event["evidenceId"] == number, f"The evidence number must be {number}.", event)
        check.require(mark != "outside_period" or evidence["chain"]["thread"], "No thread requires this event.", event)
        if before:
            check.require(position > before["chainPosition"], "Events were reordered or duplicated.", event)
            check.require(event["recordedAt"] >= before["recordedAt"], "It was recorded too early.", event)
            holds = position != before["chainPosition"] + 1 or event["previousHash"] == before["blockHash"]
            check.require(holds, "The event does not contain the hash of the previous event in the chain.", event)
        before = event
        ids.add(event["id"])
    return check

def check_thread(evidence: Json) -> Check:
    check, thread, events = Check("thread"), evidence["chain"]["thread"], evidence["events"]
    if thread is None:
        return check.skip("The package does not state that the events of the model are complete.")
    ends = (events[0]["chainPosition"], events[-1]["chainPosition"]) if events else None
    check.require(ends == (thread["from"], thread["to"]), "The first or last event is not at the stated position.")
    start = datetime.strptime(evidence["package"]["dateRange"]["from"], "%Y-%m-%dT%H:%M:%S.%fZ") - timedelta(minutes=5)
    early = start.isoformat(timespec="milliseconds") + "Z"
    check.require(events and (events[0]["previousModelHash"] == GENESIS or events[0]["recordedAt"] < early),
                  "The thread begins too late: earlier events of the period may be missing.")
    for before, event in zip(events, events[1:]):
        holds = event["previousModelHash"] == before["blockHash"]
        check.require(holds, "The event does not link to the previous event of the model.", event)
        check.require(thread["from"] <= event["chainPosition"] <= thread["to"], "It is outside the thread.", event)
    return check

def check_checkpoint(evidence: Json, keyring: Keyring) -> Check:
    check, chain, about = Check("checkpoint"), evidence["chain"], evidence["package"]
    checkpoint, proof, attestations = chain["checkpoint"], chain["membership"], chain.get("attestations")
    is_free = about["includeChainProof"] or not (checkpoint or proof or chain["thread"])
    check.require(is_free, "The package was requested without chain proof, but contains one.")
    is_reasoned = (chain["withoutProof"] is None) == bool(checkpoint and proof)
    check.require(is_reasoned, "The reason given for a missing proof contradicts the content of the package.")
    check.require(checkpoint or not attestations, "There are cosignatures, but no checkpoint.")
    if checkpoint is None:
        check.is_unwitnessed = bool(keyring.of("witness"))
        return check.skip(f"The package has no checkpoint. {chain['withoutProof'] or ''}".strip())
    check.require(checkpoint["organisationId"] == about["organisation"]["id"], "It belongs to another organisation.")
    check.require(set(checkpoint) == {*CHECKPOINT, "signature"}, "The checkpoint has fields that are not signed.")
    for last in evidence["events"][-1:]:
        check.require(last["chainPosition"] <= checkpoint["size"], "The event is after the checkpoint.", last)
        check.require(last["chainPosition"] != checkpoint["size"] or last["blockHash"] == checkpoint["headHash"],
                      "The hash of the event differs from the signed hash.", last)
    statement = canonical({"schema": "checkpoint/1", **{name: checkpoint[name] for name in CHECKPOINT}})
    keyring.check(check, "ed25519", checkpoint["keyId"], from_base64(checkpoint["signature"]), statement)
    check_cosignatures(check, checkpoint, attestations or {"quorum": 0, "cosignatures": []}, keyring.of("witness"))
    return check

def check_cosignatures(check: Check, checkpoint: Json, attestations: Json, pinned: list[Key]) -> None:
    """Cosignatures of witnesses (c2sp.org/tlog-cosignature)."""
    root = base64.b64encode(raw_hash(checkpoint["rootHash"])).decode()
    note = f"governance-audit-service/{checkpoint['organisationId']}\n{checkpoint['size']}\n{root}\n"
    valid: set[str] = set()
    for cosigned in attestations["cosignatures"]:
        key, data = key_of_vkey(cosigned["key"]), from_base64(cosigned["signature"])
        seconds = int.from_bytes(data[4:12], "big")
        stated = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        holds = (len(data) == 76 and key.name == cosigned["witness"] and stated == cosigned["cosignedAt"]
                 and data[:4].hex() == cosigned["key"].split("+")[1])
        if can_verify_signatures:
            holds = holds and key.verifies(data[12:], f"cosignature/v1\ntime {seconds}\n{note}".encode())
        check.require(holds, f"The cosignature of {cosigned['witness']} is not valid for this checkpoint.")
        if holds and (not pinned or key in pinned):
            valid.add(key.name)
    # If you provide keys of witnesses, the file must not be able to waive cosignatures.
    quorum = attestations["quorum"]
    required = max(1, min(quorum, len(pinned))) if pinned else quorum
    problem = f"Valid cosignatures of different witnesses: {len(valid)} of {required}."
    check.is_unwitnessed = bool(pinned) and len(valid) < required
    check.require(len(valid) >= required or check.is_unwitnessed, problem)
    if check.is_unwitnessed:
        check.skip(f"Not witnessed. {problem} {check.detail}".rstrip())

def check_membership(evidence: Json) -> Check:
    check, checkpoint, proof = Check("membership"), evidence["chain"]["checkpoint"], evidence["chain"]["membership"]
    if checkpoint is None or proof is None:
        return check.skip("The package contains no proof of membership.")
    leaves = [(event["chainPosition"] - 1, raw_hash(event["blockHash"])) for event in evidence["events"]]
    indexes, size = [-1, *(index for index, _ in leaves), proof["treeSize"]], proof["treeSize"]
    check.require(all(one < other for one, other in zip(indexes, indexes[1:])), "Positions do not ascend in the tree.")
    check.require(size == checkpoint["size"], f"The proof is for a tree of {size} events.")
    if check.status == "ok":
        hashes = iter(proof["hashes"])
        try:
            root = merkle_root(0, size, leaves, hashes)
            check.require(root == raw_hash(checkpoint["rootHash"]), "The events do not produce the signed Merkle root.")
            check.require(next(hashes, None) is None, "The proof has too many hashes.")
        except (StopIteration, ValueError):
            check.require(False, "The proof has too few hashes or an invalid one.")
    return check

def merkle_root(start: int, end: int, leaves: list[tuple[int, bytes]], hashes: Iterator[str]) -> bytes:
    """RFC 6962, section 2.1. A range without events of the package is represented by the next hash of the proof."""
    if not leaves:
        return raw_hash(next(hashes))
    if end - start == 1:
        return sha256(b"\0" + leaves[0][1]).digest()
    middle = start + (1 << ((end - start - 1).bit_length() - 1))  # the largest power of two below the number of leaves
    left = merkle_root(start, middle, [leaf for leaf in leaves if leaf[0] < middle], hashes)
    right = merkle_root(middle, end, [leaf for leaf in leaves if leaf[0] >= middle], hashes)
    return sha256(b"\1" + left + right).digest()

def check_summary(evidence: Json) -> Check:
    """Recounts events. Recomputing the coverage would need the tables of the framework mapping."""
    check, about = Check("summary"), evidence["package"]
    summary, manifest, coverage = evidence["summary"], evidence["manifest"], evidence["framework"]["coverage"]
    marks = [event["disclosure"] for event in evidence["events"]]
    types = [event["eventType"] for event in evidence["events"] if event["disclosure"] != "outside_period"]
    statuses = [one["status"] for one in evidence["framework"]["requirements"] if one["counted"]]
    names = {"inferences": "INFERENCE", "configChanges": "CONFIG_CHANGE", "deployments": "DEPLOYMENT",
             "humanReviews": "HUMAN_REVIEW", "alerts": "ALERT"}
    for name, stated, actual in [
        ("manifest.listed", manifest["listed"], marks.count("listed")),
        ("manifest.withheld", manifest["withheld"], marks.count("withheld")),
        ("manifest.outsidePeriod", manifest["outsidePeriod"], marks.count("outside_period")),
        ("manifest.erased", manifest.get("erased", 0), marks.count("erased")),
        ("manifest.filter", manifest["filter"], {"modelId": about["model"]["id"], **about["dateRange"]}),
        ("summary.totalEvents", summary["totalEvents"], len(types)),
        *((f"summary.{name}", summary[name], types.count(kind)) for name, kind in names.items()),
        *((f"byType.{kind}", count, types.count(kind)) for kind, count in evidence["statistics"]["byType"].items()),
        ("framework.coverage.total", coverage["total"], len(statuses)),
        *((f"framework.coverage.{one}", count, statuses.count(one)) for one, count in coverage["byStatus"].items()),
    ]:
        check.require(stated == actual, f"{name}: the package states {stated}, but its events result in {actual}.")
    return check.skip("The counts match. Statistics of contents and coverage are not recomputed by this program.")

def check_verdict(evidence: Json) -> Check:
    check, events, summary = Check("verdict"), evidence["events"], evidence["summary"]
    result, integrity = evidence["chain"]["verification"], summary.get("integrity")
    has_failed = result["status"] == "failed" or "failed" in result["verdicts"].values()
    is_checked = result["eventsVerified"] > 0 and result["verdicts"]["content"] == result["verdicts"]["linkage"] == "ok"
    status = "NOT_INTACT" if has_failed else "INTACT" if is_checked else "NOT_VERIFIED"
    # Packages of earlier versions have no `integrity`.
    stated = (integrity["status"], status == "INTACT") if integrity else (status, result["status"] == "ok")
    check.require(stated == (status, summary["chainIntact"]), "The summary contradicts the verification of the chain.")
    check.require(not has_failed, "The package reports that the chain was not intact when it was generated.")
    check.require(has_failed or not (result["findingsTotal"] or result["findings"]), "It passed, but has findings.")
    holds = all(result["from"] <= event["chainPosition"] <= result["to"] for event in events)
    check.require(holds, "The verification of the chain did not cover all events.")
    return check if is_checked else check.skip("The service did not verify the content or the links of the chain.")

def check_anchor(evidence: Json, heads: list[Json]) -> Check:
    check, chain, is_partial = Check("anchor"), evidence["chain"], False
    organisation, thread = evidence["package"]["organisation"]["id"], chain["thread"]
    checkpoint = chain["checkpoint"] or {}
    known = {event["chainPosition"] - 1: event["previousHash"] for event in evidence["events"]}
    known.update({checkpoint.get("size", 0): checkpoint.get("headHash")})
    known.update({event["chainPosition"]: event["blockHash"] for event in evidence["events"]})
    for head in heads:
        position, saved, actual = head["chainPosition"], head["blockHash"], known.get(head["chainPosition"])
        if actual is None and not (thread and thread["from"] <= position <= thread["to"] and "rootHash" not in head):
            is_partial = True  # The package does not cover the position.
        else:
            check.require(actual == saved, f"Position {position}: your hash is {saved}, the package has {actual}.")
        check.require(head.get("organisationId", organisation) == organisation, "It belongs to another organisation.")
        root = checkpoint["rootHash"] if position == checkpoint.get("size") else head.get("rootHash")
        check.require(head.get("rootHash", root) == root, f"The saved root hash of position {position} differs.")
    if not heads:
        return check.skip("No receipt or checkpoint was provided.")
    return check.skip("The package does not cover a saved position.") if is_partial else check

def check_form(data: bytes, check: Check) -> tuple[Json, bool]:
    """The bundle, and whether its bytes are canonical. A reformatted file is verified by its values."""
    try:
        bundle, ambiguities = parse_json(data)
        schema = bundle["evidence"]["schema"]
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise Unusable(f"The file is not an evidence package ({error}).") from error
    if isinstance(schema, str) and re.fullmatch(r"evidence/([2-9]|[1-9]\d+)", schema):
        raise Outdated(f"It has the schema {schema}, but this verifier supports only evidence/1.")
    if schema != "evidence/1":
        raise Unusable(f"This program supports packages of the schema evidence/1, not {schema!r}.")
    for ambiguity in ambiguities:
        check.require(False, f"{ambiguity} Another program could read another value.")
    if set(bundle) != {"evidence", "headHash", "seal"} or set(bundle["seal"]) != {"algorithm", "keyId", "signature"}:
        raise ValueError("members were added or removed")
    if set(bundle["evidence"]) != EVIDENCE:
        raise ValueError("members of the evidence were added or removed")
    check.require(bundle["seal"]["algorithm"] == "RSASSA-PKCS1-v1_5-SHA256", "The algorithm of the seal was changed.")
    checkpoint = bundle["evidence"]["chain"]["checkpoint"]
    check.require(bundle["headHash"] == (checkpoint and checkpoint["headHash"]), "headHash was changed.")
    is_canonical = canonical(bundle) == data
    check.require(is_canonical or b"%PDF-" not in data[:1024], "The file also opens as a PDF.")
    check.detail = "Canonical JSON (RFC 8785)." if is_canonical else "The bytes differ: the file was reformatted."
    return bundle, is_canonical

def check_document(pdf: bytes, keyring: Keyring, check: Check, authorities: list[bytes]
                   ) -> tuple[Key, dict[str, str], Check | None] | None:
    """The signature must cover every byte except its digits. Returns its key, what it states, and its timestamp."""
    last = re.compile(rb"/ByteRange \[0 (\d+) (\d+) (\d+) *\]\s*/Contents <([0-9a-f]+)>")
    found = last.match(pdf, max(0, pdf.rfind(b"/ByteRange")))
    check.require(found, "The PDF has no signature, or the last one is not the service's.")
    if found is None:
        return None
    start, end, rest = map(int, found.groups()[:3])
    if (found.start(4) - 1, found.end(), len(pdf)) != (start, end, end + rest):
        check.require(False, "The signature does not cover all other bytes of the file: bytes were added or removed.")
        return None
    dictionary = pdf[pdf.rfind(b" obj", 0, start):start].decode("latin1")
    claims = dict(re.findall(r"/GAS_(\w+) \(?([\w:]+)", dictionary))
    is_certified = "/TransformMethod /DocMDP" in dictionary and re.search(r"/P 1\b", dictionary)
    check.require(is_certified or "Report" not in claims, "The signature does not certify the file: it permits changes.")
    try:
        cms = bytes.fromhex(found[4].decode())
        key, signature, token = check_cms(cms, pdf[:start] + pdf[end:], claims, keyring, check)
        check.require(("Timestamp" in claims) == bool(token), "A timestamp was removed from the signature, or added.")
        timestamp = check_timestamp(token, signature, authorities) if token else None
        if timestamp:
            timestamp.is_unwitnessed = bool(authorities) and timestamp.status == "not_checked"
        return key, claims, timestamp
    except (LookupError, ValueError) as error:
        check.require(False, f"The signature was changed ({error}).")
        return None

REFS = rb"\[(?:\d+ 0 R ?)*\]\n"
REVISION = re.compile(rb"xref\n((?:\d+ \d+\n(?:\d{10} 00000 n\r\n)+)+)trailer\n<<\n/Size (\d+)\n(/Root \d+ 0 R\n)/Prev (\d+)\n"
                      rb"((?:/Info \d+ 0 R\n)?/ID \[<[0-9A-F]*> <[0-9A-F]*>\]\n)>>\nstartxref\n(\d+)\n%%EOF\n")
FORM = re.compile(rb"<<\n/Fields \[((?:\d+ 0 R ?)+)\]\n/SigFlags 3\n>>\nendobj\n")
STORE = re.compile(rb"<<\n/Type /DSS\n(?:/Certs " + REFS + rb")?(?:/OCSPs " + REFS + rb")?(?:/CRLs " + REFS + rb")?>>\nendobj\n")
STREAM = re.compile(rb"<<\n/Length (\d+)(?:/Filter /FlateDecode\n)?>>\nstream\n")
STAMP = re.compile(rb"<<\n/Type /DocTimeStamp\n/Filter /Adobe\.PPKLite\n/SubFilter /ETSI\.RFC3161\n/ByteRange \[0 (\d+) +(\d+) +"
                   rb"(\d+) *\]\n/Contents <([0-9A-F]+)>\n>>\nendobj\n")
FIELD = re.compile(rb"<<\n/FT /Sig\n/T \(Timestamp_\d+\)\n/V (\d+) 0 R\n/Type /Annot\n/Subtype /Widget\n/F 132\n"
                   rb"/P \d+ 0 R\n/Rect \[0 0 0 0\]\n>>\nendobj\n")

def read_revision(pdf: bytes) -> tuple[int, list[tuple[int, int]], int, int, bytes] | None:
    """The last revision: where its table begins, the offsets of its objects, its size, the previous table, its trailer."""
    end = re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", pdf[-40:])
    found = REVISION.fullmatch(pdf, int(end[1])) if end else None
    if end is None or found is None or int(found[6]) != int(end[1]):
        return None
    entries = []
    for first, count, lines in re.findall(rb"(\d+) (\d+)\n((?:\d{10} 00000 n\r\n)+)", found[1]):
        if len(lines) != 20 * int(count):
            return None
        entries += [(int(first) + i, int(lines[20 * i:20 * i + 10])) for i in range(int(count))]
    # A table that repeats an object would multiply the work and the memory.
    if len({number for number, _ in entries}) < len(entries):
        return None
    return int(end[1]), entries, int(found[2]), int(found[4]), found[3] + found[5]

def body_of(pdf: bytes, number: int, start: int, end: int) -> bytes:
    head = b"%d 0 obj\n" % number
    return pdf[start + len(head):end] if pdf.startswith(head, start) else b""

def is_stream(body: bytes) -> bool:
    found = STREAM.match(body)
    return found is not None and body[found.end() + int(found[1]):] == b"\nendstream\nendobj\n"

def extends_store(store: bytes, previous: bytes, added: list[int]) -> bool:
    """Whether a DSS keeps all references of the previous one and otherwise refers only to the added objects."""
    def lists(body: bytes) -> dict[bytes, list[int]]:
        return {name: [int(one) for one in re.findall(rb"(\d+) 0 R", refs)]
                for name, refs in re.findall(rb"/(Certs|OCSPs|CRLs) \[((?:\d+ 0 R ?)*)\]\n", body)}
    new, old = lists(store), lists(previous)
    return (all(new.get(name, [])[:len(refs)] == refs for name, refs in old.items())
            and all(set(refs[len(old.get(name, [])):]) <= set(added) for name, refs in new.items()))

def read_update(pdf: bytes) -> tuple[int, bytes, bytes] | None:
    """The update at the end that adds validation data and a document timestamp: its start, the token, what it covers."""
    last = read_revision(pdf)
    start = min((offset for _, offset in last[1]), default=0) if last else 0
    before = read_revision(pdf[:start]) if last and start < last[0] else None
    if last is None or before is None or (before[0], before[4]) != (last[3], last[4]):
        return None
    offsets = sorted((offset, number) for number, offset in last[1])
    ends = [offset for offset, _ in offsets[1:]] + [last[0]]
    objects = sorted((number, body_of(pdf, number, offset, end), offset) for (offset, number), end in zip(offsets, ends))
    known = [(number, body_of(pdf, number, offset, min(offset + 4096, before[0]))) for number, offset in before[1]]
    form = next(((number, FORM.match(body)) for number, body in known if FORM.match(body)), (0, None))
    store, old_store = next(((number, body) for number, body in known if body.startswith(b"<<\n/Type /DSS\n")), (0, b""))
    if form[1] is None or len(objects) < 4:
        return None
    new_store, new_form, *streams, stamp, field = objects
    found, owner = STAMP.fullmatch(stamp[1]), FIELD.fullmatch(field[1])
    fields = b"<<\n/Fields [%s %d 0 R]\n/SigFlags 3\n>>\nendobj\n" % (form[1][1], field[0])
    numbers = [number for number, _, _ in (*streams, stamp, field)]
    if (found is None or owner is None or int(owner[1]) != stamp[0] or (new_store[0], new_form[0]) != (store, form[0])
            or not STORE.fullmatch(new_store[1])
            or not extends_store(new_store[1], old_store, [number for number, _, _ in streams]) or new_form[1] != fields or last[2] != field[0] + 1
            or numbers != list(range(before[2], before[2] + len(numbers)))
            or not all(is_stream(body) for _, body, _ in streams)):
        return None
    gap_start, gap_end, rest = map(int, found.groups()[:3])
    if pdf[gap_start:gap_end] != b"<%s>" % found[4] or gap_end + rest != len(pdf) or gap_start < stamp[2]:
        return None
    padded = bytes.fromhex(found[4].decode())
    token = first_value(padded)
    return (start, token, pdf[:gap_start] + pdf[gap_end:]) if token.ljust(len(padded), b"\0") == padded else None

def update_at_end(pdf: bytes) -> tuple[int, bytes, bytes] | None:
    try:
        return read_update(pdf)
    except (LookupError, ValueError):
        return None

def split_updates(pdf: bytes, authorities: list[bytes]) -> tuple[bytes, list[Check]]:
    """The PDF as it was signed, and the check of the document timestamps that were added later."""
    check, size, details = Check("archive"), len(pdf), []
    update = update_at_end(pdf)
    while update:
        one = check_timestamp(update[1], update[2], authorities)
        details.insert(0, one.detail)
        check.require(one.status != "failed", one.detail)
        check.is_unwitnessed = check.is_unwitnessed or bool(authorities) and one.status == "not_checked"
        if one.status == "not_checked" and check.status == "ok":
            check.skip("")
        pdf = pdf[:update[0]]
        update = update_at_end(pdf)
    if len(pdf) == size:
        return pdf, []
    if check.status != "failed":
        check.detail = (f"{size - len(pdf):,} bytes were added after the PDF was signed. They contain only validation data "
                        f"and document timestamps. {' '.join(details)}")
    return pdf, [check]

def check_cms(cms: bytes, signed: bytes, claims: dict[str, str], keyring: Keyring, check: Check
              ) -> tuple[Key, bytes, bytes]:
    """A CMS signature (RFC 5652) with the attributes of PAdES, and nothing else. Returns key, signature and timestamp."""
    whole = first_value(cms)
    parts = der_values(inside(inside(whole)[1][2])[0][1])
    signer = der_values(inside(parts[4][2])[0][1])
    attributes, signature = signer[3][1], signer[5][1]
    values = {inside(one)[0][2]: der_values(inside(one)[1][1])[0] for _, _, one in der_values(attributes)}
    certificate, *chain = (one for _, _, one in inside(parts[3][2]))
    serial, _, issuer, _, _, spki = [part for part in inside(inside(certificate)[0][2]) if part[0] != 0xA0][:6]
    token = inside(inside(signer[6][1])[1][2])[0][2] if len(signer) > 6 else b""
    unsigned = der(0xA1, der(0x30, TIMESTAMP + der(0x31, token))) if token else b""
    info = der(0x30, der(2, b"\1") + der(0x30, issuer[2] + serial[2]) + SHA256_ID
               + der(0xA0, attributes) + RSA_SHA256 + der(4, signature) + unsigned)
    rebuilt = der(0x30, SIGNED_DATA + der(0xA0, der(0x30, der(2, b"\1") + der(0x31, SHA256_ID)
                  + der(0x30, DATA) + der(0xA0, parts[3][1]) + der(0x31, info))))
    is_rebuilt = rebuilt.ljust(len(cms), b"\0") == cms
    check.require(is_rebuilt, "The signature has parts that the service does not write.")
    check.require(values[CONTENT_TYPE][2] == DATA, "The signature is of another type.")
    check.require(values[MESSAGE_DIGEST][1] == sha256(signed).digest(), "The file was changed after it was signed.")
    bound = inside(inside(values[SIGNING_CERTIFICATE][1])[0][2])[0][1]
    check.require(bound == sha256(certificate).digest(), "The certificate was replaced.")
    check.require(claims.get("Chain") in (None, named(b"".join(chain))), "The issuers' certificates were replaced.")
    key = key_of_spki(spki[2])
    keyring.check(check, "rsa", key.id, signature, der(0x31, attributes), key)
    return key, signature, token

def check_timestamp(token: bytes, signature: bytes, authorities: list[bytes]) -> Check:
    """The timestamp (RFC 3161) of the signature value."""
    check = Check("timestamp")
    try:
        parts = der_values(inside(inside(token)[1][2])[0][1])
        content = der_values(inside(parts[2][2])[1][1])[0][1]
        _, _, imprint, _, time, *_ = inside(content)
        kind, value = inside(imprint[2])[:2]
        digest = DIGESTS.get(inside(kind[2])[0][2])
        if digest is None:
            return check.skip("The digest algorithm of the timestamp is not supported by this program.")
        check.require(hashlib.new(digest, signature).digest() == value[1], "It belongs to a different signature.")
        check.require(inside(parts[2][2])[0][2] == TST_INFO, "It is not a timestamp.")
        at = datetime.strptime(time[1].decode()[:14], "%Y%m%d%H%M%S").replace(tzinfo=timezone.utc)
        stated = at.isoformat().replace("+00:00", "Z")
        if not can_verify_signatures:
            return check.skip(f"Timestamp of {stated} belongs to the signature. Its own signature was not verified: "
                              "the Python package cryptography is not installed.")
        certificates = [one for _, _, one in der_values(parts[3][1])] if parts[3][0] == 0xA0 else []
        _, _, kind, attributes, algorithm, signed, *_ = inside(der_values(parts[-1][1])[0][2])
        digest = DIGESTS.get(inside(kind[2])[0][2])
        values = {inside(one)[0][2]: der_values(inside(one)[1][1])[0] for _, _, one in der_values(attributes[1])}
        if digest is None:
            return check.skip("The digest algorithm of the timestamp is not supported by this program.")
        check.require(values[CONTENT_TYPE][2] == TST_INFO, "It is not a timestamp.")
        check.require(values[MESSAGE_DIGEST][1] == hashlib.new(digest, content).digest(), "Its content was changed.")
        is_found, signer = timestamp_signer(values, certificates)
        check.require(is_found, "The certificate that it names is missing.")
        if not is_found:
            return check
        verify_with(signer, inside(algorithm[2])[0][2], digest, signed[1], der(0x31, attributes[1]))
        return check_authority(check, signer, certificates, authorities, at)
    except InvalidSignature:
        check.require(False, "The signature of the timestamp is not valid.")
    except Unsupported as error:
        check.skip(f"The timestamp was not checked: {error} is not supported by this program.")
    except (LookupError, ValueError) as error:
        check.require(False, f"The timestamp cannot be read ({error}).")
    return check

def check_authority(check: Check, signer: Any, certificates: list[bytes], authorities: list[bytes], at: datetime) -> Check:
    stated = at.isoformat().replace("+00:00", "Z")
    try:
        found = [one.value for one in signer.extensions if isinstance(one.value, x509.ExtendedKeyUsage)]
        is_for_time = any(x509.ObjectIdentifier("1.3.6.1.5.5.7.3.8") in usage for usage in found)
        check.require(is_for_time, "Its certificate is not for timestamps.")
        name = signer.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
        by = name[-1].value if name else signer.subject.rfc4514_string()
    except UNREADABLE as error:
        raise Unsupported(f"its certificate ({error})") from error
    if is_issued(signer, readable(certificates), readable(authorities), at):
        check.detail = f"Timestamp verified at {stated} by {by}."
        return check
    why = OTHER_AUTHORITY if authorities else "Provide --tsa-certificate."
    return check.skip(f"Timestamp of {stated} by {by} present, authority not checked. {why}")

def timestamp_signer(values: dict[bytes, tuple[int, bytes, bytes]], certificates: list[bytes]) -> tuple[bool, Any]:
    """Whether the token contains the certificate named by ESSCertIDv2 (RFC 5035) or ESSCertID, and the certificate."""
    second = values.get(SIGNING_CERTIFICATE)
    named = inside(inside(inside((second or values[CERTIFICATE_SHA1])[2])[0][2])[0][2])
    digest = "sha1" if second is None else "sha256"
    if named[0][0] == 0x30:
        digest = DIGESTS.get(inside(named[0][2])[0][2])
    if digest is None:
        raise Unsupported("the digest algorithm of its certificate's hash")
    wanted = next(body for tag, body, _ in named if tag == 4)
    found = [one for one in certificates if hashlib.new(digest, one).digest() == wanted]
    signer = next(iter(readable(found)), None)
    if found and signer is None:
        raise Unsupported("its certificate")
    return bool(found), signer

def readable(certificates: list[bytes]) -> list[Any]:
    found = []
    for one in certificates:
        try:
            found.append(x509.load_der_x509_certificate(one))
        except UNREADABLE:  # Certificates that no signature depends on are ignored.
            continue
    return found

def verify_with(certificate: Any, algorithm: bytes, stated: str | None, signature: bytes, data: bytes) -> None:
    kind, digest = SIGNATURES.get(algorithm, ("", None))
    try:
        key = certificate.public_key()
    except UNREADABLE as error:
        raise Unsupported(f"the key of a certificate ({error})") from error
    if not kind or not (digest or stated) or not isinstance(key, (rsa.RSAPublicKey, ec.EllipticCurvePublicKey)):
        raise Unsupported("a signature algorithm")
    hashed = {"sha256": SHA256, "sha384": SHA384, "sha512": SHA512}[digest or stated or ""]()
    if isinstance(key, rsa.RSAPublicKey) != (kind == "rsa"):
        raise InvalidSignature
    try:
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, data, padding.PKCS1v15(), hashed)
        else:
            key.verify(signature, data, ec.ECDSA(hashed))
    except UnsupportedAlgorithm as error:
        raise Unsupported(f"a signature algorithm ({error})") from error

def is_issued(certificate: Any, others: list[Any], trusted: list[Any], at: datetime) -> bool:
    """Whether your certificates issued this one, directly or through others, and all were valid at the time."""
    for _ in range(6):
        try:
            # Earlier versions of cryptography have only the names without `_utc`.
            start, end = (getattr(certificate, f"not_valid_{one}_utc", None)
                          or getattr(certificate, f"not_valid_{one}").replace(tzinfo=timezone.utc)
                          for one in ("before", "after"))
        except UNREADABLE:
            return False
        if not start <= at <= end:
            return False
        if certificate in trusted:
            return True
        issuer = next((one for one in [*trusted, *others] if has_issued(one, certificate)), None)
        if issuer is None:
            return False
        certificate = issuer
    return False

def has_issued(issuer: Any, certificate: Any) -> bool:
    try:
        is_authority = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
        if not is_authority or issuer.subject != certificate.issuer:
            return False
        algorithm = inside(inside(certificate.public_bytes(Encoding.DER))[1][2])[0][2]
        verify_with(issuer, algorithm, None, certificate.signature, certificate.tbs_certificate_bytes)
        return True
    except (InvalidSignature, Unsupported, *UNREADABLE):
        return False

def attached_evidence(pdf: bytes) -> bytes | None:
    """The last embedded file of the PDF."""
    # The service attaches it last. A name in the report can contain the same text.
    found = [match.end() for match in re.finditer(rb"/Type\s*/EmbeddedFile\b", pdf)][-1:]
    stream = re.compile(rb"stream\r?\n").search(pdf, found[0]) if found else None
    if stream is None:
        return None
    dictionary = pdf[pdf.rfind(b" obj", 0, found[0]):stream.start()]
    length = re.search(rb"/Length\s+(\d+)(?!\d|\s+\d+\s+R)", dictionary)
    try:
        body = pdf[stream.end():stream.end() + int(length[1])] if length else b""
        return zlib.decompress(body) if b"/FlateDecode" in dictionary else body
    except zlib.error:
        return None

def check_attachment(pdf: bytes, data: bytes, bundle: Json, signature: tuple[Key, dict[str, str], Any] | None,
                     is_readable: bool = True) -> Check:
    check = Check("attachment")
    if signature is None:
        return check.skip("The PDF has no valid signature to compare the evidence with.")
    key, claims, _ = signature  # Earlier packages have no claims.
    check.require(key.id == bundle["seal"]["keyId"], "PDF and evidence were signed with different keys.")
    actual = {"Evidence": named(data), "Report": named(pdf[:int(claims.get("ReportBytes", "0"))])}
    if is_readable:
        actual["Package"] = bundle["evidence"]["package"]["id"]
    for name, value in actual.items():
        check.require(claims.get(name, value) == value, f"The PDF was signed for other evidence (GAS_{name}).")
    return check

def verify(file: bytes, keys: list[Key], heads: list[Json], authorities: list[bytes]) -> tuple[str, str, list[Check]]:
    """The status, the problem if it is unusable, and the checks."""
    form, checks, is_canonical = Check("form"), [], True
    is_json = re.match(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\{", file) is not None
    is_pdf = not is_json and b"%PDF-" in file[:1024]
    document = Check("document")
    file, archived = split_updates(file, authorities) if is_pdf else (file, [])
    signed = check_document(file, Keyring(keys), document, authorities) if is_pdf else None
    stamped = ([signed[2]] if signed and signed[2] else []) + archived
    if signed and "Report" in signed[1] and not {"Package", "Evidence"} & set(signed[1]):
        # Nothing is attached to a report, but its title can contain the text of an attachment.
        document.detail = f"Report {signed[1].get('ReportId', '(ID not stated)')}. {document.detail}"
        return conclude([document, *stamped], keys, True, "document")
    data = attached_evidence(file) if is_pdf else file
    if is_pdf and (data is not None or b"/ByteRange" in file):
        checks += [document, *stamped]
    if data is None:
        form.skip("evidence.json cannot be read from the PDF.")
        return conclude([*checks, form], keys, True)
    try:
        bundle, is_canonical = check_form(data, form)
        evidence, seal = bundle["evidence"], bundle["seal"]
        keyring = Keyring(keys, evidence["keys"])
        if is_pdf:
            checks.append(check_attachment(file, data, bundle, signed))
            form.require(is_canonical, "The attached evidence is not in canonical form.")
        sealed = Check("seal")
        keyring.check(sealed, "rsa", seal["keyId"], from_base64(seal["signature"]), canonical(evidence))
        checks += [form, sealed, *check_hashes(evidence["events"]), check_order(evidence), check_thread(evidence),
                   check_checkpoint(evidence, keyring), check_membership(evidence), check_summary(evidence),
                   check_verdict(evidence), check_anchor(evidence, heads)]
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        checks = [*(check for check in checks if check.id in ("document", "timestamp", "archive")), form]
        attachment = (lambda bundle: check_attachment(file, data, bundle, signed, False)) if is_pdf else None
        return conclude_unread(data, checks, keys, error, attachment)
    return conclude(checks, keys, is_canonical)

def conclude_unread(data: bytes, checks: list[Check], keys: list[Key], error: Exception,
                    attachment: Callable[[Json], Check] | None) -> tuple[str, str, list[Check]]:
    """Evidence of an unknown form is that of a later version if its seal is valid, and otherwise altered."""
    form, seal = checks[-1], Check("seal")
    try:
        bundle, ambiguities = parse_json(data)
        sealed = bundle["seal"]
        if set(bundle) != {"evidence", "headHash", "seal"} or sealed["algorithm"] != "RSASSA-PKCS1-v1_5-SHA256":
            raise ValueError("the seal is of another form")
        form.require(not ambiguities, " ".join(ambiguities))
        in_file = bundle["evidence"].get("keys", [])
        signature = from_base64(sealed["signature"])
        if attachment:
            checks.insert(-1, attachment(bundle))
        Keyring(keys, in_file).check(seal, "rsa", sealed["keyId"], signature, canonical(bundle["evidence"]))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        seal.require(False, "The file has no seal that can be checked.")
    checks.append(seal)
    is_sealed = seal.status == "ok" or seal.is_signer_unknown
    if seal.detail == UNVERIFIED:
        form.skip(f"The evidence cannot be read ({error}). {UNVERIFIED}")
    elif is_sealed:
        form.skip("The evidence has the form of a later version.")
    else:
        form.require(isinstance(error, Outdated), f"The file does not have the form of a package ({error}).")
    status, problem, _ = conclude(checks, keys, True)
    if is_sealed and status in ("intact", "not_witnessed"):
        return "outdated", f"{error} {seal.detail}", checks
    return status, problem, checks

def unconfirmed(check: Check) -> str:
    if check.id == "checkpoint":
        return "too few of the witnesses whose keys you provided cosigned the chain"
    is_compared = check.detail.endswith(OTHER_AUTHORITY)
    return ("the authorities you provided "
            + ("did not issue the timestamp" if is_compared else "could not be compared with the timestamp"))

def conclude(checks: list[Check], keys: list[Key], is_canonical: bool, required: str = "seal") -> tuple[str, str, list[Check]]:
    if any(check.status == "failed" for check in checks):
        return "tampered", ", ".join(check.id for check in checks if check.status == "failed"), checks
    if not any(check.id == required and (check.status == "ok" or check.is_signer_unknown) for check in checks):
        return "unusable", next((check.detail for check in checks if check.status == "not_checked"), ""), checks
    if not Keyring(keys).of("rsa") or any(check.is_signer_unknown for check in checks):
        return "unknown_signer", "", checks
    unwitnessed = [check for check in checks if check.is_unwitnessed]
    if unwitnessed:
        return "not_witnessed", ", and ".join(map(unconfirmed, unwitnessed)), checks
    is_unchecked = any(check.id in ("timestamp", "archive") and check.status == "not_checked" for check in checks)
    return "intact" if is_canonical else "content_intact", AUTHORITY_UNCHECKED if is_unchecked else "", checks

def read_heads(given: str) -> list[Json]:
    short = re.fullmatch(r"([1-9]\d{0,14}):(sha256:[0-9a-f]{64})", given.strip())
    if short:
        return [{"chainPosition": int(short[1]), "blockHash": short[2]}]
    try:
        value = json.loads(Path(given).read_text("utf-8"))
        heads = [{"chainPosition": head["size"], "blockHash": head["headHash"], **head} if "size" in head else head
                 for head in (value if isinstance(value, list) else [value])]
        return [head for head in heads if raw_hash(head["blockHash"]) and head["chainPosition"] > 0]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Unusable(f"--expect-head: {given} is not a receipt, a checkpoint, or position:sha256:hash.") from error

def read_certificates(path: str) -> list[bytes]:
    pattern = "-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----"
    try:
        found = [base64.b64decode(block) for block in re.findall(pattern, Path(path).read_text("utf-8"))]
        if not found or (can_verify_signatures and not all(map(x509.load_der_x509_certificate, found))):
            raise ValueError("no certificate")
        return found
    except (OSError, *UNREADABLE) as error:
        raise Unusable(f"--tsa-certificate: {path} contains no readable certificates ({error}).") from error

def main() -> int:
    codes = ", ".join(f"{code} {status}" for status, (code, _) in VERDICTS.items())
    parser = argparse.ArgumentParser(description="Verifies an evidence package offline.", epilog=f"Exit codes: {codes}")
    parser.add_argument("file", metavar="FILE", help="the package, JSON or PDF")
    parser.add_argument("--keys", action="append", default=[], metavar="FILE",
                        help="trusted keys: JSON Web Key Set, PEM, or verifier keys of witnesses; repeatable")
    parser.add_argument("--expect-head", metavar="FILE", help="a saved receipt or checkpoint, or position:sha256:hash")
    parser.add_argument("--tsa-certificate", action="append", default=[], metavar="FILE",
                        help="trusted certificates of timestamp authorities or their issuers, PEM; repeatable")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options, checks = parser.parse_args(), []
    sys.setrecursionlimit(3_000)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        keys = [key for path in options.keys for key in read_keys(path)]
        heads = read_heads(options.expect_head) if options.expect_head else []
        authorities = [one for path in options.tsa_certificate for one in read_certificates(path)]
        status, problem, checks = verify(Path(options.file).read_bytes(), keys, heads, authorities)
    except (OSError, Unusable, RecursionError) as why:
        status, problem = "unusable", f"{why.filename}: {why.strerror}" if isinstance(why, OSError) else str(why)
    except Exception as why:
        status, problem = "unusable", f"The verification stopped with an unexpected error ({type(why).__name__}: {why})."
    if options.json:
        print(json.dumps({"status": status, "problem": problem, "checks": list(map(asdict, checks))}, indent=2))
        return VERDICTS[status][0]
    lines = []
    for check in checks:
        text = "; ".join(check.failures[:20]) or check.detail
        lines.append(f"{check.id:<12}{check.status.replace('_', ' '):<13}{text}".rstrip())
    # Text from the package must not control the terminal.
    for line in [*lines, "", VERDICTS[status][1].format(problem)]:
        print(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", "\ufffd", line))
    return VERDICTS[status][0]

if __name__ == "__main__":
    try:
        code = main()
    except Exception as error:  # Python would exit with 1, which means TAMPERED.
        print(f"UNUSABLE: unexpected error ({type(error).__name__}: {error}).", file=sys.stderr)
        code = VERDICTS["unusable"][0]
    sys.exit(code)
