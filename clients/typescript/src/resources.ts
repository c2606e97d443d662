import type { Operation, OperationName } from "./operations";

/** The operations of the API, without OTLP, by resource and short name. A test compares them with the OpenAPI document. */
export const resourceTable = {
  audit: {
    append: "appendAuditEvent",
    appendBatch: "appendAuditBatch",
    list: "listAuditEvents",
    get: "getAuditEvent",
    neighbours: "getAuditEventNeighbours",
    erase: "appendAuditEventErasure",
    export: "exportAuditEvents",
    stream: "streamAuditEvents",
    verify: "verifyAuditEvent",
    verifyChain: "verifyAuditChain",
    verifications: "listAuditVerifications",
    verification: "getAuditVerification",
    findings: "listAuditFindings",
    requestFindingResolution: "appendAuditFindingResolution",
    confirmFindingResolution: "confirmAuditFindingResolution",
    rejectFindingResolution: "rejectAuditFindingResolution",
    checkpoint: "getAuditCheckpoint",
    proof: "getAuditEventProof",
    consistency: "getAuditConsistency",
  },
  telemetry: {
    createRule: "createTelemetryRule",
    rules: "listTelemetryRules",
    deleteRule: "deleteTelemetryRule",
    sources: "listTelemetrySources",
  },
  models: {
    create: "createModel",
    list: "listModels",
    get: "getModel",
    update: "updateModel",
  },
  evidence: {
    generate: "generateEvidencePackage",
    preview: "getEvidencePreview",
    list: "listEvidencePackages",
    get: "getEvidencePackage",
    verify: "verifyEvidencePackage",
    createDownloadUrl: "createEvidencePackageDownloadUrl",
    readFile: "getEvidencePackageDownload",
  },
  reports: {
    requestAuditActivity: "createReportAuditActivity",
    requestShadowAi: "createReportShadowAi",
    requestChainIntegrity: "createReportChainIntegrity",
    list: "listReports",
    get: "getReport",
    document: "getReportDocument",
    readFile: "getReportDownload",
  },
  reportSchedules: {
    create: "createReportSchedule",
    list: "listReportSchedules",
    get: "getReportSchedule",
    update: "updateReportSchedule",
    delete: "deleteReportSchedule",
  },
  shadowAi: {
    list: "listShadowAiDetections",
    get: "getShadowAiDetection",
    update: "updateShadowAiDetection",
    updateMany: "updateShadowAiDetections",
    undo: "undoShadowAiDetection",
    undoMany: "undoShadowAiBulk",
    assignees: "listShadowAiAssignees",
    similar: "listShadowAiDetectionSimilar",
    stats: "getShadowAiStats",
    settings: "getShadowAiSettings",
    replaceSettings: "replaceShadowAiSetting",
    catalogue: "getShadowAiCatalogue",
    explainHost: "explainShadowAiCatalogue",
    replaceOverride: "replaceShadowAiCatalogueOverride",
    deleteOverride: "deleteShadowAiCatalogueOverride",
    requestException: "createShadowAiDetectionExceptionRequest",
    exceptions: "listShadowAiExceptions",
    approveException: "approveShadowAiException",
    rejectException: "rejectShadowAiException",
    withdrawException: "withdrawShadowAiException",
  },
  sensors: {
    send: "createSensorObservation",
    preview: "createSensorPreview",
    sources: "listSensorSources",
    imports: "listSensorImports",
    getImport: "getSensorImport",
  },
  verify: {
    package: "getPublicVerification",
    keys: "getVerifyKeys",
    key: "getVerifyKey",
  },
  webhooks: {
    create: "createWebhookEndpoint",
    list: "listWebhookEndpoints",
    get: "getWebhookEndpoint",
    update: "updateWebhookEndpoint",
    delete: "deleteWebhookEndpoint",
    rotateSecret: "rotateWebhookEndpointSecret",
    test: "testWebhookEndpoint",
    recover: "recoverWebhookEndpoint",
    deliveries: "listWebhookEndpointDeliveries",
    getDelivery: "getWebhookEndpointDelivery",
    redeliver: "redeliverWebhookEndpointDelivery",
  },
  auditStreams: {
    create: "createAuditStream",
    list: "listAuditStreams",
    get: "getAuditStream",
    update: "updateAuditStream",
    delete: "deleteAuditStream",
    rotateSecret: "rotateAuditStreamSecret",
    test: "testAuditStream",
    batches: "listAuditStreamBatches",
  },
  integrations: {
    create: "createIntegration",
    list: "listIntegrations",
    get: "getIntegration",
    update: "updateIntegration",
    delete: "deleteIntegration",
    rotateSecret: "rotateIntegrationSecret",
    receive: "createIntegrationEvent",
    deliveries: "listIntegrationDeliveries",
  },
  alertPolicies: {
    create: "createAlertPolicy",
    preview: "createAlertPolicyPreview",
    list: "listAlertPolicies",
    get: "getAlertPolicy",
    update: "updateAlertPolicy",
    delete: "deleteAlertPolicy",
  },
  evidenceDocuments: {
    create: "createEvidenceDocument",
    list: "listEvidenceDocuments",
    get: "getEvidenceDocument",
    withdraw: "withdrawEvidenceDocument",
    requirements: "listEvidenceDocumentRequirements",
  },
  legalHolds: {
    create: "createLegalHold",
    list: "listLegalHolds",
    get: "getLegalHold",
    release: "releaseLegalHold",
  },
  apiKeys: {
    create: "createApiKey",
    list: "listApiKeys",
    get: "getApiKey",
    rotate: "rotateApiKey",
    delete: "deleteApiKey",
  },
  members: {
    invite: "createMember",
    inviteAgain: "createMemberInvitation",
    list: "listMembers",
    get: "getMember",
    update: "updateMember",
    signOut: "signMemberOut",
    resetSecondFactor: "resetMemberSecondFactor",
  },
  invitations: {
    inspect: "inspectInvitation",
    accept: "acceptInvitation",
  },
  passwordResets: {
    request: "createPasswordReset",
    complete: "completePasswordReset",
  },
  session: {
    get: "getSession",
  },
  sessions: {
    list: "listSessions",
    delete: "deleteSession",
  },
  account: {
    get: "getAccount",
    update: "updateAccount",
    changePassword: "createAccountPassword",
    startSecondFactor: "createAccountSecondFactor",
    confirmSecondFactor: "confirmAccountSecondFactor",
    disableSecondFactor: "disableAccountSecondFactor",
  },
  mails: {
    list: "listMails",
    get: "getMail",
  },
  organisation: {
    get: "getOrganisation",
    update: "updateOrganisation",
  },
  overview: {
    get: "getOverview",
  },
  activity: {
    get: "getActivity",
  },
  savedViews: {
    create: "createSavedView",
    list: "listSavedViews",
    update: "updateSavedView",
    delete: "deleteSavedView",
  },
  openApi: {
    get: "getOpenApiDocument",
  },
} as const;

export type ResourceName = keyof typeof resourceTable;

/** The operations of one resource, as functions. */
export type Resource<Name extends ResourceName> = {
  readonly [Member in keyof (typeof resourceTable)[Name]]: Operation<
    (typeof resourceTable)[Name][Member] & OperationName
  >;
};

/** Requests without an idempotency key that are safe to repeat: they compute a result, or ignore repeats. */
export const harmless: ReadonlySet<OperationName> = new Set<OperationName>([
  "verifyAuditEvent",
  "verifyAuditChain",
  "verifyEvidencePackage",
  "createAlertPolicyPreview",
  "createSensorObservation",
  "createIntegrationEvent",
  "inspectInvitation",
]);
