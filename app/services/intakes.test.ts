import { gzipSync } from "node:zlib";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { beforeAll, describe, expect, test } from "vitest";
import { intakes } from "@/app/services/intakes";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { listImports, listSources } from "@/lib/domains/shadow-ai";
import { nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import type { Scope } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let key: string;
let unscoped: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
  key = await keyOf(ctx, ["sensors:write"]);
  unscoped = await keyOf(ctx, ["shadow_ai:read"]);
});

async function keyOf(of: Context, scopes: Scope[]): Promise<string> {
  return (await createApiKey(of, { name: "test", scopes })).key;
}

type Path = keyof typeof intakes;
type Bytes = string | Uint8Array<ArrayBuffer>;
interface Sent {
  key?: string | null;
  headers?: Record<string, string>;
  query?: string;
}

/** How each protocol sends the key, and a body with these lines. */
const protocols: Record<
  string,
  { path: Path; header: string; scheme: string; type: string; pack(l: string[]): Bytes }
> = {
  "HEC events": {
    path: "/services/collector/event",
    header: "authorization",
    scheme: "Splunk ",
    type: "application/x-www-form-urlencoded",
    pack: (lines) => lines.map((event) => JSON.stringify({ event: JSON.parse(event) })).join(""),
  },
  "HEC lines": {
    path: "/services/collector/raw",
    header: "authorization",
    scheme: "Splunk ",
    type: "text/plain",
    pack: (lines) => lines.join("\n"),
  },
  Firehose: {
    path: "/services/firehose",
    header: "x-amz-firehose-access-key",
    scheme: "",
    type: "application/json",
    pack: (lines) => delivery([gzipSync(cloudWatch(lines))]),
  },
  Logpush: {
    path: "/services/logpush",
    header: "authorization",
    scheme: "Bearer ",
    type: "text/plain; charset=utf-8",
    pack: (lines) => lines.join("\n"),
  },
  OTLP: {
    path: "/services/otlp/v1/logs",
    header: "authorization",
    scheme: "Bearer ",
    type: "application/json",
    pack: (lines) => JSON.stringify(exported(lines.map((stringValue) => ({ body: { stringValue } })))),
  },
};

const cloudWatch = (messages: string[], messageType = "DATA_MESSAGE") =>
  JSON.stringify({ messageType, logGroup: "proxy", logEvents: messages.map((message) => ({ id: "1", message })) });
const delivery = (records: Uint8Array[]) =>
  JSON.stringify({
    requestId: "r-1",
    timestamp: 1,
    records: records.map((data) => ({ data: Buffer.from(data).toString("base64") })),
  });
const exported = (logRecords: unknown[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "edge proxy" } }] },
      scopeLogs: [{ logRecords }],
    },
  ],
});

let hosts = 0;
/** Lines that no other test sends. */
const lines = (count = 3) => nativeLines(count, { path: `/${hosts++}` }, Date.now() - 60_000);

async function send(
  name: string,
  body: Bytes,
  { key: as = key, headers = {}, query = "" }: Sent = {},
  method = "POST",
) {
  const { path, header, scheme, type } = protocols[name] as (typeof protocols)[string];
  const sent = new Headers({ "content-type": type, "x-amz-firehose-request-id": "r-1" });
  if (as !== null) sent.set(header, `${scheme}${as}`);
  for (const [other, value] of Object.entries(headers)) sent.set(other, value);
  const url = `http://localhost${path}${query}`;
  const handler = intakes[path][method as "POST"];
  const response = await handler(new Request(url, { method, headers: sent, ...(method === "POST" && { body }) }), {
    params: Promise.resolve({}),
  });
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
}

const squidTime = () => Math.floor(Date.now() / 1_000) - 60;

async function lastImport(of = ctx) {
  return (await listImports(of, { limit: 1 })).data[0];
}
const gzip = (body: Bytes) => new Uint8Array(gzipSync(body));
const coded = { headers: { "content-encoding": "gzip" } };

