import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { AppendedEvent, AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
import type { Api } from "../support/api";
import { expect, test } from "./fixtures";

interface Page {
  data: AuditEvent[];
  pagination: Pagination;
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Two models whose events differ in every property that lists can filter by. */
async function makeMixture(api: Api, modelIds: string[]) {
  const events = Array.from({ length: 24 }, (_, n) => ({
    modelId: modelIds[n % 2] ?? "",
    eventType: eventTypes[n % 3] ?? "ALERT",
    severity: severities[n % 4] ?? "INFO",
    payload: { n },
    tags: [...(n % 2 === 0 ? ["even"] : []), ...(n % 3 === 0 ? ["three"] : []), "all"],
    timestamp: `2026-01-${String(n + 1).padStart(2, "0")}T00:00:00.000Z`,
  }));
  expect((await api.post("/v1/audit/batch", { events })).status).toBe(201);
  return events;
}

type Mixed = Awaited<ReturnType<typeof makeMixture>>[number];

const filters: [query: string, matches: (event: Mixed, modelIds: string[]) => boolean][] = [
  ["tags=all", () => true],
  ["tags=all&eventType=INFERENCE", ({ eventType }) => eventType === "INFERENCE"],
  ["tags=all&severity=CRITICAL", ({ severity }) => severity === "CRITICAL"],
  ["tags=all&source=API", () => true],
  ["tags=all&source=GITHUB", () => false],
  ["tags=even", ({ tags }) => tags.includes("even")],
  ["tags=three,even", ({ tags }) => tags.includes("three") && tags.includes("even")],
  ["tags=even,nothing", () => false],
  ["tags=EVEN", () => false],
  ["tags=all&from=2026-01-20T00:00:00Z", ({ timestamp }) => timestamp >= "2026-01-20"],
  ["tags=all&to=2026-01-05T00:00:00.000Z", ({ timestamp }) => timestamp <= "2026-01-05T00:00:00.000Z"],
  [
    "from=2026-01-05T01:00:00%2B01:00&to=2026-01-07T00:00:00Z&tags=all",
    ({ timestamp }) => timestamp >= "2026-01-05" && timestamp <= "2026-01-07T00:00:00.000Z",
  ],
  ["from=2026-01-05T00:00:00Z&to=2026-01-05T00:00:00Z&tags=all", ({ timestamp }) => timestamp.startsWith("2026-01-05")],
];

test("each filter, and all filters combined, list exactly the matching events, newest first", async ({
  organisation,
}) => {
  const { api, model } = organisation;
  const modelIds = [(await model()).id, (await model()).id];
  const events = await makeMixture(api, modelIds);
  const ofModel: typeof filters = modelIds.map((id) => [`modelId=${id}`, ({ modelId }) => modelId === id]);
  const together: typeof filters = [
    [
      `modelId=${modelIds[0]}&eventType=INFERENCE&severity=INFO&source=API&tags=even,three&from=2026-01-02T00:00:00Z`,
      (event) =>
        event.modelId === modelIds[0] &&
        event.eventType === "INFERENCE" &&
        event.severity === "INFO" &&
        event.tags.length === 3 &&
        event.timestamp > "2026-01-02",
    ],
  ];
  for (const [query, matches] of [...filters, ...ofModel, ...together]) {
    const expected = events.filter((event) => matches(event, modelIds)).reverse();
    const { body } = await api.get<Page>(`/v1/audit?limit=100&${query}`);
    expect(
      body.data.map(({ payload }) => payload),
      query,
    ).toEqual(expected.map(({ payload }) => payload));
    expect(body.pagination, query).toEqual({ total: expected.length, limit: 100, offset: 0, hasMore: false });
  }
});

test("pages have no gaps or duplicates while events are appended", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const append = (count: number) =>
    api.post("/v1/audit/batch", {
      events: Array.from({ length: count }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } })),
    });
  await append(60);
  const first = await api.get<Page>(`/v1/audit?modelId=${modelId}&limit=7`);
  const seen = first.body.data;
  let { pagination } = first.body;
  expect(pagination).toMatchObject({ total: 60, limit: 7, offset: 0, hasMore: true });
  while (pagination.nextCursor !== undefined) {
    await append(5);
    const next = await api.get<Page>(`/v1/audit?modelId=${modelId}&limit=7&cursor=${pagination.nextCursor}`);
    expect(next.body.pagination).toMatchObject({ total: 60, offset: seen.length });
    seen.push(...next.body.data);
    pagination = next.body.pagination;
  }
  expect(pagination.hasMore).toBe(false);
  const last = first.body.data[0]?.chainPosition ?? 0;
  expect(seen.map(({ chainPosition }) => chainPosition)).toEqual(Array.from({ length: 60 }, (_, n) => last - n));
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}&limit=1`)).body.pagination.total).toBe(60 + 5 * 8);
});

test("the page size can change from page to page", async ({ organisation }) => {
  const { api, model } = organisation;
  await makeMixture(api, [(await model()).id, (await model()).id]);
  const first = await api.get<Page>("/v1/audit?tags=all&limit=10");
  const { nextCursor } = first.body.pagination;
  const second = await api.get<Page>(`/v1/audit?tags=all&limit=100&cursor=${nextCursor}`);
  expect(second.body.pagination).toEqual({ total: 24, limit: 100, offset: 10, hasMore: false });
  expect(second.body.data).toHaveLength(14);
  const default25 = await api.get<Page>("/v1/audit");
  expect(default25.body.pagination.limit).toBe(25);
});

test("verify recomputes an event and compares it with the hash that the caller saved", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const { body: event } = await api.post<AppendedEvent>("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  const { id: eventId, chainPosition, blockHash, previousHash } = event;
  const valid = {
    eventId,
    valid: true,
    chainPosition,
    blockHash,
    previousHash,
    verifiedAt: expect.stringMatching(iso),
  };

  for (const expectedHash of [undefined, blockHash, `sha256:${blockHash.slice(7).toUpperCase()}`]) {
    const { status, body } = await api.post("/v1/audit/verify", { eventId, expectedHash });
    expect([status, body]).toEqual([200, valid]);
  }
  const { status, body } = await api.post("/v1/audit/verify", { eventId, expectedHash: previousHash });
  expect(status).toBe(200);
  expect(body).toEqual({
    eventId,
    valid: false,
    error: "hash_mismatch",
    message: expect.any(String),
    storedHash: blockHash,
    computedHash: blockHash,
    verifiedAt: expect.stringMatching(iso),
  });
});

test("a wrong hash sent by a caller does not create a finding", async ({ organisation, database }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const { body } = await api.post<AppendedEvent>("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  await api.post("/v1/audit/verify", { eventId: body.id, expectedHash: body.previousHash });
  const { rowCount } = await database.owner.query("SELECT FROM integrity_findings WHERE organisation_id = $1", [
    organisation.id,
  ]);
  expect(rowCount).toBe(0);
});

test("the export contains every event that matches its filter, as the list shows it", async ({ organisation }) => {
  const { api, model } = organisation;
  const modelIds = [(await model()).id, (await model()).id];
  await makeMixture(api, modelIds);
  for (const query of ["", `modelId=${modelIds[1]}`, "tags=three&severity=HIGH", "severity=CRITICAL&tags=nothing"]) {
    const listed = await api.get<Page>(`/v1/audit?limit=100&${query}`);
    const { status, headers, body = "" } = await api.get<string>(`/v1/audit/export?${query}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect(headers.get("content-disposition")).toBe('attachment; filename="audit-events.ndjson"');
    const lines = body.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as AuditEvent)).toEqual(listed.body.data);
  }
});

