import { eventSummary } from "@/components/features/audit-chain/summary";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { readReview } from "@/lib/domains/evidence/collect/oversight";
import { firstMember, memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import type { ReviewKind, ReviewOutcome } from "@/lib/domains/evidence/enums";
import type { Model } from "@/lib/domains/models/schemas";
import { labelOf, timeText } from "@/lib/platform/client/format";
import {
  approversOf,
  type Decisions,
  dueOf,
  endOf,
  isDenied,
  isInProduction,
  isResolved,
  isSevere,
  type ModelRecords,
  newest,
  newestApproval,
  newestInProduction,
  newestOf,
  newestReview,
  outcomeOf,
  resolvedAtOf,
  textOf,
} from "./model-records";
import { modelAnswers as answers, common, modelChecks as texts } from "./texts";

export interface Check {
  label: string;
  /** `none` does not affect the answer. */
  result: "passed" | "attention" | "failed" | "none";
  text: string;
  /** Names the issue in the answer. Default: the label. */
  issue?: string;
  /** The event that the text describes. */
  event?: AuditEvent;
  /** The filter of the audit trail that returns the counted events. */
  filter?: { modelId: string; eventType: string; from: string | null };
}

/** Evaluates the records of a model. Missing records never pass. */
export function checksOf(model: Model, records: ModelRecords): Check[] {
  const deployment = newest(records.deployments.data);
  return [
    model.archived
      ? { label: texts.lifecycle, result: "failed", text: texts.archived }
      : { label: texts.lifecycle, ...neutral, text: texts.active },
    registered(texts.purpose, model.description),
    registered(common.owner, model.ownerEmail),
    // A risk tier and an active state are information, not results, so they are not marked as passed.
    { ...registered(common.riskTier, model.riskTier && labelOf(model.riskTier)), ...(model.riskTier && neutral) },
    validationCheck(model, records, records.readAt),
    checkOf(texts.approval, newestApproval(records), records, (event) => approval(event, model, deployment)),
    stopCheck(records),
    deploymentCheck(model, records),
    inferenceCheck(records),
    alertCheck(records, model.id),
    driftCheck(records),
    severeCheck(records),
    integrityCheck(records),
  ];
}

/** The answer that follows from the checks, with the names of those that did not pass. */
export function answerOf(checks: readonly Check[]): Pick<Check, "result" | "text"> {
  const namesOf = (result: Check["result"]) =>
    checks.flatMap((one) => (one.result === result ? [one.issue ?? one.label.toLowerCase()] : [])).join(", ");
  const [failed, open] = [namesOf("failed"), namesOf("attention")];
  if (failed) return { result: "failed", text: [answers.no(failed), open && answers.open(open)].join(" ").trim() };
  if (open) return { result: "attention", text: `${answers.notFully} ${answers.open(open)}` };
  return { result: "passed", text: answers.yes };
}

const neutral = { result: "none" } as const;

function registered(label: string, value: string | null): Check {
  return value?.trim()
    ? { label, result: "passed", text: value }
    : { label, result: "attention", text: texts.notRecorded };
}

/** Lists contain the events that were recorded last, so an earlier record of a later time may be missing. */
const areAllRead = ({ reviews, matches }: Decisions) => !reviews.pagination.hasMore || !matches.pagination.hasMore;

type Found = Pick<Check, "result" | "text">;

function checkOf(
  label: string,
  event: AuditEvent | undefined,
  records: Decisions,
  evaluate: (event: AuditEvent) => Found,
): Check {
  if (!event) {
    const text = records.reviews.pagination.hasMore ? texts.notFound : texts.notRecorded;
    return { label, result: "attention", text };
  }
  const found = event.verified ? evaluate(event) : notVerified;
  if (found.result !== "passed" || areAllRead(records)) return { label, event, ...found };
  return { label, event, result: "attention", text: `${found.text} ${texts.notAllRead}` };
}

const notVerified: Found = { result: "failed", text: texts.notVerified };

const isConditional = (outcome: string) => wordOf(outcome) === "approvedwithconditions";
const isNegative = (outcome: ReviewOutcome | null) => outcome === "rejected" || outcome === "stopped";
const versionOf = ({ payload }: AuditEvent) => textOf(payload, "modelVersion", "version");

function otherVersionOf(event: AuditEvent, model: Model): string | false {
  const version = versionOf(event);
  if (version === "") return texts.versionNotRecorded;
  return !isVersion(version, model.version) && texts.otherVersion(version, model.version);
}

export function validationCheck(model: Model, records: Decisions, readAt: number): Check {
  return checkOf(texts.validation, newestReview(records, "validation"), records, (event) =>
    validation(event, model, readAt),
  );
}

function validation(event: AuditEvent, model: Model, readAt: number): Found {
  const { outcome } = readReview(event.payload);
  const stated = outcomeOf(event);
  const due = dueOf(event);
  const dueMs = endOf(due);
  const independent = wordOf(memberOf(event.payload, "independentOfDevelopment"));

  const failures = [
    isNegative(outcome) && texts.outcome(stated),
    ["false", "no"].includes(independent) && texts.notIndependent,
    dueMs < readAt && texts.reviewOverdue(timeText(due, "day")),
  ].filter((text) => text !== false);
  if (failures.length > 0) return { result: "failed", text: failures.join(" ") };

  const gaps = [
    (outcome !== "approved" || isConditional(stated)) && (stated === "" ? texts.noOutcome : texts.outcome(stated)),
    !["true", "yes"].includes(independent) && texts.independenceNotRecorded,
    Number.isNaN(dueMs) && texts.dueDateNotRecorded,
    otherVersionOf(event, model),
  ].filter((text) => text !== false);
  if (gaps.length > 0) return { result: "attention", text: gaps.join(" ") };
  return { result: "passed", text: `${texts.outcome(stated)} ${texts.nextReview(timeText(due, "day"))}` };
}

/** `v4.2.0` and `4.2.0` are the same version. */
function isVersion(version: string, registeredVersion: string | null): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^v(?=\d)/, "");
  return registeredVersion !== null && plain(version) === plain(registeredVersion);
}

