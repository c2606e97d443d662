"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { notify } from "@/components/ui/feedback/messages";
import type { Model } from "@/lib/domains/models/schemas";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type {
  ExceptionRequest,
  RequestException,
  UpdateDetection,
  UpdatedDetection,
  UpdatedDetections,
} from "@/lib/domains/shadow-ai/schemas-triage";
import { countText } from "@/lib/platform/client/format";
import { endOf, type ResolutionForm, toDecision } from "./resolution-form";

interface ChangeOptions {
  /** The version that was shown. A change of another version is rejected (412). */
  etag?: string | null | undefined;
}

export type TriagedDetection = Pick<ShadowAiDetection, "id" | "status">;

/** Every match of the filters, on all pages. */
export interface AllMatches {
  count: number;
  change: (wanted: UpdateDetection) => Promise<UpdatedDetections>;
  /** Moves open detections to investigation first. */
  decide: (decision: UpdateDetection) => Promise<UpdatedDetections>;
}

/** Sends changes of detections, shows a message, and refreshes the affected queries. `all` overrides the given ids. */
export function useTriage(all?: AllMatches) {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(
      [keys.detections.all(), keys.exceptions.all(), keys.audit.all(), keys.overview(), keys.stats()].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );

  /** Throws if a single detection is rejected. For several, the outcome names the rejected ones. */
  async function change(
    ids: readonly string[],
    wanted: UpdateDetection,
    { etag }: ChangeOptions = {},
  ): Promise<UpdatedDetections> {
    return notified(() => (all ? all.change(wanted) : send(ids, wanted, etag)));
  }

  /** Shows a message with an undo button. */
  async function notified(make: () => Promise<UpdatedDetections>): Promise<UpdatedDetections> {
    try {
      const outcome = await make();
      const changed = outcome.results.flatMap((result) => ("error" in result ? [] : [result.id]));
      if (changed.length > 0) {
        const path = undoPath(outcome, changed);
        const back = path === undefined ? {} : { undo: () => api.post(path, undefined).then(refresh) };
        notify.success(
          changed.length === 1 ? "Detection updated." : `${countText(changed.length)} detections updated.`,
          back,
        );
      }
      return outcome;
    } finally {
      await refresh();
    }
  }

  /** Resolves or dismisses detections. Open ones must be moved to investigation first. */
  async function decide(
    detections: readonly TriagedDetection[],
    decision: UpdateDetection,
    { etag }: ChangeOptions = {},
  ): Promise<UpdatedDetections> {
    if (all) return notified(() => all.decide(decision));
    const untouched = detections.filter(({ status }) => status === "OPEN").map(({ id }) => id);
    if (untouched.length > 0) await send(untouched, { status: "INVESTIGATING" }, etag);
    const ids = detections.map(({ id }) => id);
    return change(ids, decision, { etag: untouched.length > 0 ? null : etag });
  }

  async function requestException(ids: readonly string[], request: RequestException): Promise<UpdatedDetections> {
    if (all) throw conflict("You cannot request an exception for all matches at once. Select the detections first.");
    const results: UpdatedDetections["results"] = [];
    for (const id of ids) {
      try {
        const { detectionId } = await api.post<ExceptionRequest>(`/v1/shadow-ai/${id}/exception-request`, request);
        results.push(unchanged(detectionId));
      } catch (error) {
        if (!(error instanceof ApiError) || ids.length === 1) throw error;
        results.push({ id, error: error.code, message: error.message });
      }
    }
    await refresh();
    const failed = results.filter((result) => "error" in result).length;
    const requested = results.length - failed;
    if (requested > 0) notify.success(requested === 1 ? "Exception requested." : `${requested} exceptions requested.`);
    return { updated: requested, failed, operationId: null, results };
  }

  return { change, decide, requestException };
}

async function send(ids: readonly string[], wanted: UpdateDetection, etag?: string | null): Promise<UpdatedDetections> {
  const [id] = ids;
  if (ids.length !== 1 || id === undefined) {
    return api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { ids, change: wanted });
  }
  const headers = etag ? { "If-Match": etag } : {};
  const updated = await api.patch<UpdatedDetection>(`/v1/shadow-ai/${id}`, wanted, { headers });
  return { updated: 1, failed: 0, operationId: null, results: [updated] };
}

/** The path that undoes the change: of the bulk operation, or of the only detection. */
function undoPath({ operationId }: UpdatedDetections, changed: readonly string[]): string | undefined {
  if (operationId !== null) return `/v1/shadow-ai/bulk/${operationId}/undo`;
  return changed.length === 1 ? `/v1/shadow-ai/${changed[0]}/undo` : undefined;
}

function conflict(message: string): ApiError {
  return new ApiError({ status: 409, code: "conflict", message });
}

/** A request does not change the detection itself. */
function unchanged(id: string): UpdatedDetection {
  return {
    id,
    status: "INVESTIGATING",
    assignedTo: null,
    assigneeIsMember: null,
    notes: null,
    updatedAt: new Date().toISOString(),
  };
}

/** Resolves detections, registers a new model first, or requests an exception. */
export function useResolve(mayApprove: boolean, all?: AllMatches) {
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
