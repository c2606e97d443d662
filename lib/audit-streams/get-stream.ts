import type { AuditStream, StreamBatchList } from "@/lib/audit-streams/schemas";
import { findBatches, findStream, type StandingStream } from "@/lib/audit-streams/store";
import { toStream } from "@/lib/audit-streams/to-stream";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** A stream of the organisation, as it stands; throws `not_found`, also for one that was deleted. */
export async function getStream(ctx: Context, id: string): Promise<AuditStream> {
  return toStream(await requireStream(ctx, id));
}

/** The newest attempts to deliver batches of a stream, newest first, at most a hundred; throws `not_found`. */
export async function listBatches(ctx: Context, id: string): Promise<StreamBatchList> {
  await requireStream(ctx, id);
  const batches = await findBatches(ctx.organisation.id, id);
  return { data: batches.map((batch) => ({ ...batch, startedAt: batch.startedAt.toISOString() })) };
}

async function requireStream(ctx: Context, id: string): Promise<StandingStream> {
  const stored = await findStream(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("audit stream");
  return stored;
}