describe.each(Object.keys(protocols))("%s", (name) => {
  const pack = (given: string[]) => protocols[name]?.pack(given) ?? "";

  test("imports records into the source that the request names, and counts a retry once", async () => {
    const body = pack(lines());
    const query = "?source=edge/proxy&index=main&channel=c";
    expect(await send(name, body, { query })).toMatchObject({ status: 200 });
    expect(await lastImport()).toMatchObject({
      status: "DONE",
      source: "edge-proxy",
      accepted: 3,
      counted: 3,
      rejected: 0,
    });
    expect(await send(name, gzip(body), { query, ...coded })).toMatchObject({ status: 200 });
    expect(await lastImport()).toMatchObject({ accepted: 0, duplicates: 3 });
  });

  test("rejects requests without a valid key, with the error of the protocol", async () => {
    const unknown = { "HEC events": 403, "HEC lines": 403 }[name] ?? 401;
    const before = await lastImport();
    expect(await send(name, pack(lines()), { key: null })).toMatchObject({ status: 401 });
    expect(await send(name, pack(lines()), { key: "gas_test_wrong" })).toMatchObject({ status: unknown });
    expect(await send(name, pack(lines()), { key: unscoped })).toMatchObject({ status: 403 });
    expect((await lastImport())?.id).toBe(before?.id);
  });

  test.each<[string, Bytes, Sent, number]>([
    ["bytes that are not gzip", "x", coded, 400],
    ["a truncated gzip body", gzip("x".repeat(9_000)).subarray(0, 20), coded, 400],
    ["an unknown encoding", "x", { headers: { "content-encoding": "br" } }, 415],
    ["invalid data", '{"broken', {}, 400],
    ["data of no known format", "lorem ipsum\ndolor sit amet", {}, 400],
    ["an unknown log format", "x", { query: "?format=none" }, 400],
    ["a body that is too large", "", { headers: { "content-length": String(2 ** 30) } }, 413],
  ])("rejects %s", async (_, body, sent, usual) => {
    const status = name === "Firehose" && usual === 413 ? 400 : usual;
    const answer = await send(name, body, sent);
    expect({ status: answer.status, hasText: answer.text !== "" }).toEqual({ status, hasText: true });
    if (name.startsWith("HEC")) expect(answer.body).toMatchObject({ text: "Invalid data format", code: 6 });
    if (name === "Firehose") expect(answer.body).toMatchObject({ requestId: "r-1", errorMessage: expect.any(String) });
  });

  test("rejects other methods", async () => {
    expect((await send(name, "", {}, "PUT")).status).toBe(405);
  });

  test("imports only into the organisation of the key", async () => {
    const other = await createTestContext(systemClock);
    const as = await keyOf(other, ["sensors:write"]);
    const before = await lastImport();
    expect(await send(name, pack(lines()), { key: as })).toMatchObject({ status: 200 });
    expect((await lastImport())?.id).toBe(before?.id);
    expect(await lastImport(other)).toMatchObject({ counted: 3 });
    expect((await listSources(other, { limit: 10 })).data).toHaveLength(1);
  });
});

