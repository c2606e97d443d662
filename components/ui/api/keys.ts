import { compactQuery } from "@/lib/platform/client/query-string";

function keysOf<Kind extends string>(kind: Kind) {
  return {
    all: () => [kind] as const,
    list: (filters: object = {}) => [kind, "list", compactQuery(filters)] as const,
    one: (id: string) => [kind, "one", id] as const,
  };
}

/**
 * All query keys. The first element is the resource type, which `Live` and mutations invalidate. Server pages prefetch
 * under the same keys.
 */
export const keys = {
  session: () => ["session"] as const,
  overview: () => ["overview"] as const,
  stats: () => ["stats"] as const,
  organisation: () => ["organisation"] as const,
  catalogue: () => ["catalogue"] as const,
  shadowAiSettings: () => ["shadowAiSettings"] as const,
  /** With the version, for the settings form. */
  shadowAiRules: () => ["shadowAiRules"] as const,
  sessions: () => ["sessions"] as const,
  account: () => ["account"] as const,
  notifications: {
    ...keysOf("notifications"),
    unread: () => ["notifications", "unread"] as const,
    preferences: () => ["notificationPreferences"] as const,
  },
  savedViews: (page: string) => ["savedViews", page] as const,
  detections: {
    ...keysOf("detections"),
    similar: (id: string) => ["detections", "similar", id] as const,
    assignees: () => ["detections", "assignees"] as const,
    comments: (id: string) => ["detections", "comments", id] as const,
    ticketDrafts: (id: string) => ["detections", "ticketDrafts", id] as const,
  },
  exceptions: keysOf("exceptions"),
  identifications: keysOf("identifications"),
  userPseudonyms: () => ["userPseudonyms"] as const,
  audit: {
    ...keysOf("audit"),
    proof: (id: string) => ["audit", "proof", id] as const,
    neighbours: (id: string) => ["audit", "neighbours", id] as const,
  },
  /** Events that other records refer to. */
  eventSummaries: keysOf("eventSummaries"),
  checkpoints: { all: () => ["checkpoints"] as const, latest: () => ["checkpoints", "latest"] as const },
  verifications: keysOf("verifications"),
  findings: keysOf("findings"),
  models: keysOf("models"),
  telemetryRules: keysOf("telemetryRules"),
  telemetrySources: keysOf("telemetrySources"),
  evidence: {
    ...keysOf("evidence"),
    preview: (query: object) => ["evidence", "preview", compactQuery(query)] as const,
  },
  evidenceDocuments: {
    ...keysOf("evidenceDocuments"),
    requirements: () => ["documentRequirements"] as const,
  },
  /** Not invalidated by new events: evaluating the controls reads every event of the period. */
  evidenceControls: keysOf("evidenceControls"),
  controlAssignments: keysOf("controlAssignments"),
  reports: { ...keysOf("reports"), document: (id: string) => ["reportDocuments", id] as const },
  reportSchedules: keysOf("reportSchedules"),
  webhooks: keysOf("webhooks"),
  deliveries: {
    all: () => ["deliveries"] as const,
    list: (endpointId: string, filters: object = {}) =>
      ["deliveries", "list", endpointId, compactQuery(filters)] as const,
    one: (endpointId: string, id: string) => ["deliveries", "one", endpointId, id] as const,
  },
  streams: { ...keysOf("streams"), batches: (id: string) => ["streams", "batches", id] as const },
  integrations: {
    ...keysOf("integrations"),
    deliveries: (id: string, filters: object = {}) =>
      ["integrations", "deliveries", id, compactQuery(filters)] as const,
  },
  alertPolicies: keysOf("alertPolicies"),
  /** Separate from `alertPolicies`, so that a new event does not repeat a preview. */
  alertPreview: (input: object) => ["alertPreview", input] as const,
  apiKeys: keysOf("apiKeys"),
  members: keysOf("members"),
  mails: keysOf("mails"),
  legalHolds: keysOf("legalHolds"),
  sources: keysOf("sources"),
  imports: keysOf("imports"),
};
