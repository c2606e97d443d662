import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { type ByteRange, FileMissing, type FileStorage, storage } from "@/lib/platform/storage";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";

/** Larger than any buffer between reader and writer. */
const large = randomBytes(5_300_001);
const small = Buffer.from("Stored bytes.");

let directory: string;
let dataDir: string;
let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "storage-"));
  dataDir = join(directory, "data");
  writeFileSync(join(directory, "large"), large);
  writeFileSync(join(directory, "small"), small);
  server = await startS3Server();
});

afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The storage of a process that starts with these variables. */
function storageWith(variables: Record<string, string>): FileStorage {
  forgetSingletons();
  for (const name of Object.keys(process.env).filter((key) => key.startsWith("S3_"))) delete process.env[name];
  Object.assign(process.env, { DATABASE_URL: "postgresql://unused/unused", DATA_DIR: dataDir, ...variables });
  return storage();
}

const places: [string, () => Record<string, string>][] = [
  ["a directory", () => ({})],
  ["a bucket", () => server.env],
  ["a prefix of a bucket", () => ({ ...server.env, S3_PREFIX: "production/governance" })],
];

async function readAll(bytes: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(places)("files in %s", (_place, variables) => {
  let files: FileStorage;
  let count = 0;

  beforeAll(() => {
    files = storageWith(variables());
  });

  /** A key that no other test uses. */
  const freshKey = () => `org_1/ep_${++count}/package.v1.json`;

  async function put(name: "large" | "small", key = freshKey()): Promise<string> {
    await files.putFile(key, join(directory, name));
    return key;
  }

  const content = async (key: string) => readAll(await files.read(key));
  const present = async (...keys: string[]) =>
    Promise.all(keys.map(async (key) => (await files.sizeOf(key)) ?? "none"));

  test.each(["large", "small"] as const)("a %s file is returned unchanged", async (name) => {
    const key = await put(name);
    const path = join(directory, "fetched");
    await files.fetchFile(key, path);
    expect(readFileSync(path).equals(readFileSync(join(directory, name)))).toBe(true);
    expect((await content(key)).equals(readFileSync(join(directory, name)))).toBe(true);
    expect(await files.sizeOf(key)).toBe(statSync(join(directory, name)).size);
  });

  test("an empty file can be stored", async () => {
    writeFileSync(join(directory, "empty"), "");
    const key = freshKey();
    await files.putFile(key, join(directory, "empty"));
    expect(await files.sizeOf(key)).toBe(0);
    expect(await content(key)).toEqual(Buffer.alloc(0));
  });

  const end = large.length - 1;
  const parts: [string, ByteRange, Buffer][] = [
    ["the first byte", { start: 0, end: 0 }, large.subarray(0, 1)],
    ["the last byte", { start: end, end }, large.subarray(end)],
    ["a byte in the middle", { start: 2_000_000, end: 2_000_000 }, large.subarray(2_000_000, 2_000_001)],
    ["a range in the middle", { start: 70_000, end: 4_200_000 }, large.subarray(70_000, 4_200_001)],
    ["the whole file", { start: 0, end }, large],
    ["the rest from a position, limited to the end", { start: 5_000_000, end: 9_000_000 }, large.subarray(5_000_000)],
  ];
  test.each(parts)("%s can be read", async (_what, range, expected) => {
    const key = await put("large", "parts/large");
    expect((await readAll(await files.read(key, range))).equals(expected)).toBe(true);
  });

  test.each([
    ["begins where the file ends", { start: small.length, end: small.length }],
    ["begins after its end", { start: 1_000, end: 2_000 }],
    ["ends before it begins", { start: 3, end: 2 }],
    ["begins before the file", { start: -1, end: 2 }],
  ])("rejects a range that %s", async (_what, range) => {
    const key = await put("small", "parts/small");
    await expect(files.read(key, range)).rejects.toThrow(RangeError);
  });

  test("slow readers do not block others", { tags: "full" }, async () => {
    const key = await put("large");
    const slow = await Promise.all(Array.from({ length: 60 }, async () => (await files.read(key)).getReader()));
    expect((await content(key)).equals(large)).toBe(true);
    for (const reader of slow) await reader.cancel();
  });

  test("a reader can cancel", async () => {
    const key = await put("large");
    for (let n = 0; n < 20; n += 1) {
      const reader = (await files.read(key)).getReader();
      await reader.read();
      await reader.cancel();
    }
    expect(await content(key)).toHaveLength(large.length);
  });

  test("replaces a file", async () => {
    const key = await put("large");
    await put("small", key);
    expect(await content(key)).toEqual(small);
  });

  describe("a moved file", () => {
    test("has only the new key", async () => {
      const [from, to] = [await put("large"), "moved/deeper/than/before.json"];
      await files.move(from, to);
      expect(await present(from, to)).toEqual(["none", large.length]);
      expect((await content(to)).equals(large)).toBe(true);
    });

    test("replaces an existing file", async () => {
      const [from, to] = [await put("large"), await put("small")];
      await files.move(from, to);
      expect(await present(from, to)).toEqual(["none", large.length]);
    });

    test("can be moved again if it was already moved", async () => {
      const [from, to] = [await put("small"), freshKey()];
      await files.move(from, to);
      await files.move(from, to);
      expect(await present(from, to)).toEqual(["none", small.length]);
    });

    test("can be moved to its own key", async () => {
      const key = await put("small");
      await files.move(key, key);
      expect(await content(key)).toEqual(small);
    });

    test("must exist", async () => {
      await expect(files.move("org_1/none", "org_1/other")).rejects.toThrow(FileMissing);
    });
  });

  test("a file can be removed repeatedly", async () => {
    const key = await put("small");
    await files.remove(key);
    await files.remove(key);
    expect(await present(key)).toEqual(["none"]);
  });

  describe.each([
    ["a missing file", "org_1/none.json"],
    ["a directory of files", "there"],
    ["a path below a file", "there/file/none"],
  ])("reading %s", (_what, key) => {
    test("fails and leaves no local file", async () => {
      await put("small", "there/file");
      const path = join(directory, "unfetched");
      await expect(files.read(key)).rejects.toThrow(new FileMissing(key));
      await expect(files.read(key, { start: 0, end: 0 })).rejects.toThrow(FileMissing);
      await expect(files.fetchFile(key, path)).rejects.toThrow(FileMissing);
      expect(existsSync(path)).toBe(false);
      expect(await files.sizeOf(key)).toBeUndefined();
    });
  });

  test.each([
    "",
    "/",
    "..",
    "../secret",
    "a/../../secret",
    "a/..",
    "a/./b",
    ".hidden",
    "a/.hidden",
    "a//b",
    "/a",
    "a/",
    "a.../b",
    "a b",
    "a\\..\\b",
    "a\0b",
    "ä",
    "_drafts/a",
    "a".repeat(513),
  ])("rejects the key %j", async (key) => {
    const refused = /is not a valid file key/;
    await expect(files.putFile(key, join(directory, "small"))).rejects.toThrow(refused);
    await expect(files.fetchFile(key, join(directory, "unfetched"))).rejects.toThrow(refused);
    await expect(files.read(key)).rejects.toThrow(refused);
    await expect(files.sizeOf(key)).rejects.toThrow(refused);
    await expect(files.move(key, "a")).rejects.toThrow(refused);
    await expect(files.move("a", key)).rejects.toThrow(refused);
    await expect(files.remove(key)).rejects.toThrow(refused);
  });

  test("stores nothing if the local file cannot be read", async () => {
    const key = freshKey();
    await expect(files.putFile(key, join(directory, "none"))).rejects.toThrow();
    expect(await present(key)).toEqual(["none"]);
  });
});

describe("storage in a directory", () => {
  test("returns the old or the new file during a replacement", async () => {
    const files = storageWith({});
    const sizes = new Set<number>();
    await files.putFile("replaced", join(directory, "large"));
    for (let n = 0; n < 10; n += 1) {
      let done = false;
      const replacing = files.putFile("replaced", join(directory, n % 2 === 0 ? "small" : "large")).finally(() => {
        done = true;
      });
      do {
        const bytes = await readAll(await files.read("replaced"));
        expect(bytes.equals(bytes.length === small.length ? small : large)).toBe(true);
        sizes.add(bytes.length);
      } while (!done);
      await replacing;
    }
    expect([...sizes].sort()).toEqual([small.length, large.length]);
  });

  test("is private and contains no partial files", async () => {
    const files = storageWith({});
    await files.putFile("a", join(directory, "small"));
    await expect(files.putFile("b", join(directory, "none"))).rejects.toThrow();
    const root = join(dataDir, "files");
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(root, "_drafts"))).toEqual([]);
  });
});

