"use client";

import { api } from "@/components/api/client";
import type { Model } from "@/lib/models/schemas";
import type { UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";
import { endOf, type ResolutionForm, toDecision } from "./resolution-form";
import { type AllThatMatch, type TriagedDetection, useTriage } from "./use-triage";

/** Resolves as the form says: registers the model first where it is a new one, and asks for an exception where it must. */
export function useResolve(mayApprove: boolean, all?: AllThatMatch) {
  const triage = useTriage(all);
  return async function resolve(
    detections: readonly TriagedDetection[],
    form: ResolutionForm,
    etag: string | null | undefined,
  ): Promise<UpdatedDetections> {
    if (form.resolution === "APPROVED_EXCEPTION" && !mayApprove) {
      const end = endOf(form);
      return triage.requestException(
        detections.map(({ id }) => id),
        { justification: form.notes, ...(end !== undefined && { expiresAt: end }) },
      );
    }
    const modelId = form.resolution === "ONBOARDED" ? await modelOf(form) : null;
    return triage.decide(detections, toDecision(form, modelId), { etag });
  };
}

async function modelOf({ modelId, modelName }: ResolutionForm): Promise<string | null> {
  if (modelId !== null || modelName.trim() === "") return modelId;
  return (await api.post<Model>("/v1/models", { name: modelName.trim() })).id;
}
