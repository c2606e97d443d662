import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import type { ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { queryString } from "@/lib/platform/client/query-string";

/** Statuses that need no work: other statuses are gaps. */
const complete: readonly CoverageStatus[] = ["EVIDENCED", "SUPPLIED", "OUT_OF_SCOPE"];

export function isGap({ status }: { status: CoverageStatus }): boolean {
  return !complete.includes(status);
}

/** The audit trail with the events that a control's filter returns. */
export function eventsHref(
  { modelId, dateRange }: Pick<ControlTable, "modelId" | "dateRange">,
  { eventType }: { eventType: string | null },
): string {
  return `/audit${queryString({ modelId, ...(eventType !== null && { eventType }), ...dateRange })}`;
}

/** The controls page for a model and a framework, in a period or in the default one. */
export function controlsHref(asked: {
  modelId: string;
  framework: string;
  dateRange?: { from: string; to: string };
}): string {
  const { modelId, framework, dateRange } = asked;
  return `/evidence/controls${queryString({ modelId, framework, ...(dateRange && { period: "OTHER", ...dateRange }) })}`;
}
