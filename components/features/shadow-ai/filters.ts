import { urlTime } from "@/components/ui/filters/url-time";
import {
  readUrl,
  urlEnum,
  urlNumber,
  urlString,
  urlValue,
  type ValuesOf,
  writeUrl,
} from "@/components/ui/filters/url-values";
import {
  detectionSorts,
  detectionStatuses,
  duePeriods,
  type ExceptionEnding,
  exceptionEndings,
  resolutions,
  riskFactorCodes,
  serviceCategories,
  severities,
} from "@/lib/domains/shadow-ai/enums";
import { compactQuery } from "@/lib/platform/client/query-string";

/** `all` stands for no status filter in the URL. Without a status, the queue shows open detections. */
export const statusChoices = [...detectionStatuses, "all"] as const;
export type StatusChoice = (typeof statusChoices)[number];

/** Without a choice, the queue leaves out snoozed detections, except in lists by deadline. */
const snoozeChoices = ["only", "all"] as const;

/** `me` in the URL is the current member, so that shared views work for everyone. */
const urlAssignee = urlValue((text: string) => (text === "me" || text === "none" || isAddress(text) ? text : null));

/** The filters of the queue, named as in the API. */
const filterParsers = {
  q: urlString,
  status: urlEnum(statusChoices),
  resolution: urlEnum(resolutions),
  severity: urlEnum(severities),
  provider: urlString,
  department: urlString,
  assignedTo: urlAssignee,
  due: urlEnum(duePeriods),
  snoozed: urlEnum(snoozeChoices),
  category: urlEnum(serviceCategories),
  factor: urlEnum(riskFactorCodes),
  from: urlTime,
  to: urlTime,
  minConfidence: urlNumber,
  minCostUSD: urlNumber,
  modelId: urlString,
};

/** The filters and the order of the queue in its URL. */
export const queueParsers = {
  ...filterParsers,
  sort: urlEnum(detectionSorts).withDefault("score"),
  order: urlEnum(["asc", "desc"]).withDefault("desc"),
};
export type QueueFilters = ValuesOf<typeof queueParsers>;

/** A change of filters. Null removes a filter. */
export type QueueChange = Partial<{ [Name in keyof QueueFilters]: QueueFilters[Name] | null }>;

export const queuePageSize = 50;

/** The status filter in effect. Filters that apply to several statuses imply `all` unless a status is set. */
export function statusOf({ status, resolution, modelId, due, snoozed }: QueueFilters): StatusChoice {
  const isWide = resolution !== null || modelId !== null || due !== null || snoozed === "only";
  return status ?? (isWide ? "all" : "OPEN");
}

/** Selects a status and removes the filters that no detection with that status can match. */
export function withStatus(filters: QueueFilters, status: StatusChoice): QueueChange {
  const mayBeResolved = status === "RESOLVED" || status === "all";
  const mayBeDue = status !== "RESOLVED" && status !== "DISMISSED";
  const removed = {
    ...(!mayBeResolved && { resolution: null, modelId: null }),
    ...(!mayBeDue && { due: null, snoozed: null }),
  };
  const implied = statusOf({ ...filters, ...removed, status: null });
  return { ...removed, status: status === implied ? null : status };
}

/** Changes filters and removes a status that contradicts the new filter. */
export function withFilters(filters: QueueFilters, change: QueueChange): QueueChange {
  const { status } = filters;
  if (change.resolution || change.modelId)
    return status === null || status === "RESOLVED" ? change : { ...change, status: null };
  if ((change.due || change.snoozed === "only") && (status === "RESOLVED" || status === "DISMISSED"))
    return { ...change, status: null };
  return change;
}

/** Clears all filters. Keeps the order and the status. */
export const noFilters: QueueChange = Object.fromEntries(
  Object.keys(filterParsers)
    .filter((name) => name !== "status")
    .map((name) => [name, null]),
);

/** The filters and the order as the query string of a saved view. */
export function toViewQuery(filters: QueueFilters): string {
  return writeUrl(queueParsers, filters).toString();
}

export function fromViewQuery(query: string): QueueFilters {
  return readUrl(queueParsers, new URLSearchParams(query));
}

/** The filters for the API. `me` is the address of the current member. */
export function toDetectionFilter(filters: QueueFilters, me: string): Record<string, string | number> {
  const { sort: _sort, order: _order, assignedTo, q, snoozed, ...rest } = filters;
  const status = statusOf(filters);
  return compactQuery({
    ...rest,
    status: status === "all" ? null : status,
    assignedTo: assignedTo === "me" ? me : assignedTo,
    snoozed: snoozed === "only" ? "only" : snoozed === "all" || filters.due !== null ? null : "exclude",
    q: q?.trim().slice(0, 253),
  }) as Record<string, string | number>;
}

export function toListQuery(filters: QueueFilters, me: string): Record<string, string | number> {
  return { ...toDetectionFilter(filters, me), sort: filters.sort, order: filters.order };
}

/** Selects the overdue detections with any status. Keeps the other filters. */
export const overdueOnly = { due: "overdue", status: null, snoozed: null } as const;

/** The query whose total is the number of overdue detections under the other filters. */
export function toOverdueQuery(filters: QueueFilters, me: string): Record<string, string | number> {
  return { ...toDetectionFilter({ ...filters, ...overdueOnly }, me), limit: 1 };
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254;
}

export const exceptionTabs = ["requests", "active"] as const;
export const requestStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;

export const exceptionFilters = {
  tab: urlEnum(exceptionTabs).withDefault("requests"),
  status: urlEnum(requestStatuses),
  ends: urlEnum(exceptionEndings),
};

/** The query of the active exceptions, or only of those that expire soon. */
export function activeQuery(ends: ExceptionEnding | null) {
  return { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", exceptionEnds: ends };
}

export const catalogueFilters = { q: urlString, category: urlString, jurisdiction: urlString };
