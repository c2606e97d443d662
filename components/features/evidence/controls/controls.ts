import { riskTiers } from "@/components/features/models/constants";
import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import type { DocumentCounts } from "@/lib/domains/evidence/schemas";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { lacksStrongEvidence, needsDocument, subPointsOf } from "@/lib/domains/evidence/schemas-coverage";
import type { Model } from "@/lib/domains/models/schemas";
import { queryString } from "@/lib/platform/client/query-string";

/** The model that the page opens with: of these models, the first by name of the active ones with the highest risk tier. */
export function firstModel(models: readonly Model[]): Model | undefined {
  const rank = ({ riskTier }: Model) => (riskTier === null ? riskTiers.length : riskTiers.indexOf(riskTier));
  const active = models.filter(({ system, archived }) => !system && !archived);
  return active.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))[0];
}

/** Statuses that need no work: other statuses are gaps. */
const complete: readonly CoverageStatus[] = ["EVIDENCED", "SUPPLIED", "OUT_OF_SCOPE"];

export function isGap({ status }: { status: CoverageStatus }): boolean {
  return !complete.includes(status);
}

/** Whether a document of the control, or of one of its sub-points in `controls`, is still missing. */
export function lacksDocument(control: Control, controls: readonly Control[]): boolean {
  const required = ({ requirement: id, document, reason }: Control) => ({ id, document, reason });
  return isGap(control) && needsDocument(required(control), controls.map(required));
}

/** The first sub-point that still lacks its document. */
export function openSubPoint(control: Control, controls: readonly Control[]): Control | undefined {
  return subPointsOf(control, controls).find((one) => lacksDocument(one, controls));
}

/** Whether the control itself lacks a document, even if the document would not change its status. */
export function canSupplyDocument(control: Control, controls: readonly Control[]): boolean {
  return lacksDocument(control, controls) && subPointsOf(control, controls).length === 0;
}

/** Whether a valid document changes the status. Where events can support the control, it does not. */
export function documentChangesStatus({ document, status }: Pick<Control, "document" | "status">): boolean {
  return document !== null && status === "NOT_EVIDENCED_BY_EVENTS";
}

/** `9 Post-market performance evaluation`. */
export function controlName({ requirement, title }: Pick<Control, "requirement" | "title">): string {
  return `${requirement} ${title}`;
}

export type Missing = "supportingEvents" | "strongEvidence" | "document" | "validDocument";

/** The evidence and the document that a gap lacks. `validDocument`: no supplied one is valid at the end of the period. */
export function missingOf(control: Control, controls: readonly Control[]): Missing[] {
  const { status, supporting, documents } = control;
  if (!isGap(control)) return [];
  const isForEvents = status !== "NOT_EVIDENCED_BY_EVENTS";
  const document = documents.length > 0 ? "validDocument" : "document";
  return [
    ...(isForEvents && supporting.events === 0 ? (["supportingEvents"] as const) : []),
    ...(lacksStrongEvidence(control) ? (["strongEvidence"] as const) : []),
    ...(!isForEvents || lacksDocument(control, controls) ? [document as Missing] : []),
  ];
}

/** The counted controls that need a document, and those with one that is valid at the end of the period. */
export function documentCounts(controls: readonly Control[]): DocumentCounts {
  const needing = controls.filter(({ counted, document }) => counted && document !== null);
  return { supplied: needing.filter((control) => !lacksDocument(control, controls)).length, needed: needing.length };
}

export function openOf(assignment: ControlAssignment | null): ControlAssignment | null {
  return assignment?.closedAs === null ? assignment : null;
}

/** The audit trail with the events that a control's filter returns. */
export function eventsHref(
  { modelId, dateRange }: Pick<ControlTable, "modelId" | "dateRange">,
  { eventType }: { eventType: string | null },
): string {
  return `/audit${queryString({ modelId, ...(eventType !== null && { eventType }), ...dateRange })}`;
}

/** The controls page for a model and a framework, in a period or in the default one. `control`: opens its details. */
export function controlsHref(asked: {
  modelId: string;
  framework: string;
  dateRange?: { from: string; to: string };
  control?: string;
}): string {
  const { modelId, framework, dateRange, control } = asked;
  const period = dateRange && { period: "OTHER", ...dateRange };
  return `/evidence/controls${queryString({ modelId, framework, ...period, control })}`;
}
