import { gzipSync } from "node:zlib";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { CatalogueDocument, HostExplanation } from "@/lib/domains/shadow-ai/schemas-catalogue";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import type { ImportReport, LogImport, LogSourceList } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Api } from "../support/api";
import { detections, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";
import { storedRows } from "./support/stored-rows";

const plain = { "Content-Type": "text/plain" };
const ndjson = { "Content-Type": "application/x-ndjson" };

const send = (api: Api, body: string | Uint8Array<ArrayBuffer>, query = "", headers: Record<string, string> = plain) =>
  api.post<ImportReport & { error?: string; message?: string }>(`/v1/sensors/observations${query}`, body, headers);

test("a log is imported, listed as an import and as a source, and creates a detection", async ({ organisation }) => {
  const { api } = organisation;
  const log = squidLog([
    { host: "api.openai.com", calls: 9 },
    { host: "api.openai.com", calls: 3, client: "10.40.1.9" },
    { host: "www.example.org" },
  ]);
  const sent = await send(api, log, "?source=edge-proxy");
  expect(sent).toMatchObject({ status: 202, body: { format: "squid", accepted: 17, duplicates: 0, rejected: 0 } });
  const { body: read } = await api.get<LogImport>(`/v1/sensors/imports/${sent.body.importId}`);
  expect(read).toMatchObject({ status: "DONE", via: "API", source: "edge-proxy", lines: 17, accepted: 17 });
  const { body: sources } = await api.get<LogSourceList>("/v1/sensors/sources");
  expect(sources.data).toMatchObject([{ name: "edge-proxy", format: "squid", records: 17, errorRate: 0 }]);
  expect(sources.data[0]?.lagSeconds).toBeGreaterThan(0);
  const [found] = await until("the usage is detected", async () => {
    const all = await detections(api);
    return all.length > 0 && all;
  });
  expect(found).toMatchObject({ status: "OPEN", details: { endpoint: "api.openai.com", estimatedCallVolume: 12 } });
  const { body: detail } = await api.get<ShadowAiDetectionDetail>(`/v1/shadow-ai/${found?.id}`);
  expect(detail.clientRanges.map(({ range, calls }) => [range, calls])).toEqual([
    ["10.20.30.x", 9],
    ["10.40.1.x", 3],
  ]);
  expect(detail.counting).toMatchObject({
    sentence: "The counts come from one source.",
    sources: [{ id: sources.data[0]?.id, name: "edge-proxy", calls: 12 }],
  });
});

test("a repeated log is counted once, whether complete, in parts or compressed", async ({ organisation }) => {
  const { api } = organisation;
  const log = squidLog([{ host: "api.anthropic.com", calls: 40 }]);
  const lines = log.split("\n").slice(0, -1);
  const half = `${lines.slice(0, 20).join("\n")}\n`;
  expect((await send(api, half)).body).toMatchObject({ accepted: 20, duplicates: 0 });
  expect((await send(api, log)).body).toMatchObject({ accepted: 20, duplicates: 20 });
  expect((await send(api, log)).body).toMatchObject({ accepted: 0, duplicates: 40 });
  const packed = new Uint8Array(gzipSync(log));
  expect((await send(api, packed)).body).toMatchObject({ accepted: 0, duplicates: 40 });
  const coded = { ...plain, "Content-Encoding": "gzip" };
  expect((await send(api, packed, "", coded)).body).toMatchObject({ accepted: 0, duplicates: 40 });
  const volumes = await until("every line is counted", async () => {
    const all = (await detections(api)).map(({ details }) => details.estimatedCallVolume);
    return (all[0] ?? 0) >= 40 && all;
  });
  expect(volumes).toEqual([40]);
});

test("a large log is stored, imported in the background, and cannot be seen by another organisation", async ({
  organisation,
  otherOrganisation,
}) => {
  // On a busy machine, a worker process takes long to start.
  test.setTimeout(180_000);
  const { api } = organisation;
  const calls = 50_000;
  const log = squidLog([
    { host: "api.openai.com", calls: 12 },
    { host: "telemetry.example.org", calls, minutesAgo: 24 * 60 },
  ]);
  const sent = await send(api, log, "?source=edge-proxy");
  expect(sent).toMatchObject({ status: 202, body: { status: "QUEUED", lines: 0 } });
  const path = sent.headers.get("location") ?? "";
  expect(path).toBe(`/v1/sensors/imports/${sent.body.importId}`);
  expect(await otherOrganisation.api.get(path)).toMatchObject({ status: 404 });
  const percents: (number | null)[] = [];
  const read = await until(
    "the import is complete",
    async () => {
      const { body } = await api.get<LogImport>(path);
      percents.push(body.progressPercent);
      return body.finishedAt !== null && body;
    },
    { timeoutMs: 150_000 },
  );
  expect(read).toMatchObject({ status: "DONE", lines: calls + 12, accepted: calls + 12, counted: 12, duplicates: 0 });
  expect(percents).toEqual(percents.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
  expect(percents.at(-1)).toBe(100);
});

test("stored data contains no addresses, users or query strings of the log", async ({ organisation, database }) => {
  const { api, id } = organisation;
  const squid = squidLog([{ host: "api.openai.com", client: "10.20.30.41", user: "j.smith" }]);
  expect((await send(api, squid)).status).toBe(202);
  const lines = Array.from({ length: 5 }, (_, n) => ({
    at: new Date(Date.now() - n * 1_000).toISOString(),
    client: "2001:db8:5:6:7:8:9:a",
    method: "POST",
    url: "https://u:hunter2@api.mistral.ai/v1/chat/completions?key=sk-secret",
  }));
  const native = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect((await send(api, native, "", ndjson)).body).toMatchObject({ accepted: 5 });
  await until("both uses are detected", async () => (await detections(api)).length === 2);
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organisation_id'`,
  );
  for (const { name } of tables) {
    const { rows } = await database.owner.query<{ text: string }>(
      `SELECT to_jsonb(stored)::text AS text FROM ${name} stored WHERE organisation_id = $1`,
      [id],
    );
    const text = rows.map((stored) => stored.text).join("\n");
    const kept = ["10.20.30.41", "2001:db8:5:6:7:8:9:a", "j.smith", "hunter2", "sk-secret", "key="];
    expect(
      kept.filter((word) => text.includes(word)),
      name,
    ).toEqual([]);
  }
});

test("hostile bodies and lines are rejected within limits, and the service keeps running", async ({ organisation }) => {
  const { api } = organisation;
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(256 * 1024 * 1024, 0x20)));
  expect(await send(api, bomb)).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  const cut = new Uint8Array(gzipSync(squidLog([{ host: "claude.ai", calls: 50 }]))).slice(0, 300);
  expect(await send(api, cut, "?format=squid")).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  const odd = `${"x".repeat(3 * 1024 * 1024)}\na\0b\n${squidLog([{ host: "claude.ai", calls: 2 }])}`;
  expect(await send(api, odd, "?format=squid")).toMatchObject({ status: 202, body: { accepted: 2, rejected: 2 } });
  const unknown = await send(api, "lorem ipsum\ndolor sit amet\n");
  expect(unknown).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  expect(unknown.body.message).toContain("zeek");
  expect(await send(api, "")).toMatchObject({ status: 202, body: { accepted: 0 } });
  expect(await api.get("/v1/sensors/sources")).toMatchObject({ status: 200 });
});

