import { findSimilarDetections, getDetection } from "@/lib/domains/shadow-ai/detections/read-detections";
import { severities } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetection, ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { TriageDraft } from "@/lib/domains/shadow-ai/schemas-draft";
import type { Context } from "@/lib/platform/core/context";

/** A draft of the next triage step of a detection. Changes nothing. @throws `not_found` */
export async function draftTriage(ctx: Context, id: string): Promise<TriageDraft> {
  const { detection } = await getDetection(ctx, id);
  const { data: similar } = await findSimilarDetections(ctx, id);
  return draftStep(detection, similar);
}

type Reason = TriageDraft["reasons"][number];
type Draft = Pick<TriageDraft, "change"> & { because: Reason };

const factorsMax = 5;

/** Drafts the next step by the first rule that applies. */
export function draftStep(detection: ShadowAiDetectionDetail, similar: ShadowAiDetection[]): TriageDraft {
  const decisions = similar.filter((one) => isDecided(one) && isSameUse(one, detection));
  const { change, because } =
    afterDecision(detection) ??
    afterMismatch(detection) ??
    afterPrecedent(detection, decisions) ??
    otherwise(detection);
  const reasons = [
    because,
    ...decisions.map(decisionReason),
    ...factorReasons(detection),
    ...catalogueReasons(detection),
  ];
  const distinct = reasons.filter(({ text }, i) => reasons.findIndex((reason) => reason.text === text) === i);
  return { detectionId: detection.id, status: detection.status, change, reasons: distinct, applied: false };
}

const isDecided = ({ status }: ShadowAiDetection) => status === "RESOLVED" || status === "DISMISSED";

const isSameUse = ({ details: one }: ShadowAiDetection, { details: other }: ShadowAiDetection) =>
  one.endpoint === other.endpoint && one.departmentHint === other.departmentHint;

function afterDecision(detection: ShadowAiDetectionDetail): Draft | undefined {
  if (!isDecided(detection)) return undefined;
  return { change: null, because: { source: "STATUS", text: `The detection is already ${outcomeOf(detection)}.` } };
}

function afterMismatch(detection: ShadowAiDetectionDetail): Draft | undefined {
  if (detection.verified) return undefined;
  const text =
    "The record does not match the latest event about it on the audit chain. Find the cause before you decide.";
  return { change: investigation(detection), because: { source: "CHAIN", text } };
}

/** Outcomes that can be repeated. A stopped use that occurs again, and an exception, need a new decision. */
const repeatable = ["ONBOARDED", "FALSE_POSITIVE", "DISMISSED"];

function afterPrecedent(detection: ShadowAiDetectionDetail, decisions: ShadowAiDetection[]): Draft | undefined {
  const [latest] = decisions;
  if (!latest) return undefined;
  const outcome = outcomeOf(latest);
  const isUnanimous = decisions.every(
    (one) => outcomeOf(one) === outcome && one.resolvedModelId === latest.resolvedModelId,
  );
  const isMoreSevere = decisions.every((one) => rank(one) < rank(detection));
  if (!repeatable.includes(outcome) || !isUnanimous || isMoreSevere) {
    const text = isMoreSevere
      ? "The detection is more severe than the similar ones that were decided."
      : isUnanimous
        ? `Similar detections are ${outcome}, which does not apply to new traffic.`
        : "Similar detections were decided differently.";
    return { change: investigation(detection), because: { source: "DECISION", text } };
  }
  const { status, resolution, resolvedModelId } = latest;
  const change = {
    status,
    ...(detection.status === "OPEN" && { investigate: true as const }),
    ...(resolution && { resolution }),
    ...(resolvedModelId && { resolvedModelId }),
    notes: `Same decision as for ${decisions.map(({ id }) => id).join(", ")}: same host and department.`,
  };
  return { change, because: decisionReason(latest) };
}

function otherwise(detection: ShadowAiDetectionDetail): Draft {
  const change = investigation(detection);
  const text = change
    ? "No decided detection has the same host and department."
    : "The detection is under investigation, and no decided detection has the same host and department.";
  return { change, because: { source: "STATUS", text } };
}

const investigation = ({ status }: ShadowAiDetection) =>
  status === "OPEN" ? { status: "INVESTIGATING" as const } : null;

const outcomeOf = ({ status, resolution }: ShadowAiDetection) => resolution ?? status;

const rank = ({ severity }: ShadowAiDetection) => severities.indexOf(severity);

function decisionReason(decided: ShadowAiDetection): Reason {
  const text = `${decided.id}, with the same host and department, is ${outcomeOf(decided)}.`;
  return { source: "DECISION", text, detectionId: decided.id };
}

function factorReasons({ riskAssessment }: ShadowAiDetectionDetail): Reason[] {
  const factors = [...(riskAssessment?.factors ?? [])].sort((a, b) => b.points - a.points);
  return factors
    .slice(0, factorsMax)
    .map(({ points, sentence }) => ({ source: "RISK_FACTOR", text: `${sentence} (${points} points)` }));
}

function catalogueReasons({ riskAssessment }: ShadowAiDetectionDetail): Reason[] {
  if (!riskAssessment) return [];
  const { inputs, catalogueVersion } = riskAssessment;
  const { category, trainsOnInputs, dpa, jurisdictionOutsidePolicy: isOutside } = inputs;
  const text = `Catalogue ${catalogueVersion}: category ${category}; trains on inputs: ${trainsOnInputs}; data processing agreement: ${dpa}; ${isOutside ? "outside" : "not outside"} the allowed jurisdictions.`;
  return [{ source: "CATALOGUE", text }];
}
