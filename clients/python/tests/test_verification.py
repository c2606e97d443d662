import copy
import hashlib
import hmac
import json
import unittest

from verify_evidence import can_verify_signatures, canonical, named

from governance_audit import (
    WebhookError, read_events, verify_chain, verify_checkpoint, verify_consistency, verify_event, verify_inclusion,
    verify_package, verify_webhook,
)

# The example of the API reference, whose hashes were computed by the service.
EVENT = {
    "id": "evt_01kahbc2g8m9n4q6r1s7t3v5wx", "organisationId": "org_01kahbc2g8m9n4q6r1s7t3v5wx", "chainPosition": 4217,
    "blockHash": "sha256:a4b42298eeac8467b3224fe9656202b3ad42f34de16559ab64fc64e5d1dfbc49",
    "previousHash": "sha256:937703df9edf934fbec9840cdee17d919ec1ed7dc9d52603d389e0845d39dd44",
    "previousModelHash": "sha256:adab7557d9c57c964f99bc30c1126fabff4315d7b9226fb51b39bce7c6861526",
    "timestamp": "2026-01-15T10:00:00.000Z", "recordedAt": "2026-01-15T10:00:00.120Z", "eventType": "INFERENCE",
    "severity": "INFO", "modelId": "mdl_01kahbc2g8m9n4q6r1s7t3v5wx", "source": "API",
    "actor": {"type": "SERVICE", "id": "credit-scoring-api", "displayName": "Credit scoring API"},
    "payload": {
        "inputHash": "sha256:3f786850e387550fdab836ed7e6dc881de23001b9d2b7d1b1f3f6e2d6a1c9d54",
        "outputHash": "sha256:89e6c98d92887913cadf06b2adb97f26cde4849b1f6a2d2b8d6c4a1e7b3f0a12",
        "latencyMs": 142, "confidence": 0.9375, "decisionOutput": "APPROVED",
    },
    "tags": ["prod"], "metadata": None, "verified": True,
    "contentHash": "sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a",
    "contentSalt": "b8d2a2895b22a889e10e616a50fe8afe",
}
RECEIPT = {name: EVENT[name] for name in ("organisationId", "chainPosition", "blockHash")}
ZEROS = "sha256:" + "0" * 64


def rehashed(event):
    content = {"actor": event["actor"], "payload": event["payload"], "salt": event["contentSalt"], "tags": event["tags"]}
    header = {"schema": "audit-event/1", "contentHash": named(canonical(content))}
    members = "organisationId id chainPosition previousHash previousModelHash timestamp recordedAt eventType severity modelId source"
    header.update({name: event[name] for name in members.split()})
    return {**event, "contentHash": header["contentHash"], "blockHash": named(canonical(header))}


def chain(length):
    events, previous, models = [], ZEROS, {}
    for position in range(1, length + 1):
        model = f"mdl_{position % 2}"
        event = rehashed({
            **EVENT, "id": f"evt_{position}", "chainPosition": position, "modelId": model,
            "previousHash": previous, "previousModelHash": models.get(model, ZEROS),
        })
        previous = models[model] = event["blockHash"]
        events.append(event)
    return events