test("all settings are replaced by version, and each change is recorded on the chain", async ({ organisation }) => {
  const { api } = organisation;
  const before = await api.get<SettingsDocument>("/v1/shadow-ai/settings");
  expect(before.body).toMatchObject({ departments: [], maxLatenessHours: 72, opening: { webSessions: 3 } });
  const etag = before.headers.get("etag") ?? "";
  const put = (body: unknown, tag: string) =>
    api.send<SettingsDocument>("PUT", "/v1/shadow-ai/settings", body, { "If-Match": tag });
  const departments = [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 }];
  const changed = await put({ departments, maxLatenessHours: 24 }, etag);
  expect(changed).toMatchObject({ status: 200, body: { departments, maxLatenessHours: 24, highCostUSD: 1_000 } });
  expect(await put({}, etag)).toMatchObject({ status: 412 });
  const read = await api.get<SettingsDocument>("/v1/shadow-ai/settings");
  expect(read.body).toEqual(changed.body);
  expect(read.headers.get("etag")).toBe(changed.headers.get("etag"));
  const { body } = await api.get<{ data: { payload: { kind?: string } }[] }>(
    "/v1/audit?eventType=CONFIG_CHANGE&limit=1",
  );
  expect(body.data[0]?.payload.kind).toBe("SHADOW_AI_SETTINGS");
  await expectIntactChain(api);

  const late = squidLog([{ host: "api.openai.com", minutesAgo: 30 * 60 }]);
  expect((await send(api, late)).body).toMatchObject({ accepted: 0, rejected: 5 });
  expect((await send(api, late, "?backfill=true")).body).toMatchObject({ accepted: 5, rejected: 0 });
});

test("an override assigns a host to an AI service or ignores it, until it is removed", async ({
  organisation,
  otherOrganisation,
  database,
}) => {
  const { api } = organisation;
  const path = "/v1/shadow-ai/catalogue/overrides/*.example.net";
  const untouched = await storedRows(database.owner, otherOrganisation.id);
  const override = { provider: { id: "example-ai", name: "Example AI" }, category: "LLM_API" };
  expect(await api.send("PUT", path, override)).toMatchObject({
    status: 200,
    body: { host: "*.example.net", override },
  });
  const explain = (of: Api) => of.get<HostExplanation>("/v1/shadow-ai/catalogue/explain?host=LLM.example.net.");
  expect((await explain(api)).body.match).toMatchObject({ rule: "override", entry: { category: "LLM_API" } });
  expect((await explain(otherOrganisation.api)).body.match).toBeNull();
  const { body: catalogue } = await api.get<CatalogueDocument>("/v1/shadow-ai/catalogue");
  expect(catalogue.overrides.map(({ host }) => host)).toEqual(["*.example.net"]);
  expect(catalogue.entries.map(({ host }) => host)).toContain("api.openai.com");

  expect((await send(api, squidLog([{ host: "llm.example.net", calls: 30 }]))).status).toBe(202);
  const [found] = await until("the usage is detected", async () => {
    const all = await detections(api);
    return all.length > 0 && all;
  });
  expect(found?.details.aiProvider).toBe("Example AI");
  expect(await api.delete(path)).toMatchObject({ status: 204 });
  expect(await api.delete(path)).toMatchObject({ status: 404 });
  expect((await explain(api)).body.match).toBeNull();
  expect(await storedRows(database.owner, otherOrganisation.id)).toEqual(untouched);
  await expectIntactChain(api);
});
