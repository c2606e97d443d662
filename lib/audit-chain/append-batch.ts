import type { Outcome } from "@/lib/audit-chain/append";
import { appendedEvent, draftOf } from "@/lib/audit-chain/append-event";
import { commitEvents } from "@/lib/audit-chain/commit-events";
import { type PreparedEvent, prepareEvent } from "@/lib/audit-chain/prepare";
import { AppendEvent, type BatchResult } from "@/lib/audit-chain/schemas";
import type { Context } from "@/lib/context";
import { type ErrorCode, type ErrorDetail, ServiceError, validationFailed } from "@/lib/errors";
import { validate } from "@/lib/http/validate";

type Checked = PreparedEvent | ServiceError;

/**
 * Appends up to 1,000 events in their order: all or none, or with `partial` each that can be. A whole batch that cannot
 * be appended throws one error that lists the problems of all its events by index; a partial one answers them.
 */
export async function appendBatch(ctx: Context, events: unknown[], partial: boolean): Promise<BatchResult> {
  const checked = events.map((event, index) => check(ctx, event, index));
  const problems = checked.flatMap((result, index) =>
    result instanceof ServiceError ? [{ index, error: result }] : [],
  );
  if (!partial) refuseWhole(problems);
  const prepared = checked.filter((result): result is PreparedEvent => !(result instanceof ServiceError));
  const outcomes = prepared.length > 0 ? await commitEvents(ctx, prepared, !partial) : [];
  if (!partial) refuseWhole(refusals(outcomes));
  return batchResult(ctx.organisation.id, checked, outcomes);
}

function check(ctx: Context, event: unknown, index: number): Checked {
  try {
    return prepareEvent(ctx, draftOf(ctx, validate(AppendEvent, event, `events[${index}]`)), `events[${index}].`);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

interface Problem {
  index: number;
  error: ServiceError;
}

function refusals(outcomes: Outcome[]): Problem[] {
  return outcomes.flatMap((outcome, index) => ("refused" in outcome ? [{ index, error: outcome.refused }] : []));
}

function refuseWhole(problems: Problem[]): void {
  const first = problems[0];
  if (!first) return;
  const details = problems.flatMap(({ index, error }) => error.details?.map((detail) => placed(detail, index)) ?? []);
  const severe = problems.find(({ error }) => error.code !== "validation_failed") ?? first;
  if (severe.error.code === "validation_failed") throw validationFailed(details);
  const message = `${problems.length} of the batch's events cannot be appended, so none was. ${severe.error.message}`;
  throw new ServiceError(severe.error.code, message, { details });
}

function placed(detail: ErrorDetail, index: number): ErrorDetail {
  return detail.path.startsWith("events[") ? detail : { ...detail, path: `events[${index}].${detail.path}` };
}

function batchResult(organisationId: string, checked: Checked[], outcomes: Outcome[]): BatchResult {
  let next = 0;
  const results = checked.map((result, index) => {
    if (result instanceof ServiceError) return failure(index, result);
    const outcome = outcomes[next++];
    if (outcome && "appended" in outcome) return { index, ...appendedEvent(organisationId, outcome) };
    if (outcome && "refused" in outcome) return failure(index, outcome.refused);
    throw new Error("an event of a batch has no outcome");
  });
  const failed = results.filter((result) => "error" in result).length;
  return { appended: results.length - failed, failed, results };
}

function failure(
  index: number,
  error: ServiceError,
): { index: number; error: ErrorCode; message: string; details?: ErrorDetail[] } {
  const details = error.details?.map((detail) => placed(detail, index));
  return { index, error: error.code, message: error.message, ...(details ? { details } : {}) };
}
