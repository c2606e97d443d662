import { createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { provideSingleton } from "@/lib/platform/core/testing";
import { onEvent } from "@/lib/platform/jobs/define";
import { jobs } from "@/lib/platform/jobs/registry";
import { GET, POST, PUT } from "./route.api";

const signingKey = "signkey-test-0123456789abcdef";
const environment: Record<string, string | undefined> = {};
const done: unknown[] = [];
const job = onEvent("mail/message.queued", { id: "send", retries: 0 }, async ({ data, step }) => {
  await step.run("send", async () => done.push(data));
});

beforeAll(() => {
  provideSingleton("env", environment);
  jobs.push(job);
});

afterAll(() => jobs.splice(jobs.indexOf(job), 1));

beforeEach(() => {
  Object.assign(environment, {
    NODE_ENV: "production",
    LOG_LEVEL: "silent",
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_DEV: undefined,
  });
  done.length = 0;
});

const event = { id: "1-0", name: "mail/message.queued", data: { mailId: "mail_1" }, ts: 1 };
const call = {
  version: 2,
  event,
  events: [event],
  steps: {},
  ctx: { run_id: "01", attempt: 0, stack: { stack: [], current: 0 } },
};
const url = "http://localhost/api/inngest?fnId=governance-audit-service-send&stepId=step";

function signature(body: unknown, { key = signingKey, ageSeconds = 0 } = {}): string {
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  const mac = createHmac("sha256", key.replace(/^signkey-\w+-/, ""))
    .update(`${canonicalize(body)}${at}`)
    .digest("hex");
  return `t=${at}&s=${mac}`;
}

function request(method: string, body: unknown, headers: Record<string, string> = {}): Request {
  const common = { host: "localhost", "content-type": "application/json" };
  return new Request(url, {
    method,
    headers: { ...common, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const context = { params: Promise.resolve({}) };

describe("with an Inngest server", () => {
  it("a signed call runs the function and returns a signed response", async () => {
    const response = await POST(request("POST", call, { "x-inngest-signature": signature(call) }), context);
    expect(response.status).toBe(206);
    expect(await response.json()).toMatchObject([{ op: "StepRun", name: "send" }]);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=[0-9a-f]{64}$/);
    expect(done).toEqual([event.data]);
  });

  it.each([
    ["without a signature", () => ({})],
    ["signed with another key", () => ({ "x-inngest-signature": signature(call, { key: "signkey-test-00" }) })],
    ["signed for another body", () => ({ "x-inngest-signature": signature({ ...call, steps: { a: null } }) })],
    ["signed six minutes ago", () => ({ "x-inngest-signature": signature(call, { ageSeconds: 360 }) })],
  ])("a call %s is rejected and runs nothing", async (_name, headers) => {
    const response = await POST(request("POST", call, headers()), context);
    expect(response.status).toBe(401);
    expect(done).toEqual([]);
  });

  it("registering and listing functions requires a signature", async () => {
    expect((await PUT(request("PUT", { url: "http://evil.example" }), context)).status).toBe(401);
    expect((await GET(request("GET", undefined), context)).status).toBe(401);
  });

  it("the SDK's own environment variables do not disable signatures", async () => {
    vi.stubEnv("INNGEST_DEV", "1");
    expect((await POST(request("POST", call), context)).status).toBe(401);
    expect(done).toEqual([]);
  });

  it("a development server is rejected in production", async () => {
    environment.INNGEST_DEV = "http://localhost:8288";
    expect((await POST(request("POST", call), context)).status).toBe(500);
    expect(done).toEqual([]);
  });
});

describe("with embedded jobs", () => {
  it.each([
    ["GET", GET],
    ["PUT", PUT],
    ["POST", POST],
  ] as const)("%s returns 404, signed or not", async (method, handler) => {
    Object.assign(environment, { INNGEST_EVENT_KEY: undefined, INNGEST_SIGNING_KEY: undefined });
    const body = method === "GET" ? undefined : call;
    const response = await handler(request(method, body, { "x-inngest-signature": signature(call) }), context);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "not_found" });
  });
});
