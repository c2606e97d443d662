import type { Tier } from "@/lib/platform/core/tiers";
import { apiClient } from "../support/api";
import { sampled } from "../support/scope";
import { expect, test } from "./fixtures";
import { burst, expectEndOfMinute, expectExactly, remainingOf, type Sent } from "./support/bursts";
import { readOpenApi } from "./support/openapi";

/** The limits of the API contract in requests per minute: Starter, Professional, Enterprise, Founding Partner. */
const reads = [200, 2_000, 20_000, 20_000] as const;
const writes = [100, 1_000, 10_000, 10_000] as const;
const tiers: Tier[] = ["STARTER", "PROFESSIONAL", "ENTERPRISE", "FOUNDING_PARTNER"];

interface Bucket {
  figures: readonly [number, number, number, number];
  method: string;
  path: string;
  body?: unknown;
  /** The expected status below the limit: a rejected request counts like any other. */
  status: number;
}

const buckets: Record<string, Bucket> = {
  "audit.list": { figures: [100, 500, 20_000, 20_000], method: "GET", path: "/v1/audit?limit=1", status: 200 },
  "audit.read": { figures: reads, method: "GET", path: "/v1/audit/evt_none", status: 404 },
  "audit.write": { figures: writes, method: "POST", path: "/v1/audit", body: {}, status: 400 },
  "audit.verify": {
    figures: reads,
    method: "POST",
    path: "/v1/audit/verify",
    body: { eventId: "evt_none" },
    status: 404,
  },
  "models.read": { figures: reads, method: "GET", path: "/v1/models/mdl_none", status: 404 },
  "models.write": { figures: writes, method: "POST", path: "/v1/models", body: { name: 1 }, status: 400 },
  "evidence.read": { figures: reads, method: "GET", path: "/v1/evidence?limit=1", status: 200 },
  "evidence.write": {
    figures: [20, 200, 2_000, 2_000],
    method: "POST",
    path: "/v1/evidence/epkg_none/download-url",
    status: 404,
  },
  "reports.read": { figures: reads, method: "GET", path: "/v1/reports?limit=1", status: 200 },
  "reports.write": {
    figures: [10, 50, 500, 500],
    method: "DELETE",
    path: "/v1/report-schedules/rsch_none",
    status: 404,
  },
  "shadow-ai.read": { figures: reads, method: "GET", path: "/v1/shadow-ai/sad_none", status: 404 },
  "sensors.write": { figures: writes, method: "POST", path: "/v1/sensors/observations", body: {}, status: 400 },
  "shadow-ai.write": { figures: writes, method: "POST", path: "/v1/shadow-ai/bulk", body: {}, status: 400 },
  "webhooks.read": { figures: reads, method: "GET", path: "/v1/webhooks?limit=1", status: 200 },
  "webhooks.write": { figures: writes, method: "DELETE", path: "/v1/webhooks/wh_none", status: 404 },
  "integrations.read": { figures: reads, method: "GET", path: "/v1/integrations?limit=1", status: 200 },
  "integrations.write": { figures: writes, method: "DELETE", path: "/v1/integrations/int_none", status: 404 },
  "alert-policies.read": { figures: reads, method: "GET", path: "/v1/alert-policies?limit=1", status: 200 },
  "alert-policies.write": { figures: writes, method: "DELETE", path: "/v1/alert-policies/pol_none", status: 404 },
  "erasures.write": { figures: writes, method: "POST", path: "/v1/audit/evt_none/erasure", body: {}, status: 400 },
  "legal-holds.read": { figures: reads, method: "GET", path: "/v1/legal-holds?limit=1", status: 200 },
  "legal-holds.write": { figures: writes, method: "POST", path: "/v1/legal-holds", body: {}, status: 400 },
  "evidence-documents.write": {
    figures: writes,
    method: "POST",
    path: "/v1/evidence-documents",
    body: {},
    status: 400,
  },
  "control-assignments.write": {
    figures: writes,
    method: "POST",
    path: "/v1/control-assignments",
    body: {},
    status: 400,
  },
  "api-keys.read": { figures: reads, method: "GET", path: "/v1/api-keys?limit=1", status: 200 },
  "api-keys.write": { figures: writes, method: "DELETE", path: "/v1/api-keys/key_none", status: 404 },
  "activity.read": { figures: reads, method: "GET", path: "/v1/activity", status: 200 },
  "mcp.call": { figures: reads, method: "POST", path: "/mcp", body: [], status: 400 },
  "other.read": { figures: reads, method: "GET", path: "/v1/nothing", status: 404 },
  "other.write": { figures: writes, method: "PUT", path: "/v1/audit", body: {}, status: 405 },
};

