import type { Control } from "@/lib/domains/evidence/schemas-controls";
import { timeText } from "@/lib/platform/client/format";
import { closeReasonOf, controlTable as texts } from "../texts/controls";
import { missingOf } from "./controls";

export type GapLine = readonly [label: string | null, text: string];

/** The gap, the documents and the closed assignment of a control as labelled lines. `timeZone`: default: the user's. */
export function gapLines(control: Control, controls: readonly Control[], timeZone?: string): GapLine[] {
  const { status, documents, assignment } = control;
  const missing = missingOf(control, controls).map((part) => texts.missingParts[part]);
  const titles = documents.map(({ title }) => title);
  const reason = assignment && closeReasonOf(assignment);
  const lines: GapLine[] = [];
  if (missing.length > 0) lines.push([texts.missing, missing.join(", ")]);
  else if (status === "PARTIAL") lines.push([null, texts.nothingMissing]);
  if (titles.length > 0) lines.push([texts.supplied(titles.length), titles.join(", ")]);
  if (assignment?.closedAt && reason) {
    lines.push([texts.assignmentClosed, texts.closedFor(timeText(assignment.closedAt, "day", timeZone), reason)]);
  }
  return lines;
}
