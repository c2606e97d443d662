# Made by `npm run client:generate`. Change the schemas of the API instead.
from typing import Any, Dict, List, Literal, TypedDict, Union


class AcceptInvitation(TypedDict):
    token: str
    name: str
    password: str


class Accepted(TypedDict):
    pass


class Activity(TypedDict):
    chainPosition: int
    revisions: "ActivityRevisions"


class ActivityRevisions(TypedDict):
    detections: str
    evidence: str
    deliveries: str
    imports: str
    verifications: str
    members: str
    integrations: str
    alerts: str
    streams: str
    reports: str


class AlertCountCondition(TypedDict):
    """A minimum number of events that meet the other conditions within a time window"""
    atLeast: int
    withinMinutes: int
    per: Literal["MODEL", "ORGANISATION"]


class AlertPayloadCondition(TypedDict):
    """Compares a number in the payload with a threshold"""
    path: str
    operator: Literal["GREATER_THAN", "GREATER_OR_EQUAL", "LESS_THAN", "LESS_OR_EQUAL", "EQUAL", "NOT_EQUAL"]
    threshold: float


class AlertPolicy(TypedDict):
    id: str
    name: str
    description: str
    rule: "AlertRule"
    severity: "Severity"
    recipients: List[str]
    cooldownMinutes: int
    mutedUntil: Union[str, None]
    enabled: bool
    figures: "AlertPolicyFigures"
    createdAt: str
    updatedAt: str


class AlertPolicyFigures(TypedDict):
    """Not covered by the `ETag`"""
    alerts: int
    suppressed: int
    muted: int
    lastTriggeredAt: Union[str, None]


class AlertPolicyList(TypedDict):
    data: List["AlertPolicy"]
    pagination: "Pagination"


class _AlertRuleOptional(TypedDict, total=False):
    eventTypes: List["EventType"]
    minSeverity: "Severity"
    modelIds: List[str]
    tags: List[str]
    payload: "AlertPayloadCondition"
    count: "AlertCountCondition"


class AlertRule(_AlertRuleOptional):
    pass


_AlertRulePreviewRequired = TypedDict("_AlertRulePreviewRequired", {
    "from": str,
    "to": str,
    "eventsRead": int,
    "isCut": bool,
    "readFrom": Union[str, None],
    "matched": int,
    "alerts": int,
    "suppressed": int,
    "events": List["PreviewedAlert"],
})


class AlertRulePreview(_AlertRulePreviewRequired):
    pass


class AlertTriggeredData(TypedDict):
    """The policy, the event that triggered the policy, and the observed value."""
    id: str
    eventId: str
    policyId: str
    policyName: str
    modelId: str
    severity: "Severity"
    message: str
    observed: Union[float, None]
    threshold: Union[float, None]
    triggeredAt: str


class AlertTriggeredEnvelope(TypedDict):
    id: str
    type: Literal["alert.triggered"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "AlertTriggeredData"


class _AllowedEndpointOptional(TypedDict, total=False):
    departments: List[str]
    ipRanges: List[str]


class AllowedEndpoint(_AllowedEndpointOptional):
    host: str


class ApiKey(TypedDict):
    id: str
    name: str
    hint: str
    livemode: bool
    scopes: List[Literal["audit:read", "audit:write", "models:read", "models:write", "shadow_ai:read", "shadow_ai:write", "sensors:write", "evidence:read", "evidence:write", "webhooks:read", "webhooks:write", "reports:read", "reports:write", "admin"]]
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    createdAt: str
    expiresAt: Union[str, None]
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    replacedById: Union[str, None]


class ApiKeyList(TypedDict):
    data: List["ApiKey"]
    pagination: "Pagination"


class _AppendAuditBatchQueryOptional(TypedDict, total=False):
    partial: Literal["true", "false"]


class AppendAuditBatchQuery(_AppendAuditBatchQueryOptional):
    pass


class AppendBatch(TypedDict):
    events: List["AppendEvent"]


class _AppendEventOptional(TypedDict, total=False):
    severity: "Severity"
    actor: "EventActor"
    tags: List[str]
    metadata: Dict[str, Any]
    timestamp: str


class AppendEvent(_AppendEventOptional):
    modelId: str
    eventType: "EventType"
    payload: Dict[str, Any]


class AppendedEvent(TypedDict):
    id: str
    chainPosition: int
    blockHash: str
    previousHash: str
    timestamp: str
    recordedAt: str
    eventType: "EventType"
    verified: bool
    receipt: "Receipt"


class AuditCreatedData(TypedDict):
    """Identifies an audit event. To read its payload, call GET /v1/audit/{id}."""
    id: str
    chainPosition: int
    blockHash: str
    timestamp: str
    eventType: Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]
    severity: Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"]
    modelId: str
    verified: bool


class AuditCreatedEnvelope(TypedDict):
    id: str
    type: Literal["audit.created"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "AuditCreatedData"


class _AuditEventOptional(TypedDict, total=False):
    erased: "ErasedContent"


class AuditEvent(_AuditEventOptional):
    id: str
    organisationId: str
    chainPosition: int
    blockHash: str
    previousHash: str
    previousModelHash: str
    timestamp: str
    recordedAt: str
    eventType: Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]
    severity: Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"]
    modelId: str
    source: Literal["API", "GITHUB", "JIRA", "MLFLOW"]
    actor: Union["AuditEventActor", None]
    payload: Union[Dict[str, Any], None]
    tags: List[str]
    metadata: Union[Dict[str, Any], None]
    contentHash: str
    contentSalt: Union[str, None]
    verified: bool


class _AuditEventActorOptional(TypedDict, total=False):
    displayName: str
    ipAddress: str


class AuditEventActor(_AuditEventActorOptional):
    """`null` if the content was erased"""
    type: str
    id: str


class _AuditEventDetailOptional(TypedDict, total=False):
    erased: "ErasedContent"


class AuditEventDetail(_AuditEventDetailOptional):
    id: str
    organisationId: str
    chainPosition: int
    blockHash: str
    previousHash: str
    previousModelHash: str
    timestamp: str
    recordedAt: str
    eventType: Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]
    severity: Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"]
    modelId: str
    source: Literal["API", "GITHUB", "JIRA", "MLFLOW"]
    actor: Union["AuditEventDetailActor", None]
    payload: Union[Dict[str, Any], None]
    tags: List[str]
    metadata: Union[Dict[str, Any], None]
    contentHash: str
    contentSalt: Union[str, None]
    verified: bool
    linkedTickets: List["LinkedTicket"]


class _AuditEventDetailActorOptional(TypedDict, total=False):
    displayName: str
    ipAddress: str


class AuditEventDetailActor(_AuditEventDetailActorOptional):
    """`null` if the content was erased"""
    type: str
    id: str


class AuditEventNeighbours(TypedDict):
    previous: Union["AuditEvent", None]
    next: Union["AuditEvent", None]


class AuditHighSeverityData(TypedDict):
    """Same as audit.created. The audit event is sent under both types."""
    id: str
    chainPosition: int
    blockHash: str
    timestamp: str
    eventType: Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]
    severity: Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"]
    modelId: str
    verified: bool


class AuditHighSeverityEnvelope(TypedDict):
    id: str
    type: Literal["audit.high_severity"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "AuditHighSeverityData"


class AuditStream(TypedDict):
    id: str
    name: str
    url: str
    filter: "AuditStreamFilter"
    hasAuthorization: bool
    maxEvents: int
    maxBytes: int
    maxDelaySeconds: int
    compression: Literal["gzip", "none"]
    status: Literal["ACTIVE", "FAILING", "PAUSED", "DISABLED"]
    disabledReason: Union[str, None]
    position: int
    positionAt: Union[str, None]
    headPosition: int
    lag: "AuditStreamLag"
    failures: int
    failingSince: Union[str, None]
    nextAttemptAt: Union[str, None]
    lastDeliveredAt: Union[str, None]
    lastError: Union[str, None]
    lastStatusCode: Union[int, None]
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class AuditStreamBatch(TypedDict):
    number: int
    batchId: str
    fromPosition: int
    toPosition: int
    events: int
    bytes: int
    outcome: Union[Literal["SUCCEEDED", "FAILED"], None]
    error: Union[str, None]
    statusCode: Union[int, None]
    durationMs: Union[int, None]
    startedAt: str


class AuditStreamBatchList(TypedDict):
    data: List["AuditStreamBatch"]


class _AuditStreamFilterOptional(TypedDict, total=False):
    eventTypes: List["EventType"]
    modelIds: List[str]
    minSeverity: Union["Severity", None]


class AuditStreamFilter(_AuditStreamFilterOptional):
    pass


class AuditStreamLag(TypedDict):
    """How far the stream lags behind the chain"""
    events: int
    oldestReceivedAt: Union[str, None]


class AuditStreamList(TypedDict):
    data: List["AuditStream"]
    pagination: "Pagination"


class AuditStreamTest(TypedDict):
    outcome: Literal["SUCCEEDED", "FAILED"]
    error: Union[str, None]
    statusCode: Union[int, None]
    durationMs: int


class BatchResult(TypedDict):
    appended: int
    failed: int
    results: List[Union["BatchResultResultsItem", "BatchResultResultsItem2"]]


class BatchResultResultsItem(TypedDict):
    index: int
    id: str
    chainPosition: int
    blockHash: str
    previousHash: str
    timestamp: str
    recordedAt: str
    eventType: "EventType"
    verified: bool
    receipt: "Receipt"


class _BatchResultResultsItem2Optional(TypedDict, total=False):
    details: List["BatchResultResultsItem2DetailsItem"]


class BatchResultResultsItem2(_BatchResultResultsItem2Optional):
    index: int
    error: str
    message: str


class BatchResultResultsItem2DetailsItem(TypedDict):
    path: str
    message: str


class Catalogue(TypedDict):
    version: str
    entries: List["CatalogueEntry"]
    overrides: List["CatalogueHostOverride"]


class CatalogueEntry(TypedDict):
    id: str
    host: str
    provider: "CatalogueProvider"
    category: Literal["LLM_API", "LLM_API_CLOUD", "AGGREGATOR", "AI_GATEWAY", "ML_PLATFORM", "MODEL_HUB", "AI_SERVICES", "EMBEDDING_API", "VECTOR_DB", "LLM_OPS", "CHAT_APP", "CONSOLE", "SEARCH_APP", "RESEARCH", "CODING_ASSISTANT", "APP_BUILDER", "AGENT", "WRITING", "MEETING_ASSISTANT", "IMAGE_GEN", "VIDEO_GEN", "AUDIO_GEN", "SPEECH_API", "SUPPORTING", "SELF_HOSTED", "UNKNOWN"]
    mixedUse: bool
    canonicalHost: Union[str, None]
    source: str
    checkedAt: Union[str, None]


class CatalogueHostOverride(TypedDict):
    host: str
    override: "CatalogueOverrideDocument"
    updatedAt: str


class _CatalogueOverrideOptional(TypedDict, total=False):
    provider: "CatalogueOverrideProvider"
    category: Literal["LLM_API", "LLM_API_CLOUD", "AGGREGATOR", "AI_GATEWAY", "ML_PLATFORM", "MODEL_HUB", "AI_SERVICES", "EMBEDDING_API", "VECTOR_DB", "LLM_OPS", "CHAT_APP", "CONSOLE", "SEARCH_APP", "RESEARCH", "CODING_ASSISTANT", "APP_BUILDER", "AGENT", "WRITING", "MEETING_ASSISTANT", "IMAGE_GEN", "VIDEO_GEN", "AUDIO_GEN", "SPEECH_API", "SUPPORTING", "SELF_HOSTED", "UNKNOWN"]
    mixedUse: bool
    jurisdiction: str
    trainsOnInputs: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]
    dpa: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]
    ignore: bool
    note: str


class CatalogueOverride(_CatalogueOverrideOptional):
    pass


CatalogueOverrideDocument = Union["CatalogueOverride"]


class CatalogueOverrideProvider(TypedDict):
    id: str
    name: str


class CatalogueProvider(TypedDict):
    id: str
    name: str
    jurisdiction: Union[str, None]
    trainsOnInputs: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]
    dpa: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]


class ChainIntegrityFailureData(TypedDict):
    """An inconsistency in the audit chain. Sent once for each finding."""
    chainPosition: int
    eventId: Union[str, None]
    error: str
    storedHash: str
    computedHash: str
    detectedAt: str


