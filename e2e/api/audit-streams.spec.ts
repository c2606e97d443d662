import type { AppendedEvent, AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { StreamEnd } from "@/lib/domains/audit-chain/schemas-streams";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import type { Api } from "../support/api";
import { expect, test } from "./fixtures";

type Line = AuditEvent & { type: string };

async function pull(api: Api, query: string): Promise<{ lines: Line[]; end: StreamEnd }> {
  const { status, headers, body } = await api.get<string>(`/v1/audit/stream?${query}`);
  expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const values = body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  return { lines: values.slice(0, -1) as Line[], end: values.at(-1) as StreamEnd };
}

const paused = { name: "SIEM", url: "https://siem.example.com/in", status: "PAUSED" };

test("a collector that reads all pages receives the whole chain, which verifies", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const events = Array.from({ length: 130 }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } }));
  expect((await api.post("/v1/audit/batch", { events })).status).toBe(201);
  const collected: Line[] = [];
  let after = 0;
  for (;;) {
    const { lines, end } = await pull(api, `after=${after}&limit=50`);
    collected.push(...lines);
    after = end.position;
    if (!end.hasMore) break;
  }
  expect(collected.map(({ chainPosition }) => chainPosition)).toEqual(collected.map((_, i) => i + 1));
  expect(flawsOfChain(collected.map(({ type: _, ...event }) => event))).toEqual([]);
  expect(new Set(collected.map(({ type }) => type))).toContain("audit.inference");
});

test("filters exclude other events, and the position advances", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const append = (severity: string) => api.post("/v1/audit", { modelId, eventType: "ALERT", severity, payload: {} });
  for (const severity of ["INFO", "MEDIUM", "HIGH", "CRITICAL"]) expect((await append(severity)).status).toBe(201);
  const found = await pull(api, `modelId=${modelId}&eventType=ALERT&minSeverity=HIGH`);
  expect(found.lines.map(({ severity }) => severity)).toEqual(["HIGH", "CRITICAL"]);
  const nothing = await pull(api, "eventType=TRAINING_STARTED");
  expect(nothing).toMatchObject({ lines: [], end: { position: found.end.headPosition, hasMore: false } });
});

test("a waiting request is answered as soon as an event is appended", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const { end } = await pull(api, "limit=10000");
  const began = Date.now();
  const waiting = pull(api, `after=${end.position}&wait=10`);
  const appended = await api.post<AppendedEvent>("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  expect((await waiting).lines.map(({ id }) => id)).toEqual([appended.body.id]);
  expect(Date.now() - began).toBeLessThan(9_000);
  const inVain = await pull(api, `after=${end.position + 1}&wait=1`);
  expect(inVain).toMatchObject({ lines: [], end: { position: end.position + 1, events: 0 } });
});

test("a stream is created, read, updated, rotated and deleted, and each secret is shown once", async ({
  organisation,
}) => {
  const { api } = organisation;
  const given = { ...paused, authorization: "Splunk secret-token" };
  const created = await api.post<CreatedAuditStream>("/v1/audit-streams", given, { "Idempotency-Key": "one" });
  expect(created.status).toBe(201);
  expect(created.body.signingSecret).toMatch(/^whsec_/);
  const { id } = created.body;
  expect(created.headers.get("location")).toBe(`/v1/audit-streams/${id}`);
  const repeat = await api.post<CreatedAuditStream>("/v1/audit-streams", given, { "Idempotency-Key": "one" });
  expect(repeat.body).toMatchObject({ id });
  expect(repeat.body.signingSecret).toBeUndefined();

  const read = await api.get<AuditStream>(`/v1/audit-streams/${id}`);
  expect(read.body).toMatchObject({
    ...{ name: "SIEM", status: "PAUSED", hasAuthorization: true, maxEvents: 1_000, compression: "gzip", failures: 0 },
    filter: { eventTypes: [], modelIds: [], minSeverity: null },
    headPosition: read.body.position + 1,
    lag: { events: 1 },
  });
  expect(JSON.stringify([created.body, read.body])).not.toContain("secret-token");

  const stray = await api.patch(`/v1/audit-streams/${id}`, { url: "https://elsewhere.example.com/" });
  expect(stray).toMatchObject({ status: 400, body: { details: [{ path: "authorization" }] } });
  const ifMatch = { "If-Match": read.headers.get("etag") ?? "" };
  const changed = await api.patch<AuditStream>(`/v1/audit-streams/${id}`, { maxEvents: 10 }, ifMatch);
  expect(changed).toMatchObject({ status: 200, body: { maxEvents: 10 } });
  expect((await api.patch(`/v1/audit-streams/${id}`, { maxEvents: 20 }, ifMatch)).status).toBe(412);

  const rotated = await api.post<CreatedAuditStream>(`/v1/audit-streams/${id}/rotate-secret`, {});
  expect(rotated.body.signingSecret).not.toBe(created.body.signingSecret);
  expect((await api.get(`/v1/audit-streams/${id}/batches`)).body).toEqual({ data: [] });
  expect((await api.delete(`/v1/audit-streams/${id}`)).status).toBe(204);
  expect((await api.get(`/v1/audit-streams/${id}`)).status).toBe(404);

  const { lines } = await pull(api, "limit=10000&eventType=CONFIG_CHANGE");
  const kinds = lines.filter(({ payload }) => payload?.["streamId"] === id).map(({ payload }) => payload?.["kind"]);
  expect(kinds).toEqual([
    "AUDIT_STREAM_CREATED",
    "AUDIT_STREAM_UPDATED",
    "AUDIT_STREAM_SECRET_ROTATED",
    "AUDIT_STREAM_DELETED",
  ]);
});

test("a member without permission to read events cannot create a stream", async ({ organisation }) => {
  const { api } = await organisation.key(["webhooks:write", "webhooks:read"]);
  const refused = { status: 403, body: { error: "insufficient_scope", requiredScope: "audit:read" } };
  expect(await api.post("/v1/audit-streams", paused)).toMatchObject(refused);
  const { body } = await organisation.api.post<AuditStream>("/v1/audit-streams", paused);
  const url = "https://elsewhere.example.com/";
  expect(await api.patch(`/v1/audit-streams/${body.id}`, { url })).toMatchObject(refused);
});
