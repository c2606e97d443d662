import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { DeleteObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { s3Client } from "@/lib/platform/storage/s3-backend";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { command } from "./pull";

let directory: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let client: S3Client;
let service: Server;
let url: string;
let received: string[];
let queries: string[];
/** The response to a log; by default, it is imported. */
let answer: (text: string) => { status: number; json: unknown };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "pull-"));
  s3 = await startS3Server();
  vi.stubEnv("AWS_ACCESS_KEY_ID", "S3RVER");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "S3RVER");
  vi.stubEnv("GOVERNANCE_API_KEY", "secret-key");
  client = s3Client({ endpoint: s3.env.S3_ENDPOINT, region: "us-east-1", forcePathStyle: true });
  received = [];
  queries = [];
  answer = () => ({ status: 202, json: { importId: "imp_1", status: "DONE", lines: 1 } });
  service = createServer(async (request, response) => {
    const body = await buffer(request);
    const text = (body[0] === 0x1f ? gunzipSync(body) : body).toString();
    const { status, json } = answer(request.method === "GET" ? String(request.url) : text);
    if (status === 202) received.push(text);
    if (request.method === "POST") queries.push(String(request.url));
    response.writeHead(status).end(JSON.stringify(json));
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.unstubAllEnvs();
  client.destroy();
  service.closeAllConnections();
  service.close();
  await s3.close();
  rmSync(directory, { recursive: true });
});

const bucket = "governance-evidence";
const put = (key: string, Body: string | Buffer) =>
  client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body }));

async function pull(...more: string[]) {
  let text = "";
  const stream = () => new PassThrough().on("data", (chunk) => (text += String(chunk)));
  const flags = ["--url", url, "--state", directory, "--source", `dns=s3://${bucket}/logs/`, "--once"];
  const argv = [...flags, "--endpoint", s3.env.S3_ENDPOINT ?? "", ...more];
  const program = { onExit: () => undefined };
  const status = await command.execute(argv, { input: stream(), out: stream(), err: stream(), program });
  expect(text).not.toContain("secret-key");
  const counts = text.split("\n").filter((line) => line.includes('"stopped"'));
  return { status, text, counts: counts[0] === undefined ? {} : (JSON.parse(counts[0]) as Record<string, unknown>) };
}

const stateFile = () => join(directory, readdirSync(directory).find((name) => name.endsWith(".json")) ?? "");

test("imports each object version once, in any order of keys, and ignores other prefixes", async () => {
  await put("logs/b.gz", gzipSync("b"));
  await put("logs/empty", "");
  await put("other/c", "c");
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_seen: 2, objects_imported: 2 } });
  expect(queries).toEqual(["/v1/sensors/observations?backfill=true&source=dns"]);
  await put("logs/a b+c%41", "a");
  await pull();
  await put("logs/b.gz", gzipSync("b2"));
  expect(await pull("--options", "dns=format=umbrella&backfill=false")).toMatchObject({ status: 0 });
  await pull("--start-after", "dns=logs/b.gz");
  expect(received).toEqual(["b", "a", "b2"]);
  expect(queries[2]).toBe("/v1/sensors/observations?format=umbrella&backfill=false&source=dns");
});

test("a rejected object is recorded with its reason, and is imported again after the options have changed", async () => {
  await put("logs/1", "bad");
  await put("logs/2", "good");
  const refuse = { status: 400, json: { importId: "imp_1", message: "zstd is not supported." } };
  const accept = answer;
  answer = (text) => (text === "bad" ? refuse : accept(text));
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_imported: 1, objects_rejected: 1 } });
  expect(readFileSync(stateFile(), "utf8")).toContain("zstd is not supported.");
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_seen: 0 } });
  answer = accept;
  expect(await pull("--options", "dns=format=squid")).toMatchObject({ counts: { objects_imported: 1 } });
  expect(received).toEqual(["good", "bad"]);
});

test("an error of the service does not block other objects, and a lost state repeats them", async () => {
  await put("logs/1", "one");
  await put("logs/2", "two");
  const accept = answer;
  answer = (text) => (text === "one" ? { status: 503, json: {} } : accept(text));
  expect(await pull()).toMatchObject({ status: 1, counts: { objects_imported: 1, retries: 1 } });
  answer = accept;
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_imported: 1 } });
  rmSync(stateFile());
  await pull();
  expect(received).toEqual(["two", "one", "one", "two"]);
});

test("follows an import in the background, and continues after a failed request", async () => {
  await put("logs/1", "one");
  const done = { finishedAt: "2026-01-15T10:00:00.000Z", lines: 1, rejected: 0, errors: [] };
  let polls = [403, 200];
  answer = (text) => {
    if (!text.startsWith("/")) return { status: 202, json: { importId: "imp_1", status: "QUEUED" } };
    const status = polls.shift() ?? 200;
    return { status, json: { ...done, status: "DONE", failureReason: null } };
  };
  expect(await pull()).toMatchObject({ status: 1, text: expect.stringContaining("status 403") });
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_imported: 1 } });
  expect(received).toEqual(["one"]);
  await put("logs/2", "two");
  polls = [];
  const background = answer;
  const failed = { ...done, status: "FAILED", failureReason: "The gzip data is corrupt." };
  answer = (text) => (text.startsWith("/") ? { status: 200, json: failed } : background(text));
  expect(await pull()).toMatchObject({ status: 0, counts: { objects_rejected: 1 } });
});

