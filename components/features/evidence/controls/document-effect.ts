import type { Control } from "@/lib/domains/evidence/schemas-controls";
import { subPointsOf } from "@/lib/domains/evidence/schemas-coverage";
import { reasonKept } from "../documents/document-form";
import type { documentEffects } from "../texts/documents";

/** Why a document would not change the status of the control. Null if it would, or if a valid one already did. */
export function whyNoDocument(control: Control, controls: readonly Control[]): keyof typeof documentEffects | null {
  const { document, status } = control;
  if (status === "NOT_EVIDENCED_BY_EVENTS" || status === "SUPPLIED") return null;
  if (document === null) return "notNeeded";
  if (subPointsOf(control, controls).length > 0) return "subPoints";
  return reasonKept(status);
}
