import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fileReply, resource, route } from "@/lib/platform/http";
import { type ByteRange, readRange } from "@/lib/platform/http/file-reply";

const bytes = Buffer.from("0123456789");
const digest = createHash("sha256").update(bytes).digest();
const etag = `"sha256:${digest.toString("hex")}"`;
/** The range of each open, in order. */
let opened: (ByteRange | undefined)[] = [];

const { GET, HEAD } = resource("/v1/file", {
  GET: route({
    summary: "Read",
    scope: "public",
    limit: "unlimited",
    response: { stream: ["text/plain"] },
    isFile: true,
    handler: (_ctx, { request }) =>
      fileReply(request, {
        size: bytes.length,
        type: "text/plain",
        name: "digits.txt",
        sha256: digest,
        open: async (range) => {
          opened.push(range);
          return new Blob([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]).stream();
        },
      }),
  }),
});

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";
  process.env.LOG_LEVEL = "silent";
});

async function ask(method: "GET" | "HEAD", headers: Record<string, string> = {}) {
  opened = [];
  const request = new Request("http://localhost/v1/file", { method, headers });
  const response = await (method === "HEAD" ? HEAD : GET)(request, { params: Promise.resolve({}) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("a file is served completely, as an attachment, with headers to name and verify it", async () => {
  const { status, headers, text } = await ask("GET");
  expect([status, text]).toEqual([200, "0123456789"]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "private, no-store, no-transform",
    "content-disposition": 'attachment; filename="digits.txt"',
    "content-length": "10",
    "content-type": "text/plain",
    etag,
    "repr-digest": `sha-256=:${digest.toString("base64")}:`,
    "x-content-type-options": "nosniff",
  });
  expect(headers.get("content-range")).toBeNull();
  expect(opened).toEqual([undefined]);
});

test.each([
  ["bytes=2-4", undefined, "234", "bytes 2-4/10"],
  ["bytes=7-", undefined, "789", "bytes 7-9/10"],
  ["bytes=-2", undefined, "89", "bytes 8-9/10"],
  ["bytes=2-4", etag, "234", "bytes 2-4/10"],
  ["bytes=2-4", ` ${etag} `, "234", "bytes 2-4/10"],
])("%s with If-Range %s returns that part", async (range, condition, text, contentRange) => {
  const answer = await ask("GET", { range, ...(condition && { "if-range": condition }) });
  expect([answer.status, answer.text]).toEqual([206, text]);
  expect(answer.headers.get("content-range")).toBe(contentRange);
  expect(answer.headers.get("content-length")).toBe(String(text.length));
  expect(answer.headers.get("etag")).toBe(etag);
  expect(opened).toHaveLength(1);
});

test.each([
  ["bytes=4-2", undefined],
  ["bytes=0-1,4-5", undefined],
  ["rows=0-1", undefined],
  ["bytes=2-4", '"another"'],
  ["bytes=2-4", `W/${etag}`],
  ["bytes=2-4", "Thu, 15 Jan 2026 10:00:18 GMT"],
  ["bytes=99-", '"another"'],
])("%s with If-Range %s returns the whole file", async (range, condition) => {
  const answer = await ask("GET", { range, ...(condition && { "if-range": condition }) });
  expect([answer.status, answer.text]).toEqual([200, "0123456789"]);
  expect(answer.headers.get("content-range")).toBeNull();
});

test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("rejects %s with the size of the file", async (range) => {
  const { status, headers, text } = await ask("GET", { range });
  expect([status, headers.get("content-range")]).toEqual([416, "bytes */10"]);
  expect(JSON.parse(text)).toMatchObject({
    error: "range_not_satisfiable",
    message: "The range is outside the file, which has 10 bytes.",
  });
  expect(opened).toEqual([]);
});

test("HEAD describes the whole file for any range and does not read it", async () => {
  for (const headers of [{}, { range: "bytes=2-4" }, { range: "bytes=99-" }]) {
    const answer = await ask("HEAD", headers);
    expect([answer.status, answer.text, answer.headers.get("content-length")]).toEqual([200, "", "10"]);
    expect(answer.headers.get("etag")).toBe(etag);
    expect(opened).toEqual([]);
  }
});

const size = fc.integer({ min: 0, max: 1_000 });

test("any Range header returns the whole file, no content, or a valid part", () => {
  const header = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(bytes|BYTES|lines)=[-0-9, a]{0,8}$/),
    fc.bigInt({ min: 0n }).map((far) => `bytes=${far}-${far}`),
  );
  fc.assert(
    fc.property(fc.option(header), size, (text, of) => {
      const range = readRange(text, of);
      if (typeof range === "string") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(of);
    }),
  );
});

const part = { start: 2, end: 4 };
test.each<[string | null, ReturnType<typeof readRange>]>([
  ["bytes=2-4", part],
  ["Bytes=2-4", part],
  ["bytes= 2-4 ", part],
  ["bytes=2-4000000000000000000000000000000", { start: 2, end: 9 }],
  ["bytes=0-", { start: 0, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99999999999999999999999999", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=99999999999999999999999998-99999999999999999999999999", "unsatisfiable"],
  ["bytes=99999999999999999999999999-99999999999999999999999998", "whole"],
  ["bytes=-0", "unsatisfiable"],
  [null, "whole"],
  ["", "whole"],
  ["bytes", "whole"],
  ["bytes=", "whole"],
  ["bytes=-", "whole"],
  ["bytes=4-2", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=0x1-2", "whole"],
  ["bytes=1.0-2", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=--1", "whole"],
  ["bytes=2-4,6-7", "whole"],
  ["bytes=2-4,", "whole"],
  ["lines=2-4", "whole"],
  ["bytes = 2-4", "whole"],
])("for ten bytes, %j requests %j", (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});
