import { endOfLocalDay } from "@/components/ui/forms/fields";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";

export type Resolution = "ONBOARDED" | "STOPPED" | "APPROVED_EXCEPTION" | "FALSE_POSITIVE";

/** What the dialog of a resolution holds. */
export interface ResolutionForm {
  resolution: Resolution;
  /** The registered model; null where `modelName` names one to register. */
  modelId: string | null;
  modelName: string;
  notes: string;
  /** The last day of an exception, `YYYY-MM-DD`; empty: as long as is usual. */
  endsOn: string;
}

interface ResolutionChoice {
  value: Resolution;
  label: string;
  /** One line: what happens then. */
  consequence: string;
  /** What the notes are asked as. */
  notes: string;
  action: string;
}

const onboarded: ResolutionChoice = {
  value: "ONBOARDED",
  label: "Onboarded",
  consequence: "A registered model covers the use. Further traffic to this host is expected.",
  notes: "Notes",
  action: "Resolve",
};

const others: readonly ResolutionChoice[] = [
  {
    value: "STOPPED",
    label: "Stopped",
    consequence: "It is no longer used. Traffic after the time of grace opens it again.",
    notes: "How it was stopped, and the ticket",
    action: "Resolve",
  },
  {
    value: "FALSE_POSITIVE",
    label: "False positive",
    consequence: "It was no use of AI. The same use is not detected again.",
    notes: "What it was",
    action: "Resolve",
  },
];

/** The four answers; who may not approve exceptions asks for one, and who may not resolve can do nothing else. */
export function resolutionsFor(may: {
  resolve: boolean;
  approve: boolean;
}): readonly [ResolutionChoice, ...ResolutionChoice[]] {
  const mayApprove = may.approve;
  const exception: ResolutionChoice = {
    value: "APPROVED_EXCEPTION",
    label: mayApprove ? "Approved exception" : "Ask for an exception",
    consequence: mayApprove
      ? "It is allowed for a time. When that ends, or it is used far more, it opens again."
      : "An approver decides whether it is allowed for a time. Until then it stays under investigation.",
    notes: "Justification",
    action: mayApprove ? "Approve" : "Ask for it",
  };
  return may.resolve ? [onboarded, exception, ...others] : [exception];
}

/** What is sent to resolve. `modelId` is that of the model by now, also where it was just registered. */
export function toDecision(form: ResolutionForm, modelId: string | null): UpdateDetection {
  const { resolution, notes } = form;
  const end = endOf(form);
  return {
    status: "RESOLVED",
    resolution,
    ...(notes.trim() !== "" && { notes }),
    ...(resolution === "ONBOARDED" && modelId !== null && { resolvedModelId: modelId }),
    ...(resolution === "APPROVED_EXCEPTION" && end !== undefined && { exceptionExpiresAt: end }),
  };
}

/** When an exception ends: with the last moment of its last day, where the reader is. */
export function endOf({ endsOn }: Pick<ResolutionForm, "endsOn">): string | undefined {
  return endOfLocalDay(endsOn) ?? undefined;
}