test("every bucket of the served operations is tested here", async ({ application }) => {
  const classes = (await readOpenApi(application.url)).map(({ rateClass }) => rateClass);
  const served = new Set([...classes, "mcp.call", "other.read", "other.write"].filter((name) => name !== "unlimited"));
  expect([...served].sort()).toEqual(Object.keys(buckets).sort());
});

const samples = ["audit.list", "other.read"];

for (const [name, { figures, method, path, body, status }] of Object.entries(buckets)) {
  const [limit] = figures;
  test(
    `in ${name}, Starter has exactly ${limit} requests per minute`,
    sampled(samples.includes(name)),
    async ({ makeOrganisation }) => {
      const answers = await burst(limit + 5, async () => {
        const { api } = await makeOrganisation({ tier: "STARTER" });
        return () => api.send(method, path, body);
      });
      expectExactly(limit, answers, status);
    },
  );
}

test("every tier has its limits in every bucket", async ({ makeOrganisation }) => {
  const measured: Record<string, unknown> = {};
  for (const tier of tiers) {
    const { api } = await makeOrganisation({ tier });
    for (const [name, { method, path, body }] of Object.entries(buckets)) {
      const answer = await api.send(method, path, body);
      measured[`${name} of ${tier}`] = [answer.headers.get("x-ratelimit-limit"), remainingOf(answer)];
    }
  }
  const expected = Object.entries(buckets).flatMap(([name, { figures }]) =>
    tiers.map((tier, i) => [`${name} of ${tier}`, [String(figures[i]), (figures[i] ?? 0) - 1]]),
  );
  expect(measured).toEqual(Object.fromEntries(expected));
});

test("an organisation's own limit applies to its bucket only, whether higher or lower", async ({
  makeOrganisation,
}) => {
  const large = await makeOrganisation({ tier: "FOUNDING_PARTNER", rateLimitOverrides: { "audit.list": 50_000 } });
  expect((await large.api.get("/v1/audit")).headers.get("x-ratelimit-limit")).toBe("50000");
  expect((await large.api.get("/v1/audit/evt_none")).headers.get("x-ratelimit-limit")).toBe("20000");

  const answers = await burst(8, async () => {
    const { api } = await makeOrganisation({ tier: "FOUNDING_PARTNER", rateLimitOverrides: { "audit.list": 3 } });
    return () => api.get("/v1/audit");
  });
  expectExactly(3, answers, 200);
});

test("an exhausted bucket does not affect other buckets", async ({ makeOrganisation }) => {
  const overrides = { "models.read": 1 };
  const { api } = await makeOrganisation({ tier: "STARTER", rateLimitOverrides: overrides });
  await burst(2, async () => () => api.get("/v1/models"));
  for (const [name, { method, path, body, status }] of Object.entries(buckets)) {
    if (name in overrides) continue;
    expect(await api.send(method, path, body), name).toMatchObject({ status });
  }
});

test("HEAD counts as GET", async ({ makeOrganisation }) => {
  const answers = await burst(3, async () => {
    const { api } = await makeOrganisation({ tier: "STARTER" });
    const methods = ["GET", "HEAD", "GET"];
    return () => api.send(methods.shift() ?? "GET", "/v1/models");
  });
  expect(answers.map(remainingOf)).toEqual([199, 198, 197]);
});

