import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sensors } from "@/app/v1/sensors";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { updateSettings } from "@/lib/domains/shadow-ai";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { ImportReport, LogImport, LogPreview, LogSourceList } from "@/lib/domains/shadow-ai/schemas-sources";
import { nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Scope } from "@/lib/platform/core/roles";
import { rowsOfThisRun } from "@/lib/platform/core/testing";
import type { NextHandler } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";

const {
  "/v1/sensors/observations": observations,
  "/v1/sensors/preview": preview,
  "/v1/sensors/sources": sources,
  "/v1/sensors/imports": imports,
  "/v1/sensors/imports/{id}": importItem,
} = sensors;

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "sensors-"));
ownTestDatabase();
let key: string;
let foreignKey: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  key = await keyWith(["sensors:write", "shadow_ai:read"]);
  foreignKey = await keyWith(["sensors:write", "shadow_ai:read"]);
});

afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

async function keyWith(given: Scope[], ctx?: Context): Promise<string> {
  return (await createApiKey(ctx ?? (await createTestContext(systemClock)), { name: "test", scopes: given })).key;
}

/** The members of all responses. */
interface Body
  extends Omit<ImportReport, "status">,
    Pick<LogPreview, "records">,
    Omit<LogImport, "skipped">,
    LogSourceList {
  error: string;
  message: string;
  requiredScope: string;
  details: { path: string; message: string }[];
}

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  id?: string;
}