/** A server that gives the same response to every request and stores the requests. */
async function startRecorder(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const recorder = createServer((request, response) => {
    requests.push(request);
    request.resume().once("end", () => answer(request, response));
  });
  await once(recorder.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    recorder.closeAllConnections();
    await promisify(recorder.close.bind(recorder))();
  });
  const { port } = recorder.address() as AddressInfo;
  return { requests, files: storageWith({ ...server.env, S3_ENDPOINT: `http://127.0.0.1:${port}` }) };
}

describe("an S3 server", () => {
  test("receives a whole file with its length and no Amazon-specific requests", async () => {
    const { requests, files } = await startRecorder((_request, response) => response.end());
    await files.putFile("a/b.json", join(directory, "large"));
    await files.remove("a/b.json");
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "PUT /governance-evidence/a/b.json?x-id=PutObject",
      "DELETE /governance-evidence/a/b.json?x-id=DeleteObject",
    ]);
    expect(requests[0]?.headers).toMatchObject({
      "content-length": String(large.length),
      "content-type": "application/json",
    });
    expect(
      Object.keys(requests[0]?.headers ?? {}).filter((name) =>
        /acl|checksum|trailer|content-encoding|transfer/.test(name),
      ),
    ).toEqual([]);
  });

  test.each([
    ["ignores the requested range", {}, small],
    ["returns more than the range", { "Content-Range": `bytes 2-12/${small.length}` }, small.subarray(2)],
    ["returns the range", { "Content-Range": `bytes 5-7/${small.length}` }, small.subarray(5, 8)],
  ])("can be one that %s", async (_what, headers, body) => {
    const { files } = await startRecorder((_request, response) => response.writeHead(206, headers).end(body));
    expect(await readAll(await files.read("a", { start: 5, end: 7 }))).toEqual(small.subarray(5, 8));
  });

  test("fails the read if it disconnects", async () => {
    const { files } = await startRecorder((_request, response) => {
      response.writeHead(200, { "Content-Length": large.length });
      response.write(large.subarray(0, 100_000), () => response.destroy());
    });
    await expect(readAll(await files.read("a"))).rejects.toThrow();
    await expect(readAll(await files.read("a", { start: 0, end: 4_000_000 }))).rejects.toThrow();
    await expect(files.fetchFile("a", join(directory, "unfetched"))).rejects.toThrow();
    expect(existsSync(join(directory, "unfetched"))).toBe(false);
  });
});

test.each([
  ["the bucket does not exist", () => ({ S3_BUCKET: "another-bucket" })],
  ["the key is unknown", () => ({ S3_ACCESS_KEY_ID: "STRANGER" })],
  ["the server does not exist", () => ({ S3_ENDPOINT: "http://127.0.0.1:1" })],
])("an unusable bucket is an error: %s", async (_what, variables) => {
  const files = storageWith({ ...server.env, ...variables() });
  onTestFinished(() => rmSync(join(directory, "unfetched"), { force: true }));
  const error = (await files.read("a").catch((problem: unknown) => problem)) as Error;
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(FileMissing);
  await expect(files.putFile("a", join(directory, "small"))).rejects.toThrow();
  await expect(files.fetchFile("a", join(directory, "unfetched"))).rejects.toThrow();
});
