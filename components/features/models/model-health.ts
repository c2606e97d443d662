import { api } from "@/components/ui/api/client";
import { type Severity, severities } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import { readReview } from "@/lib/domains/evidence/collect/oversight";
import type { Model } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { type Check, deploymentCheck, validationCheck } from "./model-checks";
import { countedSince, dueOf, endOf, isResolved, outcomeOf, reviewWords } from "./model-records";
import { modelList as texts } from "./texts";

/** Whether a model needs attention, as its page shows in detail. */
export interface ModelHealth {
  /** `isPart`: the period has earlier alerts of the organisation, which were not read. */
  alerts: { open: number; highest: Severity | undefined; isPart: boolean };
  /** `details`: the text of the check, and of the deployment check if another version is in production. */
  validation: { result: Check["result"]; text: string; details: string };
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

export function healthOf(model: Model, { matches, deployments, alerts, readAt }: ListRecords): ModelHealth {
  const ofModel = ({ data, pagination }: EventList) => ({
    data: data.filter(({ modelId }) => modelId === model.id),
    // A validation that was recorded earlier but has a later time is an exception that the model's page considers.
    pagination: { ...pagination, hasMore: false },
  });
  const reviews = ofModel(matches);
  const decisions = { reviews, matches: reviews, deployments: ofModel(deployments) };
  const since = countedSince(decisions, readAt) ?? "";
  const open = ofModel(alerts).data.filter((event) => event.timestamp >= since && !isResolved(event));
  const check = validationCheck(model, decisions, readAt);
  const deployment = deploymentCheck(model, decisions);
  const due = check.event?.verified ? dueOf(check.event) : "";
  const isOverdue = endOf(due) < readAt;
  return {
    alerts: {
      open: open.length,
      highest: severities.findLast((one) => open.some(({ severity }) => severity === one)),
      isPart: alerts.pagination.hasMore && (alerts.data.at(-1)?.recordedAt ?? "") >= since,
    },
    validation: withDeployment(
      { result: check.result, text: validationText(check.event, matches, isOverdue), details: check.text },
      deployment,
    ),
    nextReview: Number.isNaN(endOf(due)) ? null : { due, isOverdue },
  };
}

/** A validation of the registered version is no sufficient answer if another version is in production. */
function withDeployment(found: ModelHealth["validation"], deployment: Check): ModelHealth["validation"] {
  if (deployment.issue === undefined) return found;
  const details = `${found.details} ${deployment.text}`;
  if (found.result === "failed") return { ...found, details };
  return { result: "attention", text: texts.otherVersionDeployed, details };
}

function validationText(event: AuditEvent | undefined, { pagination }: EventList, isOverdue: boolean): string {
  if (!event) return pagination.hasMore ? texts.notFound : texts.notRecorded;
  if (!event.verified) return texts.notVerified;
  if (isOverdue && readReview(event.payload).outcome === "approved") return texts.reviewOverdue;
  return labelOf(outcomeOf(event)) || texts.noOutcome;
}
