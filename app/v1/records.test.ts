import pino from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { scopes } from "@/lib/platform/core/roles";
import { provideSingleton } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/** Everything that is logged at any level, unredacted. */
const logged: string[] = [];

ownTestDatabase();
beforeAll(() => {
  provideSingleton("log", pino({ level: "trace" }, { write: (line) => logged.push(line) }));
});
let key: string;

beforeAll(async () => {
  key = (await createApiKey(await createTestContext(systemClock), { name: "test", scopes: [...scopes] })).key;
});

type Body = Record<string, unknown> & { id: string; data: unknown[] };

const send = (method: string, path: string, sent: Parameters<typeof callApi>[2] = {}) =>
  callApi<Body>(method, `/v1/${path}`, { key, ...sent });

/** Records that are created, read and listed below one path. */
interface Resource {
  path: string;
  input: object;
  /** A change with `If-Match`, if records have versions. */
  change?: object;
  isKept?: boolean;
  /** The member that is returned once, and the operation that replaces it. */
  secret?: { member: string; rotation: string };
}

const resources: Resource[] = [
  {
    path: "webhooks",
    input: { url: "https://example.com/t0ken", events: ["audit.created"] },
    change: { description: "b" },
    secret: { member: "signingSecret", rotation: "rotate-secret" },
  },
  {
    path: "audit-streams",
    input: { name: "a", url: "https://example.com/t0ken", authorization: "Splunk t0ken" },
    change: { name: "b" },
    secret: { member: "signingSecret", rotation: "rotate-secret" },
  },
  {
    path: "integrations",
    input: { kind: "GITHUB", name: "a" },
    change: { name: "b" },
    secret: { member: "secret", rotation: "rotate-secret" },
  },
  { path: "alert-policies", input: { name: "a", rule: { minSeverity: "HIGH" } }, change: { name: "b" } },
  {
    path: "report-schedules",
    input: { name: "a", kind: "shadow-ai", format: "PDF", cron: "0 7 * * *", covers: "PREVIOUS_DAY" },
    change: { name: "b" },
  },
  { path: "models", input: { name: "a" }, change: { version: "2" }, isKept: true },
  { path: "legal-holds", input: { name: "a", reason: "r" } },
  {
    path: "evidence-documents",
    input: {
      ...{ framework: "EU_AI_ACT_ANNEX_IV", requirement: "8", title: "Declaration" },
      contentHash: `sha256:${"a".repeat(64)}`,
    },
  },
  { path: "members", input: { name: "a", email: "a@example.com", role: "VIEWER" } },
  {
    path: "api-keys",
    input: { name: "a", scopes: ["audit:write"] },
    secret: { member: "key", rotation: "rotate" },
  },
];

const without = ({ body }: { body: Body }, { secret }: Resource) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== secret?.member));

describe.each(resources)("$path", (resource) => {
  const { path, input, change, isKept = false, secret } = resource;

  test("a record is created, read and listed", async () => {
    const created = await send("POST", path, {
      body: { ...input, ...(path === "members" && { email: "b@example.com" }) },
    });
    expect(created.status).toBe(201);
    const shown = without(created, resource);
    const one = `${path}/${shown.id}`;
    expect((await send("GET", one)).body).toEqual(shown);
    expect((await send("GET", `${path}?limit=1`)).body.data).toEqual([shown]);
  });

  test.runIf(change)("a change requires the version that was read, and a deleted record is not found", async () => {
    const created = await send("POST", path, { body: input });
    const one = `${path}/${created.body.id}`;
    const etag = created.headers.get("etag") ?? "";
    expect([created.headers.get("location"), etag]).toEqual([`/v1/${one}`, expect.stringMatching(/^".+"$/)]);
    expect((await send("GET", one)).headers.get("etag")).toBe(etag);
    const given = { body: change, headers: { "if-match": etag } };
    const changed = await send("PATCH", one, given);
    expect(changed).toMatchObject({ status: 200, body: { ...change } });
    const stale = await send("PATCH", one, given);
    expect(stale).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
    expect(stale.headers.get("etag")).toBe(changed.headers.get("etag"));
    expect((await send("GET", one)).headers.get("etag")).toBe(changed.headers.get("etag"));
    if (isKept) return;
    for (const status of [204, 404]) expect((await send("DELETE", one)).status).toBe(status);
    expect((await send("GET", one)).status).toBe(404);
  });

  test("a repeated creation or rotation has one effect, and no secret is returned twice, stored or logged", async () => {
    const headers = { "idempotency-key": `once ${path}` };
    const created = await send("POST", path, { body: input, headers });
    const calls = [[path, input, created] as const];
    if (secret) {
      const rotation = `${path}/${created.body.id}/${secret.rotation}`;
      calls.push([rotation, {}, await send("POST", rotation, { body: {}, headers })]);
    }
    for (const [url, body, first] of calls) {
      const again = await send("POST", url, { body, headers });
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
      expect(again.body).toEqual(without(first, resource));
      if (!secret) continue;
      const value = String(first.body[secret.member]);
      expect(value.length).toBeGreaterThan(40);
      const { rows } = await pool().query("SELECT response FROM idempotency_keys");
      expect(JSON.stringify(rows)).not.toContain(value.slice(9, 39));
      expect(logged.join("")).not.toContain(value.slice(9, 39));
    }
    expect((await send("POST", path, { body: { ...input, name: "other" }, headers })).status).not.toBe(201);
  });
});

test("requests are logged without the secret parts of URLs and headers, also when they are rejected", async () => {
  await send("POST", "webhooks", { body: { url: "http://example.com/t0ken", events: [] } });
  expect(logged.join("")).toContain("/v1/webhooks");
  expect(logged.join("")).not.toContain("t0ken");
});
