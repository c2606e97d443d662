import type { Answer } from "../support/api";
import { makeExceptionRequest } from "../support/exceptions";
import { onlyInFullRun } from "../support/scope";
import { expect, test } from "./fixtures";
import { type Operation, readKeyOperations, readOpenApi } from "./support/openapi";
import { declaration, gapOf, makeStock, type Stock } from "./support/stock";
import { storedRows } from "./support/stored-rows";
import { byId, event, missingModel } from "./tenants/by-id";
import { harmless, lists } from "./tenants/lists";

test("every operation is covered by this test", async ({ application }) => {
  const operations = await readOpenApi(application.url);
  const covered = [...Object.keys(byId), ...Object.keys(lists), ...harmless];
  expect(covered.sort()).toEqual(operations.map(({ name }) => name).sort());
  expect(operations.filter((one) => takesId(one) && harmless.includes(one.name)).map(({ name }) => name)).toEqual([]);
});

test("every operation returns the same response for another organisation's ID and an unknown one", async ({
  database,
  own: { organisation },
  other,
}) => {
  const stored = () => Promise.all([organisation, other.organisation].map(({ id }) => storedRows(database.owner, id)));
  let before = await stored();
  for (const [name, call] of Object.entries(byId)) {
    const [method = ""] = name.split(" ");
    const answer = async (id: string, sent: string) => {
      const headers = { ...call.headers, "X-Request-Id": "same" };
      const given = await organisation.api.send(sent, `/v1${call.path(id)}`, call.body?.(id), headers);
      return comparable(given, id);
    };
    for (const sent of method === "GET" ? ["GET", "HEAD"] : [method]) {
      const missing = await answer(call.missing, sent);
      expect.soft(missing.status, `${name}, sent as ${sent}`).toBe(call.status);
      expect.soft(await answer(call.id(other), sent), `${name}, sent as ${sent}`).toEqual(missing);
    }
    const after = await stored();
    expect.soft(after, `${name} stores nothing`).toEqual(before);
    before = after;
  }
});

test("no list returns another organisation's data", async ({ own: { organisation }, other }) => {
  const foreign = [
    other.organisation.id,
    other.model.id,
    other.event.id,
    other.endpoint.id,
    other.integration.id,
    other.stream.id,
    other.policy.id,
    other.hold.id,
    other.finding.id,
    other.evidence.id,
    other.report.id,
    other.schedule.id,
    other.detection.id,
    other.exceptionRequest.id,
    other.member.id,
    other.mailId,
    other.importId,
    other.overriddenHost,
    other.organisation.apiKey.id,
  ];
  for (const [name, paths] of Object.entries(lists)) {
    for (const path of paths(other)) {
      const { status, body } = await organisation.api.get<unknown>(`/v1${path}`);
      expect.soft(status, `${name}: ${path}`).toBe(200);
      const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
      expect
        .soft(
          foreign.filter((id) => text.includes(id)),
          `${name}: ${path}`,
        )
        .toEqual([]);
    }
  }
});

test("returns 404 for another organisation's delivery, also under its own endpoint", async ({
  database,
  own: { endpoint, organisation },
  other: { deliveryId, organisation: otherOrganisation },
}) => {
  const before = await storedRows(database.owner, otherOrganisation.id);
  for (const [method, below] of [
    ["GET", ""],
    ["POST", "/redeliver"],
  ] as const) {
    const answer = async (id: string) => {
      const path = `/v1/webhooks/${endpoint.id}/deliveries/${id}${below}`;
      return comparable(await organisation.api.send(method, path, undefined, { "X-Request-Id": "same" }), id);
    };
    const missing = await answer("we_01kahbc2g8m9n4q6r1s7t3v5wx");
    expect(missing.status).toBe(404);
    expect(await answer(deliveryId)).toEqual(missing);
  }
  expect(await storedRows(database.owner, otherOrganisation.id)).toEqual(before);
});

test("a filter by another organisation's model returns the same as an unknown model", async ({
  own: { organisation },
  other,
}) => {
  for (const path of ["/v1/audit?", "/v1/audit/export?", "/v1/audit/export?format=csv&"]) {
    const foreign = await organisation.api.get(`${path}modelId=${other.model.id}`);
    const missing = await organisation.api.get(`${path}modelId=${missingModel}`);
    expect(foreign).toMatchObject({ status: 200 });
    expect(foreign.body).toEqual(missing.body);
  }
});

/** The resources whose lists are below a path with an ID, by its first segment. */
const parents: Record<string, "integration" | "detection" | "endpoint"> = {
  integrations: "integration",
  "shadow-ai": "detection",
};

