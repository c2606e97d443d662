import { advanceFollower, findHead, takeNews } from "@/lib/audit-chain";
import { findForgotten, wakeStreams as markWoken, type StreamKey } from "@/lib/audit-streams/delivery-store";
import { streamFollower } from "@/lib/audit-streams/record-change";
import type { Clock } from "@/lib/clock";
import { inTransaction, type Transaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";

/**
 * Has the streams of a chain that has grown looked after: who works on one already is told in its row, for the others there
 * is a job. As a follower of the chain this has then dealt with all of it: each stream knows its own position.
 */
export async function wakeStreams(organisationId: string, clock: Clock): Promise<number> {
  await takeNews(organisationId, streamFollower);
  const { position } = await findHead(organisationId);
  return inTransaction(undefined, async (tx) => {
    const streamIds = await markWoken(tx, organisationId, new Date(clock.now()));
    await enqueueDue(
      tx,
      streamIds.map((streamId) => ({ organisationId, streamId })),
    );
    await advanceFollower(tx, organisationId, streamFollower, position);
    return streamIds.length;
  });
}

/** What is due for this long, the job engine has lost. */
const forgottenMs = 60 * 1_000;
const sweepMax = 1_000;

/** Has streams looked after that are behind and that nobody came back to. Answers how many. */
export async function sweepStreams(clock: Clock): Promise<number> {
  const forgotten = await findForgotten(new Date(clock.now() - forgottenMs), sweepMax);
  await inTransaction(undefined, (tx) => enqueueDue(tx, forgotten));
  return forgotten.length;
}

async function enqueueDue(tx: Transaction, keys: StreamKey[]): Promise<void> {
  for (const { organisationId, streamId } of keys) {
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }], {
      key: `audit-streams/batch.due ${streamId}`,
    });
  }
}
