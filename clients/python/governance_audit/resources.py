# Made by `npm run client:generate`. Change the schemas of the API instead.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from . import types as t
from .listing import AsyncListing, Listing
from .packages import AsyncEvidenceFiles, EvidenceFiles
from .resource import AsyncResource, Caller, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .request import Stream
    from .resource import CallOptions, CreateOptions


class Audit(Resource):
    def append(self, body: t.AppendEvent, **options: Unpack[CreateOptions]) -> t.AppendedEvent:
        """Append an audit event."""
        return self._call("appendAuditEvent", body=body, **options)

    def append_batch(self, body: t.AppendBatch, query: Optional[t.AppendAuditBatchQuery] = None, **options: Unpack[CreateOptions]) -> t.BatchResult:
        """Append a batch of audit events."""
        return self._call("appendAuditBatch", body=body, query=query, **options)

    def list(self, query: Optional[t.ListAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.AuditEvent, t.EventList]:
        """List audit events."""
        return self._list("listAuditEvents", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.AuditEventDetail:
        """Get an audit event."""
        return self._call("getAuditEvent", id, **options)

    def neighbours(self, id: str, **options: Unpack[CallOptions]) -> t.AuditEventNeighbours:
        """Get the previous and next events."""
        return self._call("getAuditEventNeighbours", id, **options)

    def erase(self, id: str, body: t.EraseContent, **options: Unpack[CreateOptions]) -> t.Erasure:
        """Erase an audit event's content."""
        return self._call("appendAuditEventErasure", id, body=body, **options)

    def export(self, query: Optional[t.ExportAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Export audit events."""
        return self._call("exportAuditEvents", query=query, **options)

    def stream(self, query: Optional[t.StreamAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Stream audit events."""
        return self._call("streamAuditEvents", query=query, **options)

    def verify(self, body: t.VerifyEvent, **options: Unpack[CallOptions]) -> t.EventVerification:
        """Verify an audit event."""
        return self._call("verifyAuditEvent", body=body, **options)

    def verify_chain(self, body: Optional[t.VerifyChain] = None, **options: Unpack[CallOptions]) -> Union[t.ChainVerification, t.RunningVerification]:
        """Verify the audit chain."""
        return self._call("verifyAuditChain", body=body, **options)

    def verification(self, id: str, **options: Unpack[CallOptions]) -> t.Verification:
        """Get a background verification."""
        return self._call("getAuditVerification", id, **options)

    def findings(self, query: Optional[t.ListAuditFindingsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.IntegrityFinding, t.IntegrityFindingList]:
        """List integrity findings."""
        return self._list("listAuditFindings", query=query, **options)

    def request_finding_resolution(self, id: str, body: t.RequestResolution, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Request the resolution of a finding."""
        return self._call("appendAuditFindingResolution", id, body=body, **options)

    def confirm_finding_resolution(self, id: str, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Confirm the resolution of a finding."""
        return self._call("confirmAuditFindingResolution", id, **options)

    def reject_finding_resolution(self, id: str, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Reject the resolution of a finding."""
        return self._call("rejectAuditFindingResolution", id, **options)

    def checkpoint(self, query: Optional[t.GetAuditCheckpointQuery] = None, **options: Unpack[CallOptions]) -> t.PublishedCheckpoint:
        """Get a checkpoint."""
        return self._call("getAuditCheckpoint", query=query, **options)

    def proof(self, id: str, query: Optional[t.GetAuditEventProofQuery] = None, **options: Unpack[CallOptions]) -> t.InclusionProof:
        """Get an inclusion proof."""
        return self._call("getAuditEventProof", id, query=query, **options)

    def consistency(self, query: t.GetAuditConsistencyQuery, **options: Unpack[CallOptions]) -> t.ConsistencyProof:
        """Get a consistency proof."""
        return self._call("getAuditConsistency", query=query, **options)


class Otlp(Resource):
    def send_traces(self, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.ExportTraceServiceResponse:
        """Send spans by OTLP/HTTP."""
        return self._call("sendOtlpV1Trace", body=body, **options)

    def send_logs(self, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.ExportLogsServiceResponse:
        """Send log records by OTLP/HTTP."""
        return self._call("sendOtlpV1Log", body=body, **options)


class Models(Resource):
    def create(self, body: t.RegisterModel, **options: Unpack[CreateOptions]) -> t.Model:
        """Register a model."""
        return self._call("createModel", body=body, **options)

    def list(self, query: Optional[t.ListModelsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.Model, t.ModelList]:
        """List models."""
        return self._list("listModels", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.Model:
        """Get a model."""
        return self._call("getModel", id, **options)

    def update(self, id: str, body: t.UpdateModel, **options: Unpack[CallOptions]) -> t.Model:
        """Update a model."""
        return self._call("updateModel", id, body=body, **options)


class Evidence(EvidenceFiles):
    def generate(self, body: t.GenerateEvidence, **options: Unpack[CreateOptions]) -> t.GeneratedEvidencePackage:
        """Generate an evidence package."""
        return self._call("generateEvidencePackage", body=body, **options)

    def preview(self, query: t.GetEvidencePreviewQuery, **options: Unpack[CallOptions]) -> t.EvidencePreview:
        """Preview an evidence package."""
        return self._call("getEvidencePreview", query=query, **options)

    def list(self, query: Optional[t.ListEvidencePackagesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.EvidencePackageListItem, t.EvidencePackageList]:
        """List evidence packages."""
        return self._list("listEvidencePackages", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.EvidencePackage:
        """Get an evidence package."""
        return self._call("getEvidencePackage", id, **options)

    def verify(self, id: str, body: t.VerifyEvidencePackage, **options: Unpack[CallOptions]) -> t.EvidencePackageVerification:
        """Verify an evidence package."""
        return self._call("verifyEvidencePackage", id, body=body, **options)

    def create_download_url(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDownloadUrl:
        """Create a download URL for an evidence package."""
        return self._call("createEvidencePackageDownloadUrl", id, **options)

    def read_file(self, id: str, query: Optional[t.GetEvidencePackageDownloadQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Download an evidence package."""
        return self._call("getEvidencePackageDownload", id, query=query, **options)


class Reports(Resource):
    def request_audit_activity(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request an audit activity report."""
        return self._call("createReportAuditActivity", body=body, **options)

    def request_shadow_ai(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request a shadow AI report."""
        return self._call("createReportShadowAi", body=body, **options)

    def request_chain_integrity(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request a chain integrity report."""
        return self._call("createReportChainIntegrity", body=body, **options)

    def list(self, query: Optional[t.ListReportsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.Report, t.ReportList]:
        """List reports."""
        return self._list("listReports", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.Report:
        """Get a report."""
        return self._call("getReport", id, **options)

    def document(self, id: str, **options: Unpack[CallOptions]) -> t.ReportDocument:
        """Get the content of a report."""
        return self._call("getReportDocument", id, **options)

    def read_file(self, id: str, query: Optional[t.GetReportDownloadQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Download a report."""
        return self._call("getReportDownload", id, query=query, **options)


class ReportSchedules(Resource):
    def create(self, body: t.CreateReportSchedule, **options: Unpack[CreateOptions]) -> t.ReportSchedule:
        """Create a report schedule."""
        return self._call("createReportSchedule", body=body, **options)

    def list(self, query: Optional[t.ListReportSchedulesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.ReportSchedule, t.ReportScheduleList]:
        """List report schedules."""
        return self._list("listReportSchedules", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.ReportSchedule:
        """Get a report schedule."""
        return self._call("getReportSchedule", id, **options)

    def update(self, id: str, body: t.UpdateReportSchedule, **options: Unpack[CallOptions]) -> t.ReportSchedule:
        """Update a report schedule."""
        return self._call("updateReportSchedule", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a report schedule."""
        self._call("deleteReportSchedule", id, **options)


class ShadowAi(Resource):
    def list(self, query: Optional[t.ListShadowAiDetectionsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.ShadowAiDetection, t.ShadowAiDetectionList]:
        """List shadow AI detections."""
        return self._list("listShadowAiDetections", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.ShadowAiDetectionDetail:
        """Get a shadow AI detection."""
        return self._call("getShadowAiDetection", id, **options)

    def update(self, id: str, body: t.UpdateShadowAiDetection, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetection:
        """Update a shadow AI detection."""
        return self._call("updateShadowAiDetection", id, body=body, **options)

    def update_many(self, body: t.UpdateShadowAiDetections, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetections:
        """Update several shadow AI detections."""
        return self._call("updateShadowAiDetections", body=body, **options)

    def undo(self, id: str, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetection:
        """Undo the last update of a shadow AI detection."""
        return self._call("undoShadowAiDetection", id, **options)

    def undo_many(self, operation_id: str, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetections:
        """Undo a bulk update of shadow AI detections."""
        return self._call("undoShadowAiBulk", operation_id, **options)

    def assignees(self, **options: Unpack[CallOptions]) -> t.ShadowAiAssignees:
        """List assignees."""
        return self._call("listShadowAiAssignees", **options)

    def similar(self, id: str, **options: Unpack[CallOptions]) -> t.SimilarShadowAiDetections:
        """List similar shadow AI detections."""
        return self._call("listShadowAiDetectionSimilar", id, **options)

    def stats(self, **options: Unpack[CallOptions]) -> t.ShadowAiStats:
        """Get shadow AI statistics."""
        return self._call("getShadowAiStats", **options)

    def settings(self, **options: Unpack[CallOptions]) -> t.ShadowAiSettingsDocument:
        """Get the detection settings."""
        return self._call("getShadowAiSettings", **options)

    def replace_settings(self, body: Optional[t.ShadowAiSettingsDocumentInput] = None, **options: Unpack[CallOptions]) -> t.ShadowAiSettingsDocument:
        """Replace the detection settings."""
        return self._call("replaceShadowAiSetting", body=body, **options)

    def catalogue(self, **options: Unpack[CallOptions]) -> t.Catalogue:
        """Get the catalogue of AI services."""
        return self._call("getShadowAiCatalogue", **options)

    def explain_host(self, query: t.ExplainShadowAiCatalogueQuery, **options: Unpack[CallOptions]) -> t.HostExplanation:
        """Explain how a host is classified."""
        return self._call("explainShadowAiCatalogue", query=query, **options)

    def replace_override(self, host: str, body: t.CatalogueOverrideDocument, **options: Unpack[CallOptions]) -> t.CatalogueHostOverride:
        """Set a catalogue override."""
        return self._call("replaceShadowAiCatalogueOverride", host, body=body, **options)

    def delete_override(self, host: str, **options: Unpack[CallOptions]) -> None:
        """Remove a catalogue override."""
        self._call("deleteShadowAiCatalogueOverride", host, **options)

    def request_exception(self, id: str, body: t.RequestException, **options: Unpack[CreateOptions]) -> t.ExceptionRequest:
        """Request an exception."""
        return self._call("createShadowAiDetectionExceptionRequest", id, body=body, **options)

    def exceptions(self, query: Optional[t.ListShadowAiExceptionsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.ExceptionRequest, t.ExceptionRequestList]:
        """List exception requests."""
        return self._list("listShadowAiExceptions", query=query, **options)

    def approve_exception(self, id: str, body: Optional[t.DecideException] = None, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Approve an exception."""
        return self._call("approveShadowAiException", id, body=body, **options)

    def reject_exception(self, id: str, body: Optional[t.DecideException] = None, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Reject an exception."""
        return self._call("rejectShadowAiException", id, body=body, **options)

    def withdraw_exception(self, id: str, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Withdraw an exception request."""
        return self._call("withdrawShadowAiException", id, **options)


class Sensors(Resource):
    def send(self, body: Union[bytes, str], query: Optional[t.CreateSensorObservationQuery] = None, **options: Unpack[CallOptions]) -> t.ImportReport:
        """Send a network log."""
        return self._call("createSensorObservation", body=body, query=query, **options)

    def preview(self, body: Union[bytes, str], query: Optional[t.CreateSensorPreviewQuery] = None, **options: Unpack[CallOptions]) -> t.LogPreview:
        """Preview a network log."""
        return self._call("createSensorPreview", body=body, query=query, **options)

    def sources(self, query: Optional[t.ListSensorSourcesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.LogSource, t.LogSourceList]:
        """List log sources."""
        return self._list("listSensorSources", query=query, **options)

    def imports(self, query: Optional[t.ListSensorImportsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.LogImport, t.LogImportList]:
        """List log imports."""
        return self._list("listSensorImports", query=query, **options)

    def get_import(self, id: str, **options: Unpack[CallOptions]) -> t.LogImport:
        """Get a log import."""
        return self._call("getSensorImport", id, **options)


class Verify(Resource):
    def package(self, package_hash: str, **options: Unpack[CallOptions]) -> t.PublicPackageVerification:
        """Look up a package or report by its hash."""
        return self._call("getPublicVerification", package_hash, **options)

    def keys(self, **options: Unpack[CallOptions]) -> t.PublicKeySet:
        """Get the public keys."""
        return self._call("getVerifyKeys", **options)

    def key(self, file: str, **options: Unpack[CallOptions]) -> Stream:
        """Get a public key as PEM."""
        return self._call("getVerifyKey", file, **options)


class Webhooks(Resource):
    def create(self, body: t.CreateWebhookEndpoint, **options: Unpack[CreateOptions]) -> t.CreatedWebhookEndpoint:
        """Create a webhook endpoint."""
        return self._call("createWebhookEndpoint", body=body, **options)

    def list(self, query: Optional[t.ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.WebhookEndpoint, t.WebhookEndpointList]:
        """List webhook endpoints."""
        return self._list("listWebhookEndpoints", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.WebhookEndpoint:
        """Get a webhook endpoint."""
        return self._call("getWebhookEndpoint", id, **options)

    def update(self, id: str, body: t.UpdateWebhookEndpoint, **options: Unpack[CallOptions]) -> t.WebhookEndpoint:
        """Update a webhook endpoint."""
        return self._call("updateWebhookEndpoint", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook endpoint."""
        self._call("deleteWebhookEndpoint", id, **options)

    def rotate_secret(self, id: str, body: Optional[t.RotateWebhookSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedWebhookEndpoint:
        """Rotate a webhook endpoint's signing secret."""
        return self._call("rotateWebhookEndpointSecret", id, body=body, **options)

    def test(self, id: str, body: Optional[t.TestWebhookEndpoint] = None, **options: Unpack[CreateOptions]) -> t.WebhookDelivery:
        """Send a test event."""
        return self._call("testWebhookEndpoint", id, body=body, **options)

    def recover(self, id: str, body: t.RecoverWebhookDeliveries, **options: Unpack[CallOptions]) -> t.WebhookRecovery:
        """Replay failed deliveries."""
        return self._call("recoverWebhookEndpoint", id, body=body, **options)

    def deliveries(self, id: str, query: Optional[t.ListWebhookEndpointDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.WebhookDelivery, t.WebhookDeliveryList]:
        """List an endpoint's deliveries."""
        return self._list("listWebhookEndpointDeliveries", id, query=query, **options)

    def get_delivery(self, id: str, delivery_id: str, **options: Unpack[CallOptions]) -> t.WebhookDeliveryDetail:
        """Get a webhook delivery."""
        return self._call("getWebhookEndpointDelivery", id, delivery_id, **options)

    def redeliver(self, id: str, delivery_id: str, **options: Unpack[CallOptions]) -> t.WebhookDelivery:
        """Redeliver a webhook delivery."""
        return self._call("redeliverWebhookEndpointDelivery", id, delivery_id, **options)


class AuditStreams(Resource):
    def create(self, body: t.CreateAuditStream, **options: Unpack[CreateOptions]) -> t.CreatedAuditStream:
        """Create an audit stream."""
        return self._call("createAuditStream", body=body, **options)

    def list(self, query: Optional[t.ListAuditStreamsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.AuditStream, t.AuditStreamList]:
        """List audit streams."""
        return self._list("listAuditStreams", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStream:
        """Get an audit stream."""
        return self._call("getAuditStream", id, **options)

    def update(self, id: str, body: t.UpdateAuditStream, **options: Unpack[CallOptions]) -> t.AuditStream:
        """Update an audit stream."""
        return self._call("updateAuditStream", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an audit stream."""
        self._call("deleteAuditStream", id, **options)

    def rotate_secret(self, id: str, body: Optional[t.RotateStreamSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedAuditStream:
        """Rotate an audit stream's signing secret."""
        return self._call("rotateAuditStreamSecret", id, body=body, **options)

    def test(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStreamTest:
        """Test an audit stream."""
        return self._call("testAuditStream", id, **options)

    def batches(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStreamBatchList:
        """List recent batches of an audit stream."""
        return self._call("listAuditStreamBatches", id, **options)


class Integrations(Resource):
    def create(self, body: t.CreateIntegration, **options: Unpack[CreateOptions]) -> t.CreatedIntegration:
        """Create an integration."""
        return self._call("createIntegration", body=body, **options)

    def list(self, query: Optional[t.ListIntegrationsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.Integration, t.IntegrationList]:
        """List integrations."""
        return self._list("listIntegrations", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.Integration:
        """Get an integration."""
        return self._call("getIntegration", id, **options)

    def update(self, id: str, body: t.UpdateIntegration, **options: Unpack[CallOptions]) -> t.Integration:
        """Update an integration."""
        return self._call("updateIntegration", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an integration."""
        self._call("deleteIntegration", id, **options)

    def rotate_secret(self, id: str, body: Optional[t.RotateIntegrationSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedIntegration:
        """Rotate an integration's secret."""
        return self._call("rotateIntegrationSecret", id, body=body, **options)

    def receive(self, id: str, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.IntegrationDeliveryReceipt:
        """Receive a product's webhook."""
        return self._call("createIntegrationEvent", id, body=body, **options)

    def deliveries(self, id: str, query: Optional[t.ListIntegrationDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.IntegrationDelivery, t.IntegrationDeliveryList]:
        """List an integration's deliveries."""
        return self._list("listIntegrationDeliveries", id, query=query, **options)


class AlertPolicies(Resource):
    def create(self, body: t.CreateAlertPolicy, **options: Unpack[CreateOptions]) -> t.AlertPolicy:
        """Create an alert policy."""
        return self._call("createAlertPolicy", body=body, **options)

    def preview(self, body: t.PreviewAlertRule, **options: Unpack[CallOptions]) -> t.AlertRulePreview:
        """Preview an alert rule."""
        return self._call("createAlertPolicyPreview", body=body, **options)

    def list(self, query: Optional[t.ListAlertPoliciesQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.AlertPolicy, t.AlertPolicyList]:
        """List alert policies."""
        return self._list("listAlertPolicies", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.AlertPolicy:
        """Get an alert policy."""
        return self._call("getAlertPolicy", id, **options)

    def update(self, id: str, body: t.UpdateAlertPolicy, **options: Unpack[CallOptions]) -> t.AlertPolicy:
        """Update an alert policy."""
        return self._call("updateAlertPolicy", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an alert policy."""
        self._call("deleteAlertPolicy", id, **options)


class EvidenceDocuments(Resource):
    def create(self, body: t.SupplyEvidenceDocument, **options: Unpack[CreateOptions]) -> t.EvidenceDocument:
        """Supply an evidence document."""
        return self._call("createEvidenceDocument", body=body, **options)

    def list(self, query: Optional[t.ListEvidenceDocumentsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.EvidenceDocument, t.EvidenceDocumentList]:
        """List evidence documents."""
        return self._list("listEvidenceDocuments", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDocument:
        """Get an evidence document."""
        return self._call("getEvidenceDocument", id, **options)

    def withdraw(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDocument:
        """Withdraw an evidence document."""
        return self._call("withdrawEvidenceDocument", id, **options)

    def requirements(self, **options: Unpack[CallOptions]) -> t.EvidenceDocumentRequirements:
        """List requirements that need a document."""
        return self._call("listEvidenceDocumentRequirements", **options)


class LegalHolds(Resource):
    def create(self, body: t.PlaceLegalHold, **options: Unpack[CreateOptions]) -> t.LegalHold:
        """Place a legal hold."""
        return self._call("createLegalHold", body=body, **options)

    def list(self, query: Optional[t.ListLegalHoldsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.LegalHold, t.LegalHoldList]:
        """List legal holds."""
        return self._list("listLegalHolds", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.LegalHold:
        """Get a legal hold."""
        return self._call("getLegalHold", id, **options)

    def release(self, id: str, body: t.ReleaseLegalHold, **options: Unpack[CallOptions]) -> t.LegalHold:
        """Release a legal hold."""
        return self._call("releaseLegalHold", id, body=body, **options)


class ApiKeys(Resource):
    def create(self, body: t.CreateApiKey, **options: Unpack[CreateOptions]) -> t.CreatedApiKey:
        """Create an API key."""
        return self._call("createApiKey", body=body, **options)

    def list(self, query: Optional[t.ListApiKeysQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.ApiKey, t.ApiKeyList]:
        """List API keys, newest first."""
        return self._list("listApiKeys", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.ApiKey:
        """Get an API key."""
        return self._call("getApiKey", id, **options)

    def rotate(self, id: str, body: Optional[t.RotateApiKey] = None, **options: Unpack[CreateOptions]) -> t.CreatedApiKey:
        """Rotate an API key."""
        return self._call("rotateApiKey", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Revoke an API key."""
        self._call("deleteApiKey", id, **options)


class Members(Resource):
    def invite(self, body: t.InviteMember, **options: Unpack[CreateOptions]) -> t.Member:
        """Invite a member."""
        return self._call("createMember", body=body, **options)

    def invite_again(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Resend an invitation."""
        return self._call("createMemberInvitation", id, **options)

    def list(self, query: Optional[t.ListMembersQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.Member, t.MemberList]:
        """List members, newest first."""
        return self._list("listMembers", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Get a member."""
        return self._call("getMember", id, **options)

    def update(self, id: str, body: t.UpdateMember, **options: Unpack[CallOptions]) -> t.Member:
        """Update a member."""
        return self._call("updateMember", id, body=body, **options)

    def sign_out(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Sign a member out everywhere."""
        self._call("signMemberOut", id, **options)

    def reset_second_factor(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Reset a member's two-factor authentication."""
        return self._call("resetMemberSecondFactor", id, **options)


class Invitations(Resource):
    def inspect(self, body: t.InspectInvitation, **options: Unpack[CallOptions]) -> t.Invitation:
        """Get an invitation."""
        return self._call("inspectInvitation", body=body, **options)

    def accept(self, body: t.AcceptInvitation, **options: Unpack[CallOptions]) -> None:
        """Accept an invitation."""
        self._call("acceptInvitation", body=body, **options)


class PasswordResets(Resource):
    def request(self, body: t.RequestPasswordReset, **options: Unpack[CallOptions]) -> t.Accepted:
        """Request a password reset."""
        return self._call("createPasswordReset", body=body, **options)

    def complete(self, body: t.CompletePasswordReset, **options: Unpack[CallOptions]) -> None:
        """Complete a password reset."""
        self._call("completePasswordReset", body=body, **options)


class Session(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """Get the current session."""
        return self._call("getSession", **options)


class Sessions(Resource):
    def list(self, query: Optional[t.ListSessionsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.MemberSession, t.MemberSessionList]:
        """List your active sessions, newest first."""
        return self._list("listSessions", query=query, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """End one of your sessions."""
        self._call("deleteSession", id, **options)


class Account(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.Member:
        """Get your account."""
        return self._call("getAccount", **options)

    def update(self, body: t.UpdateAccount, **options: Unpack[CallOptions]) -> t.Member:
        """Change your name."""
        return self._call("updateAccount", body=body, **options)

    def change_password(self, body: t.ChangePassword, **options: Unpack[CallOptions]) -> None:
        """Change your password."""
        self._call("createAccountPassword", body=body, **options)

    def start_second_factor(self, **options: Unpack[CallOptions]) -> t.SecondFactorSetup:
        """Set up an authenticator app."""
        return self._call("createAccountSecondFactor", **options)

    def confirm_second_factor(self, body: t.ConfirmSecondFactor, **options: Unpack[CallOptions]) -> t.RecoveryCodes:
        """Enable two-factor authentication."""
        return self._call("confirmAccountSecondFactor", body=body, **options)

    def disable_second_factor(self, body: t.DisableSecondFactor, **options: Unpack[CallOptions]) -> None:
        """Disable two-factor authentication."""
        self._call("disableAccountSecondFactor", body=body, **options)


class Mails(Resource):
    def list(self, query: Optional[t.ListMailsQuery] = None, **options: Unpack[CallOptions]) -> Listing[t.MailSummary, t.MailList]:
        """List e-mails, newest first."""
        return self._list("listMails", query=query, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> t.Mail:
        """Get an e-mail."""
        return self._call("getMail", id, **options)


class Organisation(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.OrganisationDetail:
        """Get the organisation."""
        return self._call("getOrganisation", **options)

    def update(self, body: t.UpdateOrganisation, **options: Unpack[CallOptions]) -> t.OrganisationDetail:
        """Update the organisation."""
        return self._call("updateOrganisation", body=body, **options)


class Overview(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.Overview:
        """Get the overview."""
        return self._call("getOverview", **options)


class Activity(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.Activity:
        """Get recent changes."""
        return self._call("getActivity", **options)


class SavedViews(Resource):
    def create(self, body: t.CreateSavedView, **options: Unpack[CreateOptions]) -> t.SavedView:
        """Save a view."""
        return self._call("createSavedView", body=body, **options)

    def list(self, query: Optional[t.ListSavedViewsQuery] = None, **options: Unpack[CallOptions]) -> t.SavedViewList:
        """List saved views."""
        return self._call("listSavedViews", query=query, **options)

    def update(self, id: str, body: t.UpdateSavedView, **options: Unpack[CallOptions]) -> t.SavedView:
        """Update a saved view."""
        return self._call("updateSavedView", id, body=body, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a saved view."""
        self._call("deleteSavedView", id, **options)


class OpenApi(Resource):
    def get(self, **options: Unpack[CallOptions]) -> t.GetOpenApiDocumentResult:
        """Get the OpenAPI document."""
        return self._call("getOpenApiDocument", **options)


class Resources:
    def __init__(self, caller: Caller) -> None:
        self.audit = Audit(caller)
        self.otlp = Otlp(caller)
        self.models = Models(caller)
        self.evidence = Evidence(caller)
        self.reports = Reports(caller)
        self.report_schedules = ReportSchedules(caller)
        self.shadow_ai = ShadowAi(caller)
        self.sensors = Sensors(caller)
        self.verify = Verify(caller)
        self.webhooks = Webhooks(caller)
        self.audit_streams = AuditStreams(caller)
        self.integrations = Integrations(caller)
        self.alert_policies = AlertPolicies(caller)
        self.evidence_documents = EvidenceDocuments(caller)
        self.legal_holds = LegalHolds(caller)
        self.api_keys = ApiKeys(caller)
        self.members = Members(caller)
        self.invitations = Invitations(caller)
        self.password_resets = PasswordResets(caller)
        self.session = Session(caller)
        self.sessions = Sessions(caller)
        self.account = Account(caller)
        self.mails = Mails(caller)
        self.organisation = Organisation(caller)
        self.overview = Overview(caller)
        self.activity = Activity(caller)
        self.saved_views = SavedViews(caller)
        self.open_api = OpenApi(caller)


class AsyncAudit(AsyncResource):
    async def append(self, body: t.AppendEvent, **options: Unpack[CreateOptions]) -> t.AppendedEvent:
        """Append an audit event."""
        return await self._call("appendAuditEvent", body=body, **options)

    async def append_batch(self, body: t.AppendBatch, query: Optional[t.AppendAuditBatchQuery] = None, **options: Unpack[CreateOptions]) -> t.BatchResult:
        """Append a batch of audit events."""
        return await self._call("appendAuditBatch", body=body, query=query, **options)

    def list(self, query: Optional[t.ListAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.AuditEvent, t.EventList]:
        """List audit events."""
        return self._list("listAuditEvents", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.AuditEventDetail:
        """Get an audit event."""
        return await self._call("getAuditEvent", id, **options)

    async def neighbours(self, id: str, **options: Unpack[CallOptions]) -> t.AuditEventNeighbours:
        """Get the previous and next events."""
        return await self._call("getAuditEventNeighbours", id, **options)

    async def erase(self, id: str, body: t.EraseContent, **options: Unpack[CreateOptions]) -> t.Erasure:
        """Erase an audit event's content."""
        return await self._call("appendAuditEventErasure", id, body=body, **options)

    async def export(self, query: Optional[t.ExportAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Export audit events."""
        return await self._call("exportAuditEvents", query=query, **options)

    async def stream(self, query: Optional[t.StreamAuditEventsQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Stream audit events."""
        return await self._call("streamAuditEvents", query=query, **options)

    async def verify(self, body: t.VerifyEvent, **options: Unpack[CallOptions]) -> t.EventVerification:
        """Verify an audit event."""
        return await self._call("verifyAuditEvent", body=body, **options)

    async def verify_chain(self, body: Optional[t.VerifyChain] = None, **options: Unpack[CallOptions]) -> Union[t.ChainVerification, t.RunningVerification]:
        """Verify the audit chain."""
        return await self._call("verifyAuditChain", body=body, **options)

    async def verification(self, id: str, **options: Unpack[CallOptions]) -> t.Verification:
        """Get a background verification."""
        return await self._call("getAuditVerification", id, **options)

    def findings(self, query: Optional[t.ListAuditFindingsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.IntegrityFinding, t.IntegrityFindingList]:
        """List integrity findings."""
        return self._list("listAuditFindings", query=query, **options)

    async def request_finding_resolution(self, id: str, body: t.RequestResolution, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Request the resolution of a finding."""
        return await self._call("appendAuditFindingResolution", id, body=body, **options)

    async def confirm_finding_resolution(self, id: str, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Confirm the resolution of a finding."""
        return await self._call("confirmAuditFindingResolution", id, **options)

    async def reject_finding_resolution(self, id: str, **options: Unpack[CallOptions]) -> t.IntegrityFinding:
        """Reject the resolution of a finding."""
        return await self._call("rejectAuditFindingResolution", id, **options)

    async def checkpoint(self, query: Optional[t.GetAuditCheckpointQuery] = None, **options: Unpack[CallOptions]) -> t.PublishedCheckpoint:
        """Get a checkpoint."""
        return await self._call("getAuditCheckpoint", query=query, **options)

    async def proof(self, id: str, query: Optional[t.GetAuditEventProofQuery] = None, **options: Unpack[CallOptions]) -> t.InclusionProof:
        """Get an inclusion proof."""
        return await self._call("getAuditEventProof", id, query=query, **options)

    async def consistency(self, query: t.GetAuditConsistencyQuery, **options: Unpack[CallOptions]) -> t.ConsistencyProof:
        """Get a consistency proof."""
        return await self._call("getAuditConsistency", query=query, **options)


class AsyncOtlp(AsyncResource):
    async def send_traces(self, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.ExportTraceServiceResponse:
        """Send spans by OTLP/HTTP."""
        return await self._call("sendOtlpV1Trace", body=body, **options)

    async def send_logs(self, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.ExportLogsServiceResponse:
        """Send log records by OTLP/HTTP."""
        return await self._call("sendOtlpV1Log", body=body, **options)


class AsyncModels(AsyncResource):
    async def create(self, body: t.RegisterModel, **options: Unpack[CreateOptions]) -> t.Model:
        """Register a model."""
        return await self._call("createModel", body=body, **options)

    def list(self, query: Optional[t.ListModelsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.Model, t.ModelList]:
        """List models."""
        return self._list("listModels", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.Model:
        """Get a model."""
        return await self._call("getModel", id, **options)

    async def update(self, id: str, body: t.UpdateModel, **options: Unpack[CallOptions]) -> t.Model:
        """Update a model."""
        return await self._call("updateModel", id, body=body, **options)


class AsyncEvidence(AsyncEvidenceFiles):
    async def generate(self, body: t.GenerateEvidence, **options: Unpack[CreateOptions]) -> t.GeneratedEvidencePackage:
        """Generate an evidence package."""
        return await self._call("generateEvidencePackage", body=body, **options)

    async def preview(self, query: t.GetEvidencePreviewQuery, **options: Unpack[CallOptions]) -> t.EvidencePreview:
        """Preview an evidence package."""
        return await self._call("getEvidencePreview", query=query, **options)

    def list(self, query: Optional[t.ListEvidencePackagesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.EvidencePackageListItem, t.EvidencePackageList]:
        """List evidence packages."""
        return self._list("listEvidencePackages", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.EvidencePackage:
        """Get an evidence package."""
        return await self._call("getEvidencePackage", id, **options)

    async def verify(self, id: str, body: t.VerifyEvidencePackage, **options: Unpack[CallOptions]) -> t.EvidencePackageVerification:
        """Verify an evidence package."""
        return await self._call("verifyEvidencePackage", id, body=body, **options)

    async def create_download_url(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDownloadUrl:
        """Create a download URL for an evidence package."""
        return await self._call("createEvidencePackageDownloadUrl", id, **options)

    async def read_file(self, id: str, query: Optional[t.GetEvidencePackageDownloadQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Download an evidence package."""
        return await self._call("getEvidencePackageDownload", id, query=query, **options)


class AsyncReports(AsyncResource):
    async def request_audit_activity(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request an audit activity report."""
        return await self._call("createReportAuditActivity", body=body, **options)

    async def request_shadow_ai(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request a shadow AI report."""
        return await self._call("createReportShadowAi", body=body, **options)

    async def request_chain_integrity(self, body: t.RequestReport, **options: Unpack[CreateOptions]) -> t.Report:
        """Request a chain integrity report."""
        return await self._call("createReportChainIntegrity", body=body, **options)

    def list(self, query: Optional[t.ListReportsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.Report, t.ReportList]:
        """List reports."""
        return self._list("listReports", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.Report:
        """Get a report."""
        return await self._call("getReport", id, **options)

    async def document(self, id: str, **options: Unpack[CallOptions]) -> t.ReportDocument:
        """Get the content of a report."""
        return await self._call("getReportDocument", id, **options)

    async def read_file(self, id: str, query: Optional[t.GetReportDownloadQuery] = None, **options: Unpack[CallOptions]) -> Stream:
        """Download a report."""
        return await self._call("getReportDownload", id, query=query, **options)


class AsyncReportSchedules(AsyncResource):
    async def create(self, body: t.CreateReportSchedule, **options: Unpack[CreateOptions]) -> t.ReportSchedule:
        """Create a report schedule."""
        return await self._call("createReportSchedule", body=body, **options)

    def list(self, query: Optional[t.ListReportSchedulesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.ReportSchedule, t.ReportScheduleList]:
        """List report schedules."""
        return self._list("listReportSchedules", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.ReportSchedule:
        """Get a report schedule."""
        return await self._call("getReportSchedule", id, **options)

    async def update(self, id: str, body: t.UpdateReportSchedule, **options: Unpack[CallOptions]) -> t.ReportSchedule:
        """Update a report schedule."""
        return await self._call("updateReportSchedule", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a report schedule."""
        await self._call("deleteReportSchedule", id, **options)


class AsyncShadowAi(AsyncResource):
    def list(self, query: Optional[t.ListShadowAiDetectionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.ShadowAiDetection, t.ShadowAiDetectionList]:
        """List shadow AI detections."""
        return self._list("listShadowAiDetections", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.ShadowAiDetectionDetail:
        """Get a shadow AI detection."""
        return await self._call("getShadowAiDetection", id, **options)

    async def update(self, id: str, body: t.UpdateShadowAiDetection, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetection:
        """Update a shadow AI detection."""
        return await self._call("updateShadowAiDetection", id, body=body, **options)

    async def update_many(self, body: t.UpdateShadowAiDetections, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetections:
        """Update several shadow AI detections."""
        return await self._call("updateShadowAiDetections", body=body, **options)

    async def undo(self, id: str, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetection:
        """Undo the last update of a shadow AI detection."""
        return await self._call("undoShadowAiDetection", id, **options)

    async def undo_many(self, operation_id: str, **options: Unpack[CallOptions]) -> t.UpdatedShadowAiDetections:
        """Undo a bulk update of shadow AI detections."""
        return await self._call("undoShadowAiBulk", operation_id, **options)

    async def assignees(self, **options: Unpack[CallOptions]) -> t.ShadowAiAssignees:
        """List assignees."""
        return await self._call("listShadowAiAssignees", **options)

    async def similar(self, id: str, **options: Unpack[CallOptions]) -> t.SimilarShadowAiDetections:
        """List similar shadow AI detections."""
        return await self._call("listShadowAiDetectionSimilar", id, **options)

    async def stats(self, **options: Unpack[CallOptions]) -> t.ShadowAiStats:
        """Get shadow AI statistics."""
        return await self._call("getShadowAiStats", **options)

    async def settings(self, **options: Unpack[CallOptions]) -> t.ShadowAiSettingsDocument:
        """Get the detection settings."""
        return await self._call("getShadowAiSettings", **options)

    async def replace_settings(self, body: Optional[t.ShadowAiSettingsDocumentInput] = None, **options: Unpack[CallOptions]) -> t.ShadowAiSettingsDocument:
        """Replace the detection settings."""
        return await self._call("replaceShadowAiSetting", body=body, **options)

    async def catalogue(self, **options: Unpack[CallOptions]) -> t.Catalogue:
        """Get the catalogue of AI services."""
        return await self._call("getShadowAiCatalogue", **options)

    async def explain_host(self, query: t.ExplainShadowAiCatalogueQuery, **options: Unpack[CallOptions]) -> t.HostExplanation:
        """Explain how a host is classified."""
        return await self._call("explainShadowAiCatalogue", query=query, **options)

    async def replace_override(self, host: str, body: t.CatalogueOverrideDocument, **options: Unpack[CallOptions]) -> t.CatalogueHostOverride:
        """Set a catalogue override."""
        return await self._call("replaceShadowAiCatalogueOverride", host, body=body, **options)

    async def delete_override(self, host: str, **options: Unpack[CallOptions]) -> None:
        """Remove a catalogue override."""
        await self._call("deleteShadowAiCatalogueOverride", host, **options)

    async def request_exception(self, id: str, body: t.RequestException, **options: Unpack[CreateOptions]) -> t.ExceptionRequest:
        """Request an exception."""
        return await self._call("createShadowAiDetectionExceptionRequest", id, body=body, **options)

    def exceptions(self, query: Optional[t.ListShadowAiExceptionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.ExceptionRequest, t.ExceptionRequestList]:
        """List exception requests."""
        return self._list("listShadowAiExceptions", query=query, **options)

    async def approve_exception(self, id: str, body: Optional[t.DecideException] = None, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Approve an exception."""
        return await self._call("approveShadowAiException", id, body=body, **options)

    async def reject_exception(self, id: str, body: Optional[t.DecideException] = None, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Reject an exception."""
        return await self._call("rejectShadowAiException", id, body=body, **options)

    async def withdraw_exception(self, id: str, **options: Unpack[CallOptions]) -> t.ExceptionRequest:
        """Withdraw an exception request."""
        return await self._call("withdrawShadowAiException", id, **options)


class AsyncSensors(AsyncResource):
    async def send(self, body: Union[bytes, str], query: Optional[t.CreateSensorObservationQuery] = None, **options: Unpack[CallOptions]) -> t.ImportReport:
        """Send a network log."""
        return await self._call("createSensorObservation", body=body, query=query, **options)

    async def preview(self, body: Union[bytes, str], query: Optional[t.CreateSensorPreviewQuery] = None, **options: Unpack[CallOptions]) -> t.LogPreview:
        """Preview a network log."""
        return await self._call("createSensorPreview", body=body, query=query, **options)

    def sources(self, query: Optional[t.ListSensorSourcesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.LogSource, t.LogSourceList]:
        """List log sources."""
        return self._list("listSensorSources", query=query, **options)

    def imports(self, query: Optional[t.ListSensorImportsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.LogImport, t.LogImportList]:
        """List log imports."""
        return self._list("listSensorImports", query=query, **options)

    async def get_import(self, id: str, **options: Unpack[CallOptions]) -> t.LogImport:
        """Get a log import."""
        return await self._call("getSensorImport", id, **options)


class AsyncVerify(AsyncResource):
    async def package(self, package_hash: str, **options: Unpack[CallOptions]) -> t.PublicPackageVerification:
        """Look up a package or report by its hash."""
        return await self._call("getPublicVerification", package_hash, **options)

    async def keys(self, **options: Unpack[CallOptions]) -> t.PublicKeySet:
        """Get the public keys."""
        return await self._call("getVerifyKeys", **options)

    async def key(self, file: str, **options: Unpack[CallOptions]) -> Stream:
        """Get a public key as PEM."""
        return await self._call("getVerifyKey", file, **options)


class AsyncWebhooks(AsyncResource):
    async def create(self, body: t.CreateWebhookEndpoint, **options: Unpack[CreateOptions]) -> t.CreatedWebhookEndpoint:
        """Create a webhook endpoint."""
        return await self._call("createWebhookEndpoint", body=body, **options)

    def list(self, query: Optional[t.ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.WebhookEndpoint, t.WebhookEndpointList]:
        """List webhook endpoints."""
        return self._list("listWebhookEndpoints", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.WebhookEndpoint:
        """Get a webhook endpoint."""
        return await self._call("getWebhookEndpoint", id, **options)

    async def update(self, id: str, body: t.UpdateWebhookEndpoint, **options: Unpack[CallOptions]) -> t.WebhookEndpoint:
        """Update a webhook endpoint."""
        return await self._call("updateWebhookEndpoint", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook endpoint."""
        await self._call("deleteWebhookEndpoint", id, **options)

    async def rotate_secret(self, id: str, body: Optional[t.RotateWebhookSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedWebhookEndpoint:
        """Rotate a webhook endpoint's signing secret."""
        return await self._call("rotateWebhookEndpointSecret", id, body=body, **options)

    async def test(self, id: str, body: Optional[t.TestWebhookEndpoint] = None, **options: Unpack[CreateOptions]) -> t.WebhookDelivery:
        """Send a test event."""
        return await self._call("testWebhookEndpoint", id, body=body, **options)

    async def recover(self, id: str, body: t.RecoverWebhookDeliveries, **options: Unpack[CallOptions]) -> t.WebhookRecovery:
        """Replay failed deliveries."""
        return await self._call("recoverWebhookEndpoint", id, body=body, **options)

    def deliveries(self, id: str, query: Optional[t.ListWebhookEndpointDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.WebhookDelivery, t.WebhookDeliveryList]:
        """List an endpoint's deliveries."""
        return self._list("listWebhookEndpointDeliveries", id, query=query, **options)

    async def get_delivery(self, id: str, delivery_id: str, **options: Unpack[CallOptions]) -> t.WebhookDeliveryDetail:
        """Get a webhook delivery."""
        return await self._call("getWebhookEndpointDelivery", id, delivery_id, **options)

    async def redeliver(self, id: str, delivery_id: str, **options: Unpack[CallOptions]) -> t.WebhookDelivery:
        """Redeliver a webhook delivery."""
        return await self._call("redeliverWebhookEndpointDelivery", id, delivery_id, **options)


class AsyncAuditStreams(AsyncResource):
    async def create(self, body: t.CreateAuditStream, **options: Unpack[CreateOptions]) -> t.CreatedAuditStream:
        """Create an audit stream."""
        return await self._call("createAuditStream", body=body, **options)

    def list(self, query: Optional[t.ListAuditStreamsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.AuditStream, t.AuditStreamList]:
        """List audit streams."""
        return self._list("listAuditStreams", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStream:
        """Get an audit stream."""
        return await self._call("getAuditStream", id, **options)

    async def update(self, id: str, body: t.UpdateAuditStream, **options: Unpack[CallOptions]) -> t.AuditStream:
        """Update an audit stream."""
        return await self._call("updateAuditStream", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an audit stream."""
        await self._call("deleteAuditStream", id, **options)

    async def rotate_secret(self, id: str, body: Optional[t.RotateStreamSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedAuditStream:
        """Rotate an audit stream's signing secret."""
        return await self._call("rotateAuditStreamSecret", id, body=body, **options)

    async def test(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStreamTest:
        """Test an audit stream."""
        return await self._call("testAuditStream", id, **options)

    async def batches(self, id: str, **options: Unpack[CallOptions]) -> t.AuditStreamBatchList:
        """List recent batches of an audit stream."""
        return await self._call("listAuditStreamBatches", id, **options)


class AsyncIntegrations(AsyncResource):
    async def create(self, body: t.CreateIntegration, **options: Unpack[CreateOptions]) -> t.CreatedIntegration:
        """Create an integration."""
        return await self._call("createIntegration", body=body, **options)

    def list(self, query: Optional[t.ListIntegrationsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.Integration, t.IntegrationList]:
        """List integrations."""
        return self._list("listIntegrations", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.Integration:
        """Get an integration."""
        return await self._call("getIntegration", id, **options)

    async def update(self, id: str, body: t.UpdateIntegration, **options: Unpack[CallOptions]) -> t.Integration:
        """Update an integration."""
        return await self._call("updateIntegration", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an integration."""
        await self._call("deleteIntegration", id, **options)

    async def rotate_secret(self, id: str, body: Optional[t.RotateIntegrationSecret] = None, **options: Unpack[CreateOptions]) -> t.CreatedIntegration:
        """Rotate an integration's secret."""
        return await self._call("rotateIntegrationSecret", id, body=body, **options)

    async def receive(self, id: str, body: Union[bytes, str], **options: Unpack[CallOptions]) -> t.IntegrationDeliveryReceipt:
        """Receive a product's webhook."""
        return await self._call("createIntegrationEvent", id, body=body, **options)

    def deliveries(self, id: str, query: Optional[t.ListIntegrationDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.IntegrationDelivery, t.IntegrationDeliveryList]:
        """List an integration's deliveries."""
        return self._list("listIntegrationDeliveries", id, query=query, **options)


class AsyncAlertPolicies(AsyncResource):
    async def create(self, body: t.CreateAlertPolicy, **options: Unpack[CreateOptions]) -> t.AlertPolicy:
        """Create an alert policy."""
        return await self._call("createAlertPolicy", body=body, **options)

    async def preview(self, body: t.PreviewAlertRule, **options: Unpack[CallOptions]) -> t.AlertRulePreview:
        """Preview an alert rule."""
        return await self._call("createAlertPolicyPreview", body=body, **options)

    def list(self, query: Optional[t.ListAlertPoliciesQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.AlertPolicy, t.AlertPolicyList]:
        """List alert policies."""
        return self._list("listAlertPolicies", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.AlertPolicy:
        """Get an alert policy."""
        return await self._call("getAlertPolicy", id, **options)

    async def update(self, id: str, body: t.UpdateAlertPolicy, **options: Unpack[CallOptions]) -> t.AlertPolicy:
        """Update an alert policy."""
        return await self._call("updateAlertPolicy", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an alert policy."""
        await self._call("deleteAlertPolicy", id, **options)


class AsyncEvidenceDocuments(AsyncResource):
    async def create(self, body: t.SupplyEvidenceDocument, **options: Unpack[CreateOptions]) -> t.EvidenceDocument:
        """Supply an evidence document."""
        return await self._call("createEvidenceDocument", body=body, **options)

    def list(self, query: Optional[t.ListEvidenceDocumentsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.EvidenceDocument, t.EvidenceDocumentList]:
        """List evidence documents."""
        return self._list("listEvidenceDocuments", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDocument:
        """Get an evidence document."""
        return await self._call("getEvidenceDocument", id, **options)

    async def withdraw(self, id: str, **options: Unpack[CallOptions]) -> t.EvidenceDocument:
        """Withdraw an evidence document."""
        return await self._call("withdrawEvidenceDocument", id, **options)

    async def requirements(self, **options: Unpack[CallOptions]) -> t.EvidenceDocumentRequirements:
        """List requirements that need a document."""
        return await self._call("listEvidenceDocumentRequirements", **options)


class AsyncLegalHolds(AsyncResource):
    async def create(self, body: t.PlaceLegalHold, **options: Unpack[CreateOptions]) -> t.LegalHold:
        """Place a legal hold."""
        return await self._call("createLegalHold", body=body, **options)

    def list(self, query: Optional[t.ListLegalHoldsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.LegalHold, t.LegalHoldList]:
        """List legal holds."""
        return self._list("listLegalHolds", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.LegalHold:
        """Get a legal hold."""
        return await self._call("getLegalHold", id, **options)

    async def release(self, id: str, body: t.ReleaseLegalHold, **options: Unpack[CallOptions]) -> t.LegalHold:
        """Release a legal hold."""
        return await self._call("releaseLegalHold", id, body=body, **options)


class AsyncApiKeys(AsyncResource):
    async def create(self, body: t.CreateApiKey, **options: Unpack[CreateOptions]) -> t.CreatedApiKey:
        """Create an API key."""
        return await self._call("createApiKey", body=body, **options)

    def list(self, query: Optional[t.ListApiKeysQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.ApiKey, t.ApiKeyList]:
        """List API keys, newest first."""
        return self._list("listApiKeys", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.ApiKey:
        """Get an API key."""
        return await self._call("getApiKey", id, **options)

    async def rotate(self, id: str, body: Optional[t.RotateApiKey] = None, **options: Unpack[CreateOptions]) -> t.CreatedApiKey:
        """Rotate an API key."""
        return await self._call("rotateApiKey", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Revoke an API key."""
        await self._call("deleteApiKey", id, **options)


class AsyncMembers(AsyncResource):
    async def invite(self, body: t.InviteMember, **options: Unpack[CreateOptions]) -> t.Member:
        """Invite a member."""
        return await self._call("createMember", body=body, **options)

    async def invite_again(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Resend an invitation."""
        return await self._call("createMemberInvitation", id, **options)

    def list(self, query: Optional[t.ListMembersQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.Member, t.MemberList]:
        """List members, newest first."""
        return self._list("listMembers", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Get a member."""
        return await self._call("getMember", id, **options)

    async def update(self, id: str, body: t.UpdateMember, **options: Unpack[CallOptions]) -> t.Member:
        """Update a member."""
        return await self._call("updateMember", id, body=body, **options)

    async def sign_out(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Sign a member out everywhere."""
        await self._call("signMemberOut", id, **options)

    async def reset_second_factor(self, id: str, **options: Unpack[CallOptions]) -> t.Member:
        """Reset a member's two-factor authentication."""
        return await self._call("resetMemberSecondFactor", id, **options)


class AsyncInvitations(AsyncResource):
    async def inspect(self, body: t.InspectInvitation, **options: Unpack[CallOptions]) -> t.Invitation:
        """Get an invitation."""
        return await self._call("inspectInvitation", body=body, **options)

    async def accept(self, body: t.AcceptInvitation, **options: Unpack[CallOptions]) -> None:
        """Accept an invitation."""
        await self._call("acceptInvitation", body=body, **options)


class AsyncPasswordResets(AsyncResource):
    async def request(self, body: t.RequestPasswordReset, **options: Unpack[CallOptions]) -> t.Accepted:
        """Request a password reset."""
        return await self._call("createPasswordReset", body=body, **options)

    async def complete(self, body: t.CompletePasswordReset, **options: Unpack[CallOptions]) -> None:
        """Complete a password reset."""
        await self._call("completePasswordReset", body=body, **options)


class AsyncSession(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """Get the current session."""
        return await self._call("getSession", **options)


class AsyncSessions(AsyncResource):
    def list(self, query: Optional[t.ListSessionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.MemberSession, t.MemberSessionList]:
        """List your active sessions, newest first."""
        return self._list("listSessions", query=query, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """End one of your sessions."""
        await self._call("deleteSession", id, **options)


class AsyncAccount(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.Member:
        """Get your account."""
        return await self._call("getAccount", **options)

    async def update(self, body: t.UpdateAccount, **options: Unpack[CallOptions]) -> t.Member:
        """Change your name."""
        return await self._call("updateAccount", body=body, **options)

    async def change_password(self, body: t.ChangePassword, **options: Unpack[CallOptions]) -> None:
        """Change your password."""
        await self._call("createAccountPassword", body=body, **options)

    async def start_second_factor(self, **options: Unpack[CallOptions]) -> t.SecondFactorSetup:
        """Set up an authenticator app."""
        return await self._call("createAccountSecondFactor", **options)

    async def confirm_second_factor(self, body: t.ConfirmSecondFactor, **options: Unpack[CallOptions]) -> t.RecoveryCodes:
        """Enable two-factor authentication."""
        return await self._call("confirmAccountSecondFactor", body=body, **options)

    async def disable_second_factor(self, body: t.DisableSecondFactor, **options: Unpack[CallOptions]) -> None:
        """Disable two-factor authentication."""
        await self._call("disableAccountSecondFactor", body=body, **options)


class AsyncMails(AsyncResource):
    def list(self, query: Optional[t.ListMailsQuery] = None, **options: Unpack[CallOptions]) -> AsyncListing[t.MailSummary, t.MailList]:
        """List e-mails, newest first."""
        return self._list("listMails", query=query, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> t.Mail:
        """Get an e-mail."""
        return await self._call("getMail", id, **options)


class AsyncOrganisation(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.OrganisationDetail:
        """Get the organisation."""
        return await self._call("getOrganisation", **options)

    async def update(self, body: t.UpdateOrganisation, **options: Unpack[CallOptions]) -> t.OrganisationDetail:
        """Update the organisation."""
        return await self._call("updateOrganisation", body=body, **options)


class AsyncOverview(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.Overview:
        """Get the overview."""
        return await self._call("getOverview", **options)


class AsyncActivity(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.Activity:
        """Get recent changes."""
        return await self._call("getActivity", **options)


class AsyncSavedViews(AsyncResource):
    async def create(self, body: t.CreateSavedView, **options: Unpack[CreateOptions]) -> t.SavedView:
        """Save a view."""
        return await self._call("createSavedView", body=body, **options)

    async def list(self, query: Optional[t.ListSavedViewsQuery] = None, **options: Unpack[CallOptions]) -> t.SavedViewList:
        """List saved views."""
        return await self._call("listSavedViews", query=query, **options)

    async def update(self, id: str, body: t.UpdateSavedView, **options: Unpack[CallOptions]) -> t.SavedView:
        """Update a saved view."""
        return await self._call("updateSavedView", id, body=body, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a saved view."""
        await self._call("deleteSavedView", id, **options)


class AsyncOpenApi(AsyncResource):
    async def get(self, **options: Unpack[CallOptions]) -> t.GetOpenApiDocumentResult:
        """Get the OpenAPI document."""
        return await self._call("getOpenApiDocument", **options)


class AsyncResources:
    def __init__(self, caller: Caller) -> None:
        self.audit = AsyncAudit(caller)
        self.otlp = AsyncOtlp(caller)
        self.models = AsyncModels(caller)
        self.evidence = AsyncEvidence(caller)
        self.reports = AsyncReports(caller)
        self.report_schedules = AsyncReportSchedules(caller)
        self.shadow_ai = AsyncShadowAi(caller)
        self.sensors = AsyncSensors(caller)
        self.verify = AsyncVerify(caller)
        self.webhooks = AsyncWebhooks(caller)
        self.audit_streams = AsyncAuditStreams(caller)
        self.integrations = AsyncIntegrations(caller)
        self.alert_policies = AsyncAlertPolicies(caller)
        self.evidence_documents = AsyncEvidenceDocuments(caller)
        self.legal_holds = AsyncLegalHolds(caller)
        self.api_keys = AsyncApiKeys(caller)
        self.members = AsyncMembers(caller)
        self.invitations = AsyncInvitations(caller)
        self.password_resets = AsyncPasswordResets(caller)
        self.session = AsyncSession(caller)
        self.sessions = AsyncSessions(caller)
        self.account = AsyncAccount(caller)
        self.mails = AsyncMails(caller)
        self.organisation = AsyncOrganisation(caller)
        self.overview = AsyncOverview(caller)
        self.activity = AsyncActivity(caller)
        self.saved_views = AsyncSavedViews(caller)
        self.open_api = AsyncOpenApi(caller)
