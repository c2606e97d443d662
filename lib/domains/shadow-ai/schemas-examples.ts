import { assessRisk } from "@/lib/domains/shadow-ai/analysis/assess-risk";
import { exampleTicket } from "@/lib/domains/shadow-ai/schemas-tickets";

/** Example detections for the API reference and for webhook test events. */
const id = "sad_01kahbc2g8m9n4q6r1s7t3v5wx";
const organisationId = "org_01kahbc2g8m9n4q6r1s7t3v5wx";
const modelId = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";

const inputs = {
  ruleVersion: "2026-11-28",
  category: "LLM_API" as const,
  accessKind: "API" as const,
  source: "PROXY" as const,
  providerRegistered: false,
  endpointAllowed: false,
  trainsOnInputs: "UNKNOWN" as const,
  dpa: "UNKNOWN" as const,
  jurisdictionOutsidePolicy: false,
  departments: ["Marketing"],
  departmentSensitivity: 10,
  busiestDay: { calls: 412, bytesOut: 14_204_331 },
  burst: null,
  totalCalls: 1840,
  offHoursShare: 0.04,
  longStreams: 12,
  monthlyCostUSD: 346.5,
  highCostUSD: 1000,
  blockedCalls: 0,
  allowedAfterBlocked: false,
  automated: true,
  agentic: false,
  uploads: ["FILE_UPLOAD" as const],
  recurrence: false,
  exceptionBreached: false,
  dnsOnly: false,
  behaviour: null,
  matchConfidence: 0.95,
};
const { factors, ruleVersion, score, severity, confidence } = assessRisk(inputs);

export const exampleEventData = {
  id,
  status: "OPEN" as const,
  severity,
  detectedAt: "2026-01-15T10:00:00.000Z",
  source: "PROXY" as const,
  organisationId,
  details: {
    aiProvider: "OpenAI",
    endpoint: "api.openai.com",
    estimatedCallVolume: 1840,
    estimatedCostUSD: 92.4,
    firstSeenAt: "2026-01-08T07:12:41.000Z",
    lastSeenAt: "2026-01-15T09:58:03.000Z",
    userAgents: ["openai-python/1"],
    internalIpRanges: ["10.20.4.x"],
    departmentHint: "Marketing",
    registeredWithService: false,
    category: "LLM_API",
    accessKind: "API",
    costBasis: "BYTES_ESTIMATED",
    costLowUSD: 27.72,
    costHighUSD: 277.2,
    bytesOut: 48_120_331,
    bytesIn: 9_204_118,
    reasons: ["api.openai.com is OpenAI (language model API)", "The client openai-python/1 calls AI models"],
  },
  riskFactors: factors.map(({ sentence }) => sentence),
  assignedTo: null,
  notes: null,
  resolvedAt: null,
  resolution: null,
  resolvedModelId: null,
  exceptionExpiresAt: null,
  reopenedFor: null,
  mergedIntoId: null,
  snooze: null,
  riskScore: score,
  confidence,
  createdAt: "2026-01-15T10:00:00.000Z",
  updatedAt: "2026-01-15T10:00:00.000Z",
};

export const exampleDetection = {
  ...exampleEventData,
  assigneeIsMember: exampleEventData.assignedTo === null ? null : true,
  assigneeName: exampleEventData.assignedTo === null ? null : "Ada Analyst",
  exceptionPending: false,
  dueAt: "2026-01-25T10:00:00.000Z",
  topFactors: ["UNREGISTERED_PROVIDER", "FILE_OR_FINETUNE_ENDPOINT", "SENSITIVE_DEPARTMENT"],
};