test("all responses report the state of their bucket and when it resets", async ({ organisation, proxied }) => {
  const anonymous = apiClient(proxied.url);
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const answers: Record<string, Sent> = {
    200: await api.get("/v1/models"),
    201: await api.post("/v1/audit", { modelId, eventType: "ALERT", payload: {} }),
    204: await api.delete(`/v1/api-keys/${(await organisation.key(["admin"])).id}`),
    400: await api.get("/v1/models?limit=0"),
    401: await anonymous.get("/v1/models", proxied.headers),
    403: await (await organisation.key(["admin"])).api.get("/v1/models"),
    404: await api.get("/v1/models/mdl_none"),
    405: await api.send("PUT", "/v1/models", {}),
    413: await api.post("/v1/models", "x".repeat(1024 * 1024 + 1)),
    415: await api.post("/v1/models", "x", { "Content-Type": "text/plain" }),
    422: await api.post("/v1/audit", { modelId: "mdl_none", eventType: "ALERT", payload: {} }),
  };
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.status).toBe(Number(status));
    expect(Number(answer.headers.get("x-ratelimit-limit")), status).toBeGreaterThanOrEqual(60);
    expect(remainingOf(answer), status).toBeGreaterThan(0);
    expectEndOfMinute(answer);
  }
});

const unlimited = {
  "/v1/openapi.json": 200,
  "/v1/verify/keys": 200,
  [`/v1/verify/sha256:${"0".repeat(64)}`]: 404,
  "/v1/evidence/epkg_none/download": 404,
  "/v1/reports/rep_none/download": 404,
};

test("unlimited paths have no rate limit headers", async ({ application, organisation }) => {
  for (const api of [apiClient(application.url), organisation.api]) {
    for (const [path, expected] of Object.entries(unlimited)) {
      const { status, headers } = await api.get(path);
      expect(status).toBe(expected);
      expect([...headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    }
  }
});

test("a batch uses one unit per event, and a batch that exceeds the limit uses none", async ({ makeOrganisation }) => {
  const sizes = [60, 40, 1];
  const answers = await burst(sizes.length, async () => {
    const { api, model } = await makeOrganisation({ tier: "STARTER" });
    const { id } = await model();
    const rest = [...sizes];
    return () => api.post("/v1/audit/batch", { events: events(id, rest.shift() ?? 0) });
  });
  expect(answers.map((answer) => [answer.status, remainingOf(answer)])).toEqual([
    [201, 40],
    [201, 0],
    [429, 0],
  ]);

  const { api, model } = await makeOrganisation({ tier: "STARTER" });
  const { id } = await model();
  const [tooMany, single] = await burst(2, async () => {
    const rest = [101, 1];
    return () => api.post("/v1/audit/batch", { events: events(id, rest.shift() ?? 0) });
  });
  expect(tooMany).toMatchObject({ status: 422, body: { error: "batch_exceeds_limit", maxEvents: 100 } });
  expect(single).toMatchObject({ status: 201 });
  const { body } = await api.get<{ pagination: { total: number } }>(`/v1/audit?modelId=${id}`);
  expect(body.pagination.total).toBe(1);
});

test("a batch and single events share a bucket", async ({ makeOrganisation }) => {
  const answers = await burst(3, async () => {
    const { api, model } = await makeOrganisation({ tier: "STARTER" });
    const { id } = await model();
    const [event] = events(id, 1);
    const steps = [
      () => api.post("/v1/audit", event),
      () => api.post("/v1/audit/batch", { events: events(id, 99) }),
      () => api.post("/v1/audit", event),
    ];
    return async () => (await steps.shift()?.()) ?? api.get("/v1/audit");
  });
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
});

function events(modelId: string, count: number) {
  return Array.from({ length: count }, () => ({ modelId, eventType: "INFERENCE", payload: {} }));
}