const listers: Server[] = [];
afterEach(() => {
  for (const lister of listers.splice(0)) {
    lister.closeAllConnections();
    lister.close();
  }
});

/**
 * A server that answers lists of objects, and reads with the key or an error. The S3 test server encrypts its tokens with
 * DES, which current versions of Node.js do not support.
 */
async function startLister(
  list: (token: string | null) => string,
  errorOf: (path: string) => string | undefined = () => undefined,
) {
  const lister = createServer((request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), "http://a");
    const error = errorOf(pathname);
    if (error) response.writeHead(403, { "content-type": "application/xml" }).end(error);
    else if (!searchParams.has("list-type")) response.end(pathname);
    else
      response.end(
        `<?xml version="1.0"?><ListBucketResult>${list(searchParams.get("continuation-token"))}</ListBucketResult>`,
      );
  });
  listers.push(lister);
  await once(lister.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(lister.address() as AddressInfo).port}`;
}

function entryOf(key: string, { size = 5, at = "2026-01-15T10:00:00.000Z" }: { size?: number; at?: string }): string {
  return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${at}</LastModified></Contents>`;
}

test("lists 2,500 objects in pages, with encoded keys", async () => {
  const keys = Array.from({ length: 2_500 }, (_, n) => `logs/${n}+%01`);
  const tokens: (string | null)[] = [];
  const endpoint = await startLister((token) => {
    tokens.push(token);
    const next = Number(token) + 1_000;
    const entries = keys.slice(Number(token), next).map((key) => entryOf(key, { size: 0 }));
    const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`;
    return `<EncodingType>url</EncodingType>${next < keys.length ? more : ""}${entries.join("")}`;
  });
  expect(await pull("--endpoint", endpoint)).toMatchObject({ status: 0, counts: { objects_imported: 2_500 } });
  expect(tokens).toEqual([null, "1000", "2000"]);
});

test("an incomplete list is an error, and keys need not be encoded", async () => {
  const truncated = await startLister(() => `<IsTruncated>true</IsTruncated>${entryOf("logs/1", { size: 0 })}`);
  expect(await pull("--endpoint", truncated)).toMatchObject({ status: 1, counts: { retries: 1, objects_imported: 1 } });
  const plain = await startLister(() => `<EncodingType>url</EncodingType>${entryOf("logs/100%", { size: 0 })}`);
  expect(await pull("--endpoint", plain)).toMatchObject({ status: 0, counts: { objects_imported: 1 } });
});

test("an archived object is retried, and one with a time in the future excludes no later ones", async () => {
  let list =
    entryOf("logs/old", { at: "2025-01-15T10:00:00.000Z" }) + entryOf("logs/new", { at: "2100-01-15T10:00:00.000Z" });
  const archived = "<Error><Code>InvalidObjectState</Code><Message>archived</Message></Error>";
  let isArchived = true;
  const endpoint = await startLister(
    () => list,
    (path) => (path.includes("old") && isArchived ? archived : undefined),
  );
  expect(await pull("--endpoint", endpoint)).toMatchObject({ status: 1, counts: { objects_imported: 1, retries: 1 } });
  isArchived = false;
  list += entryOf("logs/today", { at: new Date().toISOString() });
  expect(await pull("--endpoint", endpoint)).toMatchObject({ status: 0, counts: { objects_imported: 2 } });
});

test("objects that were rejected or excluded long ago are read after the options or the scope have changed", async () => {
  const [old, recent] = ["2025-01-15T10:00:00.000Z", "2026-01-15T10:00:00.000Z"];
  const list = entryOf("logs/1", { at: old }) + entryOf("logs/2", { at: recent });
  const endpoint = await startLister(() => list);
  const accept = answer;
  answer = () => ({ status: 400, json: { importId: "imp_1", message: "not recognised" } });
  const argv = ["--endpoint", endpoint, "--since", "2026-01-01"];
  expect(await pull(...argv)).toMatchObject({ status: 0, counts: { objects_rejected: 1 } });
  answer = accept;
  expect(await pull(...argv, "--options", "dns=format=squid")).toMatchObject({ counts: { objects_imported: 1 } });
  const all = ["--endpoint", endpoint, "--options", "dns=format=squid"];
  expect(await pull(...all)).toMatchObject({ status: 0, counts: { objects_imported: 1 } });
  expect(await pull(...all)).toMatchObject({ status: 0, counts: { objects_seen: 0 } });
});

test("an object that was deleted is forgotten, and unreachable servers are reported", async () => {
  await put("logs/1", "one");
  service.close();
  service.closeAllConnections();
  expect(await pull()).toMatchObject({ status: 1, counts: { retries: 1 } });
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "logs/1" }));
  expect(await pull()).toMatchObject({ status: 0 });
  const unreachable = await pull("--endpoint", "http://127.0.0.1:1");
  expect(unreachable).toMatchObject({ status: 1, text: expect.stringContaining("check for new objects failed") });
});

test.each([
  [["--source", "a"], "--source must look like"],
  [["--source", "a=https://bucket"], "must look like s3://bucket/prefix"],
  [["--source", "dns=s3://other"], "needs a different name"],
  [["--endpoint", "http://a:b@c"], "--endpoint must not contain a user name"],
  [["--since", "soon"], "--since must be a date"],
  [["--start-after", "b=c"], "--start-after: no --source is named b"],
  [["--options", "dns=format=cvs"], "--options dns: format"],
])("%j exits with 2: %s", async (argv, sentence) => {
  expect(await pull(...argv)).toMatchObject({ status: 2, text: expect.stringContaining(sentence) });
});