def tree(leaves):
    """RFC 6962, 2.1, as it is written there."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    middle = split(len(leaves))
    return hashlib.sha256(b"\1" + tree(leaves[:middle]) + tree(leaves[middle:])).digest()


def split(size):
    return 1 << ((size - 1).bit_length() - 1)


def path(index, leaves):
    if len(leaves) == 1:
        return []
    middle = split(len(leaves))
    if index < middle:
        return [*path(index, leaves[:middle]), tree(leaves[middle:])]
    return [*path(index - middle, leaves[middle:]), tree(leaves[:middle])]


def consistency(size, leaves, is_whole=True):
    if size == len(leaves):
        return [] if is_whole else [tree(leaves)]
    middle = split(len(leaves))
    if size <= middle:
        return [*consistency(size, leaves[:middle], is_whole), tree(leaves[middle:])]
    return [*consistency(size - middle, leaves[middle:], False), tree(leaves[:middle])]


def name(digest):
    return f"sha256:{digest.hex()}"


class Tree:
    def __init__(self, length):
        self.events = chain(length)
        self.leaves = [bytes.fromhex(event["blockHash"][7:]) for event in self.events]

    def checkpoint(self, size):
        return {
            "organisationId": EVENT["organisationId"], "size": size, "headHash": self.events[size - 1]["blockHash"],
            "rootHash": name(tree(self.leaves[:size])), "issuedAt": "2026-01-15T10:00:30.000Z",
            "previousCheckpointHash": ZEROS, "keyId": "21fe31dfa154a261", "signature": "AAAA",
        }

    def inclusion(self, position, size):
        hashes = [name(one) for one in path(position - 1, self.leaves[:size])]
        leaf = name(hashlib.sha256(b"\0" + self.leaves[position - 1]).digest())
        return {"eventId": "", "leafIndex": position - 1, "treeSize": size, "leafHash": leaf, "hashes": hashes,
                "checkpoint": self.checkpoint(size), "cosignatures": [], "timestamps": []}


class Events(unittest.TestCase):
    def test_the_hashes_of_the_service_are_recomputed(self):
        check = verify_event(EVENT, RECEIPT)
        self.assertEqual((check.is_intact, check.block_hash), (True, EVENT["blockHash"]))

    def test_every_change_is_found(self):
        changes = [
            ({"payload": {**EVENT["payload"], "confidence": 0.5}}, ["content_changed"]),
            ({"tags": []}, ["content_changed"]), ({"contentSalt": "00"}, ["content_changed"]),
            ({"timestamp": "2026-01-15T10:00:00.001Z"}, ["header_changed"]), ({"severity": "HIGH"}, ["header_changed"]),
            ({"contentHash": ZEROS}, ["content_changed", "header_changed"]), ({"blockHash": ZEROS}, ["header_changed"]),
        ]
        for change, problems in changes:
            self.assertEqual(verify_event({**EVENT, **change}).problems, problems, change)
        self.assertEqual(verify_event(rehashed({**EVENT, "tags": []}), RECEIPT).problems, ["receipt_mismatch"])

    def test_erased_content_leaves_the_header(self):
        check = verify_event({**EVENT, "actor": None, "payload": None, "contentSalt": None, "tags": []})
        self.assertEqual((check.is_intact, check.is_erased), (True, True))


class Chains(unittest.TestCase):
    def test_a_chain_is_intact_from_its_start_and_from_a_receipt(self):
        events = chain(6)
        check = verify_chain(events, receipts=[{name: events[3][name] for name in RECEIPT}])
        self.assertEqual((check.is_intact, check.events, check.head["chainPosition"]), (True, 6, 6))
        self.assertTrue(verify_chain(events[3:], after={name: events[2][name] for name in RECEIPT}).is_intact)

    def test_breaks_are_found(self):
        events = chain(6)
        moved = copy.deepcopy(events)
        moved[2], moved[3] = moved[3], moved[2]
        replaced = [*events[:2], rehashed({**events[2], "severity": "HIGH"}), *events[3:]]
        cases = [
            (events[:2] + events[3:], {"wrong_position", "wrong_previous_hash", "wrong_previous_model_hash"}),
            (moved, {"wrong_position", "wrong_previous_hash"}),
            (replaced, {"wrong_previous_hash", "wrong_previous_model_hash"}),
            (events[1:], {"wrong_position", "wrong_previous_hash"}),
            ([events[0], rehashed({**events[1], "recordedAt": "2026-01-14T10:00:00.120Z"})], {"recorded_earlier"}),
            ([events[0], rehashed({**events[1], "organisationId": "org_2"})], {"other_organisation"}),
        ]
        for case, expected in cases:
            self.assertLessEqual(expected, {problem.code for problem in verify_chain(case).problems}, expected)
        stale = verify_chain(replaced, receipts=[{name: events[2][name] for name in RECEIPT}])
        self.assertIn("receipt_mismatch", {problem.code for problem in stale.problems})

    def test_every_receipt_must_match_an_event(self):
        receipts = [{name: event[name] for name in RECEIPT} for event in chain(6)]
        shortened = verify_chain(chain(4), receipts=receipts)
        self.assertEqual(
            [(problem.chain_position, problem.code) for problem in shortened.problems],
            [(5, "receipt_not_found"), (6, "receipt_not_found")],
        )
        for other in ({"blockHash": ZEROS}, {"organisationId": "org_2"}):
            for saved in ([receipts[0], {**receipts[0], **other}], [{**receipts[0], **other}, receipts[0]]):
                codes = [problem.code for problem in verify_chain(chain(1), receipts=saved).problems]
                self.assertEqual(codes, ["receipt_mismatch"])

    def test_events_are_read_from_lines(self):
        lines = [json.dumps(event).encode() + b"\n" for event in chain(2)] + [b'{"type":"stream.position"}\n']
        self.assertEqual(verify_chain(read_events(lines)).events, 2)


class Proofs(unittest.TestCase):
    def test_inclusion_at_every_position_of_every_size(self):
        made = Tree(12)
        for size in range(1, 13):
            for position in range(1, size + 1):
                event, proof = made.events[position - 1], made.inclusion(position, size)
                self.assertEqual(verify_inclusion(event, proof).problems, [], (position, size))
                for other in ([*proof["hashes"], ZEROS], proof["hashes"][:-1], proof["hashes"][::-1]):
                    if other != proof["hashes"]:
                        self.assertEqual(verify_inclusion(event, {**proof, "hashes": other}).problems, ["wrong_root"])

    def test_a_proof_of_another_event_or_without_a_checkpoint_proves_nothing(self):
        made = Tree(5)
        self.assertIn("wrong_leaf", verify_inclusion(made.events[0], made.inclusion(2, 5)).problems)
        changed = {**made.events[0], "severity": "HIGH"}
        self.assertIn("header_changed", verify_inclusion(changed, made.inclusion(1, 5)).problems)
        self.assertEqual(verify_inclusion(made.events[0], {**made.inclusion(1, 5), "checkpoint": None}).problems, ["no_checkpoint"])

    def test_consistency_of_every_pair_of_sizes(self):
        made = Tree(12)
        for newer in range(1, 13):
            for older in range(1, newer + 1):
                hashes = [name(one) for one in consistency(older, made.leaves[:newer])]
                proof = {"from": older, "to": newer, "hashes": hashes}
                pair = made.checkpoint(older), made.checkpoint(newer)
                self.assertEqual(verify_consistency(*pair, proof).problems, [], (older, newer))
                forged = {**pair[0], "rootHash": ZEROS}
                self.assertEqual(verify_consistency(forged, pair[1], proof).problems, ["wrong_root"], (older, newer))

    def test_signatures_of_checkpoints(self):
        key = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kid": "21fe31dfa154a261"}
        # The example of the API reference, signed with the example key of RFC 8037.
        signed = {
            "organisationId": EVENT["organisationId"], "size": 4217, "headHash": EVENT["blockHash"],
            "rootHash": "sha256:6b3f0c9d1e5a7284b0c1d2e3f405162738495a6b7c8d9e0fa1b2c3d4e5f60718",
            "issuedAt": "2026-01-15T10:00:30.000Z",
            "previousCheckpointHash": "sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
            "keyId": "21fe31dfa154a261",
            "signature": "wyllEPaHdC5ONA1tcav7B3/3QPNt0EHPVBd8JWxnAGJ6PAOMGK9Vm967FErswfvIh/FHYo/axTvIZZ9h1umKAA==",
        }
        cases = [
            (signed, {"keys": [key]}, "ok"), (signed, [key], "ok"), (signed, [], "not_verified"),
            ({**signed, "size": 1}, [key], "failed"), ({**signed, "keyId": "0"}, [key], "unknown_key"),
        ]
        for checkpoint, keys, expected in cases:
            self.assertEqual(verify_checkpoint(checkpoint, keys), expected if can_verify_signatures else "not_verified")

    def test_a_file_that_is_no_package_is_unusable(self):
        report = verify_package(b"not a package")
        self.assertEqual((report.status, report.package_hash), ("unusable", named(b"not a package")))


class Webhooks(unittest.TestCase):
    body = b'{"id":"we_1","type":"audit.created"}'

    def headers(self, secret="whsec_1", time=1000, extra=""):
        signature = hmac.new(secret.encode(), f"{time}.".encode() + self.body, hashlib.sha256).hexdigest()
        return {"x-SERVICE-signature": f"t={time},{extra}v1={signature}"}

    def test_a_genuine_request_is_returned(self):
        cases = [("whsec_1", self.headers()), (["new", "whsec_1"], self.headers()),
                 ("whsec_1", self.headers(extra=f"v1={'0' * 64},"))]
        for secret, headers in cases:
            envelope = verify_webhook(secret=secret, headers=headers, body=self.body, now=1300)
            self.assertEqual(envelope["id"], "we_1")

    def test_every_other_request_is_rejected(self):
        cases = [
            ("no_signature", {}, self.body, 1000), ("no_signature", {"X-Service-Signature": "t=x,v1=00"}, self.body, 1000),
            ("wrong_time", self.headers(), self.body, 1301), ("wrong_time", self.headers(), self.body, 699),
            ("wrong_signature", self.headers(), self.body + b" ", 1000),
            ("wrong_signature", self.headers("other"), self.body, 1000),
        ]
        for reason, headers, body, now in cases:
            with self.assertRaises(WebhookError) as caught:
                verify_webhook(secret="whsec_1", headers=headers, body=body, now=now)
            self.assertEqual(caught.exception.reason, reason)


if __name__ == "__main__":
    unittest.main()