test("a cursor of one organisation is invalid_cursor in every other one", async ({ application, own, other }) => {
  const { organisation } = own;
  const { organisation: otherOrganisation } = other;
  await otherOrganisation.key(["audit:read"]);
  await otherOrganisation.endpoint();
  await makeExceptionRequest(otherOrganisation);
  const paged = (await readKeyOperations(application.url)).filter(({ parameters }) =>
    parameters.some(({ name }) => name === "cursor"),
  );
  expect(paged.length).toBeGreaterThan(0);
  for (const { path } of paged) {
    const above = (stock: Stock) => stock[parents[path.split("/")[1] ?? ""] ?? "endpoint"];
    const first = (stock: Stock) => `/v1${path.replace("{id}", above(stock).id)}?limit=1`;
    const page = await otherOrganisation.api.get<{ pagination: { nextCursor: string } }>(first(other));
    const { nextCursor } = page.body.pagination;
    expect(nextCursor, `${path} has two pages`).toMatch(/^cur_/);
    expect(await otherOrganisation.api.get(`${first(other)}&cursor=${nextCursor}`)).toMatchObject({ status: 200 });
    expect(await organisation.api.get(`${first(own)}&cursor=${nextCursor}`)).toMatchObject({
      status: 400,
      body: { error: "invalid_cursor" },
    });
  }
});

test(
  "two organisations can use the same Idempotency-Key independently",
  onlyInFullRun,
  async ({ organisation, otherOrganisation }) => {
    const headers = { "Idempotency-Key": "ide_same" };
    const dateRange = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
    const requests: Record<string, (stock: Stock) => unknown> = {
      "/v1/audit": ({ model }) => event(model.id),
      "/v1/audit/batch": ({ model }) => ({ events: [event(model.id)] }),
      "/v1/evidence/generate": ({ model }) => ({
        modelId: model.id,
        framework: "ISO_42001",
        dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" },
      }),
      "/v1/models": () => ({ name: "The same" }),
      "/v1/webhooks": () => ({ url: "https://hooks.example.com/", events: ["evidence.expired"] }),
      "/v1/integrations": () => ({ kind: "JIRA", name: "The same" }),
      "/v1/audit-streams": () => ({ name: "The same", url: "https://siem.example.com/", status: "PAUSED" }),
      "/v1/alert-policies": () => ({ name: "The same", rule: { minSeverity: "HIGH" }, enabled: false }),
      "/v1/legal-holds": () => ({ name: "The same", reason: "A trial." }),
      "/v1/evidence-documents": () => declaration,
      "/v1/control-assignments": ({ model, assignment }) => gapOf(model.id, assignment.assignedTo),
      "/v1/reports/shadow-ai": () => ({ dateRange }),
      "/v1/reports/audit-activity": () => ({ dateRange, format: "CSV" }),
      "/v1/reports/chain-integrity": () => ({ dateRange, format: "JSON" }),
      "/v1/report-schedules": () => ({
        ...{ name: "The same", kind: "shadow-ai", cron: "0 7 1 * *", covers: "PREVIOUS_MONTH", enabled: false },
      }),
      "/v1/api-keys": () => ({ name: "The same", scopes: ["audit:read"] }),
    };
    const stocks = [await makeStock(organisation), await makeStock(otherOrganisation)];
    for (const [path, body] of Object.entries(requests)) {
      for (const stock of stocks) {
        const { api } = stock.organisation;
        const first = await api.post(path, body(stock), headers);
        const second = await api.post(path, body(stock), headers);
        expect(first.status).toBe(/^\/v1\/(?:evidence|reports)\//.test(path) ? 202 : 201);
        expect(first.headers.get("idempotent-replayed")).toBeNull();
        expect(second.headers.get("idempotent-replayed")).toBe("true");
      }
    }
  },
);

test("one organisation's usage does not reduce another's limits", async ({ makeOrganisation }) => {
  const overrides = { tier: "STARTER", rateLimitOverrides: { "models.read": 1 } } as const;
  const [one, other] = [await makeOrganisation(overrides), await makeOrganisation(overrides)];
  await one.api.get("/v1/models");
  await one.api.get("/v1/models");
  expect(await other.api.get("/v1/models")).toMatchObject({ status: 200 });
});

/** Whether an operation takes an ID: in its path, or as a member of its body. In an override, it is a provider's ID. */
function takesId({ path, bodyMembers }: Operation): boolean {
  if (path.endsWith("/{host}")) return false;
  return /\{(?!(?:file|packageHash)\})/.test(path) || bodyMembers.some((member) => /^ids?$|Ids?$/.test(member));
}

/** A response without the parts that differ between requests, and without the requested ID. */
function comparable({ status, headers, body }: Answer<unknown>, id: string) {
  const passing = ["date", "x-ratelimit-remaining", "x-ratelimit-reset"];
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !passing.includes(name))),
    body: JSON.parse(JSON.stringify(body ?? null).replaceAll(id, "the id")) as unknown,
  };
}
