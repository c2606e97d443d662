import { appendInTransaction, followChain, unfollowChain } from "@/lib/audit-chain";
import { findStream, hasActiveStream } from "@/lib/audit-streams/store";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";

/** The name under which streams follow a chain. */
export const streamFollower = "audit-streams";

export type StreamChangeKind =
  | "AUDIT_STREAM_CREATED"
  | "AUDIT_STREAM_UPDATED"
  | "AUDIT_STREAM_DELETED"
  | "AUDIT_STREAM_DISABLED"
  | "AUDIT_STREAM_SECRET_ROTATED";

/** What the chain is told of a stream. */
interface Told {
  id: string;
  name: string;
  url: string;
  state: string;
}

/**
 * Ends a change of an organisation's streams, as the last thing in its transaction: the chain is followed exactly while a
 * stream works, one that works is looked after, and the change is an event on the chain, by whoever made it. Of the URL the
 * event has its host only, because a path may be a secret. The caller holds the lock of the organisation's streams.
 */
export async function recordStreamChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: StreamChangeKind; stream: Told; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, stream, more = {} } = change;
  const organisationId = ctx.organisation.id;
  if (await hasActiveStream(tx, organisationId)) {
    await followChain(tx, organisationId, streamFollower, { gathers: true });
  } else {
    await unfollowChain(tx, organisationId, streamFollower);
  }
  const { id: streamId, name, url, state } = stream;
  if (state === "ACTIVE" && (await findStream(tx, organisationId, streamId))) {
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }]);
  }
  await appendInTransaction(ctx, tx, [
    {
      eventType: "CONFIG_CHANGE",
      payload: { kind, streamId, name, host: new URL(url).host, state, ...more },
      records: [{ table: "audit_streams", id: streamId }],
    },
  ]);
}
