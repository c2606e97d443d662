"""The Python client of the Governance Audit Service."""
from .audited import audited
from .client import AsyncGovernanceClient, GovernanceClient
from .errors import ApiError, GovernanceError, NoResponseError, PackageError, WebhookError
from .events import ChainCheck, ChainProblem, EventCheck, read_events, verify_chain, verify_event
from .listing import AsyncListing, Listing
from .logs import AuditLogHandler
from .packages import PackageReport, verify_package
from .proofs import ProofCheck, verify_checkpoint, verify_consistency, verify_inclusion
from .recording import EventQueue
from .request import Attempt, Response
from .webhooks import verify_webhook

__version__ = "0.1.0"
__all__ = [
    "ApiError",
    "AsyncGovernanceClient",
    "AsyncListing",
    "Attempt",
    "AuditLogHandler",
    "ChainCheck",
    "ChainProblem",
    "EventCheck",
    "EventQueue",
    "GovernanceClient",
    "GovernanceError",
    "Listing",
    "NoResponseError",
    "PackageError",
    "PackageReport",
    "ProofCheck",
    "Response",
    "WebhookError",
    "audited",
    "read_events",
    "verify_chain",
    "verify_checkpoint",
    "verify_consistency",
    "verify_event",
    "verify_inclusion",
    "verify_package",
    "verify_webhook",
]
