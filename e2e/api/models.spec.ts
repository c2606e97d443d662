import type { Pagination } from "@/lib/http/schemas";
import type { Model } from "@/lib/models/schemas";
import { expect, test } from "./fixtures";

interface Page {
  data: Model[];
  pagination: Pagination;
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a model is registered with what is known of it, found at its Location, and read back", async ({
  organisation,
}) => {
  const { api, id: organisationId } = organisation;
  const given = {
    name: "  Credit scoring ",
    version: "2026.1",
    provider: "openai",
    riskTier: "HIGH",
    ownerEmail: "model-risk@example.com",
    description: "Scores consumer credit applications.",
    allowedEndpoints: [{ host: "API.OpenAI.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16", "2001:db8::/32"] }],
  };
  const registered = await api.post<Model>("/v1/models", given);
  expect(registered.status).toBe(201);
  const { body: model, headers } = registered;
  expect(model).toEqual({
    ...given,
    id: expect.stringMatching(/^mdl_[0-9a-z]{20,}$/),
    organisationId,
    name: "Credit scoring",
    allowedEndpoints: [{ ...given.allowedEndpoints[0], host: "api.openai.com" }],
    archived: false,
    system: false,
    createdAt: expect.stringMatching(iso),
    updatedAt: model.createdAt,
  });
  expect(headers.get("location")).toBe(`/v1/models/${model.id}`);
  const read = await api.get<Model>(headers.get("location") ?? "");
  expect(read).toMatchObject({ status: 200, body: model });
  expect(read.headers.get("etag")).toBe(headers.get("etag"));
});

