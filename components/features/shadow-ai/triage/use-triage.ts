"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { notify } from "@/components/ui/feedback/messages";
import type { Model } from "@/lib/domains/models/schemas";
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
  /** The version that was looked at: the change is refused (412) where somebody has decided something since. */
  etag?: string | null | undefined;
}

/** What of a detection a dialog has to know. */
export interface TriagedDetection {
  id: string;
  status: string;
}

/** Everything that filters find, however many pages that is. */
export interface AllThatMatch {
  count: number;
  change: (wanted: UpdateDetection) => Promise<UpdatedDetections>;
  /** Takes up first what nobody has taken up. */
  decide: (decision: UpdateDetection) => Promise<UpdatedDetections>;
}

/**
 * The ways in which people change detections: each is sent, told, and read again wherever it shows. With `all`, a change
 * is of everything that matches, whichever ids it names.
 */
export function useTriage(all?: AllThatMatch) {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(
      [keys.detections.all(), keys.exceptions.all(), keys.audit.all(), keys.overview(), keys.stats()].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );

  /** Changes some of them. Throws where the one of `ids` was refused; of several, the outcome says which were. */
  async function change(
    ids: readonly string[],
    wanted: UpdateDetection,
    { etag }: ChangeOptions = {},
  ): Promise<UpdatedDetections> {
    return notified(() => (all ? all.change(wanted) : send(ids, wanted, etag)));
  }

  /** Shows what was changed, and offers to undo it. */
  async function notified(make: () => Promise<UpdatedDetections>): Promise<UpdatedDetections> {
    try {
      const outcome = await make();
      const changed = outcome.results.flatMap((result) => ("error" in result ? [] : [result.id]));
      if (changed.length > 0) {
        const path = undoPath(outcome, changed);
        const back = path === undefined ? {} : { undo: () => api.post(path, undefined).then(refresh) };
        notify.success(
          changed.length === 1 ? "Detection changed." : `${countText(changed.length)} detections changed.`,
          back,
        );
      }
      return outcome;
    } finally {
      await refresh();
    }
  }

  /** Decides on some of them: those that nobody has taken up are taken up first, as the life of a detection has it. */
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

  /** Asks that uses be allowed for a time; somebody else decides. */
  async function requestException(ids: readonly string[], request: RequestException): Promise<UpdatedDetections> {
    if (all) throw refused("An exception cannot be asked for all that match at once. Select the detections it is for.");
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
    const asked = results.length - failed;
    if (asked > 0) notify.success(asked === 1 ? "The exception was asked for." : `${asked} exceptions were asked for.`);
    return { updated: asked, failed, operationId: null, results };
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

/** Where the change can be undone: as one operation, or as the last step of its only detection. */
function undoPath({ operationId }: UpdatedDetections, changed: readonly string[]): string | undefined {
  if (operationId !== null) return `/v1/shadow-ai/bulk/${operationId}/undo`;
  return changed.length === 1 ? `/v1/shadow-ai/${changed[0]}/undo` : undefined;
}

function refused(message: string): ApiError {
  return new ApiError({ status: 409, code: "conflict", message });
}

/** What a request changes of the detection itself: nothing yet. */
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