async function send(handler: NextHandler, method: string, url: string, given: Sent = {}) {
  const headers = new Headers({ authorization: `Bearer ${given.key ?? key}`, ...given.headers });
  const request = new Request(`http://localhost/v1/sensors/${url}`, {
    method,
    headers,
    ...(given.body !== undefined && { body: given.body, duplex: "half" }),
  } as RequestInit);
  const response = await handler(request, { params: Promise.resolve(given.id === undefined ? {} : { id: given.id }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || "{}") as Body };
}

const ndjson = { "content-type": "application/x-ndjson" };
const plain = { "content-type": "text/plain" };
const recent = (count: number, given = {}) => nativeLines(count, given, Date.now() - 60_000);
const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
const post = (body: BodyInit, given: Sent = {}, query = "") =>
  send(observations.POST, "POST", `observations${query}`, { body, headers: ndjson, ...given });

describe("POST /v1/sensors/preview", () => {
  const mapping = encodeURIComponent('{"columns":{"when":"time","who":"client","to":"host"},"delimiter":"||"}');
  const sample = "when||who||to\n2026-11-20 10:00:00||10.20.30.40||claude.ai\nnonsense\n";
  const ask = (body: BodyInit, query = "", as = key) =>
    send(preview.POST, "POST", `preview${query}`, { body, headers: plain, key: as });

  test("returns masked records, and stores no import", async () => {
    const before = (await send(imports.GET, "GET", "imports")).body.data.length;
    const { status, body } = await ask(sample, `?mapping=${mapping}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: "csv",
      lines: 3,
      skipped: 1,
      rejected: 1,
      errors: [{ line: 3, message: "The line has fewer columns than the mapping requires." }],
      records: [{ at: "2026-11-20T10:00:00.000Z", host: "claude.ai", client: "10.20.30.x" }],
    });
    expect((await send(imports.GET, "GET", "imports")).body.data).toHaveLength(before);
  });

  test("shows departments only to keys that may read them", async () => {
    const ctx = await createTestContext(systemClock);
    await updateSettings(ctx, {
      ...defaultSettings,
      departments: [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 }],
    });
    const departmentsFor = async (scopes: Scope[]) => {
      const { body } = await ask(sample, `?mapping=${mapping}`, await keyWith(scopes, ctx));
      return body.records.map(({ department }) => department);
    };
    expect(await departmentsFor(["sensors:write", "shadow_ai:read"])).toEqual(["Risk"]);
    expect(await departmentsFor(["sensors:write"])).toEqual([null]);
  });

  test("reads a compressed sample that ends early", async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `{"at":"2026-11-20T10:00:00Z","host":"h${n}.example"}`);
    const whole = gzipSync(lines.join("\n"));
    const { status, body } = await ask(whole.subarray(0, whole.length / 2));
    expect({ status, format: body.format }).toEqual({ status: 200, format: "ndjson" });
  });

  test.each([
    [sample, "", "format"],
    [sample, "?format=csv", "mapping"],
    [Buffer.from("PK\u0003\u0004"), "", "body"],
  ])("rejects a sample that it cannot read", async (body, query, path) => {
    const answer = await ask(body, query);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail) => detail.path)).toEqual([path]);
  });
});

describe("POST /v1/sensors/observations", () => {
  test("returns 202 with the result, and counts repeated records once", async () => {
    const body = textOf([...recent(3), "{"]);
    const first = await post(body, {}, "?source=edge");
    expect(first.status).toBe(202);
    expect(first.body).toEqual({
      importId: expect.stringMatching(/^imp_/),
      status: "DONE",
      format: "ndjson",
      lines: 4,
      accepted: 3,
      counted: 3,
      duplicates: 0,
      rejected: 1,
      errors: [{ line: 4, message: expect.any(String) }],
      skipped: [],
      warning: null,
    });
    expect((await post(body, {}, "?source=edge")).body).toMatchObject({ accepted: 0, duplicates: 3 });

    const listed = await send(sources.GET, "GET", "sources");
    expect(listed.body.data).toMatchObject([{ name: "edge", via: "API", records: 3, rejected: 2 }]);
    expect(listed.body.data[0]?.lagSeconds).toBeLessThan(120);
    const { importId } = first.body;
    const read = await send(importItem.GET, "GET", `imports/${importId}`, { id: importId });
    expect(read.body).toMatchObject({ id: importId, status: "DONE", source: "edge", lines: 4, counted: 3 });
    const all = await send(imports.GET, "GET", "imports?limit=1");
    expect(all.body).toMatchObject({ pagination: { total: 2, hasMore: true } });
  });

  test("accepts a sensor log with a detected or given format, compressed with or without Content-Encoding", async () => {
    const at = (Date.now() / 1000 - 30).toFixed(3);
    const squid = (host: string) =>
      `${at}    412 10.20.30.40 TCP_TUNNEL/200 9312 CONNECT ${host}:443 - HIER_DIRECT/192.0.2.1 -\n`;
    const log = squid("api.openai.com") + squid("api.anthropic.com");
    expect(await post(log, { headers: plain })).toMatchObject({ status: 202, body: { format: "squid", accepted: 2 } });
    const tenant = await keyWith(["sensors:write"]);
    const packed = gzipSync(log);
    const coded = { ...plain, "content-encoding": "gzip" };
    expect((await post(packed, { key: tenant, headers: coded })).body).toMatchObject({ accepted: 2, duplicates: 0 });
    expect((await post(packed, { key: tenant, headers: plain }, "?format=squid")).body).toMatchObject({
      duplicates: 2,
    });
  });

  test("accepts a CSV file with a column mapping", async () => {
    const mapping = JSON.stringify({ columns: { wann: "time", wohin: "host", wie: "userAgent" } });
    const body = `wann,wohin,wie\n${new Date(Date.now() - 5_000).toISOString()},api.openai.com,OpenAI/Python 1.2.3\n`;
    const query = `?format=csv&mapping=${encodeURIComponent(mapping)}`;
    expect((await post(body, { headers: plain }, query)).body).toMatchObject({
      format: "csv",
      accepted: 1,
      rejected: 0,
    });
  });

  test("accepts one JSON object and an array of objects, in any format", async () => {
    const json = { "content-type": "application/json" };
    const objects = recent(3, { path: "/json" }).map((line) => JSON.parse(line) as object);
    const accepted = { format: "ndjson", accepted: 3, counted: 3, rejected: 0 };
    expect(await post(JSON.stringify(objects, null, 2), { headers: json })).toMatchObject({
      status: 202,
      body: accepted,
    });
    const one = JSON.stringify({ ...objects[0], path: "/one" });
    expect((await post(one, { headers: json })).body).toMatchObject({ accepted: 1, counted: 1 });
    const events = recent(2, { path: "/hec" }).map((event) => ({
      sourcetype: "x",
      event: JSON.parse(event) as object,
    }));
    expect((await post(gzipSync(JSON.stringify(events)), { headers: json })).body).toMatchObject({
      format: "wrapped",
      accepted: 2,
    });
    expect((await post("[]", { headers: json })).body).toMatchObject({ lines: 0, accepted: 0 });
    expect(await post("42", { headers: json })).toMatchObject({ status: 400, body: { error: "validation_failed" } });
    expect((await post('[{"at":', { headers: json }, "?format=ndjson")).body).toMatchObject({ lines: 1, rejected: 1 });
  });

  test("rejects an unknown format with the list of formats", async () => {
    const rejected = await post("lorem ipsum\ndolor sit\n", { headers: plain });
    expect(rejected).toMatchObject({
      status: 400,
      body: { error: "validation_failed", details: [{ path: "format" }] },
    });
    expect(rejected.body.message).toContain("ndjson, zeek, squid, combined, suricata, csv, key-value, cef, dnsmasq");
    expect(rejected.body.importId).toMatch(/^imp_/);
  });

  test.each<[string, BodyInit, Record<string, string>, number, string]>([
    ["a plain body declared as gzip", "plain text", { ...plain, "content-encoding": "gzip" }, 400, "validation_failed"],
    ["truncated gzip", gzipSync(textOf(nativeLines(50))).subarray(0, 200), ndjson, 400, "validation_failed"],
    ["a gzip bomb", gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), ndjson, 400, "validation_failed"],
    ["UTF-16", Buffer.from(`\ufeff${textOf(nativeLines(2))}`, "utf16le"), ndjson, 400, "validation_failed"],
    ["another media type", "<a/>", { "content-type": "application/xml" }, 415, "unsupported_media_type"],
    ["another content encoding", "x", { ...plain, "content-encoding": "br" }, 415, "unsupported_media_type"],
    ["zstd", "x", { ...plain, "content-encoding": "zstd" }, 415, "unsupported_media_type"],
    [
      "a declared length of 65 MiB",
      "x",
      { ...plain, "content-length": String(65 * 1024 ** 2) },
      413,
      "payload_too_large",
    ],
  ])("rejects %s", async (_, body, headers, status, error) => {
    expect(await post(body, { headers })).toMatchObject({ status, body: { error } });
  });

  const hostile: [string, () => BodyInit, Record<string, string>, number, RegExp][] = [
    ["20,000,000 empty objects", () => gzipSync("{}\n".repeat(20_000_000)), ndjson, 400, /^10,000 of the first 10,000/],
    ["objects with blank lines between them", () => "{}\n\n".repeat(1_000_000), ndjson, 400, /cannot be parsed/],
    ["scattered bad lines", () => "{}\n\n\n".repeat(800_000), ndjson, 400, /^50,000 of the first 150,/],
    ["blank lines", () => gzipSync("\n".repeat(60_000_000)), plain, 400, /decompresses to more than 200 times/],
    ["uncompressed blank lines", () => "\n".repeat(4_000_000), ndjson, 413, /more than 2,000,000 lines/],
    [
      "one long line",
      () => gzipSync(Buffer.alloc(60_000_000, "{")),
      ndjson,
      400,
      /decompresses to more than 200 times/,
    ],
  ];
  const samples = ["uncompressed blank lines"];
  test.each(rowsOfThisRun(hostile, ([what]) => samples.includes(what)))(
    "rejects %s before processing it",
    async (_, body, headers, status, message) => {
      const bytes = body();
      const startedAt = process.cpuUsage();
      const answer = await post(bytes, { headers }, headers === plain ? "?format=squid" : "");
      const { user, system } = process.cpuUsage(startedAt);
      expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
      expect(answer.body.importId).toMatch(/^imp_/);
      // Processing such a request in full takes 28 seconds of processor time.
      expect((user + system) / 1_000_000).toBeLessThan(5);
    },
  );

  test("rejects 65 MiB without a declared length once they are received", { tags: "full" }, async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 0x0a);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 65) controller.enqueue(mebibyte);
        else controller.close();
      },
    });
    expect(await post(body, { headers: plain }, "?format=squid")).toMatchObject({
      status: 413,
      body: { error: "payload_too_large" },
    });
  });

  test("stores a body of more than 4 MiB, and returns the path of its import", async () => {
    const tenant = await keyWith(["sensors:write", "shadow_ai:read"]);
    const stored = await post("{}\n".repeat(1_500_000), { key: tenant });
    const { importId } = stored.body;
    expect(stored).toMatchObject({ status: 202, body: { status: "QUEUED", format: null, lines: 0 } });
    expect(stored.headers.get("location")).toBe(`/v1/sensors/imports/${importId}`);
    const read = await send(importItem.GET, "GET", `imports/${importId}`, { key: tenant, id: importId });
    expect(read.body).toMatchObject({ id: importId, status: "QUEUED", progressPercent: 0, finishedAt: null });
  });

  test("rejects single lines of 3 MB or with NUL characters", async () => {
    const [first = "", second = ""] = recent(2, { host: "api.mistral.ai" });
    const answer = await post(textOf([first, "x".repeat(3 * 1024 * 1024), "a\0b", second]));
    expect(answer).toMatchObject({ status: 202, body: { accepted: 2, rejected: 2 } });
    expect(answer.body.errors.map(({ line }) => line)).toEqual([2, 3]);
  });

  test("an interrupted body returns 400 and imports nothing", async () => {
    const tenant = await keyWith(["sensors:write", "shadow_ai:read"]);
    const lines = recent(20, { host: "api.cohere.com" });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(textOf(lines)));
      },
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    const broken = await post(body, { key: tenant });
    expect(broken).toMatchObject({ status: 400, body: { error: "bad_request" } });
    expect((await send(imports.GET, "GET", "imports", { key: tenant })).body.data).toEqual([]);
    expect((await post(textOf(lines), { key: tenant })).body.accepted).toBe(20);
  });

  test.each([
    ["?source=a%20b", "source"],
    ["?mapping=x", "mapping"],
    ["?mapping=%7B%7D", "mapping.columns"],
    ["?timeZone=Mars/Base", "timeZone"],
  ])("rejects the query %s", async (query, path) => {
    expect(await post("", {}, query)).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe("another organisation", () => {
  test("gets 404 for an import, and cannot list sources or imports", async () => {
    const { importId } = (await post(textOf(recent(1, { host: "claude.ai" })))).body;
    const read = async (id: string) => {
      const { status, body } = await send(importItem.GET, "GET", `imports/${id}`, { key: foreignKey, id });
      return { status, error: body.error, message: body.message };
    };
    const missing = await read(newId("logImport"));
    expect(missing.status).toBe(404);
    expect(await read(importId)).toEqual(missing);
    for (const handler of [sources.GET, imports.GET]) {
      expect((await send(handler, "GET", "sources", { key: foreignKey })).body.data).toEqual([]);
    }
    const { nextCursor } = (await send(imports.GET, "GET", "imports?limit=1")).body.pagination;
    expect(nextCursor).toMatch(/^cur_/);
    const foreign = await send(imports.GET, "GET", `imports?cursor=${nextCursor}`, { key: foreignKey });
    expect(foreign).toMatchObject({ status: 400, body: { error: "invalid_cursor" } });
  });
});
