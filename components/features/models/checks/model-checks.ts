import type { Model } from "@/lib/domains/models/schemas";
import { labelOf, timeText } from "@/lib/platform/client/format";
import { modelAnswers as answers, common, modelIssues as issues, modelChecks as texts } from "../texts";
import { alertCheck, driftCheck, severeCheck } from "./alert-checks";
import type { Check } from "./check-result";
import { approvalCheck, deploymentCheck, stopCheck, validationCheck } from "./decision-checks";
import { type ModelRecords, newestOf } from "./model-records";

/** Evaluates the records of a model. Missing records never pass. */
export function checksOf(model: Model, records: ModelRecords): Check[] {
  return [
    model.archived
      ? { label: texts.lifecycle, result: "failed", text: texts.archived, issue: issues.archived }
      : { label: texts.lifecycle, ...neutral, text: texts.active },
    registered(texts.purpose, model.description),
    registered(common.owner, model.ownerEmail),
    // A risk tier and an active state are information, not results, so they are not marked as passed.
    model.riskTier === null
      ? registered(common.riskTier, null)
      : { label: common.riskTier, ...neutral, text: labelOf(model.riskTier) },
    validationCheck(model, records, records.readAt),
    approvalCheck(model, records),
    stopCheck(records),
    deploymentCheck(model, records),
    inferenceCheck(records),
    alertCheck(records, model.id),
    driftCheck(records),
    severeCheck(records),
    integrityCheck(records),
  ];
}

interface Answer {
  result: "passed" | "attention" | "failed";
  text: string;
  /** The names of the issues. */
  failed: string[];
  open: string[];
}

/** The answer that follows from the checks, with the names of the issues that they found. */
export function answerOf(checks: readonly Check[]): Answer {
  const namesOf = (result: "failed" | "attention") => [
    ...new Set(checks.flatMap((one) => (one.result === result ? [one.issue] : []))),
  ];
  const names = { failed: namesOf("failed"), open: namesOf("attention") };
  if (names.failed.length > 0) return { ...names, result: "failed", text: `${answers.no} ${issuesText(names)}` };
  if (names.open.length > 0) return { ...names, result: "attention", text: `${answers.notFully} ${issuesText(names)}` };
  return { ...names, result: "passed", text: answers.yes };
}

/** `Failed check: review overdue. Open issue: 1 unresolved alert.` */
export function issuesText({ failed, open }: Pick<Answer, "failed" | "open">): string {
  return [failed.length > 0 && answers.failed(failed), open.length > 0 && answers.open(open)]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

const neutral = { result: "none" } as const;

function registered(label: string, value: string | null): Check {
  if (value?.trim()) return { label, result: "passed", text: value };
  return { label, result: "attention", text: texts.notRecorded, issue: issues.notRecorded(label.toLowerCase()) };
}

/** A changed event may be one that would otherwise count, so each one fails the check. */
function integrityCheck(records: ModelRecords): Check {
  const label = texts.integrity;
  const { reviews, matches, deployments, inferences, alerts, olderAlerts, severe } = records;
  const read = new Map(
    [reviews, matches, deployments, inferences, alerts, ...olderAlerts, ...severe].flatMap(({ data }) =>
      data.map((event) => [event.id, event]),
    ),
  );
  const changed = [...read.values()].filter(({ verified }) => !verified);
  const event = newestOf(changed);
  if (event) {
    return { label, event, result: "failed", text: texts.notVerified, issue: issues.changedRecords(changed.length) };
  }
  if (read.size === 0) return { label, ...neutral, text: texts.noRecords };
  return { label, result: "passed", text: texts.verified(read.size) };
}

/** Inferences show whether a model is used, not whether it may be. */
function inferenceCheck({ inferences }: ModelRecords): Check {
  const [label, event] = [texts.inference, inferences.data[0]];
  if (!event) return { label, ...neutral, text: texts.noneRecorded(null) };
  return { label, event, ...neutral, text: event.verified ? timeText(event.timestamp, "short") : texts.notVerified };
}
