"""Waiting for evidence packages, downloading and verifying them."""
from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Union

import verify_evidence

from .errors import PackageError
from .proofs import Keys, read_keys
from .resource import AsyncResource, Resource
from .types import Checkpoint, EvidencePackage, Receipt

FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0


@dataclass(frozen=True)
class PackageReport:
    """The result of a verification.

    `status` is `intact`, `content_intact`, `unknown_signer`, `not_witnessed`, `outdated`, `tampered` or `unusable`.
    `docs/evidence-verification.md` in the service's repository explains each, and each check.
    """

    status: str
    problem: str
    checks: List[verify_evidence.Check]
    #: SHA-256 of the whole file, as accepted by `client.verify.package()`.
    package_hash: str


def verify_package(
    file: bytes,
    *,
    keys: Keys = (),
    saved: Iterable[Union[Receipt, Checkpoint]] = (),
) -> PackageReport:
    """Verifies an evidence package (JSON or PDF) offline with `verify_evidence.py`, the independent verifier.

    Requires the package `cryptography`: without it, no package is reported as intact.

    :param keys: trusted keys, as `client.verify.keys()` returned them. Keys from the file itself prove nothing
    :param saved: receipts or checkpoints that you saved and that the package must contain
    """
    heads = [_head(one) for one in saved]
    package_hash = f"sha256:{hashlib.sha256(file).hexdigest()}"
    try:
        status, problem, checks = verify_evidence.verify(file, read_keys(keys), heads, [])
    except (verify_evidence.Unusable, RecursionError) as why:
        status, problem, checks = "unusable", str(why), []
    return PackageReport(status, problem, checks, package_hash)


def _head(saved: Mapping[str, Any]) -> Dict[str, Any]:
    if "size" not in saved:
        return dict(saved)
    return {"chainPosition": saved["size"], "blockHash": saved["headHash"], **saved}


class EvidenceFiles(Resource):
    """Functions for packages that combine several API calls."""

    def wait_for(
        self, id: str, *, timeout: float = 600.0, on_progress: Optional[Callable[[EvidencePackage], None]] = None
    ) -> EvidencePackage:
        """Waits until a package is READY. Raises `PackageError` if it fails or is not ready after `timeout` seconds."""
        end = time.monotonic() + timeout
        for wait in _waits():
            made: EvidencePackage = self._call("getEvidencePackage", id)
            if on_progress:
                on_progress(made)
            if _is_ready(made, end):
                return made
            time.sleep(wait)
        raise AssertionError("unreachable")

    def download(self, id: str) -> bytes:
        """The file of a READY package. Raises `PackageError` if its SHA-256 does not match the package's hash."""
        made: EvidencePackage = self._call("getEvidencePackage", id)
        url = _download_url(made) or self._call("createEvidencePackageDownloadUrl", id)["downloadUrl"]
        with self._caller.open(url) as stream:
            return _hash_checked(made, stream.read())


class AsyncEvidenceFiles(AsyncResource):
    """Functions for packages that combine several API calls."""

    async def wait_for(
        self, id: str, *, timeout: float = 600.0, on_progress: Optional[Callable[[EvidencePackage], None]] = None
    ) -> EvidencePackage:
        """Waits until a package is READY. Raises `PackageError` if it fails or is not ready after `timeout` seconds."""
        end = time.monotonic() + timeout
        for wait in _waits():
            made: EvidencePackage = await self._call("getEvidencePackage", id)
            if on_progress:
                on_progress(made)
            if _is_ready(made, end):
                return made
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")

    async def download(self, id: str) -> bytes:
        """The file of a READY package. Raises `PackageError` if its SHA-256 does not match the package's hash."""
        return await asyncio.to_thread(EvidenceFiles(self._caller).download, id)


def _waits() -> Iterator[float]:
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(LONGEST_WAIT, wait * 1.5)


def _is_ready(made: EvidencePackage, end: float) -> bool:
    if made["status"] == "READY":
        return True
    if made["status"] != "GENERATING":
        raise _absent(made)
    if time.monotonic() > end:
        raise PackageError("The package is still being generated.", made["id"])
    return False


def _download_url(made: EvidencePackage) -> Optional[str]:
    if made["status"] != "READY":
        raise _absent(made)
    return made["downloadUrl"]


def _hash_checked(made: EvidencePackage, file: bytes) -> bytes:
    found = f"sha256:{hashlib.sha256(file).hexdigest()}"
    if found != made["packageHash"]:
        message = f"The file does not match the package: its hash is {found}, not {made['packageHash']}."
        raise PackageError(message, made["id"])
    return file


def _absent(made: EvidencePackage) -> PackageError:
    reason = f": {made['failureReason']}" if made["failureReason"] else ""
    return PackageError(f"The package is {made['status']}{reason}.", made["id"])