function approval(event: AuditEvent, model: Model, deployment: AuditEvent | undefined): Found {
  if (event.eventType === "DEPLOYMENT") {
    if (isDenied(event)) return { result: "failed", text: texts.deploymentNotApproved };
    const text = texts.deploymentApprovedBy(approversOf(event));
    if (event.id === deployment?.id) return { result: "passed", text };
    return { result: "attention", text: `${text} ${texts.latestNotApproved}` };
  }
  const { outcome } = readReview(event.payload);
  const stated = outcomeOf(event);
  if (stated === "") return { result: "attention", text: texts.noOutcome };
  if (isNegative(outcome)) return { result: "failed", text: texts.outcome(stated) };
  const other = otherVersionOf(event, model);
  if (other) return { result: "attention", text: `${texts.outcome(stated)} ${other}` };
  return {
    result: outcome === "approved" && !isConditional(stated) ? "passed" : "attention",
    text: texts.outcome(stated),
  };
}

/** A review after the latest approval that stops the model, other than a decision on a case. */
function stopCheck(records: ModelRecords): Check {
  const label = texts.stops;
  const approved = newestApproval(records)?.timestamp ?? "";
  const kinds: ReviewKind[] = ["validation", "approval", "incidentDecision", "other"];
  const event = newest(
    [...records.reviews.data, ...records.matches.data].filter(
      ({ payload, timestamp }) =>
        timestamp > approved && kinds.includes(readReview(payload).kind) && isNegative(readReview(payload).outcome),
    ),
  );
  if (event)
    return {
      label,
      event,
      ...(event.verified ? { result: "failed", text: texts.outcome(outcomeOf(event)) } : notVerified),
    };
  if (areAllRead(records)) return { label, result: "passed", text: texts.noneFound };
  return { label, result: "attention", text: `${texts.noneFound}. ${texts.notAllRead}` };
}

/** A changed event may be one that would otherwise count, so each one fails the check. */
function integrityCheck({ reviews, matches, deployments, inferences, alerts, severe }: ModelRecords): Check {
  const label = texts.integrity;
  const read = new Map(
    [reviews, matches, deployments, inferences, alerts, ...severe].flatMap(({ data }) =>
      data.map((event) => [event.id, event]),
    ),
  );
  const event = newestOf([...read.values()].filter(({ verified }) => !verified));
  if (event) return { label, event, ...notVerified };
  if (read.size === 0) return { label, result: "none", text: texts.noRecords };
  return { label, result: "passed", text: texts.verified(read.size) };
}

