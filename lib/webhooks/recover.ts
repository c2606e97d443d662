import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { validationFailed } from "@/lib/errors";
import { countFailed, type FailedRange, redeliverFailed } from "@/lib/webhooks/delivery-store";
import { enqueueDue } from "@/lib/webhooks/enqueue-due";
import { findActiveEndpoint } from "@/lib/webhooks/redeliver";
import { type RecoverDeliveries, type Recovery, recoverDaysMax } from "@/lib/webhooks/schemas-deliveries";

/** Deliveries of one transaction: a range may hold very many. */
const chunk = 500;

const day = 24 * 60 * 60 * 1000;

/**
 * Begins a new round of every FAILED delivery to an endpoint that was made in a range, oldest first. Throws `not_found`,
 * `conflict` while the endpoint is inactive, `validation_failed` for a range that is none or too far back.
 */
export async function recover(
  ctx: Context,
  endpointId: string,
  { since, until, dryRun }: RecoverDeliveries,
): Promise<Recovery> {
  const nowMs = ctx.clock.now();
  const range = { since: new Date(since), until: until === undefined ? new Date(nowMs) : new Date(until) };
  refuseRange(range, nowMs);
  await findActiveEndpoint(ctx, ctx.tx, endpointId);
  const matched = await countFailed(ctx.organisation.id, endpointId, range);
  const redelivered = dryRun ? 0 : await redeliverAll(ctx, endpointId, range);
  const { since: from, until: to } = range;
  return { matched, redelivered, dryRun, since: from.toISOString(), until: to.toISOString() };
}

/** What fails again in the meantime lies behind, and is not taken twice. */
async function redeliverAll(ctx: Context, endpointId: string, range: FailedRange): Promise<number> {
  let redelivered = 0;
  let afterId = "";
  for (;;) {
    const taken = await inTransaction(ctx.tx, async (tx) => {
      const now = new Date(ctx.clock.now());
      const due = await redeliverFailed(tx, ctx.organisation.id, endpointId, { ...range, afterId, limit: chunk, now });
      await enqueueDue(tx, due);
      return due;
    });
    redelivered += taken.length;
    const last = taken.at(-1);
    if (!last || taken.length < chunk) return redelivered;
    afterId = last.messageId;
  }
}

function refuseRange({ since, until }: FailedRange, nowMs: number): void {
  if (since.getTime() < nowMs - recoverDaysMax * day) {
    throw validationFailed([{ path: "since", message: `must be at most ${recoverDaysMax} days ago` }]);
  }
  if (until < since) throw validationFailed([{ path: "until", message: "must not be before since" }]);
}