describe("Splunk HEC", () => {
  const event = (of: unknown, members = {}) => JSON.stringify({ event: of, ...members });

  test.each([
    ["", 400, { text: "No data", code: 5 }],
    [event(undefined), 400, { text: "Event field is required", code: 12, "invalid-event-number": 0 }],
    [event("ok") + event(""), 400, { text: "Event field cannot be blank", code: 13, "invalid-event-number": 1 }],
    [`${"[".repeat(20_000)}`, 400, { text: "No data", code: 5 }],
    [`{"event":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400, { text: "Invalid data format", code: 6 }],
  ])("rejects invalid events with their HEC code", async (body, status, expected) => {
    expect(await send("HEC events", body)).toMatchObject({ status, body: expected });
  });

  test("returns the HEC code for each authentication error", async () => {
    const answer = (authorization: string) => send("HEC events", event("x"), { key: null, headers: { authorization } });
    expect((await answer("Digest x")).body).toMatchObject({ text: "Invalid authorization", code: 3 });
    expect((await answer("Splunk x")).body).toMatchObject({
      text: "Invalid token",
      code: 4,
      message: "The API key is invalid, expired or revoked.",
    });
    expect((await send("HEC events", event("x"), { key: null })).body).toMatchObject({ code: 2 });
    expect((await send("HEC events", event("x"), { key: unscoped })).body).toMatchObject({ code: 1 });
    expect((await send("HEC lines", "")).body).toMatchObject({ code: 5 });
  });

  test("accepts basic authentication, arrays and events of several source types", async () => {
    const authorization = `Basic ${Buffer.from(`x:${key}`).toString("base64")}`;
    const of = (sourcetype: string) => lines(2).map((line) => event(line, { sourcetype, host: "ada-laptop", time: 1 }));
    const body = `[${[...of("proxy:a"), ...of("proxy:b")].join(",\n")}]`;
    expect(await send("HEC events", body, { key: null, headers: { authorization } })).toMatchObject({
      body: { text: "Success", code: 0 },
    });
    const names = (await listSources(ctx, { limit: 100 })).data.map((source) => source.name);
    expect(names).toEqual(expect.arrayContaining(["proxy-a", "proxy-b"]));
    expect(names).not.toContain("ada-laptop");
  });

  test("imports the other events if one source type has an unknown format", async () => {
    const bad = event("lorem ipsum", { sourcetype: "junk" });
    const good = lines(2).map((line) => event(line, { sourcetype: "good" }));
    expect(await send("HEC events", [bad, ...good].join("\n"))).toMatchObject({ status: 200 });
    expect(await lastImport()).toMatchObject({ source: "good", counted: 2 });
    expect(await send("HEC events", bad)).toMatchObject({ status: 400, body: { code: 6 } });
  });

  test("rejects more than 500,000 events", { tags: "full" }, async () => {
    const many = gzip('{"event":1}'.repeat(500_001));
    expect(await send("HEC events", many, coded)).toMatchObject({ status: 413, body: { code: 6 } });
  });

  test("reads each source type in its own format, also under one source", async () => {
    const squid = Array.from(
      { length: 60 },
      (_, n) =>
        `${squidTime()}.${100 + n} 9 10.2.3.4 TCP_MISS/200 9 GET http://a${n}.example/ - HIER_DIRECT/192.0.2.1 -`,
    );
    const body = [
      ...squid.map((line) => event(line, { sourcetype: "squid" })),
      ...lines(3).map((line) => event(line, { sourcetype: "native" })),
    ].join("\n");
    expect(await send("HEC events", body, { query: "?source=both&host=ada-laptop" })).toMatchObject({ status: 200 });
    const imports = (await listImports(ctx, { limit: 2 })).data;
    expect(imports.map(({ source, accepted }) => ({ source, accepted }))).toEqual([
      { source: "both", accepted: 3 },
      { source: "both", accepted: 60 },
    ]);
  });

  test("reads the content of events in the given format", async () => {
    const body = lines(2)
      .map((line) => event(line))
      .join("\n");
    expect(await send("HEC events", body, { query: "?format=ndjson" })).toMatchObject({ status: 200 });
    expect(await lastImport()).toMatchObject({ format: "ndjson", counted: 2, source: "splunk-hec" });
  });

  test("reports that it is healthy", async () => {
    const request = new Request("http://localhost/services/collector/health");
    const response = await intakes["/services/collector/health"].GET(request, { params: Promise.resolve({}) });
    expect(await response.json()).toEqual({ text: "HEC is healthy", code: 17 });
  });
});

