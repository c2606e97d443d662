import { endOfLocalDay } from "@/components/ui/forms/fields";
import type { Resolution } from "@/lib/domains/shadow-ai/enums";
import type { RequestException, UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";

/** The values of the resolution dialog. */
export interface ResolutionForm {
  resolution: Resolution;
  /** The registered model. Null if `modelName` names one to register. */
  modelId: string | null;
  modelName: string;
  notes: string;
  /** The last day of an exception, `YYYY-MM-DD`. Empty for the default duration. */
  endsOn: string;
}

export const noResolution = { modelId: null, modelName: "", notes: "", endsOn: "" };

interface ResolutionChoice {
  value: Resolution;
  label: string;
  consequence: string;
  /** The label of the notes. */
  notes: string;
  action: string;
}

const onboarded: ResolutionChoice = {
  value: "ONBOARDED",
  label: "Onboarded",
  consequence: "A registered model covers this use. Traffic that its allowed hosts do not cover opens a new detection.",
  notes: "Notes",
  action: "Resolve",
};

const others: readonly ResolutionChoice[] = [
  {
    value: "STOPPED",
    label: "Stopped",
    consequence: "The service is no longer used. Traffic after the grace period reopens the detection.",
    notes: "How the use was stopped (include the ticket reference)",
    action: "Resolve",
  },
  {
    value: "FALSE_POSITIVE",
    label: "False positive",
    consequence:
      "The traffic was not AI. This use is not flagged again, but use of the same host by other departments is.",
    notes: "Explanation of the traffic",
    action: "Resolve",
  },
];

/** The available resolutions. Members who cannot approve exceptions can request one. */
export function resolutionsFor(may: {
  resolve: boolean;
  approve: boolean;
}): readonly [ResolutionChoice, ...ResolutionChoice[]] {
  const exception: ResolutionChoice = {
    value: "APPROVED_EXCEPTION",
    label: may.approve ? "Approved exception" : "Request an exception",
    consequence: may.approve
      ? "The use is allowed until the date below. The detection reopens when the exception expires or the use grows sharply."
      : "If the request is approved, the use is allowed until the date below. The status does not change until the decision.",
    notes: "Justification",
    action: may.approve ? "Approve" : "Request exception",
  };
  return may.resolve ? [onboarded, exception, ...others] : [exception];
}

/** The request body. `modelId` also names a model that was just registered. */
export function toDecision({ resolution, notes, endsOn }: ResolutionForm, modelId: string | null): UpdateDetection {
  const end = endOfLocalDay(endsOn);
  return {
    status: "RESOLVED",
    resolution,
    ...(notes.trim() !== "" && { notes }),
    ...(resolution === "ONBOARDED" && modelId !== null && { resolvedModelId: modelId }),
    ...(resolution === "APPROVED_EXCEPTION" && end !== null && { exceptionExpiresAt: end }),
  };
}

export function toRequest({ notes: justification, endsOn }: ResolutionForm): RequestException {
  const expiresAt = endOfLocalDay(endsOn);
  return { justification, ...(expiresAt !== null && { expiresAt }) };
}
