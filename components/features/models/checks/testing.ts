import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { Check } from "./check-result";
import { checksOf } from "./model-checks";
import type { Decisions } from "./model-records";

export const readAt = Date.parse("2026-06-01T00:00:00.000Z");
export const model = {
  archived: false,
  description: "Scores applications.",
  ownerEmail: "risk@example.com",
  riskTier: "HIGH",
  version: "4.2.0",
} as Model;

export type Given = Partial<Pick<AuditEvent, "eventType" | "payload" | "severity" | "timestamp" | "verified">>;
let position = 0;
const event = (given: Given): AuditEvent =>
  ({
    eventType: "HUMAN_REVIEW",
    severity: "INFO",
    timestamp: "2026-05-01T00:00:00.000Z",
    verified: true,
    chainPosition: ++position,
    id: `evt_${position}`,
    ...given,
  }) as AuditEvent;
export const list = (given: Given[], hasMore = false, total = given.length) =>
  ({ data: given.map(event), pagination: { total, hasMore } }) as EventList;

export interface Records {
  reviews?: Given[];
  deployments?: Given[];
  alerts?: Given[];
  olderAlerts?: Given[];
  severe?: Given[];
  inferences?: Given[];
  since?: string | null;
  /** Whether each list has earlier events. */
  hasMore?: boolean;
}

export function checked(
  { alerts = [], olderAlerts = [], severe = [], inferences = [], since = null, ...decisions }: Records,
  of: Model = model,
): Check[] {
  return checksOf(of, {
    ...decided(decisions),
    since,
    alerts: list(alerts),
    olderAlerts: [list(olderAlerts, decisions.hasMore)],
    severe: [list(severe, decisions.hasMore)],
    inferences: list(inferences),
    readAt,
  });
}

export function decided({ reviews = [], deployments = [], hasMore = false }: Records): Decisions {
  return {
    reviews: list([], hasMore),
    matches: list(reviews, hasMore),
    deployments: list(deployments, hasMore),
  };
}

/** The result and the text of each check, by label. */
export function resultsOf(records: Records, of: Model = model): Record<string, string> {
  return textsOf(checked(records, of));
}

export function textsOf(checks: readonly Check[]): Record<string, string> {
  return Object.fromEntries(checks.map(({ label, result, text }) => [label, `${result}: ${text}`]));
}

/** A validation without gaps. */
export const valid = {
  kind: "MODEL_VALIDATION",
  outcome: "APPROVED",
  independentOfDevelopment: true,
  nextReviewDue: "2027-01-15",
  modelVersion: "v4.2.0",
};