/** Only the version in production is compared with the registered one. */
export function deploymentCheck(model: Model, { deployments }: Decisions): Check {
  const current = newestInProduction(deployments);
  const event = current ?? newest(deployments.data);
  if (!event) return { label: texts.deployment, result: "none", text: texts.notRecorded };
  const label = isInProduction(event) && event === current ? texts.deploymentInProduction : texts.deployment;
  if (!event.verified) return { label, event, ...notVerified };
  const version = versionOf(event);
  const isOtherVersion = version !== "" && model.version !== null && !isVersion(version, model.version);
  const text = eventSummary(event) ?? texts.recordedWithoutDetails;
  if (isOtherVersion && event === current) {
    const issue = texts.otherVersionDeployed;
    return { label, event, result: "attention", issue, text: `${text}. ${texts.differsFrom(model.version ?? "")}` };
  }
  if (deployments.pagination.hasMore)
    return { label, event, result: "attention", text: `${text}. ${texts.notAllRead}` };
  return { label, event, result: "none", text };
}

/** Inferences show whether a model is used, not whether it may be. */
function inferenceCheck({ inferences }: ModelRecords): Check {
  const [label, event] = [texts.inference, inferences.data[0]];
  if (!event) return { label, ...neutral, text: texts.noneRecorded(null) };
  return { label, event, ...neutral, text: event.verified ? timeText(event.timestamp, "short") : texts.notVerified };
}

function alertCheck({ alerts: { data, pagination }, since }: ModelRecords, modelId: string): Check {
  const label = texts.alerts;
  if (data.length === 0) return { label, result: "passed", text: texts.noneRecorded(since) };
  const open = data.filter((event) => !isResolved(event));
  const severe = open.filter(isSevere).length;
  const text = pagination.hasMore
    ? texts.openAlertsOfLatest(pagination.total, { since, read: data.length, open: open.length, severe })
    : texts.openAlerts(data.length, { since, open: open.length, severe });
  const filter = { modelId, eventType: "ALERT", from: since };
  if (open.length === 0 && !pagination.hasMore) return { label, result: "passed", text, filter };
  const issue = open.length > 0 ? { issue: texts.unresolvedAlerts(open.length, severe, pagination.hasMore) } : {};
  return { label, result: "attention", text, filter, ...issue };
}

/** Events of high or critical severity, other than alerts. */
function severeCheck({ severe, since }: ModelRecords): Check {
  const label = texts.severe;
  const events = severe.flatMap(({ data }) => data).filter(({ eventType }) => eventType !== "ALERT");
  const isPart = severe.some(({ pagination }) => pagination.hasMore);
  const event = newestOf(events.filter((one) => !isResolved(one)));
  const isEmpty = events.length === 0;
  if (!event && isPart)
    return {
      label,
      result: "attention",
      text: `${isEmpty ? texts.noneFound : texts.allResolved}. ${texts.notAllRead}`,
    };
  const text = isEmpty ? texts.noneRecorded(since) : texts.recorded(events.length, since, isPart);
  if (!event) return { label, result: "passed", text };
  const sentences = [`${text}.`, texts.latest(event.eventType), ...(isPart ? [texts.notAllRead] : [])];
  return { label, event, result: "attention", text: sentences.join(" ") };
}

/**
 * Drift is recorded as alerts only, so the absence of an alert shows nothing. A resolved alert does not show that a value
 * above its threshold has decreased.
 */
function driftCheck({ alerts, since }: ModelRecords): Check {
  const label = texts.drift;
  const event = newest(
    alerts.data.filter(({ payload }) =>
      ["category", "metric", "rule"].some((name) => /drift|stability|^[pc]si$/.test(wordOf(memberOf(payload, name)))),
    ),
  );
  if (!event) {
    const { hasMore } = alerts.pagination;
    return { label, result: "none", text: hasMore ? texts.noDriftInLatest(alerts.data.length) : texts.noDrift(since) };
  }
  if (!event.verified) return { label, event, ...notVerified };
  const text = eventSummary(event) ?? texts.recordedWithoutDetails;
  const above = aboveThreshold(event);
  const issue = above && { issue: texts.driftAbove };
  if (!isResolved(event)) return { label, event, result: "attention", text, ...issue };
  if (!above) return { label, event, result: "none", text };
  const day = timeText(resolvedAtOf(event), "day");
  const found = texts.driftAfterResolution(above.value, above.threshold, day);
  return { label, event, result: "attention", text: found, ...issue };
}

function aboveThreshold({ payload }: AuditEvent): { value: number; threshold: number } | undefined {
  const [value, threshold] = [firstMember(payload, ["observed", "value"]), memberOf(payload, "threshold")];
  if (typeof value !== "number" || typeof threshold !== "number" || value <= threshold) return undefined;
  return { value, threshold };
}
