import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { confirm } from "@/components/ui/feedback/confirm";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { UpdateDetection, UpdatedDetection, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { sendChange as texts } from "../texts/triage";

/** The detections that a step applies to. */
export interface Target {
  /** Only some of them if the step applies to all matches. */
  rows: readonly ShadowAiDetection[];
  /** The version that was shown, for a single detection. A change of another version is rejected (412). */
  etag?: string | null;
  matches?: Matches | undefined;
}

/** Every match of the filters, on all pages. */
export interface Matches {
  /** The filter of the list for the API. Without a status, it matches all statuses. */
  filter: { readonly [name: string]: string | number };
  /** The number of matches that is shown. */
  count: number;
}

/** The result of a step for each detection. */
export interface Outcome {
  changed: string[];
  failed: { id: string; message: string }[];
  /** The path that undoes the step; undefined if it cannot be undone. */
  undoPath?: string | undefined;
}

/** The most detections that one request can update. */
export const changeAllMax = 500;

/** Sends one change. Throws if a single detection is rejected. For several, the outcome names the rejected ones. */
export async function sendChange({ rows, etag, matches }: Target, change: UpdateDetection): Promise<Outcome> {
  if (matches) return changeAll(matches, change);
  const ids = rows.map(({ id }) => id);
  const [id] = ids;
  if (id === undefined || ids.length > 1) return sendBulk({ ids, change });
  const headers = etag ? { "If-Match": etag } : {};
  await api.patch<UpdatedDetection>(`/v1/shadow-ai/${id}`, change, { headers });
  return { changed: [id], failed: [], undoPath: `/v1/shadow-ai/${id}/undo` };
}

/** Resolves or dismisses detections. Open ones are investigated in the same step, so that one undo restores them. */
export function sendDecision(target: Target, decision: UpdateDetection): Promise<Outcome> {
  return sendChange(target, { ...decision, investigate: true });
}

/**
 * Applies one change to every match of a filter. If the number of matches is not the expected one, nothing is changed
 * and the user confirms the new number.
 */
async function changeAll({ filter, count }: Matches, change: UpdateDetection): Promise<Outcome> {
  for (let expectedCount = count; ; ) {
    try {
      return await sendBulk({ filter, expectedCount, change });
    } catch (error) {
      const found = actualCountOf(error);
      if (found === 0 || found > changeAllMax || !(await confirmCount(expectedCount, found))) throw error;
      expectedCount = found;
    }
  }
}

/** 0 if the error is about something else. */
function actualCountOf(error: unknown): number {
  if (!(error instanceof ApiError) || error.code !== "conflict") return 0;
  const { actualCount } = error.members;
  return typeof actualCount === "number" ? actualCount : 0;
}

function confirmCount(before: number, now: number): Promise<boolean> {
  return confirm({
    title: texts.nowMatch(now),
    body: texts.listShowed(before),
    action: texts.updateAll(now),
  });
}

/** Undoes a step. Throws if a detection of a bulk change was not restored. */
export async function sendUndo(path: string): Promise<void> {
  const { updated = 1, results = [] } = await api.post<Partial<UpdatedDetections>>(path);
  const failed = results.flatMap((result) => ("error" in result ? [result] : []));
  const [first] = failed;
  if (!first) return;
  const message = texts.partlyRestored(updated, failed.length, first.id, first.message);
  throw new ApiError({ status: 409, code: first.error, message });
}

async function sendBulk(body: object): Promise<Outcome> {
  const { operationId, results } = await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", body);
  return {
    changed: results.flatMap((result) => ("error" in result ? [] : [result.id])),
    failed: results.flatMap((result) => ("error" in result ? [result] : [])),
    undoPath: operationId === null ? undefined : `/v1/shadow-ai/bulk/${operationId}/undo`,
  };
}