test("the CSV export has a row for every event, and no cell that a spreadsheet would execute", async ({
  organisation,
}) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const dangerous = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "=cmd|' /C calc'!A0", "plain", 'a "quote", a comma'];
  const events = dangerous.map((id) => ({
    modelId,
    eventType: "ALERT",
    payload: { id },
    actor: { type: "USER", id, displayName: id },
    tags: [id],
  }));
  expect((await api.post("/v1/audit/batch", { events })).status).toBe(201);
  // Names that start a formula after invisible characters are rejected.
  for (const id of ["\tx", "\rx", "x\nsecond line"]) {
    const actor = { type: "USER", id: "x", displayName: id };
    expect(await api.post("/v1/audit", { modelId, eventType: "ALERT", payload: {}, actor })).toMatchObject({
      status: 400,
      body: { details: [{ path: "actor.displayName" }] },
    });
  }
  const { headers, body } = await api.get<string>(`/v1/audit/export?format=csv&modelId=${modelId}`);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [header = [], ...rows] = parseCsv(body);
  expect(header.slice(0, 3)).toEqual(["chainPosition", "id", "timestamp"]);
  expect(rows).toHaveLength(events.length);
  for (const row of rows) expect(row).toHaveLength(header.length);
  expect(rows.flat().filter((cell) => /^[=+\-@＝\t\r]/.test(cell))).toEqual([]);
  const ids = rows.map((row) => row[header.indexOf("actorId")] ?? "").reverse();
  expect(ids.map((id) => id.replace(/^'/, ""))).toEqual(dangerous);
});

test("HEAD responds like GET without a body, and OPTIONS returns the allowed methods", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const { body } = await api.post<AppendedEvent>("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  for (const path of [
    "/v1/audit",
    `/v1/audit/${body.id}`,
    "/v1/audit/export",
    "/v1/audit/evt_none",
    "/v1/audit?limit=0",
  ]) {
    const get = await api.send("GET", path);
    const head = await api.send("HEAD", path);
    expect(head, path).toMatchObject({ status: get.status, body: undefined });
    for (const name of ["content-type", "x-ratelimit-limit", "content-disposition"]) {
      expect(head.headers.get(name), path).toBe(get.headers.get(name));
    }
  }
  const allowed: Record<string, string> = {
    "/v1/audit": "GET, POST, HEAD, OPTIONS",
    "/v1/audit/evt_1": "GET, HEAD, OPTIONS",
    "/v1/audit/batch": "POST, OPTIONS",
  };
  for (const [path, allow] of Object.entries(allowed)) {
    const { status, headers } = await api.send("OPTIONS", path);
    expect([status, headers.get("allow")]).toEqual([204, allow]);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

/** Parses the rows and cells of a CSV file (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
