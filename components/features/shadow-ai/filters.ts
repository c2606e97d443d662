import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsFloat,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsTime } from "@/components/ui/filters/parsers";
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
} from "@/lib/domains/shadow-ai/vocabulary";
import { compactQuery } from "@/lib/platform/client/query-string";

/** `all` is what the URL says where no status is meant: without one, the queue is what is open. */
export const statusChoices = [...detectionStatuses, "all"] as const;
export type StatusChoice = (typeof statusChoices)[number];

/** `me` in the URL is whoever looks, so that a shared view is everybody's own. */
const parseAsAssignee = createParser({
  parse: (text) => (text === "me" || text === "none" || isAddress(text) ? text : null),
  serialize: (assignee: string) => assignee,
});

/** What the queue filters by, by the names that the API has. */
const filterParsers = {
  q: parseAsString,
  status: parseAsStringLiteral(statusChoices),
  resolution: parseAsStringLiteral(resolutions),
  severity: parseAsStringLiteral(severities),
  provider: parseAsString,
  department: parseAsString,
  assignedTo: parseAsAssignee,
  due: parseAsStringLiteral(duePeriods),
  category: parseAsStringLiteral(serviceCategories),
  factor: parseAsStringLiteral(riskFactorCodes),
  from: parseAsTime,
  to: parseAsTime,
  minConfidence: parseAsFloat,
  minCostUSD: parseAsFloat,
  modelId: parseAsString,
};

/** What the URL of the queue says: its filters, its order, and the detection that is open beside it. */
export const queueParsers = {
  ...filterParsers,
  sort: parseAsStringLiteral(detectionSorts).withDefault("severity"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
};
export type QueueFilters = inferParserType<typeof queueParsers>;

/** Some of them anew; null takes one away. */
export type QueueChange = Partial<{ [Name in keyof QueueFilters]: QueueFilters[Name] | null }>;

/** Reads the URL of the queue where it is rendered. */
export const loadQueueFilters = createLoader(queueParsers);

const serialize = createSerializer(queueParsers);

/** Detections on a page of the queue. */
export const queuePageSize = 50;

/** The status that filters stand for. Those that only some statuses have mean all of them, unless a status is named. */
export function statusOf({ status, resolution, modelId, due }: QueueFilters): StatusChoice {
  return status ?? (resolution !== null || modelId !== null || due !== null ? "all" : "OPEN");
}

/** The change that a choice of status is: what no detection of that status has is given up. */
export function choiceOfStatus(filters: QueueFilters, status: StatusChoice): QueueChange {
  const mayBeResolved = status === "RESOLVED" || status === "all";
  const mayBeDue = status !== "RESOLVED" && status !== "DISMISSED";
  const given = {
    ...(!mayBeResolved && { resolution: null, modelId: null }),
    ...(!mayBeDue && { due: null }),
  };
  const otherwise = statusOf({ ...filters, ...given, status: null });
  return { ...given, status: status === otherwise ? null : status };
}

/** A change of filters that leaves no status in the way of what was just asked for. */
export function choiceOfFilters(filters: QueueFilters, change: QueueChange): QueueChange {
  const { status } = filters;
  if (change.resolution || change.modelId)
    return status === null || status === "RESOLVED" ? change : { ...change, status: null };
  if (change.due && (status === "RESOLVED" || status === "DISMISSED")) return { ...change, status: null };
  return change;
}

/** No filter; the order stays as it is, and the status, which is a place rather than a filter. */
export const noFilters: QueueChange = Object.fromEntries(
  Object.keys(filterParsers)
    .filter((name) => name !== "status")
    .map((name) => [name, null]),
);

/** The filters and the order as a query string, for saved views. */
export function toViewQuery(filters: QueueFilters): string {
  return serialize(filters).replace(/^\?/, "");
}

/** The filters and the order that a saved view stands for. */
export function fromViewQuery(query: string): QueueFilters {
  return loadQueueFilters(new URLSearchParams(query));
}

/** The filters as the API takes them; `me` is the address of whoever looks. */
export function toDetectionFilter(filters: QueueFilters, me: string): Record<string, string | number> {
  const { sort: _sort, order: _order, assignedTo, q, ...rest } = filters;
  const status = statusOf(filters);
  const said = compactQuery({
    ...rest,
    status: status === "all" ? null : status,
    assignedTo: assignedTo === "me" ? me : assignedTo,
    q: q?.trim().slice(0, 253),
  });
  return said as Record<string, string | number>;
}

/** The query of the list. */
export function toListQuery(filters: QueueFilters, me: string): Record<string, string | number> {
  return { ...toDetectionFilter(filters, me), sort: filters.sort, order: filters.order };
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254;
}

export const exceptionTabs = ["requests", "active"] as const;
export const requestStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;

/** What the URL of the page of exceptions says. */
export const exceptionFilters = {
  tab: parseAsStringLiteral(exceptionTabs).withDefault("requests"),
  status: parseAsStringLiteral(requestStatuses),
  ends: parseAsStringLiteral(exceptionEndings),
};

export const loadExceptionFilters = createLoader(exceptionFilters);

/** The query of the exceptions that hold now, or of those that end soon. */
export function activeQuery(ends: ExceptionEnding | null) {
  return { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", exceptionEnds: ends };
}

/** The filters of the catalogue, as the URL of its page has them. */
export const catalogueFilters = { q: parseAsString, category: parseAsString, jurisdiction: parseAsString };
