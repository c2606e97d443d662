import { statesResolution } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import { readReview } from "@/lib/domains/evidence/collect/oversight";
import { firstMember, lineOf, memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import { deniesAny, statesNothing } from "@/lib/domains/evidence/collect/payload-tests";
import type { ReviewKind } from "@/lib/domains/evidence/enums";

/** The recorded decisions about a model. */
export interface Decisions {
  /** The latest reviews. */
  reviews: EventList;
  /** The latest reviews that mention a validation, an approval or a stop, which may be earlier ones. */
  matches: EventList;
  deployments: EventList;
}

/** The recorded events that the checks read, and when they were read. */
export interface ModelRecords extends Decisions {
  /** The start of the period for alerts and severe events; null for no limit. */
  since: string | null;
  alerts: EventList;
  /** Alerts before the period, if it is limited. */
  olderAlerts: EventList[];
  /** At most the latest inference. */
  inferences: EventList;
  /** Events of high and of critical severity, including alerts. */
  severe: EventList[];
  readAt: number;
}

/** Search terms for reviews that can be a validation, an approval or a stop. The fields of a review determine which. */
export const reviewWords =
  'validation or approval or signoff or "sign off" or "independent review" or revalidation or modelvalidation or modelapproval or incident or suspended or stopped or halted or withdrawn or decommissioned';

const recentMs = 30 * 86_400_000;

/**
 * Alerts and severe events count since the latest approval or for the last 30 days, whichever is longer. Without an
 * approval, all of them count.
 */
export function countedSince(decisions: Decisions, readAt: number): string | null {
  const approved = newestApproval(decisions)?.timestamp;
  if (approved === undefined || Number.isNaN(Date.parse(approved))) return null;
  return new Date(Math.min(Date.parse(approved), readAt - recentMs)).toISOString();
}

/** The event with the latest time. Events whose content was erased state nothing. */
export function newest(events: readonly (AuditEvent | undefined)[]): AuditEvent | undefined {
  return newestOf(events.filter((event) => event !== undefined).filter(({ payload }) => payload !== null));
}

export function newestOf(events: readonly AuditEvent[]): AuditEvent | undefined {
  return events.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))[0];
}

const isFailedOrRequested = ({ payload }: AuditEvent) =>
  wordOf(memberOf(payload, "kind")) === "deploymentrequested" ||
  ["failure", "failed", "error", "inactive"].includes(wordOf(memberOf(payload, "state")));

const environmentOf = ({ payload }: AuditEvent) => wordOf(memberOf(payload, "environment"));
export const isInProduction = (event: AuditEvent) => ["production", "prod", "live"].includes(environmentOf(event));

/**
 * The latest deployment in production that did not fail. Deployments without an environment count only if no deployment
 * states production: those of a model registry can have other version numbers.
 */
export function newestInProduction({ data }: EventList): AuditEvent | undefined {
  const effective = data.filter((event) => !isFailedOrRequested(event));
  return newest(effective.filter(isInProduction)) ?? newest(effective.filter((event) => environmentOf(event) === ""));
}

/**
 * The latest approval, or deployment that names its approver or states that it has none. The value `unknown` does not
 * count as an approver.
 */
export function newestApproval(records: Decisions): AuditEvent | undefined {
  const deployments = records.deployments.data.filter((event) => isDenied(event) || approversOf(event) !== "");
  return newest([newestReview(records, "approval"), newest(deployments)]);
}

export function newestReview({ reviews, matches }: Decisions, ...kinds: ReviewKind[]): AuditEvent | undefined {
  return newest([...reviews.data, ...matches.data].filter(({ payload }) => kinds.includes(readReview(payload).kind)));
}

export const isDenied = ({ payload }: AuditEvent) =>
  ["approvedBy", "approved"].some((name) => deniesAny(memberOf(payload, name)));

export function approversOf({ payload }: AuditEvent): string {
  const names = [memberOf(payload, "approvedBy")].flat().filter((name) => typeof name === "string");
  return lineOf(names.filter((name) => !statesNothing(name)).join(", "), 100);
}

export function textOf(payload: unknown, ...names: string[]): string {
  const value = firstMember(payload, names);
  return typeof value === "string" || typeof value === "number" ? lineOf(String(value), 100) : "";
}

export const outcomeOf = ({ payload }: AuditEvent) => textOf(payload, "outcome", "reviewOutcome", "verdict");

/** The day or time by which a validation states that the next one is due. */
export const dueOf = ({ payload }: AuditEvent) => textOf(payload, "nextReviewDue");

/** The time of an ISO date or time; for a date, the end of its day. */
export function endOf(text: string): number {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return Date.parse(text) + (text.length === 10 ? 86_400_000 : 0);
}

export function isResolved({ payload, verified }: AuditEvent): boolean {
  return verified && statesResolution(payload);
}

/** The date or time at which an alert was resolved; null if it only states that it was. */
export function resolvedAtOf({ payload }: AuditEvent): string | null {
  const resolvedAt = textOf(payload, "resolvedAt");
  return statesResolution({ resolvedAt }) ? resolvedAt : null;
}

export const isSevere = ({ severity }: AuditEvent) => severity === "HIGH" || severity === "CRITICAL";