test("a model needs no more than a name, and names need not be unique", async ({ organisation }) => {
  const { api } = organisation;
  const first = await api.post<Model>("/v1/models", { name: "A model" });
  const second = await api.post<Model>("/v1/models", { name: "A model" });
  expect(first.body).toMatchObject({
    version: null,
    provider: null,
    riskTier: null,
    ownerEmail: null,
    description: null,
  });
  expect(first.body.allowedEndpoints).toEqual([]);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

test("an archived model takes no events until it is taken out of the archive", async ({ organisation }) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const append = () => api.post("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  const archive = (archived: boolean) => api.patch<Model>(`/v1/models/${modelId}`, { archived });

  expect((await append()).status).toBe(201);
  expect(await archive(true)).toMatchObject({ status: 200, body: { archived: true } });
  const refused = await append();
  expect(refused).toMatchObject({ status: 422, body: { error: "model_not_registered" } });
  expect(String(refused.body["message"])).toContain("archived");
  expect(await api.post("/v1/audit/batch", { events: [{ modelId, eventType: "ALERT", payload: {} }] })).toMatchObject({
    status: 422,
  });
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(1);

  expect(await archive(false)).toMatchObject({ status: 200, body: { archived: false } });
  expect((await append()).status).toBe(201);
});

test("the refusal of an unknown model says how to register one", async ({ organisation }) => {
  const { body } = await organisation.api.post("/v1/audit", { modelId: "mdl_x", eventType: "ALERT", payload: {} });
  expect(String(body["message"])).toContain("POST /v1/models");
});

test("a change sets what it names, null clears, and what stays the same is no change", async ({ organisation }) => {
  const { api } = organisation;
  const before = await organisation.model({ version: "1", provider: "openai", riskTier: "LOW" });
  const path = `/v1/models/${before.id}`;
  const changed = await api.patch<Model>(path, { version: "2", provider: null, ownerEmail: "a@example.com" });
  const expected = { ...before, version: "2", provider: null, ownerEmail: "a@example.com" };
  expect(changed.body).toEqual({ ...expected, updatedAt: changed.body.updatedAt });
  expect(changed.body.updatedAt >= before.updatedAt).toBe(true);

  const same = await api.patch<Model>(path, { version: "2", riskTier: "LOW" });
  expect(same).toMatchObject({ status: 200, body: changed.body });
  expect(same.headers.get("etag")).toBe(changed.headers.get("etag"));
});

test("of two changes by the same ETag the second is refused", async ({ organisation }) => {
  const { api } = organisation;
  const { id } = await organisation.model();
  const path = `/v1/models/${id}`;
  const etag = (await api.get(path)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  const [one, other] = await Promise.all(
    ["One", "Other"].map((name) => api.patch<Model>(path, { name }, { "If-Match": etag })),
  );
  expect([one?.status, other?.status].sort()).toEqual([200, 412]);
  const [kept, refused] = one?.status === 200 ? [one, other] : [other, one];
  expect(refused?.body).toMatchObject({ error: "precondition_failed" });
  const read = await api.get<Model>(path);
  expect(read.body).toEqual(kept?.body);
  const next = { "If-Match": `"outdated", ${read.headers.get("etag")}` };
  expect(await api.patch(path, { name: "Third" }, next)).toMatchObject({ status: 200 });
  expect(await api.patch(path, { name: "Fourth" }, { "If-Match": "*" })).toMatchObject({ status: 200 });
});

test("the system model is listed, takes events and cannot be changed", async ({ organisation }) => {
  const { api, systemModelId } = organisation;
  const { data } = (await api.get<Page>("/v1/models")).body;
  expect(data.filter(({ system }) => system).map(({ id }) => id)).toEqual([systemModelId]);
  for (const change of [{ name: "Mine" }, { archived: true }]) {
    expect(await api.patch(`/v1/models/${systemModelId}`, change)).toMatchObject({
      status: 409,
      body: { error: "conflict" },
    });
  }
});

test("models are listed newest first by every filter, page by page", async ({ organisation }) => {
  const { api } = organisation;
  const made: Model[] = [];
  for (let n = 0; n < 9; n++) {
    const provider = n % 2 === 0 ? "openai" : "anthropic";
    made.unshift(await organisation.model({ name: `Model ${n} 100%_x`, provider, riskTier: n < 3 ? "HIGH" : "LOW" }));
  }
  // What is made in the same millisecond is in no order but that of its ids.
  made.sort((one, other) => (one.id < other.id ? 1 : -1));
  const [newest] = made;
  await api.patch(`/v1/models/${newest?.id}`, { archived: true });
  const filters: [query: string, matches: (model: Model) => boolean][] = [
    ["provider=openai", ({ provider }) => provider === "openai"],
    ["riskTier=HIGH", ({ riskTier }) => riskTier === "HIGH"],
    ["archived=true", ({ id }) => id === newest?.id],
    ["archived=false&q=model", ({ id }) => id !== newest?.id],
    ["q=MODEL%207", ({ name }) => name.includes("Model 7")],
    ["q=100%25_", () => true],
    ["q=1%25x", () => false],
    ["q=_odel", () => false],
    [
      "provider=openai&riskTier=LOW&archived=false",
      ({ id, name, provider }) => id !== newest?.id && provider === "openai" && /Model [4-8]/.test(name),
    ],
  ];
  for (const [query, matches] of filters) {
    const expected = made.filter(matches).map(({ id }) => id);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await api.get<Page>(`/v1/models?limit=2&${query}${cursor}`);
      expect(body.pagination, query).toMatchObject({ total: expected.length, limit: 2, offset: seen.length });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.pagination.nextCursor === undefined ? "" : `&cursor=${body.pagination.nextCursor}`;
    } while (cursor !== "");
    expect(seen, query).toEqual(expected);
  }
});

test("a registration is repeated safely by its Idempotency-Key", async ({ organisation }) => {
  const { api } = organisation;
  const headers = { "Idempotency-Key": "ide_model" };
  const first = await api.post<Model>("/v1/models", { name: "A model", riskTier: "LOW" }, headers);
  const again = await api.post<Model>("/v1/models", { riskTier: "LOW", name: "A model" }, headers);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  for (const name of ["location", "etag"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
  const other = await api.post("/v1/models", { name: "Another" }, headers);
  expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
  expect((await api.get<Page>("/v1/models?q=a")).body.pagination.total).toBe(1);
});