class ChainIntegrityFailureEnvelope(TypedDict):
    id: str
    type: Literal["chain.integrity_failure"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "ChainIntegrityFailureData"


_ChainVerificationRequired = TypedDict("_ChainVerificationRequired", {
    "status": Literal["ok", "failed", "not_verified"],
    "verdicts": "ChainVerificationVerdicts",
    "eventsVerified": int,
    "erased": int,
    "recordsVerified": int,
    "recordsUnsealed": int,
    "from": int,
    "to": int,
    "headHash": str,
    "checkpoint": Union["Checkpoint", None],
    "findings": List["ChainVerificationFindingsItem"],
    "findingsTotal": int,
    "durationMs": int,
    "verifiedAt": str,
})


class ChainVerification(_ChainVerificationRequired):
    pass


class _ChainVerificationFindingsItemOptional(TypedDict, total=False):
    table: str
    recordId: str


class ChainVerificationFindingsItem(_ChainVerificationFindingsItemOptional):
    chainPosition: int
    eventId: Union[str, None]
    code: str
    expected: Union[str, None]
    actual: Union[str, None]


class ChainVerificationVerdicts(TypedDict):
    content: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    linkage: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    completeness: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    checkpoints: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    anchor: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    records: Literal["ok", "failed", "not_verified", "not_checked", "unreadable", "not_sealed"]
    schema: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]


class ChainVerifiedData(TypedDict):
    """The verified range and the signed state of the chain."""
    fromPosition: int
    toPosition: int
    eventsVerified: int
    headHash: str
    checkpoint: Union["Checkpoint", None]
    verifiedAt: str


