import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/platform/database/db";
import { startJobs } from "@/lib/platform/jobs";
import { inngestHandler } from "@/lib/platform/jobs/client";
import { onEvent } from "@/lib/platform/jobs/define";
import { mailQueued, send } from "@/lib/platform/jobs/engine/testing";
import { registration, startRegistration } from "@/lib/platform/jobs/registration";
import { type InngestServer, startInngestServer } from "@/lib/platform/jobs/testing/inngest-server";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const soon = { timeout: 50_000, interval: 20 };
const ran: string[] = [];
const failed: string[] = [];
const org = "org_00000000000000000000000001";

/** Functions of a process; the data of their events determines their behaviour. */
const jobs = [
  onEvent(
    "mail/message.queued",
    { id: "mail", retries: 1, onFailure: async ({ error }) => void failed.push(error.message) },
    async ({ data, step }) => {
      await step.run("send", async () => {
        ran.push(data.mailId);
        if (data.mailId === "mail_refused") throw new Error("refused");
      });
    },
  ),
  onEvent("audit/chain.grown", { id: "endless", retries: 0 }, async ({ step }) => {
    for (let part = 1; ; part++) await step.run(`part-${part}`, async () => part);
  }),
  onEvent("audit/chain.watched", { id: "sleeper", retries: 0 }, async ({ step }) => {
    await step.sleep("long", 3_600_000);
    ran.push("slept");
  }),
];

let server: InngestServer;
let origin: string;
const application = createServer(async (request, response) => {
  const init = { method: request.method ?? "GET", headers: request.headers as HeadersInit };
  const body = await buffer(request);
  const answer = await inngestHandler(jobs)(
    new Request(`${origin}${request.url}`, { ...init, body: new Uint8Array(body) }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  server = await startInngestServer({ retryMs: 10, stepsMax: 20 });
  Object.assign(process.env, {
    LOG_LEVEL: "silent",
    PUBLIC_URL: "https://public.example.com",
    INNGEST_SERVE_ORIGIN: origin,
    INNGEST_BASE_URL: server.url,
    INNGEST_EVENT_KEY: server.eventKey,
    INNGEST_SIGNING_KEY: server.signingKey,
  });
  server.kill();
  const registration = startRegistration("http://127.0.0.1:1", jobs);
  const engine = await startJobs({ jobs });
  closing.push(registration.close, engine.close);
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await server.close();
  application.close();
});

const statusesOf = (id: string) =>
  server.runs.filter(({ functionId }) => functionId === `governance-audit-service-${id}`).map(({ status }) => status);

it("a process registers its functions under INNGEST_SERVE_ORIGIN, and retries until the server accepts them", async () => {
  expect(registration().state).toBe("pending");
  expect(server.registrations()).toBe(0);
  server.restart();
  await expect.poll(() => registration().state, soon).toBe("registered");
  expect(server.functions().map(({ id }) => id)).toContain("governance-audit-service-mail");
  for (const { url } of server.functions()) expect(url.startsWith(`${origin}/api/inngest?fnId=`)).toBe(true);
});

it("counts completed, retried and failed runs like the embedded engine", async () => {
  await send([mailQueued("mail_sent"), mailQueued("mail_refused")]);
  await expect.poll(() => failed, soon).toEqual(["refused"]);
  await expect.poll(() => statusesOf("mail").toSorted(), soon).toEqual(["completed", "failed"]);
  expect(ran.toSorted()).toEqual(["mail_refused", "mail_refused", "mail_sent"]);
  const text = await metrics().registry.metrics();
  for (const outcome of ["completed", "retried", "failed"])
    expect(text).toContain(`gas_job_runs_total{function="mail",outcome="${outcome}"} 1\n`);
  expect(text).toContain('gas_job_runs_total{function="mail-failure",outcome="completed"} 1\n');
  expect(text).toContain('gas_job_failures_total{function="mail"} 2\n');
  expect(text).toContain('gas_job_run_duration_seconds_count{function="mail"} 2\n');
});

it("a server ends runs with too many steps, and does not continue cancelled runs", async () => {
  await send([
    { name: "audit/chain.grown", data: { organisationId: org } },
    { name: "audit/chain.watched", data: { organisationId: org } },
  ]);
  await expect.poll(() => statusesOf("sleeper"), soon).toEqual(["sleeping"]);
  server.cancel("governance-audit-service-sleeper");
  expect(statusesOf("sleeper")).toEqual(["cancelled"]);
  await expect.poll(() => statusesOf("endless"), soon).toEqual(["failed"]);
  expect(server.runs.find(({ functionId }) => functionId.endsWith("endless"))?.error?.message).toContain(
    "too many steps",
  );
  expect(ran).not.toContain("slept");
});

it("after an outage in which the server lost its registration, the process registers again and sends its events immediately", {
  tags: "full",
  timeout: 80_000,
}, async () => {
  server.kill({ losesRegistration: true });
  await send([mailQueued("mail_later")]);
  await send([mailQueued("mail_failing")]);
  await expect
    .poll(async () => (await metrics().registry.metrics()).includes('gas_jobs_queue_depth{state="scheduled"} 2'), soon)
    .toBe(true);
  await expect.poll(() => registration().state, soon).toBe("pending");
  // As after many attempts.
  await pool().query("UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE attempts > 0");
  // The last attempt of one entry ends only after the server has accepted the functions.
  const lock = (at: string, by: string) =>
    pool().query(`UPDATE graphile_worker._private_jobs SET locked_at = ${at}, locked_by = ${by}
      WHERE payload::text LIKE '%mail_failing%'`);
  await lock("now()", "'another'");
  server.restart();
  await expect.poll(() => ran, soon).toContain("mail_later");
  await lock("NULL", "NULL");
  await expect.poll(() => ran, soon).toContain("mail_failing");
  expect(server.registrations()).toBe(2);
});
