"""Verification of checkpoints, inclusion proofs and consistency proofs (RFC 6962, RFC 9162)."""
from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Iterable, List, Mapping, Optional, Union

import verify_evidence
from verify_evidence import CHECKPOINT, canonical, from_base64, raw_hash

from .events import verify_event
from .types import AuditEvent, Checkpoint, ConsistencyProof, InclusionProof

#: JSON Web Keys, or sets of them as `client.verify.keys()` returns them.
Keys = Union[Mapping[str, Any], Iterable[Mapping[str, Any]]]


@dataclass(frozen=True)
class ProofCheck:
    """The result of verifying a proof: its problems, and the status of the checkpoint's signature.

    `signature` is `ok`, `failed`, `unknown_key` (no key that you passed has the checkpoint's key ID) or `not_verified`
    (you passed no keys, or the package `cryptography` is not installed).
    """

    problems: List[str]
    signature: str

    @property
    def is_valid(self) -> bool:
        """Whether the proof is correct and its checkpoint is signed by one of your keys."""
        return not self.problems and self.signature == "ok"


def verify_inclusion(
    event: AuditEvent, proof: InclusionProof, *, keys: Keys = (), checkpoint: Optional[Checkpoint] = None
) -> ProofCheck:
    """Verifies that a checkpoint covers an event, from the event's content up to the signed root.

    The possible problems are those of `verify_event`, `wrong_leaf` (the proof is for another event), `wrong_root` (the
    proof does not match the checkpoint's root hash) and `no_checkpoint` (there is no checkpoint of the proof's size).

    :param keys: `client.verify.keys()`, saved earlier
    :param checkpoint: a saved checkpoint of the proof's size. Default: the checkpoint in the proof
    """
    checkpoint = checkpoint or proof["checkpoint"]
    check = verify_event(event)
    problems = list(check.problems)
    leaf = sha256(b"\0" + raw_hash(check.block_hash)).digest()
    if proof["leafIndex"] != event["chainPosition"] - 1 or proof["leafHash"] != _name(leaf):
        problems.append("wrong_leaf")
    if checkpoint is None or checkpoint["size"] != proof["treeSize"]:
        return ProofCheck([*problems, "no_checkpoint"], "not_verified")
    root = _root_of(leaf, proof["leafIndex"], proof["treeSize"], list(map(raw_hash, proof["hashes"])))
    if checkpoint["organisationId"] != event["organisationId"] or root != raw_hash(checkpoint["rootHash"]):
        problems.append("wrong_root")
    return ProofCheck(problems, verify_checkpoint(checkpoint, keys))


def verify_consistency(
    older: Checkpoint, newer: Checkpoint, proof: ConsistencyProof, *, keys: Keys = ()
) -> ProofCheck:
    """Verifies that the newer checkpoint only adds events to the older one (RFC 9162, 2.1.4.2).

    The possible problems are `wrong_size` (the proof is for other sizes), `wrong_root` (the proof does not match the root
    hashes) and `other_organisation`. `signature` is the status of the newer checkpoint's signature.
    """
    problems = []
    if (proof["from"], proof["to"]) != (older["size"], newer["size"]):
        problems.append("wrong_size")
    if older["organisationId"] != newer["organisationId"]:
        problems.append("other_organisation")
    roots = raw_hash(older["rootHash"]), raw_hash(newer["rootHash"])
    if not _is_consistent(older["size"], newer["size"], *roots, list(map(raw_hash, proof["hashes"]))):
        problems.append("wrong_root")
    return ProofCheck(problems, verify_checkpoint(newer, keys))


def verify_checkpoint(checkpoint: Checkpoint, keys: Keys) -> str:
    """The status of a checkpoint's signature: see `ProofCheck`."""
    given = read_keys(keys)
    if not given or not verify_evidence.can_verify_signatures:
        return "not_verified"
    key = next((key for key in given if key.kind == "ed25519" and key.id == checkpoint["keyId"]), None)
    if key is None:
        return "unknown_key"
    signed = canonical({"schema": "checkpoint/1", **{name: checkpoint[name] for name in CHECKPOINT}})  # type: ignore[literal-required]
    try:
        return "ok" if key.verifies(from_base64(checkpoint["signature"]), signed) else "failed"
    except ValueError:
        return "failed"


def read_keys(keys: Keys) -> "List[verify_evidence.Key]":
    sets: Iterable[Mapping[str, Any]] = [keys] if isinstance(keys, Mapping) else keys
    jwks = [jwk for one in sets for jwk in one.get("keys", [one])]
    return [verify_evidence.key_of_jwk(jwk) for jwk in jwks if jwk["kty"] in ("RSA", "OKP")]


def _name(digest: bytes) -> str:
    return f"sha256:{digest.hex()}"


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _root_of(leaf: bytes, index: int, size: int, path: List[bytes]) -> Optional[bytes]:
    """RFC 9162, 2.1.3.2. None if the path has the wrong length."""
    if not 0 <= index < size:
        return None
    number, last, root = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if number & 1 or number == last:
            root = _node(sibling, root)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            root = _node(root, sibling)
        number, last = number >> 1, last >> 1
    return root if last == 0 else None


def _is_consistent(size: int, newer_size: int, root: bytes, newer_root: bytes, path: List[bytes]) -> bool:
    """RFC 9162, 2.1.4.2."""
    if size == newer_size:
        return not path and root == newer_root
    if not 0 < size < newer_size:
        return False
    hashes = [root, *path] if size & (size - 1) == 0 else path
    number, last = size - 1, newer_size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    if not hashes:
        return False
    older = newer = hashes[0]
    for one in hashes[1:]:
        if last == 0:
            return False
        if number & 1 or number == last:
            older, newer = _node(one, older), _node(one, newer)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            newer = _node(newer, one)
        number, last = number >> 1, last >> 1
    return last == 0 and older == root and newer == newer_root
