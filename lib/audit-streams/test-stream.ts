import { genesisHash } from "@/lib/audit-chain";
import { batchId } from "@/lib/audit-streams/batching";
import type { StreamTest } from "@/lib/audit-streams/schemas";
import { findStream, lockStream } from "@/lib/audit-streams/store";
import { streamHeaders } from "@/lib/audit-streams/stream-headers";
import { openStreamSecret } from "@/lib/audit-streams/stream-secrets";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { serviceTransport, type Transport, tracedExchange } from "@/lib/webhooks";

/** Somebody waits for the answer. */
const testTimeoutMs = 10_000;

/**
 * Sends the receiver one line of type `stream.test`, signed and authorized as a batch is, and answers what became of it.
 * The stream's position does not move, and a paused one can be tested too. Throws `not_found`.
 */
export async function testStream(ctx: Context, id: string, transport?: Transport): Promise<StreamTest> {
  const organisationId = ctx.organisation.id;
  const stream = await findStream(ctx.tx, organisationId, id);
  if (!stream) throw notFound("audit stream");
  const locked = await inTransaction(ctx.tx, (tx) => lockStream(tx, organisationId, id));
  if (!locked) throw notFound("audit stream");
  const nowMs = ctx.clock.now();
  const sentAt = new Date(nowMs).toISOString();
  const body = `${JSON.stringify({ type: "stream.test", streamId: id, organisationId, sentAt })}\n`;
  const { position } = stream;
  const { outcome, error, statusCode, durationMs } = await tracedExchange(
    "audit stream",
    { "gas.stream.id": id },
    {
      url: stream.url,
      headers: streamHeaders(
        {
          ...{ streamId: id, from: position, to: position, events: 0, lastHash: genesisHash, body, isTest: true },
          batchId: batchId({ streamId: id, from: position, to: position, filterRevision: nowMs }),
        },
        {
          secrets: [openStreamSecret(locked.secret, organisationId, id, "signing")],
          authorization:
            locked.authorization && openStreamSecret(locked.authorization, organisationId, id, "authorization"),
          timestamp: Math.floor(nowMs / 1_000),
        },
      ),
      body,
      transport: transport ?? serviceTransport(),
      timeoutMs: testTimeoutMs,
    },
  );
  return { outcome, error, statusCode, durationMs };
}