export const exampleDetail = {
  ...exampleDetection,
  verified: true,
  riskAssessment: {
    ruleVersion,
    catalogueVersion: "2026-11-22",
    inputs,
    factors,
  },
  activity: [{ date: "2026-01-15", calls: 212, dnsQueries: 0, bytesOut: 6_104_220 }],
  clientRanges: [
    { range: "10.20.4.x", calls: 1840, dnsQueries: 0, bytesOut: 48_120_331, lastSeenAt: "2026-01-15T09:58:03.000Z" },
  ],
  counting: {
    sentence:
      "Traffic reported by several sources counts once: for each day and IP range, each count is the highest of any source.",
    sources: [
      {
        id: "src_01KEZ4VBM8Q0T3X6Y9A2C5E8G1",
        name: "edge-proxy",
        calls: 1840,
        dnsQueries: 0,
        bytesOut: 47_902_118,
        bytesIn: 9_204_118,
      },
      {
        id: "src_01KEZ4VBM8Q0T3X6Y9A2C5E8G2",
        name: "zeek-core",
        calls: 611,
        dnsQueries: 0,
        bytesOut: 48_120_331,
        bytesIn: 9_104_077,
      },
    ],
  },
  tickets: [exampleTicket],
  users: {
    count: 1,
    pseudonyms: [
      {
        pseudonym: "user_7f3a9c0e51b2d486",
        requests: 1840,
        bytesOut: 48_000_000,
        bytesIn: 9_000_000,
        firstDay: "2026-01-12",
        lastDay: "2026-01-15",
      },
    ],
  },
  timeline: { auditEvents: `/v1/audit?tags=${exampleDetection.id}` },
};

export const exampleResolved = {
  ...exampleEventData,
  status: "RESOLVED" as const,
  assignedTo: "ada@example.com",
  notes: "Moved to the registered model.",
  resolvedAt: "2026-01-17T14:30:00.000Z",
  resolution: "ONBOARDED" as const,
  resolvedModelId: modelId,
  updatedAt: "2026-01-17T14:30:00.000Z",
};

export const exampleUpdate = {
  status: "RESOLVED" as const,
  resolution: "ONBOARDED" as const,
  resolvedModelId: modelId,
  notes: exampleResolved.notes,
};

export const exampleUpdated = {
  id,
  status: exampleResolved.status,
  assignedTo: exampleResolved.assignedTo,
  assigneeIsMember: true,
  notes: exampleResolved.notes,
  updatedAt: exampleResolved.updatedAt,
  resolution: exampleResolved.resolution,
  resolvedModelId: exampleResolved.resolvedModelId,
  resolvedAt: exampleResolved.resolvedAt,
  exceptionExpiresAt: null,
};

export const exampleBulk = {
  filter: { status: "OPEN" as const, provider: "OpenAI" },
  expectedCount: 1,
  change: { status: "INVESTIGATING" as const, assignedTo: exampleResolved.assignedTo },
};

export const exampleBulkResult = {
  updated: 1,
  failed: 0,
  operationId: "op_01kahbc2g8m9n4q6r1s7t3v5wx",
  results: [
    {
      id,
      status: "INVESTIGATING" as const,
      assignedTo: exampleResolved.assignedTo,
      assigneeIsMember: true,
      notes: null,
      updatedAt: "2026-01-16T09:00:00.000Z",
    },
  ],
};

export const exampleStats = {
  summary: {
    openDetections: 7,
    investigatingDetections: 3,
    resolvedThisMonth: 12,
    totalExternalAiEndpointsDetected: 19,
    estimatedMonthlySpendUSD: 1240.5,
    estimatedPiiExposureRisk: "HIGH" as const,
  },
  providers: [{ name: "OpenAI", detections: 14, callVolume: 48_210, registered: 2 }],
  trend: { detectionsLast30Days: [{ date: "2026-01-15", count: 2 }] },
};

export const exampleExceptionRequest = {
  justification: "Trial of the summarisation feature until the contract is signed. No customer data is used.",
  expiresAt: "2026-03-01T00:00:00.000Z",
};

export const exampleException = {
  id: "exr_01kahbc2g8m9n4q6r1s7t3v5wx",
  detectionId: id,
  status: "PENDING" as const,
  ...exampleExceptionRequest,
  requestedBy: "ada@example.com",
  requestedByName: "Ada Analyst",
  createdAt: "2026-01-16T09:00:00.000Z",
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  decisionNote: null,
  approverChanges: [],
  detection: {
    status: "INVESTIGATING" as const,
    severity: exampleEventData.severity,
    riskScore: exampleEventData.riskScore,
    aiProvider: exampleEventData.details.aiProvider,
    endpoint: exampleEventData.details.endpoint,
    departmentHint: exampleEventData.details.departmentHint,
    estimatedCallVolume: exampleEventData.details.estimatedCallVolume,
    lastSeenAt: exampleEventData.details.lastSeenAt,
  },
};
