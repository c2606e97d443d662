import { eventSummary } from "@/components/features/audit-chain/summary";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { readReview } from "@/lib/domains/evidence/collect/oversight";
import { memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import type { ReviewKind, ReviewOutcome } from "@/lib/domains/evidence/enums";
import type { Model } from "@/lib/domains/models/schemas";
import { timeText } from "@/lib/platform/client/format";
import { modelIssues as issues, modelChecks as texts } from "../texts";
import { type Check, type Found, foundOf, notVerified, type Problem } from "./check-result";
import {
  approversOf,
  type Decisions,
  dueOf,
  endOf,
  isDenied,
  isInProduction,
  newest,
  newestApproval,
  newestInProduction,
  newestReview,
  outcomeOf,
  textOf,
} from "./model-records";

export function validationCheck(model: Model, records: Decisions, readAt: number): Check {
  const { validation } = issues.subjects;
  return checkOf(texts.validation, validation, newestReview(records, "validation"), records, (event) =>
    evaluateValidation(event, model, readAt),
  );
}

export function approvalCheck(model: Model, records: Decisions): Check {
  const deployment = newest(records.deployments.data);
  return checkOf(texts.approval, issues.subjects.approval, newestApproval(records), records, (event) =>
    event.eventType === "DEPLOYMENT" ? evaluateDeployment(event, deployment) : evaluateApproval(event, model),
  );
}

/** A review after the latest approval that stops the model, other than a decision on a case. */
export function stopCheck(records: Decisions): Check {
  const label = texts.stops;
  const approved = newestApproval(records)?.timestamp ?? "";
  const kinds: ReviewKind[] = ["validation", "approval", "incidentDecision", "other"];
  const event = newest(
    [...records.reviews.data, ...records.matches.data].filter(
      ({ payload, timestamp }) =>
        timestamp > approved && kinds.includes(readReview(payload).kind) && isNegative(readReview(payload).outcome),
    ),
  );
  if (event) {
    if (!event.verified) return { label, event, ...notVerified(issues.subjects.stop) };
    const issue = issues.stopped(readReview(event.payload).outcome === "stopped");
    return { label, event, result: "failed", text: texts.outcome(outcomeOf(event)), issue };
  }
  if (areAllRead(records)) return { label, result: "passed", text: texts.noneFound };
  const text = `${texts.noneFound}. ${texts.notAllRead}`;
  return { label, result: "attention", text, issue: issues.earlierRecords };
}

/** Only the version in production is compared with the registered one. */
export function deploymentCheck(model: Model, { deployments }: Decisions): Check {
  const current = newestInProduction(deployments);
  const event = current ?? newest(deployments.data);
  if (!event) return { label: texts.deployment, result: "none", text: texts.notRecorded };
  const label = isInProduction(event) && event === current ? texts.deploymentInProduction : texts.deployment;
  if (!event.verified) return { label, event, ...notVerified(issues.subjects.deployment) };
  const version = versionOf(event);
  const isOtherVersion = version !== "" && model.version !== null && !isVersion(version, model.version);
  const text = eventSummary(event) ?? texts.recordedWithoutDetails;
  if (isOtherVersion && event === current) {
    const found = `${text}. ${texts.differsFrom(model.version ?? "")}`;
    return { label, event, result: "attention", text: found, issue: issues.otherVersionDeployed };
  }
  if (!deployments.pagination.hasMore) return { label, event, result: "none", text };
  return { label, event, result: "attention", text: `${text}. ${texts.notAllRead}`, issue: issues.earlierRecords };
}

/** Lists contain the events that were recorded last, so an earlier record of a later time may be missing. */
const areAllRead = ({ reviews, matches }: Decisions) => !reviews.pagination.hasMore || !matches.pagination.hasMore;

function checkOf(
  label: string,
  subject: string,
  event: AuditEvent | undefined,
  records: Decisions,
  evaluate: (event: AuditEvent) => Found,
): Check {
  if (!event) {
    const { hasMore } = records.reviews.pagination;
    const text = hasMore ? texts.notFound : texts.notRecorded;
    const issue = hasMore ? issues.notFound(subject) : issues.notRecorded(subject);
    return { label, result: "attention", text, issue };
  }
  const found = event.verified ? evaluate(event) : notVerified(subject);
  if (found.result !== "passed" || areAllRead(records)) return { label, event, ...found };
  const text = `${found.text} ${texts.notAllRead}`;
  return { label, event, result: "attention", text, issue: issues.earlierRecords };
}

const isConditional = (outcome: string) => wordOf(outcome) === "approvedwithconditions";
const isNegative = (outcome: ReviewOutcome | null) => outcome === "rejected" || outcome === "stopped";
const isApproved = (event: AuditEvent) =>
  readReview(event.payload).outcome === "approved" && !isConditional(outcomeOf(event));

function evaluateValidation(event: AuditEvent, model: Model, readAt: number): Found {
  const { validation } = issues.subjects;
  const due = dueOf(event);
  const dueMs = endOf(due);
  const independent = wordOf(memberOf(event.payload, "independentOfDevelopment"));
  const failures = [
    isNegative(readReview(event.payload).outcome) && outcomeProblem(validation, event),
    ["false", "no"].includes(independent) && { text: texts.notIndependent, issue: issues.notIndependent },
    dueMs < readAt && { text: texts.reviewOverdue(timeText(due, "day")), issue: issues.reviewOverdue },
  ];
  const gaps = [
    !isApproved(event) && outcomeProblem(validation, event),
    !["true", "yes"].includes(independent) && {
      text: texts.independenceNotRecorded,
      issue: issues.independenceNotRecorded,
    },
    Number.isNaN(dueMs) && { text: texts.dueDateNotRecorded, issue: issues.dueDateNotRecorded },
    versionProblem(validation, event, model),
  ];
  const text = `${texts.outcome(outcomeOf(event))} ${texts.nextReview(timeText(due, "day"))}`;
  return foundOf("failed", failures) ?? foundOf("attention", gaps) ?? { result: "passed", text };
}

function evaluateDeployment(event: AuditEvent, latest: AuditEvent | undefined): Found {
  if (isDenied(event))
    return { result: "failed", text: texts.deploymentNotApproved, issue: issues.deploymentNotApproved };
  const text = texts.deploymentApprovedBy(approversOf(event));
  if (event.id === latest?.id) return { result: "passed", text };
  return { result: "attention", text: `${text} ${texts.latestNotApproved}`, issue: issues.latestNotApproved };
}

function evaluateApproval(event: AuditEvent, model: Model): Found {
  const { approval } = issues.subjects;
  const decided = outcomeProblem(approval, event);
  if (outcomeOf(event) === "") return { result: "attention", ...decided };
  if (isNegative(readReview(event.payload).outcome)) return { result: "failed", ...decided };
  const other = versionProblem(approval, event, model);
  const text = other ? `${decided.text} ${other.text}` : decided.text;
  if (!isApproved(event)) return { result: "attention", text, issue: decided.issue };
  return other ? { result: "attention", text, issue: other.issue } : { result: "passed", text };
}

/** The outcome of a review that is not an approval without conditions. */
function outcomeProblem(subject: string, event: AuditEvent): Problem {
  const stated = outcomeOf(event);
  if (stated === "") return { text: texts.noOutcome, issue: issues.noOutcome(subject) };
  const text = texts.outcome(stated);
  if (isConditional(stated)) return { text, issue: issues.withConditions(subject) };
  const { outcome } = readReview(event.payload);
  return { text, issue: isNegative(outcome) ? issues.denied(subject, stated) : issues.outcome(subject, stated) };
}

const versionOf = ({ payload }: AuditEvent) => textOf(payload, "modelVersion", "version");

function versionProblem(subject: string, event: AuditEvent, model: Model): Problem | false {
  const version = versionOf(event);
  if (version === "") return { text: texts.versionNotRecorded, issue: issues.versionNotRecorded(subject) };
  if (isVersion(version, model.version)) return false;
  return { text: texts.otherVersion(version, model.version), issue: issues.otherVersion(subject) };
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
