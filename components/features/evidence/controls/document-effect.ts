import type { Control } from "@/lib/domains/evidence/schemas-controls";
import { reasonKept } from "../documents/document-form";
import type { documentEffects } from "../texts/documents";

/** Why a document would not change the status of the control. Null if it would, or if a valid one already did. */
export function whyNoDocument(control: Control, controls: readonly Control[]): keyof typeof documentEffects | null {
  const { requirement, document, status } = control;
  if (status === "NOT_EVIDENCED_BY_EVENTS" || status === "SUPPLIED") return null;
  if (document === null) return "notNeeded";
  if (controls.some((other) => other.requirement.startsWith(`${requirement}(`))) return "subPoints";
  return reasonKept(status);
}
