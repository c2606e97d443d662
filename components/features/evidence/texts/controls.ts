import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { FoundEvidence } from "@/lib/domains/evidence/schemas-bundle";
import { capitalised, countedText } from "@/lib/platform/client/format";

export const controlsPage = {
  controls: "Controls",
  models: "models",
  pageDescription:
    "The status of each control for a model and a period, as it would appear in a package. Assign gaps to members before you generate the package.",
  generatePackage: "New package",
  refresh: "Refresh",
  gapsOnly: "Show only gaps",
  noModels: {
    title: "No models yet",
    text: "Register a model and record its events to see the status of its controls.",
  },
  choosePeriod: { title: "No period selected", text: "Enter the first and the last day of the period." },
  evaluating: (events: number | undefined) =>
    events === undefined ? "Counting events…" : `Evaluating ${countedText(events, "event")}…`,
  noEvents: "No events in this period",
  noEventsNotice:
    "The model has no events in this period, so no control is supported by events. Choose another period or record events.",
  basedOn: (events: number) => `Based on ${countedText(events, "event")}.`,
};

export const controlTable = {
  control: "Control",
  supporting: "Supporting",
  adverse: "Adverse",
  owner: "Owner",
  due: "Due",
  gaps: "Gaps and documents",
  missing: "Missing",
  missingParts: {
    supportingEvents: "supporting events",
    strongEvidence: "strong evidence",
    document: "document",
    validDocument: "valid document",
  },
  nothingMissing: "“Partial” is the highest status for this control.",
  supplied: (documents: number) => (documents === 1 ? "Document supplied" : "Documents supplied"),
  assignmentClosed: "Assignment closed",
  closedFor: (date: string, reason: string) => `${date}: ${reason}`,
  counted: "Counted towards coverage",
  notCounted: "Not counted towards coverage",
  noGaps: { title: "No gaps", text: "Every control is evidenced by events or has a valid document." },
  viewEvents: (control: string, side: string) => `View ${side} events of ${control}`,
  left: (owner: string) => `${owner} (no longer a member)`,
};

/** Why an assignment was closed. Null if it is open. */
export function closeReasonOf({ closedAs, closeReason }: ControlAssignment): string | null {
  return closedAs === "EVIDENCED" ? "The control was evaluated as evidenced." : closeReason;
}

const weights: Record<FoundEvidence["weight"], string> = {
  adverse: "adverse evidence",
  strong: "strong evidence",
  supporting: "supporting evidence",
  reference: "names the document only",
};

export const controlDialog = {
  supporting: "Supporting events",
  adverse: "Adverse events",
  showAll: "Show in the audit trail",
  newest: (shown: number, total: number) => `The newest ${shown} of ${total} events:`,
  version: (version: string) => `version ${version}`,
  valid: (validity: string) => `valid ${validity.charAt(0).toLowerCase()}${validity.slice(1)}`,
  assignment: "Assignment",
  typeCounts: (counts: readonly string[]) => `By event type: ${counts.join(", ")}.`,
  kinds: "Kinds of evidence",
  kindsNote: "An event can be evidence of several kinds.",
  kind: ({ label, events, weight }: Pick<FoundEvidence, "label" | "events" | "weight">) =>
    `${capitalised(label)}: ${countedText(events, "event")} (${weights[weight]})`,
  neededDocument: "Required document",
  documentChangesStatus: "A document that is valid on the last day of the period changes the status to “Supplied”.",
  assignedTo: "Assigned to",
  note: "Note",
  closed: "Closed",
  closeReason: "Reason for closing",
};

export const supplyControl = {
  supply: "Supply",
  supplyFor: (control: string) => `Supply document for ${control}`,
  notNeeded: "No document needed",
  supplySubPoints: "Supply documents for its sub-points",
  supplySubPointsOf: (control: string) => `Supply documents for its sub-points: ${control}`,
  closeReason: (document: string) => `Document “${document}” supplied.`,
};

export const assignmentDialog = {
  assign: "Assign",
  assignControl: (control: string) => `Assign ${control}`,
  editControl: (control: string) => `Edit the assignment of ${control}`,
  assignFailed: "The control could not be assigned",
  saveFailed: "The assignment could not be saved",
  member: "Member",
  selectMember: "Select a member",
  noMembersFound: "No matching members",
  members: "members",
  dueDate: "Due date",
  note: "Note",
  noteDescription: "Instructions for the assignee. Not included in packages.",
  theAssignment: "the assignment",
  assigned: (control: string, member: string) => `${control} assigned to ${member}.`,
  saved: (control: string) => `Assignment of ${control} updated.`,
};

export const closeDialog = {
  close: "Close",
  closeAssignment: "Close assignment",
  closeControl: (control: string) => `Close the assignment of ${control}`,
  closeNotice: "Closing is permanent and does not change the status of the control.",
  closeFailed: "The assignment could not be closed",
  closed: (control: string) => `Assignment of ${control} closed.`,
};
