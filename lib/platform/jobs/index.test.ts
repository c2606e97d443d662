import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { startJobs } from "@/lib/platform/jobs";
import { onEvent } from "@/lib/platform/jobs/define";
import { deliveryDue, mailQueued, send } from "@/lib/platform/jobs/engine/testing";
import { retryOutbox } from "@/lib/platform/jobs/engine/worker-store";
import { registration } from "@/lib/platform/jobs/registration";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

/** An Inngest server's event API, as used by the service. */
const received: { path: string; events: { id: string; name: string; data: unknown }[] }[] = [];
let refusals = 1;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const events = JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[number]["events"];
  const isRefused = refusals-- > 0;
  if (!isRefused) received.push({ path: request.url ?? "", events });
  response.writeHead(isRefused ? 503 : 200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ ids: events.map(({ id }) => id), status: isRefused ? 503 : 200 }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  process.env.INNGEST_EVENT_KEY = "the-event-key";
  process.env.INNGEST_SIGNING_KEY = "signkey-test-00ff";
  process.env.INNGEST_BASE_URL = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());

it("with an Inngest server, events are sent to it with their own IDs once it knows the functions, and nothing runs in the service", async () => {
  let runs = 0;
  const jobs = await startJobs({
    jobs: [onEvent("mail/message.queued", { id: "remote", retries: 0 }, async () => runs++)],
  });
  try {
    expect(await metrics().registry.metrics()).toContain('gas_job_runs_total{function="remote",outcome="failed"} 0\n');
    const [mail, delivery] = [mailQueued(), deliveryDue(newId("webhookEndpoint"))];
    await send([mail, delivery]);
    const attempts = "SELECT FROM graphile_worker.jobs WHERE attempts > 0 AND locked_at IS NULL";
    await expect.poll(async () => (await pool().query(attempts)).rowCount, { timeout: 30_000 }).toBe(1);
    expect(received).toEqual([]);
    registration().isAccepted = true;
    await retryOutbox(pool());
    const outbox = async () => (await pool().query("SELECT FROM graphile_worker.jobs")).rowCount;
    await expect.poll(outbox, { timeout: 30_000 }).toBe(0);
    const [{ path, events } = { path: "", events: [] }, ...others] = received;
    expect([path, others]).toEqual(["/e/the-event-key", []]);
    expect(events).toMatchObject([mail, delivery]);
    const [job] = (events[0]?.id ?? "").split("-");
    expect(events.map(({ id }) => id)).toEqual([`${job}-0`, `${job}-1`]);
    expect((await pool().query("SELECT FROM job_runs")).rowCount).toBe(0);
    expect(runs).toBe(0);
  } finally {
    await jobs.close();
  }
});
