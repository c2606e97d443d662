import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendBatch } from "@/lib/domains/audit-chain";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { deliverStream } from "@/lib/domains/audit-streams/deliver-stream";
import type { StreamKey } from "@/lib/domains/audit-streams/delivery-store";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { createStream } from "@/lib/domains/audit-streams/streams";
import { registerModel } from "@/lib/domains/models";
import { createReceiver, type Receiver, respond } from "@/lib/domains/webhooks/testing/receiver";
import type { Context } from "@/lib/platform/core/context";
import type { Transport } from "@/lib/platform/outgoing/exchange";
import { guardedAgent } from "@/lib/platform/outgoing/guarded-agent";

/** A stream with its own receiver, in a new organisation whose clock the test sets. */
export interface Streaming {
  ctx: Context;
  clock: TestClock;
  modelId: string;
  receiver: Receiver;
  key: StreamKey;
  signingSecret: string;
  transport: Transport;
}

type Given = Partial<Parameters<typeof CreateAuditStream.parse>[0] & object>;

export async function createStreaming(
  answer: Receiver["answer"] = respond(200),
  given: Given & Record<string, unknown> = {},
): Promise<Streaming> {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
  const receiver = await createReceiver(answer);
  const input = CreateAuditStream.parse({
    name: "SIEM",
    url: receiver.url,
    compression: "none",
    maxDelaySeconds: 0,
    ...given,
  });
  const { id: streamId, signingSecret } = await createStream(ctx, input);
  const guard = { allowPrivateNetwork: true, ca: receiver.ca };
  const transport = { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
  onTestFinished(() => transport.pooled.destroy());
  const key = { organisationId: ctx.organisation.id, streamId };
  return { ctx, clock, modelId, receiver, key, signingSecret, transport };
}

export async function append(
  { ctx, modelId }: Streaming,
  count: number,
  more: Record<string, unknown> = {},
): Promise<void> {
  const events = Array.from({ length: count }, (_, i) => ({
    modelId,
    eventType: "INFERENCE",
    payload: { i },
    ...more,
  }));
  await appendBatch(ctx, events, false);
}

/** One run of the job, without its sleeps. */
export function deliver({ key, clock, transport }: Streaming, runId = "run_1", batchesMax?: number) {
  return deliverStream(key, runId, { clock, transport, timeoutMs: 5_000, random: () => 1 }, batchesMax);
}

/** A received batch. */
export interface Batch {
  id: string;
  from: number;
  to: number;
  events: (AuditEvent & { type: string })[];
}

export function batchesOf({ receiver }: Streaming): Batch[] {
  return receiver.requests.map(({ headers, bytes }) => {
    const text = (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    return {
      id: String(headers["webhook-id"]),
      from: Number(headers["x-stream-from"]),
      to: Number(headers["x-stream-to"]),
      events: text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Batch["events"][number]),
    };
  });
}

/** Positions in the order of arrival at a receiver that drops repeated batch IDs. */
export function positionsOf(streaming: Streaming): number[] {
  const byId = new Map(batchesOf(streaming).map((batch) => [batch.id, batch]));
  return [...byId.values()].flatMap(({ events }) => events.map(({ chainPosition }) => chainPosition));
}