class ChainVerifiedEnvelope(TypedDict):
    id: str
    type: Literal["chain.verified"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "ChainVerifiedData"


class ChangePassword(TypedDict):
    currentPassword: str
    newPassword: str


class Checkpoint(TypedDict):
    organisationId: str
    size: int
    headHash: str
    rootHash: str
    issuedAt: str
    previousCheckpointHash: str
    keyId: str
    signature: str


class CheckpointTimestamp(TypedDict):
    hash: str
    timestampedAt: str
    token: str


class CompletePasswordReset(TypedDict):
    token: str
    password: str


class ConfirmSecondFactor(TypedDict):
    code: str


_ConsistencyProofRequired = TypedDict("_ConsistencyProofRequired", {
    "from": int,
    "to": int,
    "hashes": List[str],
})


class ConsistencyProof(_ConsistencyProofRequired):
    pass


class Cosignature(TypedDict):
    witness: str
    key: str
    cosignedAt: str
    signature: str


class _CreateAlertPolicyOptional(TypedDict, total=False):
    description: str
    severity: "Severity"
    recipients: List[str]
    cooldownMinutes: int
    mutedUntil: Union[str, None]
    enabled: bool


class CreateAlertPolicy(_CreateAlertPolicyOptional):
    name: str
    rule: "AlertRule"


class _CreateApiKeyOptional(TypedDict, total=False):
    expiresAt: str


class CreateApiKey(_CreateApiKeyOptional):
    name: str
    scopes: List["Scope"]


_CreateAuditStreamOptional = TypedDict("_CreateAuditStreamOptional", {
    "filter": "AuditStreamFilter",
    "authorization": Union[str, None],
    "maxEvents": int,
    "maxBytes": int,
    "maxDelaySeconds": int,
    "compression": Literal["gzip", "none"],
    "status": Literal["ACTIVE", "PAUSED"],
    "from": Union[Literal["now", "beginning"], int],
}, total=False)


class CreateAuditStream(_CreateAuditStreamOptional):
    name: str
    url: str


class _CreateIntegrationOptional(TypedDict, total=False):
    models: List["CreateIntegrationModelsItem"]
    defaultModelId: Union[str, None]
    silentAfterHours: Union[int, None]
    enabled: bool


class CreateIntegration(_CreateIntegrationOptional):
    kind: "IntegrationKind"
    name: str


class CreateIntegrationModelsItem(TypedDict):
    match: str
    modelId: str


class _CreateReportScheduleOptional(TypedDict, total=False):
    format: Literal["PDF", "CSV", "JSON"]
    timeZone: str
    recipients: List[str]
    enabled: bool


class CreateReportSchedule(_CreateReportScheduleOptional):
    name: str
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    cron: str
    covers: "ReportCoveredPeriod"


class _CreateSavedViewOptional(TypedDict, total=False):
    shared: bool


class CreateSavedView(_CreateSavedViewOptional):
    page: "SavedViewPage"
    name: str
    query: str


class _CreateSensorObservationQueryOptional(TypedDict, total=False):
    source: str
    format: Literal["ndjson", "zeek", "squid", "combined", "suricata", "csv", "key-value", "cef", "dnsmasq", "bind", "unbound", "route53", "zscaler", "palo-alto", "cloudflare-gateway", "aws-vpc-flow", "otel", "w3c", "leef", "netskope", "umbrella", "microsoft", "azure", "gcp", "cloudtrail", "coredns", "haproxy", "envoy", "meraki", "iptables", "ecs", "ocsf", "wrapped"]
    mapping: str
    timeZone: str
    backfill: Literal["true", "false"]


class CreateSensorObservationQuery(_CreateSensorObservationQueryOptional):
    pass


class _CreateSensorPreviewQueryOptional(TypedDict, total=False):
    format: Literal["ndjson", "zeek", "squid", "combined", "suricata", "csv", "key-value", "cef", "dnsmasq", "bind", "unbound", "route53", "zscaler", "palo-alto", "cloudflare-gateway", "aws-vpc-flow", "otel", "w3c", "leef", "netskope", "umbrella", "microsoft", "azure", "gcp", "cloudtrail", "coredns", "haproxy", "envoy", "meraki", "iptables", "ecs", "ocsf", "wrapped"]
    mapping: str
    timeZone: str


class CreateSensorPreviewQuery(_CreateSensorPreviewQueryOptional):
    pass


class _CreateWebhookEndpointOptional(TypedDict, total=False):
    description: str
    active: bool


class CreateWebhookEndpoint(_CreateWebhookEndpointOptional):
    url: str
    events: List["WebhookEventType"]


class _CreatedApiKeyOptional(TypedDict, total=False):
    key: str


class CreatedApiKey(_CreatedApiKeyOptional):
    id: str
    name: str
    hint: str
    livemode: bool
    scopes: List[Literal["audit:read", "audit:write", "models:read", "models:write", "shadow_ai:read", "shadow_ai:write", "sensors:write", "evidence:read", "evidence:write", "webhooks:read", "webhooks:write", "reports:read", "reports:write", "admin"]]
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    createdAt: str
    expiresAt: Union[str, None]
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    replacedById: Union[str, None]


class _CreatedAuditStreamOptional(TypedDict, total=False):
    signingSecret: str


class CreatedAuditStream(_CreatedAuditStreamOptional):
    id: str
    name: str
    url: str
    filter: "CreatedAuditStreamFilter"
    hasAuthorization: bool
    maxEvents: int
    maxBytes: int
    maxDelaySeconds: int
    compression: Literal["gzip", "none"]
    status: Literal["ACTIVE", "FAILING", "PAUSED", "DISABLED"]
    disabledReason: Union[str, None]
    position: int
    positionAt: Union[str, None]
    headPosition: int
    lag: "CreatedAuditStreamLag"
    failures: int
    failingSince: Union[str, None]
    nextAttemptAt: Union[str, None]
    lastDeliveredAt: Union[str, None]
    lastError: Union[str, None]
    lastStatusCode: Union[int, None]
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class CreatedAuditStreamFilter(TypedDict):
    eventTypes: List[Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]]
    modelIds: List[str]
    minSeverity: Union[Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"], None]


class CreatedAuditStreamLag(TypedDict):
    """How far the stream lags behind the chain"""
    events: int
    oldestReceivedAt: Union[str, None]


class _CreatedIntegrationOptional(TypedDict, total=False):
    secret: str


class CreatedIntegration(_CreatedIntegrationOptional):
    id: str
    kind: "IntegrationKind"
    name: str
    receiverUrl: str
    models: List["CreatedIntegrationModelsItem"]
    defaultModelId: Union[str, None]
    silentAfterHours: Union[int, None]
    enabled: bool
    status: Literal["WAITING", "CONNECTED", "DISCONNECTED", "DISABLED"]
    lastSeenAt: Union[str, None]
    disconnectedAt: Union[str, None]
    figures: "IntegrationFigures"
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class CreatedIntegrationModelsItem(TypedDict):
    match: str
    modelId: str


class _CreatedWebhookEndpointOptional(TypedDict, total=False):
    signingSecret: str


class CreatedWebhookEndpoint(_CreatedWebhookEndpointOptional):
    id: str
    url: str
    events: List[str]
    description: str
    active: bool
    disabledAt: Union[str, None]
    disabledReason: Union[str, None]
    health: "WebhookEndpointHealth"
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class CredentialChange(TypedDict):
    id: str
    kind: "CredentialChangeKind"
    accountId: str
    account: str
    role: Union["Role", None]
    previousRole: Union["Role", None]
    changedBy: Union[str, None]
    changedById: Union[str, None]
    occurredAt: str


CredentialChangeKind = Literal["MEMBER_CREATED", "INVITATION_RENEWED", "MEMBER_JOINED", "ROLE_CHANGED", "ACCESS_REMOVED", "ACCESS_RESTORED", "PASSWORD_RESET_REQUESTED", "PASSWORD_CHANGED", "SECOND_FACTOR_ENABLED", "SECOND_FACTOR_DISABLED", "SECOND_FACTOR_RESET", "RECOVERY_CODE_USED", "OPENID_LINKED", "API_KEY_CREATED"]


class _DecideExceptionOptional(TypedDict, total=False):
    note: str


class DecideException(_DecideExceptionOptional):
    pass


class _DisableSecondFactorOptional(TypedDict, total=False):
    password: str


class DisableSecondFactor(_DisableSecondFactorOptional):
    code: str


class Ed25519Jwk(TypedDict):
    """A public key for checkpoints (RFC 8037)"""
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    use: Literal["sig"]
    alg: Literal["EdDSA"]


class EraseContent(TypedDict):
    legalBasis: "LegalBasis"
    reference: str


class ErasedContent(TypedDict):
    at: str
    eventId: str
    chainPosition: int
    legalBasis: str
    reference: str


class Erasure(TypedDict):
    eventId: str
    chainPosition: int
    contentHash: str
    erased: "ErasedContent"
    evidencePackages: List[str]
    alertEvents: List[str]


class _ErrorOptional(TypedDict, total=False):
    details: List["ErrorDetailsItem"]


class Error(_ErrorOptional):
    error: Literal["validation_failed", "invalid_json", "invalid_cursor", "bad_request", "unauthorized", "insufficient_scope", "origin_mismatch", "not_found", "method_not_allowed", "request_timeout", "invalid_transition", "idempotency_in_progress", "conflict", "erasure_disabled", "legal_hold", "precondition_failed", "payload_too_large", "uri_too_long", "unsupported_media_type", "range_not_satisfiable", "model_not_registered", "not_a_member", "not_erasable", "batch_exceeds_limit", "idempotency_key_reused", "rate_limited", "headers_too_large", "internal_error", "unavailable"]
    message: str
    requestId: str


class ErrorDetailsItem(TypedDict):
    path: str
    message: str


class _EventActorOptional(TypedDict, total=False):
    displayName: str
    ipAddress: str


class EventActor(_EventActorOptional):
    type: str
    id: str


class EventList(TypedDict):
    data: List["AuditEvent"]
    pagination: "Pagination"


EventType = Literal["INFERENCE", "TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"]


EventVerification = Union["EventVerificationItem", "EventVerificationItem2"]


class _EventVerificationItemOptional(TypedDict, total=False):
    erased: "ErasedContent"


class EventVerificationItem(_EventVerificationItemOptional):
    eventId: str
    valid: Literal[True]
    chainPosition: int
    blockHash: str
    previousHash: str
    verifiedAt: str


class EventVerificationItem2(TypedDict):
    eventId: str
    valid: Literal[False]
    error: Literal["hash_mismatch", "link_mismatch"]
    message: str
    storedHash: str
    computedHash: str
    verifiedAt: str


class EvidenceCoverage(TypedDict):
    """Coverage of the framework's requirements by events. All requirements are counted, regardless of the requested sections. ADVERSE: events contradict the requirement."""
    countedAs: str
    total: int
    byStatus: "EvidenceCoverageByStatus"
    headline: str


class _EvidenceCoverageByStatusOptional(TypedDict, total=False):
    ADVERSE: int
    SUPPLIED: int


class EvidenceCoverageByStatus(_EvidenceCoverageByStatusOptional):
    """ADVERSE is not used in packages with a mapping version before 2026-11-24"""
    EVIDENCED: int
    PARTIAL: int
    NO_EVENTS_IN_PERIOD: int
    NOT_EVIDENCED_BY_EVENTS: int
    OUT_OF_SCOPE: int


_EvidenceDateRangeRequired = TypedDict("_EvidenceDateRangeRequired", {
    "from": str,
    "to": str,
})


class EvidenceDateRange(_EvidenceDateRangeRequired):
    pass


class EvidenceDocument(TypedDict):
    id: str
    requirement: str
    title: str
    version: Union[str, None]
    signedBy: Union[str, None]
    reference: Union[str, None]
    contentHash: str
    validFrom: Union[str, None]
    validUntil: Union[str, None]
    suppliedAt: str
    suppliedBy: str
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"]
    modelId: Union[str, None]
    withdrawnAt: Union[str, None]
    withdrawnBy: Union[str, None]


class EvidenceDocumentList(TypedDict):
    data: List["EvidenceDocument"]
    pagination: "Pagination"


class EvidenceDocumentRequirements(TypedDict):
    data: List["EvidenceDocumentRequirementsDataItem"]


class EvidenceDocumentRequirementsDataItem(TypedDict):
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"]
    requirement: str
    title: str
    document: str


class EvidenceDownloadUrl(TypedDict):
    packageId: str
    downloadUrl: str
    downloadUrlExpiresAt: str


class EvidenceExpiredData(TypedDict):
    """A package whose download URL has expired. While the package is READY, you can create a new URL with `POST /v1/evidence/{id}/download-url`."""
    id: str
    modelId: str
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"]
    downloadUrlExpiresAt: str


class EvidenceExpiredEnvelope(TypedDict):
    id: str
    type: Literal["evidence.expired"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "EvidenceExpiredData"


EvidenceFramework = Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"]


class EvidencePackage(TypedDict):
    id: str
    status: "EvidencePackageStatus"
    held: bool
    modelId: str
    modelName: str
    framework: "EvidenceFramework"
    dateRange: "EvidenceDateRange"
    summary: Union["EvidenceSummary", None]
    downloadUrl: Union[str, None]
    downloadUrlExpiresAt: Union[str, None]
    packageHash: Union[str, None]
    packageSignature: Union[str, None]
    pages: Union[int, None]
    format: "EvidencePackageFormat"
    generatedAt: Union[str, None]
    expiresAt: Union[str, None]
    mappingVersion: str
    sections: List[str]
    includeChainProof: bool
    includeHumanOversight: bool
    recipientName: Union[str, None]
    notes: Union[str, None]
    requestedBy: "EvidencePackageRequestedBy"
    progress: Union["EvidencePackageProgress", None]
    failureReason: Union[str, None]
    coverage: Union["EvidenceCoverage", None]
    keyId: Union[str, None]
    signedBy: Union[str, None]
    timestampedAt: Union[str, None]
    sizeBytes: Union[int, None]
    createdAt: str


EvidencePackageFormat = Literal["PDF", "JSON"]


class EvidencePackageList(TypedDict):
    data: List["EvidencePackageListItem"]
    pagination: "Pagination"


class EvidencePackageListItem(TypedDict):
    id: str
    status: "EvidencePackageStatus"
    held: bool
    framework: "EvidenceFramework"
    modelId: str
    modelName: str
    dateRange: "EvidenceDateRange"
    createdAt: str
    generatedAt: Union[str, None]
    expiresAt: Union[str, None]
    pages: Union[int, None]
    format: "EvidencePackageFormat"
    coverage: Union["EvidenceCoverage", None]


class EvidencePackageProgress(TypedDict):
    """Generation progress; `null` before generation starts and after it ends"""
    step: Literal["collect", "verify", "render", "sign", "store", "publish"]
    percent: int


class _EvidencePackageRequestedByOptional(TypedDict, total=False):
    displayName: str


class EvidencePackageRequestedBy(_EvidencePackageRequestedByOptional):
    type: str
    id: str


EvidencePackageStatus = Literal["GENERATING", "READY", "FAILED", "EXPIRED"]


class EvidencePackageVerification(TypedDict):
    packageId: str
    authentic: bool
    status: Literal["intact", "content_intact", "unknown_signer", "outdated", "tampered", "unusable"]
    contentIntact: bool
    fileChecked: bool
    message: str
    failedCheck: Union[Literal["hash_mismatch", "file_missing", "file_changed", "key_unknown", "signature_invalid", "pdf_signature_invalid"], None]
    framework: "EvidenceFramework"
    modelId: str
    dateRange: "EvidencePackageVerificationDateRange"
    generatedAt: str
    signedBy: str
    keyId: str
    verifiedAt: str


_EvidencePackageVerificationDateRangeRequired = TypedDict("_EvidencePackageVerificationDateRangeRequired", {
    "from": str,
    "to": str,
})


class EvidencePackageVerificationDateRange(_EvidencePackageVerificationDateRangeRequired):
    pass


class EvidencePreview(TypedDict):
    totalEvents: int
    estimatedCompletionSeconds: int
    packagesAhead: int
    sections: List["EvidencePreviewSectionsItem"]


class EvidencePreviewSectionsItem(TypedDict):
    id: str
    title: str
    summary: str
    reference: str
    events: int
    strongEvents: int


class EvidenceReadyData(TypedDict):
    """A package that is ready to download."""
    id: str
    status: Literal["READY"]
    modelId: str
    modelName: str
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"]
    dateRange: "EvidenceReadyDataDateRange"
    summary: "EvidenceReadyDataSummary"
    downloadUrl: str
    downloadUrlExpiresAt: str
    packageHash: str
    packageSignature: str
    pages: Union[int, None]
    format: Literal["PDF", "JSON"]
    generatedAt: str
    expiresAt: str


_EvidenceReadyDataDateRangeRequired = TypedDict("_EvidenceReadyDataDateRangeRequired", {
    "from": str,
    "to": str,
})


class EvidenceReadyDataDateRange(_EvidenceReadyDataDateRangeRequired):
    pass


class _EvidenceReadyDataSummaryOptional(TypedDict, total=False):
    recordedLate: int
    integrity: "EvidenceReadyDataSummaryIntegrity"


class EvidenceReadyDataSummary(_EvidenceReadyDataSummaryOptional):
    totalEvents: int
    inferences: int
    configChanges: int
    deployments: int
    humanReviews: int
    alerts: int
    chainIntact: bool


class EvidenceReadyDataSummaryIntegrity(TypedDict):
    status: Literal["INTACT", "NOT_INTACT", "NOT_VERIFIED"]
    sentence: str
    period: List[str]


class EvidenceReadyEnvelope(TypedDict):
    id: str
    type: Literal["evidence.ready"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "EvidenceReadyData"


class _EvidenceSummaryOptional(TypedDict, total=False):
    recordedLate: int
    integrity: "EvidenceSummaryIntegrity"


class EvidenceSummary(_EvidenceSummaryOptional):
    totalEvents: int
    inferences: int
    configChanges: int
    deployments: int
    humanReviews: int
    alerts: int
    chainIntact: bool


class EvidenceSummaryIntegrity(TypedDict):
    status: Literal["INTACT", "NOT_INTACT", "NOT_VERIFIED"]
    sentence: str
    period: List[str]


class ExceptionRequest(TypedDict):
    id: str
    detectionId: str
    status: "ExceptionRequestStatus"
    justification: str
    expiresAt: str
    requestedBy: str
    createdAt: str
    decidedBy: Union[str, None]
    decidedAt: Union[str, None]
    decisionNote: Union[str, None]
    approverChanges: List["CredentialChange"]
    detection: "ExceptionRequestDetection"


class ExceptionRequestDetection(TypedDict):
    """Current state of the detection"""
    status: "ShadowAiStatus"
    severity: "Severity"
    aiProvider: str
    endpoint: str
    departmentHint: Union[str, None]


class ExceptionRequestList(TypedDict):
    data: List["ExceptionRequest"]
    pagination: "Pagination"


ExceptionRequestStatus = Literal["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"]


class ExplainShadowAiCatalogueQuery(TypedDict):
    host: str


_ExportAuditEventsQueryOptional = TypedDict("_ExportAuditEventsQueryOptional", {
    "modelId": str,
    "eventType": "EventType",
    "severity": "Severity",
    "from": str,
    "to": str,
    "source": "Source",
    "tags": str,
    "tag": List[str],
    "format": Literal["ndjson", "csv"],
}, total=False)


class ExportAuditEventsQuery(_ExportAuditEventsQueryOptional):
    pass


class _ExportLogsServiceResponseOptional(TypedDict, total=False):
    partialSuccess: "ExportLogsServiceResponsePartialSuccess"


class ExportLogsServiceResponse(_ExportLogsServiceResponseOptional):
    """Why records were rejected, by reason"""


class ExportLogsServiceResponsePartialSuccess(TypedDict):
    rejectedLogRecords: str
    errorMessage: str


class _ExportTraceServiceResponseOptional(TypedDict, total=False):
    partialSuccess: "ExportTraceServiceResponsePartialSuccess"


class ExportTraceServiceResponse(_ExportTraceServiceResponseOptional):
    """Why records were rejected, by reason"""


class ExportTraceServiceResponsePartialSuccess(TypedDict):
    rejectedSpans: str
    errorMessage: str


class FindingResolution(TypedDict):
    status: Literal["REQUESTED", "RESOLVED", "REJECTED", "REOPENED"]
    reason: str
    requestedBy: str
    requestedAt: str
    requestedEventId: str
    decidedBy: Union[str, None]
    decidedAt: Union[str, None]
    decidedEventId: Union[str, None]
    reopenedAt: Union[str, None]


FindingStatus = Literal["OPEN", "RESOLUTION_REQUESTED", "RESOLVED"]


class _GenerateEvidenceOptional(TypedDict, total=False):
    format: Literal["PDF", "JSON"]
    includeChainProof: bool
    includeHumanOversight: bool
    sections: List[str]
    recipientName: str
    notes: str


class GenerateEvidence(_GenerateEvidenceOptional):
    modelId: str
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001", "PRA_SS1_23"]
    dateRange: "GenerateEvidenceDateRange"


_GenerateEvidenceDateRangeRequired = TypedDict("_GenerateEvidenceDateRangeRequired", {
    "from": str,
    "to": str,
})


class GenerateEvidenceDateRange(_GenerateEvidenceDateRangeRequired):
    """The period of the package, up to 10 years. The package covers the events whose `timestamp` is in this period."""


class GeneratedEvidencePackage(TypedDict):
    id: str
    status: Literal["GENERATING"]
    modelId: str
    framework: "EvidenceFramework"
    dateRange: "EvidenceDateRange"
    estimatedCompletionSeconds: int
    packagesAhead: int
    createdAt: str


class _GetAuditCheckpointQueryOptional(TypedDict, total=False):
    cosigned: Literal["true", "false"]


class GetAuditCheckpointQuery(_GetAuditCheckpointQueryOptional):
    pass


class _GetAuditConsistencyQueryOptional(TypedDict, total=False):
    to: int


_GetAuditConsistencyQueryRequired = TypedDict("_GetAuditConsistencyQueryRequired", {
    "from": int,
})


class GetAuditConsistencyQuery(_GetAuditConsistencyQueryOptional, _GetAuditConsistencyQueryRequired):
    pass


class _GetAuditEventProofQueryOptional(TypedDict, total=False):
    size: int


class GetAuditEventProofQuery(_GetAuditEventProofQueryOptional):
    pass


class _GetEvidencePackageDownloadQueryOptional(TypedDict, total=False):
    token: str


class GetEvidencePackageDownloadQuery(_GetEvidencePackageDownloadQueryOptional):
    pass


_GetEvidencePreviewQueryRequired = TypedDict("_GetEvidencePreviewQueryRequired", {
    "modelId": str,
    "framework": Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001", "PRA_SS1_23"],
    "from": str,
    "to": str,
})


class GetEvidencePreviewQuery(_GetEvidencePreviewQueryRequired):
    pass


class GetOpenApiDocumentResult(TypedDict):
    openapi: str
    info: "GetOpenApiDocumentResultInfo"


class GetOpenApiDocumentResultInfo(TypedDict):
    title: str
    version: str


class _GetReportDownloadQueryOptional(TypedDict, total=False):
    token: str


class GetReportDownloadQuery(_GetReportDownloadQueryOptional):
    pass


class HostExplanation(TypedDict):
    host: str
    version: str
    match: Union["HostExplanationMatch", None]


class HostExplanationMatch(TypedDict):
    """`null` if the host is not in the catalogue"""
    entry: "CatalogueEntry"
    rule: Literal["exact", "wildcard", "pattern", "override"]
    ignored: bool
    why: str


class ImportReport(TypedDict):
    importId: str
    format: Union["LogFormat", None]
    lines: int
    accepted: int
    counted: int
    duplicates: int
    rejected: int
    errors: List["ImportReportErrorsItem"]
    skipped: List["ImportReportSkippedItem"]
    warning: Union[str, None]


class ImportReportErrorsItem(TypedDict):
    line: int
    message: str


class ImportReportSkippedItem(TypedDict):
    reason: "SkipReason"
    lines: int


class InclusionProof(TypedDict):
    eventId: str
    leafIndex: int
    treeSize: int
    leafHash: str
    hashes: List[str]
    checkpoint: Union["Checkpoint", None]
    cosignatures: List["Cosignature"]
    timestamps: List["CheckpointTimestamp"]


class InspectInvitation(TypedDict):
    token: str


class Integration(TypedDict):
    id: str
    kind: "IntegrationKind"
    name: str
    receiverUrl: str
    models: List["IntegrationModelsItem"]
    defaultModelId: Union[str, None]
    silentAfterHours: Union[int, None]
    enabled: bool
    status: Literal["WAITING", "CONNECTED", "DISCONNECTED", "DISABLED"]
    lastSeenAt: Union[str, None]
    disconnectedAt: Union[str, None]
    figures: "IntegrationFigures"
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class IntegrationDelivery(TypedDict):
    deliveryId: str
    topic: str
    result: Literal["recorded", "ignored"]
    reason: Union[Literal["no_event", "no_model"], None]
    eventId: Union[str, None]
    modelId: Union[str, None]
    receivedAt: str


class IntegrationDeliveryList(TypedDict):
    data: List["IntegrationDelivery"]
    pagination: "Pagination"


class _IntegrationDeliveryReceiptOptional(TypedDict, total=False):
    reason: Literal["no_event", "no_model"]


class IntegrationDeliveryReceipt(_IntegrationDeliveryReceiptOptional):
    result: Literal["recorded", "duplicate", "ignored"]
    eventId: Union[str, None]


class IntegrationDisconnectedData(TypedDict):
    """The integration that was disconnected."""
    id: str
    source: str
    name: str
    lastSeenAt: Union[str, None]
    reason: str


class IntegrationDisconnectedEnvelope(TypedDict):
    id: str
    type: Literal["integration.disconnected"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "IntegrationDisconnectedData"


class IntegrationFigures(TypedDict):
    """Repeated deliveries count once. Not covered by the `ETag`."""
    recorded: int
    ignored: int


IntegrationKind = Literal["GITHUB", "JIRA", "MLFLOW"]


class IntegrationList(TypedDict):
    data: List["Integration"]
    pagination: "Pagination"


class IntegrationModelsItem(TypedDict):
    match: str
    modelId: str


class IntegrityFinding(TypedDict):
    id: str
    status: "FindingStatus"
    code: str
    chainPosition: int
    eventId: Union[str, None]
    storedHash: str
    computedHash: str
    detectedAt: str
    resolutions: List["FindingResolution"]


class IntegrityFindingList(TypedDict):
    data: List["IntegrityFinding"]
    pagination: "Pagination"


class Invitation(TypedDict):
    email: str
    name: str
    organisationName: str
    role: "Role"
    expiresAt: str


class _InviteMemberOptional(TypedDict, total=False):
    accessExpiresAt: Union[str, None]


class InviteMember(_InviteMemberOptional):
    email: str
    name: str
    role: "Role"


LegalBasis = Literal["GDPR_ART_17", "UK_GDPR_ART_17", "COURT_ORDER", "REGULATOR_ORDER", "CONTRACTUAL_OBLIGATION", "OTHER"]


class LegalHold(TypedDict):
    id: str
    name: str
    reason: str
    reference: Union[str, None]
    modelIds: List[str]
    dateRange: Union["LegalHoldDateRange", None]
    active: bool
    placedAt: str
    placedBy: str
    releasedAt: Union[str, None]
    releasedBy: Union[str, None]
    releaseReason: Union[str, None]


_LegalHoldDateRangeRequired = TypedDict("_LegalHoldDateRangeRequired", {
    "from": str,
    "to": str,
})


class LegalHoldDateRange(_LegalHoldDateRangeRequired):
    """If `null`, the hold covers all past and future periods"""


class LegalHoldList(TypedDict):
    data: List["LegalHold"]
    pagination: "Pagination"


class LinkedTicket(TypedDict):
    system: str
    key: str
    url: str
    title: str
    status: str
    linkedAt: str


class _ListAlertPoliciesQueryOptional(TypedDict, total=False):
    enabled: Literal["true", "false"]
    limit: int
    cursor: str


class ListAlertPoliciesQuery(_ListAlertPoliciesQueryOptional):
    pass


class _ListApiKeysQueryOptional(TypedDict, total=False):
    limit: int
    cursor: str


class ListApiKeysQuery(_ListApiKeysQueryOptional):
    pass


_ListAuditEventsQueryOptional = TypedDict("_ListAuditEventsQueryOptional", {
    "modelId": str,
    "eventType": "EventType",
    "severity": "Severity",
    "from": str,
    "to": str,
    "source": "Source",
    "tags": str,
    "tag": List[str],
    "limit": int,
    "cursor": str,
}, total=False)


class ListAuditEventsQuery(_ListAuditEventsQueryOptional):
    pass


class _ListAuditFindingsQueryOptional(TypedDict, total=False):
    status: "FindingStatus"
    limit: int
    cursor: str


class ListAuditFindingsQuery(_ListAuditFindingsQueryOptional):
    pass


class _ListAuditStreamsQueryOptional(TypedDict, total=False):
    limit: int
    cursor: str


class ListAuditStreamsQuery(_ListAuditStreamsQueryOptional):
    pass


class _ListEvidenceDocumentsQueryOptional(TypedDict, total=False):
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001", "PRA_SS1_23"]
    modelId: str
    withdrawn: Literal["true", "false"]
    limit: int
    cursor: str


class ListEvidenceDocumentsQuery(_ListEvidenceDocumentsQueryOptional):
    pass


class _ListEvidencePackagesQueryOptional(TypedDict, total=False):
    modelId: str
    status: Literal["GENERATING", "READY", "FAILED", "EXPIRED"]
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001", "PRA_SS1_23"]
    limit: int
    cursor: str


class ListEvidencePackagesQuery(_ListEvidencePackagesQueryOptional):
    pass


class _ListIntegrationDeliveriesQueryOptional(TypedDict, total=False):
    result: Literal["recorded", "ignored"]
    limit: int
    cursor: str


class ListIntegrationDeliveriesQuery(_ListIntegrationDeliveriesQueryOptional):
    pass


class _ListIntegrationsQueryOptional(TypedDict, total=False):
    kind: Literal["GITHUB", "JIRA", "MLFLOW"]
    limit: int
    cursor: str


class ListIntegrationsQuery(_ListIntegrationsQueryOptional):
    pass


class _ListLegalHoldsQueryOptional(TypedDict, total=False):
    active: Literal["true", "false"]
    limit: int
    cursor: str


class ListLegalHoldsQuery(_ListLegalHoldsQueryOptional):
    pass


class _ListMailsQueryOptional(TypedDict, total=False):
    status: "MailStatus"
    limit: int
    cursor: str


class ListMailsQuery(_ListMailsQueryOptional):
    pass


class _ListMembersQueryOptional(TypedDict, total=False):
    role: "Role"
    status: "MemberStatus"
    limit: int
    cursor: str


class ListMembersQuery(_ListMembersQueryOptional):
    pass


class _ListModelsQueryOptional(TypedDict, total=False):
    archived: Literal["true", "false"]
    provider: str
    riskTier: "RiskTier"
    q: str
    limit: int
    cursor: str


class ListModelsQuery(_ListModelsQueryOptional):
    pass


class _ListReportSchedulesQueryOptional(TypedDict, total=False):
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    limit: int
    cursor: str


class ListReportSchedulesQuery(_ListReportSchedulesQueryOptional):
    pass


class _ListReportsQueryOptional(TypedDict, total=False):
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    status: Literal["GENERATING", "READY", "FAILED"]
    scheduleId: str
    limit: int
    cursor: str


class ListReportsQuery(_ListReportsQueryOptional):
    pass


class _ListSavedViewsQueryOptional(TypedDict, total=False):
    page: "SavedViewPage"


class ListSavedViewsQuery(_ListSavedViewsQueryOptional):
    pass


class _ListSensorImportsQueryOptional(TypedDict, total=False):
    limit: int
    cursor: str


class ListSensorImportsQuery(_ListSensorImportsQueryOptional):
    pass


class _ListSensorSourcesQueryOptional(TypedDict, total=False):
    limit: int
    cursor: str


class ListSensorSourcesQuery(_ListSensorSourcesQueryOptional):
    pass


class _ListSessionsQueryOptional(TypedDict, total=False):
    limit: int
    cursor: str


class ListSessionsQuery(_ListSessionsQueryOptional):
    pass


_ListShadowAiDetectionsQueryOptional = TypedDict("_ListShadowAiDetectionsQueryOptional", {
    "status": "ShadowAiStatus",
    "severity": "Severity",
    "resolution": "ShadowAiResolution",
    "from": str,
    "to": str,
    "assignedTo": Union[Literal["none"], str],
    "provider": str,
    "department": str,
    "category": Literal["LLM_API", "LLM_API_CLOUD", "AGGREGATOR", "AI_GATEWAY", "ML_PLATFORM", "MODEL_HUB", "AI_SERVICES", "EMBEDDING_API", "VECTOR_DB", "LLM_OPS", "CHAT_APP", "CONSOLE", "SEARCH_APP", "RESEARCH", "CODING_ASSISTANT", "APP_BUILDER", "AGENT", "WRITING", "MEETING_ASSISTANT", "IMAGE_GEN", "VIDEO_GEN", "AUDIO_GEN", "SPEECH_API", "SUPPORTING", "SELF_HOSTED", "UNKNOWN"],
    "factor": Literal["UNREGISTERED_PROVIDER", "UNREGISTERED_ENDPOINT", "AGGREGATOR_OR_UNKNOWN_PROCESSOR", "TRAINS_ON_INPUTS", "NO_DPA", "DATA_RESIDENCY_OUTSIDE_POLICY", "LARGE_UPLOAD", "FILE_OR_FINETUNE_ENDPOINT", "AUTOMATED_CLIENT", "AGENTIC_PATTERN", "SENSITIVE_DEPARTMENT", "MULTI_DEPARTMENT", "HIGH_VOLUME", "VOLUME_BURST", "OFF_HOURS", "LONG_LIVED_STREAMING", "HIGH_COST", "POLICY_BLOCKED_ATTEMPTS", "RECURRENCE", "EXCEPTION_BREACHED", "DNS_ONLY", "LOW_CONFIDENCE"],
    "modelId": str,
    "due": Literal["overdue", "week", "any"],
    "exceptionEnds": Literal["14d"],
    "source": "ShadowAiSource",
    "q": str,
    "minConfidence": float,
    "minCostUSD": float,
    "sort": Literal["detectedAt", "severity", "score", "lastSeenAt", "cost", "calls", "due"],
    "order": Literal["asc", "desc"],
    "limit": int,
    "cursor": str,
}, total=False)


class ListShadowAiDetectionsQuery(_ListShadowAiDetectionsQueryOptional):
    pass


class _ListShadowAiExceptionsQueryOptional(TypedDict, total=False):
    status: "ExceptionRequestStatus"
    detectionId: str
    limit: int
    cursor: str


class ListShadowAiExceptionsQuery(_ListShadowAiExceptionsQueryOptional):
    pass


class _ListWebhookEndpointDeliveriesQueryOptional(TypedDict, total=False):
    status: "WebhookDeliveryStatus"
    type: "WebhookEventType"
    limit: int
    cursor: str


class ListWebhookEndpointDeliveriesQuery(_ListWebhookEndpointDeliveriesQueryOptional):
    pass


class _ListWebhookEndpointsQueryOptional(TypedDict, total=False):
    active: Literal["true", "false"]
    limit: int
    cursor: str


class ListWebhookEndpointsQuery(_ListWebhookEndpointsQueryOptional):
    pass


LogFormat = Literal["ndjson", "zeek", "squid", "combined", "suricata", "csv", "key-value", "cef", "dnsmasq", "bind", "unbound", "route53", "zscaler", "palo-alto", "cloudflare-gateway", "aws-vpc-flow", "otel", "w3c", "leef", "netskope", "umbrella", "microsoft", "azure", "gcp", "cloudtrail", "coredns", "haproxy", "envoy", "meraki", "iptables", "ecs", "ocsf", "wrapped"]


class LogImport(TypedDict):
    id: str
    source: str
    via: Literal["API", "COMMAND_LINE", "FOLDER", "DASHBOARD"]
    format: Union["LogFormat", None]
    status: Literal["RUNNING", "DONE", "FAILED"]
    failureReason: Union[str, None]
    lines: int
    accepted: int
    counted: int
    duplicates: int
    rejected: int
    errors: List["LogImportErrorsItem"]
    skipped: Union[List["LogImportSkippedItem"], None]
    warning: Union[str, None]
    bytesRead: int
    firstRecordAt: Union[str, None]
    lastRecordAt: Union[str, None]
    startedAt: str
    finishedAt: Union[str, None]


class LogImportErrorsItem(TypedDict):
    line: int
    message: str


class LogImportList(TypedDict):
    data: List["LogImport"]
    pagination: "Pagination"


class LogImportSkippedItem(TypedDict):
    reason: "SkipReason"
    lines: int


class LogPreview(TypedDict):
    format: Union["LogFormat", None]
    lines: int
    skipped: int
    rejected: int
    errors: List["LogPreviewErrorsItem"]
    records: List["LogPreviewRecordsItem"]


class LogPreviewErrorsItem(TypedDict):
    line: int
    message: str


class LogPreviewRecordsItem(TypedDict):
    at: str
    vantage: Literal["NETWORK_TRAFFIC", "DNS", "PROXY"]
    host: Union[str, None]
    port: Union[int, None]
    client: Union[str, None]
    department: Union[str, None]
    method: Union[str, None]
    path: Union[str, None]
    bytesOut: Union[int, None]
    bytesIn: Union[int, None]
    action: Literal["ALLOWED", "BLOCKED", "UNKNOWN"]


class LogSource(TypedDict):
    id: str
    name: str
    format: Union["LogFormat", None]
    via: Literal["API", "COMMAND_LINE", "FOLDER", "DASHBOARD"]
    records: int
    rejected: int
    warning: Union[str, None]
    errorRate: float
    lastRecordAt: Union[str, None]
    lagSeconds: Union[int, None]
    lastImportAt: Union[str, None]
    createdAt: str


class LogSourceList(TypedDict):
    data: List["LogSource"]
    pagination: "Pagination"


class Mail(TypedDict):
    id: str
    recipient: str
    template: str
    subject: str
    status: "MailStatus"
    attempts: int
    error: Union[str, None]
    createdAt: str
    sentAt: Union[str, None]
    body: "MailBody"


class MailBody(TypedDict):
    """Tokens in invitation and password reset links are replaced by `[hidden]`"""
    text: str
    html: str


class MailList(TypedDict):
    data: List["MailSummary"]
    pagination: "Pagination"


MailStatus = Literal["QUEUED", "SENT", "STORED", "FAILED"]


class MailSummary(TypedDict):
    id: str
    recipient: str
    template: str
    subject: str
    status: "MailStatus"
    attempts: int
    error: Union[str, None]
    createdAt: str
    sentAt: Union[str, None]


class Member(TypedDict):
    id: str
    email: str
    name: str
    role: "Role"
    status: "MemberStatus"
    secondFactor: bool
    signsInWith: List["SignInMethod"]
    accessExpiresAt: Union[str, None]
    lastSignInAt: Union[str, None]
    createdAt: str
    updatedAt: str


class MemberList(TypedDict):
    data: List["Member"]
    pagination: "Pagination"


class MemberSession(TypedDict):
    id: str
    current: bool
    method: "SignInMethod"
    secondFactor: bool
    userAgent: str
    network: str
    createdAt: str
    lastSeenAt: str
    expiresAt: str


class MemberSessionList(TypedDict):
    data: List["MemberSession"]
    pagination: "Pagination"


MemberStatus = Literal["INVITED", "ACTIVE", "DISABLED", "EXPIRED"]


class Model(TypedDict):
    id: str
    organisationId: str
    name: str
    version: Union[str, None]
    provider: Union[str, None]
    riskTier: Union["RiskTier", None]
    ownerEmail: Union[str, None]
    description: Union[str, None]
    allowedEndpoints: List["AllowedEndpoint"]
    archived: bool
    system: bool
    createdAt: str
    updatedAt: str


class ModelList(TypedDict):
    data: List["Model"]
    pagination: "Pagination"


class ModelRegisteredEnvelope(TypedDict):
    id: str
    type: Literal["model.registered"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "Model"


class _ObservationOptional(TypedDict, total=False):
    vantage: Union[Literal["NETWORK_TRAFFIC", "DNS", "PROXY"], None]
    client: Union[str, None]
    host: Union[str, None]
    address: Union[str, None]
    port: Union[int, None]
    url: Union[str, None]
    method: Union[str, None]
    status: Union[int, None]
    bytesOut: Union[float, None]
    bytesIn: Union[float, None]
    packetsOut: Union[float, None]
    packetsIn: Union[float, None]
    durationMs: Union[float, None]
    transport: Union[Literal["TCP", "UDP"], None]
    userAgent: Union[str, None]
    tlsFingerprint: Union[str, None]
    action: Union[Literal["ALLOWED", "BLOCKED", "UNKNOWN"], None]
    calls: Union[int, None]
    department: Union[str, None]
    ai: Union["ObservationAi", None]


class Observation(_ObservationOptional):
    """A connection or request. One of `host`, `url`, `address` and `ai.provider` is required."""
    at: Union[str, float]


class _ObservationAiOptional(TypedDict, total=False):
    provider: Union[str, None]
    model: Union[str, None]
    operation: Union[str, None]
    inputTokens: Union[float, None]
    outputTokens: Union[float, None]


class ObservationAi(_ObservationAiOptional):
    """Data that an application reports about its call to a model"""


class OrganisationDetail(TypedDict):
    id: str
    name: str
    tier: Literal["STARTER", "PROFESSIONAL", "ENTERPRISE", "FOUNDING_PARTNER"]
    livemode: bool
    ownerEmail: Union[str, None]
    evidenceRetentionDays: int
    webhookRetentionDays: Union[int, None]
    mailRetentionDays: Union[int, None]
    observationRetentionDays: int
    reportRetentionDays: int
    contentErasure: bool
    assignToMembersOnly: bool
    createdAt: str
    limits: List["OrganisationDetailLimitsItem"]


class OrganisationDetailLimitsItem(TypedDict):
    endpointClass: str
    limit: int
    used: int
    resetsAt: str


class Overview(TypedDict):
    generatedAt: str
    chain: "OverviewChain"
    queue: Union["OverviewQueue", None]
    detections: Union["OverviewDetections", None]
    sensors: Union["OverviewSensors", None]
    evidence: Union["OverviewEvidence", None]
    trends: Union["OverviewTrends", None]
    events: "OverviewEvents"
    accountChanges: Union[List["CredentialChange"], None]
    failingEndpoints: Union[List["OverviewFailingEndpointsItem"], None]
    checklist: "OverviewChecklist"


class OverviewChain(TypedDict):
    state: Literal["INTACT", "BROKEN", "NOT_CHECKED", "UNABLE"]
    headPosition: int
    verifiedTo: Union[int, None]
    verifiedAt: Union[str, None]
    openFindings: int
    firstBreak: Union["OverviewChainFirstBreak", None]
    lastCheckpointAt: Union[str, None]


class OverviewChainFirstBreak(TypedDict):
    """The finding at the lowest chain position"""
    eventId: Union[str, None]
    chainPosition: int
    code: str


class OverviewChecklist(TypedDict):
    """Setup steps for a new organisation"""
    hasSource: bool
    hasModel: bool
    hasPackage: bool


class OverviewDetections(TypedDict):
    """`null` if the caller does not have the permission `shadow_ai:read`"""
    new24h: int
    new7d: int
    previous7d: int
    open: int
    investigating: int
    top: List["ShadowAiDetection"]


class OverviewEvents(TypedDict):
    last24h: int
    previous24h: int
    perDay: List["OverviewEventsPerDayItem"]


class OverviewEventsPerDayItem(TypedDict):
    date: str
    count: int


class OverviewEvidence(TypedDict):
    """`null` if the caller does not have the permission `evidence:read`"""
    frameworks: List["OverviewEvidenceFrameworksItem"]
    generating: int


class OverviewEvidenceFrameworksItem(TypedDict):
    framework: "EvidenceFramework"
    packageId: Union[str, None]
    modelId: Union[str, None]
    modelName: Union[str, None]
    generatedAt: Union[str, None]
    coverage: Union["OverviewEvidenceFrameworksItemCoverage", None]


class OverviewEvidenceFrameworksItemCoverage(TypedDict):
    covered: int
    total: int
    headline: str


class OverviewFailingEndpointsItem(TypedDict):
    id: str
    url: str
    health: "WebhookEndpointHealth"


class OverviewQueue(TypedDict):
    """`null` if the caller does not have the permission `shadow_ai:read`"""
    overdue: int
    dueThisWeek: int
    assignedToMe: int
    exceptionsEnding14d: int
    exceptionRequests: int


class OverviewSensors(TypedDict):
    """`null` if the caller does not have the permission `shadow_ai:read`"""
    sources: List["OverviewSensorsSourcesItem"]
    silent: int


class OverviewSensorsSourcesItem(TypedDict):
    id: str
    name: str
    lastRecordAt: Union[str, None]
    lagSeconds: Union[int, None]
    errorRate: float
    silent: bool


class OverviewTrends(TypedDict):
    """`null` if the caller does not have the permission `shadow_ai:read`"""
    weekly: List["OverviewTrendsWeeklyItem"]
    ageing: List["OverviewTrendsAgeingItem"]
    medianDecisionHours: Union[float, None]
    providers: List["OverviewTrendsProvidersItem"]


class OverviewTrendsAgeingItem(TypedDict):
    severity: "Severity"
    upTo7d: int
    upTo30d: int
    upTo90d: int
    over90d: int


class OverviewTrendsProvidersItem(TypedDict):
    name: str
    detections: int
    callVolume: int
    costUSD: float


class OverviewTrendsWeeklyItem(TypedDict):
    week: str
    opened: int
    closed: int


class _PaginationOptional(TypedDict, total=False):
    nextCursor: str


class Pagination(_PaginationOptional):
    total: int
    limit: int
    offset: int
    hasMore: bool


class _PlaceLegalHoldOptional(TypedDict, total=False):
    reference: str
    modelIds: List[str]
    dateRange: "PlaceLegalHoldDateRange"


class PlaceLegalHold(_PlaceLegalHoldOptional):
    name: str
    reason: str


_PlaceLegalHoldDateRangeRequired = TypedDict("_PlaceLegalHoldDateRangeRequired", {
    "from": str,
    "to": str,
})


class PlaceLegalHoldDateRange(_PlaceLegalHoldDateRangeRequired):
    """The period that the hold covers, inclusive. Defaults to all past and future periods."""


_PreviewAlertRuleOptional = TypedDict("_PreviewAlertRuleOptional", {
    "cooldownMinutes": int,
    "from": str,
    "to": str,
}, total=False)


class PreviewAlertRule(_PreviewAlertRuleOptional):
    rule: "AlertRule"


class PreviewedAlert(TypedDict):
    eventId: str
    chainPosition: int
    modelId: str
    recordedAt: str
    message: str
    observed: Union[float, None]
    threshold: Union[float, None]


PublicJwk = Union["Ed25519Jwk", "RsaJwk"]


class PublicKeySet(TypedDict):
    keys: List["PublicJwk"]


class PublicPackageVerification(TypedDict):
    packageId: Union[str, None]
    reportId: Union[str, None]
    authentic: bool
    status: Literal["intact", "content_intact", "unknown_signer", "outdated", "tampered", "unusable"]
    fileChecked: bool
    framework: Union["EvidenceFramework", None]
    format: "EvidencePackageFormat"
    generatedAt: str
    signedBy: str
    keyId: str
    verifiedAt: str
    packageSignature: Union[str, None]
    message: str


class PublishedCheckpoint(TypedDict):
    organisationId: str
    size: int
    headHash: str
    rootHash: str
    issuedAt: str
    previousCheckpointHash: str
    keyId: str
    signature: str
    cosignatures: List["Cosignature"]
    timestamps: List["CheckpointTimestamp"]
    noteKey: str


class Receipt(TypedDict):
    """Save this receipt. To verify later that the chain still contains this event, send it as `expectedHead` to `POST /v1/audit/verify-chain`."""
    organisationId: str
    chainPosition: int
    blockHash: str


class _RecoverWebhookDeliveriesOptional(TypedDict, total=False):
    until: str
    dryRun: bool


class RecoverWebhookDeliveries(_RecoverWebhookDeliveriesOptional):
    since: str


class RecoveryCodes(TypedDict):
    recoveryCodes: List[str]


class _RegisterModelOptional(TypedDict, total=False):
    version: str
    provider: str
    riskTier: "RiskTier"
    ownerEmail: str
    description: str
    allowedEndpoints: List["RegisterModelAllowedEndpointsItem"]


class RegisterModel(_RegisterModelOptional):
    name: str


class _RegisterModelAllowedEndpointsItemOptional(TypedDict, total=False):
    departments: List[str]
    ipRanges: List[str]


class RegisterModelAllowedEndpointsItem(_RegisterModelAllowedEndpointsItemOptional):
    host: str


class ReleaseLegalHold(TypedDict):
    reason: str


class Report(TypedDict):
    id: str
    kind: "ReportKind"
    status: "ReportStatus"
    dateRange: "ReportDateRange"
    format: "ReportFormat"
    progressPercent: int
    requestedBy: "ReportRequestedBy"
    scheduleId: Union[str, None]
    downloadUrl: Union[str, None]
    downloadUrlExpiresAt: Union[str, None]
    fileHash: Union[str, None]
    sizeBytes: Union[int, None]
    pages: Union[int, None]
    failureReason: Union[str, None]
    createdAt: str
    generatedAt: Union[str, None]
    expiresAt: str


ReportCoveredPeriod = Literal["PREVIOUS_DAY", "PREVIOUS_WEEK", "PREVIOUS_MONTH", "PREVIOUS_QUARTER"]


_ReportDateRangeRequired = TypedDict("_ReportDateRangeRequired", {
    "from": str,
    "to": str,
})


class ReportDateRange(_ReportDateRangeRequired):
    pass


class _ReportDocumentOptional(TypedDict, total=False):
    data: "ReportDocumentData"
    signature: Union["ReportDocumentSignature", None]


class ReportDocument(_ReportDocumentOptional):
    version: Literal[1]
    id: str
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    title: str
    organisation: "ReportDocumentOrganisation"
    period: "ReportDocumentPeriod"
    generatedAt: str
    chain: "ReportDocumentChain"
    figures: List["ReportDocumentFiguresItem"]
    tables: List["ReportDocumentTablesItem"]


class ReportDocumentChain(TypedDict):
    """The state of the chain when the report was generated, which links the report to the chain"""
    length: int
    headHash: Union[str, None]
    checkpoint: Union["Checkpoint", None]
    withoutCheckpoint: Union[str, None]


class ReportDocumentData(TypedDict):
    """How complete the report's data is, and whether it was verified. Absent from reports created by earlier versions."""
    until: str
    firstRecordAt: Union[str, None]
    verification: Literal["PASSED", "FAILED", "NOT_VERIFIED"]
    notices: List["ReportDocumentDataNoticesItem"]


class ReportDocumentDataNoticesItem(TypedDict):
    code: Literal["NOT_STARTED", "NOT_OVER", "BEFORE_FIRST_RECORD", "EMPTY"]
    message: str


class _ReportDocumentFiguresItemOptional(TypedDict, total=False):
    numerator: int
    denominator: int


class ReportDocumentFiguresItem(_ReportDocumentFiguresItemOptional):
    key: str
    label: str
    value: Union[str, float, None]
    type: Literal["text", "count", "hours", "usd", "percent", "time", "day", "month"]
    note: Union[str, None]


class ReportDocumentOrganisation(TypedDict):
    id: str
    name: str


_ReportDocumentPeriodRequired = TypedDict("_ReportDocumentPeriodRequired", {
    "from": str,
    "to": str,
})


class ReportDocumentPeriod(_ReportDocumentPeriodRequired):
    pass


class _ReportDocumentSignatureOptional(TypedDict, total=False):
    signedAt: str
    timestampedAt: str


class ReportDocumentSignature(_ReportDocumentSignatureOptional):
    """The signature of the file. `null` unless the file is a PDF; absent from reports created by earlier versions."""
    keyId: str
    signedBy: str


class ReportDocumentTablesItem(TypedDict):
    key: str
    title: str
    description: str
    columns: List["ReportDocumentTablesItemColumnsItem"]
    rows: List[List[Union[str, float, None]]]
    total: int
    chart: Union[Literal["days", "bars"], None]


class ReportDocumentTablesItemColumnsItem(TypedDict):
    key: str
    label: str
    type: Literal["text", "count", "hours", "usd", "percent", "time", "day", "month"]


ReportFormat = Literal["PDF", "CSV", "JSON"]


ReportKind = Literal["audit-activity", "shadow-ai", "chain-integrity"]


class ReportList(TypedDict):
    data: List["Report"]
    pagination: "Pagination"


class _ReportRequestedByOptional(TypedDict, total=False):
    displayName: str


class ReportRequestedBy(_ReportRequestedByOptional):
    type: str
    id: str


class ReportSchedule(TypedDict):
    id: str
    name: str
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    format: Literal["PDF", "CSV", "JSON"]
    cron: str
    timeZone: str
    covers: "ReportCoveredPeriod"
    recipients: List[str]
    enabled: bool
    nextRunAt: Union[str, None]
    lastReportId: Union[str, None]
    createdAt: str
    updatedAt: str


class ReportScheduleList(TypedDict):
    data: List["ReportSchedule"]
    pagination: "Pagination"


ReportStatus = Literal["GENERATING", "READY", "FAILED"]


class _RequestExceptionOptional(TypedDict, total=False):
    expiresAt: str


class RequestException(_RequestExceptionOptional):
    justification: str


class RequestPasswordReset(TypedDict):
    email: str


class _RequestReportOptional(TypedDict, total=False):
    format: Literal["PDF", "CSV", "JSON"]


class RequestReport(_RequestReportOptional):
    dateRange: "RequestReportDateRange"


_RequestReportDateRangeRequired = TypedDict("_RequestReportDateRangeRequired", {
    "from": str,
    "to": str,
})


class RequestReportDateRange(_RequestReportDateRangeRequired):
    """The period of the report, up to 2 years"""


class RequestResolution(TypedDict):
    reason: str


RiskTier = Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]


Role = Literal["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR", "ADMIN"]


class _RotateApiKeyOptional(TypedDict, total=False):
    overlapSeconds: int


class RotateApiKey(_RotateApiKeyOptional):
    pass


class _RotateIntegrationSecretOptional(TypedDict, total=False):
    overlapSeconds: int


class RotateIntegrationSecret(_RotateIntegrationSecretOptional):
    pass


class _RotateStreamSecretOptional(TypedDict, total=False):
    overlapSeconds: int


class RotateStreamSecret(_RotateStreamSecretOptional):
    pass


class _RotateWebhookSecretOptional(TypedDict, total=False):
    overlapSeconds: int


class RotateWebhookSecret(_RotateWebhookSecretOptional):
    pass


class RsaJwk(TypedDict):
    """A public key for evidence packages (RFC 7518)"""
    kty: Literal["RSA"]
    n: str
    e: str
    kid: str
    use: Literal["sig"]
    alg: Literal["RS256"]


class RunningVerification(TypedDict):
    id: str
    status: Literal["running"]
    progress: "RunningVerificationProgress"
    createdAt: str


class RunningVerificationProgress(TypedDict):
    eventsVerified: int
    eventsTotal: int


class SavedView(TypedDict):
    id: str
    page: "SavedViewPage"
    name: str
    query: str
    shared: bool
    mine: bool
    ownerName: str
    createdAt: str
    updatedAt: str


class SavedViewList(TypedDict):
    data: List["SavedView"]


SavedViewPage = Literal["audit", "shadow-ai", "shadow-ai/exceptions", "shadow-ai/sources", "shadow-ai/catalogue", "models", "evidence", "webhooks", "webhooks/deliveries", "settings/api-keys", "settings/members", "settings/mail"]


Scope = Literal["audit:read", "audit:write", "models:read", "models:write", "shadow_ai:read", "shadow_ai:write", "sensors:write", "evidence:read", "evidence:write", "webhooks:read", "webhooks:write", "reports:read", "reports:write", "admin"]


class SecondFactorSetup(TypedDict):
    secret: str
    otpauthUrl: str


class Session(TypedDict):
    member: "SessionMember"
    organisation: "SessionOrganisation"
    permissions: List[Literal["audit:read", "audit:write", "models:read", "models:write", "shadow_ai:read", "shadow_ai:write", "sensors:write", "evidence:read", "evidence:write", "webhooks:read", "webhooks:write", "reports:read", "reports:write", "admin", "shadow_ai:triage", "shadow_ai:resolve", "shadow_ai:configure", "exceptions:request", "exceptions:approve", "alerts:configure", "audit:erase", "findings:resolve", "holds:read", "holds:manage", "members:read", "organisation:read", "integrations:read", "account", "views:share"]]
    sendsMail: bool
    session: "SessionSession"


class SessionMember(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR", "ADMIN"]


class SessionOrganisation(TypedDict):
    id: str
    name: str
    tier: Literal["STARTER", "PROFESSIONAL", "ENTERPRISE", "FOUNDING_PARTNER"]
    livemode: bool


class SessionSession(TypedDict):
    id: str
    createdAt: str
    expiresAt: str
    secondFactor: bool
    method: Literal["PASSWORD", "OPENID"]


Severity = Literal["INFO", "MEDIUM", "HIGH", "CRITICAL"]


class ShadowAiAssignees(TypedDict):
    data: List["ShadowAiAssigneesDataItem"]
    membersOnly: bool


class ShadowAiAssigneesDataItem(TypedDict):
    email: str
    name: str
    role: Literal["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR", "ADMIN"]


class ShadowAiDetails(TypedDict):
    aiProvider: str
    endpoint: str
    estimatedCallVolume: int
    estimatedCostUSD: float
    firstSeenAt: str
    lastSeenAt: str
    userAgents: List[str]
    internalIpRanges: List[str]
    departmentHint: Union[str, None]
    registeredWithService: bool
    category: str
    accessKind: str
    costBasis: str
    costLowUSD: float
    costHighUSD: float
    bytesOut: int
    bytesIn: int
    reasons: List[str]


class ShadowAiDetectedData(TypedDict):
    """The detection as it was when the service opened or reopened it."""
    id: str
    status: "ShadowAiStatus"
    severity: "Severity"
    detectedAt: str
    source: "ShadowAiSource"
    organisationId: str
    details: "ShadowAiDetails"
    riskFactors: List[str]
    assignedTo: Union[str, None]
    notes: Union[str, None]
    resolvedAt: Union[str, None]
    resolution: Union["ShadowAiResolution", None]
    resolvedModelId: Union[str, None]
    exceptionExpiresAt: Union[str, None]
    reopenedFor: Union[str, None]
    riskScore: int
    confidence: float
    createdAt: str
    updatedAt: str


class ShadowAiDetectedEnvelope(TypedDict):
    id: str
    type: Literal["shadow_ai.detected"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "ShadowAiDetectedData"


class ShadowAiDetection(TypedDict):
    id: str
    status: "ShadowAiStatus"
    severity: "Severity"
    detectedAt: str
    source: "ShadowAiSource"
    organisationId: str
    details: "ShadowAiDetails"
    riskFactors: List[str]
    assignedTo: Union[str, None]
    notes: Union[str, None]
    resolvedAt: Union[str, None]
    resolution: Union["ShadowAiResolution", None]
    resolvedModelId: Union[str, None]
    exceptionExpiresAt: Union[str, None]
    reopenedFor: Union[str, None]
    riskScore: int
    confidence: float
    createdAt: str
    updatedAt: str
    assigneeIsMember: Union[bool, None]
    dueAt: Union[str, None]
    topFactors: List[str]


class ShadowAiDetectionDetail(TypedDict):
    id: str
    status: "ShadowAiStatus"
    severity: "Severity"
    detectedAt: str
    source: "ShadowAiSource"
    organisationId: str
    details: "ShadowAiDetails"
    riskFactors: List[str]
    assignedTo: Union[str, None]
    notes: Union[str, None]
    resolvedAt: Union[str, None]
    resolution: Union["ShadowAiResolution", None]
    resolvedModelId: Union[str, None]
    exceptionExpiresAt: Union[str, None]
    reopenedFor: Union[str, None]
    riskScore: int
    confidence: float
    createdAt: str
    updatedAt: str
    assigneeIsMember: Union[bool, None]
    dueAt: Union[str, None]
    topFactors: List[str]
    verified: bool
    riskAssessment: Union["ShadowAiRiskAssessment", None]
    activity: List["ShadowAiDetectionDetailActivityItem"]
    timeline: "ShadowAiDetectionDetailTimeline"


class ShadowAiDetectionDetailActivityItem(TypedDict):
    date: str
    calls: int
    bytesOut: int


class ShadowAiDetectionDetailTimeline(TypedDict):
    """The path of the list of audit events about the detection"""
    auditEvents: str


_ShadowAiDetectionFilterOptional = TypedDict("_ShadowAiDetectionFilterOptional", {
    "status": "ShadowAiStatus",
    "severity": "Severity",
    "resolution": "ShadowAiResolution",
    "from": str,
    "to": str,
    "assignedTo": Union[Literal["none"], str],
    "provider": str,
    "department": str,
    "category": Literal["LLM_API", "LLM_API_CLOUD", "AGGREGATOR", "AI_GATEWAY", "ML_PLATFORM", "MODEL_HUB", "AI_SERVICES", "EMBEDDING_API", "VECTOR_DB", "LLM_OPS", "CHAT_APP", "CONSOLE", "SEARCH_APP", "RESEARCH", "CODING_ASSISTANT", "APP_BUILDER", "AGENT", "WRITING", "MEETING_ASSISTANT", "IMAGE_GEN", "VIDEO_GEN", "AUDIO_GEN", "SPEECH_API", "SUPPORTING", "SELF_HOSTED", "UNKNOWN"],
    "factor": Literal["UNREGISTERED_PROVIDER", "UNREGISTERED_ENDPOINT", "AGGREGATOR_OR_UNKNOWN_PROCESSOR", "TRAINS_ON_INPUTS", "NO_DPA", "DATA_RESIDENCY_OUTSIDE_POLICY", "LARGE_UPLOAD", "FILE_OR_FINETUNE_ENDPOINT", "AUTOMATED_CLIENT", "AGENTIC_PATTERN", "SENSITIVE_DEPARTMENT", "MULTI_DEPARTMENT", "HIGH_VOLUME", "VOLUME_BURST", "OFF_HOURS", "LONG_LIVED_STREAMING", "HIGH_COST", "POLICY_BLOCKED_ATTEMPTS", "RECURRENCE", "EXCEPTION_BREACHED", "DNS_ONLY", "LOW_CONFIDENCE"],
    "modelId": str,
    "due": Literal["overdue", "week", "any"],
    "exceptionEnds": Literal["14d"],
    "source": "ShadowAiSource",
    "q": str,
    "minConfidence": float,
    "minCostUSD": float,
}, total=False)


class ShadowAiDetectionFilter(_ShadowAiDetectionFilterOptional):
    pass


class ShadowAiDetectionList(TypedDict):
    data: List["ShadowAiDetection"]
    pagination: "Pagination"
    summary: "ShadowAiDetectionListSummary"


class ShadowAiDetectionListSummary(TypedDict):
    """Number of detections by status, with all filters applied except `status`"""
    open: int
    investigating: int
    resolved: int
    dismissed: int


ShadowAiResolution = Literal["ONBOARDED", "STOPPED", "APPROVED_EXCEPTION", "FALSE_POSITIVE"]


class ShadowAiResolvedData(TypedDict):
    """The detection with its resolution."""
    id: str
    status: Literal["RESOLVED"]
    severity: "Severity"
    detectedAt: str
    source: "ShadowAiSource"
    organisationId: str
    details: "ShadowAiDetails"
    riskFactors: List[str]
    assignedTo: Union[str, None]
    notes: Union[str, None]
    resolvedAt: str
    resolution: "ShadowAiResolution"
    resolvedModelId: Union[str, None]
    exceptionExpiresAt: Union[str, None]
    reopenedFor: Union[str, None]
    riskScore: int
    confidence: float
    createdAt: str
    updatedAt: str


class ShadowAiResolvedEnvelope(TypedDict):
    id: str
    type: Literal["shadow_ai.resolved"]
    apiVersion: str
    created: int
    livemode: bool
    organisationId: str
    data: "ShadowAiResolvedData"


class ShadowAiRiskAssessment(TypedDict):
    ruleVersion: str
    catalogueVersion: str
    inputs: "ShadowAiRiskAssessmentInputs"
    factors: List["ShadowAiRiskAssessmentFactorsItem"]


class ShadowAiRiskAssessmentFactorsItem(TypedDict):
    code: str
    points: int
    value: Union[float, str]
    sentence: str


class ShadowAiRiskAssessmentInputs(TypedDict):
    """The score is computed from these values only"""
    ruleVersion: str
    category: Literal["LLM_API", "LLM_API_CLOUD", "AGGREGATOR", "AI_GATEWAY", "ML_PLATFORM", "MODEL_HUB", "AI_SERVICES", "EMBEDDING_API", "VECTOR_DB", "LLM_OPS", "CHAT_APP", "CONSOLE", "SEARCH_APP", "RESEARCH", "CODING_ASSISTANT", "APP_BUILDER", "AGENT", "WRITING", "MEETING_ASSISTANT", "IMAGE_GEN", "VIDEO_GEN", "AUDIO_GEN", "SPEECH_API", "SUPPORTING", "SELF_HOSTED", "UNKNOWN"]
    accessKind: Literal["API", "WEB", "IDE", "SELF_HOSTED"]
    source: Literal["NETWORK_TRAFFIC", "DNS", "PROXY", "BEHAVIOURAL_ANALYSIS"]
    providerRegistered: bool
    endpointAllowed: bool
    trainsOnInputs: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]
    dpa: Literal["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"]
    jurisdictionOutsidePolicy: bool
    departments: List[str]
    departmentSensitivity: float
    busiestDay: "ShadowAiRiskAssessmentInputsBusiestDay"
    burst: Union["ShadowAiRiskAssessmentInputsBurst", None]
    totalCalls: float
    offHoursShare: float
    longStreams: float
    monthlyCostUSD: Union[float, None]
    highCostUSD: float
    blockedCalls: float
    allowedAfterBlocked: bool
    automated: bool
    agentic: bool
    uploads: List[Literal["FILE_UPLOAD", "FINE_TUNING"]]
    recurrence: bool
    exceptionBreached: bool
    dnsOnly: bool
    behaviour: Union["ShadowAiRiskAssessmentInputsBehaviour", None]
    matchConfidence: float


class ShadowAiRiskAssessmentInputsBehaviour(TypedDict):
    score: float
    reasons: List[str]


class ShadowAiRiskAssessmentInputsBurst(TypedDict):
    calls: float
    z: float


class ShadowAiRiskAssessmentInputsBusiestDay(TypedDict):
    calls: float
    bytesOut: float


class ShadowAiSettings(TypedDict):
    opening: "ShadowAiSettingsOpening"
    departments: List["ShadowAiSettingsDepartmentsItem"]
    officeHours: "ShadowAiSettingsOfficeHours"
    allowedJurisdictions: List[str]
    highCostUSD: float
    slaDays: "ShadowAiSettingsSlaDays"
    exceptionMaxDays: int
    exceptionCallsFactor: float
    stoppedGraceHours: int
    maxLatenessHours: int


class ShadowAiSettingsDepartmentsItem(TypedDict):
    name: str
    ranges: List[str]
    sensitivity: int


class ShadowAiSettingsDocument(TypedDict):
    """An organisation's detection settings. Omitted fields are set to their defaults."""
    opening: "ShadowAiSettingsDocumentOpening"
    departments: List["ShadowAiSettingsDocumentDepartmentsItem"]
    officeHours: "ShadowAiSettingsDocumentOfficeHours"
    allowedJurisdictions: List[str]
    highCostUSD: float
    slaDays: "ShadowAiSettingsDocumentSlaDays"
    exceptionMaxDays: int
    exceptionCallsFactor: float
    stoppedGraceHours: int
    maxLatenessHours: int


class ShadowAiSettingsDocumentDepartmentsItem(TypedDict):
    name: str
    ranges: List[str]
    sensitivity: int


class _ShadowAiSettingsDocumentInputOptional(TypedDict, total=False):
    opening: "ShadowAiSettingsDocumentInputOpening"
    departments: List["ShadowAiSettingsDocumentInputDepartmentsItem"]
    officeHours: "ShadowAiSettingsDocumentInputOfficeHours"
    allowedJurisdictions: List[str]
    highCostUSD: float
    slaDays: "ShadowAiSettingsDocumentInputSlaDays"
    exceptionMaxDays: int
    exceptionCallsFactor: float
    stoppedGraceHours: int
    maxLatenessHours: int


class ShadowAiSettingsDocumentInput(_ShadowAiSettingsDocumentInputOptional):
    """An organisation's detection settings. Omitted fields are set to their defaults."""


class _ShadowAiSettingsDocumentInputDepartmentsItemOptional(TypedDict, total=False):
    ranges: List[str]
    sensitivity: int


class ShadowAiSettingsDocumentInputDepartmentsItem(_ShadowAiSettingsDocumentInputDepartmentsItemOptional):
    name: str


class _ShadowAiSettingsDocumentInputOfficeHoursOptional(TypedDict, total=False):
    timeZone: str
    fromHour: int
    toHour: int
    weekdays: List[int]


class ShadowAiSettingsDocumentInputOfficeHours(_ShadowAiSettingsDocumentInputOfficeHoursOptional):
    pass


class _ShadowAiSettingsDocumentInputOpeningOptional(TypedDict, total=False):
    apiCalls: int
    webSessions: int
    webCalls: int
    dnsQueries: int
    behaviourScore: float
    behaviourWindows: int


class ShadowAiSettingsDocumentInputOpening(_ShadowAiSettingsDocumentInputOpeningOptional):
    pass


class _ShadowAiSettingsDocumentInputSlaDaysOptional(TypedDict, total=False):
    CRITICAL: int
    HIGH: int
    MEDIUM: int
    INFO: int


class ShadowAiSettingsDocumentInputSlaDays(_ShadowAiSettingsDocumentInputSlaDaysOptional):
    """Number of days within which a decision on a detection is due, by severity"""


class ShadowAiSettingsDocumentOfficeHours(TypedDict):
    timeZone: str
    fromHour: int
    toHour: int
    weekdays: List[int]


class ShadowAiSettingsDocumentOpening(TypedDict):
    apiCalls: int
    webSessions: int
    webCalls: int
    dnsQueries: int
    behaviourScore: float
    behaviourWindows: int


class ShadowAiSettingsDocumentSlaDays(TypedDict):
    """Number of days within which a decision on a detection is due, by severity"""
    CRITICAL: int
    HIGH: int
    MEDIUM: int
    INFO: int


class _ShadowAiSettingsInputOptional(TypedDict, total=False):
    opening: "ShadowAiSettingsInputOpening"
    departments: List["ShadowAiSettingsInputDepartmentsItem"]
    officeHours: "ShadowAiSettingsInputOfficeHours"
    allowedJurisdictions: List[str]
    highCostUSD: float
    slaDays: "ShadowAiSettingsInputSlaDays"
    exceptionMaxDays: int
    exceptionCallsFactor: float
    stoppedGraceHours: int
    maxLatenessHours: int


class ShadowAiSettingsInput(_ShadowAiSettingsInputOptional):
    pass


class _ShadowAiSettingsInputDepartmentsItemOptional(TypedDict, total=False):
    ranges: List[str]
    sensitivity: int


class ShadowAiSettingsInputDepartmentsItem(_ShadowAiSettingsInputDepartmentsItemOptional):
    name: str


class _ShadowAiSettingsInputOfficeHoursOptional(TypedDict, total=False):
    timeZone: str
    fromHour: int
    toHour: int
    weekdays: List[int]


class ShadowAiSettingsInputOfficeHours(_ShadowAiSettingsInputOfficeHoursOptional):
    pass


class _ShadowAiSettingsInputOpeningOptional(TypedDict, total=False):
    apiCalls: int
    webSessions: int
    webCalls: int
    dnsQueries: int
    behaviourScore: float
    behaviourWindows: int


class ShadowAiSettingsInputOpening(_ShadowAiSettingsInputOpeningOptional):
    pass


class _ShadowAiSettingsInputSlaDaysOptional(TypedDict, total=False):
    CRITICAL: int
    HIGH: int
    MEDIUM: int
    INFO: int


class ShadowAiSettingsInputSlaDays(_ShadowAiSettingsInputSlaDaysOptional):
    """Number of days within which a decision on a detection is due, by severity"""


class ShadowAiSettingsOfficeHours(TypedDict):
    timeZone: str
    fromHour: int
    toHour: int
    weekdays: List[int]


class ShadowAiSettingsOpening(TypedDict):
    apiCalls: int
    webSessions: int
    webCalls: int
    dnsQueries: int
    behaviourScore: float
    behaviourWindows: int


class ShadowAiSettingsSlaDays(TypedDict):
    """Number of days within which a decision on a detection is due, by severity"""
    CRITICAL: int
    HIGH: int
    MEDIUM: int
    INFO: int


ShadowAiSource = Literal["NETWORK_TRAFFIC", "DNS", "PROXY", "BEHAVIOURAL_ANALYSIS"]


class ShadowAiStats(TypedDict):
    summary: "ShadowAiStatsSummary"
    providers: List["ShadowAiStatsProvidersItem"]
    trend: "ShadowAiStatsTrend"


class ShadowAiStatsProvidersItem(TypedDict):
    name: str
    detections: int
    callVolume: int
    registered: int


class ShadowAiStatsSummary(TypedDict):
    openDetections: int
    investigatingDetections: int
    resolvedThisMonth: int
    totalExternalAiEndpointsDetected: int
    estimatedMonthlySpendUSD: float
    estimatedPiiExposureRisk: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]


class ShadowAiStatsTrend(TypedDict):
    detectionsLast30Days: List["ShadowAiStatsTrendDetectionsLast30DaysItem"]


class ShadowAiStatsTrendDetectionsLast30DaysItem(TypedDict):
    date: str
    count: int


ShadowAiStatus = Literal["OPEN", "INVESTIGATING", "RESOLVED", "DISMISSED"]


SignInMethod = Literal["PASSWORD", "OPENID"]


class SimilarShadowAiDetections(TypedDict):
    data: List["ShadowAiDetection"]


SkipReason = Literal["EMPTY", "OTHER_LOG", "OTHER_PROTOCOL", "RESOLVER_TRAFFIC", "DNS_ANSWER", "INCOMPLETE", "NO_REQUEST", "MERGED", "NO_DESTINATION", "NO_CLIENT", "TOO_MANY_HOSTS"]


Source = Literal["API", "GITHUB", "JIRA", "MLFLOW"]


class _StreamAuditEventsQueryOptional(TypedDict, total=False):
    after: int
    limit: int
    wait: int
    eventType: "EventType"
    modelId: str
    minSeverity: "Severity"


class StreamAuditEventsQuery(_StreamAuditEventsQueryOptional):
    pass


class _SupplyEvidenceDocumentOptional(TypedDict, total=False):
    modelId: str
    version: str
    signedBy: str
    reference: str
    validFrom: str
    validUntil: str


class SupplyEvidenceDocument(_SupplyEvidenceDocumentOptional):
    """All fields are stored permanently on the audit chain and appear in packages, so don't include personal data that you may need to erase."""
    framework: Literal["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001", "PRA_SS1_23"]
    requirement: str
    title: str
    contentHash: str


class _TestWebhookEndpointOptional(TypedDict, total=False):
    type: "WebhookEventType"


class TestWebhookEndpoint(_TestWebhookEndpointOptional):
    pass


class UpdateAccount(TypedDict):
    name: str


class _UpdateAlertPolicyOptional(TypedDict, total=False):
    name: str
    description: str
    rule: "AlertRule"
    severity: "Severity"
    recipients: List[str]
    cooldownMinutes: int
    mutedUntil: Union[str, None]
    enabled: bool


class UpdateAlertPolicy(_UpdateAlertPolicyOptional):
    pass


class _UpdateAuditStreamOptional(TypedDict, total=False):
    name: str
    url: str
    filter: "AuditStreamFilter"
    authorization: Union[str, None]
    maxEvents: int
    maxBytes: int
    maxDelaySeconds: int
    compression: Literal["gzip", "none"]
    status: Literal["ACTIVE", "PAUSED"]


class UpdateAuditStream(_UpdateAuditStreamOptional):
    pass


class _UpdateIntegrationOptional(TypedDict, total=False):
    name: str
    models: List["UpdateIntegrationModelsItem"]
    defaultModelId: Union[str, None]
    silentAfterHours: Union[int, None]
    enabled: bool


class UpdateIntegration(_UpdateIntegrationOptional):
    pass


class UpdateIntegrationModelsItem(TypedDict):
    match: str
    modelId: str


class _UpdateMemberOptional(TypedDict, total=False):
    name: str
    role: "Role"
    disabled: bool
    accessExpiresAt: Union[str, None]


class UpdateMember(_UpdateMemberOptional):
    pass


class _UpdateModelOptional(TypedDict, total=False):
    name: str
    version: Union[str, None]
    provider: Union[str, None]
    riskTier: Union["RiskTier", None]
    ownerEmail: Union[str, None]
    description: Union[str, None]
    allowedEndpoints: Union[List["UpdateModelAllowedEndpointsItem"], None]
    archived: bool


class UpdateModel(_UpdateModelOptional):
    pass


class _UpdateModelAllowedEndpointsItemOptional(TypedDict, total=False):
    departments: List[str]
    ipRanges: List[str]


class UpdateModelAllowedEndpointsItem(_UpdateModelAllowedEndpointsItemOptional):
    host: str


class _UpdateOrganisationOptional(TypedDict, total=False):
    name: str
    ownerEmail: Union[str, None]
    evidenceRetentionDays: int
    webhookRetentionDays: Union[int, None]
    mailRetentionDays: Union[int, None]
    observationRetentionDays: int
    reportRetentionDays: int
    contentErasure: bool
    assignToMembersOnly: bool


class UpdateOrganisation(_UpdateOrganisationOptional):
    pass


class _UpdateReportScheduleOptional(TypedDict, total=False):
    name: str
    kind: Literal["audit-activity", "shadow-ai", "chain-integrity"]
    format: Literal["PDF", "CSV", "JSON"]
    cron: str
    timeZone: str
    covers: "ReportCoveredPeriod"
    recipients: List[str]
    enabled: bool


class UpdateReportSchedule(_UpdateReportScheduleOptional):
    pass


class _UpdateSavedViewOptional(TypedDict, total=False):
    name: str
    query: str
    shared: bool


class UpdateSavedView(_UpdateSavedViewOptional):
    pass


class _UpdateShadowAiDetectionOptional(TypedDict, total=False):
    status: "ShadowAiStatus"
    assignedTo: Union[str, None]
    notes: Union[str, None]
    resolution: "ShadowAiResolution"
    resolvedModelId: str
    investigate: Literal[True]
    exceptionExpiresAt: str


class UpdateShadowAiDetection(_UpdateShadowAiDetectionOptional):
    pass


class _UpdateShadowAiDetectionsOptional(TypedDict, total=False):
    ids: List[str]
    filter: "ShadowAiDetectionFilter"
    expectedCount: int


class UpdateShadowAiDetections(_UpdateShadowAiDetectionsOptional):
    change: "UpdateShadowAiDetection"


class _UpdateWebhookEndpointOptional(TypedDict, total=False):
    url: str
    events: List["WebhookEventType"]
    description: str
    active: bool


class UpdateWebhookEndpoint(_UpdateWebhookEndpointOptional):
    pass


class _UpdatedShadowAiDetectionOptional(TypedDict, total=False):
    resolution: "ShadowAiResolution"
    resolvedModelId: Union[str, None]
    resolvedAt: str
    exceptionExpiresAt: Union[str, None]


class UpdatedShadowAiDetection(_UpdatedShadowAiDetectionOptional):
    id: str
    status: "ShadowAiStatus"
    assignedTo: Union[str, None]
    assigneeIsMember: Union[bool, None]
    notes: Union[str, None]
    updatedAt: str


class UpdatedShadowAiDetections(TypedDict):
    updated: int
    failed: int
    operationId: Union[str, None]
    results: List[Union["UpdatedShadowAiDetection", "UpdatedShadowAiDetectionsResultsItem2"]]


class _UpdatedShadowAiDetectionsResultsItem2Optional(TypedDict, total=False):
    details: List["UpdatedShadowAiDetectionsResultsItem2DetailsItem"]


class UpdatedShadowAiDetectionsResultsItem2(_UpdatedShadowAiDetectionsResultsItem2Optional):
    id: str
    error: str
    message: str


class UpdatedShadowAiDetectionsResultsItem2DetailsItem(TypedDict):
    path: str
    message: str


Verification = Union["VerificationItem", "RunningVerification", "VerificationItem3"]


_VerificationItemRequired = TypedDict("_VerificationItemRequired", {
    "id": str,
    "status": Literal["ok", "failed", "not_verified"],
    "verdicts": "VerificationItemVerdicts",
    "eventsVerified": int,
    "erased": int,
    "recordsVerified": int,
    "recordsUnsealed": int,
    "from": int,
    "to": int,
    "headHash": str,
    "checkpoint": Union["Checkpoint", None],
    "findings": List["VerificationItemFindingsItem"],
    "findingsTotal": int,
    "durationMs": int,
    "verifiedAt": str,
    "createdAt": str,
})


class VerificationItem(_VerificationItemRequired):
    pass


class VerificationItem3(TypedDict):
    id: str
    status: Literal["interrupted"]
    progress: "VerificationItem3Progress"
    createdAt: str


class VerificationItem3Progress(TypedDict):
    eventsVerified: int
    eventsTotal: int


class _VerificationItemFindingsItemOptional(TypedDict, total=False):
    table: str
    recordId: str


class VerificationItemFindingsItem(_VerificationItemFindingsItemOptional):
    chainPosition: int
    eventId: Union[str, None]
    code: str
    expected: Union[str, None]
    actual: Union[str, None]


class VerificationItemVerdicts(TypedDict):
    content: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    linkage: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    completeness: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    checkpoints: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    anchor: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]
    records: Literal["ok", "failed", "not_verified", "not_checked", "unreadable", "not_sealed"]
    schema: Literal["ok", "failed", "not_verified", "not_checked", "unreadable"]


_VerifyChainOptional = TypedDict("_VerifyChainOptional", {
    "from": int,
    "to": int,
    "expectedHead": Union["VerifyChainExpectedHead", "VerifyChainExpectedHead2"],
    "mode": Literal["full", "incremental"],
}, total=False)


class VerifyChain(_VerifyChainOptional):
    pass


class VerifyChainExpectedHead(TypedDict):
    organisationId: str
    chainPosition: int
    blockHash: str


class _VerifyChainExpectedHead2Optional(TypedDict, total=False):
    cosignatures: List[Any]
    timestamps: List[Any]
    noteKey: str


class VerifyChainExpectedHead2(_VerifyChainExpectedHead2Optional):
    organisationId: str
    size: int
    headHash: str
    rootHash: str
    issuedAt: str
    previousCheckpointHash: str
    keyId: str
    signature: str


class _VerifyEventOptional(TypedDict, total=False):
    expectedHash: str


class VerifyEvent(_VerifyEventOptional):
    eventId: str


class _VerifyEvidencePackageOptional(TypedDict, total=False):
    canonicalHash: str


class VerifyEvidencePackage(_VerifyEvidencePackageOptional):
    packageHash: str


class WebhookAttempt(TypedDict):
    number: int
    startedAt: str
    finishedAt: Union[str, None]
    outcome: Union[Literal["SUCCEEDED", "FAILED", "INTERRUPTED"], None]
    error: Union[str, None]
    statusCode: Union[int, None]
    durationMs: Union[int, None]
    requestHeaders: Union[Dict[str, str], None]
    responseHeaders: Union[Dict[str, str], None]
    responseBody: Union[str, None]
    responseIsCut: bool


class WebhookDelivery(TypedDict):
    id: str
    endpointId: str
    type: Literal["audit.created", "audit.high_severity", "chain.integrity_failure", "chain.verified", "shadow_ai.detected", "shadow_ai.resolved", "evidence.ready", "evidence.expired", "alert.triggered", "model.registered", "integration.disconnected"]
    status: "WebhookDeliveryStatus"
    attempts: int
    nextAttemptAt: Union[str, None]
    failureReason: Union[str, None]
    createdAt: str
    finishedAt: Union[str, None]


class WebhookDeliveryDetail(TypedDict):
    id: str
    endpointId: str
    type: Literal["audit.created", "audit.high_severity", "chain.integrity_failure", "chain.verified", "shadow_ai.detected", "shadow_ai.resolved", "evidence.ready", "evidence.expired", "alert.triggered", "model.registered", "integration.disconnected"]
    status: "WebhookDeliveryStatus"
    attempts: int
    nextAttemptAt: Union[str, None]
    failureReason: Union[str, None]
    createdAt: str
    finishedAt: Union[str, None]
    body: Dict[str, Any]
    attemptLog: List["WebhookAttempt"]


class WebhookDeliveryList(TypedDict):
    data: List["WebhookDelivery"]
    pagination: "Pagination"


WebhookDeliveryStatus = Literal["PENDING", "RETRY_SCHEDULED", "DELIVERED", "FAILED"]


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    events: List[str]
    description: str
    active: bool
    disabledAt: Union[str, None]
    disabledReason: Union[str, None]
    health: "WebhookEndpointHealth"
    previousSecretExpiresAt: Union[str, None]
    createdAt: str
    updatedAt: str


class WebhookEndpointHealth(TypedDict):
    """The last attempt of each of the latest 10 deliveries since the endpoint was enabled. Not covered by the `ETag`."""
    status: Literal["NO_ATTEMPTS", "HEALTHY", "DEGRADED", "FAILING"]
    attempts: int
    failed: int
    lastFailure: Union["WebhookEndpointHealthLastFailure", None]


class WebhookEndpointHealthLastFailure(TypedDict):
    at: str
    error: Union[str, None]
    statusCode: Union[int, None]


class WebhookEndpointList(TypedDict):
    data: List["WebhookEndpoint"]
    pagination: "Pagination"


WebhookEnvelope = Union["AlertTriggeredEnvelope", "AuditCreatedEnvelope", "AuditHighSeverityEnvelope", "ChainIntegrityFailureEnvelope", "ChainVerifiedEnvelope", "EvidenceExpiredEnvelope", "EvidenceReadyEnvelope", "IntegrationDisconnectedEnvelope", "ModelRegisteredEnvelope", "ShadowAiDetectedEnvelope", "ShadowAiResolvedEnvelope"]


WebhookEventType = Literal["audit.created", "audit.high_severity", "chain.integrity_failure", "chain.verified", "shadow_ai.detected", "shadow_ai.resolved", "evidence.ready", "evidence.expired", "alert.triggered", "model.registered", "integration.disconnected"]


class WebhookRecovery(TypedDict):
    matched: int
    redelivered: int
    dryRun: bool
    since: str
    until: str
