import { compactQuery } from "@/lib/platform/client/query-string";

/** The key of a list: filters that say nothing do not tell lists apart. */
function listOf<Kind extends string>(kind: Kind) {
  return (filters: object = {}) => [kind, "list", compactQuery(filters)] as const;
}

function oneOf<Kind extends string>(kind: Kind) {
  return (id: string) => [kind, "one", id] as const;
}

function keysOf<Kind extends string>(kind: Kind) {
  return { all: () => [kind] as const, list: listOf(kind), one: oneOf(kind) };
}

/**
 * Every key of the cache. The first element is the kind of thing, by which `Live` and changes invalidate; server pages
 * prefetch under the same keys.
 */
export const keys = {
  session: () => ["session"] as const,
  overview: () => ["overview"] as const,
  stats: () => ["stats"] as const,
  organisation: () => ["organisation"] as const,
  catalogue: () => ["catalogue"] as const,
  shadowAiSettings: () => ["shadowAiSettings"] as const,
  /** With their version, for whoever changes them. */
  shadowAiRules: () => ["shadowAiRules"] as const,
  sessions: () => ["sessions"] as const,
  account: () => ["account"] as const,
  savedViews: (page: string) => ["savedViews", page] as const,
  detections: {
    ...keysOf("detections"),
    similar: (id: string) => ["detections", "similar", id] as const,
    preview: (id: string) => ["detections", "preview", id] as const,
    assignees: () => ["detections", "assignees"] as const,
  },
  exceptions: keysOf("exceptions"),
  audit: {
    ...keysOf("audit"),
    proof: (id: string) => ["audit", "proof", id] as const,
    neighbours: (id: string) => ["audit", "neighbours", id] as const,
  },
  checkpoints: { all: () => ["checkpoints"] as const, latest: () => ["checkpoints", "latest"] as const },
  verifications: keysOf("verifications"),
  findings: keysOf("findings"),
  models: keysOf("models"),
  evidence: {
    ...keysOf("evidence"),
    preview: (query: object) => ["evidence", "preview", compactQuery(query)] as const,
  },
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
  /** A kind of its own: what is tried on the past is not tried again with every event. */
  alertPreview: (input: object) => ["alertPreview", input] as const,
  apiKeys: keysOf("apiKeys"),
  members: keysOf("members"),
  mails: keysOf("mails"),
  legalHolds: keysOf("legalHolds"),
  sources: keysOf("sources"),
  imports: keysOf("imports"),
};
