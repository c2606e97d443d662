const modelId = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";

export const exampleOverview = {
  generatedAt: "2026-01-16T08:30:00.000Z",
  chain: {
    state: "INTACT" as const,
    headPosition: 184_302,
    verifiedFrom: 181_947,
    verifiedTo: 184_120,
    verifiedAt: "2026-01-16T02:17:09.000Z",
    fullyVerifiedAt: "2026-01-13T02:18:40.000Z",
    openFindings: 0,
    firstBreak: null,
    lastCheckpointAt: "2026-01-16T08:29:30.000Z",
    cosignedTo: 184_290,
  },
  queue: { overdue: 2, dueThisWeek: 5, assignedToMe: 3, exceptionsEnding14d: 1, exceptionRequests: 1 },
  detections: { new24h: 4, new7d: 19, previous7d: 23, open: 31, investigating: 8, top: [] },
  sensors: {
    sources: [
      {
        id: "src_01kahbc2g8m9n4q6r1s7t3v5wx",
        name: "edge-proxy",
        lastRecordAt: "2026-01-16T08:28:51.000Z",
        lagSeconds: 69,
        errorRate: 0.0002,
        silent: false,
      },
    ],
    silent: 0,
  },
  evidence: {
    frameworks: [
      {
        framework: "EU_AI_ACT_ANNEX_IV" as const,
        packageId: "epkg_01kahbc2g8m9n4q6r1s7t3v5wx",
        generatingPackageId: null,
        modelId,
        modelName: "Credit scoring",
        generatedAt: "2026-01-15T16:02:11.000Z",
        coverage: {
          ...{ covered: 7, total: 9, headline: "1 evidenced, 6 partial, 0 adverse, 2 to supply, of 9" },
          byStatus: {
            EVIDENCED: 1,
            PARTIAL: 6,
            ADVERSE: 0,
            NOT_EVIDENCED_BY_EVENTS: 2,
            NO_EVENTS_IN_PERIOD: 0,
            OUT_OF_SCOPE: 0,
          },
        },
        documents: { supplied: 1, needed: 9 },
      },
    ],
    generating: 0,
  },
  trends: {
    weekly: [{ week: "2026-01-12", opened: 19, closed: 14 }],
    ageing: [{ severity: "CRITICAL" as const, upTo7d: 2, upTo30d: 1, upTo90d: 0, over90d: 0 }],
    medianDecisionHours: 41.5,
    providers: [{ name: "OpenAI", detections: 12, callVolume: 48_210, costUSD: 1_240.5 }],
  },
  events: { last24h: 2_110, previous24h: 1_987, perDay: [{ date: "2026-01-16", count: 704 }] },
  alerts: {
    hasMore: false,
    total: 1,
    models: [
      {
        modelId,
        modelName: "Credit scoring",
        alerts: 3,
        unresolvedAlerts: 1,
        highestSeverity: "HIGH" as const,
        highestUnresolvedSeverity: "MEDIUM" as const,
        latestAlertId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
        latestAlertAt: "2026-01-16T07:12:05.000Z",
      },
    ],
  },
  changes: {
    since: "2026-01-15T17:05:12.000Z",
    ...{ newDetections: 4, overdueDetections: 1, criticalEvents: 0, highEvents: 3 },
    ...{ integrityFindings: 0, failedDeliveries: 2, readyPackages: 1 },
  },
  accountChanges: [
    {
      id: "cch_01kahbc2g8m9n4q6r1s7t3v5wx",
      kind: "ROLE_CHANGED" as const,
      accountId: "usr_01kahbc2g8m9n4q6r1s7t3v5wx",
      account: "ben@example.com",
      role: "APPROVER" as const,
      previousRole: "ANALYST" as const,
      changedBy: "ada@example.com",
      changedById: "usr_01kahbc2g8m9n4q6r1s7t3v5wy",
      occurredAt: "2026-01-15T09:12:44.000Z",
    },
  ],
  failingEndpoints: [],
  checklist: { hasSource: true, hasModel: true, hasPackage: true },
};