describe("Amazon Data Firehose", () => {
  test("reads records of all kinds, and names the source after the stream", async () => {
    const [first = "", second = "", third = ""] = lines();
    const records = [
      gzip(cloudWatch([`${first}\n`])),
      gzip(cloudWatch(["ping"], "CONTROL_MESSAGE")),
      Buffer.from(second),
      Buffer.from(JSON.stringify({ message: third })),
    ];
    const arn = "arn:aws:firehose:eu-west-2:123456789012:deliverystream/vpc-flows";
    const answer = await send("Firehose", delivery(records), { headers: { "x-amz-firehose-source-arn": arn } });
    expect(answer).toMatchObject({ status: 200, body: { requestId: "r-1", timestamp: expect.any(Number) } });
    expect(answer.body.errorMessage).toBeUndefined();
    expect(await lastImport()).toMatchObject({ source: "vpc-flows", counted: 3 });
  });

  test("imports the other records if one is not UTF-8, and names invalid records without listing all of them", async () => {
    const [first = "", second = ""] = lines(2);
    const records = [Buffer.from(first), Buffer.from([0xe9, 0x20, 0xe9]), Buffer.from(second)];
    expect(await send("Firehose", delivery(records))).toMatchObject({ status: 200 });
    expect(await lastImport()).toMatchObject({ counted: 2, rejected: 1 });
    const answer = await send("Firehose", `{"records":[${"0,".repeat(400_000)}0]}`);
    expect(answer).toMatchObject({ status: 400, body: { errorMessage: "records[0].data: must be base64" } });
  });

  test("answers 400 instead of 413, at which Firehose discards the data", { tags: "full" }, async () => {
    const many = gzip(delivery(Array.from({ length: 10_001 }, () => gzip(""))));
    expect(await send("Firehose", many, coded)).toMatchObject({
      status: 400,
      body: { errorMessage: expect.stringContaining("10000 records compressed separately") },
    });
  });

  test("accepts a delivery without lines", async () => {
    expect(await send("Firehose", delivery([]))).toMatchObject({ status: 200 });
  });

  test.each([
    ['{"records":[{"data":"?"}]}', "records[0].data: must be base64"],
    [delivery([Buffer.from([0x1f, 0x8b, 1])]), "records[0].data: is not valid gzip"],
    ['{"records":1}', "records: must be an array"],
    [delivery([gzip("x".repeat(40 * 1024 * 1024))]), /^records\[0\]\.data: exceeds the limit of 33554432 bytes/],
  ])("names the invalid record", async (body, errorMessage) => {
    const answer = await send("Firehose", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errorMessage).toMatch(errorMessage);
  });
});

describe("Cloudflare Logpush", () => {
  test.each([gzip('{"content":"tests"}'), gzip('{"content":"test"}\n')])("accepts the test file", async (body) => {
    const before = await lastImport();
    expect(await send("Logpush", body, coded)).toMatchObject({ status: 200, text: "{}" });
    expect((await lastImport())?.id).toBe(before?.id);
  });
});

describe("OTLP logs", () => {
  test("reads structured bodies and attributes, and reports rejected records", async () => {
    const valuesOf = (line: string) =>
      Object.entries(JSON.parse(line) as Record<string, unknown>).map(([name, value]) => ({
        key: name,
        value: typeof value === "number" ? { intValue: value } : { stringValue: String(value) },
      }));
    const [first = "", second = ""] = lines(2);
    const records = [
      { body: { kvlistValue: { values: valuesOf(first) } } },
      { attributes: valuesOf(second) },
      { body: { stringValue: "nonsense" } },
    ];
    const { status, body } = await send("OTLP", JSON.stringify(exported(records)));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.stringContaining("JSON") } },
    });
    expect(await lastImport()).toMatchObject({ source: "edge-proxy", counted: 2, rejected: 1 });
  });

  test("reads and answers protobuf", async () => {
    const nest = (depth: number[], text: string) =>
      depth.reduceRight(
        (inner, field) => new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(inner).finish(),
        new BinaryWriter().tag(1, WireType.LengthDelimited).string(text).finish(),
      );
    const headers = { "content-type": "application/x-protobuf" };
    const body = nest([1, 2, 2, 5], lines(1)[0] ?? "");
    expect(await send("OTLP", body, { headers })).toMatchObject({ status: 200, text: "" });
    expect(await lastImport()).toMatchObject({ source: "otlp", counted: 1 });
    expect((await send("OTLP", "x", { headers })).text).toContain("is not a protobuf-encoded ExportLogsServiceRequest");
  });
});
