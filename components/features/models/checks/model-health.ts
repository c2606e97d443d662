import { api } from "@/components/ui/api/client";
import { type Severity, severities } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model, ModelList } from "@/lib/domains/models/schemas";
import { governedModels } from "../constants";
import { modelChecks, modelIssues, modelList as texts } from "../texts";
import type { Check } from "./check-result";
import { answerOf, checksOf, issuesText } from "./model-checks";
import { countedSince, dueOf, endOf, isResolved, reviewWords } from "./model-records";

/** Whether a model needs attention, as its page shows in detail. */
export interface ModelHealth {
  /** `isPart`: the organisation has earlier alerts, which were not read. */
  alerts: { open: number; highest: Severity | undefined; isPart: boolean };
  /** The result of the checks of the records that the list reads. `details`: the names of the issues. */
  issues: { result: Check["result"]; text: string; details: string };
  nextReview: { due: string; isOverdue: boolean } | null;
}

export type HealthOf = (model: Model) => ModelHealth;

/** The latest events of all models. */
interface ListRecords {
  matches: EventList;
  deployments: EventList;
  alerts: EventList;
  readAt: number;
}

/** Reads the events of all models at once, so the cost does not depend on the number of models. */
export async function readHealth(signal: AbortSignal): Promise<HealthOf> {
  const readAt = Date.now();
  const read = (query: object) => api.get<EventList>("/v1/audit", { limit: 100, ...query }, { signal });
  const [matches, deployments, alerts] = await Promise.all([
    read({ eventType: "HUMAN_REVIEW", q: reviewWords }),
    read({ eventType: "DEPLOYMENT" }),
    read({ eventType: "ALERT" }),
  ]);
  return (model) => healthOf(model, { matches, deployments, alerts, readAt });
}

/** The models whose next review is overdue. `isPart`: further ones can exist, because not all records were read. */
export interface OverdueReviews {
  count: number;
  isPart: boolean;
}

export async function readOverdueReviews(signal: AbortSignal): Promise<OverdueReviews> {
  const readAt = Date.now();
  const reviews = { limit: 100, eventType: "HUMAN_REVIEW", q: reviewWords };
  const [matches, models] = await Promise.all([
    api.get<EventList>("/v1/audit", reviews, { signal }),
    api.get<ModelList>("/v1/models", { ...governedModels, archived: false, limit: 100 }, { signal }),
  ]);
  const none = { ...matches, data: [] };
  const records = { matches, deployments: none, alerts: none, readAt };
  return {
    count: models.data.filter((model) => healthOf(model, records).nextReview?.isOverdue).length,
    isPart: matches.pagination.hasMore || models.pagination.hasMore,
  };
}

export function healthOf(model: Model, { matches, deployments, alerts, readAt }: ListRecords): ModelHealth {
  const ofModel = ({ data, pagination }: EventList, isCounted: (event: AuditEvent) => boolean = () => true) => ({
    data: data.filter((event) => event.modelId === model.id && isCounted(event)),
    // A validation that was recorded earlier but has a later time is an exception that the model's page considers.
    pagination: { ...pagination, hasMore: false },
  });
  const reviews = ofModel(matches);
  const decisions = { reviews, matches: reviews, deployments: ofModel(deployments) };
  const since = countedSince(decisions, readAt);
  const isOlder = ({ timestamp }: AuditEvent) => timestamp < (since ?? "");
  // The alerts that were not read were recorded before all others.
  const olderAlerts = { ...ofModel(alerts, isOlder), pagination: alerts.pagination };
  const checks = checksOf(model, {
    ...{ ...decisions, since, readAt },
    alerts: ofModel(alerts, (event) => !isOlder(event)),
    olderAlerts: [olderAlerts],
    inferences: ofModel(alerts, () => false),
    severe: [],
  });
  const open = ofModel(alerts, (event) => !isResolved(event)).data;
  const validation = checks.find(({ label }) => label === modelChecks.validation)?.event;
  const due = validation?.verified ? dueOf(validation) : "";
  return {
    alerts: {
      open: open.length,
      highest: severities.findLast((one) => open.some(({ severity }) => severity === one)),
      isPart: alerts.pagination.hasMore,
    },
    issues: issuesOf(checks, matches.pagination.hasMore || deployments.pagination.hasMore),
    nextReview: Number.isNaN(endOf(due)) ? null : { due, isOverdue: endOf(due) < readAt },
  };
}

/**
 * `isPart`: a validation or an approval that was not found can exist among the records that were not read. A model
 * without issues does not pass, because the list reads no severe events other than alerts.
 */
function issuesOf(checks: readonly Check[], isPart: boolean): ModelHealth["issues"] {
  const unread = checks.filter((check) => {
    const { label, event } = check;
    if (label === modelChecks.alerts) return "issue" in check && check.issue === modelIssues.earlierRecords;
    return isPart && !event && (label === modelChecks.validation || label === modelChecks.approval);
  });
  const { result, failed, open } = answerOf(checks.filter((check) => !unread.includes(check)));
  const sentences = [issuesText({ failed, open }), unread.length > 0 && texts.notAllRead, texts.severeNotRead];
  const details = sentences.filter(Boolean).join(" ");
  if (failed.length > 0) return { result, details, text: texts.failedChecks(failed.length) };
  if (open.length > 0) return { result, details, text: texts.openIssuesFound(open.length) };
  return { result: "none", details, text: texts.noneFound };
}
